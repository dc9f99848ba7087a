// Packed fragments of 16-bit results, 8 a thread, become row-major 64x64 tiles by
// stmatrix.x4 to swizzled rows: 4 warps of 16 rows, 4 steps of 16 columns.
!tiles = !layout<((64,64),4096):((64,1),4096)>
!to = !layout<(((8,16),4),4096):(((8,64),1024),4096)>
!shared = !layout<S<3,3,3> o 0 o (64,64):(64,1)>
!rows = !layout<((8,16),4):((512,1),16)>
!lanes = !layout<((16,2,4),4):((1,512,16),1024)>
!in = !layout<S<3,3,3> o 0 o ((16,2,4),4):((64,8,1024),16)>
!out = !layout<S<3,3,3> o 0 o ((8,16),4):((8,64),1024)>
// (thread, step, tile): 8 values of a thread lie together.
!fragments = !layout<((32,4),4,4096):((8,1024),256,4096)>
!global = memref<16777216xf16>
!smem = memref<4096xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @stmatrix(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 1024 : i64})
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
      %to = layout.composition %tiles : !tiles by #layout.tile<[((8,16),4):((512,1),16), _]>
      %in = layout.composition %shared, %lanes : !shared, !lanes
      %out = layout.composition %shared, %rows : !shared, !rows
      %begin = memref.extract_aligned_pointer_as_index %tile : !smem -> index
      scf.for %s = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %fragments(%t, %s, %b) : !fragments
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %words = vector.bitcast %x : vector<8xf16> to vector<4xi32>
        %w:4 = vector.to_elements %words : vector<4xi32>
        %j = layout.crd2idx %in(%t, %s) : !in
        %bytes = arith.muli %j, %c2 : index
        %address = arith.addi %begin, %bytes : index
        %number = arith.index_cast %address : index to i64
        %p = llvm.inttoptr %number : i64 to !llvm.ptr<3>
        nvvm.stmatrix %p, %w#0, %w#1, %w#2, %w#3
          {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}
          : !llvm.ptr<3>, i32, i32, i32, i32
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
