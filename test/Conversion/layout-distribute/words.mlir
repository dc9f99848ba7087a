// Words of 64 bits, and shuffles of a group that is smaller than a warp, by what is left in memory.
// RUN: layout-opt %s --layout-distribute -o %t
// RUN: layout-interp %s %t --job '{"arguments": [{"seed": 1, "low": -1e15, "high": 1e15}, {}]}' | FileCheck %s
// CHECK: right: 40 elements compared

func.func @words(%m: memref<8x4xi64>, %o: memref<8xi64>) attributes {layout.threads = 4 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0, %0] : memref<8x4xi64> -> tensor<8x4xi64, #layout.tv<4:8, 8:1>>
  %s = layout.reduce addi %t dim 1 : tensor<8x4xi64, #layout.tv<4:8, 8:1>> -> tensor<8xi64, #layout.tv<4:0, 8:1>>
  layout.store %s, %o[%0] : tensor<8xi64, #layout.tv<4:0, 8:1>>, memref<8xi64>
  return
}
