// examples/tensor_core_tile.mlir as one writes it without tiles, an index at a time: one warp
// computes C = A * B^T, from global to swizzled shared memory, ldmatrix, mma.sync.m16n8k16, and back.
//
// Rows of 64 f16 are 128 bytes; S<3,3,3> on elements moves their eight 16-byte
// chunks so that neither the copy nor ldmatrix meets a bank conflict. All four
// distributions of data over the warp are layouts, and every address is an
// index of one of them composed with where the tile lies.
//
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm=chip=sm_90a | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @tensor_core_indices
    // CHECK-NOT: layout.
    // CHECK: gpu.return
    // PTX: gpu.binary
    // PTX: ldmatrix.sync.aligned.m8n8.x4
    // PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    gpu.func @tensor_core_indices(%A: memref<1024xf16>, %B: memref<512xf16>, %C: memref<128xf32>)
        workgroup(%sA: memref<1024xf16, #gpu.address_space<workgroup>> {llvm.align = 1024 : i64},
                  %sB: memref<512xf16, #gpu.address_space<workgroup>> {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %t = gpu.thread_id x
      %none = arith.constant dense<0.0> : vector<2x2xf16>
      %zero = arith.constant dense<0.0> : vector<2x2xf32>

      // Where the tiles lie.
      %gA = layout.make : !layout<(16,64):(64,1)>
      %gB = layout.make : !layout<(8,64):(64,1)>
      %gC = layout.make : !layout<(16,8):(8,1)>
      %lA = layout.make : !layout<S<3,3,3> o 0 o (16,64):(64,1)>
      %lB = layout.make : !layout<S<3,3,3> o 0 o (8,64):(64,1)>

      // (thread, value) to positions in the tile. Copies move 8 f16 at once:
      // eight threads a row, rows t / 8 + 4v.
      %copyA = layout.make : !layout<((8,4),4):((128,1),4)>
      %copyB = layout.make : !layout<((8,4),2):((64,1),4)>
      // ldmatrix.x4 takes one row address a thread: for A 16 rows and two chunks
      // a step of 16, for B 8 rows and four chunks, two steps at once.
      %ldA = layout.make : !layout<((16,2),4):((1,128),256)>
      %ldB = layout.make : !layout<((8,4),2):((1,64),256)>
      // The accumulator of mma.m16n8k16 (PTX ISA, "Matrix fragments").
      %mmaC = layout.make : !layout<((4,8),(2,2)):((32,1),(16,8))>

      %gcA = layout.composition %gA, %copyA
        : !layout<(16,64):(64,1)>, !layout<((8,4),4):((128,1),4)>
      %scA = layout.composition %lA, %copyA
        : !layout<S<3,3,3> o 0 o (16,64):(64,1)>, !layout<((8,4),4):((128,1),4)>
      %gcB = layout.composition %gB, %copyB
        : !layout<(8,64):(64,1)>, !layout<((8,4),2):((64,1),4)>
      %scB = layout.composition %lB, %copyB
        : !layout<S<3,3,3> o 0 o (8,64):(64,1)>, !layout<((8,4),2):((64,1),4)>
      %slA = layout.composition %lA, %ldA
        : !layout<S<3,3,3> o 0 o (16,64):(64,1)>, !layout<((16,2),4):((1,128),256)>
      %slB = layout.composition %lB, %ldB
        : !layout<S<3,3,3> o 0 o (8,64):(64,1)>, !layout<((8,4),2):((1,64),256)>
      %gmC = layout.composition %gC, %mmaC
        : !layout<(16,8):(8,1)>, !layout<((4,8),(2,2)):((32,1),(16,8))>

      // Global to shared.
      %gAi0 = layout.crd2idx %gcA(%t, 0) : !layout<((8,4),4):((8,64),256)>
      %a0 = vector.load %A[%gAi0] {alignment = 16 : i64} : memref<1024xf16>, vector<8xf16>
      %sAi0 = layout.crd2idx %scA(%t, 0) : !layout<S<3,3,3> o 0 o ((8,4),4):((8,64),256)>
      vector.store %a0, %sA[%sAi0] {alignment = 16 : i64} : memref<1024xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      %gAi1 = layout.crd2idx %gcA(%t, 1) : !layout<((8,4),4):((8,64),256)>
      %a1 = vector.load %A[%gAi1] {alignment = 16 : i64} : memref<1024xf16>, vector<8xf16>
      %sAi1 = layout.crd2idx %scA(%t, 1) : !layout<S<3,3,3> o 0 o ((8,4),4):((8,64),256)>
      vector.store %a1, %sA[%sAi1] {alignment = 16 : i64} : memref<1024xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      %gAi2 = layout.crd2idx %gcA(%t, 2) : !layout<((8,4),4):((8,64),256)>
      %a2 = vector.load %A[%gAi2] {alignment = 16 : i64} : memref<1024xf16>, vector<8xf16>
      %sAi2 = layout.crd2idx %scA(%t, 2) : !layout<S<3,3,3> o 0 o ((8,4),4):((8,64),256)>
      vector.store %a2, %sA[%sAi2] {alignment = 16 : i64} : memref<1024xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      %gAi3 = layout.crd2idx %gcA(%t, 3) : !layout<((8,4),4):((8,64),256)>
      %a3 = vector.load %A[%gAi3] {alignment = 16 : i64} : memref<1024xf16>, vector<8xf16>
      %sAi3 = layout.crd2idx %scA(%t, 3) : !layout<S<3,3,3> o 0 o ((8,4),4):((8,64),256)>
      vector.store %a3, %sA[%sAi3] {alignment = 16 : i64} : memref<1024xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      %gBi0 = layout.crd2idx %gcB(%t, 0) : !layout<((8,4),2):((8,64),256)>
      %b0 = vector.load %B[%gBi0] {alignment = 16 : i64} : memref<512xf16>, vector<8xf16>
      %sBi0 = layout.crd2idx %scB(%t, 0) : !layout<S<3,3,3> o 0 o ((8,4),2):((8,64),256)>
      vector.store %b0, %sB[%sBi0] {alignment = 16 : i64} : memref<512xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      %gBi1 = layout.crd2idx %gcB(%t, 1) : !layout<((8,4),2):((8,64),256)>
      %b1 = vector.load %B[%gBi1] {alignment = 16 : i64} : memref<512xf16>, vector<8xf16>
      %sBi1 = layout.crd2idx %scB(%t, 1) : !layout<S<3,3,3> o 0 o ((8,4),2):((8,64),256)>
      vector.store %b1, %sB[%sBi1] {alignment = 16 : i64} : memref<512xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      gpu.barrier

      // Four steps of 16 along K.
      %lBi0 = layout.crd2idx %slB(%t, 0) : !layout<S<3,3,3> o 0 o ((8,4),2):((64,8),32)>
      %fb0 = nvgpu.ldmatrix %sB[%lBi0] {numTiles = 4 : i32, transpose = false}
        : memref<512xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
      %r00 = vector.extract %fb0[0] : vector<2xf16> from vector<4x2xf16>
      %r01 = vector.extract %fb0[1] : vector<2xf16> from vector<4x2xf16>
      %r02 = vector.extract %fb0[2] : vector<2xf16> from vector<4x2xf16>
      %r03 = vector.extract %fb0[3] : vector<2xf16> from vector<4x2xf16>
      %b000 = vector.insert %r00, %none[0] : vector<2xf16> into vector<2x2xf16>
      %b00 = vector.insert %r01, %b000[1] : vector<2xf16> into vector<2x2xf16>
      %b010 = vector.insert %r02, %none[0] : vector<2xf16> into vector<2x2xf16>
      %b01 = vector.insert %r03, %b010[1] : vector<2xf16> into vector<2x2xf16>
      %lBi1 = layout.crd2idx %slB(%t, 1) : !layout<S<3,3,3> o 0 o ((8,4),2):((64,8),32)>
      %fb1 = nvgpu.ldmatrix %sB[%lBi1] {numTiles = 4 : i32, transpose = false}
        : memref<512xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
      %r10 = vector.extract %fb1[0] : vector<2xf16> from vector<4x2xf16>
      %r11 = vector.extract %fb1[1] : vector<2xf16> from vector<4x2xf16>
      %r12 = vector.extract %fb1[2] : vector<2xf16> from vector<4x2xf16>
      %r13 = vector.extract %fb1[3] : vector<2xf16> from vector<4x2xf16>
      %b100 = vector.insert %r10, %none[0] : vector<2xf16> into vector<2x2xf16>
      %b10 = vector.insert %r11, %b100[1] : vector<2xf16> into vector<2x2xf16>
      %b110 = vector.insert %r12, %none[0] : vector<2xf16> into vector<2x2xf16>
      %b11 = vector.insert %r13, %b110[1] : vector<2xf16> into vector<2x2xf16>
      %lAi0 = layout.crd2idx %slA(%t, 0) : !layout<S<3,3,3> o 0 o ((16,2),4):((64,8),16)>
      %fa0 = nvgpu.ldmatrix %sA[%lAi0] {numTiles = 4 : i32, transpose = false}
        : memref<1024xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
      %c0 = nvgpu.mma.sync (%fa0, %b00, %zero) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      %lAi1 = layout.crd2idx %slA(%t, 1) : !layout<S<3,3,3> o 0 o ((16,2),4):((64,8),16)>
      %fa1 = nvgpu.ldmatrix %sA[%lAi1] {numTiles = 4 : i32, transpose = false}
        : memref<1024xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
      %c1 = nvgpu.mma.sync (%fa1, %b01, %c0) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      %lAi2 = layout.crd2idx %slA(%t, 2) : !layout<S<3,3,3> o 0 o ((16,2),4):((64,8),16)>
      %fa2 = nvgpu.ldmatrix %sA[%lAi2] {numTiles = 4 : i32, transpose = false}
        : memref<1024xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
      %c2 = nvgpu.mma.sync (%fa2, %b10, %c1) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      %lAi3 = layout.crd2idx %slA(%t, 3) : !layout<S<3,3,3> o 0 o ((16,2),4):((64,8),16)>
      %fa3 = nvgpu.ldmatrix %sA[%lAi3] {numTiles = 4 : i32, transpose = false}
        : memref<1024xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
      %c3 = nvgpu.mma.sync (%fa3, %b11, %c2) {mmaShape = [16, 8, 16]}
        : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>

      // Two neighbours of a row at once.
      %o0 = vector.extract %c3[0] : vector<2xf32> from vector<2x2xf32>
      %gCi0 = layout.crd2idx %gmC(%t, (0, 0)) : !layout<((4,8),(2,2)):((2,8),(1,64))>
      vector.store %o0, %C[%gCi0] {alignment = 8 : i64} : memref<128xf32>, vector<2xf32>
      %o1 = vector.extract %c3[1] : vector<2xf32> from vector<2x2xf32>
      %gCi1 = layout.crd2idx %gmC(%t, (0, 1)) : !layout<((4,8),(2,2)):((2,8),(1,64))>
      vector.store %o1, %C[%gCi1] {alignment = 8 : i64} : memref<128xf32>, vector<2xf32>
      gpu.return
    }
  }
}
