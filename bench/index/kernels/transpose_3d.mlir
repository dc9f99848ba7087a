// The first and the last dimension of an I x J x K tensor of f32 are exchanged, its strides and
// the result's known at run time: tiles of 32x32 through padded shared memory, 4 rows a thread.
// (thread, value, tile of k, tile of i, j)
!source = !layout<((32,8),4,?,?,?):((1,?),8*s3,32,32*s3,?)>
!result = !layout<((32,8),4,?,?,?):((1,?),8*s3,32*s3,32,?)>
!padded = !layout<(32,32):(33,1)>
!rows = !layout<((32,8),4):((32,1),8)>
!columns = !layout<((32,8),4):((1,32),256)>
!global = memref<?xf32>
!smem = memref<1056xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose_3d(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %I: index, %J: index, %K: index, %aI: index, %aJ: index, %bK: index, %bJ: index)
        workgroup(%tile: !smem)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c32 = arith.constant 32 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      %tilesK = arith.divui %K, %c32 : index
      %tilesI = arith.divui %I, %c32 : index
      %source = layout.make(%tilesK, %tilesI, %J, %aI, %aJ) : !source
      %result = layout.make(%tilesK, %tilesI, %J, %bK, %bJ) : !result
      %padded = layout.make : !padded
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %in = layout.composition %padded, %rows : !padded, !rows
      %out = layout.composition %padded, %columns : !padded, !columns
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %source(%t, %v, %bx, %by, %bz) : !source
        %x = memref.load %src[%i] : !global
        %j = layout.crd2idx %in(%t, %v) : !layout<((32,8),4):((1,33),264)>
        memref.store %x, %tile[%j] : !smem
      }
      gpu.barrier
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !layout<((32,8),4):((33,1),8)>
        %x = memref.load %tile[%j] : !smem
        %i = layout.crd2idx %result(%t, %v, %bx, %by, %bz) : !result
        memref.store %x, %dst[%i] : !global
      }
      gpu.return
    }
  }
}
