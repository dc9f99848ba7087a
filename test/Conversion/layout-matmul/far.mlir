// Sizes and names beyond what kernels have.
// RUN: layout-opt %s --layout-matmul --split-input-file | FileCheck %s

// More than 65535 tiles in a direction: one direction numbers them all. Sizes that no tensor map has: no boxes.
// CHECK: gpu.func @far_matmul_{{[0-9x]+}}_any(
// CHECK-NOT: far_matmul{{.*}}warpgroups
func.func @far(%A: memref<4000000000x16xf16>, %B: memref<16x16xf16>, %C: memref<4000000000x16xf16>) {
  linalg.matmul ins(%A, %B : memref<4000000000x16xf16>, memref<16x16xf16>) outs(%C : memref<4000000000x16xf16>)
  return
}

// -----

// A kernel's name in PTX has letters alone.
// CHECK: func.func @a_b_c_matmul(
func.func @"a b.c"(%A: memref<8x8xf64>, %B: memref<8x8xf64>, %C: memref<8x8xf64>) {
  linalg.matmul ins(%A, %B : memref<8x8xf64>, memref<8x8xf64>) outs(%C : memref<8x8xf64>)
  return
}
