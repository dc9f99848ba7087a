// Sums of two batches of matrices of f32 whose strides are known at run time and may be 0: a
// block makes 32 rows of 128 columns, 32 threads a row, 4 f32 at once, 4 rows a thread.
// (thread, value, 32 rows, 128 columns, matrix)
!view = !layout<((32,8),4,?,?,?):((4,?{div=4}),8*s3,32*s3,128,?{div=4})>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @broadcast_add(%x: !global {llvm.noalias}, %y: !global {llvm.noalias}, %z: !global {llvm.noalias}, %R: index, %C: index, %B: index, %xR: index, %xB: index, %yR: index, %yB: index, %zR: index, %zB: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      %left = memref.assume_alignment %x, 16 : !global
      %right = memref.assume_alignment %y, 16 : !global
      %result = memref.assume_alignment %z, 16 : !global
      // R and C count blocks.
      %a = layout.make(%R, %C, %B, %xR, %xB) : !view
      %b = layout.make(%R, %C, %B, %yR, %yB) : !view
      %c = layout.make(%R, %C, %B, %zR, %zB) : !view
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %a(%t, %v, %by, %bx, %bz) : !view
        %p = vector.load %left[%i] : !global, vector<4xf32>
        %j = layout.crd2idx %b(%t, %v, %by, %bx, %bz) : !view
        %q = vector.load %right[%j] : !global, vector<4xf32>
        %s = arith.addf %p, %q : vector<4xf32>
        %k = layout.crd2idx %c(%t, %v, %by, %bx, %bz) : !view
        vector.store %s, %result[%k] : !global, vector<4xf32>
      }
      gpu.return
    }
  }
}
