// TF32 that does not lie along K goes through registers of threads that hand it to warpgroups: it is A, so that of a B that lies so the product is
// computed transposed. On the CPU it is what it is to be, thread by thread. Of two such factors none is multiplied by warpgroups, nor are bytes.
// RUN: split-file %s %t
// DEFINE: %{all} = layout-opt %t/b.mlir --layout-matmul="chip=sm_90a tf32 tile=32x64x32x9_producer"
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: %{all} -o %t/b.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t/b.all > %t/b.tiles
// RUN: FileCheck %t/b.mlir --input-file=%t/b.tiles
// RUN: layout-opt %t/b.tiles %{passes} -o %t/b.out
// RUN: layout-interp --schedules 1 %t/b.tiles %t/b.out --job %S/Inputs/handed.json | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared

// A part of the other half of B is wrong.
// RUN: sed "s/layout.from = 16/layout.from = 8/" %t/b.tiles > %t/other.tiles
// RUN: layout-opt %t/other.tiles %{passes} -o %t/other.out
// RUN: not layout-interp --schedules 1 %t/b.tiles %t/other.out --job %S/Inputs/handed.json | FileCheck %s --check-prefix=WRONG
// WRONG: wrong:

// RUN: layout-opt %t/others.mlir --split-input-file --layout-matmul="chip=sm_90a tf32" | FileCheck %t/others.mlir

//--- b.mlir
// CHECK: gpu.func @f_matmul_32x64x32x9_warpgroups_turned_producer(
// CHECK: scf.for
// CHECK: layout.wait
// CHECK-NEXT: %[[U:.*]] = layout.load %[[P:.*]][%c0, %c0] : memref<64x32xf32, 3> -> tensor<64x16xf32,
// CHECK-NEXT: %[[E:.*]] = layout.mma %[[U]], %[[Q:.*]], %{{.*}} {layout.from = 0 : i64}
// CHECK-NEXT: %[[V:.*]] = layout.load %[[P]][%c0, %c16]
// CHECK-NEXT: %[[D:.*]] = layout.mma %[[V]], %[[Q]], %[[E]] {layout.from = 16 : i64}
// CHECK-NEXT: scf.yield %[[D]]
func.func @f(%A: memref<40x264xf32>, %B: memref<264x72xf32>, %C: memref<40x72xf32>) {
  linalg.matmul ins(%A, %B : memref<40x264xf32>, memref<264x72xf32>) outs(%C : memref<40x72xf32>)
  return
}

//--- others.mlir
// CHECK: gpu.func @a_matmul_{{[0-9x]+}}_warpgroups{{(_persistent)?(_producer)?}}(
func.func @a(%A: memref<512x4096xf32>, %B: memref<4096x512xf32>, %C: memref<4096x4096xf32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<512x4096xf32>, memref<4096x512xf32>) outs(%C : memref<4096x4096xf32>)
  return
}

// -----

// CHECK: gpu.func @both_matmul_{{[0-9x]+}}_warps(
func.func @both(%A: memref<512x4096xf32>, %B: memref<512x4096xf32>, %C: memref<4096x4096xf32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<512x4096xf32>, memref<512x4096xf32>) outs(%C : memref<4096x4096xf32>)
  return
}

// -----

// CHECK: gpu.func @bytes_matmul_{{[0-9x]+}}_warps(
func.func @bytes(%A: memref<4096x512xi8>, %B: memref<512x4096xi8>, %C: memref<4096x4096xi32>) {
  linalg.matmul ins(%A, %B : memref<4096x512xi8>, memref<512x4096xi8>) outs(%C : memref<4096x4096xi32>)
  return
}
