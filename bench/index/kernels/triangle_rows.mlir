// Rows of a packed lower triangle of f32 go to rows with a run-time leading dimension: a warp
// takes a row, a lane each 32nd column up to the diagonal.
// (row, column)
!matrix = !layout<(?,?):(?,1)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @triangle_rows(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %N: index, %ld: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %b = gpu.block_id x
      %matrix = layout.make(%N, %N, %ld) : !matrix
      %lane = arith.remui %t, %c32 : index
      %warp = arith.divui %t, %c32 : index
      %r0 = arith.muli %b, %c8 : index
      %r = arith.addi %r0, %warp : index
      %inside = arith.cmpi ult, %r, %N : index
      scf.if %inside {
        // Row r begins behind 1 + 2 + ... + r elements.
        %next = arith.addi %r, %c1 : index
        %twice = arith.muli %r, %next : index
        %begin = arith.divui %twice, %c2 : index
        scf.for %c = %lane to %next step %c32 {
          %i = arith.addi %begin, %c : index
          %x = memref.load %src[%i] : !global
          %j = layout.crd2idx %matrix(%r, %c) : !matrix
          memref.store %x, %dst[%j] : !global
        }
      }
      gpu.return
    }
  }
}
