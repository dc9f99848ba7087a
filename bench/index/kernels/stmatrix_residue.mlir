// An epilogue: packed fragments of 16-bit results, 8 a thread, go by stmatrix.x4 to rows padded to 72
// and from there, 16 bytes at once, to 64x64 tiles of a matrix with any number of rows and leading dimension.
!matrix = !layout<(?,1024):(?{div=8},1)>
!shared = !layout<(64,64):(72,1)>
!rows = !layout<((8,16),4):((512,1),16)>
!lanes = !layout<((16,2,4),4):((1,512,16),1024)>
!in = !layout<((16,2,4),4):((72,8,1152),16)>
!out = !layout<((8,16),4):((8,72),1152)>
// (thread, step, tile of columns, of rows)
!fragments = !layout<(128,4,16,?):(8,1024,4096,65536)>
!global = memref<?xf16>
!smem = memref<4608xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @stmatrix_residue(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %M: index, %ld: index)
        workgroup(%tile: !smem {llvm.align = 128 : i64})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %count = gpu.grid_dim y
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %matrix = layout.make(%M, %ld) : !matrix
      %shared = layout.make : !shared
      %rows = layout.make : !rows
      %lanes = layout.make : !lanes
      %fragments = layout.make(%count) : !fragments
      %in = layout.composition %shared, %lanes : !shared, !lanes
      %out = layout.composition %shared, %rows : !shared, !rows
      %begin = memref.extract_aligned_pointer_as_index %tile : !smem -> index
      scf.for %s = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %fragments(%t, %s, %bx, %by) : !fragments
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
      %chunk = arith.remui %t, %c8 : index
      %column0 = arith.muli %chunk, %c8 : index
      %column1 = arith.muli %bx, %c64 : index
      %column = arith.addi %column0, %column1 : index
      %row0 = arith.divui %t, %c8 : index
      %row1 = arith.muli %by, %c64 : index
      %row = arith.addi %row0, %row1 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %down = arith.muli %v, %c16 : index
        %r = arith.addi %row, %down : index
        %inside = arith.cmpi slt, %r, %M : index
        scf.if %inside {
          %j = layout.crd2idx %out(%t, %v) : !out
          %x = vector.load %tile[%j] : !smem, vector<8xf16>
          %i = layout.crd2idx %matrix(%r, %column) : !matrix
          vector.store %x, %dst[%i] : !global, vector<8xf16>
        }
      }
      gpu.return
    }
  }
}
