// A tensor of 7 modes, of sizes 9, 48, 7, 5, 5, 6 and 32, is permuted in
// the order of the result, predicated by its size: 4 elements a thread, i32.
// The result's modes, fastest first, in a source whose modes are compact from the right.
!source = !layout<(5,32,7,9,6,5,48):(960,1,4800,1612800,32,192,33600)>
!global = memref<14515200xi32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @relayout_7d(%src: !global {llvm.noalias}, %dst: !global {llvm.noalias}, %n: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %b = gpu.block_id x
      %source = layout.make : !source
      %elements = layout.make : !layout<(256,4,16384):(1,256,1024)>
      scf.for %v = %c0 to %c4 step %c1 {
        %j = layout.crd2idx %elements(%t, %v, %b) : !layout<(256,4,16384):(1,256,1024)>
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
