// Images of bytes in NHWC, sizes known at run time, go to blocks of 32 channels: a block takes 64
// channels of 256 pixels, predicated, a thread 16 bytes of 4 pixels.
// (half of 32, 32 of 64, pixel, 64 channels, image)
!nhwc = !layout<(2,2,?,?,?):(16,32,?{div=64},64,s0*s3)>
!blocked = !layout<(2,2,?,?,?):(16,32*s0,32,64*s0,?{div=64})>
!global = memref<?xi8>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @nc32hw32_i8(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %HW: index, %C: index, %N: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c64 = arith.constant 64 : index
      %c256 = arith.constant 256 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %blocks = arith.divui %C, %c64 : index
      %image = arith.muli %HW, %C : index
      %nhwc = layout.make(%HW, %blocks, %N, %C) : !nhwc
      %blocked = layout.make(%HW, %blocks, %N, %image) : !blocked
      %half = arith.remui %t, %c2 : index
      %q = arith.divui %t, %c2 : index
      %group = arith.remui %q, %c2 : index
      %p0 = arith.divui %t, %c4 : index
      %p1 = arith.muli %bx, %c256 : index
      %p = arith.addi %p0, %p1 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %v64 = arith.muli %v, %c64 : index
        %hw = arith.addi %p, %v64 : index
        %inside = arith.cmpi ult, %hw, %HW : index
        scf.if %inside {
          %i = layout.crd2idx %nhwc(%half, %group, %hw, %by, %bz) : !nhwc
          %x = vector.load %src[%i] : !global, vector<16xi8>
          %j = layout.crd2idx %blocked(%half, %group, %hw, %by, %bz) : !blocked
          vector.store %x, %dst[%j] : !global, vector<16xi8>
        }
      }
      gpu.return
    }
  }
}
