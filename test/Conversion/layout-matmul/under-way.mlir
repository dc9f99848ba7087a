// Which tile is taken where memory, or L2, decides.
// RUN: layout-opt %s --layout-matmul | FileCheck %s

// B lies along its rows, which do not begin with lines of L2, and blocks read pieces of the same rows: the more of them each block has under way,
// the fewer of one row are asked for together, so that 6 iterations are copied ahead and not 12.
// (Kernels stand in the order of the last product to the first.)
// CHECK: gpu.func @parts_matmul_64x128x64x9_warpgroups_turned_multicast4
// CHECK: gpu.func @within_matmul_{{.*}}_multicast2x1
// CHECK: gpu.func @short_matmul_64x256
// CHECK: gpu.func @streamed_matmul_8x64x128x6_warpgroups_turned
func.func @streamed(%A: memref<8x28672xf16>, %B: memref<28672x4808xf16>, %C: memref<8x4808xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<8x4808xf16>)
  linalg.matmul ins(%A, %B : memref<8x28672xf16>, memref<28672x4808xf16>) outs(%C : memref<8x4808xf16>)
  return
}

// Of a B that is wider than all blocks are together they read other rows anyway.
func.func @short(%A: memref<2x1152xf16>, %B: memref<1152x201080xf16>, %C: memref<2x201080xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<2x201080xf16>)
  linalg.matmul ins(%A, %B : memref<2x1152xf16>, memref<1152x201080xf16>) outs(%C : memref<2x201080xf16>)
  return
}

// Rows that begin within lines are asked for once by the blocks of a cluster.
func.func @within(%A: memref<777x14344xf16>, %B: memref<8192x14344xf16>, %C: memref<777x8192xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<777x8192xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<777x14344xf16>, memref<8192x14344xf16>) outs(%C : memref<777x8192xf16>)
  return
}

// Nor does it help that blocks have parts of K: each part is read at another place.
func.func @parts(%A: memref<7x18432xf16>, %B: memref<18432x9216xf16>, %C: memref<7x9216xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<7x9216xf16>)
  linalg.matmul ins(%A, %B : memref<7x18432xf16>, memref<18432x9216xf16>) outs(%C : memref<7x9216xf16>)
  return
}
