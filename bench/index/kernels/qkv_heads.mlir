// Rows of queries, keys and values, 3 times H heads of 64 f16, become (q, k or v; head; token) matrices: a block takes
// 32 tokens of a head, 8 threads a row, of all three. The types of layouts behind the first two are left out.
!rows = !layout<((8,8),?,3,?):((1,8),64,64*s0,192*s0)>
!heads = !layout<((8,8),?,3,?):((1,8),64*s1,64*s0*s1,64)>
!any = !layout<*>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @qkv_heads(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %T: index, %H: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %bx = gpu.block_id x
      %head = gpu.block_id y
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %rows0 = layout.make(%H, %T) : !rows
      %heads0 = layout.make(%H, %T) : !heads
      %rows1 = layout.cast %rows0 : !rows to !any
      %heads1 = layout.cast %heads0 : !heads to !any
      %rows = layout.select %rows1 [0, 2, 1, 3] : !any
      %heads = layout.select %heads1 [0, 2, 1, 3] : !any
      %chunk = arith.remui %t, %c8 : index
      %token0 = arith.divui %t, %c8 : index
      %token1 = arith.muli %bx, %c32 : index
      %token = arith.addi %token0, %token1 : index
      %inside = arith.cmpi slt, %token, %T : index
      scf.if %inside {
        scf.for %v = %c0 to %c3 step %c1 {
          %i = layout.crd2idx %rows((0, %chunk), %v, %head, %token) : !any
          %x = vector.load %src[%i] : !global, vector<8xf16>
          %j = layout.crd2idx %heads((0, %chunk), %v, %head, %token) : !any
          vector.store %x, %dst[%j] : !global, vector<8xf16>
        }
      }
      gpu.return
    }
  }
}
