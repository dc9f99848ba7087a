!g = memref<?x8xi32, #layout<(?,8):(8,1)>>
!s = memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
!t = tensor<8x8xi32, #layout.tv<(8,8):(8,1), 1:0>>
gpu.module @kernels {
  gpu.func @f(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %8 = arith.constant 8 : index
    %32 = arith.constant 32 : index
    %p = memref.alloc() {alignment = 256 : i64} : !s
    scf.for %i = %0 to %32 step %8 {
      %t = layout.load %A[%i, %0] : !g -> !t
      layout.store %t, %p[%0, %0] : !t, !s
      %k = layout.store_async %p, %B[%i, %0] : !s, !g
      layout.wait %k
    }
    %t = layout.load %B[%8, %0] : !g -> !t
    layout.store %t, %p[%0, %0] : !t, !s
    %k = layout.store_async %p, %C[%0, %0] : !s, !g
    layout.wait %k
    gpu.return
  }
}
