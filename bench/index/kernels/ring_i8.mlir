// Row-major panels of 64 rows of bytes become 16-column panels, 128 columns a pass, through a
// ring of 3 swizzled stages of shared memory; the number of passes is known at run time.
// A tile, and (pass, block).
!tiles = !layout<((64,128),(16,528)):((2048,1),(128,131072))>
!panels = !layout<((64,(16,8)),(16,528)):((16,(1,1024)),(8192,131072))>
!ring = !layout<S<3,4,3> o 0 o ((64,128),3):((128,1),8192)>
!from = !layout<(((8,32),2),(16,528)):(((16,2048),65536),(128,131072))>
!to = !layout<(((64,4),2),(16,528)):(((16,1024),4096),(8192,131072))>
!in = !layout<S<3,4,3> o 0 o (((8,32),2),3):(((16,128),4096),8192)>
!out = !layout<S<3,4,3> o 0 o (((64,4),2),3):(((128,16),64),8192)>
!global = memref<69206016xi8>
!smem = memref<24576xi8, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @ring_i8(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64}, %passes: index)
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
      %from = layout.composition %tiles : !tiles by #layout.tile<[((8,32),2):((1024,1),32), _]>
      %to = layout.composition %panels : !panels by #layout.tile<[((64,4),2):((1,1024),4096), _]>
      %in = layout.composition %ring : !ring by #layout.tile<[((8,32),2):((1024,1),32), _]>
      %out = layout.composition %ring : !ring by #layout.tile<[((64,4),2):((1,1024),4096), _]>
      scf.for %k = %c0 to %passes step %c1 {
        %stage = arith.remui %k, %c3 : index
        scf.for %v = %c0 to %c2 step %c1 {
          %i = layout.crd2idx %from((%t, %v), (%k, %b)) : !from
          %x = vector.load %src[%i] : !global, vector<16xi8>
          %j = layout.crd2idx %in((%t, %v), %stage) : !in
          vector.store %x, %stages[%j] : !smem, vector<16xi8>
        }
        gpu.barrier
        scf.for %v = %c0 to %c2 step %c1 {
          %j = layout.crd2idx %out((%t, %v), %stage) : !out
          %x = vector.load %stages[%j] : !smem, vector<16xi8>
          %i = layout.crd2idx %to((%t, %v), (%k, %b)) : !to
          vector.store %x, %dst[%i] : !global, vector<16xi8>
        }
      }
      gpu.return
    }
  }
}
