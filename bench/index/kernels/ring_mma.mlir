// C = A B^T for A of 8448x2048 and B of 512x2048 f16, C in f32: blocks of 64x64, 64 columns a
// pass through a ring of 3 swizzled stages of both, ldmatrix and mma.m16n8k16; 4 warps.
// A tile, and (pass, block); of C, a tile and which.
!tilesA = !layout<((64,64),(32,132)):((2048,1),(64,131072))>
!tilesB = !layout<((64,64),(32,8)):((2048,1),(64,131072))>
!tilesC = !layout<((64,64),(132,8)):((512,1),(32768,64))>
!ring = !layout<S<3,3,3> o 0 o ((64,64),3):((64,1),4096)>
!fromA = !layout<(((8,16),4),(32,132)):(((8,2048),32768),(64,131072))>
!fromB = !layout<(((8,16),4),(32,8)):(((8,2048),32768),(64,131072))>
!toC = !layout<((((4,8),4),(2,8)),(132,8)):((((2,512),8192),(4096,8)),(32768,64))>
!in = !layout<S<3,3,3> o 0 o (((8,16),4),3):(((8,64),1024),4096)>
!lanesA = !layout<S<3,3,3> o 0 o (((16,2,4),4),3):(((64,8,1024),16),4096)>
!lanesB = !layout<S<3,3,3> o 0 o (((8,2,2,4),4,4),3):(((64,8,512,0),1024,16),4096)>
!globalA = memref<17301504xf16>
!globalB = memref<1048576xf16>
!globalC = memref<4325376xf32>
!smem = memref<12288xf16, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @ring_mma(%A: !globalA {llvm.noalias, llvm.align = 16 : i64}, %B: !globalB {llvm.noalias, llvm.align = 16 : i64}, %C: !globalC {llvm.noalias, llvm.align = 16 : i64}, %passes: index)
        workgroup(%stagesA: !smem {llvm.align = 1024 : i64}, %stagesB: !smem {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %bn = gpu.block_id x
      %bm = gpu.block_id y
      %zero = arith.constant dense<0.0> : vector<2x2xf32>
      %tilesA = layout.make : !tilesA
      %tilesB = layout.make : !tilesB
      %tilesC = layout.make : !tilesC
      %ring = layout.make : !ring
      %fromA = layout.composition %tilesA : !tilesA by #layout.tile<[((8,16),4):((512,1),16), _]>
      %fromB = layout.composition %tilesB : !tilesB by #layout.tile<[((8,16),4):((512,1),16), _]>
      %toC = layout.composition %tilesC : !tilesC by #layout.tile<[(((4,8),4),(2,8)):(((128,1),16),(8,512)), _]>
      %in = layout.composition %ring : !ring by #layout.tile<[((8,16),4):((512,1),16), _]>
      // The rows that ldmatrix takes from a lane.
      %lanesA = layout.composition %ring : !ring by #layout.tile<[((16,2,4),4):((1,512,16),1024), _]>
      %lanesB = layout.composition %ring : !ring by #layout.tile<[((8,2,2,4),4,4):((1,512,8,0),16,1024), _]>
      %sum:8 = scf.for %k = %c0 to %passes step %c1
          iter_args(%k0 = %zero, %k1 = %zero, %k2 = %zero, %k3 = %zero, %k4 = %zero, %k5 = %zero, %k6 = %zero, %k7 = %zero) -> (vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>) {
        %stage = arith.remui %k, %c3 : index
        scf.for %v = %c0 to %c4 step %c1 {
          %i = layout.crd2idx %fromA((%t, %v), (%k, %bm)) : !fromA
          %x = vector.load %A[%i] : !globalA, vector<8xf16>
          %p = layout.crd2idx %fromB((%t, %v), (%k, %bn)) : !fromB
          %y = vector.load %B[%p] : !globalB, vector<8xf16>
          %j = layout.crd2idx %in((%t, %v), %stage) : !in
          vector.store %x, %stagesA[%j] : !smem, vector<8xf16>
          vector.store %y, %stagesB[%j] : !smem, vector<8xf16>
        }
        gpu.barrier
        %part:8 = scf.for %s = %c0 to %c4 step %c1
            iter_args(%s0 = %k0, %s1 = %k1, %s2 = %k2, %s3 = %k3, %s4 = %k4, %s5 = %k5, %s6 = %k6, %s7 = %k7) -> (vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>) {
          %i = layout.crd2idx %lanesA((%t, %s), %stage) : !lanesA
          %a = nvgpu.ldmatrix %stagesA[%i] {numTiles = 4 : i32, transpose = false} : !smem -> vector<4x2xf16>
          %i0 = layout.crd2idx %lanesB((%t, 0, %s), %stage) : !lanesB
          %b0 = nvgpu.ldmatrix %stagesB[%i0] {numTiles = 4 : i32, transpose = false} : !smem -> vector<4x2xf16>
          %l0 = vector.extract_strided_slice %b0 {offsets = [0], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
          %h0 = vector.extract_strided_slice %b0 {offsets = [2], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
          %d0 = nvgpu.mma.sync (%a, %l0, %s0) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          %d1 = nvgpu.mma.sync (%a, %h0, %s1) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          %i1 = layout.crd2idx %lanesB((%t, 1, %s), %stage) : !lanesB
          %b1 = nvgpu.ldmatrix %stagesB[%i1] {numTiles = 4 : i32, transpose = false} : !smem -> vector<4x2xf16>
          %l1 = vector.extract_strided_slice %b1 {offsets = [0], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
          %h1 = vector.extract_strided_slice %b1 {offsets = [2], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
          %d2 = nvgpu.mma.sync (%a, %l1, %s2) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          %d3 = nvgpu.mma.sync (%a, %h1, %s3) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          %i2 = layout.crd2idx %lanesB((%t, 2, %s), %stage) : !lanesB
          %b2 = nvgpu.ldmatrix %stagesB[%i2] {numTiles = 4 : i32, transpose = false} : !smem -> vector<4x2xf16>
          %l2 = vector.extract_strided_slice %b2 {offsets = [0], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
          %h2 = vector.extract_strided_slice %b2 {offsets = [2], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
          %d4 = nvgpu.mma.sync (%a, %l2, %s4) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          %d5 = nvgpu.mma.sync (%a, %h2, %s5) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          %i3 = layout.crd2idx %lanesB((%t, 3, %s), %stage) : !lanesB
          %b3 = nvgpu.ldmatrix %stagesB[%i3] {numTiles = 4 : i32, transpose = false} : !smem -> vector<4x2xf16>
          %l3 = vector.extract_strided_slice %b3 {offsets = [0], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
          %h3 = vector.extract_strided_slice %b3 {offsets = [2], sizes = [2], strides = [1]} : vector<4x2xf16> to vector<2x2xf16>
          %d6 = nvgpu.mma.sync (%a, %l3, %s6) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          %d7 = nvgpu.mma.sync (%a, %h3, %s7) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          scf.yield %d0, %d1, %d2, %d3, %d4, %d5, %d6, %d7 : vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>
        }
        scf.yield %part#0, %part#1, %part#2, %part#3, %part#4, %part#5, %part#6, %part#7 : vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>
      }
      %c0_0 = vector.extract %sum#0[0] : vector<2xf32> from vector<2x2xf32>
      %o0_0 = layout.crd2idx %toC((%t, (0, 0)), (%bm, %bn)) : !toC
      vector.store %c0_0, %C[%o0_0] : !globalC, vector<2xf32>
      %c1_0 = vector.extract %sum#0[1] : vector<2xf32> from vector<2x2xf32>
      %o1_0 = layout.crd2idx %toC((%t, (1, 0)), (%bm, %bn)) : !toC
      vector.store %c1_0, %C[%o1_0] : !globalC, vector<2xf32>
      %c0_1 = vector.extract %sum#1[0] : vector<2xf32> from vector<2x2xf32>
      %o0_1 = layout.crd2idx %toC((%t, (0, 1)), (%bm, %bn)) : !toC
      vector.store %c0_1, %C[%o0_1] : !globalC, vector<2xf32>
      %c1_1 = vector.extract %sum#1[1] : vector<2xf32> from vector<2x2xf32>
      %o1_1 = layout.crd2idx %toC((%t, (1, 1)), (%bm, %bn)) : !toC
      vector.store %c1_1, %C[%o1_1] : !globalC, vector<2xf32>
      %c0_2 = vector.extract %sum#2[0] : vector<2xf32> from vector<2x2xf32>
      %o0_2 = layout.crd2idx %toC((%t, (0, 2)), (%bm, %bn)) : !toC
      vector.store %c0_2, %C[%o0_2] : !globalC, vector<2xf32>
      %c1_2 = vector.extract %sum#2[1] : vector<2xf32> from vector<2x2xf32>
      %o1_2 = layout.crd2idx %toC((%t, (1, 2)), (%bm, %bn)) : !toC
      vector.store %c1_2, %C[%o1_2] : !globalC, vector<2xf32>
      %c0_3 = vector.extract %sum#3[0] : vector<2xf32> from vector<2x2xf32>
      %o0_3 = layout.crd2idx %toC((%t, (0, 3)), (%bm, %bn)) : !toC
      vector.store %c0_3, %C[%o0_3] : !globalC, vector<2xf32>
      %c1_3 = vector.extract %sum#3[1] : vector<2xf32> from vector<2x2xf32>
      %o1_3 = layout.crd2idx %toC((%t, (1, 3)), (%bm, %bn)) : !toC
      vector.store %c1_3, %C[%o1_3] : !globalC, vector<2xf32>
      %c0_4 = vector.extract %sum#4[0] : vector<2xf32> from vector<2x2xf32>
      %o0_4 = layout.crd2idx %toC((%t, (0, 4)), (%bm, %bn)) : !toC
      vector.store %c0_4, %C[%o0_4] : !globalC, vector<2xf32>
      %c1_4 = vector.extract %sum#4[1] : vector<2xf32> from vector<2x2xf32>
      %o1_4 = layout.crd2idx %toC((%t, (1, 4)), (%bm, %bn)) : !toC
      vector.store %c1_4, %C[%o1_4] : !globalC, vector<2xf32>
      %c0_5 = vector.extract %sum#5[0] : vector<2xf32> from vector<2x2xf32>
      %o0_5 = layout.crd2idx %toC((%t, (0, 5)), (%bm, %bn)) : !toC
      vector.store %c0_5, %C[%o0_5] : !globalC, vector<2xf32>
      %c1_5 = vector.extract %sum#5[1] : vector<2xf32> from vector<2x2xf32>
      %o1_5 = layout.crd2idx %toC((%t, (1, 5)), (%bm, %bn)) : !toC
      vector.store %c1_5, %C[%o1_5] : !globalC, vector<2xf32>
      %c0_6 = vector.extract %sum#6[0] : vector<2xf32> from vector<2x2xf32>
      %o0_6 = layout.crd2idx %toC((%t, (0, 6)), (%bm, %bn)) : !toC
      vector.store %c0_6, %C[%o0_6] : !globalC, vector<2xf32>
      %c1_6 = vector.extract %sum#6[1] : vector<2xf32> from vector<2x2xf32>
      %o1_6 = layout.crd2idx %toC((%t, (1, 6)), (%bm, %bn)) : !toC
      vector.store %c1_6, %C[%o1_6] : !globalC, vector<2xf32>
      %c0_7 = vector.extract %sum#7[0] : vector<2xf32> from vector<2x2xf32>
      %o0_7 = layout.crd2idx %toC((%t, (0, 7)), (%bm, %bn)) : !toC
      vector.store %c0_7, %C[%o0_7] : !globalC, vector<2xf32>
      %c1_7 = vector.extract %sum#7[1] : vector<2xf32> from vector<2x2xf32>
      %o1_7 = layout.crd2idx %toC((%t, (1, 7)), (%bm, %bn)) : !toC
      vector.store %c1_7, %C[%o1_7] : !globalC, vector<2xf32>
      gpu.return
    }
  }
}
