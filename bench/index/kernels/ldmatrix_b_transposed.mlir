// 64x64 tiles of f16, N contiguous, become fragments of the second operand of
// mma.m16n8k16, packed for later loads, by ldmatrix.x4.trans from swizzled rows:
// 4 warps, each of 8 columns and the 8 that are 32 on, 4 steps of 16 rows.
!tiles = !layout<((64,64),4096):((64,1),4096)>
!from = !layout<(((8,16),4),4096):(((8,64),1024),4096)>
!shared = !layout<S<3,3,3> o 0 o (64,64):(64,1)>
!rows = !layout<((8,16),4):((512,1),16)>
!lanes = !layout<((16,2,4),4):((1,2048,512),16)>
!in = !layout<S<3,3,3> o 0 o ((8,16),4):((8,64),1024)>
!out = !layout<S<3,3,3> o 0 o ((16,2,4),4):((64,32,8),1024)>
// (thread, step, tile): 8 values of a thread lie together.
!fragments = !layout<((32,4),4,4096):((8,1024),256,4096)>
!global = memref<16777216xf16>
!smem = memref<4096xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @ldmatrix_b_transposed(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %tiles = layout.make : !tiles
      %shared = layout.make : !shared
      %rows = layout.make : !rows
      %lanes = layout.make : !lanes
      %fragments = layout.make : !fragments
      %from = layout.composition %tiles : !tiles by #layout.tile<[((8,16),4):((512,1),16), _]>
      %in = layout.composition %shared, %rows : !shared, !rows
      %out = layout.composition %shared, %lanes : !shared, !lanes
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %from((%t, %v), %b) : !from
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %in(%t, %v) : !in
        vector.store %x, %tile[%j] : !smem, vector<8xf16>
      }
      gpu.barrier
      scf.for %s = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %out(%t, %s) : !out
        %f = nvgpu.ldmatrix %tile[%j] {numTiles = 4 : i32, transpose = true} : !smem -> vector<4x2xf16>
        %x = vector.shape_cast %f : vector<4x2xf16> to vector<8xf16>
        %i = layout.crd2idx %fragments(%t, %s, %b) : !fragments
        vector.store %x, %dst[%i] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
