// Where a copy reads may be computed by a function that only computes: it is called for iterations ahead.
// RUN: layout-opt %s --layout-pipeline | FileCheck %s
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t.out && layout-interp %s %t.out --job %S/Inputs/calls.json | FileCheck %s --check-prefix=SAME
// SAME: right: 288 elements compared

!m = memref<256xi32>
!s = memref<32xi32, 3>
!t = tensor<32xi32, #layout.tv<32:1, 1:0>>

func.func private @place(%k: index) -> index {
  %3 = arith.constant 3 : index
  %8 = arith.constant 8 : index
  %x = arith.muli %k, %8 : index
  %y = arith.floordivsi %x, %3 : index
  return %y : index
}

// CHECK-LABEL: func.func @f
// CHECK: call @place
// CHECK: layout.copy_async
// CHECK: call @place
// CHECK: layout.copy_async
// CHECK: scf.for
// CHECK: layout.wait
// CHECK: call @place
// CHECK: layout.copy_async
// CHECK: scf.yield
func.func @f(%m: !m, %o: memref<32xi32>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %zero = arith.constant dense<0> : !t
  %p = memref.alloc() : !s
  %r = scf.for %k = %0 to %n step %1 iter_args(%x = %zero) -> !t {
    %i = func.call @place(%k) : (index) -> index
    %b = layout.copy_async %m[%i], %p : !m, !s
    layout.wait %b
    %v = layout.load %p[%0] : !s -> !t
    %y = arith.addi %x, %v : !t
    scf.yield %y : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %o[%0] : !t, memref<32xi32>
  return
}
