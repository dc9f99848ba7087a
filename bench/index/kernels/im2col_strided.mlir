// Patches of 3x3 pixels of 32 f16 channels of images of any size, a border of one pixel of zeros, stride 2
// and any dilation, become rows of a matrix: 4 threads a row, 9 times 8 channels a thread.
!pixels = !layout<(?,?,?)>
// (chunk, column, row, image)
!image = !layout<(4,?,?,?):(8,32,32*s0,32*s0*s1)>
!matrix = !layout<(4,3,3,?):(8,32,96,288)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @im2col_strided(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %N: index, %H: index, %W: index, %P: index, %Q: index, %dilation: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c64 = arith.constant 64 : index
      %zero = arith.constant dense<0.0> : vector<8xf16>
      %b = gpu.block_id x
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %image = layout.make(%W, %H, %N) : !image
      %PQ = arith.muli %P, %Q : index
      %M = arith.muli %PQ, %N : index
      %matrix = layout.make(%M) : !matrix
      %chunk = arith.remui %t, %c4 : index
      %m0 = arith.divui %t, %c4 : index
      %m1 = arith.muli %b, %c64 : index
      %m = arith.addi %m0, %m1 : index
      %inside = arith.cmpi ult, %m, %M : index
      scf.if %inside {
        %q = arith.remui %m, %Q : index
        %m2 = arith.divui %m, %Q : index
        %p = arith.remui %m2, %P : index
        %n = arith.divui %m2, %P : index
        %p2 = arith.muli %p, %c2 : index
        %q2 = arith.muli %q, %c2 : index
        %h0 = arith.subi %p2, %c1 : index
        %w0 = arith.subi %q2, %c1 : index
        scf.for %r = %c0 to %c3 step %c1 {
          scf.for %s = %c0 to %c3 step %c1 {
            %dh = arith.muli %r, %dilation : index
            %dw = arith.muli %s, %dilation : index
            %h = arith.addi %h0, %dh : index
            %w = arith.addi %w0, %dw : index
            %in_h = arith.cmpi ult, %h, %H : index
            %in_w = arith.cmpi ult, %w, %W : index
            %in = arith.andi %in_h, %in_w : i1
            %x = scf.if %in -> vector<8xf16> {
              %i = layout.crd2idx %image(%chunk, %w, %h, %n) : !image
              %y = vector.load %src[%i] : !global, vector<8xf16>
              scf.yield %y : vector<8xf16>
            } else {
              scf.yield %zero : vector<8xf16>
            }
            %j = layout.crd2idx %matrix(%chunk, %s, %r, %m) : !matrix
            vector.store %x, %dst[%j] : !global, vector<8xf16>
          }
        }
      }
      gpu.return
    }
  }
}
