// Maxima of 2x2 pixels of 112x112 i32 images in blocks of 4 channels: a thread makes 2 rows
// of one column.
// ((s, r), (q, p of 2, 2 p), image and block)
!pixels = !layout<(2,2,56,2,28,1024):(4,448,8,896,1792,50176)>
!maxima = !layout<(56,2,28,1024):(4,224,448,12544)>
!source = memref<51380224xi32>
!result = memref<12845056xi32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @nchwc_pool(%src: !source {llvm.noalias, llvm.align = 16 : i64}, %dst: !result {llvm.noalias, llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 224, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c56 = arith.constant 56 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %pixels = layout.make : !pixels
      %maxima = layout.make : !maxima
      // Thread t is at column t mod 56 and, of the block's 4, the pair of rows t / 56.
      %q = arith.remui %t, %c56 : index
      %p0 = arith.divui %t, %c56 : index
      %p1 = arith.muli %bx, %c4 : index
      %p = arith.addi %p0, %p1 : index
      scf.for %v = %c0 to %c2 step %c1 {
        %i00 = layout.crd2idx %pixels(0, 0, %q, %v, %p, %by) : !pixels
        %x00 = vector.load %src[%i00] : !source, vector<4xi32>
        %i01 = layout.crd2idx %pixels(1, 0, %q, %v, %p, %by) : !pixels
        %x01 = vector.load %src[%i01] : !source, vector<4xi32>
        %i10 = layout.crd2idx %pixels(0, 1, %q, %v, %p, %by) : !pixels
        %x10 = vector.load %src[%i10] : !source, vector<4xi32>
        %i11 = layout.crd2idx %pixels(1, 1, %q, %v, %p, %by) : !pixels
        %x11 = vector.load %src[%i11] : !source, vector<4xi32>
        %m0 = arith.maxsi %x00, %x01 : vector<4xi32>
        %m1 = arith.maxsi %x10, %x11 : vector<4xi32>
        %m = arith.maxsi %m0, %m1 : vector<4xi32>
        %j = layout.crd2idx %maxima(%q, %v, %p, %by) : !maxima
        vector.store %m, %dst[%j] : !result, vector<4xi32>
      }
      gpu.return
    }
  }
}
