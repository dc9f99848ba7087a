// Reductions: what combines elements, and what becomes of the tiles.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

// Rows by a warp each: the sums are in each of its threads.
#t = #layout.tv<(32,4):(32,1), (8,4):(4,1024)>
#s = #layout.tv<(32,4):(0,1), 1:0>
func.func @right(%t: tensor<4x1024xf32, #t>, %i: tensor<4x1024xi32, #t>, %x: index) {
  %0 = layout.reduce addf %t dim 1 : tensor<4x1024xf32, #t> -> tensor<4xf32, #s>
  %1:2 = layout.reduce %t, %i dim 1 : (tensor<4x1024xf32, #t>, tensor<4x1024xi32, #t>) -> (tensor<4xf32, #s>, tensor<4xi32, #s>) {
  ^bb0(%a: f32, %b: i32, %c: f32, %d: i32):
    layout.yield %a, %d : f32, i32
  }
  %2 = layout.reduce maximumf %0 dim 0 : tensor<4xf32, #s> -> f32
  return
}

// -----

#t = #layout.tv<(32,4):(32,1), (8,4):(4,1024)>
func.func @encoding(%t: tensor<4x1024xf32, #t>) {
  // expected-error @+1 {{'layout.reduce' op has the result 0 in the encoding #layout.tv<(4,32):(1,0), 1:0>, and without a move it is in #layout.tv<(32,4):(0,1), 1:0>: insert a layout.convert between them}}
  %0 = layout.reduce addf %t dim 1 : tensor<4x1024xf32, #t> -> tensor<4xf32, #layout.tv<(4,32):(1,0), 1:0>>
  return
}

// -----

// The second result is checked too.
#t = #layout.tv<(32,4):(32,1), (8,4):(4,1024)>
#s = #layout.tv<(32,4):(0,1), 1:0>
func.func @encoding(%t: tensor<4x1024xf32, #t>) {
  // expected-error @+1 {{'layout.reduce' op has the result 1 in the encoding #layout.tv<(4,32):(1,0), 1:0>}}
  %0:2 = layout.reduce %t, %t dim 1 : (tensor<4x1024xf32, #t>, tensor<4x1024xf32, #t>) -> (tensor<4xf32, #s>, tensor<4xf32, #layout.tv<(4,32):(1,0), 1:0>>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    layout.yield %a, %d : f32, f32
  }
  return
}

// -----

func.func @kind(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reduce' op there is no kind `subf`; there are addi, muli, minsi, maxsi, minui, maxui, andi, ori, xori, addf, mulf, minimumf, maximumf, minnumf, maxnumf}}
  %0 = layout.reduce subf %t dim 1 : tensor<8x16xf32> -> tensor<8xf32>
  return
}

// -----

func.func @kind(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reduce' op maxsi combines integers and index, and not f32}}
  %0 = layout.reduce maxsi %t dim 1 : tensor<8x16xf32> -> tensor<8xf32>
  return
}

// -----

func.func @kind(%t: tensor<8x16xindex>) {
  %0 = layout.reduce maxsi %t dim 1 : tensor<8x16xindex> -> tensor<8xindex>
  // expected-error @+1 {{'layout.reduce' op addf combines floats, and not index}}
  %1 = layout.reduce addf %t dim 1 : tensor<8x16xindex> -> tensor<8xindex>
  return
}

// -----

func.func @many(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reduce' op addf combines the elements of one tile, and not of 2; write a region}}
  %0:2 = layout.reduce addf %t, %t dim 1 : (tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @both(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reduce' op combines by a kind or by a region of one block: by one of them}}
  %0 = "layout.reduce"(%t) <{dim = 1 : i64, kind = "addf"}> ({
  ^bb0(%a: f32, %b: f32):
    layout.yield %a : f32
  }) : (tensor<8x16xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @neither(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reduce' op combines by a kind or by a region of one block: by one of them}}
  %0 = "layout.reduce"(%t) <{dim = 1 : i64}> ({}) : (tensor<8x16xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @dim(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has dim 2, which must be one of the 2 dimensions counted from 0}}
  %0 = layout.reduce addf %t dim 2 : tensor<8x16xf32> -> tensor<8xf32>
  return
}

// -----

func.func @shape(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has a result 16, which must be 8}}
  %0 = layout.reduce addf %t dim 1 : tensor<8x16xf32> -> tensor<16xf32>
  return
}

// -----

func.func @scalar(%t: tensor<16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has a result 1, which must be a scalar}}
  %0 = layout.reduce addf %t dim 0 : tensor<16xf32> -> tensor<1xf32>
  return
}

// -----

func.func @scalar(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has a result a scalar, which must be 8}}
  %0 = layout.reduce addf %t dim 1 : tensor<8x16xf32> -> f32
  return
}

// -----

func.func @element(%t: tensor<16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has a result with elements of f64, and those of the operand are f32}}
  %0 = layout.reduce addf %t dim 0 : tensor<16xf32> -> f64
  return
}

// -----

func.func @results(%t: tensor<16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has 2 tiles and 1 results, and makes one of each}}
  %0 = layout.reduce %t, %t dim 0 : (tensor<16xf32>, tensor<16xf32>) -> f32 {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    layout.yield %a, %b : f32, f32
  }
  return
}

// -----

func.func @nothing() {
  // expected-error @+1 {{'layout.reduce' op needs a tile to reduce}}
  "layout.reduce"() <{dim = 1 : i64, kind = "addf"}> ({}) : () -> ()
  return
}

// -----

func.func @shapes(%t: tensor<8x16xf32>, %u: tensor<8x8xf32>) {
  // expected-error @+1 {{'layout.reduce' op reduces tiles of one shape: operand 1 is 8x8, and the first 8x16}}
  %0:2 = layout.reduce %t, %u dim 1 : (tensor<8x16xf32>, tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    layout.yield %a, %b : f32, f32
  }
  return
}

// -----

func.func @encodings(%t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>, %u: tensor<8x16xf32, #layout.tv<32:4, 4:1>>) {
  // expected-error @+1 {{'layout.reduce' op reduces tiles of one encoding: that of operand 1 is #layout.tv<32:4, 4:1>, and of the first #layout.tv<32:1, 4:32>; insert a layout.convert}}
  %0:2 = layout.reduce %t, %u dim 1 : (tensor<8x16xf32, #layout.tv<32:1, 4:32>>, tensor<8x16xf32, #layout.tv<32:4, 4:1>>) -> (tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    layout.yield %a, %b : f32, f32
  }
  return
}

// -----

func.func @takes(%t: tensor<16xf32>, %u: tensor<16xi32>) {
  // expected-error @+1 {{'layout.reduce' op has a region of (f32, f32, i32, i32), which must take an element of each tile, then another of each: (f32, i32, f32, i32)}}
  %0:2 = layout.reduce %t, %u dim 0 : (tensor<16xf32>, tensor<16xi32>) -> (f32, i32) {
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    layout.yield %a, %c : f32, i32
  }
  return
}

// -----

func.func @yields(%t: tensor<16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has a region that yields (f32, f32), which must be an element of each tile: (f32)}}
  %0 = layout.reduce %t dim 0 : (tensor<16xf32>) -> (f32) {
  ^bb0(%a: f32, %b: f32):
    layout.yield %a, %b : f32, f32
  }
  return
}

// -----

func.func @ends(%t: tensor<16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has a region that does not end with layout.yield}}
  %0 = layout.reduce %t dim 0 : (tensor<16xf32>) -> (f32) {
  ^bb0(%a: f32, %b: f32):
    llvm.unreachable
  }
  return
}

// -----

func.func @computes(%t: tensor<16xf32>, %m: memref<f32>) {
  // expected-error @+1 {{'layout.reduce' op has a region with 'memref.load' in it, which may only compute with scalars}}
  %0 = layout.reduce %t dim 0 : (tensor<16xf32>) -> (f32) {
  ^bb0(%a: f32, %b: f32):
    %c = memref.load %m[] : memref<f32>
    layout.yield %c : f32
  }
  return
}

// -----

func.func @computes(%t: tensor<16xf32>) {
  // expected-error @+1 {{'layout.reduce' op has a region with 'arith.negf' in it, which may only compute with scalars}}
  %0 = layout.reduce %t dim 0 : (tensor<16xf32>) -> (f32) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.negf %t : tensor<16xf32>
    layout.yield %b : f32
  }
  return
}

// -----

func.func @elsewhere(%t: f32) {
  // expected-error @+1 {{'layout.yield' op expects parent op 'layout.reduce'}}
  layout.yield %t : f32
}
