// Attention heads of 8x2048x16x64 f16 (batch, sequence, head) are permuted to (batch, head,
// sequence), 8 f16 at once in the order of the result: 4 vectors a thread.
!source = !layout<(8,2048,16,8):(8,1024,64,2097152)>
!global = memref<16777216xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @permute_0213(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %b = gpu.block_id x
      %source = layout.make : !source
      %vectors = layout.make : !layout<(256,4,2048):(1,256,1024)>
      scf.for %v = %c0 to %c4 step %c1 {
        %e = layout.crd2idx %vectors(%t, %v, %b) : !layout<(256,4,2048):(1,256,1024)>
        %i = layout.crd2idx %source(%e) : !source
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = arith.muli %e, %c8 : index
        vector.store %x, %dst[%j] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
