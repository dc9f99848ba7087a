// Elements of 8 bits that lie together along M and N no warpgroup multiplies: threads copy them, and warps multiply. Also of such tiles
// blocks of a cluster have a part of K each, where there are few tiles and K is long.
// RUN: layout-opt %s --layout-matmul=chip=sm_90a -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// RUN: layout-opt %s --layout-matmul=chip=sm_89 | FileCheck %s --check-prefix=OLD
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job '{"function": "matmul_kernels::f_matmul_64x64x128x4_split4_warps", "grid": [4, 1, 1], "arguments": [{"shape": [48, 2064], "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [2064, 48], "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [48, 48]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-matmul=chip=sm_90a "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS %}

// CHECK: gpu.func @f_matmul_64x64x128x4_split4_warps({{.*}}known_cluster_size = array<i32: 4, 1, 1>
// CHECK: layout.copy_async
// CHECK: layout.peer
// OLD-NOT: split
// OLD: gpu.func @f_matmul_64x64x{{.*}}_warps(
// OLD-NOT: split
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// PTXAS: Function properties for f_matmul_64x64x128x4_split4_warps
// PTXAS-NEXT: 0 bytes stack frame, 0 bytes spill stores

func.func @f(%A: memref<2064x48xf8E4M3FN>, %B: memref<2064x48xf8E4M3FN>, %C: memref<48x48xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<48x48xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<2064x48xf8E4M3FN>, memref<2064x48xf8E4M3FN>) outs(%C : memref<48x48xf16>)
  return
}
