// Shapes and encodings of operations that rename positions.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

#rows = #layout.tv<(4,8):(8,1), (2,2):(32,64)>
#columns = #layout.tv<32:1, 4:32>

func.func @right(%t: tensor<8x16xf32, #columns>, %s: tensor<8xf32, #layout.tv<(8,4):(1,0), 1:0>>) {
  %0 = layout.transpose %t [1, 0] : tensor<8x16xf32, #columns> -> tensor<16x8xf32, #layout.tv<(8,4):(16,1), 4:4>>
  %1 = layout.reshape %t : tensor<8x16xf32, #columns> -> tensor<8x4x4xf32, #layout.tv<(8,4):(1,32), 4:8>>
  %2 = layout.expand_dims %t dim 1 : tensor<8x16xf32, #columns> -> tensor<8x1x16xf32, #columns>
  %3 = layout.broadcast %s dim 1 : tensor<8xf32, #layout.tv<(8,4):(1,0), 1:0>> -> tensor<8x16xf32, #columns>
  %5 = layout.convert %t : tensor<8x16xf32, #columns> -> tensor<8x16xf32, #rows>
  // Open tiles go with any.
  %4 = layout.transpose %t [1, 0] : tensor<8x16xf32, #columns> -> tensor<16x8xf32>
  return
}

// -----

#columns = #layout.tv<32:1, 4:32>
func.func @transpose(%t: tensor<8x16xf32, #columns>) {
  // expected-error @+1 {{'layout.transpose' op has the result 0 in the encoding #layout.tv<32:1, 4:32>, and without a move it is in #layout.tv<(8,4):(16,1), 4:4>: insert a layout.convert between them}}
  %0 = layout.transpose %t [1, 0] : tensor<8x16xf32, #columns> -> tensor<16x8xf32, #columns>
  return
}

// -----

// Columns of 6 cut into eights: no layout leads there.
func.func @transpose(%t: tensor<6x4xf32, #layout.tv<8:1, 3:8>>) {
  // expected-error @+1 {{'layout.transpose' op no encoding follows from tv<8:1, 3:8> through (6,4):(4,1)}}
  %0 = layout.transpose %t [1, 0] : tensor<6x4xf32, #layout.tv<8:1, 3:8>> -> tensor<4x6xf32, #layout.tv<8:1, 3:8>>
  return
}

// -----

func.func @transpose(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.transpose' op [1, 1] is no permutation of the 2 dimensions of a tile 8x16, counted from 0}}
  %0 = layout.transpose %t [1, 1] : tensor<8x16xf32> -> tensor<16x16xf32>
  return
}

// -----

func.func @transpose(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.transpose' op [0] is no permutation of the 2 dimensions}}
  %0 = layout.transpose %t [0] : tensor<8x16xf32> -> tensor<8xf32>
  return
}

// -----

func.func @transpose(%t: tensor<8x16x4xf32>) {
  // expected-error @+1 {{'layout.transpose' op has a result 16x8x4, which must be 16x4x8}}
  %0 = layout.transpose %t [1, 2, 0] : tensor<8x16x4xf32> -> tensor<16x8x4xf32>
  return
}

// -----

func.func @transpose(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.transpose' op has a result with elements of f16, and those of the operand are f32}}
  %0 = layout.transpose %t [1, 0] : tensor<8x16xf32> -> tensor<16x8xf16>
  return
}

// -----

#columns = #layout.tv<32:1, 4:32>
func.func @reshape(%t: tensor<8x16xf32, #columns>) {
  // expected-error @+1 {{'layout.reshape' op has the result 0 in the encoding #layout.tv<32:1, 4:32>, and without a move it is in #layout.tv<(8,4):(1,32), 4:8>}}
  %0 = layout.reshape %t : tensor<8x16xf32, #columns> -> tensor<8x4x4xf32, #columns>
  return
}

// -----

func.func @reshape(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.reshape' op makes 144 elements, a tile 9x16, of 128, a tile 8x16}}
  %0 = layout.reshape %t : tensor<8x16xf32> -> tensor<9x16xf32>
  return
}

// -----

// Rows of 4 cut anew in rows of 6: no layout, so no encoding follows.
func.func @reshape(%t: tensor<6x4xf32>, %u: tensor<6x4xf32, #layout.tv<24:1, 1:0>>) {
  %0 = layout.reshape %t : tensor<6x4xf32> -> tensor<4x6xf32>
  // expected-error @+1 {{'layout.reshape' op no layout leads from the positions of a tile 6x4 to those of the same elements, in row-major order, in a tile 4x6}}
  %1 = layout.reshape %u : tensor<6x4xf32, #layout.tv<24:1, 1:0>> -> tensor<4x6xf32, #layout.tv<24:1, 1:0>>
  return
}

// -----

#columns = #layout.tv<32:1, 4:32>
func.func @expand(%t: tensor<8x16xf32, #columns>) {
  // expected-error @+1 {{'layout.expand_dims' op has the result 0 in the encoding #layout.tv<(4,8):(8,1), 4:32>, and without a move it is in #layout.tv<32:1, 4:32>}}
  %0 = layout.expand_dims %t dim 0 : tensor<8x16xf32, #columns> -> tensor<1x8x16xf32, #layout.tv<(4,8):(8,1), 4:32>>
  return
}

// -----

func.func @expand(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.expand_dims' op has a result 8x16x2, which must be 8x16x1}}
  %0 = layout.expand_dims %t dim 2 : tensor<8x16xf32> -> tensor<8x16x2xf32>
  return
}

// -----

func.func @expand(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.expand_dims' op has dim 3, which must be one of the 3 dimensions counted from 0}}
  %0 = layout.expand_dims %t dim 3 : tensor<8x16xf32> -> tensor<8x16x1xf32>
  return
}

// -----

func.func @expand(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.expand_dims' op has dim -1, which must be one of the 3 dimensions counted from 0}}
  %0 = layout.expand_dims %t dim -1 : tensor<8x16xf32> -> tensor<8x16x1xf32>
  return
}

// -----

// Whoever holds an element must hold that of its row.
func.func @broadcast(%s: tensor<8xf32, #layout.tv<(4,8):(0,1), 1:0>>) {
  // expected-error @+1 {{'layout.broadcast' op has the operand 0 in the encoding #layout.tv<(4,8):(0,1), 1:0>, and without a move it is in #layout.tv<(8,4):(1,0), 1:0>: insert a layout.convert between them}}
  %0 = layout.broadcast %s dim 1 : tensor<8xf32, #layout.tv<(4,8):(0,1), 1:0>> -> tensor<8x16xf32, #layout.tv<32:1, 4:32>>
  return
}

// -----

func.func @broadcast(%s: tensor<8xf32>) {
  // expected-error @+1 {{'layout.broadcast' op has a result 8x16, which must be 8x8}}
  %0 = layout.broadcast %s dim 0 : tensor<8xf32> -> tensor<8x16xf32>
  return
}

// -----

func.func @broadcast(%s: tensor<8xf32>) {
  // expected-error @+1 {{'layout.broadcast' op has a result 8, which must be 8x1}}
  %0 = layout.broadcast %s dim 1 : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @convert(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.convert' op has a result 16x8, which must be 8x16}}
  %0 = layout.convert %t : tensor<8x16xf32> -> tensor<16x8xf32, #layout.tv<32:1, 4:32>>
  return
}

// -----

func.func @convert(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{'layout.convert' op has a result with elements of f16, and those of the operand are f32}}
  %0 = layout.convert %t : tensor<8x16xf32> -> tensor<8x16xf16, #layout.tv<32:1, 4:32>>
  return
}

// -----

func.func @iota() {
  %0 = layout.iota dim 1 : tensor<8x256xi8>
  // expected-error @+1 {{'layout.iota' op has dim 2, which must be one of the 2 dimensions counted from 0}}
  %1 = layout.iota dim 2 : tensor<8x16xi32>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'layout.iota' op counts coordinates, which are integers or of type index, and not f32}}
  %0 = layout.iota dim 1 : tensor<8x16xf32>
  return
}

// -----

func.func @iota() {
  // expected-error @+1 {{'layout.iota' op counts to 256 along dimension 0, which i8 does not hold}}
  %0 = layout.iota dim 0 : tensor<257xi8>
  return
}

// -----

// More elements than 64 bits count.
func.func @count(%t: tensor<8589934592xi8>) {
  // expected-error @+1 {{'layout.broadcast' op result #0 must be a tile}}
  %0 = layout.broadcast %t dim 0 : tensor<8589934592xi8> -> tensor<4294967297x8589934592xi8>
  return
}
