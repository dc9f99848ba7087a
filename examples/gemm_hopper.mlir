// C = A B by warpgroups (sm_90a), for any M, N and K that memory is padded to multiples of 8 for: gemm.mlir with its
// loads gone. The engine that copies boxes fills shared memory, by tensor maps, and the tensor cores read it themselves, by
// descriptors; both follow from the layouts of the buffers, and those, swizzles and all, from what is copied there. Each
// product is under way while the next one's operands arrive: of four slots one is read, one is still being read, and two
// are filled. The result goes through shared memory, where a slot was, and the engine stores it. It takes 192 KiB of dynamic
// shared memory.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync | FileCheck %s --check-prefix=TILES

// CHECK: // gemm: 196672 bytes of dynamic shared memory
// CHECK: .visible .entry gemm
// CHECK-DAG: mbarrier.init
// CHECK-DAG: mbarrier.arrive.expect_tx
// CHECK-DAG: cp.async.bulk.tensor.2d
// CHECK-DAG: mbarrier.try_wait.parity
// CHECK-DAG: wgmma.fence.sync.aligned;
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// CHECK-DAG: wgmma.wait_group.sync.aligned 1;
// CHECK-DAG: wgmma.wait_group.sync.aligned 0;
// CHECK-DAG: stmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK-DAG: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group
// CHECK-DAG: cp.async.bulk.wait_group.read 0;
// CHECK-NOT: st.global

// One barrier: what has been copied is read, and the slot of two iterations before is filled.
// TILES: scf.for
// TILES: layout.wait
// TILES: gpu.barrier
// TILES-NEXT: layout.copy_async
// TILES: layout.copy_async
// TILES: layout.mma {{.*}} under_way 1 : memref<128x64xf16, #layout<S<3,3,3> o 0 o (128,64):(64,1)>, 3>, memref<64x256xf16, #layout<S<3,3,3> o 0 o (64,(64,4)):(64,(1,4096))>, 3>
// TILES-NOT: gpu.barrier
// TILES: scf.yield
// TILES: layout.wait_mma
// TILES: gpu.barrier
// TILES-NEXT: layout.store
// TILES-NEXT: nvvm.fence.proxy
// TILES-NEXT: gpu.barrier
// TILES-NEXT: layout.store_async {{.*}} : memref<128x256xf16, #layout<S<3,3,3> o 0 o (128,(64,4)):(64,(1,8192))>, 3>

#c = #layout.frag<#layout.mma<m64n256k16, warps = (8,1)>, C, 128x256>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<128x64xf16, 3>
!q = memref<64x256xf16, 3>
!r = memref<128x256xf16, 3>
!acc = tensor<128x256xf32, #c>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %256 = arith.constant 256 : index
      %zero = arith.constant dense<0.0> : !acc
      %p = memref.alloc() {layout.auto} : !p
      %q = memref.alloc() {layout.auto} : !q
      %r = memref.alloc() {layout.auto} : !r
      %x = gpu.block_id x
      %y = gpu.block_id y
      %z = gpu.block_id z
      %band = arith.muli %z, %8 : index
      %down = arith.addi %band, %x : index
      %i = arith.muli %down, %128 : index
      %j = arith.muli %y, %256 : index
      %K = memref.dim %A, %1 : !g
      %sum = scf.for %k = %0 to %K step %64 iter_args(%acc = %zero) -> !acc {
        %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !p
        %t = layout.copy_async %B[%k, %j], %q {layout.tma} : !g, !q
        layout.wait %s, %t
        %d = layout.mma %p, %q, %acc : !p, !q, !acc
        scf.yield %d : !acc
      } {layout.stages = 4 : i64}
      %h = arith.truncf %sum : !acc to tensor<128x256xf16, #c>
      layout.store %h, %r[%0, %0] : tensor<128x256xf16, #c>, !r
      %u = layout.store_async %r, %C[%i, %j] : !r, !g
      layout.wait %u
      gpu.return
    }
  }
}
