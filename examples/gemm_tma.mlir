// C = A B as in gemm.mlir, whose copies the engine does that copies boxes: one thread begins each, with a tensor map that
// the launch makes of the layouts, and its bytes arrive at an mbarrier. What differs is {layout.tma} and the layout of B's
// buffer: two chunks of 64 columns, behind each other, since a box has rows of 128 bytes. Copies are two iterations
// ahead. It takes 96 KiB of dynamic shared memory, and 8 bytes for each mbarrier.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync | FileCheck %s --check-prefix=TILES

// CHECK: // gemm_tma: 98352 bytes of dynamic shared memory
// CHECK: .visible .global .align 1 .b8 gemm_tma_tensor_maps[
// CHECK: .visible .entry gemm_tma
// CHECK: .param .align 64 .b8 gemm_tma_param_24[128],
// CHECK-NEXT: .param .align 64 .b8 gemm_tma_param_25[128]
// CHECK-COUNT-3: mbarrier.init.shared.b64
// CHECK: fence.mbarrier_init.release.cluster
// CHECK-NOT: bar.sync
// CHECK: mbarrier.arrive.expect_tx.shared.b64
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
// CHECK: bar.sync
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: mbarrier.try_wait.parity.shared.b64
// CHECK: bar.sync
// CHECK: cp.async.bulk.tensor.2d
// CHECK-NOT: cp.async.wait_group

// One barrier: no slot is filled before all have read it. What arrived each thread sees behind its own wait.
// TILES: scf.for
// TILES: layout.wait
// TILES: gpu.barrier
// TILES-NEXT: layout.copy_async
// TILES: layout.copy_async
// TILES: layout.load
// TILES: layout.load
// TILES: layout.mma
// TILES-NOT: gpu.barrier
// TILES: scf.yield

#m = #layout.mma<m16n8k16, warps = (2,2)>
#a = #layout.frag<#m, A, 128x64>
#b = #layout.frag<#m, B, 64x128>
#c = #layout.frag<#m, C, 128x128>
#rows = #layout.tv<(16,8):(1024,1), (8,16):(128,8)>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<128x64xf16, #layout<S<3,3,3> o 0 o (128,64):(64,1)>, 3>
!q = memref<64x128xf16, #layout<S<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))>, 3>
!acc = tensor<128x128xf32, #c>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm_tma(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %zero = arith.constant dense<0.0> : !acc
      %p = memref.alloc() : !p
      %q = memref.alloc() : !q
      %x = gpu.block_id x
      %y = gpu.block_id y
      %z = gpu.block_id z
      %band = arith.muli %z, %8 : index
      %down = arith.addi %band, %x : index
      %i = arith.muli %down, %128 : index
      %j = arith.muli %y, %128 : index
      %K = memref.dim %A, %1 : !g
      %sum = scf.for %k = %0 to %K step %64 iter_args(%acc = %zero) -> !acc {
        %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !p
        %t = layout.copy_async %B[%k, %j], %q {layout.tma} : !g, !q
        layout.wait %s, %t
        %a = layout.load %p[%0, %0] : !p -> tensor<128x64xf16, #a>
        %b = layout.load %q[%0, %0] : !q -> tensor<64x128xf16, #b>
        %d = layout.mma %a, %b, %acc : tensor<128x64xf16, #a>, tensor<64x128xf16, #b>, !acc
        scf.yield %d : !acc
      } {layout.stages = 3 : i64}
      %h = arith.truncf %sum : tensor<128x128xf32, #c> to tensor<128x128xf16, #c>
      %w = layout.convert %h : tensor<128x128xf16, #c> -> tensor<128x128xf16, #rows>
      layout.store %w, %C[%i, %j] : tensor<128x128xf16, #rows>, !g
      gpu.return
    }
  }
}
