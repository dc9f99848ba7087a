// Sums of each 32nd column of a row-major matrix of f32 whose leading dimension is known
// at run time, 32-bit: a warp takes 4 rows, a lane its columns.
// (row of a warp, warp, block), (lane, step)
!matrix = !layout<((4,8,?),(32,?)):((?,4*s2,32*s2),(1,32))>
!sums = !layout<((4,8,?),32):((32,128,1024),1)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kloop_row_32(%A: !global {llvm.noalias}, %sums: !global {llvm.noalias}, %M: index, %K: index, %ld: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %b = gpu.block_id x
      %zero = arith.constant 0.0 : f32
      %blocks = arith.divui %M, %c32 : index
      %steps = arith.divui %K, %c32 : index
      %a = layout.make(%blocks, %steps, %ld) : !matrix
      %s = layout.make(%blocks) : !sums
      %lane = arith.remui %t, %c32 : index
      %warp = arith.divui %t, %c32 : index
      %r:4 = scf.for %k = %c0 to %steps step %c1 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero) -> (f32, f32, f32, f32) {
        %i0 = layout.crd2idx %a((0, %warp, %b), (%lane, %k)) : !matrix
        %x0 = memref.load %A[%i0] : !global
        %y0 = arith.addf %s0, %x0 : f32
        %i1 = layout.crd2idx %a((1, %warp, %b), (%lane, %k)) : !matrix
        %x1 = memref.load %A[%i1] : !global
        %y1 = arith.addf %s1, %x1 : f32
        %i2 = layout.crd2idx %a((2, %warp, %b), (%lane, %k)) : !matrix
        %x2 = memref.load %A[%i2] : !global
        %y2 = arith.addf %s2, %x2 : f32
        %i3 = layout.crd2idx %a((3, %warp, %b), (%lane, %k)) : !matrix
        %x3 = memref.load %A[%i3] : !global
        %y3 = arith.addf %s3, %x3 : f32
        scf.yield %y0, %y1, %y2, %y3 : f32, f32, f32, f32
      }
      %j0 = layout.crd2idx %s((0, %warp, %b), %lane) : !sums
      memref.store %r#0, %sums[%j0] : !global
      %j1 = layout.crd2idx %s((1, %warp, %b), %lane) : !sums
      memref.store %r#1, %sums[%j1] : !global
      %j2 = layout.crd2idx %s((2, %warp, %b), %lane) : !sums
      memref.store %r#2, %sums[%j2] : !global
      %j3 = layout.crd2idx %s((3, %warp, %b), %lane) : !sums
      memref.store %r#3, %sums[%j3] : !global
      gpu.return
    }
  }
}
