// What a kernel's name says of its tile can be asked for: with as many stages as there are iterations, transposed, by a cluster. An
// error names the depths and stages that there are.
// RUN: layout-opt %s --layout-matmul=tile=64x64x64x3 | FileCheck %s --check-prefix=STAGES
// RUN: layout-opt %s --layout-matmul=tile=64x128_turned | FileCheck %s --check-prefix=TURNED
// RUN: layout-opt %s --layout-matmul=tile=64x128 | FileCheck %s --check-prefix=PLAIN
// RUN: layout-opt %s --layout-matmul=tile=64x128x64x3_turned | FileCheck %s --check-prefix=BOTH
// RUN: not layout-opt %s --layout-matmul=tile=64x64x64x9 2>&1 | FileCheck %s --check-prefix=DEPTHS
// RUN: not layout-opt %s --layout-matmul=tile=64x64_split02 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not layout-opt %s --layout-matmul="chip=sm_89 tile=100x100" 2>&1 | FileCheck %s --check-prefix=OLD

// STAGES: gpu.func @f_matmul_64x64x64x3_warpgroups(
// TURNED: gpu.func @f_matmul_64x128x128x2_warpgroups_turned(
// PLAIN: gpu.func @f_matmul_64x128x128x2_warpgroups(
// BOTH: gpu.func @f_matmul_64x128x64x3_warpgroups_turned(
// DEPTHS: named.mlir:[[# @LINE + 6]]:3: error: {{.*}} option tile=64x64x64x9: of these rows and columns there are the depths and stages {{.*}}64x64x64x3
// TEXT: error: {{.*}} option tile=64x64_split02: of these rows and columns there are 64x64, 64x64_persistent, 64x64_split2, {{.*}}64x64_turned{{.*}}; behind them _producer
// OLD: error: {{.*}} option tile=100x100: expected rows x columns of C, one of {{[0-9x, ]+}}; of a single column or row powers of two by 1; behind them perhaps depth and stages
func.func @f(%A: memref<128x192xf16>, %B: memref<192x256xf16>, %C: memref<128x256xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<128x256xf16>)
  linalg.matmul ins(%A, %B : memref<128x192xf16>, memref<192x256xf16>) outs(%C : memref<128x256xf16>)
  return
}
