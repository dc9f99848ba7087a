// Tiles of 32 rows and 16 columns of 64-bit integers are transposed through shared memory, whose rows of 128 bytes
// are swizzled: 16 bytes in, an element at a time out.
!from = !layout<(((8,16),2),16384):(((2,16),256),512)>
!shared = !layout<S<3,1,3> o 0 o (32,16):(16,1)>
!rows = !layout<((8,16),2):((64,1),16)>
!columns = !layout<((32,4),4):((1,32),128)>
!in = !layout<S<3,1,3> o 0 o ((8,16),2):((2,16),256)>
!out = !layout<S<3,1,3> o 0 o ((32,4),4):((16,1),4)>
!to = !layout<(((32,4),4),16384):(((1,32),128),512)>
!global = memref<8388608xi64>
!smem = memref<512xi64, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @swizzle128_i64(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %from = layout.make : !from
      %to = layout.make : !to
      %shared = layout.make : !shared
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %in = layout.composition %shared, %rows : !shared, !rows
      %out = layout.composition %shared, %columns : !shared, !columns
      scf.for %v = %c0 to %c2 step %c1 {
        %i = layout.crd2idx %from((%t, %v), %b) : !from
        %x = vector.load %src[%i] : !global, vector<2xi64>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<2xi64>
      }
      gpu.barrier
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = memref.load %tile[%j] : !smem
        %i = layout.crd2idx %to((%t, %v), %b) : !to
        memref.store %x, %dst[%i] : !global
      }
      gpu.return
    }
  }
}
