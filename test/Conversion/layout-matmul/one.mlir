// RUN: layout-opt %s --layout-matmul | FileCheck %s

// Of one row or column no stride is ever used: such a factor lies together along K, and boxes take it.

// CHECK-DAG: gpu.func @row_matmul_{{[0-9x]+}}_{{.*}}warpgroups
func.func @row(%A: memref<4096x1xf16>, %B: memref<4096x1024xf16>, %C: memref<1x1024xf16>) {
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%A, %B : memref<4096x1xf16>, memref<4096x1024xf16>) outs(%C : memref<1x1024xf16>)
  return
}

// Nor is one of 0, also where it is written; of two rows each element would be written twice (refused.mlir).
// CHECK-DAG: gpu.func @zero_matmul_{{.*}}_any
func.func @zero(%A: memref<1x8xf16>, %B: memref<8x72xf16>, %C: memref<1x72xf32, strided<[0, 1]>>) {
  linalg.matmul ins(%A, %B : memref<1x8xf16>, memref<8x72xf16>) outs(%C : memref<1x72xf32, strided<[0, 1]>>)
  return
}

// Nor one that 64 bits would not count.
// CHECK-DAG: gpu.func @far_matmul_
func.func @far(%A: memref<1x64xf16, strided<[9223372036854775807, 1]>>, %B: memref<64x64xf16>, %C: memref<1x64xf16>) {
  linalg.matmul ins(%A, %B : memref<1x64xf16, strided<[9223372036854775807, 1]>>, memref<64x64xf16>) outs(%C : memref<1x64xf16>)
  return
}
