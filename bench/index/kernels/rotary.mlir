// Rotary position: of each head of 128 f32, element d and the one 64 on are turned by the angle whose cosine and
// sine a table has for the token's position; strides of tokens are known at run time, 4 f32 at once.
// (chunk of 4, half, head, token)
!x = !layout<(16,2,?,?):(4,64,128,?{div=4})>
!y = !layout<(16,2,?,?):(4,64,128,128*s0)>
!angles = !layout<(16,2,?):(4,64,128)>
!global = memref<?xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @rotary(%from: !global {llvm.noalias}, %numbers: !global {llvm.noalias}, %positions: memref<?xi32> {llvm.noalias}, %to: !global {llvm.noalias}, %tokens: index, %heads: index, %ld: index, %count: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %b = gpu.block_id x
      %head = gpu.block_id y
      %src = memref.assume_alignment %from, 16 : !global
      %angles = memref.assume_alignment %numbers, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global
      %x = layout.make(%heads, %tokens, %ld) : !x
      %y = layout.make(%heads, %tokens) : !y
      %table = layout.make(%count) : !angles
      %chunk = arith.remui %t, %c16 : index
      %token0 = arith.divui %t, %c16 : index
      %token1 = arith.muli %b, %c16 : index
      %token = arith.addi %token0, %token1 : index
      %inside = arith.cmpi slt, %token, %tokens : index
      scf.if %inside {
        %position32 = memref.load %positions[%token] : memref<?xi32>
        %position = arith.index_cast %position32 : i32 to index
        %i0 = layout.crd2idx %x(%chunk, 0, %head, %token) : !x
        %i1 = layout.crd2idx %x(%chunk, 1, %head, %token) : !x
        %j0 = layout.crd2idx %table(%chunk, 0, %position) : !angles
        %j1 = layout.crd2idx %table(%chunk, 1, %position) : !angles
        %a = vector.load %src[%i0] : !global, vector<4xf32>
        %c = vector.load %src[%i1] : !global, vector<4xf32>
        %cos = vector.load %angles[%j0] : !global, vector<4xf32>
        %sin = vector.load %angles[%j1] : !global, vector<4xf32>
        %ac = arith.mulf %a, %cos : vector<4xf32>
        %cs = arith.mulf %c, %sin : vector<4xf32>
        %left = arith.subf %ac, %cs : vector<4xf32>
        %cc = arith.mulf %c, %cos : vector<4xf32>
        %as = arith.mulf %a, %sin : vector<4xf32>
        %right = arith.addf %cc, %as : vector<4xf32>
        %k0 = layout.crd2idx %y(%chunk, 0, %head, %token) : !y
        %k1 = layout.crd2idx %y(%chunk, 1, %head, %token) : !y
        vector.store %left, %dst[%k0] : !global, vector<4xf32>
        vector.store %right, %dst[%k1] : !global, vector<4xf32>
      }
      gpu.return
    }
  }
}
