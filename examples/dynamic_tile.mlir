// A row-major matrix of M x K floats, M and K known only at run time, is scaled
// by two in tiles of 128x64: one tile a block of 256 threads, 32 values a thread.
//
// The types say that the tiles divide the matrix and that an index fits in 32
// bits; without `div` the divide is refused, not rounded.
//
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a bare-pointers=false" | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @dynamic_tile
    // CHECK-NOT: arith.div
    // CHECK-NOT: arith.rem
    // CHECK-NOT: layout.
    // CHECK: gpu.return
    // PTX: gpu.binary
    // PTX: dynamic_tile
    gpu.func @dynamic_tile(%src: memref<?xf32>, %dst: memref<?xf32>, %M: index, %K: index)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %bm = gpu.block_id x
      %bk = gpu.block_id y
      %two = arith.constant 2.0 : f32

      %rows = layout.make(%M, %K) : !layout<(?{div=128,max=32768},?{div=64,max=32768}):(s1,1)>
      // ((128,64),(M/128,K/64)): a tile, and which tile.
      %tiles = layout.zipped_divide %rows
        : !layout<(?{div=128,max=32768},?{div=64,max=32768}):(s1,1)> by #layout.tile<[128:1, 64:1]>
      // The tile again by thread and value.
      %mine = layout.composition %tiles
        : !layout<((128,64),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):((s1,1),(128*s1,64))>
        by #layout.tile<[((64,4),32):((128,1),4), _]>

      %i0 = layout.crd2idx %mine((%t, 0), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x0 = memref.load %src[%i0] : memref<?xf32>
      %y0 = arith.mulf %x0, %two : f32
      memref.store %y0, %dst[%i0] : memref<?xf32>
      %i1 = layout.crd2idx %mine((%t, 1), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x1 = memref.load %src[%i1] : memref<?xf32>
      %y1 = arith.mulf %x1, %two : f32
      memref.store %y1, %dst[%i1] : memref<?xf32>
      %i2 = layout.crd2idx %mine((%t, 2), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x2 = memref.load %src[%i2] : memref<?xf32>
      %y2 = arith.mulf %x2, %two : f32
      memref.store %y2, %dst[%i2] : memref<?xf32>
      %i3 = layout.crd2idx %mine((%t, 3), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x3 = memref.load %src[%i3] : memref<?xf32>
      %y3 = arith.mulf %x3, %two : f32
      memref.store %y3, %dst[%i3] : memref<?xf32>
      %i4 = layout.crd2idx %mine((%t, 4), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x4 = memref.load %src[%i4] : memref<?xf32>
      %y4 = arith.mulf %x4, %two : f32
      memref.store %y4, %dst[%i4] : memref<?xf32>
      %i5 = layout.crd2idx %mine((%t, 5), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x5 = memref.load %src[%i5] : memref<?xf32>
      %y5 = arith.mulf %x5, %two : f32
      memref.store %y5, %dst[%i5] : memref<?xf32>
      %i6 = layout.crd2idx %mine((%t, 6), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x6 = memref.load %src[%i6] : memref<?xf32>
      %y6 = arith.mulf %x6, %two : f32
      memref.store %y6, %dst[%i6] : memref<?xf32>
      %i7 = layout.crd2idx %mine((%t, 7), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x7 = memref.load %src[%i7] : memref<?xf32>
      %y7 = arith.mulf %x7, %two : f32
      memref.store %y7, %dst[%i7] : memref<?xf32>
      %i8 = layout.crd2idx %mine((%t, 8), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x8 = memref.load %src[%i8] : memref<?xf32>
      %y8 = arith.mulf %x8, %two : f32
      memref.store %y8, %dst[%i8] : memref<?xf32>
      %i9 = layout.crd2idx %mine((%t, 9), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x9 = memref.load %src[%i9] : memref<?xf32>
      %y9 = arith.mulf %x9, %two : f32
      memref.store %y9, %dst[%i9] : memref<?xf32>
      %i10 = layout.crd2idx %mine((%t, 10), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x10 = memref.load %src[%i10] : memref<?xf32>
      %y10 = arith.mulf %x10, %two : f32
      memref.store %y10, %dst[%i10] : memref<?xf32>
      %i11 = layout.crd2idx %mine((%t, 11), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x11 = memref.load %src[%i11] : memref<?xf32>
      %y11 = arith.mulf %x11, %two : f32
      memref.store %y11, %dst[%i11] : memref<?xf32>
      %i12 = layout.crd2idx %mine((%t, 12), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x12 = memref.load %src[%i12] : memref<?xf32>
      %y12 = arith.mulf %x12, %two : f32
      memref.store %y12, %dst[%i12] : memref<?xf32>
      %i13 = layout.crd2idx %mine((%t, 13), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x13 = memref.load %src[%i13] : memref<?xf32>
      %y13 = arith.mulf %x13, %two : f32
      memref.store %y13, %dst[%i13] : memref<?xf32>
      %i14 = layout.crd2idx %mine((%t, 14), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x14 = memref.load %src[%i14] : memref<?xf32>
      %y14 = arith.mulf %x14, %two : f32
      memref.store %y14, %dst[%i14] : memref<?xf32>
      %i15 = layout.crd2idx %mine((%t, 15), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x15 = memref.load %src[%i15] : memref<?xf32>
      %y15 = arith.mulf %x15, %two : f32
      memref.store %y15, %dst[%i15] : memref<?xf32>
      %i16 = layout.crd2idx %mine((%t, 16), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x16 = memref.load %src[%i16] : memref<?xf32>
      %y16 = arith.mulf %x16, %two : f32
      memref.store %y16, %dst[%i16] : memref<?xf32>
      %i17 = layout.crd2idx %mine((%t, 17), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x17 = memref.load %src[%i17] : memref<?xf32>
      %y17 = arith.mulf %x17, %two : f32
      memref.store %y17, %dst[%i17] : memref<?xf32>
      %i18 = layout.crd2idx %mine((%t, 18), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x18 = memref.load %src[%i18] : memref<?xf32>
      %y18 = arith.mulf %x18, %two : f32
      memref.store %y18, %dst[%i18] : memref<?xf32>
      %i19 = layout.crd2idx %mine((%t, 19), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x19 = memref.load %src[%i19] : memref<?xf32>
      %y19 = arith.mulf %x19, %two : f32
      memref.store %y19, %dst[%i19] : memref<?xf32>
      %i20 = layout.crd2idx %mine((%t, 20), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x20 = memref.load %src[%i20] : memref<?xf32>
      %y20 = arith.mulf %x20, %two : f32
      memref.store %y20, %dst[%i20] : memref<?xf32>
      %i21 = layout.crd2idx %mine((%t, 21), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x21 = memref.load %src[%i21] : memref<?xf32>
      %y21 = arith.mulf %x21, %two : f32
      memref.store %y21, %dst[%i21] : memref<?xf32>
      %i22 = layout.crd2idx %mine((%t, 22), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x22 = memref.load %src[%i22] : memref<?xf32>
      %y22 = arith.mulf %x22, %two : f32
      memref.store %y22, %dst[%i22] : memref<?xf32>
      %i23 = layout.crd2idx %mine((%t, 23), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x23 = memref.load %src[%i23] : memref<?xf32>
      %y23 = arith.mulf %x23, %two : f32
      memref.store %y23, %dst[%i23] : memref<?xf32>
      %i24 = layout.crd2idx %mine((%t, 24), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x24 = memref.load %src[%i24] : memref<?xf32>
      %y24 = arith.mulf %x24, %two : f32
      memref.store %y24, %dst[%i24] : memref<?xf32>
      %i25 = layout.crd2idx %mine((%t, 25), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x25 = memref.load %src[%i25] : memref<?xf32>
      %y25 = arith.mulf %x25, %two : f32
      memref.store %y25, %dst[%i25] : memref<?xf32>
      %i26 = layout.crd2idx %mine((%t, 26), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x26 = memref.load %src[%i26] : memref<?xf32>
      %y26 = arith.mulf %x26, %two : f32
      memref.store %y26, %dst[%i26] : memref<?xf32>
      %i27 = layout.crd2idx %mine((%t, 27), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x27 = memref.load %src[%i27] : memref<?xf32>
      %y27 = arith.mulf %x27, %two : f32
      memref.store %y27, %dst[%i27] : memref<?xf32>
      %i28 = layout.crd2idx %mine((%t, 28), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x28 = memref.load %src[%i28] : memref<?xf32>
      %y28 = arith.mulf %x28, %two : f32
      memref.store %y28, %dst[%i28] : memref<?xf32>
      %i29 = layout.crd2idx %mine((%t, 29), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x29 = memref.load %src[%i29] : memref<?xf32>
      %y29 = arith.mulf %x29, %two : f32
      memref.store %y29, %dst[%i29] : memref<?xf32>
      %i30 = layout.crd2idx %mine((%t, 30), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x30 = memref.load %src[%i30] : memref<?xf32>
      %y30 = arith.mulf %x30, %two : f32
      memref.store %y30, %dst[%i30] : memref<?xf32>
      %i31 = layout.crd2idx %mine((%t, 31), (%bm, %bk))
        : !layout<(((64,4),32),(floordiv(?{div=128,max=32768},128),floordiv(?{div=64,max=32768},64))):(((1,s1),4*s1),(128*s1,64))>
      %x31 = memref.load %src[%i31] : memref<?xf32>
      %y31 = arith.mulf %x31, %two : f32
      memref.store %y31, %dst[%i31] : memref<?xf32>
      gpu.return
    }
  }
}
