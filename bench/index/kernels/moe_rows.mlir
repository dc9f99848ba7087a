// Rows of 512 f16 of tokens, sorted by group, go to a padded place of each group: groups begin at rows that
// a table has, tokens are named by another; 64 threads a row, rows behind a group's end are left out.
!from = !layout<(64,?):(8,512)>
!to = !layout<(64,?,?):(8,512,512*s0)>
!global = memref<?xf16>
!table = memref<?xi32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @moe_rows(%x: !global {llvm.noalias}, %starts: !table {llvm.noalias}, %tokens: !table {llvm.noalias}, %y: !global {llvm.noalias}, %T: index, %G: index, %capacity: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %b = gpu.block_id x
      %g = gpu.block_id y
      %src = memref.assume_alignment %x, 16 : !global
      %dst = memref.assume_alignment %y, 16 : !global
      %from = layout.make(%T) : !from
      %to = layout.make(%capacity, %G) : !to
      %start32 = memref.load %starts[%g] : !table
      %next = arith.addi %g, %c1 : index
      %end32 = memref.load %starts[%next] : !table
      %count32 = arith.subi %end32, %start32 : i32
      %count = arith.index_cast %count32 : i32 to index
      %start = arith.index_cast %start32 : i32 to index
      %chunk = arith.remui %t, %c64 : index
      %y0 = arith.divui %t, %c64 : index
      %y1 = arith.muli %b, %c16 : index
      %r0 = arith.addi %y0, %y1 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %v4 = arith.muli %v, %c4 : index
        %r = arith.addi %r0, %v4 : index
        %inside = arith.cmpi slt, %r, %count : index
        scf.if %inside {
          %k = arith.addi %start, %r : index
          %token32 = memref.load %tokens[%k] : !table
          %token = arith.index_cast %token32 : i32 to index
          %i = layout.crd2idx %from(%chunk, %token) : !from
          %e = vector.load %src[%i] : !global, vector<8xf16>
          %j = layout.crd2idx %to(%chunk, %r, %g) : !to
          vector.store %e, %dst[%j] : !global, vector<8xf16>
        }
      }
      gpu.return
    }
  }
}
