// A tensor of f32 of five dimensions of any size is permuted from (a, b, c, d, e) to (c, e, a, d, b), leftmost fastest;
// a thread takes four elements, a block apart.
!to = !layout<(?,?,?,?,?):(s2*s4,s2*s4*s0*s3,1,s2*s4*s0,s2)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @permute_5d_dynamic(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %a: index, %b: index, %c: index, %d: index, %e: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c256 = arith.constant 256 : index
      %c1024 = arith.constant 1024 : index
      %block = gpu.block_id x
      %to = layout.make(%a, %b, %c, %d, %e) : !to
      %n = layout.size %to : !to
      %i0 = arith.muli %block, %c1024 : index
      %i1 = arith.addi %i0, %t : index
      scf.for %v = %c0 to %c4 step %c1 {
        %v256 = arith.muli %v, %c256 : index
        %i = arith.addi %i1, %v256 : index
        %inside = arith.cmpi ult, %i, %n : index
        scf.if %inside {
          %x = memref.load %src[%i] : !global
          %j = layout.crd2idx %to(%i) : !to
          memref.store %x, %dst[%j] : !global
        }
      }
      gpu.return
    }
  }
}
