// A 4096x4096 matrix of f32 is transposed in tiles of 64x64 through shared memory
// swizzled element by element, so that rows and columns meet 32 different banks:
// 256 threads, 16 values a thread.
!matrix = !layout<(4096,4096):(4096,1)>
!tiles = !layout<((64,64),(64,64)):((4096,1),(262144,64))>
!mine = !layout<(((64,4),16),(64,64)):(((1,4096),16384),(262144,64))>
!shared = !layout<S<5,0,6> o 0 o (64,64):(64,1)>
!rows = !layout<((64,4),16):((64,1),4)>
!columns = !layout<((64,4),16):((1,64),256)>
!in = !layout<S<5,0,6> o 0 o ((64,4),16):((1,64),256)>
!out = !layout<S<5,0,6> o 0 o ((64,4),16):((64,1),4)>
!global = memref<16777216xf32>
!smem = memref<4096xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose_swizzled_f32(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias})
        workgroup(%tile: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %matrix = layout.make : !matrix
      %shared = layout.make : !shared
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      %tiles = layout.zipped_divide %matrix : !matrix by #layout.tile<[64:1, 64:1]>
      %mine = layout.composition %tiles : !tiles by #layout.tile<[((64,4),16):((64,1),4), _]>
      %in = layout.composition %shared, %rows : !shared, !rows
      %out = layout.composition %shared, %columns : !shared, !columns
      scf.for %v = %c0 to %c16 step %c1 {
        %i = layout.crd2idx %mine((%t, %v), (%by, %bx)) : !mine
        %x = memref.load %src[%i] : !global
        %j = layout.crd2idx %in(%t, %v) : !in
        memref.store %x, %tile[%j] : !smem
      }
      gpu.barrier
      scf.for %v = %c0 to %c16 step %c1 {
        %j = layout.crd2idx %out(%t, %v) : !out
        %x = memref.load %tile[%j] : !smem
        %i = layout.crd2idx %mine((%t, %v), (%bx, %by)) : !mine
        memref.store %x, %dst[%i] : !global
      }
      gpu.return
    }
  }
}
