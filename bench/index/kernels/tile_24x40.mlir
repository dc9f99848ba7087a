// Batches of matrices of f32, row-major with a run-time leading dimension and distance, are packed in tiles of 24 rows and
// 40 columns, what is outside as zeros: 120 threads, 2 columns at once, 4 times.
!a = !layout<(?,?,?):(?{div=2},1,?{div=2})>
!b = !layout<(24,40,?,?,?):(40,1,960,960*s0,960*s0*s1)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @tile_24x40(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %M: index, %N: index, %B: index, %ld: index, %distance: index)
        kernel attributes {known_block_size = array<i32: 120, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c6 = arith.constant 6 : index
      %c20 = arith.constant 20 : index
      %c24 = arith.constant 24 : index
      %c40 = arith.constant 40 : index
      %zero = arith.constant dense<0.0> : vector<2xf32>
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      %gx = gpu.grid_dim x
      %gy = gpu.grid_dim y
      %gz = gpu.grid_dim z
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %a = layout.make(%M, %N, %B, %ld, %distance) : !a
      %b = layout.make(%gx, %gy, %gz) : !b
      %y = arith.divui %t, %c20 : index
      %x0 = arith.remui %t, %c20 : index
      %x = arith.muli %x0, %c2 : index
      %rows = arith.muli %by, %c24 : index
      %columns = arith.muli %bx, %c40 : index
      %column = arith.addi %columns, %x : index
      %in_columns = arith.cmpi slt, %column, %N : index
      scf.for %v = %c0 to %c4 step %c1 {
        %v6 = arith.muli %v, %c6 : index
        %r = arith.addi %y, %v6 : index
        %row = arith.addi %rows, %r : index
        %in_rows = arith.cmpi slt, %row, %M : index
        %inside = arith.andi %in_rows, %in_columns : i1
        %e = scf.if %inside -> vector<2xf32> {
          %i = layout.crd2idx %a(%row, %column, %bz) : !a
          %l = vector.load %src[%i] : !global, vector<2xf32>
          scf.yield %l : vector<2xf32>
        } else {
          scf.yield %zero : vector<2xf32>
        }
        %j = layout.crd2idx %b(%r, %x, %bx, %by, %bz) : !b
        vector.store %e, %dst[%j] : !global, vector<2xf32>
      }
      gpu.return
    }
  }
}
