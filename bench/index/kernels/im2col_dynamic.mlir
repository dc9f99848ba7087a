// Patches of 3x3 pixels of 64 f16 channels, no border, images of a run-time size, become
// rows of a matrix: 8 threads a row, 9 times 8 channels a thread, rows predicated.
// (q, p, n) to a pixel's first channel.
!pixels = !layout<(?,?,?):(64,?{div=64},?{div=64})>
// (s, r, 8 channels): from there to what a thread takes, in the image and (with the row) in the matrix.
!patch = !layout<(3,3,8):(64,?{div=64},8)>
!matrix = !layout<(3,3,8,2147483647):(64,192,8,576)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @im2col_dynamic(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %N: index, %P: index, %Q: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %b = gpu.block_id x
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %H = arith.addi %P, %c2 : index
      %W = arith.addi %Q, %c2 : index
      %HW = arith.muli %H, %W : index
      %image = arith.muli %HW, %c64 : index
      %line = arith.muli %W, %c64 : index
      %pixels = layout.make(%Q, %P, %N, %line, %image) : !pixels
      %patch = layout.make(%line) : !patch
      %matrix = layout.make : !matrix
      %PQ = arith.muli %P, %Q : index
      %M = arith.muli %PQ, %N : index
      %chunk = arith.remui %t, %c8 : index
      %m0 = arith.divui %t, %c8 : index
      %m1 = arith.muli %b, %c32 : index
      %m = arith.addi %m0, %m1 : index
      %inside = arith.cmpi ult, %m, %M : index
      scf.if %inside {
        %pixel = layout.crd2idx %pixels(%m) : !pixels
        scf.for %r = %c0 to %c3 step %c1 {
          scf.for %s = %c0 to %c3 step %c1 {
            %d = layout.crd2idx %patch(%s, %r, %chunk) : !patch
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
