// A matrix of f16 of any size and leading dimension is transposed in tiles of 64 rows and 32 columns,
// through shared memory with rows of 33: a thread moves 8 elements.
!a = !layout<(?,?):(?,1)>
!b = !layout<(?,?):(1,?)>
!global = memref<?xf16>
!smem = memref<64x32xf16, #layout<(64,32):(33,1)>, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose_residue_f16(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %M: index, %N: index, %lda: index, %ldb: index)
        workgroup(%tile: !smem)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %a = layout.make(%M, %N, %lda) : !a
      %b = layout.make(%M, %N, %ldb) : !b
      %rows = arith.muli %by, %c64 : index
      %columns = arith.muli %bx, %c32 : index
      %y = arith.divui %t, %c32 : index
      %x = arith.remui %t, %c32 : index
      %column = arith.addi %columns, %x : index
      %in_columns = arith.cmpi slt, %column, %N : index
      scf.for %v = %c0 to %c8 step %c1 {
        %v8 = arith.muli %v, %c8 : index
        %r = arith.addi %y, %v8 : index
        %row = arith.addi %rows, %r : index
        %in_rows = arith.cmpi slt, %row, %M : index
        %inside = arith.andi %in_rows, %in_columns : i1
        scf.if %inside {
          %i = layout.crd2idx %a(%row, %column) : !a
          %e = memref.load %src[%i] : !global
          memref.store %e, %tile[%r, %x] : !smem
        }
      }
      gpu.barrier
      %p = arith.remui %t, %c64 : index
      %q = arith.divui %t, %c64 : index
      %out_row = arith.addi %rows, %p : index
      %in_rows = arith.cmpi slt, %out_row, %M : index
      scf.for %v = %c0 to %c8 step %c1 {
        %v4 = arith.muli %v, %c4 : index
        %c = arith.addi %q, %v4 : index
        %out_column = arith.addi %columns, %c : index
        %in = arith.cmpi slt, %out_column, %N : index
        %inside = arith.andi %in_rows, %in : i1
        scf.if %inside {
          %e = memref.load %tile[%p, %c] : !smem
          %i = layout.crd2idx %b(%out_row, %out_column) : !b
          memref.store %e, %dst[%i] : !global
        }
      }
      gpu.return
    }
  }
}
