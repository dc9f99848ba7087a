// Sums of each 32nd column of a row-major matrix of f32 of any size and leading dimension: a warp
// takes a row, a lane its columns, 4 a pass, and what is left of them one by one.
!matrix = !layout<(?,?):(?,1)>
!steps = !layout<(32,4,?):(1,32,128)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kloop_residue(%A: !global {llvm.noalias}, %sums: !global {llvm.noalias}, %M: index, %K: index, %ld: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %c128 = arith.constant 128 : index
      %zero = arith.constant 0.0 : f32
      %b = gpu.block_id x
      %a = layout.make(%M, %K, %ld) : !matrix
      %passes = arith.divui %K, %c128 : index
      %steps = layout.make(%passes) : !steps
      %lane = arith.remui %t, %c32 : index
      %warp = arith.divui %t, %c32 : index
      %r0 = arith.muli %b, %c8 : index
      %r = arith.addi %r0, %warp : index
      %inside = arith.cmpi ult, %r, %M : index
      scf.if %inside {
        %whole = scf.for %k = %c0 to %passes step %c1 iter_args(%sum = %zero) -> (f32) {
          %y = scf.for %v = %c0 to %c4 step %c1 iter_args(%s = %sum) -> (f32) {
            %c = layout.crd2idx %steps(%lane, %v, %k) : !steps
            %i = layout.crd2idx %a(%r, %c) : !matrix
            %x = memref.load %A[%i] : !global
            %z = arith.addf %s, %x : f32
            scf.yield %z : f32
          }
          scf.yield %y : f32
        }
        %done = arith.muli %passes, %c128 : index
        %first = arith.addi %done, %lane : index
        %all = scf.for %c = %first to %K step %c32 iter_args(%sum = %whole) -> (f32) {
          %i = layout.crd2idx %a(%r, %c) : !matrix
          %x = memref.load %A[%i] : !global
          %z = arith.addf %sum, %x : f32
          scf.yield %z : f32
        }
        %j0 = arith.muli %r, %c32 : index
        %j = arith.addi %j0, %lane : index
        memref.store %all, %sums[%j] : !global
      }
      gpu.return
    }
  }
}
