!g = memref<?x8xi32, #layout<(?,8):(8,1)>>
!s = memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
!t = tensor<8x8xi32, #layout.tv<(8,8):(1,8), 1:0>>
gpu.module @kernels {
  gpu.func @f(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %8 = arith.constant 8 : index
    %p = memref.alloc() : !s
    scf.for %i = %0 to %n step %8 {
      %a = layout.copy_async %A[%i, %0], %p {layout.tma} : !g, !s
      layout.wait %a
      %t = layout.load %p[%0, %0] : !s -> !t
      %u = arith.addi %t, %t : !t
      layout.store %u, %A[%i, %0] : !t, !g
    }
    gpu.return
  }
}
