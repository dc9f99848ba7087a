// Of few iterations along K a tile is mostly what is done besides: which tiles take that the least.
// RUN: layout-opt %s --split-input-file --layout-matmul | FileCheck %s

// One iteration, and rows of C that begin at odd elements: stores are many, and blocks beside each other wait for each other's.
// CHECK-LABEL: gpu.func @narrow_matmul_{{[0-9]+x[0-9]+}}x64x1_warpgroups_turned_narrow(
// CHECK-NOT: persistent
func.func @narrow(%A: memref<40x4096x64xf16>, %B: memref<40x77x64xf16>, %C: memref<40x4096x77xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<40x4096x77xf16>)
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%A, %B : memref<40x4096x64xf16>, memref<40x77x64xf16>) outs(%C : memref<40x4096x77xf16>)
  return
}

// -----

// The same where they do not: each block copies for the next tile while it stores one, and large ones read less.
// CHECK-LABEL: gpu.func @wide_matmul_128x128x64x2_warpgroups_persistent(
func.func @wide(%A: memref<40x4096x64xf16>, %B: memref<40x80x64xf16>, %C: memref<40x4096x80xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<40x4096x80xf16>)
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%A, %B : memref<40x4096x64xf16>, memref<40x80x64xf16>) outs(%C : memref<40x4096x80xf16>)
  return
}
