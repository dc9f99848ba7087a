// What by its constants is wholly outside of memory is defined, and hardly meant. It may never run.
// RUN: layout-opt %s --layout-select --split-input-file --verify-diagnostics

func.func @past(%m: memref<8x16xf16>, %i: index) attributes {layout.threads = 32 : i64} {
  %8 = arith.constant 8 : index
  // expected-warning @+1 {{'layout.load' op all of the tile 8x16 is outside the memref: it begins at 8 in dimension 0, which has extent 8}}
  %t = layout.load %m[%8, %i] : memref<8x16xf16> -> tensor<8x16xf16>
  return
}

// -----

func.func @below(%m: memref<8x?xf16>, %t: tensor<8x16xf16>, %i: index) attributes {layout.threads = 32 : i64} {
  %before = arith.constant -16 : index
  // expected-warning @+1 {{'layout.store' op all of the tile 8x16 is outside the memref: it begins at -16 in dimension 1, which has an unknown extent}}
  layout.store %t, %m[%i, %before] : tensor<8x16xf16>, memref<8x?xf16>
  return
}

// -----

// Along the leading dimensions a tile is 1 wide.
func.func @leading(%m: memref<4x8x16xf16>, %i: index) attributes {layout.threads = 32 : i64} {
  %3 = arith.constant 3 : index
  %before = arith.constant -1 : index
  %u = layout.load %m[%3, %i, %i] : memref<4x8x16xf16> -> tensor<8x16xf16>
  // expected-warning @+1 {{'layout.load' op all of the tile 8x16 is outside the memref: it begins at -1 in dimension 0, which has extent 4}}
  %t = layout.load %m[%before, %i, %i] : memref<4x8x16xf16> -> tensor<8x16xf16>
  return
}

// -----

func.func @past(%m: memref<8x16xf16>, %s: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  %16 = arith.constant 16 : index
  // expected-warning @+1 {{'layout.copy_async' op all of the tile 8x16 is outside the memref: it begins at 16 in dimension 1}}
  %k = layout.copy_async %m[%i, %16], %s : memref<8x16xf16>, memref<8x16xf16, 3>
  layout.wait %k
  return
}
