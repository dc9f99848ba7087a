// A large tile whose copies producers issue, and what is computed of its sums: thread by thread it is what it is on tiles. Of the second
// tile down there are 8 rows, of the second one across 8 columns.
// RUN: layout-opt %s --layout-matmul=tile=128x256_persistent_producer -o %t.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp %t.tiles %t.out --schedules 1 --job %S/Inputs/fused-threads.json | FileCheck %s
// CHECK: right: {{[1-9][0-9]*}} elements compared
func.func @f(%A: memref<136x192xf16>, %B: memref<192x264xf16>, %C: memref<136x264xf16>) {
  %T = memref.alloc() : memref<136x264xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%T : memref<136x264xf32>)
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%A, %B : memref<136x192xf16>, memref<192x264xf16>) outs(%T : memref<136x264xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%T : memref<136x264xf32>) outs(%C : memref<136x264xf16>) {
  ^bb0(%t: f32, %Cn: f16):
    %1 = arith.constant 1.0 : f32
    %m = arith.negf %t : f32
    %e = math.exp %m : f32
    %f = arith.addf %e, %1 : f32
    %y = arith.divf %t, %f : f32
    %c = arith.truncf %y : f32 to f16
    linalg.yield %c : f16
  }
  memref.dealloc %T : memref<136x264xf32>
  return
}
