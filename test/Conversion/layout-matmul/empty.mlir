// Products without rows, columns or sums of known sizes: a kernel by any tile, which is launched for no block, or C is what there was.
//
// RUN: layout-opt %s --layout-matmul=chip=sm_90a | FileCheck %s
// RUN: layout-opt %s --layout-matmul=chip=sm_80 | FileCheck %s
// CHECK-DAG: gpu.func @rows_matmul_{{.*}} kernel
// CHECK-DAG: gpu.func @columns_matmul_{{.*}} kernel
// CHECK-DAG: gpu.func @sums_matmul_{{.*}} kernel
// CHECK-DAG: gpu.func @none_matmul_{{.*}} kernel

func.func @rows(%a: memref<0x64xf16>, %b: memref<64x128xf16>, %c: memref<0x128xf16>) {
  linalg.matmul ins(%a, %b : memref<0x64xf16>, memref<64x128xf16>) outs(%c : memref<0x128xf16>)
  return
}
func.func @columns(%a: memref<64x64xf16>, %b: memref<64x0xf16>, %c: memref<64x0xf16>) {
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x0xf16>) outs(%c : memref<64x0xf16>)
  return
}
func.func @sums(%a: memref<64x0xf16>, %b: memref<0x64xf16>, %c: memref<64x64xf16>) {
  linalg.matmul ins(%a, %b : memref<64x0xf16>, memref<0x64xf16>) outs(%c : memref<64x64xf16>)
  return
}
func.func @none(%a: memref<0x0xf16>, %b: memref<0x0xf16>, %c: memref<0x0xf16>) {
  linalg.matmul ins(%a, %b : memref<0x0xf16>, memref<0x0xf16>) outs(%c : memref<0x0xf16>)
  return
}
