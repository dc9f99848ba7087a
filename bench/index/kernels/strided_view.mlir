// A 3-D view of f32 with run-time strides becomes compact: 8 rows of 256 threads each, of
// one plane, a block.
!view = !layout<(256,8,?,?,?):(?,?,8*s4,256*s3,?)>
!compact = !layout<(256,8,?,?,?):(1,256*s1,2048*s1,256,2048*s0*s1)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @strided_view(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %R: index, %C: index, %P: index, %sC: index, %sR: index, %sP: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      // (thread, row, block of rows, block of columns, plane); R and C count blocks.
      %view = layout.make(%R, %C, %P, %sC, %sR, %sP) : !view
      %compact = layout.make(%R, %C, %P) : !compact
      scf.for %v = %c0 to %c8 step %c1 {
        %i = layout.crd2idx %view(%t, %v, %by, %bx, %bz) : !view
        %x = memref.load %src[%i] : !global
        %j = layout.crd2idx %compact(%t, %v, %by, %bx, %bz) : !compact
        memref.store %x, %dst[%j] : !global
      }
      gpu.return
    }
  }
}
