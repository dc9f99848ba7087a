// Names of what is written are free, and MLIR reads them without quotes.
// RUN: layout-opt %s --split-input-file --layout-matmul 2>&1 | FileCheck %s

// CHECK: gpu.func @_9_x_matmul_
// CHECK: func.func @_9_x_matmul(
// CHECK: func.func @"9 x"(
// CHECK: call @_9_x_matmul(
func.func @"9 x"(%A: memref<64x64xf16>, %B: memref<64x64xf16>, %C: memref<64x64xf32>) {
  linalg.matmul ins(%A, %B : memref<64x64xf16>, memref<64x64xf16>) outs(%C : memref<64x64xf32>)
  return
}

// -----

// One that something else begins with is not free, nor is one of a product before; the kernels of all are in the first one's module.
// CHECK: gpu.module @matmul_kernels_1
// CHECK: gpu.func @f_matmul_2_{{[0-9x]+}}_
// CHECK: gpu.func @f_matmul_1_{{[0-9x]+}}_
// CHECK-NOT: gpu.module
// CHECK: func.func @f(
// CHECK: call @f_matmul_1(
// CHECK: call @f_matmul_2(
func.func private @f_matmul_other()
func.func private @matmul_kernels()
func.func @f(%A: memref<64x64xf16>, %B: memref<64x64xf16>, %C: memref<64x64xf32>, %D: memref<64x64xf32>) {
  linalg.matmul ins(%A, %B : memref<64x64xf16>, memref<64x64xf16>) outs(%C : memref<64x64xf32>)
  linalg.matmul ins(%A, %B : memref<64x64xf16>, memref<64x64xf16>) outs(%D : memref<64x64xf32>)
  return
}
