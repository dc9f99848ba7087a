// Where K is one iteration each block computes several tiles, and copies for the next while it stores one: what six tiles of
// two blocks are is what they were before, under a schedule that is as bad as it may be.
// RUN: layout-opt %s --layout-matmul=tile=64x16 -o %t.all
// The kernels alone: the host's launch needs tensor maps.
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: FileCheck %s --input-file=%t.out --check-prefix=PASSES
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %S/Inputs/persistent.json | FileCheck %s
// PASSES: gpu.func @f_matmul_64x16x64x2_warpgroups_persistent
// PASSES-NOT: layout.copy_async
// CHECK: right: 7104 elements compared

func.func @f(%A: memref<136x24xf16>, %B: memref<24x24xf16>, %C: memref<136x24xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<136x24xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<136x24xf16>, memref<24x24xf16>) outs(%C : memref<136x24xf16>)
  return
}
