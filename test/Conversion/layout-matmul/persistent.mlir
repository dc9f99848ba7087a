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

// Where it is several, the copies of the last ones are for the next tile, and what is stored takes no shared memory.
// RUN: sed "s/x24xf16/x88xf16/g; s/88x88/24x88/; s/136x88xf16>)/136x24xf16>)/; s/%C : memref<136x88/%C : memref<136x24/g" %s > %t.deep.mlir
// RUN: layout-opt %t.deep.mlir --layout-matmul=tile=64x32x64x9_persistent -o %t.deep.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.deep.all > %t.deep.tiles
// RUN: FileCheck %s --input-file=%t.deep.tiles --check-prefix=ACROSS
// RUN: layout-opt %t.deep.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.deep.out
// RUN: sed "s/64x16x64x2/64x32x64x9/; s/136, 24/136, 88/; s/24, 24/88, 24/" %S/Inputs/persistent.json > %t.json
// RUN: layout-interp --schedules 1 %t.deep.tiles %t.deep.out --job %t.json | FileCheck %s --check-prefix=DEEP
// ACROSS: layout.across
// DEEP: right: {{[1-9][0-9]*}} elements compared

func.func @f(%A: memref<136x24xf16>, %B: memref<24x24xf16>, %C: memref<136x24xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<136x24xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<136x24xf16>, memref<24x24xf16>) outs(%C : memref<136x24xf16>)
  return
}
