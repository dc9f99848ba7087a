// Row-major panels of 64 rows become 8-column panels, 64 columns a pass, through a ring of 3
// swizzled stages of shared memory; the number of passes is known at run time.
// A tile, and (pass, block).
!tiles = !layout<((64,64),(16,528)):((1024,1),(64,65536))>
!panels = !layout<((64,(8,8)),(16,528)):((8,(1,512)),(4096,65536))>
!ring = !layout<S<3,3,3> o 0 o ((64,64),3):((64,1),4096)>
!from = !layout<(((8,32),2),(16,528)):(((8,1024),32768),(64,65536))>
!to = !layout<(((64,4),2),(16,528)):(((8,512),2048),(4096,65536))>
!in = !layout<S<3,3,3> o 0 o (((8,32),2),3):(((8,64),2048),4096)>
!out = !layout<S<3,3,3> o 0 o (((64,4),2),3):(((64,8),32),4096)>
!global = memref<34603008xf16>
!smem = memref<12288xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @ring_f16(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64}, %passes: index)
        workgroup(%stages: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %b = gpu.block_id x
      %tiles = layout.make : !tiles
      %panels = layout.make : !panels
      %ring = layout.make : !ring
      %from = layout.composition %tiles : !tiles by #layout.tile<[((8,32),2):((512,1),32), _]>
      %to = layout.composition %panels : !panels by #layout.tile<[((64,4),2):((1,512),2048), _]>
      %in = layout.composition %ring : !ring by #layout.tile<[((8,32),2):((512,1),32), _]>
      %out = layout.composition %ring : !ring by #layout.tile<[((64,4),2):((1,512),2048), _]>
      scf.for %k = %c0 to %passes step %c1 {
        %stage = arith.remui %k, %c3 : index
        scf.for %v = %c0 to %c2 step %c1 {
          %i = layout.crd2idx %from((%t, %v), (%k, %b)) : !from
          %x = vector.load %src[%i] : !global, vector<8xf16>
          %j = layout.crd2idx %in((%t, %v), %stage) : !in
          vector.store %x, %stages[%j] : !smem, vector<8xf16>
        }
        gpu.barrier
        scf.for %v = %c0 to %c2 step %c1 {
          %j = layout.crd2idx %out((%t, %v), %stage) : !out
          %x = vector.load %stages[%j] : !smem, vector<8xf16>
          %i = layout.crd2idx %to((%t, %v), (%k, %b)) : !to
          vector.store %x, %dst[%i] : !global, vector<8xf16>
        }
      }
      gpu.return
    }
  }
}
