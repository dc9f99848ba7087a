// A 4096x4096 matrix of f32 is transposed in tiles of 32x32, which shared memory
// holds in rows padded to 33: 32x8 threads, 4 rows a thread.
!matrix = !layout<(4096,4096):(4096,1)>
!tiles = !layout<((32,32),(128,128)):((4096,1),(131072,32))>
!mine = !layout<(((32,8),4),(128,128)):(((1,4096),32768),(131072,32))>
!padded = !layout<(32,32):(33,1)>
!rows = !layout<((32,8),4):((32,1),8)>
!columns = !layout<((32,8),4):((1,32),256)>
!global = memref<16777216xf32>
!smem = memref<1056xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose_padded_f32(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias})
        workgroup(%tile: !smem)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %matrix = layout.make : !matrix
      %padded = layout.make : !padded
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %tiles = layout.zipped_divide %matrix : !matrix by #layout.tile<[32:1, 32:1]>
      %mine = layout.composition %tiles : !tiles by #layout.tile<[((32,8),4):((32,1),8), _]>
      %in = layout.composition %padded, %rows : !padded, !rows
      %out = layout.composition %padded, %columns : !padded, !columns
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %mine((%t, %v), (%by, %bx)) : !mine
        %x = memref.load %src[%i] : !global
        %j = layout.crd2idx %in(%t, %v) : !layout<((32,8),4):((1,33),264)>
        memref.store %x, %tile[%j] : !smem
      }
      gpu.barrier
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !layout<((32,8),4):((33,1),8)>
        %x = memref.load %tile[%j] : !smem
        %i = layout.crd2idx %mine((%t, %v), (%bx, %by)) : !mine
        memref.store %x, %dst[%i] : !global
      }
      gpu.return
    }
  }
}
