// Where a row of tiles is short, blocks are counted along it, so that those which read the same of A are close to each other; else in bands of
// eight rows of tiles.
//
// RUN: layout-opt %s --layout-matmul="chip=sm_90a tile=128x128" --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-matmul="chip=sm_90a tile=128x128_multicast" --canonicalize | FileCheck %s --check-prefix=TWO
// RUN: layout-opt %s --layout-matmul="chip=sm_90a tile=128x128_persistent" | FileCheck %s --check-prefix=ONE

// CHECK-LABEL: func.func @short_matmul(
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C20:.*]] = arith.constant 20 : index
// CHECK: gpu.launch_func @{{.*}}short_matmul_128x128x64x7_warpgroups blocks in (%[[C1]], %[[C4]], %[[C20]])
// Blocks that copy for each other have tiles below each other.
// TWO-LABEL: func.func @short_matmul(
// TWO-DAG: %[[C8:.*]] = arith.constant 8 : index
// TWO-DAG: %[[C4:.*]] = arith.constant 4 : index
// TWO-DAG: %[[C3:.*]] = arith.constant 3 : index
// TWO: gpu.launch_func @{{.*}}short_matmul_128x128x64x7_warpgroups_multicast blocks in (%[[C8]], %[[C4]], %[[C3]])
func.func @short(%a: memref<2560x1024xf16>, %b: memref<1024x512xf16>, %c: memref<2560x512xf16>) {
  linalg.matmul ins(%a, %b : memref<2560x1024xf16>, memref<1024x512xf16>) outs(%c : memref<2560x512xf16>)
  return
}

// CHECK-LABEL: func.func @long_matmul(
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK: gpu.launch_func @{{.*}}long_matmul_128x128x64x7_warpgroups blocks in (%[[C7]], %[[C5]], %[[C3]])
func.func @long(%a: memref<2560x1024xf16>, %b: memref<1024x640xf16>, %c: memref<2560x640xf16>) {
  linalg.matmul ins(%a, %b : memref<2560x1024xf16>, memref<1024x640xf16>) outs(%c : memref<2560x640xf16>)
  return
}

// One after the other, the same: rows of tiles that are counted by bands of eight, and by one.
// ONE-LABEL: gpu.func @long_matmul_128x128x64x7_warpgroups_persistent
// ONE: %[[BANDS:.*]] = arith.ceildivui %[[DOWN:.*]], %c8 : index
// ONE: arith.ceildivui %[[DOWN]], %[[BANDS]] : index
// ONE-LABEL: gpu.func @short_matmul_128x128x64x7_warpgroups_persistent
// ONE: %[[BANDS:.*]] = arith.ceildivui %[[DOWN:.*]], %c1 : index
// ONE: arith.ceildivui %[[DOWN]], %[[BANDS]] : index
