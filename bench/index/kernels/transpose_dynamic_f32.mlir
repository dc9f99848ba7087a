// A row-major matrix of f32 whose size and leading dimensions are known at run time is
// transposed in tiles of 32x32 through padded shared memory: 32x8 threads, 4 rows a thread.
!matrix = !layout<(?{div=32},?{div=32}):(?,1)>
!tiles = !layout<((32,32),(floordiv(?{div=32},32),floordiv(?{div=32},32))):((?,1),(32*s2,32))>
!mine = !layout<(((32,8),4),(floordiv(?{div=32},32),floordiv(?{div=32},32))):(((1,?),8*s2),(32*s2,32))>
!padded = !layout<(32,32):(33,1)>
!rows = !layout<((32,8),4):((32,1),8)>
!columns = !layout<((32,8),4):((1,32),256)>
!global = memref<?xf32>
!smem = memref<1056xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose_dynamic_f32(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %M: index, %N: index, %ldSrc: index, %ldDst: index)
        workgroup(%tile: !smem)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %from = layout.make(%M, %N, %ldSrc) : !matrix
      %to = layout.make(%N, %M, %ldDst) : !matrix
      %padded = layout.make : !padded
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %fromTiles = layout.zipped_divide %from : !matrix by #layout.tile<[32:1, 32:1]>
      %toTiles = layout.zipped_divide %to : !matrix by #layout.tile<[32:1, 32:1]>
      %load = layout.composition %fromTiles : !tiles by #layout.tile<[((32,8),4):((32,1),8), _]>
      %store = layout.composition %toTiles : !tiles by #layout.tile<[((32,8),4):((32,1),8), _]>
      %in = layout.composition %padded, %rows : !padded, !rows
      %out = layout.composition %padded, %columns : !padded, !columns
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %load((%t, %v), (%by, %bx)) : !mine
        %x = memref.load %src[%i] : !global
        %j = layout.crd2idx %in(%t, %v) : !layout<((32,8),4):((1,33),264)>
        memref.store %x, %tile[%j] : !smem
      }
      gpu.barrier
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !layout<((32,8),4):((33,1),8)>
        %x = memref.load %tile[%j] : !smem
        %i = layout.crd2idx %store((%t, %v), (%bx, %by)) : !mine
        memref.store %x, %dst[%i] : !global
      }
      gpu.return
    }
  }
}
