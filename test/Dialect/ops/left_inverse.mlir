// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/infer.mlir | FileCheck %t/infer.mlir

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<4:2>) {
  // CHECK: layout.left_inverse %{{.*}} : !layout<4:2>
  %0 = layout.left_inverse %a : !layout<4:2>
  return
}

//--- infer.mlir
// What the algebra infers, seen as the type of what is returned.
// CHECK-LABEL: func @static
func.func @static() -> !layout<(64,8):(8,1)> {
  %a = layout.make : !layout<(8,64):(64,1)>
  // CHECK: layout.left_inverse
  %l = layout.left_inverse %a : !layout<(8,64):(64,1)>
  return %l : !layout<(64,8):(8,1)>
}
