// Scale factors, a byte for each 32 columns of a row-major matrix, are interleaved in blocks of 128
// rows by 4 as block-scaled multiply-adds take them: a thread moves 4 times 4 bytes of a row.
// (row, 4 factors, 16 factors, 128 rows)
!rows = !layout<(128,4,?,?):(16*s0,4,16,2048*s0)>
!blocks = !layout<((32,4),4,?,?):((16,4),512,2048,2048*s0)>
!global = memref<?xi8>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scales_128x4(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %M: index, %K: index)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %c128 = arith.constant 128 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %columns = arith.divui %K, %c16 : index
      %tiles = arith.divui %M, %c128 : index
      %rows = layout.make(%columns, %tiles) : !rows
      %blocks = layout.make(%columns, %tiles) : !blocks
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %rows(%t, %v, %bx, %by) : !rows
        %x = vector.load %src[%i] : !global, vector<4xi8>
        %j = layout.crd2idx %blocks(%t, %v, %bx, %by) : !blocks
        vector.store %x, %dst[%j] : !global, vector<4xi8>
      }
      gpu.return
    }
  }
}
