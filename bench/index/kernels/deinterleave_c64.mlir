// Complex numbers of two f32 are split into real and imaginary parts, a distance known at run
// time apart: a thread takes 4 times 2 numbers.
!numbers = !layout<(256,4,?):(4,1024,4096)>
// (part, thread, value, block)
!parts = !layout<(2,256,4,?):(?{div=2},2,512,2048)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @deinterleave_c64(%from: !global {llvm.noalias}, %to: !global {llvm.noalias}, %blocks: index, %part: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %numbers = layout.make(%blocks) : !numbers
      %parts = layout.make(%blocks, %part) : !parts
      scf.for %v = %c0 to %c4 step %c1 {
        %i = layout.crd2idx %numbers(%t, %v, %b) : !numbers
        %p = vector.load %src[%i] : !global, vector<4xf32>
        %x:4 = vector.to_elements %p : vector<4xf32>
        %real = vector.from_elements %x#0, %x#2 : vector<2xf32>
        %j0 = layout.crd2idx %parts(0, %t, %v, %b) : !parts
        vector.store %real, %dst[%j0] : !global, vector<2xf32>
        %imaginary = vector.from_elements %x#1, %x#3 : vector<2xf32>
        %j1 = layout.crd2idx %parts(1, %t, %v, %b) : !parts
        vector.store %imaginary, %dst[%j1] : !global, vector<2xf32>
      }
      gpu.return
    }
  }
}
