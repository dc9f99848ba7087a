// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/fold.mlir --canonicalize | FileCheck %t/fold.mlir

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>) -> index {
  // CHECK: layout.size %{{.*}} : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
  %0 = layout.size %a : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
  return %0 : index
}

//--- fold.mlir
// CHECK-LABEL: func @constant
// CHECK: %[[SIZE:.*]] = arith.constant 32 : index
// CHECK-NOT: layout.
// CHECK: return %[[SIZE]]
func.func @constant() -> index {
  %l = layout.make : !layout<(4,8):(1,5)>
  %size = layout.size %l : !layout<(4,8):(1,5)>
  return %size : index
}
