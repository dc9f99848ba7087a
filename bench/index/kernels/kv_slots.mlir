// Keys of tokens, 8 heads of 128 f16 with a run-time stride between tokens, go to the slots of a
// cache in pages of 16 that a table of 64-bit numbers names: 128 threads a token, 16 bytes at once.
// (chunk of 8, head, token)
!keys = !layout<(16,8,?):(8,128,?{div=8})>
// ((slot of a page, page), chunk, head)
!cache = !layout<((16,?),16,8):((8,16384),128,2048)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kv_slots(%from: !global {llvm.noalias}, %slots: memref<?xi64> {llvm.noalias}, %to: !global {llvm.noalias}, %tokens: index, %stride: index, %count: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c128 = arith.constant 128 : index
      %b = gpu.block_id x
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %keys = layout.make(%tokens, %stride) : !keys
      %cache = layout.make(%count) : !cache
      %chunk = arith.remui %t, %c16 : index
      %q = arith.divui %t, %c16 : index
      %head = arith.remui %q, %c8 : index
      %second = arith.divui %t, %c128 : index
      %first = arith.muli %b, %c8 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %v2 = arith.muli %v, %c2 : index
        %k0 = arith.addi %first, %v2 : index
        %k = arith.addi %k0, %second : index
        %number = memref.load %slots[%k] : memref<?xi64>
        %slot = arith.index_cast %number : i64 to index
        %i = layout.crd2idx %keys(%chunk, %head, %k) : !keys
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %cache(%slot, %chunk, %head) : !cache
        vector.store %x, %dst[%j] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
