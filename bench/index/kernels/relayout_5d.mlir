// A compact tensor of 3x5x7x8x16384 f32 is permuted to 8x5x3x7x16384, element by element in
// the order of the result: 4 elements a thread.
// The result's modes, fastest first.
!source = !layout<(16384,7,3,5,8):(1,131072,4587520,917504,16384)>
!global = memref<13762560xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @relayout_5d(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %source = layout.make : !source
      %elements = layout.make : !layout<(256,4,13440):(1,256,1024)>
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %elements(%t, %v, %b) : !layout<(256,4,13440):(1,256,1024)>
        %i = layout.crd2idx %source(%j) : !source
        %x = memref.load %src[%i] : !global
        memref.store %x, %dst[%j] : !global
      }
      gpu.return
    }
  }
}
