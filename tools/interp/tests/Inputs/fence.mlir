!g = memref<8x8xi32, #layout<(8,8):(8,1)>>
!s = memref<8x8xi32, #layout<(8,8):(8,1)>, 3>
gpu.module @kernels {
  gpu.func @f(%A: !g {llvm.align = 16 : i64}, %o: memref<8x8xi32>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    %z = layout.load %A[%0, %0] : !g -> tensor<8x8xi32, #layout.tv<(4,8):(16,1), 2:8>>
    layout.store %z, %p[%0, %0] : tensor<8x8xi32, #layout.tv<(4,8):(16,1), 2:8>>, !s
    %y = layout.load %p[%0, %0] : !s -> tensor<8x8xi32, #layout.tv<(8,4):(8,2), 2:1>>
    layout.store %y, %o[%0, %0] : tensor<8x8xi32, #layout.tv<(8,4):(8,2), 2:1>>, memref<8x8xi32>
    %a = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
    layout.wait %a
    %t = layout.load %p[%0, %0] : !s -> tensor<8x8xi32, #layout.tv<(8,4):(8,2), 2:1>>
    layout.store %t, %o[%0, %0] : tensor<8x8xi32, #layout.tv<(8,4):(8,2), 2:1>>, memref<8x8xi32>
    gpu.return
  }
}
