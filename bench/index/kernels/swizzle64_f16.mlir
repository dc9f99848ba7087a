// Row-major 128x32 tiles of f16 become 8-column panels, through shared memory
// whose 64-byte rows are swizzled: 256 threads, 16 bytes at once.
!tiles = !layout<((128,32),8192):((32,1),4096)>
!panels = !layout<((128,(8,4)),8192):((8,(1,1024)),4096)>
!shared = !layout<S<2,3,3> o 0 o (128,32):(32,1)>
// A thread's 8 columns of 2 rows, and of one row 2 times 8 columns.
!rows = !layout<((4,64),2):((1024,1),64)>
!columns = !layout<((128,2),2):((1,2048),1024)>
!from = !layout<(((4,64),2),8192):(((8,32),2048),4096)>
!to = !layout<(((128,2),2),8192):(((8,2048),1024),4096)>
!in = !layout<S<2,3,3> o 0 o ((4,64),2):((8,32),2048)>
!out = !layout<S<2,3,3> o 0 o ((128,2),2):((32,16),8)>
!global = memref<33554432xf16>
!smem = memref<4096xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @swizzle64_f16(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
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
      %from = layout.composition %tiles : !tiles by #layout.tile<[((4,64),2):((1024,1),64), _]>
      %in = layout.composition %shared, %rows : !shared, !rows
      %out = layout.composition %shared, %columns : !shared, !columns
      %to = layout.composition %panels : !panels by #layout.tile<[((128,2),2):((1,2048),1024), _]>
      scf.for %v = %c0 to %n step %c1 {
        %i = layout.crd2idx %from((%t, %v), %b) : !from
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<8xf16>
      }
      gpu.barrier
      scf.for %v = %c0 to %n step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = vector.load %tile[%j] : !smem, vector<8xf16>
        %i = layout.crd2idx %to((%t, %v), %b) : !to
        vector.store %x, %dst[%i] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
