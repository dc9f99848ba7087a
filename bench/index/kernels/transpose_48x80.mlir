// Tiles of 48 rows and 80 columns of f16 of a row-major matrix are transposed through shared memory with padded
// rows: 240 threads, 2 columns and then 2 rows at once.
!a = memref<4800x3200xf16, #layout<(4800,3200):(3200,1)>>
!b = memref<3200x4800xf16>
!smem = memref<48x80xf16, #layout<(48,80):(82,1)>, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose_48x80(%src: !a {llvm.noalias, llvm.align = 16 : i64}, %dst: !b {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 240, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c6 = arith.constant 6 : index
      %c8 = arith.constant 8 : index
      %c10 = arith.constant 10 : index
      %c24 = arith.constant 24 : index
      %c40 = arith.constant 40 : index
      %c48 = arith.constant 48 : index
      %c80 = arith.constant 80 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %rows = arith.muli %by, %c48 : index
      %columns = arith.muli %bx, %c80 : index
      %y = arith.divui %t, %c40 : index
      %x0 = arith.remui %t, %c40 : index
      %x = arith.muli %x0, %c2 : index
      %column = arith.addi %columns, %x : index
      scf.for %v = %c0 to %c8 step %c1 {
        %v6 = arith.muli %v, %c6 : index
        %r = arith.addi %y, %v6 : index
        %row = arith.addi %rows, %r : index
        %e = vector.load %src[%row, %column] : !a, vector<2xf16>
        vector.store %e, %tile[%r, %x] : !smem, vector<2xf16>
      }
      gpu.barrier
      %p0 = arith.remui %t, %c24 : index
      %p = arith.muli %p0, %c2 : index
      %p1 = arith.addi %p, %c1 : index
      %q = arith.divui %t, %c24 : index
      %out_row = arith.addi %rows, %p : index
      scf.for %v = %c0 to %c8 step %c1 {
        %v10 = arith.muli %v, %c10 : index
        %c = arith.addi %q, %v10 : index
        %e0 = memref.load %tile[%p, %c] : !smem
        %e1 = memref.load %tile[%p1, %c] : !smem
        %e = vector.from_elements %e0, %e1 : vector<2xf16>
        %out_column = arith.addi %columns, %c : index
        vector.store %e, %dst[%out_column, %out_row] : !b, vector<2xf16>
      }
      gpu.return
    }
  }
}
