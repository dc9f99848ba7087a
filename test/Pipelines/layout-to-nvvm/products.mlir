// Products of tiles whose instruction upstream's nvgpu.mma.sync does not become: bf16, integers that wrap, doubles.
// RUN: layout-opt %s --split-input-file "--layout-to-nvvm=chip=sm_90a" | FileCheck %s

// CHECK: .entry bf16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
#m = #layout.mma<m16n8k16, warps=(1,1)>
!a = tensor<16x16xbf16, #layout.frag<#m, A, 16x16>>
!b = tensor<16x8xbf16, #layout.frag<#m, B, 16x8>>
!c = tensor<16x8xf32, #layout.frag<#m, C, 16x8>>
gpu.module @kernels {
  gpu.func @bf16(%A: memref<16x16xbf16>, %B: memref<16x8xbf16>, %C: memref<16x8xf32>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %a = layout.load %A[%0, %0] : memref<16x16xbf16> -> !a
    %b = layout.load %B[%0, %0] : memref<16x8xbf16> -> !b
    %c = layout.load %C[%0, %0] : memref<16x8xf32> -> !c
    %d = layout.mma %a, %b, %c : !a, !b, !c
    layout.store %d, %C[%0, %0] : !c, memref<16x8xf32>
    gpu.return
  }
}

// -----

// Sums wrap, and do not saturate.
// CHECK: .entry bytes
// CHECK: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
#m = #layout.mma<m16n8k32, warps=(1,1)>
!a = tensor<16x32xi8, #layout.frag<#m, A, 16x32>>
!b = tensor<32x8xi8, #layout.frag<#m, B, 32x8>>
!c = tensor<16x8xi32, #layout.frag<#m, C, 16x8>>
gpu.module @kernels {
  gpu.func @bytes(%A: memref<16x32xi8>, %B: memref<32x8xi8>, %C: memref<16x8xi32>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %a = layout.load %A[%0, %0] : memref<16x32xi8> -> !a
    %b = layout.load %B[%0, %0] : memref<32x8xi8> -> !b
    %c = layout.load %C[%0, %0] : memref<16x8xi32> -> !c
    %d = layout.mma %a, %b, %c : !a, !b, !c
    layout.store %d, %C[%0, %0] : !c, memref<16x8xi32>
    gpu.return
  }
}

// -----

// Fragments that sm_90's larger instruction has too.
// CHECK: .entry doubles
// CHECK-COUNT-2: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
#m = #layout.mma<m8n8k4, warps=(1,1)>
!a = tensor<16x4xf64, #layout.frag<#m, A, 16x4>>
!b = tensor<4x8xf64, #layout.frag<#m, B, 4x8>>
!c = tensor<16x8xf64, #layout.frag<#m, C, 16x8>>
gpu.module @kernels {
  gpu.func @doubles(%A: memref<16x4xf64>, %B: memref<4x8xf64>, %C: memref<16x8xf64>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %a = layout.load %A[%0, %0] : memref<16x4xf64> -> !a
    %b = layout.load %B[%0, %0] : memref<4x8xf64> -> !b
    %c = layout.load %C[%0, %0] : memref<16x8xf64> -> !c
    %d = layout.mma %a, %b, %c : !a, !b, !c
    layout.store %d, %C[%0, %0] : !c, memref<16x8xf64>
    gpu.return
  }
}
