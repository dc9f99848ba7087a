// A block of 256 threads stages a 128x64 tile of f32 through shared memory
// that is swizzled by S<3,3,3>, 32 values a thread, fully unrolled.
//
// Which thread handles which element is itself a layout, from (thread, value)
// to the position in the tile: thread t holds column t % 64 of the rows
// t / 64 + 4v. Every address is an index of that layout composed with where the
// tile lies: 32 values, two directions, two memories.
//
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm=chip=sm_90a | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @swizzled_copy
    // Two swizzled bases, an exclusive-or apart; all else is a constant.
    // CHECK-COUNT-2: arith.xori
    // CHECK-NOT: arith.xori
    // CHECK: gpu.return
    // PTX: gpu.binary
    // PTX: swizzled_copy
    gpu.func @swizzled_copy(%src: memref<8192xf32>, %dst: memref<8192xf32>)
        workgroup(%smem: memref<8192xf32, #gpu.address_space<workgroup>> {llvm.align = 1024 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x

      // The tile in global memory, in shared memory, and its distribution.
      %global = layout.make : !layout<(128,64):(64,1)>
      %shared = layout.make : !layout<S<3,3,3> o 0 o (128,64):(64,1)>
      %tv = layout.make : !layout<((64,4),32):((128,1),4)>
      %g = layout.composition %global, %tv
        : !layout<(128,64):(64,1)>, !layout<((64,4),32):((128,1),4)>
      %s = layout.composition %shared, %tv
        : !layout<S<3,3,3> o 0 o (128,64):(64,1)>, !layout<((64,4),32):((128,1),4)>

      // Global to shared.
      %gi0 = layout.crd2idx %g(%t, 0) : !layout<((64,4),32):((1,64),256)>
      %x0 = memref.load %src[%gi0] : memref<8192xf32>
      %gi1 = layout.crd2idx %g(%t, 1) : !layout<((64,4),32):((1,64),256)>
      %x1 = memref.load %src[%gi1] : memref<8192xf32>
      %gi2 = layout.crd2idx %g(%t, 2) : !layout<((64,4),32):((1,64),256)>
      %x2 = memref.load %src[%gi2] : memref<8192xf32>
      %gi3 = layout.crd2idx %g(%t, 3) : !layout<((64,4),32):((1,64),256)>
      %x3 = memref.load %src[%gi3] : memref<8192xf32>
      %gi4 = layout.crd2idx %g(%t, 4) : !layout<((64,4),32):((1,64),256)>
      %x4 = memref.load %src[%gi4] : memref<8192xf32>
      %gi5 = layout.crd2idx %g(%t, 5) : !layout<((64,4),32):((1,64),256)>
      %x5 = memref.load %src[%gi5] : memref<8192xf32>
      %gi6 = layout.crd2idx %g(%t, 6) : !layout<((64,4),32):((1,64),256)>
      %x6 = memref.load %src[%gi6] : memref<8192xf32>
      %gi7 = layout.crd2idx %g(%t, 7) : !layout<((64,4),32):((1,64),256)>
      %x7 = memref.load %src[%gi7] : memref<8192xf32>
      %gi8 = layout.crd2idx %g(%t, 8) : !layout<((64,4),32):((1,64),256)>
      %x8 = memref.load %src[%gi8] : memref<8192xf32>
      %gi9 = layout.crd2idx %g(%t, 9) : !layout<((64,4),32):((1,64),256)>
      %x9 = memref.load %src[%gi9] : memref<8192xf32>
      %gi10 = layout.crd2idx %g(%t, 10) : !layout<((64,4),32):((1,64),256)>
      %x10 = memref.load %src[%gi10] : memref<8192xf32>
      %gi11 = layout.crd2idx %g(%t, 11) : !layout<((64,4),32):((1,64),256)>
      %x11 = memref.load %src[%gi11] : memref<8192xf32>
      %gi12 = layout.crd2idx %g(%t, 12) : !layout<((64,4),32):((1,64),256)>
      %x12 = memref.load %src[%gi12] : memref<8192xf32>
      %gi13 = layout.crd2idx %g(%t, 13) : !layout<((64,4),32):((1,64),256)>
      %x13 = memref.load %src[%gi13] : memref<8192xf32>
      %gi14 = layout.crd2idx %g(%t, 14) : !layout<((64,4),32):((1,64),256)>
      %x14 = memref.load %src[%gi14] : memref<8192xf32>
      %gi15 = layout.crd2idx %g(%t, 15) : !layout<((64,4),32):((1,64),256)>
      %x15 = memref.load %src[%gi15] : memref<8192xf32>
      %gi16 = layout.crd2idx %g(%t, 16) : !layout<((64,4),32):((1,64),256)>
      %x16 = memref.load %src[%gi16] : memref<8192xf32>
      %gi17 = layout.crd2idx %g(%t, 17) : !layout<((64,4),32):((1,64),256)>
      %x17 = memref.load %src[%gi17] : memref<8192xf32>
      %gi18 = layout.crd2idx %g(%t, 18) : !layout<((64,4),32):((1,64),256)>
      %x18 = memref.load %src[%gi18] : memref<8192xf32>
      %gi19 = layout.crd2idx %g(%t, 19) : !layout<((64,4),32):((1,64),256)>
      %x19 = memref.load %src[%gi19] : memref<8192xf32>
      %gi20 = layout.crd2idx %g(%t, 20) : !layout<((64,4),32):((1,64),256)>
      %x20 = memref.load %src[%gi20] : memref<8192xf32>
      %gi21 = layout.crd2idx %g(%t, 21) : !layout<((64,4),32):((1,64),256)>
      %x21 = memref.load %src[%gi21] : memref<8192xf32>
      %gi22 = layout.crd2idx %g(%t, 22) : !layout<((64,4),32):((1,64),256)>
      %x22 = memref.load %src[%gi22] : memref<8192xf32>
      %gi23 = layout.crd2idx %g(%t, 23) : !layout<((64,4),32):((1,64),256)>
      %x23 = memref.load %src[%gi23] : memref<8192xf32>
      %gi24 = layout.crd2idx %g(%t, 24) : !layout<((64,4),32):((1,64),256)>
      %x24 = memref.load %src[%gi24] : memref<8192xf32>
      %gi25 = layout.crd2idx %g(%t, 25) : !layout<((64,4),32):((1,64),256)>
      %x25 = memref.load %src[%gi25] : memref<8192xf32>
      %gi26 = layout.crd2idx %g(%t, 26) : !layout<((64,4),32):((1,64),256)>
      %x26 = memref.load %src[%gi26] : memref<8192xf32>
      %gi27 = layout.crd2idx %g(%t, 27) : !layout<((64,4),32):((1,64),256)>
      %x27 = memref.load %src[%gi27] : memref<8192xf32>
      %gi28 = layout.crd2idx %g(%t, 28) : !layout<((64,4),32):((1,64),256)>
      %x28 = memref.load %src[%gi28] : memref<8192xf32>
      %gi29 = layout.crd2idx %g(%t, 29) : !layout<((64,4),32):((1,64),256)>
      %x29 = memref.load %src[%gi29] : memref<8192xf32>
      %gi30 = layout.crd2idx %g(%t, 30) : !layout<((64,4),32):((1,64),256)>
      %x30 = memref.load %src[%gi30] : memref<8192xf32>
      %gi31 = layout.crd2idx %g(%t, 31) : !layout<((64,4),32):((1,64),256)>
      %x31 = memref.load %src[%gi31] : memref<8192xf32>
      %si0 = layout.crd2idx %s(%t, 0) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x0, %smem[%si0] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si1 = layout.crd2idx %s(%t, 1) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x1, %smem[%si1] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si2 = layout.crd2idx %s(%t, 2) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x2, %smem[%si2] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si3 = layout.crd2idx %s(%t, 3) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x3, %smem[%si3] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si4 = layout.crd2idx %s(%t, 4) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x4, %smem[%si4] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si5 = layout.crd2idx %s(%t, 5) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x5, %smem[%si5] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si6 = layout.crd2idx %s(%t, 6) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x6, %smem[%si6] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si7 = layout.crd2idx %s(%t, 7) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x7, %smem[%si7] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si8 = layout.crd2idx %s(%t, 8) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x8, %smem[%si8] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si9 = layout.crd2idx %s(%t, 9) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x9, %smem[%si9] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si10 = layout.crd2idx %s(%t, 10) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x10, %smem[%si10] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si11 = layout.crd2idx %s(%t, 11) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x11, %smem[%si11] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si12 = layout.crd2idx %s(%t, 12) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x12, %smem[%si12] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si13 = layout.crd2idx %s(%t, 13) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x13, %smem[%si13] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si14 = layout.crd2idx %s(%t, 14) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x14, %smem[%si14] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si15 = layout.crd2idx %s(%t, 15) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x15, %smem[%si15] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si16 = layout.crd2idx %s(%t, 16) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x16, %smem[%si16] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si17 = layout.crd2idx %s(%t, 17) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x17, %smem[%si17] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si18 = layout.crd2idx %s(%t, 18) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x18, %smem[%si18] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si19 = layout.crd2idx %s(%t, 19) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x19, %smem[%si19] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si20 = layout.crd2idx %s(%t, 20) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x20, %smem[%si20] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si21 = layout.crd2idx %s(%t, 21) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x21, %smem[%si21] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si22 = layout.crd2idx %s(%t, 22) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x22, %smem[%si22] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si23 = layout.crd2idx %s(%t, 23) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x23, %smem[%si23] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si24 = layout.crd2idx %s(%t, 24) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x24, %smem[%si24] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si25 = layout.crd2idx %s(%t, 25) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x25, %smem[%si25] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si26 = layout.crd2idx %s(%t, 26) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x26, %smem[%si26] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si27 = layout.crd2idx %s(%t, 27) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x27, %smem[%si27] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si28 = layout.crd2idx %s(%t, 28) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x28, %smem[%si28] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si29 = layout.crd2idx %s(%t, 29) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x29, %smem[%si29] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si30 = layout.crd2idx %s(%t, 30) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x30, %smem[%si30] : memref<8192xf32, #gpu.address_space<workgroup>>
      %si31 = layout.crd2idx %s(%t, 31) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      memref.store %x31, %smem[%si31] : memref<8192xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      // Shared to global.
      %li0 = layout.crd2idx %s(%t, 0) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y0 = memref.load %smem[%li0] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li1 = layout.crd2idx %s(%t, 1) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y1 = memref.load %smem[%li1] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li2 = layout.crd2idx %s(%t, 2) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y2 = memref.load %smem[%li2] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li3 = layout.crd2idx %s(%t, 3) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y3 = memref.load %smem[%li3] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li4 = layout.crd2idx %s(%t, 4) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y4 = memref.load %smem[%li4] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li5 = layout.crd2idx %s(%t, 5) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y5 = memref.load %smem[%li5] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li6 = layout.crd2idx %s(%t, 6) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y6 = memref.load %smem[%li6] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li7 = layout.crd2idx %s(%t, 7) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y7 = memref.load %smem[%li7] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li8 = layout.crd2idx %s(%t, 8) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y8 = memref.load %smem[%li8] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li9 = layout.crd2idx %s(%t, 9) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y9 = memref.load %smem[%li9] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li10 = layout.crd2idx %s(%t, 10) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y10 = memref.load %smem[%li10] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li11 = layout.crd2idx %s(%t, 11) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y11 = memref.load %smem[%li11] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li12 = layout.crd2idx %s(%t, 12) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y12 = memref.load %smem[%li12] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li13 = layout.crd2idx %s(%t, 13) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y13 = memref.load %smem[%li13] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li14 = layout.crd2idx %s(%t, 14) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y14 = memref.load %smem[%li14] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li15 = layout.crd2idx %s(%t, 15) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y15 = memref.load %smem[%li15] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li16 = layout.crd2idx %s(%t, 16) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y16 = memref.load %smem[%li16] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li17 = layout.crd2idx %s(%t, 17) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y17 = memref.load %smem[%li17] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li18 = layout.crd2idx %s(%t, 18) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y18 = memref.load %smem[%li18] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li19 = layout.crd2idx %s(%t, 19) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y19 = memref.load %smem[%li19] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li20 = layout.crd2idx %s(%t, 20) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y20 = memref.load %smem[%li20] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li21 = layout.crd2idx %s(%t, 21) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y21 = memref.load %smem[%li21] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li22 = layout.crd2idx %s(%t, 22) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y22 = memref.load %smem[%li22] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li23 = layout.crd2idx %s(%t, 23) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y23 = memref.load %smem[%li23] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li24 = layout.crd2idx %s(%t, 24) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y24 = memref.load %smem[%li24] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li25 = layout.crd2idx %s(%t, 25) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y25 = memref.load %smem[%li25] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li26 = layout.crd2idx %s(%t, 26) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y26 = memref.load %smem[%li26] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li27 = layout.crd2idx %s(%t, 27) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y27 = memref.load %smem[%li27] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li28 = layout.crd2idx %s(%t, 28) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y28 = memref.load %smem[%li28] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li29 = layout.crd2idx %s(%t, 29) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y29 = memref.load %smem[%li29] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li30 = layout.crd2idx %s(%t, 30) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y30 = memref.load %smem[%li30] : memref<8192xf32, #gpu.address_space<workgroup>>
      %li31 = layout.crd2idx %s(%t, 31) : !layout<S<3,3,3> o 0 o ((64,4),32):((1,64),256)>
      %y31 = memref.load %smem[%li31] : memref<8192xf32, #gpu.address_space<workgroup>>
      %wi0 = layout.crd2idx %g(%t, 0) : !layout<((64,4),32):((1,64),256)>
      memref.store %y0, %dst[%wi0] : memref<8192xf32>
      %wi1 = layout.crd2idx %g(%t, 1) : !layout<((64,4),32):((1,64),256)>
      memref.store %y1, %dst[%wi1] : memref<8192xf32>
      %wi2 = layout.crd2idx %g(%t, 2) : !layout<((64,4),32):((1,64),256)>
      memref.store %y2, %dst[%wi2] : memref<8192xf32>
      %wi3 = layout.crd2idx %g(%t, 3) : !layout<((64,4),32):((1,64),256)>
      memref.store %y3, %dst[%wi3] : memref<8192xf32>
      %wi4 = layout.crd2idx %g(%t, 4) : !layout<((64,4),32):((1,64),256)>
      memref.store %y4, %dst[%wi4] : memref<8192xf32>
      %wi5 = layout.crd2idx %g(%t, 5) : !layout<((64,4),32):((1,64),256)>
      memref.store %y5, %dst[%wi5] : memref<8192xf32>
      %wi6 = layout.crd2idx %g(%t, 6) : !layout<((64,4),32):((1,64),256)>
      memref.store %y6, %dst[%wi6] : memref<8192xf32>
      %wi7 = layout.crd2idx %g(%t, 7) : !layout<((64,4),32):((1,64),256)>
      memref.store %y7, %dst[%wi7] : memref<8192xf32>
      %wi8 = layout.crd2idx %g(%t, 8) : !layout<((64,4),32):((1,64),256)>
      memref.store %y8, %dst[%wi8] : memref<8192xf32>
      %wi9 = layout.crd2idx %g(%t, 9) : !layout<((64,4),32):((1,64),256)>
      memref.store %y9, %dst[%wi9] : memref<8192xf32>
      %wi10 = layout.crd2idx %g(%t, 10) : !layout<((64,4),32):((1,64),256)>
      memref.store %y10, %dst[%wi10] : memref<8192xf32>
      %wi11 = layout.crd2idx %g(%t, 11) : !layout<((64,4),32):((1,64),256)>
      memref.store %y11, %dst[%wi11] : memref<8192xf32>
      %wi12 = layout.crd2idx %g(%t, 12) : !layout<((64,4),32):((1,64),256)>
      memref.store %y12, %dst[%wi12] : memref<8192xf32>
      %wi13 = layout.crd2idx %g(%t, 13) : !layout<((64,4),32):((1,64),256)>
      memref.store %y13, %dst[%wi13] : memref<8192xf32>
      %wi14 = layout.crd2idx %g(%t, 14) : !layout<((64,4),32):((1,64),256)>
      memref.store %y14, %dst[%wi14] : memref<8192xf32>
      %wi15 = layout.crd2idx %g(%t, 15) : !layout<((64,4),32):((1,64),256)>
      memref.store %y15, %dst[%wi15] : memref<8192xf32>
      %wi16 = layout.crd2idx %g(%t, 16) : !layout<((64,4),32):((1,64),256)>
      memref.store %y16, %dst[%wi16] : memref<8192xf32>
      %wi17 = layout.crd2idx %g(%t, 17) : !layout<((64,4),32):((1,64),256)>
      memref.store %y17, %dst[%wi17] : memref<8192xf32>
      %wi18 = layout.crd2idx %g(%t, 18) : !layout<((64,4),32):((1,64),256)>
      memref.store %y18, %dst[%wi18] : memref<8192xf32>
      %wi19 = layout.crd2idx %g(%t, 19) : !layout<((64,4),32):((1,64),256)>
      memref.store %y19, %dst[%wi19] : memref<8192xf32>
      %wi20 = layout.crd2idx %g(%t, 20) : !layout<((64,4),32):((1,64),256)>
      memref.store %y20, %dst[%wi20] : memref<8192xf32>
      %wi21 = layout.crd2idx %g(%t, 21) : !layout<((64,4),32):((1,64),256)>
      memref.store %y21, %dst[%wi21] : memref<8192xf32>
      %wi22 = layout.crd2idx %g(%t, 22) : !layout<((64,4),32):((1,64),256)>
      memref.store %y22, %dst[%wi22] : memref<8192xf32>
      %wi23 = layout.crd2idx %g(%t, 23) : !layout<((64,4),32):((1,64),256)>
      memref.store %y23, %dst[%wi23] : memref<8192xf32>
      %wi24 = layout.crd2idx %g(%t, 24) : !layout<((64,4),32):((1,64),256)>
      memref.store %y24, %dst[%wi24] : memref<8192xf32>
      %wi25 = layout.crd2idx %g(%t, 25) : !layout<((64,4),32):((1,64),256)>
      memref.store %y25, %dst[%wi25] : memref<8192xf32>
      %wi26 = layout.crd2idx %g(%t, 26) : !layout<((64,4),32):((1,64),256)>
      memref.store %y26, %dst[%wi26] : memref<8192xf32>
      %wi27 = layout.crd2idx %g(%t, 27) : !layout<((64,4),32):((1,64),256)>
      memref.store %y27, %dst[%wi27] : memref<8192xf32>
      %wi28 = layout.crd2idx %g(%t, 28) : !layout<((64,4),32):((1,64),256)>
      memref.store %y28, %dst[%wi28] : memref<8192xf32>
      %wi29 = layout.crd2idx %g(%t, 29) : !layout<((64,4),32):((1,64),256)>
      memref.store %y29, %dst[%wi29] : memref<8192xf32>
      %wi30 = layout.crd2idx %g(%t, 30) : !layout<((64,4),32):((1,64),256)>
      memref.store %y30, %dst[%wi30] : memref<8192xf32>
      %wi31 = layout.crd2idx %g(%t, 31) : !layout<((64,4),32):((1,64),256)>
      memref.store %y31, %dst[%wi31] : memref<8192xf32>
      gpu.return
    }
  }
}
