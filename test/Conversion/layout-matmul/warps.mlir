// Large tiles of 8- and 32-bit elements are by eight warps: four have too few registers for the sum and the fragments, and spill
// in the loop. Of 16 bits four are enough.
// RUN: layout-opt %s --split-input-file --layout-matmul="chip=sm_80 tf32" | FileCheck %s
// Of 8-bit floats whose bytes threads put together there are smaller ones yet; and some for operands wherever they lie.
// RUN: sed -n '/^!a/,/^}/p' %s | sed 's/xi8/xf8E4M3FN/; s/xi32/xf32/' | layout-opt --layout-matmul | FileCheck %s --check-prefix=FLOATS
// FLOATS: gpu.func @bytes_matmul_128x64x{{.*}}_warps({{.*}}layout.threads = 256 : i64
// FLOATS: gpu.func @bytes_matmul_64x64x{{.*}}_warps({{.*}}layout.threads = 128 : i64
// FLOATS: gpu.func @bytes_matmul_{{[0-9x]+}}_any(

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
