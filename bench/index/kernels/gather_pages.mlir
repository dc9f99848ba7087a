// Keys of one head are gathered from pages of 16 positions by a page table of run-time width:
// a block takes 64 positions of 128 f16, 16 threads a position, 16 bytes at once.
// (8 values, position, head, page)
!pages = !layout<(16,16,8,?):(8,1024,128,16384)>
!table = !layout<(?,?):(1,?)>
// (thread, value, block of positions, head, sequence)
!result = !layout<((16,16),4,?,8,?):((8,128),2048,8192,8192*s0,65536*s0)>
!global = memref<?xf16>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gather_pages(%from: !global {llvm.noalias}, %numbers: memref<?xi32> {llvm.noalias}, %to: !global {llvm.noalias}, %blocks: index, %sequences: index, %width: index, %count: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %bx = gpu.block_id x
      %h = gpu.block_id y
      %s = gpu.block_id z
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %pages = layout.make(%count) : !pages
      %used = arith.muli %blocks, %c4 : index
      %table = layout.make(%used, %sequences, %width) : !table
      %result = layout.make(%blocks, %sequences) : !result
      %chunk = arith.remui %t, %c16 : index
      %slot = arith.divui %t, %c16 : index
      %first = arith.muli %bx, %c4 : index
      scf.for %v = %c0 to %c4 step %c1 {
        %k = arith.addi %first, %v : index
        %place = layout.crd2idx %table(%k, %s) : !table
        %number = memref.load %numbers[%place] : memref<?xi32>
        %page = arith.index_cast %number : i32 to index
        %i = layout.crd2idx %pages(%chunk, %slot, %h, %page) : !pages
        %x = vector.load %src[%i] : !global, vector<8xf16>
        %j = layout.crd2idx %result(%t, %v, %bx, %h, %s) : !result
        vector.store %x, %dst[%j] : !global, vector<8xf16>
      }
      gpu.return
    }
  }
}
