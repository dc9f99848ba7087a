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
  // expected-error @+1 {{'tensor.extract' is not lowered: one thread has the element: layout.reduce makes a scalar that all have}}
  %x = tensor.extract %t[%0] : tensor<64xf32, #t>
  memref.store %x, %m[%0] : memref<64xf32>
  return
}

// -----

#t = #layout.tv<32:1, 2:32>
func.func @other(%t: tensor<64xf32, #t>) -> tensor<64xf32, #t> {
  return %t : tensor<64xf32, #t>
}
func.func @called(%m: memref<64xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32, #t>
  // expected-error @+1 {{'func.call' is not lowered: tiles are no arguments or results of functions: inline it first}}
  %x = func.call @other(%t) : (tensor<64xf32, #t>) -> tensor<64xf32, #t>
  layout.store %x, %m[%0] : tensor<64xf32, #t>, memref<64xf32>
  return
}

// -----

#t = #layout.tv<32:1, 2:32>
func.func @inserted(%m: memref<64xf32>, %f: f32) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32, #t>
  // expected-error @+1 {{'tensor.insert' is not lowered: nothing says what each thread does of it; on tiles there are arith, math, tensor.splat, scf and what layout has}}
  %x = tensor.insert %f into %t[%0] : tensor<64xf32, #t>
  layout.store %x, %m[%0] : tensor<64xf32, #t>, memref<64xf32>
  return
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{known_block_size = array<i32: 32, 1, 1>, and the block is the 64 threads of layout.threads}}
  gpu.func @block_size(%m: memref<64xf32>) kernel attributes {layout.threads = 64 : i64, known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

#m = #layout.mma<m16n8k16>
#a = #layout.frag<#m, A, 16x16>
// expected-error @+1 {{'func.func' has a tile that a function takes or gives, or that nothing lowers: inline the function first (--inline)}}
func.func @crossing(%a: tensor<16x16xf16, #a>) attributes {layout.threads = 32 : i64} {
  return
}

// -----

#e = #layout.tv<32:1, 2:32>
func.func @alloca(%g: memref<64xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %m = memref.alloca() : memref<64xf32>
  %v = memref.cast %m : memref<64xf32> to memref<?xf32>
  %t = layout.load %g[%0] : memref<64xf32> -> tensor<64xf32, #e>
  // expected-error @+1 {{'layout.store' moves a tile of 32 threads, and that of a memref.alloca is memory of each thread: allocate it in shared memory, as memref<…, 3>}}
  layout.store %t, %v[%0] : tensor<64xf32, #e>, memref<?xf32>
  return
}

// -----

#e = #layout.tv<32:1, 2:32>
func.func @alloc(%g: memref<64xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %m = memref.alloc() : memref<64xf32>
  // expected-error @+1 {{'layout.load' moves a tile of 32 threads, and that of a memref.alloc is memory of each thread}}
  %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32, #e>
  return
}

// -----

#e = #layout.tv<32:1, 2:32>
func.func @private(%m: memref<64xf32, 5>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  // expected-error @+1 {{'layout.load' moves a tile of 32 threads, and memref<64xf32, 5> is memory of each thread}}
  %t = layout.load %m[%0] : memref<64xf32, 5> -> tensor<64xf32, #e>
  return
}

// -----

#e = #layout.tv<32:1, 2048:32>
func.func @registers(%m: memref<65536xi8>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  // expected-error @+1 {{a thread would hold 2048 elements of the tile, and at most 1024 are held: use smaller tiles or more threads}}
  %t = layout.load %m[%0] : memref<65536xi8> -> tensor<65536xi8, #e>
  return
}

// -----

func.func @group() attributes {layout.threads = 32 : i64} {
  return
}
func.func @caller() {
  // expected-error @+1 {{'func.call' of @group: it is the program of a group of threads, which only a launch begins; inline it first (--inline)}}
  func.call @group() : () -> ()
  return
}

// -----

func.func @who() -> index {
  %t = gpu.thread_id x
  return %t : index
}
func.func @asks() attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'func.call' of @who: each thread would do what it does, and it does more than compute; inline it first (--inline)}}
  %i = func.call @who() : () -> index
  return
}

// -----

// What computes the same for all may be called.
func.func @twice(%i: index) -> index {
  %j = arith.addi %i, %i : index
  return %j : index
}
func.func @calls(%i: index) attributes {layout.threads = 32 : i64} {
  %j = func.call @twice(%i) : (index) -> index
  return
}

// -----

// Three warpgroups read every third part of 64 rows, and the parts are four by three.
!a = memref<768x16xf16, #layout<S<1,3,3> o 0 o ((64,(4,3)),16):((16,(1024,5120)),1)>, 3>
!b = memref<16x8xf16, #layout<(16,8):(8,1)>, 3>
!c = tensor<768x8xf32, #layout.frag<#layout.mma<m64n8k16, warps = (12,1)>, C, 768x8>>
func.func @parts(%o: memref<768x8xf32>) attributes {layout.threads = 384 : i64} {
  %0 = arith.constant 0 : index
  %c = arith.constant dense<0.0> : !c
  %p = memref.alloc() {alignment = 1024 : i64} : !a
  %q = memref.alloc() {alignment = 1024 : i64} : !b
  // expected-error @+1 {{that its warpgroups read in turn are no constant apart}}
  %d = layout.mma %p, %q, %c : !a, !b, !c
  layout.store %d, %o[%0, %0] : !c, memref<768x8xf32>
  return
}

// -----

// More shared memory than a block has would be written element by element.
func.func @far(%m: memref<1048576xf16>, %k: index) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{134217728 bytes are more than the 232448 bytes of shared memory that a block has on sm_90a}}
  %p = memref.alloc() : memref<67108864xf16, 3>
  %a = layout.copy_async %m[%k], %p : memref<1048576xf16>, memref<67108864xf16, 3>
  layout.wait %a
  return
}
