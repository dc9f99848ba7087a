// A kernel whose rows are known has depths of its own: its name asks for it as well.
// RUN: layout-opt %s --layout-matmul=chip=sm_80 | FileCheck %s
// RUN: layout-opt %s --layout-matmul="chip=sm_80 tile=32x32x256x1_any_a8_b16_wide" | FileCheck %s --check-prefix=ASKED
// CHECK: gpu.func @f_matmul_32x32x256x1_any_a8_b16_wide(
// ASKED: gpu.func @f_matmul_32x32x256x1_any_a8_b16_wide(
func.func @f(%A: memref<257x200xi8>, %B: memref<200x176xi8>, %C: memref<257x176xi32>) {
  %z = arith.constant 0 : i32
  linalg.fill ins(%z : i32) outs(%C : memref<257x176xi32>)
  linalg.matmul ins(%A, %B : memref<257x200xi8>, memref<200x176xi8>) outs(%C : memref<257x176xi32>)
  return
}
