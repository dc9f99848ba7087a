!g = memref<?x8xi32, #layout<(?,8):(8,1)>>
!s = memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
!t = tensor<8x8xi32, #layout.tv<(4,8):(16,1), 2:8>>
gpu.module @kernels {
  gpu.func @f(%A: !g {llvm.align = 16 : i64}, %o: memref<8x8xi32>) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %8 = arith.constant 8 : index
    %32 = arith.constant 32 : index
    %zero = arith.constant dense<0> : tensor<8x8xi32, #layout.tv<(4,8,2):(16,1,0), 2:8>>
    %p = memref.alloc() : !s
    %r = scf.for %i = %0 to %32 step %8 iter_args(%x = %zero) -> tensor<8x8xi32, #layout.tv<(4,8,2):(16,1,0), 2:8>> {
      %a = layout.copy_async %A[%i, %0], %p {layout.tma} : !g, !s
      layout.wait %a
      %t = layout.load %p[%0, %0] : !s -> tensor<8x8xi32, #layout.tv<(4,8,2):(16,1,0), 2:8>>
      %y = arith.addi %x, %t : tensor<8x8xi32, #layout.tv<(4,8,2):(16,1,0), 2:8>>
      scf.yield %y : tensor<8x8xi32, #layout.tv<(4,8,2):(16,1,0), 2:8>>
    } {layout.stages = 2 : i64}
    layout.store %r, %o[%0, %0] : tensor<8x8xi32, #layout.tv<(4,8,2):(16,1,0), 2:8>>, memref<8x8xi32>
    gpu.return
  }
}
