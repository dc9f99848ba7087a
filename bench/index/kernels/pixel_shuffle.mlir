// Images of f32 of H times W pixels, 4 channels for each of C, become images of 2H times 2W pixels of C channels: a thread
// takes a pixel of the 4 channels and writes two pairs.
// (column, row, right or left, down or up, channel, image)
!from = !layout<(?,?,2,2,?,?):(1,s0,s0*s1,2*s0*s1,4*s0*s1,4*s0*s1*s2)>
!to = !layout<(?,?,2,2,?,?):(2,4*s0,1,2*s0,4*s0*s1,4*s0*s1*s2)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @pixel_shuffle(%x: !global {llvm.noalias}, %y: !global {llvm.noalias}, %N: index, %C: index, %H: index, %W: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c256 = arith.constant 256 : index
      %b = gpu.block_id x
      %c = gpu.block_id y
      %n = gpu.block_id z
      %src = memref.assume_alignment %x, 16 : !global
      %dst = memref.assume_alignment %y, 16 : !global
      %from = layout.make(%W, %H, %C, %N) : !from
      %to = layout.make(%W, %H, %C, %N) : !to
      %p0 = arith.muli %b, %c256 : index
      %p = arith.addi %p0, %t : index
      %HW = arith.muli %H, %W : index
      %inside = arith.cmpi ult, %p, %HW : index
      scf.if %inside {
        %w = arith.remui %p, %W : index
        %h = arith.divui %p, %W : index
        scf.for %d = %c0 to %c2 step %c1 {
          %i0 = layout.crd2idx %from(%w, %h, 0, %d, %c, %n) : !from
          %i1 = layout.crd2idx %from(%w, %h, 1, %d, %c, %n) : !from
          %e0 = memref.load %src[%i0] : !global
          %e1 = memref.load %src[%i1] : !global
          %e = vector.from_elements %e0, %e1 : vector<2xf32>
          %j = layout.crd2idx %to(%w, %h, 0, %d, %c, %n) : !to
          vector.store %e, %dst[%j] : !global, vector<2xf32>
        }
      }
      gpu.return
    }
  }
}
