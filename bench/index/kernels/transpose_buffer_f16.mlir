// Tiles of 64x64 f16 are transposed through a swizzled shared buffer that is a memref
// with that layout, indexed by row and column: S<3,3,6> keeps 8 elements of a row together.
!global = memref<4096x64x64xf16, #layout<(4096,64,64):(4096,64,1)>>
!shared = memref<64x64xf16, #layout<S<3,3,6> o 0 o (64,64):(64,1)>, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose_buffer_f16(%from: !global {llvm.noalias}, %to: !global {llvm.noalias})
        workgroup(%tile: !shared {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %b = gpu.block_id x
      %zero = arith.constant 0.0 : f16
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      // Thread t handles 8 columns from 8 (t mod 8) on, of the rows t / 8 and 32 below.
      %row = arith.divui %t, %c8 : index
      %chunk = arith.remui %t, %c8 : index
      %column = arith.muli %chunk, %c8 : index
      scf.for %k = %c0 to %c2 step %c1 {
        %below = arith.muli %k, %c32 : index
        %r = arith.addi %row, %below : index
        %v = vector.transfer_read %src[%b, %r, %column], %zero {in_bounds = [true]} : !global, vector<8xf16>
        vector.transfer_write %v, %tile[%r, %column] {in_bounds = [true]} : vector<8xf16>, !shared
      }
      gpu.barrier
      // The same part of the transposed tile: 8 rows of one column.
      scf.for %k = %c0 to %c2 step %c1 {
        %below = arith.muli %k, %c32 : index
        %r = arith.addi %row, %below : index
        %v = vector.transfer_read %tile[%column, %r], %zero
          {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : !shared, vector<8xf16>
        vector.transfer_write %v, %dst[%b, %r, %column] {in_bounds = [true]} : vector<8xf16>, !global
      }
      gpu.return
    }
  }
}
