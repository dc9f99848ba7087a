// Panels of 64 columns of f32, 32 rows a pass, become column-major tiles by way of a ring of 3 swizzled stages
// of shared memory that asynchronous copies fill two passes ahead.
!tiles = !layout<((64,32),(32,264)):((1024,1),(32,65536))>
!columns = !layout<((64,32),(32,264)):((1,64),(2048,65536))>
!ring = !layout<S<3,2,3> o 0 o ((64,32),3):((32,1),2048)>
!from = !layout<(((8,16),4),(32,264)):(((4,1024),16384),(32,65536))>
!to = !layout<(((64,2),16),(32,264)):(((1,64),128),(2048,65536))>
!in = !layout<S<3,2,3> o 0 o (((8,16),4),3):(((4,32),512),2048)>
!out = !layout<S<3,2,3> o 0 o (((64,2),16),3):(((32,1),2),2048)>
!global = memref<17301504xf32>
!smem = memref<6144xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @ring_async_f32(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64}, %passes: index)
        workgroup(%stages: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %b = gpu.block_id x
      %tiles = layout.make : !tiles
      %columns = layout.make : !columns
      %ring = layout.make : !ring
      %from = layout.composition %tiles : !tiles by #layout.tile<[((8,16),4):((256,1),16), _]>
      %to = layout.composition %columns : !columns by #layout.tile<[((64,2),16):((1,64),128), _]>
      %in = layout.composition %ring : !ring by #layout.tile<[((8,16),4):((256,1),16), _]>
      %out = layout.composition %ring : !ring by #layout.tile<[((64,2),16):((1,64),128), _]>
      scf.for %k = %c0 to %c2 step %c1 {
        %some = arith.cmpi slt, %k, %passes : index
        scf.if %some {
          scf.for %v = %c0 to %c4 step %c1 {
            %i = layout.crd2idx %from((%t, %v), (%k, %b)) : !from
            %j = layout.crd2idx %in((%t, %v), %k) : !in
            %a = nvgpu.device_async_copy %src[%i], %stages[%j], 4 : !global to !smem
          }
        }
        nvvm.cp.async.commit.group
      }
      scf.for %k = %c0 to %passes step %c1 iter_args(%stage = %c0, %ahead = %c2) -> (index, index) {
        nvvm.cp.async.wait.group 1
        gpu.barrier
        %k2 = arith.addi %k, %c2 : index
        %more = arith.cmpi slt, %k2, %passes : index
        scf.if %more {
          scf.for %v = %c0 to %c4 step %c1 {
            %i = layout.crd2idx %from((%t, %v), (%k2, %b)) : !from
            %j = layout.crd2idx %in((%t, %v), %ahead) : !in
            %a = nvgpu.device_async_copy %src[%i], %stages[%j], 4 : !global to !smem
          }
        }
        nvvm.cp.async.commit.group
        scf.for %v = %c0 to %c16 step %c1 {
          %j = layout.crd2idx %out((%t, %v), %stage) : !out
          %x = memref.load %stages[%j] : !smem
          %i = layout.crd2idx %to((%t, %v), (%k, %b)) : !to
          memref.store %x, %dst[%i] : !global
        }
        %last = arith.cmpi eq, %stage, %c2 : index
        %stage1 = arith.addi %stage, %c1 : index
        %stage2 = arith.select %last, %c0, %stage1 : index
        %ends = arith.cmpi eq, %ahead, %c2 : index
        %ahead1 = arith.addi %ahead, %c1 : index
        %ahead2 = arith.select %ends, %c0, %ahead1 : index
        scf.yield %stage2, %ahead2 : index, index
      }
      gpu.return
    }
  }
}
