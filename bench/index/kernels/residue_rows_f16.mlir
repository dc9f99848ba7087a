// Rows of 128 f16 go between run-time leading dimensions, 16 bytes at once; the number
// of rows is no multiple of the block's 64: 16 threads a row, 4 rows a thread.
!matrix = !layout<(?,(8,16)):(?{div=8},(1,8))>
// (thread, value, block) to the row.
!rows = !layout<((16,16),4,65536):((0,1),16,64)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @residue_rows_f16(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %M: index, %ldSrc: index, %ldDst: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %b = gpu.block_id x
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %a = layout.make(%M, %ldSrc) : !matrix
      %c = layout.make(%M, %ldDst) : !matrix
      %rows = layout.make : !rows
      %chunk = arith.remui %t, %c16 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %r = layout.crd2idx %rows(%t, %v, %b) : !rows
        %inside = arith.cmpi slt, %r, %M : index
        scf.if %inside {
          %i = layout.crd2idx %a(%r, (0, %chunk)) : !matrix
          %x = vector.load %src[%i] : !global, vector<8xf16>
          %j = layout.crd2idx %c(%r, (0, %chunk)) : !matrix
          vector.store %x, %dst[%j] : !global, vector<8xf16>
        }
      }
      gpu.return
    }
  }
}
