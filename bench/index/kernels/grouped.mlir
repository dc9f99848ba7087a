// A tile of 64x64 f32 of each of many matrices, which begin at offsets in a table and have
// leading dimensions in another, goes to a compact tile: 256 threads, 4 f32 at once.
// (4 columns, row, row of 4, tile of rows, tile of columns)
!matrix = !layout<((16,16),4,?,?):((4,?{div=4}),16*s2,64*s2,64)>
!compact = !layout<((16,16),4,?,?,?):((4,64),1024,4096,4096*s0,4096*s0*s1)>
!global = memref<?xf32>
// Offsets there fit 31 bits, which CuTe's `int` says too.
!tiles = memref<2147483647xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @grouped(%from: !global {llvm.noalias}, %offsets: memref<?xi64> {llvm.noalias}, %strides: memref<?xi32> {llvm.noalias}, %to: !tiles {llvm.noalias}, %R: index, %C: index, %G: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %g = gpu.block_id z
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !tiles
      %offset64 = memref.load %offsets[%g] : memref<?xi64>
      %offset4 = arith.index_cast %offset64 : i64 to index
      // Offsets count vectors of 4.
      %offset = arith.muli %offset4, %c4 : index
      %ld32 = memref.load %strides[%g] : memref<?xi32>
      %ld = arith.index_cast %ld32 : i32 to index
      %matrix = layout.make(%R, %C, %ld) : !matrix
      %compact = layout.make(%R, %C, %G) : !compact
      scf.for %v = %c0 to %c4 step %c1 {
        %i0 = layout.crd2idx %matrix(%t, %v, %by, %bx) : !matrix
        %i = arith.addi %offset, %i0 : index
        %x = vector.load %src[%i] : !global, vector<4xf32>
        %j = layout.crd2idx %compact(%t, %v, %by, %bx, %g) : !compact
        vector.store %x, %dst[%j] : !tiles, vector<4xf32>
      }
      gpu.return
    }
  }
}
