// Row-major tiles of 64 rows of 48 f16 become 8-column panels through shared memory whose
// rows are padded to 56: 192 threads, 16 bytes at once.
!tiles = !layout<((64,48),8192):((48,1),3072)>
!panels = !layout<((64,(8,6)),8192):((8,(1,512)),3072)>
!padded = !layout<(64,48):(56,1)>
!rows = !layout<((6,32),2):((512,1),32)>
!columns = !layout<((64,3),2):((1,512),1536)>
!from = !layout<(((6,32),2),8192):(((8,48),1536),3072)>
!to = !layout<(((64,3),2),8192):(((8,512),1536),3072)>
!in = !layout<((6,32),2):((8,56),1792)>
!out = !layout<((64,3),2):((56,8),24)>
!global = memref<25165824xf16>
!smem = memref<3584xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @wide48_f16(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 192, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %b = gpu.block_id x
      %tiles = layout.make : !tiles
      %panels = layout.make : !panels
      %padded = layout.make : !padded
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %from = layout.composition %tiles : !tiles by #layout.tile<[((6,32),2):((512,1),32), _]>
      %in = layout.composition %padded, %rows : !padded, !rows
      %out = layout.composition %padded, %columns : !padded, !columns
      %to = layout.composition %panels : !panels by #layout.tile<[((64,3),2):((1,512),1536), _]>
      scf.for %v = %c0 to %c2 step %c1 {
        %i = layout.crd2idx %from((%t, %v), %b) : !from
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<8xf16>
      }
      gpu.barrier
      scf.for %v = %c0 to %c2 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = vector.load %tile[%j] : !smem, vector<8xf16>
        %i = layout.crd2idx %to((%t, %v), %b) : !to
        vector.store %x, %dst[%i] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
