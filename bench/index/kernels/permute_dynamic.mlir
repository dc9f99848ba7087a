// A tensor of 4 modes of run-time sizes is permuted (2, 0, 3, 1) in the order of the result,
// predicated by its size: 4 elements a thread, f32.
// Sizes and the source's strides, in the result's order, fastest first.
!source = !layout<(?,?,?,?):(?,?,?,?)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @permute_dynamic(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %n0: index, %n1: index, %n2: index, %n3: index, %s0: index, %s1: index, %s2: index, %s3: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %source = layout.make(%n0, %n1, %n2, %n3, %s0, %s1, %s2, %s3) : !source
      %n = layout.size %source : !source
      %elements = layout.make : !layout<(256,4,2097152):(1,256,1024)>
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %elements(%t, %v, %b) : !layout<(256,4,2097152):(1,256,1024)>
        %inside = arith.cmpi ult, %j, %n : index
        scf.if %inside {
          %i = layout.crd2idx %source(%j) : !source
          %x = memref.load %src[%i] : !global
          memref.store %x, %dst[%j] : !global
        }
      }
      gpu.return
    }
  }
}
