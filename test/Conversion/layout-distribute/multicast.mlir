// A factor that two blocks copy for each other: each has other rows of A, and half of B's boxes to issue.
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t
// RUN: layout-opt %t --canonicalize --cse | FileCheck %s
// Sums of no iteration, of fewer than there are slots, of more, and of one that is cut short; the last block has no rows.
// RUN: layout-interp %s %t --schedules 2 --job '{"grid": [4, 1, 1], "arguments": [{"shape": [130, 8], "symbols": [8], "seed": 1}, {"shape": [8, 16], "symbols": [16], "seed": 2}, {"shape": [130, 16], "symbols": [16]}, {"value": 0}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 2 --job '{"grid": [2, 1, 1], "arguments": [{"shape": [120, 24], "symbols": [24], "seed": 1}, {"shape": [24, 16], "symbols": [16], "seed": 2}, {"shape": [120, 16], "symbols": [16]}, {"value": 32}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 2 --job '{"grid": [2, 1, 1], "arguments": [{"shape": [128, 104], "symbols": [104], "seed": 1}, {"shape": [104, 16], "symbols": [16], "seed": 2}, {"shape": [128, 16], "symbols": [16]}, {"value": 104}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX
// RUN: %if ptxas %{ layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null && ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// RIGHT: right: {{[1-9][0-9]*}} elements compared

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, 3>
!q = memref<16x16xf16, 3>
!o = memref<64x16xf16, 3>
#c = #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>
!acc = tensor<64x16xf32, #c>
!half = tensor<64x16xf16, #c>
gpu.module @kernels {
  // CHECK: layout.tensor_maps = [
  // CHECK-SAME: box = array<i64: 16, 64>
  // CHECK-SAME: box = array<i64: 16, 8>
  // CHECK-DAG: %[[MASK:.*]] = arith.constant 3 : i16
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[ALL:.*]] = arith.constant 8 : i32
  // CHECK-DAG: %[[BYTES:.*]] = arith.constant 2560 : i32
  // CHECK: %[[RANK:.*]] = gpu.cluster_block_id x upper_bound 2
  // Four warps of each of two blocks leave a slot.
  // CHECK-COUNT-3: nvvm.mbarrier.init %{{.*}}, %[[ONE]]
  // CHECK-COUNT-3: nvvm.mbarrier.init %{{.*}}, %[[ALL]]
  // CHECK: nvvm.fence.mbarrier.init
  // All blocks have their mbarriers before the first copy for all, which nobody waits for.
  // CHECK: nvvm.cluster.arrive.relaxed
  // CHECK-NEXT: nvvm.cluster.wait
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}} box[%{{.*}}, %{{[^]]*}}] :
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} multicast_mask = %[[MASK]]
  // CHECK: scf.for
  // The producers' lanes go through it together.
  // CHECK: nvvm.bar.warp.sync
  // CHECK-NEXT: scf.if
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} multicast_mask = %[[MASK]]
  // CHECK: nvvm.cluster.arrive.relaxed
  // CHECK-NEXT: nvvm.cluster.wait
  // CHECK: } else {
  // CHECK: nvvm.cluster.arrive.relaxed
  // CHECK-NEXT: nvvm.cluster.wait
  // CHECK: scf.for
  // CHECK: nvvm.bar.warp.sync
  // CHECK: nvvm.mapa %[[HERE:.*]], %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
  // CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[BYTES_BEHIND:.*]]] : (!llvm.ptr<7>, i64)
  // CHECK-NEXT: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<7>
  // CHECK-NEXT: nvvm.mapa %[[HERE]], %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
  // CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[BYTES_BEHIND]]] : (!llvm.ptr<7>, i64)
  // CHECK-NEXT: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<7>
  // What follows has to do with this block alone, but for its end.
  // CHECK: nvvm.cluster.arrive.relaxed
  // CHECK: nvvm.cp.async.bulk.tensor.global
  // CHECK: nvvm.cluster.wait
  // PTX: .reqnctapercluster 2, 1, 1
  // PTX: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster
  // PTX: mbarrier.arrive.shared::cluster.b64
  gpu.func @f(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64}, %K: index)
      kernel attributes {layout.threads = 128 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
    %0 = arith.constant 0 : index
    %deep = arith.constant 16 : index
    %tall = arith.constant 64 : index
    %b = gpu.block_id x
    %i = arith.muli %b, %tall : index
    %p = memref.alloc() {layout.auto} : !p
    %q = memref.alloc() {layout.auto} : !q
    %o = memref.alloc() {layout.auto} : !o
    %zero = arith.constant dense<0.0> : !acc
    %r = scf.for %k = %0 to %K step %deep iter_args(%sum = %zero) -> !acc {
      %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !p
      %t = layout.copy_async %B[%k, %0], %q {layout.tma, layout.multicast} : !g, !q
      layout.wait %s, %t
      %d = layout.mma %p, %q, %sum : !p, !q, !acc
      scf.yield %d : !acc
    } {layout.stages = 3 : i64, layout.producer}
    %h = arith.truncf %r : !acc to !half
    layout.store %h, %o[%0, %0] : !half, !o
    %u = layout.store_async %o, %C[%i, %0] : !o, !g
    layout.wait %u
    gpu.return
  }
}

