// What stands beside a loop that copies ahead, and in it: a reduction by a region, whose end is an operation of the dialect,
// and calls of functions that only compute, which order nothing.
//
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s --layout-pipeline | FileCheck %s
// RUN: layout-opt %s --layout-pipeline --layout-place --layout-sync | FileCheck %s --check-prefix=SYNC
// RUN: layout-opt %s %{passes} -o %t.out && layout-interp %s %t.out --job %S/Inputs/beside.json | FileCheck %s --check-prefix=SAME
// SAME: right: 96 elements compared

!m = memref<64xi32>
!s = memref<32xi32, 3>
!t = tensor<32xi32, #layout.tv<32:1, 1:0>>
!u = tensor<32x2xi32, #layout.tv<32:1, 2:32>>

func.func private @next(%x: i32) -> i32 {
  %1 = arith.constant 1 : i32
  %y = arith.addi %x, %1 : i32
  return %y : i32
}

// CHECK-LABEL: func.func @f
// CHECK: layout.reduce
// CHECK: scf.for
// CHECK: layout.wait
// CHECK: layout.copy_async
// CHECK: func.call @next
// CHECK: scf.yield

// SYNC-LABEL: func.func @f
// SYNC: scf.for
// SYNC: gpu.barrier
// SYNC-NOT: gpu.barrier
// SYNC: return
func.func @f(%m: !m, %o: memref<32xi32>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %first = arith.constant 3 : i32
  %ones = arith.constant dense<1> : !u
  %z = layout.reduce %ones dim 1 : (!u) -> (!t) {
  ^bb0(%x: i32, %y: i32):
    %sum = arith.addi %x, %y : i32
    layout.yield %sum : i32
  }
  %p = memref.alloc() : !s
  %r:2 = scf.for %k = %0 to %n step %1 iter_args(%x = %z, %i = %first) -> (!t, i32) {
    %b = layout.copy_async %m[%k], %p : !m, !s
    layout.wait %b
    %v = layout.load %p[%0] : !s -> !t
    %j = func.call @next(%i) : (i32) -> i32
    %w = tensor.splat %j : !t
    %q = arith.muli %x, %w : !t
    %y = arith.addi %q, %v : !t
    scf.yield %y, %j : !t, i32
  } {layout.stages = 2 : i64}
  layout.store %r#0, %o[%0] : !t, memref<32xi32>
  return
}
