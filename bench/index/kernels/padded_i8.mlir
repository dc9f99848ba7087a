// Row-major 128x128 tiles of bytes become 16-column panels through shared memory whose
// rows are padded to 144: 256 threads, 16 bytes at once.
!tiles = !layout<((128,128),4096):((128,1),16384)>
!panels = !layout<((128,(16,8)),4096):((16,(1,2048)),16384)>
!padded = !layout<(128,128):(144,1)>
!rows = !layout<((8,32),4):((2048,1),32)>
!columns = !layout<((128,2),4):((1,8192),2048)>
!from = !layout<(((8,32),4),4096):(((16,128),4096),16384)>
!to = !layout<(((128,2),4),4096):(((16,8192),2048),16384)>
!in = !layout<((8,32),4):((16,144),4608)>
!out = !layout<((128,2),4):((144,64),16)>
!global = memref<67108864xi8>
!smem = memref<18432xi8, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @padded_i8(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %tiles = layout.make : !tiles
      %panels = layout.make : !panels
      %padded = layout.make : !padded
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %from = layout.composition %tiles : !tiles by #layout.tile<[((8,32),4):((2048,1),32), _]>
      %in = layout.composition %padded, %rows : !padded, !rows
      %out = layout.composition %padded, %columns : !padded, !columns
      %to = layout.composition %panels : !panels by #layout.tile<[((128,2),4):((1,8192),2048), _]>
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %from((%t, %v), %b) : !from
        %x = vector.load %src[%i] : !global, vector<16xi8>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<16xi8>
      }
      gpu.barrier
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = vector.load %tile[%j] : !smem, vector<16xi8>
        %i = layout.crd2idx %to((%t, %v), %b) : !to
        vector.store %x, %dst[%i] : !global, vector<16xi8>
      }
      gpu.return
    }
  }
}
