// Row-major 128x16 tiles of f32 become 4-column panels, through shared memory
// whose 64-byte rows are swizzled: 256 threads, 16 bytes at once.
!tiles = !layout<((128,16),8192):((16,1),2048)>
!panels = !layout<((128,(4,4)),8192):((4,(1,512)),2048)>
!shared = !layout<S<2,2,3> o 0 o (128,16):(16,1)>
// A thread's 4 columns of 2 rows, and of one row 2 times 4 columns.
!rows = !layout<((4,64),2):((512,1),64)>
!columns = !layout<((128,2),2):((1,1024),512)>
!from = !layout<(((4,64),2),8192):(((4,16),1024),2048)>
!to = !layout<(((128,2),2),8192):(((4,1024),512),2048)>
!in = !layout<S<2,2,3> o 0 o ((4,64),2):((4,16),1024)>
!out = !layout<S<2,2,3> o 0 o ((128,2),2):((16,8),4)>
!global = memref<16777216xf32>
!smem = memref<2048xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @swizzle64_f32(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
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
      %from = layout.composition %tiles : !tiles by #layout.tile<[((4,64),2):((512,1),64), _]>
      %in = layout.composition %shared, %rows : !shared, !rows
      %out = layout.composition %shared, %columns : !shared, !columns
      %to = layout.composition %panels : !panels by #layout.tile<[((128,2),2):((1,1024),512), _]>
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
