// Row-major 256x32 tiles of i8 become 16-column panels, through shared memory
// whose 32-byte rows are swizzled: 256 threads, 16 bytes at once.
!tiles = !layout<((256,32),8192):((32,1),8192)>
!panels = !layout<((256,(16,2)),8192):((16,(1,4096)),8192)>
!shared = !layout<S<1,4,3> o 0 o (256,32):(32,1)>
// A thread's 16 columns of 2 rows, and of one row 2 times 16 columns.
!rows = !layout<((2,128),2):((4096,1),128)>
!columns = !layout<(256,2):(1,4096)>
!from = !layout<(((2,128),2),8192):(((16,32),4096),8192)>
!to = !layout<((256,2),8192):((16,4096),8192)>
!in = !layout<S<1,4,3> o 0 o ((2,128),2):((16,32),4096)>
!out = !layout<S<1,4,3> o 0 o (256,2):(32,16)>
!global = memref<67108864xi8>
!smem = memref<8192xi8, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @swizzle32_i8(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 2 : index
      %tiles = layout.make : !tiles
      %panels = layout.make : !panels
      %shared = layout.make : !shared
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %from = layout.composition %tiles : !tiles by #layout.tile<[((2,128),2):((4096,1),128), _]>
      %in = layout.composition %shared, %rows : !shared, !rows
      %out = layout.composition %shared, %columns : !shared, !columns
      %to = layout.composition %panels : !panels by #layout.tile<[(256,2):(1,4096), _]>
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
