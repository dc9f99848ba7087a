// Step 1 of docs/gemm.md: each thread loads what it multiplies, from where it lies.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_80 bare-pointers=false ptx=-" -o /dev/null | FileCheck %s

// CHECK: .visible .entry gemm
// CHECK-NOT: shared
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32

#m = #layout.mma<m16n8k16, warps = (2,2)>
#a = #layout.frag<#m, A, 128x16>
#b = #layout.frag<#m, B, 16x128>
#c = #layout.frag<#m, C, 128x128>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!acc = tensor<128x128xf32, #c>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %16 = arith.constant 16 : index
      %128 = arith.constant 128 : index
      %zero = arith.constant dense<0.0> : !acc
      %x = gpu.block_id x
      %y = gpu.block_id y
      %z = gpu.block_id z
      %band = arith.muli %z, %8 : index
      %down = arith.addi %band, %x : index
      %i = arith.muli %down, %128 : index
      %j = arith.muli %y, %128 : index
      %K = memref.dim %A, %1 : !g
      %sum = scf.for %k = %0 to %K step %16 iter_args(%acc = %zero) -> !acc {
        %a = layout.load %A[%i, %k] : !g -> tensor<128x16xf16, #a>
        %b = layout.load %B[%k, %j] : !g -> tensor<16x128xf16, #b>
        %d = layout.mma %a, %b, %acc : tensor<128x16xf16, #a>, tensor<16x128xf16, #b>, !acc
        scf.yield %d : !acc
      }
      %h = arith.truncf %sum : !acc to tensor<128x128xf16, #c>
      layout.store %h, %C[%i, %j] : tensor<128x128xf16, #c>, !g
      gpu.return
    }
  }
}
