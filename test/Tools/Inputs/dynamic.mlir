// A product whose seven slots are more than a kernel may fix: 56 KiB. The scratch of the conversion behind the loop lies
// where slots were.
#m = #layout.mma<m16n8k16, warps = (2,1)>
#a = #layout.frag<#m, A, 32x64>
#b = #layout.frag<#m, B, 64x32>
#c = #layout.frag<#m, C, 32x32>
#rows = #layout.tv<(4,16):(256,1), (8,2):(32,16)>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
!q = memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>
!acc = tensor<32x32xf32, #c>

gpu.module @kernels {
  gpu.func @product(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64})
      kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : !acc
    %p = memref.alloc() : !p
    %q = memref.alloc() : !q
    %K = memref.dim %A, %1 : !g
    %sum = scf.for %k = %0 to %K step %64 iter_args(%acc = %zero) -> !acc {
      %s = layout.copy_async %A[%0, %k], %p : !g, !p
      %t = layout.copy_async %B[%k, %0], %q : !g, !q
      layout.wait %s, %t
      %a = layout.load %p[%0, %0] : !p -> tensor<32x64xf16, #a>
      %b = layout.load %q[%0, %0] : !q -> tensor<64x32xf16, #b>
      %d = layout.mma %a, %b, %acc : tensor<32x64xf16, #a>, tensor<64x32xf16, #b>, !acc
      scf.yield %d : !acc
    } {layout.stages = 7 : i64}
    %h = arith.truncf %sum : !acc to tensor<32x32xf16, #c>
    %w = layout.convert %h : tensor<32x32xf16, #c> -> tensor<32x32xf16, #rows>
    layout.store %w, %C[%0, %0] : tensor<32x32xf16, #rows>, !g
    gpu.return
  }
}
