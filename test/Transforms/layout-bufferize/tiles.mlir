// Upstream's own pass says of a tile why it is no buffer.
// RUN: layout-opt %s --one-shot-bufferize --verify-diagnostics

func.func @kernel(%m: memref<64x64xf16, #layout<(64,64):(64,1)>>) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  // expected-error @+2 {{failed to bufferize op}}
  // expected-error @+1 {{'layout.load' op is on tiles, which threads hold in registers and no memory stands for; layout-distribute makes a thread's program of it, and layout-bufferize leaves functions with layout.threads}}
  %t = layout.load %m[%c0, %c0] : memref<64x64xf16, #layout<(64,64):(64,1)>> -> tensor<16x16xf16>
  layout.store %t, %m[%c0, %c0] : tensor<16x16xf16>, memref<64x64xf16, #layout<(64,64):(64,1)>>
  return
}
