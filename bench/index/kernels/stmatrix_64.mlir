// Packed fragments of 16-bit results, 8 a thread, become row-major 64x32 tiles by
// stmatrix.x4 to rows of 64 swizzled bytes: 4 warps of 16 rows, 2 steps of 16 columns.
!tiles = !layout<((64,32),8192):((32,1),2048)>
!to = !layout<(((4,32),2),8192):(((8,32),1024),2048)>
!shared = !layout<S<2,3,3> o 0 o (64,32):(32,1)>
!rows = !layout<((4,32),2):((512,1),32)>
!lanes = !layout<((16,2,4),2):((1,512,16),1024)>
!in = !layout<S<2,3,3> o 0 o ((16,2,4),2):((32,8,512),16)>
!out = !layout<S<2,3,3> o 0 o ((4,32),2):((8,32),1024)>
// (thread, step, tile): 8 values of a thread lie together.
!fragments = !layout<((32,4),2,8192):((8,512),256,2048)>
!global = memref<16777216xf16>
!smem = memref<2048xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @stmatrix_64(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        workgroup(%tile: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %b = gpu.block_id x
      %tiles = layout.make : !tiles
      %shared = layout.make : !shared
      %rows = layout.make : !rows
      %lanes = layout.make : !lanes
      %fragments = layout.make : !fragments
      %to = layout.composition %tiles : !tiles by #layout.tile<[((4,32),2):((512,1),32), _]>
      %in = layout.composition %shared, %lanes : !shared, !lanes
      %out = layout.composition %shared, %rows : !shared, !rows
      %begin = memref.extract_aligned_pointer_as_index %tile : !smem -> index
      scf.for %s = %c0 to %c2 step %c1 {
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
