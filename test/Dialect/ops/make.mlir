// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/fold.mlir --canonicalize | FileCheck %t/fold.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%M: index, %K: index) {
  // CHECK: layout.make : !layout<((2,2),(4,2)):((1,8),(2,16))>
  %0 = layout.make : !layout<((2,2),(4,2)):((1,8),(2,16))>
  // CHECK: layout.make(%{{.*}}, %{{.*}}) : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
  %1 = layout.make(%M, %K) : !layout<(M{div=128},K{div=64,max=4096}):(K,1)>
  return
}

//--- fold.mlir
// An unused layout is removed.
// CHECK-LABEL: func @unused
// CHECK-NOT: layout.
// CHECK: return
func.func @unused() {
  %l = layout.make : !layout<(4,8):(1,5)>
  return
}

//--- errors.mlir
func.func @make(%n: index) {
  // expected-error @+1 {{binds 1 values, but '!layout<(?,?):(s1,1)>' has 2 symbols}}
  %0 = layout.make(%n) : !layout<(?,?):(s1,1)>
  return
}

// -----

func.func @make_unknown() {
  // expected-error @+1 {{cannot make the unknown layout '*'}}
  %0 = layout.make : !layout<*>
  return
}
