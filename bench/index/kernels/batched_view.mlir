// Heads of (batch, sequence, head, 128) f16 with any strides become compact (batch, head,
// sequence, 128): a block moves 64 positions of a head, 16 threads a row, 4 rows a thread.
// (thread, value, block of the sequence, head, batch)
!view = !layout<((16,16),4,?,?,?):((8,?{div=8}),16*s3,64*s3,?{div=8},?{div=8})>
!compact = !layout<((16,16),4,?,?,?):((8,128),2048,8192,8192*s0,8192*s0*s1)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @batched_view(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %S: index, %H: index, %B: index, %sS: index, %sH: index, %sB: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c64 = arith.constant 64 : index
      %bs = gpu.block_id x
      %h = gpu.block_id y
      %b = gpu.block_id z
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %blocks = arith.divui %S, %c64 : index
      %view = layout.make(%blocks, %H, %B, %sS, %sH, %sB) : !view
      %compact = layout.make(%blocks, %H, %B) : !compact
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %view(%t, %v, %bs, %h, %b) : !view
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %compact(%t, %v, %bs, %h, %b) : !compact
        vector.store %x, %dst[%j] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
