// C = A B on tensor cores, for any M, N and K that memory is padded to multiples of 8 for: a page of tiles.
// Which thread holds what follows from the encodings; barriers, cp.async, ldmatrix and mma from the operations.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-place --layout-sync | FileCheck %s --check-prefix=TILES

// CHECK: .visible .entry gemm
// CHECK-COUNT-8: cp.async.cg.shared.global
// CHECK: bar.sync
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32

// Nothing is copied over before all have read it, nothing is read before all have copied it.
// TILES: scf.for
// TILES-NEXT: gpu.barrier
// TILES-NEXT: layout.copy_async
// TILES-NEXT: layout.copy_async
// TILES-NEXT: layout.wait
// TILES-NEXT: gpu.barrier
// TILES-NEXT: layout.load
// TILES-NOT: gpu.barrier
// TILES: gpu.return

#m = #layout.mma<m16n8k16, warps = (2,2)>
#a = #layout.frag<#m, A, 128x32>
#b = #layout.frag<#m, B, 32x128>
#c = #layout.frag<#m, C, 128x128>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<128x32xf16, #layout<S<2,3,3> o 0 o (128,32):(32,1)>, 3>
!q = memref<32x128xf16, #layout<S<3,3,4> o 0 o (32,128):(128,1)>, 3>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %32 = arith.constant 32 : index
      %128 = arith.constant 128 : index
      %zero = arith.constant dense<0.0> : tensor<128x128xf32, #c>
      %p = memref.alloc() : !p
      %q = memref.alloc() : !q
      %x = gpu.block_id x
      %y = gpu.block_id y
      %i = arith.muli %y, %128 : index
      %j = arith.muli %x, %128 : index
      %K = memref.dim %A, %1 : !g
      %sum = scf.for %k = %0 to %K step %32 iter_args(%acc = %zero) -> tensor<128x128xf32, #c> {
        %s = layout.copy_async %A[%i, %k], %p : !g, !p
        %t = layout.copy_async %B[%k, %j], %q : !g, !q
        layout.wait %s, %t
        %u = layout.load %p[%0, %0] : !p -> tensor<128x32xf16, #a>
        %v = layout.load %q[%0, %0] : !q -> tensor<32x128xf16, #b>
        %w = layout.mma %u, %v, %acc : tensor<128x32xf16, #a>, tensor<32x128xf16, #b>, tensor<128x128xf32, #c>
        scf.yield %w : tensor<128x128xf32, #c>
      }
      %h = arith.truncf %sum : tensor<128x128xf32, #c> to tensor<128x128xf16, #c>
      layout.store %h, %C[%i, %j] : tensor<128x128xf16, #c>, !g
      gpu.return
    }
  }
}
