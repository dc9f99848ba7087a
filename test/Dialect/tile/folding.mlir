// RUN: layout-opt %s --canonicalize | FileCheck %s

#a = #layout.tv<32:1, 4:32>
#b = #layout.tv<32:4, 4:1>
#c = #layout.tv<(4,8):(32,1), 4:8>

// CHECK-LABEL: func @convert_same
// CHECK-NEXT: return %arg0
func.func @convert_same(%t: tensor<8x16xf32, #a>) -> tensor<8x16xf32, #a> {
  %0 = layout.convert %t : tensor<8x16xf32, #a> -> tensor<8x16xf32, #a>
  return %0 : tensor<8x16xf32, #a>
}

// CHECK-LABEL: func @convert_back
// CHECK-NEXT: return %arg0
func.func @convert_back(%t: tensor<8x16xf32, #a>) -> tensor<8x16xf32, #a> {
  %0 = layout.convert %t : tensor<8x16xf32, #a> -> tensor<8x16xf32, #b>
  %1 = layout.convert %0 : tensor<8x16xf32, #b> -> tensor<8x16xf32, #a>
  return %1 : tensor<8x16xf32, #a>
}

// CHECK-LABEL: func @convert_on
// CHECK-NEXT: %[[R:.+]] = layout.convert %arg0 : tensor<8x16xf32, #layout.tv<32:1, 4:32>> -> tensor<8x16xf32, #layout.tv<(4,8):(32,1), 4:8>>
// CHECK-NEXT: return %[[R]]
func.func @convert_on(%t: tensor<8x16xf32, #a>) -> tensor<8x16xf32, #c> {
  %0 = layout.convert %t : tensor<8x16xf32, #a> -> tensor<8x16xf32, #b>
  %1 = layout.convert %0 : tensor<8x16xf32, #b> -> tensor<8x16xf32, #c>
  return %1 : tensor<8x16xf32, #c>
}

// A constant is it in any encoding: elements are in row-major order in all of them.
// CHECK-LABEL: func @convert_constant
// CHECK: arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32, #layout.tv<(2,16):(2,0), 2:1>>
// CHECK-NEXT: return
func.func @convert_constant() -> tensor<2x2xi32, #layout.tv<(2,16):(2,0), 2:1>> {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = layout.convert %0 : tensor<2x2xi32> -> tensor<2x2xi32, #layout.tv<(2,16):(2,0), 2:1>>
  return %1 : tensor<2x2xi32, #layout.tv<(2,16):(2,0), 2:1>>
}

// CHECK-LABEL: func @transpose_identity
// CHECK-NEXT: return %arg0
func.func @transpose_identity(%t: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = layout.transpose %t [0, 1] : tensor<8x8xf32> -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @transpose_square
// CHECK-NEXT: layout.transpose
func.func @transpose_square(%t: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = layout.transpose %t [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @transpose_back
// CHECK-NEXT: return %arg0
func.func @transpose_back(%t: tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
  %0 = layout.transpose %t [1, 2, 0] : tensor<4x4x4xf32> -> tensor<4x4x4xf32>
  %1 = layout.transpose %0 [2, 0, 1] : tensor<4x4x4xf32> -> tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

// Twice the same rotation of three dimensions is not back.
// CHECK-LABEL: func @transpose_on
// CHECK-COUNT-2: layout.transpose
func.func @transpose_on(%t: tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
  %0 = layout.transpose %t [1, 2, 0] : tensor<4x4x4xf32> -> tensor<4x4x4xf32>
  %1 = layout.transpose %0 [1, 2, 0] : tensor<4x4x4xf32> -> tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

// CHECK-LABEL: func @reshape
// CHECK-NEXT: return %arg0
func.func @reshape(%t: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = layout.reshape %t : tensor<8x16xf32> -> tensor<8x16xf32>
  %1 = layout.reshape %0 : tensor<8x16xf32> -> tensor<8x4x4xf32>
  %2 = layout.reshape %1 : tensor<8x4x4xf32> -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// CHECK-LABEL: func @splat
// CHECK-NEXT: %[[R:.+]] = arith.constant dense<1.000000e+00> : tensor<16x2x4xf32, #layout.tv<32:1, 4:32>>
// CHECK-NEXT: return %[[R]]
func.func @splat() -> tensor<16x2x4xf32, #a> {
  %0 = arith.constant dense<1.0> : tensor<8xf32>
  %1 = layout.expand_dims %0 dim 1 : tensor<8xf32> -> tensor<8x1xf32>
  %2 = layout.reshape %1 : tensor<8x1xf32> -> tensor<8xf32>
  %3 = layout.broadcast %2 dim 1 : tensor<8xf32> -> tensor<8x16xf32>
  %4 = layout.transpose %3 [1, 0] : tensor<8x16xf32> -> tensor<16x8xf32>
  %5 = layout.convert %4 : tensor<16x8xf32> -> tensor<16x8xf32, #layout.tv<32:1, 4:32>>
  %6 = layout.convert %5 : tensor<16x8xf32, #layout.tv<32:1, 4:32>> -> tensor<16x8xf32>
  %7 = layout.reshape %6 : tensor<16x8xf32> -> tensor<16x2x4xf32>
  %8 = layout.convert %7 : tensor<16x2x4xf32> -> tensor<16x2x4xf32, #layout.tv<32:1, 4:32>>
  return %8 : tensor<16x2x4xf32, #a>
}
