// Keys and values of sequences, 8 heads of 128 f16, are gathered from a cache of pages of 16 tokens,
// a page keys first, then values, head by head, to (key or value, sequence, head, token): a block takes a page of both.
// (chunk of 8, token, head, key or value, page)
!cache = !layout<(16,16,8,2,?):(8,128,2048,16384,32768)>
// (chunk, (token, page), head, sequence, key or value)
!out = !layout<(16,(16,?),8,?,2):(8,(128,2048),2048*s0,16384*s0,16384*s0*s1)>
!global = memref<?xf16>
!table = memref<?xi32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @paged_kv(%from: !global {llvm.noalias}, %pages: !table {llvm.noalias}, %to: !global {llvm.noalias}, %width: index, %B: index, %count: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %k = gpu.block_id x
      %s = gpu.block_id y
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %cache = layout.make(%count) : !cache
      %out = layout.make(%width, %B) : !out
      %chunk = arith.remui %t, %c16 : index
      %token = arith.divui %t, %c16 : index
      %row = arith.muli %s, %width : index
      %at = arith.addi %row, %k : index
      %page32 = memref.load %pages[%at] : !table
      %page = arith.index_cast %page32 : i32 to index
      scf.for %kv = %c0 to %c2 step %c1 {
        scf.for %h = %c0 to %c8 step %c1 {
          %i = layout.crd2idx %cache(%chunk, %token, %h, %kv, %page) : !cache
          %x = vector.load %src[%i] : !global, vector<8xf16>
          %j = layout.crd2idx %out(%chunk, (%token, %k), %h, %s, %kv) : !out
          vector.store %x, %dst[%j] : !global, vector<8xf16>
        }
      }
      gpu.return
    }
  }
}
