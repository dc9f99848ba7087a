// Rows of blocks of a block-sparse matrix of f32, 16x16 blocks: a block of threads adds up the blocks of a row, whose
// numbers lie between two entries of a table, each multiplied by the element of a vector that its column has.
!values = !layout<(16,16,?):(16,1,256)>
!in = !layout<(16,?):(1,16)>
!global = memref<?xf32>
!table = memref<?xi32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @bsr_rows(%blocks: !global {llvm.noalias}, %starts: !table {llvm.noalias}, %columns: !table {llvm.noalias}, %x: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %R: index, %C: index, %Z: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %zero = arith.constant 0.0 : f32
      %b = gpu.block_id x
      %values = layout.make(%Z) : !values
      %in = layout.make(%C) : !in
      %out = layout.make(%R) : !values
      %row = arith.divui %t, %c16 : index
      %column = arith.remui %t, %c16 : index
      %next = arith.addi %b, %c1 : index
      %start32 = memref.load %starts[%b] : !table
      %end32 = memref.load %starts[%next] : !table
      %start = arith.index_cast %start32 : i32 to index
      %end = arith.index_cast %end32 : i32 to index
      %sum = scf.for %z = %start to %end step %c1 iter_args(%s = %zero) -> (f32) {
        %c32 = memref.load %columns[%z] : !table
        %c = arith.index_cast %c32 : i32 to index
        %i = layout.crd2idx %values(%row, %column, %z) : !values
        %j = layout.crd2idx %in(%column, %c) : !in
        %a = memref.load %blocks[%i] : !global
        %e = memref.load %x[%j] : !global
        %p = arith.mulf %a, %e : f32
        %q = arith.addf %s, %p : f32
        scf.yield %q : f32
      }
      %k = layout.crd2idx %out(%row, %column, %b) : !values
      memref.store %sum, %dst[%k] : !global
      gpu.return
    }
  }
}
