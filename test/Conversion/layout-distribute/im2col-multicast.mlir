// A box of im2col for both blocks of a cluster, of which each issues half of the pixels, from the pixel on where its half begins.
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t
// RUN: layout-opt %t --canonicalize --cse | FileCheck %s
// RUN: layout-interp %s %t --schedules 2 --job '{"grid": [2, 1, 1], "arguments": [{"shape": [60, 144], "symbols": [5, 4, 3, 16, 240, 2176], "seed": 1}, {"shape": [144, 32], "symbols": [32], "seed": 2}, {"shape": [60, 32], "symbols": [32]}, {"value": 144}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX
// RUN: %if ptxas %{ layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null && ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// RIGHT: right: {{[1-9][0-9]*}} elements compared

!x = memref<?x?xf16, #layout<((Q,P,N),(C{div=16},3,3)):((2*C,2*W{div=8},I{div=8}),(1,C,W))>>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
#c = #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>
!acc = tensor<64x16xf32, #c>
gpu.module @kernels {
  // CHECK: layout.tensor_maps = [
  // CHECK-SAME: box = array<i64: 16, 32>
  // CHECK-SAME: steps = array<i64: 2, 2>
  // CHECK-DAG: %[[MASK:.*]] = arith.constant 3 : i16
  // CHECK-DAG: %[[HALF:.*]] = arith.constant 32 : index
  // CHECK: %[[RANK:.*]] = gpu.cluster_block_id x upper_bound 2
  // CHECK: arith.muli %[[RANK]], %[[HALF]] : index
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} im2col[%{{.*}}, %{{.*}}] multicast_mask = %[[MASK]] {mode = #nvvm.tma_load_mode<im2col>}
  // PTX: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster
  gpu.func @f(%X: !x {llvm.align = 16 : i64}, %F: !g {llvm.align = 16 : i64}, %Y: !g {llvm.align = 16 : i64}, %K: index)
      kernel attributes {layout.threads = 128 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
    %0 = arith.constant 0 : index
    %2 = arith.constant 2 : index
    %16 = arith.constant 16 : index
    %64 = arith.constant 64 : index
    %b = gpu.block_id x
    %tile = arith.divui %b, %2 : index
    %i = arith.muli %tile, %64 : index
    %column = arith.remui %b, %2 : index
    %j = arith.muli %column, %16 : index
    %p = memref.alloc() {layout.auto} : memref<64x16xf16, 3>
    %q = memref.alloc() {layout.auto} : memref<16x16xf16, 3>
    %o = memref.alloc() {layout.auto} : memref<64x16xf16, 3>
    %zero = arith.constant dense<0.0> : !acc
    %r = scf.for %k = %0 to %K step %16 iter_args(%sum = %zero) -> !acc {
      %s = layout.copy_async %X[%i, %k], %p {layout.tma, layout.multicast} : !x, memref<64x16xf16, 3>
      %t = layout.copy_async %F[%k, %j], %q {layout.tma} : !g, memref<16x16xf16, 3>
      layout.wait %s, %t
      %d = layout.mma %p, %q, %sum : memref<64x16xf16, 3>, memref<16x16xf16, 3>, !acc
      scf.yield %d : !acc
    } {layout.stages = 3 : i64, layout.producer}
    %h = arith.truncf %r : !acc to tensor<64x16xf16, #c>
    layout.store %h, %o[%0, %0] : tensor<64x16xf16, #c>, memref<64x16xf16, 3>
    %u = layout.store_async %o, %Y[%i, %j] : memref<64x16xf16, 3>, !g
    layout.wait %u
    gpu.return
  }
}
