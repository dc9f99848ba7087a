// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/fold.mlir --canonicalize | FileCheck %t/fold.mlir

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>) -> index {
  // CHECK: layout.cosize %{{.*}} : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
  %0 = layout.cosize %a : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
  return %0 : index
}

//--- fold.mlir
// CHECK-LABEL: func @constant
// CHECK: %[[COSIZE:.*]] = arith.constant 39 : index
// CHECK-NOT: layout.
// CHECK: return %[[COSIZE]]
func.func @constant() -> index {
  %l = layout.make : !layout<(4,8):(1,5)>
  %cosize = layout.cosize %l : !layout<(4,8):(1,5)>
  return %cosize : index
}
