// Loads, stores and copies that do not fit memory.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

func.func @element(%m: memref<8x16xf16>, %i: index) {
  // expected-error @+1 {{'layout.load' op moves elements of f32 from or to memory of f16}}
  %t = layout.load %m[%i, %i] : memref<8x16xf16> -> tensor<8x16xf32>
  return
}

// -----

func.func @element(%m: memref<8x16xf16>, %t: tensor<8x16xf32>, %i: index) {
  // expected-error @+1 {{'layout.store' op moves elements of f32 from or to memory of f16}}
  layout.store %t, %m[%i, %i] : tensor<8x16xf32>, memref<8x16xf16>
  return
}

// -----

func.func @pad(%m: memref<8x16xf16>, %i: index, %p: f32) {
  // expected-error @+1 {{'layout.load' op failed to verify that the pad has the type of the tile's elements}}
  %t = "layout.load"(%m, %i, %i, %p) <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<8x16xf16>, index, index, f32) -> tensor<8x16xf16>
  return
}

// -----

func.func @rank(%m: memref<16xf16>, %i: index) {
  // expected-error @+1 {{'layout.load' op the tile 8x16 has 2 dimensions, and the memref 1: the tile's are the last of the memref's}}
  %t = layout.load %m[%i] : memref<16xf16> -> tensor<8x16xf16>
  return
}

// -----

func.func @indices(%m: memref<4x8x16xf16>, %i: index) {
  // expected-error @+1 {{'layout.load' op has 2 indices, and the memref 3 dimensions}}
  %t = layout.load %m[%i, %i] : memref<4x8x16xf16> -> tensor<8x16xf16>
  return
}

// -----

func.func @indices(%m: memref<8x16xf16>, %i: index, %p: f16) {
  // The pad is no index.
  // expected-error @+1 {{'layout.load' op has 1 indices, and the memref 2 dimensions}}
  %t = layout.load %m[%i] pad %p : memref<8x16xf16> -> tensor<8x16xf16>
  return
}

// -----

func.func @indices(%m: memref<8x16xf16>, %t: tensor<8x16xf16>, %i: index) {
  // expected-error @+1 {{'layout.store' op has 3 indices, and the memref 2 dimensions}}
  layout.store %t, %m[%i, %i, %i] : tensor<8x16xf16>, memref<8x16xf16>
  return
}

// -----

// Partly outside is what pads and skipped writes are for.
func.func @partly(%m: memref<8x?xf16>, %t: tensor<8x16xf16>) {
  %0 = arith.constant 0 : index
  %7 = arith.constant 7 : index
  %above = arith.constant -7 : index
  %far = arith.constant 1000000 : index
  layout.store %t, %m[%7, %far] : tensor<8x16xf16>, memref<8x?xf16>
  layout.store %t, %m[%above, %0] : tensor<8x16xf16>, memref<8x?xf16>
  return
}

// -----

func.func @shared(%m: memref<8x16xf16>, %s: memref<8x16xf16>, %i: index) {
  // expected-error @+1 {{'layout.copy_async' op copies to 'memref<8x16xf16>', which must be shared memory: in space 3 or #gpu.address_space<workgroup>}}
  %k = layout.copy_async %m[%i, %i], %s : memref<8x16xf16>, memref<8x16xf16>
  return
}

// -----

func.func @space(%m: memref<8x16xf16>, %s: memref<8x16xf16, #gpu.address_space<workgroup>>, %i: index) {
  %k = layout.copy_async %m[%i, %i], %s : memref<8x16xf16>, memref<8x16xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @dynamic(%m: memref<8x16xf16>, %s: memref<8x?xf16, 3>, %i: index) {
  // expected-error @+1 {{'layout.copy_async' op copies to 'memref<8x?xf16, 3>', which must be of known extents: they say what is copied}}
  %k = layout.copy_async %m[%i, %i], %s : memref<8x16xf16>, memref<8x?xf16, 3>
  return
}

// -----

func.func @element(%m: memref<8x16xf32>, %s: memref<8x16xf16, 3>, %i: index) {
  // expected-error @+1 {{'layout.copy_async' op moves elements of f16 from or to memory of f32}}
  %k = layout.copy_async %m[%i, %i], %s : memref<8x16xf32>, memref<8x16xf16, 3>
  return
}

// -----

func.func @rank(%m: memref<16xf16>, %s: memref<8x16xf16, 3>, %i: index) {
  // expected-error @+1 {{'layout.copy_async' op the tile 8x16 has 2 dimensions, and the memref 1}}
  %k = layout.copy_async %m[%i], %s : memref<16xf16>, memref<8x16xf16, 3>
  return
}

// -----

func.func @nothing() {
  // expected-error @+1 {{'layout.wait' op waits for no token; name those of the copies}}
  "layout.wait"() : () -> ()
  return
}

// -----

func.func @tile(%m: memref<8x16xf16>, %i: index) {
  // expected-error @+1 {{custom op 'layout.load' 'tile' must be a tile: a tensor of static shape}}
  %t = layout.load %m[%i, %i] : memref<8x16xf16> -> tensor<8x?xf16>
  return
}

// -----

func.func @encoding(%m: memref<8x16xf16>, %i: index) {
  // expected-error @+1 {{must be a tile: a tensor of static shape and of i1, i8, i16, i32, i64, index or floats, without an encoding or with a #layout.tv, but got 'tensor<8x16xf16, #layout<(8,16):(16,1)>>'}}
  %t = layout.load %m[%i, %i] : memref<8x16xf16> -> tensor<8x16xf16, #layout<(8,16):(16,1)>>
  return
}

// -----

func.func @width(%m: memref<8x16xi4>, %i: index) {
  // expected-error @+1 {{custom op 'layout.load' 'tile' must be a tile}}
  %t = layout.load %m[%i, %i] : memref<8x16xi4> -> tensor<8x16xi4>
  return
}

// -----

func.func @from_shared(%m: memref<8x16xf16, 3>, %s: memref<8x16xf16, 3>, %i: index) {
  // expected-error @+1 {{'layout.copy_async' op copies from 'memref<8x16xf16, 3>', which must be global memory: load a tile and store it instead}}
  %k = layout.copy_async %m[%i, %i], %s : memref<8x16xf16, 3>, memref<8x16xf16, 3>
  return
}

// -----

func.func @store_from_global(%m: memref<8x16xf16>, %s: memref<8x16xf16>, %i: index) {
  // expected-error @+1 {{'layout.store_async' op copies from 'memref<8x16xf16>', which must be shared memory: in space 3 or #gpu.address_space<workgroup>}}
  %k = layout.store_async %s, %m[%i, %i] : memref<8x16xf16>, memref<8x16xf16>
  return
}

// -----

func.func @store_to_shared(%m: memref<8x16xf16, 3>, %s: memref<8x16xf16, 3>, %i: index) {
  // expected-error @+1 {{'layout.store_async' op copies to 'memref<8x16xf16, 3>', which must be global memory: load a tile and store it instead}}
  %k = layout.store_async %s, %m[%i, %i] : memref<8x16xf16, 3>, memref<8x16xf16, 3>
  return
}

// -----

func.func @store_dynamic(%m: memref<8x16xf16>, %s: memref<8x?xf16, 3>, %i: index) {
  // expected-error @+1 {{'layout.store_async' op copies from 'memref<8x?xf16, 3>', which must be of known extents: they say what is copied}}
  %k = layout.store_async %s, %m[%i, %i] : memref<8x?xf16, 3>, memref<8x16xf16>
  return
}

// -----

func.func @store_element(%m: memref<8x16xf32>, %s: memref<8x16xf16, 3>, %i: index) {
  // expected-error @+1 {{'layout.store_async' op moves elements of f16 from or to memory of f32}}
  %k = layout.store_async %s, %m[%i, %i] : memref<8x16xf16, 3>, memref<8x16xf32>
  return
}

// -----

func.func @store_indices(%m: memref<8x16xf16>, %s: memref<8x16xf16, 3>, %i: index) {
  // expected-error @+1 {{'layout.store_async' op has 1 }}
  %k = layout.store_async %s, %m[%i] : memref<8x16xf16, 3>, memref<8x16xf16>
  return
}
