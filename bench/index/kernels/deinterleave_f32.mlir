// Pixels of 4 f32 are split into planes whose distance is known at run time: a thread takes
// 4 pixels, 256 apart.
!pixels = !layout<(256,4,?):(4,1024,4096)>
// (channel, thread, value, block)
!planes = !layout<(4,256,4,?):(?,1,256,1024)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @deinterleave_f32(%from: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %blocks: index, %plane: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %src = memref.assume_alignment %from, 16 : !global
      %pixels = layout.make(%blocks) : !pixels
      %planes = layout.make(%blocks, %plane) : !planes
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %pixels(%t, %v, %b) : !pixels
        %p = vector.load %src[%i] : !global, vector<4xf32>
        %x:4 = vector.to_elements %p : vector<4xf32>
        %j0 = layout.crd2idx %planes(0, %t, %v, %b) : !planes
        memref.store %x#0, %dst[%j0] : !global
        %j1 = layout.crd2idx %planes(1, %t, %v, %b) : !planes
        memref.store %x#1, %dst[%j1] : !global
        %j2 = layout.crd2idx %planes(2, %t, %v, %b) : !planes
        memref.store %x#2, %dst[%j2] : !global
        %j3 = layout.crd2idx %planes(3, %t, %v, %b) : !planes
        memref.store %x#3, %dst[%j3] : !global
      }
      gpu.return
    }
  }
}
