// Row-major 128x32 tiles of f32 become 4-column panels, through shared memory
// whose 128-byte rows are swizzled: 256 threads, 16 bytes at once.
!tiles = !layout<((128,32),4096):((32,1),4096)>
!panels = !layout<((128,(4,8)),4096):((4,(1,512)),4096)>
!shared = !layout<S<3,2,3> o 0 o (128,32):(32,1)>
// A thread's 4 columns of 4 rows, and of one row 4 times 4 columns.
!rows = !layout<((8,32),4):((512,1),32)>
!columns = !layout<((128,2),4):((1,2048),512)>
!from = !layout<(((8,32),4),4096):(((4,32),1024),4096)>
!to = !layout<(((128,2),4),4096):(((4,2048),512),4096)>
!in = !layout<S<3,2,3> o 0 o ((8,32),4):((4,32),1024)>
!out = !layout<S<3,2,3> o 0 o ((128,2),4):((32,16),4)>
!global = memref<16777216xf32>
!smem = memref<4096xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @swizzle128_f32(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
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
      %from = layout.composition %tiles : !tiles by #layout.tile<[((8,32),4):((512,1),32), _]>
      %in = layout.composition %shared, %rows : !shared, !rows
      %out = layout.composition %shared, %columns : !shared, !columns
      %to = layout.composition %panels : !panels by #layout.tile<[((128,2),4):((1,2048),512), _]>
      scf.for %v = %c0 to %n step %c1 {
        %i = layout.crd2idx %from((%t, %v), %b) : !from
        %x = vector.load %src[%i] : !global, vector<4xf32>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<4xf32>
      }
      gpu.barrier
      scf.for %v = %c0 to %n step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = vector.load %tile[%j] : !smem, vector<4xf32>
        %i = layout.crd2idx %to((%t, %v), %b) : !to
        vector.store %x, %dst[%i] : !global, vector<4xf32>
      }
      gpu.return
    }
  }
}
