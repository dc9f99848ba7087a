// Images of 56x56 pixels of 96 f16 channels become windows of 7x7 pixels: 12 threads a pixel, 8 channels each.
!images = !layout<(12,7,7,8,8,64):(8,96,5376,672,37632,301056)>
!windows = !layout<2408448:8>
!global = memref<19267584xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @windows_7x7(%src: !global {llvm.noalias, llvm.align = 16 : i64}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 192, 1, 1>, known_grid_size = array<i32: 3136, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c192 = arith.constant 192 : index
      %c768 = arith.constant 768 : index
      %b = gpu.block_id x
      %images = layout.make : !images
      %windows = layout.make : !windows
      %i0 = arith.muli %b, %c768 : index
      %i1 = arith.addi %i0, %t : index
      scf.for %v = %c0 to %c4 step %c1 {
        %v192 = arith.muli %v, %c192 : index
        %i = arith.addi %i1, %v192 : index
        %p = layout.crd2idx %images(%i) : !images
        %x = vector.load %src[%p] : !global, vector<8xf16>
        %q = layout.crd2idx %windows(%i) : !windows
        vector.store %x, %dst[%q] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
