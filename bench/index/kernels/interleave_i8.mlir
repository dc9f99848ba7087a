// A row-major N x K matrix of bytes, sizes known at run time, becomes columns interleaved by
// 32: a thread moves 16 bytes of 4 rows.
// (half of 32, row, row of 4, block of rows, block of columns); a block is 128 rows by 128 columns.
!matrix = !layout<(2,4,32,4,?,?):(16,32,?{div=128},32*s2,128*s2,128)>
!interleaved = !layout<(2,4,32,4,?,?):(16,4096*s0,32,1024,4096,16384*s0)>
!global = memref<?xi8>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @interleave_i8(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %N: index, %K: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c128 = arith.constant 128 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %rows = arith.divui %N, %c128 : index
      %columns = arith.divui %K, %c128 : index
      %matrix = layout.make(%rows, %columns, %K) : !matrix
      %interleaved = layout.make(%rows, %columns) : !interleaved
      %half = arith.remui %t, %c2 : index
      %q = arith.divui %t, %c2 : index
      %group = arith.remui %q, %c4 : index
      %row = arith.divui %q, %c4 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %matrix(%half, %group, %row, %v, %by, %bx) : !matrix
        %x = vector.load %src[%i] : !global, vector<16xi8>
        %j = layout.crd2idx %interleaved(%half, %group, %row, %v, %by, %bx) : !interleaved
        vector.store %x, %dst[%j] : !global, vector<16xi8>
      }
      gpu.return
    }
  }
}
