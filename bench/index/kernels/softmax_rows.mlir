// From each row of f32 its maximum is taken off, as before the powers of a softmax; the length, a
// multiple of 128, and the leading dimensions are known at run time: a warp a row, 4 f32 at once.
// (lane, step, row)
!from = !layout<(32,?,?):(4,128,?{div=4})>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @softmax_rows(%x: !global {llvm.noalias}, %y: !global {llvm.noalias}, %M: index, %N: index, %ldX: index, %ldY: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %c128 = arith.constant 128 : index
      %i1 = arith.constant 1 : i32
      %i2 = arith.constant 2 : i32
      %i4 = arith.constant 4 : i32
      %i8 = arith.constant 8 : i32
      %i16 = arith.constant 16 : i32
      %i32 = arith.constant 32 : i32
      %least = arith.constant 0xff800000 : f32
      %b = gpu.block_id x
      %src = memref.assume_alignment %x, 16 : !global
      %dst = memref.assume_alignment %y, 16 : !global
      %steps = arith.divui %N, %c128 : index
      %from = layout.make(%steps, %M, %ldX) : !from
      %to = layout.make(%steps, %M, %ldY) : !from
      %lane = arith.remui %t, %c32 : index
      %warp = arith.divui %t, %c32 : index
      %r0 = arith.muli %b, %c8 : index
      %r = arith.addi %r0, %warp : index
      %mine = scf.for %k = %c0 to %steps step %c1 iter_args(%m = %least) -> (f32) {
        %i = layout.crd2idx %from(%lane, %k, %r) : !from
        %v = vector.load %src[%i] : !global, vector<4xf32>
        %e:4 = vector.to_elements %v : vector<4xf32>
        %m0 = arith.maxnumf %e#0, %e#1 : f32
        %m1 = arith.maxnumf %e#2, %e#3 : f32
        %m2 = arith.maxnumf %m0, %m1 : f32
        %m3 = arith.maxnumf %m, %m2 : f32
        scf.yield %m3 : f32
      }
      %s16, %p16 = gpu.shuffle xor %mine, %i16, %i32 : f32
      %a16 = arith.maxnumf %mine, %s16 : f32
      %s8, %p8 = gpu.shuffle xor %a16, %i8, %i32 : f32
      %a8 = arith.maxnumf %a16, %s8 : f32
      %s4, %p4 = gpu.shuffle xor %a8, %i4, %i32 : f32
      %a4 = arith.maxnumf %a8, %s4 : f32
      %s2, %p2 = gpu.shuffle xor %a4, %i2, %i32 : f32
      %a2 = arith.maxnumf %a4, %s2 : f32
      %s1, %p1 = gpu.shuffle xor %a2, %i1, %i32 : f32
      %max = arith.maxnumf %a2, %s1 : f32
      %all = vector.broadcast %max : f32 to vector<4xf32>
      scf.for %k = %c0 to %steps step %c1 {
        %i = layout.crd2idx %from(%lane, %k, %r) : !from
        %v = vector.load %src[%i] : !global, vector<4xf32>
        %w = arith.subf %v, %all : vector<4xf32>
        %j = layout.crd2idx %to(%lane, %k, %r) : !from
        vector.store %w, %dst[%j] : !global, vector<4xf32>
      }
      gpu.return
    }
  }
}
