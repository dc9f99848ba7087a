// A 4800x4800 matrix of f16 is transposed in tiles of 96x48 through padded shared memory:
// 144 threads, which load 8 f16 at once and store one.
!matrix = !layout<(4800,4800):(4800,1)>
!transposed = !layout<(4800,4800):(1,4800)>
!fromTiles = !layout<((96,48),(50,100)):((4800,1),(460800,48))>
!toTiles = !layout<((96,48),(50,100)):((1,4800),(96,230400))>
!padded = !layout<(96,48):(56,1)>
!rows = !layout<((6,24),4):((768,1),24)>
!columns = !layout<((48,3),(2,16)):((1,96),(48,288))>
!from = !layout<(((6,24),4),(50,100)):(((8,4800),115200),(460800,48))>
!to = !layout<(((48,3),(2,16)),(50,100)):(((1,4800),(48,14400)),(96,230400))>
!in = !layout<((6,24),4):((8,56),1344)>
!out = !layout<((48,3),(2,16)):((56,1),(2688,3))>
!global = memref<23040000xf16>
!smem = memref<5376xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @tile_96x48(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 144, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c32 = arith.constant 32 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %matrix = layout.make : !matrix
      %transposed = layout.make : !transposed
      %padded = layout.make : !padded
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %fromTiles = layout.zipped_divide %matrix : !matrix by #layout.tile<[96:1, 48:1]>
      %toTiles = layout.zipped_divide %transposed : !transposed by #layout.tile<[96:1, 48:1]>
      %from = layout.composition %fromTiles : !fromTiles by #layout.tile<[((6,24),4):((768,1),24), _]>
      %to = layout.composition %toTiles : !toTiles by #layout.tile<[((48,3),(2,16)):((1,96),(48,288)), _]>
      %in = layout.composition %padded, %rows : !padded, !rows
      %out = layout.composition %padded, %columns : !padded, !columns
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %from((%t, %v), (%by, %bx)) : !from
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<8xf16>
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
