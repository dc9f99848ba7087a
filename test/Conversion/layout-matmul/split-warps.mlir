// Rows of A of 72 bytes are copied 8 bytes at once by threads, and warps multiply: also of such tiles blocks of a cluster have a part of
// K each, where there are few tiles and K is long.
// RUN: layout-opt %s --layout-matmul=chip=sm_90a -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// RUN: layout-opt %s --layout-matmul=chip=sm_80 | FileCheck %s --check-prefix=OLD
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job '{"function": "matmul_kernels::f_matmul_64x64x64x4_split8_warps", "grid": [8, 1, 1], "arguments": [{"shape": [36, 2056], "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [2056, 40], "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [36, 40]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-matmul=chip=sm_90a "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS %}

// CHECK: gpu.func @f_matmul_64x64x64x4_split8_warps({{.*}}known_cluster_size = array<i32: 8, 1, 1>
// CHECK: layout.copy_async
// CHECK: layout.peer
// OLD-NOT: split
// OLD: gpu.func @f_matmul_64x64x{{.*}}_warps(
// OLD-NOT: split
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// PTXAS: Function properties for f_matmul_64x64x64x4_split8_warps
// PTXAS-NEXT: 0 bytes stack frame, 0 bytes spill stores

func.func @f(%A: memref<2056x36xf16>, %B: memref<2056x40xf16>, %C: memref<36x40xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<36x40xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<2056x36xf16>, memref<2056x40xf16>) outs(%C : memref<36x40xf16>)
  return
}
