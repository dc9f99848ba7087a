!g = memref<?x8xi32, #layout<(?,8):(8,1)>>
!s = memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3>
!t = tensor<16x8xi32, #layout.tv<(4,16):(32,1), 2:16>>
gpu.module @kernels {
  gpu.func @f(%A: !g {llvm.align = 16 : i64}, %o: memref<32x8xi32>) kernel attributes {layout.threads = 64 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
    %0 = arith.constant 0 : index
    %16 = arith.constant 16 : index
    %64 = arith.constant 64 : index
    %b = gpu.block_id x
    %row = arith.muli %b, %16 : index
    %zero = arith.constant dense<0> : !t
    %p = memref.alloc() : !s
    %r = scf.for %i = %0 to %64 step %16 iter_args(%x = %zero) -> !t {
      %a = layout.copy_async %A[%i, %0], %p {layout.tma, layout.multicast} : !g, !s
      layout.wait %a
      %t = layout.load %p[%0, %0] : !s -> !t
      %y = arith.addi %x, %t : !t
      scf.yield %y : !t
    } {layout.stages = 2 : i64, layout.producer}
    layout.store %r, %o[%row, %0] : !t, memref<32x8xi32>
    gpu.return
  }
}
