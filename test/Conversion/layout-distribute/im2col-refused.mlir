// Copies of a matrix of im2col that the engine does not do are errors that say why, with the numbers.
// RUN: layout-opt %s --layout-select --layout-place --layout-sync --layout-distribute --split-input-file --verify-diagnostics

!x = memref<?x?xf16, #layout<((Q,P,N),(C{div=8},3,3)):((2*C,2*W{div=8},I{div=8}),(1,C,W))>>
gpu.module @taps {
  gpu.func @k(%X: !x {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
    // expected-error @+1 {{layout.tma: a box takes 64 channels under one tap, of s3, which are known to be a multiple of 8: state that 64 divides them, as in ?{div=64}}}
    %a = layout.copy_async %X[%0, %0], %p {layout.tma} : !x, memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
    layout.wait %a
    gpu.return
  }
}

// -----

!x = memref<?x?xf16, #layout<((Q,P,N),(C{div=64},3,3)):((A{div=8},B{div=8},I{div=8}),(1,C,W{div=8}))>>
gpu.module @image {
  gpu.func @k(%X: !x {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<32x64xf16, 3>
    // expected-error @+1 {{boxes do not fit its modes, and for a map of im2col its pixels, with strides s4, s5, s6, and taps, with strides s3, s7, lie in no image of at most 3 dimensions: write the stride of each mode of taps, and that of the mode of pixels along the same dimension, as multiples of one number, as 2*K and K are}}
    %a = layout.copy_async %X[%0, %0], %p {layout.tma} : !x, memref<32x64xf16, 3>
    layout.wait %a
    gpu.return
  }
}

// -----

!x = memref<?x576xf16, #layout<((Q,P,N),(64,3,3)):((576,9*W{div=8},I{div=8}),(1,64,W))>>
!s = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
gpu.module @step {
  gpu.func @k(%X: !x {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{boxes do not fit its modes, and for a map of im2col pixels are 9 times the stride 64 apart, and may be 8 times: take each of 9 phases of the pixels by itself}}
    %a = layout.copy_async %X[%0, %0], %p {layout.tma} : !x, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!x = memref<?x24960xf16, #layout<((Q,P,N),(64,3,130)):((64,W{div=8},I{div=8}),(1,64,W))>>
!s = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
gpu.module @reach {
  gpu.func @k(%X: !x {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{boxes do not fit its modes, and for a map of im2col the last tap is 129 pixels behind the first, and may be 128 in an image of 2 dimensions: take parts of the filter}}
    %a = layout.copy_async %X[%0, %0], %p {layout.tma} : !x, !s
    layout.wait %a
    gpu.return
  }
}

// -----

// A tile that may begin within the channels of a tap.
!x = memref<?x576xf16, #layout<((Q,P,N),(64,3,3)):((64,W{div=8},I{div=8}),(1,64,W))>>
!s = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
gpu.module @coordinate {
  gpu.func @k(%X: !x {llvm.align = 16 : i64}, %k: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %8 = arith.constant 8 : index
    %p = memref.alloc() : !s
    %j = arith.muli %k, %8 : index
    // expected-error @+1 {{layout.tma: the coordinate in dimension 1 is known to be a multiple of 8, and must be one of 64: multiply an index by 64}}
    %a = layout.copy_async %X[%0, %j], %p {layout.tma} : !x, !s
    layout.wait %a
    gpu.return
  }
}

// -----

// The same of a filter of one tap, since the engine takes no channel within 16 bytes.
!x = memref<?x?xf16, #layout<((Q,P,N),C):((U{div=8},W{div=8},I{div=8}),1)>>
!s = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
gpu.module @alone {
  gpu.func @k(%X: !x {llvm.align = 16 : i64}, %k: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{layout.tma: the coordinate in dimension 1 is known to be a multiple of 1, and must be one of 64: multiply an index by 64}}
    %a = layout.copy_async %X[%0, %k], %p {layout.tma} : !x, !s
    layout.wait %a
    gpu.return
  }
}

// -----

// Nothing is stored so.
!x = memref<?x?xf16, #layout<((Q,P,N),C):((U{div=8},W{div=8},I{div=8}),1)>>
!s = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
gpu.module @store {
  gpu.func @k(%X: !x {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{layout.tma: boxes do not fit the modes of this memory, and by a map of im2col it is copied from alone: store to a view whose modes the tile divides, or layout.store the tile}}
    %a = layout.store_async %p, %X[%0, %0] : !s, !x
    layout.wait %a
    gpu.return
  }
}
