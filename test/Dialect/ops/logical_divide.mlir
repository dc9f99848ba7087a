// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>) {
  // CHECK: layout.logical_divide %{{.*}} : {{.*}} by #layout.tile<[128:1, _]>
  %0 = layout.logical_divide %a : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)> by #layout.tile<[128:1, _]>
  // CHECK: layout.logical_divide %{{.*}} : {{.*}} by #layout.tile<[96:1, _]> cover
  %1 = layout.logical_divide %a : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)> by #layout.tile<[96:1, _]> cover
  return
}
