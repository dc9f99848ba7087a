// A view (batch, head, token, 64) of f16 with strides of 64 bits known at run time becomes contiguous: 8 threads a row,
// 4 rows a thread, tokens predicated.
// (chunk, token, head, batch)
!from = !layout<(8,?,?,?):(8,?{div=8},?{div=8},?{div=8})>
!to = !layout<(8,?,?,?):(8,64,64*s0,64*s0*s1)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @heads_view_i64(%x: !global {llvm.noalias}, %y: !global {llvm.noalias}, %B: index, %H: index, %T: index, %sb: index, %sh: index, %st: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %c128 = arith.constant 128 : index
      %bx = gpu.block_id x
      %head = gpu.block_id y
      %batch = gpu.block_id z
      %src = memref.assume_alignment %x, 16 : !global
      %dst = memref.assume_alignment %y, 16 : !global
      %from = layout.make(%T, %H, %B, %st, %sh, %sb) : !from
      %to = layout.make(%T, %H, %B) : !to
      %chunk = arith.remui %t, %c8 : index
      %row0 = arith.divui %t, %c8 : index
      %row1 = arith.muli %bx, %c128 : index
      %row2 = arith.addi %row0, %row1 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %v32 = arith.muli %v, %c32 : index
        %row = arith.addi %row2, %v32 : index
        %inside = arith.cmpi slt, %row, %T : index
        scf.if %inside {
          %i = layout.crd2idx %from(%chunk, %row, %head, %batch) : !from
          %e = vector.load %src[%i] : !global, vector<8xf16>
          %j = layout.crd2idx %to(%chunk, %row, %head, %batch) : !to
          vector.store %e, %dst[%j] : !global, vector<8xf16>
        }
      }
      gpu.return
    }
  }
}
