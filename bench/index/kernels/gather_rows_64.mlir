// Rows of 256 f16 of a table that may have more than 2^31 elements are gathered by 64-bit
// index: a block takes 32 rows, 32 threads a row, 16 bytes at once.
!table = !layout<(?,(8,32)):(?{div=8},(1,8))>
!result = !layout<((32,8),4,?):((8,256),2048,8192)>
// (thread, value, block) to the number of a row of the result.
!numbers = !layout<((32,8),4,67108863):((0,1),8,32)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gather_rows_64(%from: !global {llvm.noalias}, %indices: memref<?xi64> {llvm.noalias}, %to: !global {llvm.noalias}, %rows: index, %n: index, %ld: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c32 = arith.constant 32 : index
      %b = gpu.block_id x
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %blocks = arith.divui %n, %c32 : index
      %table = layout.make(%rows, %ld) : !table
      %result = layout.make(%blocks) : !result
      %numbers = layout.make : !numbers
      %chunk = arith.remui %t, %c32 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %k = layout.crd2idx %numbers(%t, %v, %b) : !numbers
        %index = memref.load %indices[%k] : memref<?xi64>
        %row = arith.index_cast %index : i64 to index
        %i = layout.crd2idx %table(%row, (0, %chunk)) : !table
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %result(%t, %v, %b) : !result
        vector.store %x, %dst[%j] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
