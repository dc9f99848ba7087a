// The plugin does in the stock mlir-opt what layout-opt does.
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-simplify,convert-layout-to-arith,canonicalize)' > %t.ours
// RUN: mlir-opt %s --load-dialect-plugin=%liblayout --load-pass-plugin=%liblayout \
// RUN:   --pass-pipeline='builtin.module(layout-simplify,convert-layout-to-arith,canonicalize)' > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: FileCheck %s < %t.theirs
// RUN: mlir-opt %examples/swizzled_copy.mlir --load-dialect-plugin=%liblayout --load-pass-plugin=%liblayout \
// RUN:   --pass-pipeline='builtin.module(layout-to-nvvm{chip=sm_90a format=nvvm})' > %t.nvvm.theirs
// RUN: layout-opt %examples/swizzled_copy.mlir --pass-pipeline='builtin.module(layout-to-nvvm{chip=sm_90a format=nvvm})' > %t.nvvm.ours
// RUN: diff %t.nvvm.ours %t.nvvm.theirs

// CHECK-LABEL: func @f
// CHECK-NEXT: return %arg0
func.func @f(%i: index) -> index {
  %l = layout.make : !layout<((4,8)):((1,4))>
  %x = layout.crd2idx %l(%i) : !layout<((4,8)):((1,4))>
  return %x : index
}
