// Copies by the engine have a ring of as many mbarriers as stages. They begin behind the wait, before the loads; where there is
// no iteration all their coordinates are numbers, since the engine gets them all.
//
// RUN: layout-opt %s --layout-pipeline | FileCheck %s

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>

// CHECK-LABEL: gpu.func @guarded
// CHECK: layout.copy_async {{.*}} {layout.ring = array<i64: 0, 2>, layout.tma}
// CHECK: scf.for %[[K:.*]] = {{.*}} iter_args
// CHECK: layout.wait
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %{{.*}} overflow<nsw>
// CHECK: %[[THERE:.*]] = arith.cmpi
// CHECK: %[[ROW:.*]] = arith.select %[[THERE]], %[[NEXT]], %{{.*}} : index
// CHECK: %[[COLUMN:.*]] = arith.select %[[THERE]], %{{.*}}, %c0{{.*}} : index
// CHECK: layout.copy_async %{{.*}}[%[[ROW]], %[[COLUMN]]], %{{.*}} {layout.ring = array<i64: 0, 2>, layout.tma}
// CHECK: layout.load
gpu.module @kernels {
  gpu.func @guarded(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
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
}
