// What is not lowered is an error where it stands, and nothing is written.
// RUN: layout-opt %s --layout-distribute --split-input-file --verify-diagnostics

#a = #layout.tv<128:1, 32:128>
#b = #layout.tv<128:32, 32:1>
func.func @between_warps(%m: memref<4096xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<4096xf32> -> tensor<4096xf32, #a>
  // expected-error @+1 {{'layout.convert' from tv<128:1, 32:128> to tv<128:32, 32:1> moves elements between warps: run layout-select first}}
  %u = layout.convert %t : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
  layout.store %u, %m[%0] : tensor<4096xf32, #b>, memref<4096xf32>
  return
}

// -----

func.func @sum(%m: memref<4096xf32>, %n: memref<f32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<4096xf32> -> tensor<4096xf32, #layout.tv<128:1, 32:128>>
  // expected-error @+1 {{'layout.reduce' from tv<128:1, 32:128> to tv<128:0, 1:0> moves elements between warps}}
  %u = layout.reduce addf %t dim 0 : tensor<4096xf32, #layout.tv<128:1, 32:128>> -> f32
  memref.store %u, %n[] : memref<f32>
  return
}

// -----

func.func @open(%m: memref<64xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  // expected-error @+1 {{tensor<64xf32> has no encoding: write which thread holds what, as in #layout.tv<32:1, 4:32>}}
  %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32>
  layout.store %t, %m[%0] : tensor<64xf32>, memref<64xf32>
  return
}

// -----

#t = #layout.tv<32:1, 2:32>
func.func @no_group(%m: memref<64xf32>) {
  %0 = arith.constant 0 : index
  // expected-error @+1 {{'layout.load' is on tiles, but its function does not say how many threads there are: state layout.threads}}
  %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32, #t>
  layout.store %t, %m[%0] : tensor<64xf32, #t>, memref<64xf32>
  return
}

// -----

#t = #layout.tv<32:1, 2:32>
func.func @unknown(%m: memref<64xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32, #t>
  // expected-error @+1 {{'tensor.extract' is not lowered: nothing says what each thread does of it}}
  %x = tensor.extract %t[%0] : tensor<64xf32, #t>
  memref.store %x, %m[%0] : memref<64xf32>
  return
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{layout.threads = 64, but known_block_size = array<i32: 32, 1, 1>}}
  gpu.func @block_size(%m: memref<64xf32>) kernel attributes {layout.threads = 64 : i64, known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

#m = #layout.mma<m16n8k16>
#a = #layout.frag<#m, A, 16x16>
#b = #layout.frag<#m, B, 16x8>
#c = #layout.frag<#m, C, 16x8>
func.func @crossing(%a: tensor<16x16xf16, #a>) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'arith.addf' takes a tile whose registers are not known here}}
  %0 = arith.addf %a, %a : tensor<16x16xf16, #a>
  return
}
