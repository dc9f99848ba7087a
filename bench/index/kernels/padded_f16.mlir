// Row-major 128x64 tiles of f16 become 8-column panels through shared memory whose
// rows are padded to 72: 256 threads, 16 bytes at once.
!tiles = !layout<((128,64),4096):((64,1),8192)>
!panels = !layout<((128,(8,8)),4096):((8,(1,1024)),8192)>
!padded = !layout<(128,64):(72,1)>
!rows = !layout<((8,32),4):((1024,1),32)>
!columns = !layout<((128,2),4):((1,4096),1024)>
!from = !layout<(((8,32),4),4096):(((8,64),2048),8192)>
!to = !layout<(((128,2),4),4096):(((8,4096),1024),8192)>
!in = !layout<((8,32),4):((8,72),2304)>
!out = !layout<((128,2),4):((72,32),8)>
!global = memref<33554432xf16>
!smem = memref<9216xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @padded_f16(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
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
      %from = layout.composition %tiles : !tiles by #layout.tile<[((8,32),4):((1024,1),32), _]>
      %in = layout.composition %padded, %rows : !padded, !rows
      %out = layout.composition %padded, %columns : !padded, !columns
      %to = layout.composition %panels : !panels by #layout.tile<[((128,2),4):((1,4096),1024), _]>
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %from((%t, %v), %b) : !from
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<8xf16>
      }
      gpu.barrier
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = vector.load %tile[%j] : !smem, vector<8xf16>
        %i = layout.crd2idx %to((%t, %v), %b) : !to
        vector.store %x, %dst[%i] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
