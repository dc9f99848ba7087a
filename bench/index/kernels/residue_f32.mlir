// A matrix of M x N f32, of any size, is copied between leading dimensions in tiles of
// 64x64, predicated at both edges: 256 threads, 16 values a thread.
!matrix = !layout<(?,?):(?,1)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @residue_f32(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %M: index, %N: index, %ldSrc: index, %ldDst: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %from = layout.make(%M, %N, %ldSrc) : !matrix
      %to = layout.make(%M, %N, %ldDst) : !matrix
      // Thread t is at column t mod 64 of the rows t / 64 + 4 v.
      %rows = layout.make : !layout<((64,4),16):((0,1),4)>
      %columns = layout.make : !layout<(64,4):(1,0)>
      %r0 = arith.muli %by, %c64 : index
      %c0t = arith.muli %bx, %c64 : index
      %ct = layout.crd2idx %columns(%t) : !layout<(64,4):(1,0)>
      %c = arith.addi %c0t, %ct : index
      %inColumns = arith.cmpi slt, %c, %N : index
      scf.for %v = %c0 to %c16 step %c1 {
        %rt = layout.crd2idx %rows(%t, %v) : !layout<((64,4),16):((0,1),4)>
        %r = arith.addi %r0, %rt : index
        %inRows = arith.cmpi slt, %r, %M : index
        %inside = arith.andi %inRows, %inColumns : i1
        scf.if %inside {
          %i = layout.crd2idx %from(%r, %c) : !matrix
          %x = memref.load %src[%i] : !global
          %j = layout.crd2idx %to(%r, %c) : !matrix
          memref.store %x, %dst[%j] : !global
        }
      }
      gpu.return
    }
  }
}
