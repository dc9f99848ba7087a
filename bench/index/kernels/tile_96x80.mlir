// A 4800x4000 matrix of f32 is transposed in tiles of 96x80 through padded shared memory:
// 240 threads, which load 4 f32 at once and store one.
!matrix = !layout<(4800,4000):(4000,1)>
!transposed = !layout<(4800,4000):(1,4800)>
!fromTiles = !layout<((96,80),(50,50)):((4000,1),(384000,80))>
!toTiles = !layout<((96,80),(50,50)):((1,4800),(96,384000))>
!padded = !layout<(96,80):(84,1)>
!rows = !layout<((20,12),8):((384,1),12)>
!columns = !layout<((48,5),(2,16)):((1,96),(48,480))>
!from = !layout<(((20,12),8),(50,50)):(((4,4000),48000),(384000,80))>
!to = !layout<(((48,5),(2,16)),(50,50)):(((1,4800),(48,24000)),(96,384000))>
!in = !layout<((20,12),8):((4,84),1008)>
!out = !layout<((48,5),(2,16)):((84,1),(4032,5))>
!global = memref<19200000xf32>
!smem = memref<8064xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @tile_96x80(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 240, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %matrix = layout.make : !matrix
      %transposed = layout.make : !transposed
      %padded = layout.make : !padded
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %fromTiles = layout.zipped_divide %matrix : !matrix by #layout.tile<[96:1, 80:1]>
      %toTiles = layout.zipped_divide %transposed : !transposed by #layout.tile<[96:1, 80:1]>
      %from = layout.composition %fromTiles : !fromTiles by #layout.tile<[((20,12),8):((384,1),12), _]>
      %to = layout.composition %toTiles : !toTiles by #layout.tile<[((48,5),(2,16)):((1,96),(48,480)), _]>
      %in = layout.composition %padded, %rows : !padded, !rows
      %out = layout.composition %padded, %columns : !padded, !columns
      scf.for %v = %c0 to %c8 step %c1 {
        %i = layout.crd2idx %from((%t, %v), (%by, %bx)) : !from
        %x = vector.load %src[%i] : !global, vector<4xf32>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<4xf32>
      }
      gpu.barrier
      scf.for %v = %c0 to %c32 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = memref.load %tile[%j] : !smem
        %i = layout.crd2idx %to((%t, %v), (%by, %bx)) : !to
        memref.store %x, %dst[%i] : !global
      }
      gpu.return
    }
  }
}
