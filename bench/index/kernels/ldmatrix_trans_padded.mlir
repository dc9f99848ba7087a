// 64x64 tiles of f16, N contiguous, become fragments of the second operand of mma.m16n8k16 by
// ldmatrix.x4.trans from rows padded to 72: 2 times 2 warps, 32 columns and 16 rows a step.
!tiles = !layout<((64,64),2048):((64,1),4096)>
!from = !layout<(((8,16),4),2048):(((8,64),1024),4096)>
!shared = !layout<(64,64):(72,1)>
!rows = !layout<((8,16),4):((512,1),16)>
// (lane, warp along M and N), columns, step.
!lanes = !layout<((16,2,2,2),2,4):((1,1024,0,512),2048,16)>
!in = !layout<((8,16),4):((8,72),1152)>
!out = !layout<((16,2,2,2),2,4):((72,16,0,8),32,1152)>
!fragments = !layout<(128,2,4,2048):(8,1024,2048,8192)>
!global = memref<8388608xf16>
!packed = memref<16777216xf16>
!smem = memref<4608xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @ldmatrix_trans_padded(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !packed {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 128 : i64})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
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
        scf.for %n = %c0 to %c2 step %c1 {
          %j = layout.crd2idx %out(%t, %n, %s) : !out
          %f = nvgpu.ldmatrix %tile[%j] {numTiles = 4 : i32, transpose = true} : !smem -> vector<4x2xf16>
          %x = vector.shape_cast %f : vector<4x2xf16> to vector<8xf16>
          %i = layout.crd2idx %fragments(%t, %n, %s, %b) : !fragments
          vector.store %x, %dst[%i] : !packed, vector<8xf16>
        }
      }
      gpu.return
    }
  }
}
