// RUN: layout-opt %s --layout-bufferize --split-input-file --verify-diagnostics

func.func @constant() -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'arith.constant' makes a tensor with the layout (2,2):(1,2), and knows no layouts: it would have rows one behind the other; write it to a bufferization.alloc_tensor of the type, with linalg.copy, say}}
  %t = arith.constant dense<1.0> : tensor<2x2xf32, #layout<(2,2):(1,2)>>
  %e = tensor.extract %t[%c0, %c0] : tensor<2x2xf32, #layout<(2,2):(1,2)>>
  return %e : f32
}

// -----

func.func @cast(%t: tensor<2x2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tensor.cast' makes a tensor with the layout (2,2):(1,2), and knows no layouts}}
  %u = tensor.cast %t : tensor<2x2xf32> to tensor<2x2xf32, #layout<(2,2):(1,2)>>
  %e = tensor.extract %u[%c0, %c0] : tensor<2x2xf32, #layout<(2,2):(1,2)>>
  return %e : f32
}

// -----

func.func @stride(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{(2,2):(1,s0) has a symbol that is the size of no dimension, and an allocation of a tensor has no value for it; allocate a memref with it, and take a tensor of that by bufferization.to_tensor}}
  %t = tensor.empty() : tensor<2x2xf32, #layout<(2,2):(1,?)>>
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<2x2xf32, #layout<(2,2):(1,?)>>) -> tensor<2x2xf32, #layout<(2,2):(1,?)>>
  %e = tensor.extract %f[%c0, %c0] : tensor<2x2xf32, #layout<(2,2):(1,?)>>
  return %e : f32
}

// -----

func.func @memory(%m: memref<2x2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{the memory is memref<2x2xf32>, and the tensor has the layout (2,2):(1,2); state the same of both, or copy}}
  %t = bufferization.to_tensor %m restrict : memref<2x2xf32> to tensor<2x2xf32, #layout<(2,2):(1,2)>>
  %e = tensor.extract %t[%c0, %c0] : tensor<2x2xf32, #layout<(2,2):(1,2)>>
  return %e : f32
}

// -----

func.func @no_layout(%m: memref<8xf32, #layout<((2,4)):((1,16))>>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{the memory is memref<8xf32, #layout<((2,4)):((1,16))>>, and the tensor has none; state the same of both, or copy}}
  %t = bufferization.to_tensor %m restrict : memref<8xf32, #layout<((2,4)):((1,16))>> to tensor<8xf32>
  %e = tensor.extract %t[%c0] : tensor<8xf32>
  return %e : f32
}

// -----

func.func @view(%t: tensor<8xf32, #layout<((2,4)):((1,16))>>) -> tensor<2x4xf32> {
  // expected-error @+1 {{'tensor.expand_shape' sees memory by its strides, which ((2,4)):((1,16)) has not; copy the tensor to one without a layout, with linalg.copy, say}}
  %s = tensor.expand_shape %t [[0, 1]] output_shape [2, 4] : tensor<8xf32, #layout<((2,4)):((1,16))>> into tensor<2x4xf32>
  return %s : tensor<2x4xf32>
}

// -----

func.func @slice(%x: f32, %v: tensor<2x2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %t = tensor.empty() : tensor<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>
  // expected-error @+1 {{'tensor.insert_slice' sees memory by its strides, which S<2,0,2> o 0 o (8,8):(8,1) has not}}
  %f = tensor.insert_slice %v into %t[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>
  %e = tensor.extract %f[%c0, %c0] : tensor<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>
  return %e : f32
}

// -----

// A layout that has several elements in one place is written by nothing but what writes the same to all.
func.func @broadcast(%v: f32, %t: tensor<4x8xf32, #layout<(4,8):(0,1)>>, %i: index) -> f32 {
  %f = linalg.fill ins(%v : f32) outs(%t : tensor<4x8xf32, #layout<(4,8):(0,1)>>) -> tensor<4x8xf32, #layout<(4,8):(0,1)>>
  // expected-error @+1 {{'tensor.insert' writes a tensor with the layout (4,8):(0,1), by which the elements [0, 0] and [1, 0] are at 0 both: one would change with the other; write a tensor whose layout has a place for each, such as (4,8):(8,1)}}
  %u = tensor.insert %v into %f[%i, %i] : tensor<4x8xf32, #layout<(4,8):(0,1)>>
  %e = tensor.extract %u[%i, %i] : tensor<4x8xf32, #layout<(4,8):(0,1)>>
  return %e : f32
}

// -----

func.func @broadcast_of_run_time(%v: f32, %n: index, %i: index) -> f32 {
  %t = tensor.empty(%n) : tensor<?x8xf32, #layout<(?,8):(1,0)>>
  // expected-error @+1 {{'tensor.insert' writes a tensor with the layout (s0,8):(1,0), by which the elements [0, 0] and [0, 1] are at one place both}}
  %u = tensor.insert %v into %t[%i, %i] : tensor<?x8xf32, #layout<(?,8):(1,0)>>
  %e = tensor.extract %u[%i, %i] : tensor<?x8xf32, #layout<(?,8):(1,0)>>
  return %e : f32
}

// -----

func.func @tile(%i: index) -> f32 {
  // expected-error @+1 {{tensor<4x8xf32, #layout.tv<8:4, 4:1>> is a tile, which threads hold in registers and no memory stands for, and 'func.func' has no layout.threads; give it that, or the tensor a #layout}}
  %t = tensor.empty() : tensor<4x8xf32, #layout.tv<8:4, 4:1>>
  %e = tensor.extract %t[%i, %i] : tensor<4x8xf32, #layout.tv<8:4, 4:1>>
  return %e : f32
}
