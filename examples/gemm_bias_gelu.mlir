// C = GELU(A B + a row), computed on the sums in f32: the kernel of gemm.mlir with an epilogue.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s

// CHECK: .visible .entry gemm_bias_gelu
// CHECK-COUNT-8: cp.async.cg.shared.global
// CHECK: cp.async.wait_group {{\\09}}1;
// CHECK: bar.sync
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: ex2.approx.ftz.f32
// CHECK: st.global.v4.b32

#m = #layout.mma<m16n8k16, warps = (2,2)>
#a = #layout.frag<#m, A, 128x64>
#b = #layout.frag<#m, B, 64x128>
#c = #layout.frag<#m, C, 128x128>
#row = #layout.tv<(4,8,2,2):(2,0,0,8), (2,8):(1,16)>
#rows = #layout.tv<(16,8):(1024,1), (8,16):(128,8)>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!v = memref<?xf32, #layout<?:1>>
!p = memref<128x64xf16, #layout<S<3,3,3> o 0 o (128,64):(64,1)>, 3>
!q = memref<64x128xf16, #layout<S<3,3,4> o 0 o (64,128):(128,1)>, 3>
!acc = tensor<128x128xf32, #c>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm_bias_gelu(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %V: !v, %C: !g {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %zero = arith.constant dense<0.0> : !acc
      %one = arith.constant dense<1.0> : !acc
      %half = arith.constant dense<0.5> : !acc
      %root = arith.constant dense<0.70710678> : !acc
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
        %s = layout.copy_async %A[%i, %k], %p : !g, !p
        %t = layout.copy_async %B[%k, %j], %q : !g, !q
        layout.wait %s, %t
        %a = layout.load %p[%0, %0] : !p -> tensor<128x64xf16, #a>
        %b = layout.load %q[%0, %0] : !q -> tensor<64x128xf16, #b>
        %d = layout.mma %a, %b, %acc : tensor<128x64xf16, #a>, tensor<64x128xf16, #b>, !acc
        scf.yield %d : !acc
      } {layout.stages = 3 : i64}
      %v = layout.load %V[%j] : !v -> tensor<128xf32, #row>
      %b = layout.broadcast %v dim 0 : tensor<128xf32, #row> -> tensor<128x128xf32, #c>
      %g = arith.addf %sum, %b : !acc
      %n = arith.mulf %g, %root : !acc
      %e = math.erf %n : !acc
      %p1 = arith.addf %e, %one : !acc
      %hg = arith.mulf %g, %half : !acc
      %gelu = arith.mulf %hg, %p1 : !acc
      %h = arith.truncf %gelu : !acc to tensor<128x128xf16, #c>
      %w = layout.convert %h : tensor<128x128xf16, #c> -> tensor<128x128xf16, #rows>
      layout.store %w, %C[%i, %j] : tensor<128x128xf16, #rows>, !g
      gpu.return
    }
  }
}
