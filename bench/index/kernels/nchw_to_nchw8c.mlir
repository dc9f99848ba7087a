// Images of 64 channels of 56x56 f32 in NCHW go to blocks of 8 channels: a thread gathers
// 8 planes of a pixel and stores 32 bytes.
// (channel of 8, thread, block, 8 channels, image)
!planes = !layout<(8,224,14,8,64):(3136,1,224,25088,200704)>
!blocked = !layout<(8,224,14,8,64):(1,8,1792,25088,200704)>
!global = memref<12845056xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @nchw_to_nchw8c(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias, llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 224, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      %planes = layout.make : !planes
      %blocked = layout.make : !blocked
      scf.for %h = %c0 to %c8 step %c4 {
        %c0h = arith.addi %h, %c0 : index
        %i0 = layout.crd2idx %planes(%c0h, %t, %bx, %by, %bz) : !planes
        %x0 = memref.load %src[%i0] : !global
        %c1h = arith.addi %h, %c1 : index
        %i1 = layout.crd2idx %planes(%c1h, %t, %bx, %by, %bz) : !planes
        %x1 = memref.load %src[%i1] : !global
        %c2h = arith.addi %h, %c2 : index
        %i2 = layout.crd2idx %planes(%c2h, %t, %bx, %by, %bz) : !planes
        %x2 = memref.load %src[%i2] : !global
        %c3h = arith.addi %h, %c3 : index
        %i3 = layout.crd2idx %planes(%c3h, %t, %bx, %by, %bz) : !planes
        %x3 = memref.load %src[%i3] : !global
        %x = vector.from_elements %x0, %x1, %x2, %x3 : vector<4xf32>
        %j = layout.crd2idx %blocked(%h, %t, %bx, %by, %bz) : !blocked
        vector.store %x, %dst[%j] : !global, vector<4xf32>
      }
      gpu.return
    }
  }
}
