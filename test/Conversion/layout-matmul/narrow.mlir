// Blocks are counted in bands of rows of tiles, so high that those which are close to each other read the least.
//
// RUN: layout-opt %s --layout-matmul="chip=sm_90a tile=128x128" --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-matmul="chip=sm_90a tile=128x128_multicast" --canonicalize | FileCheck %s --check-prefix=TWO
// RUN: layout-opt %s --layout-matmul="chip=sm_90a tile=128x128_persistent" | FileCheck %s --check-prefix=ONE
// RUN: layout-opt %s --layout-matmul="chip=sm_90a tile=128x128_split2" --canonicalize | FileCheck %s --check-prefix=PARTS

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
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[C20:.*]] = arith.constant 20 : index
// CHECK: gpu.launch_func @{{.*}}long_matmul_128x128x64x7_warpgroups blocks in (%[[C1]], %[[C5]], %[[C20]])
func.func @long(%a: memref<2560x1024xf16>, %b: memref<1024x640xf16>, %c: memref<2560x640xf16>) {
  linalg.matmul ins(%a, %b : memref<2560x1024xf16>, memref<1024x640xf16>) outs(%c : memref<2560x640xf16>)
  return
}

// Four rows of tiles, and many beside each other: all four of a column are close to each other.
// CHECK-LABEL: func.func @parts_matmul(
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C15:.*]] = arith.constant 15 : index
// CHECK: gpu.launch_func @{{.*}}parts_matmul_128x128x64x7_warpgroups blocks in (%[[C4]], %[[C15]], %[[C1]])
// Clusters are dealt to eight parts of the GPU: counted along rows of four tiles, each part has every other tile of a column.
// PARTS-LABEL: gpu.func @parts_matmul_128x128x64x7_split2_warpgroups
// PARTS-DAG: %[[C4:.*]] = arith.constant 4 : index
// PARTS-DAG: %[[C15:.*]] = arith.constant 15 : index
// PARTS-DAG: %[[C16:.*]] = arith.constant 16 : index
// PARTS: %[[X:.*]] = gpu.block_id x
// PARTS: %[[BAND:.*]] = arith.divui %[[PLACE:.*]], %[[C16]] : index
// PARTS: arith.remui %[[PLACE]], %[[C16]] : index
// PARTS: %[[LEFT:.*]] = arith.muli %[[BAND]], %[[C4]] : index
// PARTS: arith.subi %[[C15]], %[[LEFT]] : index
func.func @parts(%a: memref<496x12288xf16>, %b: memref<12288x1920xf16>, %c: memref<496x1920xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%c : memref<496x1920xf16>)
  linalg.matmul ins(%a, %b : memref<496x12288xf16>, memref<12288x1920xf16>) outs(%c : memref<496x1920xf16>)
  return
}

// One after the other they are counted in bands of eight rows, or, where a row is short, of one.
// ONE-LABEL: gpu.func @long_matmul_128x128x64x7_warpgroups_persistent
// ONE: %[[BANDS:.*]] = arith.ceildivui %[[DOWN:.*]], %c8 : index
// ONE: arith.ceildivui %[[DOWN]], %[[BANDS]] : index
// ONE-LABEL: gpu.func @short_matmul_128x128x64x7_warpgroups_persistent
// ONE: %[[BANDS:.*]] = arith.ceildivui %[[DOWN:.*]], %c1 : index
// ONE: arith.ceildivui %[[DOWN]], %[[BANDS]] : index
