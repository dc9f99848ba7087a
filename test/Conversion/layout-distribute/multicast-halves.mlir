// Two by two blocks: those whose ranks are two apart copy A for each other, those beside each other B. Each issues half of both, and
// says to itself and two others when it is done with a slot.
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t
// RUN: layout-opt %t --canonicalize --cse | FileCheck %s
// Sums of no iteration, of fewer than there are slots, of more, and of one that is cut short.
// RUN: layout-interp %s %t --schedules 2 --job '{"function": "kernels::f", "grid": [4, 1, 1], "arguments": [{"shape": [130, 8], "symbols": [8], "seed": 1}, {"shape": [8, 32], "symbols": [32], "seed": 2}, {"shape": [130, 32], "symbols": [32]}, {"value": 0}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 2 --job '{"function": "kernels::f", "grid": [8, 1, 1], "arguments": [{"shape": [250, 24], "symbols": [24], "seed": 1}, {"shape": [24, 32], "symbols": [32], "seed": 2}, {"shape": [250, 32], "symbols": [32]}, {"value": 32}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 2 --job '{"function": "kernels::f", "grid": [4, 1, 1], "arguments": [{"shape": [128, 104], "symbols": [104], "seed": 1}, {"shape": [104, 32], "symbols": [32], "seed": 2}, {"shape": [128, 32], "symbols": [32]}, {"value": 104}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// RIGHT: right: {{[1-9][0-9]*}} elements compared

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, 3>
!q = memref<16x16xf16, 3>
#c = #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>
!acc = tensor<64x16xf32, #c>
!half = tensor<64x16xf16, #c>
gpu.module @kernels {
  // CHECK: layout.tensor_maps = [
  // CHECK-SAME: box = array<i64: 16, 32>
  // CHECK-SAME: box = array<i64: 16, 8>
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[ALL:.*]] = arith.constant 12 : i32
  // CHECK-DAG: %[[BYTES:.*]] = arith.constant 2560 : i32
  // CHECK-DAG: %[[BESIDE:.*]] = arith.constant 3 : i16
  // CHECK-DAG: %[[APART:.*]] = arith.constant 5 : i16
  // CHECK-DAG: %[[PAIR:.*]] = arith.constant 2 : i16
  // CHECK-DAG: %[[FIRST:.*]] = arith.constant 1 : i16
  // CHECK: %[[RANK:.*]] = gpu.cluster_block_id x upper_bound 4
  // Four warps of each of three blocks leave a slot.
  // CHECK-COUNT-3: nvvm.mbarrier.init %{{.*}}, %[[ONE]]
  // CHECK-COUNT-3: nvvm.mbarrier.init %{{.*}}, %[[ALL]]
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
  // CHECK: %[[ROW:.*]] = arith.andi %{{.*}}, %[[FIRST]] : i16
  // CHECK: %[[OF_A:.*]] = arith.shli %[[APART]], %[[ROW]] : i16
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} multicast_mask = %[[OF_A]]
  // CHECK: %[[COLUMN:.*]] = arith.andi %{{.*}}, %[[PAIR]] : i16
  // CHECK: %[[OF_B:.*]] = arith.shli %[[BESIDE]], %[[COLUMN]] : i16
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} multicast_mask = %[[OF_B]]
  // CHECK: } else {
  // CHECK: scf.for
  // CHECK: nvvm.bar.warp.sync
  // CHECK: %[[OWN:.*]] = llvm.getelementptr %[[HERE:.*]][%[[BEHIND:.*]]] : (!llvm.ptr<3>, i64)
  // CHECK-NEXT: nvvm.mbarrier.arrive %[[OWN]] : !llvm.ptr<3> -> i64
  // CHECK: arith.xori
  // CHECK-NEXT: nvvm.mapa %[[HERE]], %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
  // CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[BEHIND]]] : (!llvm.ptr<7>, i64)
  // CHECK-NEXT: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<7>
  // CHECK-NEXT: arith.xori
  // CHECK-NEXT: nvvm.mapa %[[HERE]], %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
  // CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[BEHIND]]] : (!llvm.ptr<7>, i64)
  // CHECK-NEXT: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<7>
  gpu.func @f(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64}, %K: index)
      kernel attributes {layout.threads = 128 : i64, known_cluster_size = array<i32: 4, 1, 1>} {
    %0 = arith.constant 0 : index
    %two = arith.constant 2 : index
    %four = arith.constant 4 : index
    %deep = arith.constant 16 : index
    %tall = arith.constant 64 : index
    %x = gpu.block_id x
    %cluster = arith.divui %x, %four : index
    %above = arith.muli %cluster, %two : index
    %row = arith.remui %x, %two : index
    %down = arith.addi %above, %row : index
    %i = arith.muli %down, %tall : index
    %half_of = arith.divui %x, %two : index
    %column = arith.remui %half_of, %two : index
    %j = arith.muli %column, %deep : index
    %p = memref.alloc() {layout.auto} : !p
    %q = memref.alloc() {layout.auto} : !q
    %zero = arith.constant dense<0.0> : !acc
    %r = scf.for %k = %0 to %K step %deep iter_args(%sum = %zero) -> !acc {
      %s = layout.copy_async %A[%i, %k], %p {layout.tma, layout.multicast = #layout<2:2>} : !g, !p
      %t = layout.copy_async %B[%k, %j], %q {layout.tma, layout.multicast = #layout<2:1>} : !g, !q
      layout.wait %s, %t
      %d = layout.mma %p, %q, %sum : !p, !q, !acc
      scf.yield %d : !acc
    } {layout.stages = 3 : i64, layout.producer}
    %h = arith.truncf %r : !acc to !half
    layout.store %h, %C[%i, %j] : !half, !g
    gpu.return
  }

  // Both for those beside each other: two blocks leave a slot, and each says so to the other once.
  // CHECK: gpu.func @both
  // CHECK-DAG: %[[TWICE:.*]] = arith.constant 2 : i32
  // CHECK: nvvm.mbarrier.init %{{.*}}, %[[TWICE]]
  // CHECK: nvvm.mapa
  // CHECK-NOT: nvvm.mapa
  gpu.func @both(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64})
      kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 4, 1, 1>} {
    %0 = arith.constant 0 : index
    %two = arith.constant 2 : index
    %deep = arith.constant 16 : index
    %n = arith.constant 64 : index
    %x = gpu.block_id x
    %pair = arith.divui %x, %two : index
    %i = arith.muli %pair, %deep : index
    %j = arith.muli %x, %deep : index
    %p = memref.alloc() {layout.auto} : !q
    %q = memref.alloc() {layout.auto} : !q
    %zero = arith.constant dense<0.0> : tensor<16x16xf16, #layout.tv<(16,2):(1,128), 8:16>>
    %r = scf.for %k = %0 to %n step %deep iter_args(%sum = %zero) -> tensor<16x16xf16, #layout.tv<(16,2):(1,128), 8:16>> {
      %s = layout.copy_async %A[%i, %k], %p {layout.tma, layout.multicast = #layout<2:1>} : !g, !q
      %t = layout.copy_async %B[%i, %k], %q {layout.tma, layout.multicast = #layout<2:1>} : !g, !q
      layout.wait %s, %t
      %a = layout.load %p[%0, %0] : !q -> tensor<16x16xf16, #layout.tv<(16,2):(1,128), 8:16>>
      %b = layout.load %q[%0, %0] : !q -> tensor<16x16xf16, #layout.tv<(16,2):(1,128), 8:16>>
      %c = arith.mulf %a, %b : tensor<16x16xf16, #layout.tv<(16,2):(1,128), 8:16>>
      %d = arith.addf %sum, %c : tensor<16x16xf16, #layout.tv<(16,2):(1,128), 8:16>>
      scf.yield %d : tensor<16x16xf16, #layout.tv<(16,2):(1,128), 8:16>>
    } {layout.stages = 2 : i64, layout.producer}
    layout.store %r, %C[%j, %0] : tensor<16x16xf16, #layout.tv<(16,2):(1,128), 8:16>>, !g
    gpu.return
  }
}
