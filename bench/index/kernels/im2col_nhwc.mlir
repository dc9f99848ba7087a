// Patches of 3x3 pixels of 64 f16 channels, with a border of 1 that is zero, become rows of
// a matrix: 32 images of 56x56; a thread takes 4 times 8 channels.
// (8 channels, s, r, q, p, n) to the pixel's first channel, but for the border, and to its row and column.
!pixels = !layout<(8,3,3,56,56,32):(8,64,3584,64,3584,200704)>
!rows = !layout<(8,3,3,56,56,32):(0,0,1,0,1,0)>
!columns = !layout<(8,3,3,56,56,32):(0,1,0,1,0,0)>
!source = memref<6422528xf16>
!patches = memref<57802752xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @im2col_nhwc(%src: !source {llvm.noalias, llvm.align = 16 : i64}, %dst: !patches {llvm.noalias, llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c56 = arith.constant 56 : index
      %c3648 = arith.constant 3648 : index
      %b = gpu.block_id x
      %none = arith.constant dense<0.0> : vector<8xf16>
      %pixels = layout.make : !pixels
      %rows = layout.make : !rows
      %columns = layout.make : !columns
      // (thread, value, block) to the number of a vector.
      %vectors = layout.make : !layout<(256,4,7056):(1,256,1024)>
      scf.for %v = %c0 to %c4 step %c1 {
        %e = layout.crd2idx %vectors(%t, %v, %b) : !layout<(256,4,7056):(1,256,1024)>
        %row1 = layout.crd2idx %rows(%e) : !rows
        %column1 = layout.crd2idx %columns(%e) : !columns
        %row = arith.subi %row1, %c1 : index
        %column = arith.subi %column1, %c1 : index
        %inRows = arith.cmpi ult, %row, %c56 : index
        %inColumns = arith.cmpi ult, %column, %c56 : index
        %inside = arith.andi %inRows, %inColumns : i1
        %x = scf.if %inside -> (vector<8xf16>) {
          %i1 = layout.crd2idx %pixels(%e) : !pixels
          %i = arith.subi %i1, %c3648 : index
          %y = vector.load %src[%i] : !source, vector<8xf16>
          scf.yield %y : vector<8xf16>
        } else {
          scf.yield %none : vector<8xf16>
        }
        %j = arith.muli %e, %c8 : index
        vector.store %x, %dst[%j] : !patches, vector<8xf16>
      }
      gpu.return
    }
  }
}
