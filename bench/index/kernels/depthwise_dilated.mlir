// Windows of 3x3 pixels of 96 f16 channels, a run-time dilation apart, no border, images of a
// run-time size, become rows of taps: 12 threads a pixel, 9 times 8 channels a thread, rows predicated.
// (q, p, n) to a pixel's first channel.
!pixels = !layout<(?,?,?):(96,?{div=96},?{div=96})>
// (s, r, 8 channels): from there to what a thread takes, in the image and (with the row) in the matrix.
!window = !layout<(3,3,12):(?{div=96},?{div=96},8)>
!matrix = !layout<(3,3,12,2147483647):(96,288,8,864)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @depthwise_dilated(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %N: index, %P: index, %Q: index, %dilation: index)
        kernel attributes {known_block_size = array<i32: 192, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c12 = arith.constant 12 : index
      %c16 = arith.constant 16 : index
      %c96 = arith.constant 96 : index
      %b = gpu.block_id x
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %border = arith.muli %dilation, %c2 : index
      %H = arith.addi %P, %border : index
      %W = arith.addi %Q, %border : index
      %HW = arith.muli %H, %W : index
      %image = arith.muli %HW, %c96 : index
      %line = arith.muli %W, %c96 : index
      %right = arith.muli %dilation, %c96 : index
      %down = arith.muli %dilation, %line : index
      %pixels = layout.make(%Q, %P, %N, %line, %image) : !pixels
      %window = layout.make(%right, %down) : !window
      %matrix = layout.make : !matrix
      %PQ = arith.muli %P, %Q : index
      %M = arith.muli %PQ, %N : index
      %chunk = arith.remui %t, %c12 : index
      %m0 = arith.divui %t, %c12 : index
      %m1 = arith.muli %b, %c16 : index
      %m = arith.addi %m0, %m1 : index
      %inside = arith.cmpi ult, %m, %M : index
      scf.if %inside {
        %pixel = layout.crd2idx %pixels(%m) : !pixels
        scf.for %r = %c0 to %c3 step %c1 {
          scf.for %s = %c0 to %c3 step %c1 {
            %d = layout.crd2idx %window(%s, %r, %chunk) : !window
            %i = arith.addi %pixel, %d : index
            %x = vector.load %src[%i] : !global, vector<8xf16>
            %j = layout.crd2idx %matrix(%s, %r, %chunk, %m) : !matrix
            vector.store %x, %dst[%j] : !global, vector<8xf16>
          }
        }
      }
      gpu.return
    }
  }
}
