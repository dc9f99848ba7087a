!g = memref<8x8xi32, #layout<(8,8):(8,1)>>
!s = memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
!t = tensor<8x8xi32, #layout.tv<(8,8):(1,8), 1:0>>
gpu.module @kernels {
  gpu.func @f(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    %t = layout.load %A[%0, %0] : !g -> !t
    layout.store %t, %p[%0, %0] : !t, !s
    %k = layout.store_async %p, %B[%0, %0] : !s, !g
    layout.wait %k
    gpu.return
  }
}
