// Where elements lie together a box begins at multiples of 16 bytes, and anywhere else across.
// RUN: layout-opt %s --layout-select --layout-distribute --verify-diagnostics

!g = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<32x32xf16, #layout<(32,32):(32,1)>, 3>
gpu.module @kernels {
  gpu.func @along(%A: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %3 = arith.constant 3 : index
    %12 = arith.constant 12 : index
    %p = memref.alloc() {alignment = 128 : i64} : !p
    // expected-error @+1 {{layout.tma: the coordinate in dimension 1, along which elements lie together, is 12, and the engine takes multiples of 16 bytes there: 8 elements}}
    %k = layout.copy_async %A[%3, %12], %p {layout.tma} : !g, !p
    layout.wait %k
    gpu.return
  }
}
