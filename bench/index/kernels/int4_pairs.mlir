// Weights of 4 bits, two a byte, in panels of 32 rows for which 4 rows of 8 bytes lie together, become rows of bytes,
// the low halves before the high ones of each 8: a thread unpacks 8 bytes of 4 rows.
// ((row of 4, of 8), chunk, panel)
!packed = !layout<((4,8),?,?):((8,32*s0),32,256*s0)>
!rows = !layout<((4,8),?,?):((16*s0,64*s0),16,512*s0)>
!global = memref<?xi8>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @int4_pairs(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %N: index, %K: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %low = arith.constant dense<0x0f0f0f0f> : vector<2xi32>
      %four = arith.constant dense<4> : vector<2xi32>
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %chunks = arith.divui %K, %c16 : index
      %panels = arith.divui %N, %c32 : index
      %packed = layout.make(%chunks, %panels) : !packed
      %rows = layout.make(%chunks, %panels) : !rows
      %chunk0 = arith.remui %t, %c32 : index
      %chunk1 = arith.muli %bx, %c32 : index
      %chunk = arith.addi %chunk0, %chunk1 : index
      %group = arith.divui %t, %c32 : index
      %inside = arith.cmpi slt, %chunk, %chunks : index
      scf.if %inside {
        scf.for %v = %c0 to %c4 step %c1 {
          %i = layout.crd2idx %packed((%v, %group), %chunk, %by) : !packed
          %bytes = vector.load %src[%i] : !global, vector<8xi8>
          %x = vector.bitcast %bytes : vector<8xi8> to vector<2xi32>
          %first = arith.andi %x, %low : vector<2xi32>
          %shifted = arith.shrui %x, %four : vector<2xi32>
          %second = arith.andi %shifted, %low : vector<2xi32>
          %both = vector.shuffle %first, %second [0, 1, 2, 3] : vector<2xi32>, vector<2xi32>
          %y = vector.bitcast %both : vector<4xi32> to vector<16xi8>
          %j = layout.crd2idx %rows((%v, %group), %chunk, %by) : !rows
          vector.store %y, %dst[%j] : !global, vector<16xi8>
        }
      }
      gpu.return
    }
  }
}
