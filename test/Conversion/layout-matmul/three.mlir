// Tiles of C transposed by three warpgroups. Their 384 threads are no power of two: where they do not share rows of C evenly so, a row has
// three times as many of them, and each fewer neighbours.
// RUN: layout-opt %s --layout-matmul=tile=104x192_turned -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: echo '{"function": "matmul_kernels::f_matmul_104x192x64x3_warpgroups_turned", "grid": [1, 2, 1], "arguments": [{"shape": [192, 160], "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [160, 200], "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [192, 200]}]}' > %t.json
// RUN: layout-interp %t.tiles --job %t.json | %python %S/Inputs/sums.py | FileCheck %s --check-prefix=SUMS
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT
// SUMS: 38400 sums, 0 wrong
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// Of 200 columns, with producers, nothing is spilled.
// RUN: layout-opt %s --layout-matmul=tile=200x192_turned_producer "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not=C75 %}
// PTXAS: Function properties for f_matmul_200x192x64x3_warpgroups_turned_producer
// PTXAS-NEXT: {{.*}} 0 bytes spill stores, 0 bytes spill loads
// What has one wave of them takes them by itself.
// RUN: sed 's/200x160x/400x4096x/g; s/160x192x/4096x12288x/g; s/200x192x/400x12288x/g' %s | layout-opt --layout-matmul | FileCheck %s --check-prefix=WAVE
// WAVE: gpu.func @f_matmul_200x192x64x4_warpgroups_turned_multicast2x1(

// CHECK: gpu.func @f_matmul_104x192x64x3_warpgroups_turned(
// CHECK-SAME: layout.threads = 384 : i64
// CHECK: layout.convert {{.*}} -> tensor<192x104xf16, #layout.tv<384:4, (4,13):(1,1536)>>
func.func @f(%A: memref<200x160xf16>, %B: memref<160x192xf16>, %C: memref<200x192xf16>) {
  %zero = arith.constant 0.0 : f16
  linalg.fill ins(%zero : f16) outs(%C : memref<200x192xf16>)
  linalg.matmul ins(%A, %B : memref<200x160xf16>, memref<160x192xf16>) outs(%C : memref<200x192xf16>)
  return
}
