// Sums of the rows of a column-major matrix of f32 whose leading dimension is known at
// run time: a thread takes a row, 8 columns a pass.
!matrix = !layout<(256,?,(8,?)):(1,256,(?,8*s2))>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kloop_column(%A: !global {llvm.noalias}, %sums: !global {llvm.noalias}, %M: index, %K: index, %ld: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c256 = arith.constant 256 : index
      %b = gpu.block_id x
      %zero = arith.constant 0.0 : f32
      %blocks = arith.divui %M, %c256 : index
      %passes = arith.divui %K, %c8 : index
      // (thread, block, (column of a pass, pass))
      %a = layout.make(%blocks, %passes, %ld) : !matrix
      %r = scf.for %k = %c0 to %passes step %c1 iter_args(%sum = %zero) -> (f32) {
        %y = scf.for %v = %c0 to %c8 step %c1 iter_args(%s = %sum) -> (f32) {
          %i = layout.crd2idx %a(%t, %b, (%v, %k)) : !matrix
          %x = memref.load %A[%i] : !global
          %z = arith.addf %s, %x : f32
          scf.yield %z : f32
        }
        scf.yield %y : f32
      }
      %j0 = arith.muli %b, %c256 : index
      %j = arith.addi %j0, %t : index
      memref.store %r, %sums[%j] : !global
      gpu.return
    }
  }
}
