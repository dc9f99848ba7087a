// Copies by the engine have a ring of as many mbarriers as stages. They begin behind the wait, before the loads, where there is
// an iteration for them: those behind the last are not begun, and nobody waits for them.
//
// RUN: layout-opt %s --layout-pipeline | FileCheck %s

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>

// CHECK-LABEL: gpu.func @alone
// CHECK: %[[FIRST:.*]] = scf.if %{{.*}} -> (!layout.token) {
// CHECK: %[[COPY:.*]] = layout.copy_async {{.*}} {layout.ring = array<i64: 0, 2>, layout.tma}
// CHECK: scf.yield %[[COPY]]
// CHECK: } else {
// CHECK: %[[NONE:.*]] = layout.no_copy {layout.ring = array<i64: 0, 2>}
// CHECK: scf.yield %[[NONE]]
// CHECK: %[[LOOP:.*]]:3 = scf.for %[[K:.*]] = {{.*}} iter_args(%[[TOKEN:.*]] = %[[FIRST]]
// CHECK: layout.wait %[[TOKEN]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %{{.*}} overflow<nsw>
// CHECK: %[[THERE:.*]] = arith.cmpi
// CHECK: %[[COLUMN:.*]] = arith.muli %[[NEXT]], %arg1 : index
// CHECK: %[[LATER:.*]] = scf.if %[[THERE]] -> (!layout.token) {
// CHECK: layout.copy_async %{{.*}}[%[[NEXT]], %[[COLUMN]]], %{{.*}} {layout.ring = array<i64: 0, 2>, layout.tma}
// CHECK: } else {
// CHECK: layout.no_copy
// CHECK: layout.load
// CHECK: scf.yield %[[LATER]]
// CHECK: layout.wait %[[LOOP]]#0 {layout.none}

// Beside copies of threads, which fill buffers with zeros, all coordinates are numbers where there is no iteration, since the
// engine gets them all.
// CHECK-LABEL: gpu.func @beside
// CHECK-NOT: scf.if
// CHECK: scf.for %[[K:.*]] = {{.*}} iter_args
// CHECK: layout.wait
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %{{.*}} overflow<nsw>
// CHECK: %[[THERE:.*]] = arith.cmpi
// CHECK: %[[ROW:.*]] = arith.select %[[THERE]], %[[NEXT]], %{{.*}} : index
// CHECK: %[[COLUMN:.*]] = arith.select %[[THERE]], %{{.*}}, %c0{{.*}} : index
// CHECK: layout.copy_async %{{.*}}[%[[ROW]], %[[COLUMN]]], %{{.*}} {layout.ring = array<i64: 0, 2>, layout.tma}
// CHECK: layout.copy_async
// CHECK-NOT: layout.none
gpu.module @kernels {
  gpu.func @alone(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    scf.for %k = %0 to %n step %1 {
      %j = arith.muli %k, %n : index
      %a = layout.copy_async %A[%k, %j], %p {layout.tma} : !g, !s
      layout.wait %a
      %t = layout.load %p[%0, %0] : !s -> tensor<64x64xf16>
    } {layout.stages = 2 : i64}
    gpu.return
  }
  gpu.func @beside(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    %q = memref.alloc() : !s
    scf.for %k = %0 to %n step %1 {
      %j = arith.muli %k, %n : index
      %a = layout.copy_async %A[%k, %j], %p {layout.tma} : !g, !s
      %b = layout.copy_async %A[%k, %k], %q : !g, !s
      layout.wait %a, %b
      %t = layout.load %p[%0, %0] : !s -> tensor<64x64xf16>
      %u = layout.load %q[%0, %0] : !s -> tensor<64x64xf16>
    } {layout.stages = 2 : i64}
    gpu.return
  }
}
