// Row-major 128x128 tiles of i8 become 16-column panels, through shared memory
// whose 128-byte rows are swizzled: 256 threads, 16 bytes at once.
!tiles = !layout<((128,128),4096):((128,1),16384)>
!panels = !layout<((128,(16,8)),4096):((16,(1,2048)),16384)>
!shared = !layout<S<3,4,3> o 0 o (128,128):(128,1)>
// A thread's 16 columns of 4 rows, and of one row 4 times 16 columns.
!rows = !layout<((8,32),4):((2048,1),32)>
!columns = !layout<((128,2),4):((1,8192),2048)>
!from = !layout<(((8,32),4),4096):(((16,128),4096),16384)>
!to = !layout<(((128,2),4),4096):(((16,8192),2048),16384)>
!in = !layout<S<3,4,3> o 0 o ((8,32),4):((16,128),4096)>
!out = !layout<S<3,4,3> o 0 o ((128,2),4):((128,64),16)>
!global = memref<67108864xi8>
!smem = memref<16384xi8, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @swizzle128_i8(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 4 : index
      %tiles = layout.make : !tiles
      %panels = layout.make : !panels
      %shared = layout.make : !shared
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %from = layout.composition %tiles : !tiles by #layout.tile<[((8,32),4):((2048,1),32), _]>
      %in = layout.composition %shared, %rows : !shared, !rows
      %out = layout.composition %shared, %columns : !shared, !columns
      %to = layout.composition %panels : !panels by #layout.tile<[((128,2),4):((1,8192),2048), _]>
      scf.for %v = %c0 to %n step %c1 {
        %i = layout.crd2idx %from((%t, %v), %b) : !from
        %x = vector.load %src[%i] : !global, vector<16xi8>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<16xi8>
      }
      gpu.barrier
      scf.for %v = %c0 to %n step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = vector.load %tile[%j] : !smem, vector<16xi8>
        %i = layout.crd2idx %to((%t, %v), %b) : !to
        vector.store %x, %dst[%i] : !global, vector<16xi8>
      }
      gpu.return
    }
  }
}
