// Rows of any length, few tiles and a long K: blocks of a cluster have a part of K each also of the largest tile, whose sum takes more
// shared memory than what its factors go through registers to (1.01 of cuBLAS on an H200, by 64x64 0.71).
// RUN: layout-opt %s --layout-matmul=chip=sm_90a -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// RUN: layout-opt %s "--layout-matmul=chip=sm_90a tile=128x128x32x2_split4_any" | sed -n '/^#/p;/gpu.module @/,/^  }/p' > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job '{"function": "matmul_kernels::small_matmul_128x128x32x2_split4_any", "grid": [8, 1, 1], "arguments": [{"shape": [130, 519], "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [519, 33], "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [130, 33]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-matmul=chip=sm_90a "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS %}

// CHECK: gpu.func @f_matmul_128x128x32x2_split4_any({{.*}}known_cluster_size = array<i32: 4, 1, 1>
// CHECK: layout.peer
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// PTXAS: Function properties for f_matmul_128x128x32x2_split4_any
// PTXAS-NEXT: 0 bytes stack frame, 0 bytes spill stores

func.func @f(%A: memref<4096x333xf16>, %B: memref<4096x777xf16>, %C: memref<333x777xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<333x777xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<4096x333xf16>, memref<4096x777xf16>) outs(%C : memref<333x777xf16>)
  return
}

func.func @small(%A: memref<519x130xf16>, %B: memref<519x33xf16>, %C: memref<130x33xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<130x33xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<519x130xf16>, memref<519x33xf16>) outs(%C : memref<130x33xf16>)
  return
}
