// Large tiles of 8- and 32-bit elements are by eight warps: four have too few registers for the sum and the fragments, and spill
// in the loop. Of 16 bits four are enough.
// RUN: layout-opt %s --split-input-file --layout-matmul="chip=sm_80 tf32" | FileCheck %s

// CHECK-LABEL: gpu.module @matmul_kernels
// CHECK: @bytes_matmul_128x128x{{.*}}_warps({{.*}}layout.threads = 256 : i64
// CHECK: @bytes_matmul_{{[0-9]+x[0-9]+x}}{{.*}}_any({{.*}}layout.threads = 256 : i64
!a = memref<?x?xi8>
!c = memref<?x?xi32>
func.func @bytes(%A: !a, %B: !a, %C: !c) {
  linalg.matmul ins(%A, %B : !a, !a) outs(%C : !c)
  return
}

// -----

// CHECK-LABEL: gpu.module @matmul_kernels
// CHECK: @words_matmul_128x128x{{.*}}_warps({{.*}}layout.threads = 256 : i64
// CHECK: @words_matmul_{{[0-9]+x[0-9]+x}}{{.*}}_any({{.*}}layout.threads = 256 : i64
!m = memref<?x?xf32>
func.func @words(%A: !m, %B: !m, %C: !m) {
  linalg.matmul ins(%A, %B : !m, !m) outs(%C : !m)
  return
}

// -----

// CHECK-LABEL: gpu.module @matmul_kernels
// CHECK: @halves_matmul_128x128x{{.*}}_warps({{.*}}layout.threads = 128 : i64
!h = memref<?x?xf16>
!f = memref<?x?xf32>
func.func @halves(%A: !h, %B: !h, %C: !f) {
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !f)
  return
}
