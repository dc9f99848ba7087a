// One warp computes C = A * B^T for A of 16x64 and B of 8x64 f16, C of 16x8 f32:
// global to swizzled shared memory, ldmatrix, mma.sync.m16n8k16, and back.
//
// A row of 64 f16 is 128 bytes; S<3,3,3> on elements moves its eight chunks of 16 bytes so that
// neither the copies nor ldmatrix meet a bank conflict. B is read as its transpose: a view's
// layout says that, no instruction does.
//
// RUN: layout-opt %s --layout-to-nvvm=chip=sm_90a | FileCheck %s

// CHECK: gpu.binary
// CHECK-COUNT-6: cp.async.cg.shared.global
// CHECK: cp.async.wait_group
// CHECK: bar.sync
// CHECK-COUNT-6: ldmatrix.sync.aligned.m8n8.x4
// CHECK-COUNT-4: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK-COUNT-2: st.global.v2.b32

#m = #layout.mma<m16n8k16, warps = (1,1)>
#a = #layout.frag<#m, A, 16x64>
#b = #layout.frag<#m, B, 64x8>
#c = #layout.frag<#m, C, 16x8>
!gA = memref<16x64xf16, #layout<(16,64):(64,1)>>
!gB = memref<64x8xf16, #layout<(64,8):(1,64)>>
!gC = memref<16x8xf32, #layout<(16,8):(8,1)>>
!sA = memref<16x64xf16, #layout<S<3,3,3> o 0 o (16,64):(64,1)>, 3>
!sB = memref<64x8xf16, #layout<S<3,3,3> o 0 o (64,8):(1,64)>, 3>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @tensor_core_tile(%A: !gA {llvm.align = 16 : i64}, %B: !gB {llvm.align = 16 : i64}, %C: !gC {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %zero = arith.constant dense<0.0> : tensor<16x8xf32, #c>
      %sA = memref.alloc() : !sA
      %sB = memref.alloc() : !sB
      %s = layout.copy_async %A[%0, %0], %sA : !gA, !sA
      %t = layout.copy_async %B[%0, %0], %sB : !gB, !sB
      layout.wait %s, %t
      %a = layout.load %sA[%0, %0] : !sA -> tensor<16x64xf16, #a>
      %b = layout.load %sB[%0, %0] : !sB -> tensor<64x8xf16, #b>
      %c = layout.mma %a, %b, %zero : tensor<16x64xf16, #a>, tensor<64x8xf16, #b>, tensor<16x8xf32, #c>
      layout.store %c, %C[%0, %0] : tensor<16x8xf32, #c>, !gC
      gpu.return
    }
  }
}
