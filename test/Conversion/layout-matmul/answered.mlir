// What L2 answers all multiprocessors together decides which tile is taken: lines that rows of A share among blocks of a cluster, or
// that blocks close to each other ask for at once; and bytes, where many small tiles would read the same again and again.
// RUN: layout-opt %s --layout-matmul=chip=sm_90a | FileCheck %s

#tn = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]

// Rows of 8608 bytes, which begin within lines: two by two tiles share them.
// CHECK-DAG: gpu.func @shared_matmul_96x64x64x11_warpgroups_turned_multicast2x2(
func.func @shared(%A: memref<512x4304xf16>, %B: memref<1152x4304xf16>, %C: memref<512x1152xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<512x1152xf16>)
  linalg.matmul indexing_maps = #tn ins(%A, %B : memref<512x4304xf16>, memref<1152x4304xf16>) outs(%C : memref<512x1152xf16>)
  return
}

// Of A alone: blocks that are counted one after the other ask for the same at once, and clusters would be apart.
// CHECK-DAG: gpu.func @together_matmul_80x128x64x8_warpgroups_turned(
func.func @together(%A: memref<1024x4304xf16>, %B: memref<4304x1152xf16>, %C: memref<1024x1152xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<1024x1152xf16>)
  linalg.matmul ins(%A, %B : memref<1024x4304xf16>, memref<4304x1152xf16>) outs(%C : memref<1024x1152xf16>)
  return
}

// Rows that begin with lines.
// CHECK-DAG: gpu.func @bytes_matmul_128x128x64x7_warpgroups_producer(
func.func @bytes(%A: memref<768x9728xbf16>, %B: memref<2560x9728xbf16>, %C: memref<768x2560xbf16>) {
  %z = arith.constant 0.0 : bf16
  linalg.fill ins(%z : bf16) outs(%C : memref<768x2560xbf16>)
  linalg.matmul indexing_maps = #tn ins(%A, %B : memref<768x9728xbf16>, memref<2560x9728xbf16>) outs(%C : memref<768x2560xbf16>)
  return
}

// CHECK-DAG: gpu.func @many_matmul_24x64x64x6_warpgroups_turned_producer(
func.func @many(%A: memref<24x3584xf16>, %B: memref<18944x3584xf16>, %C: memref<24x18944xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<24x18944xf16>)
  linalg.matmul indexing_maps = #tn ins(%A, %B : memref<24x3584xf16>, memref<18944x3584xf16>) outs(%C : memref<24x18944xf16>)
  return
}

// Of each matrix of a batch there are few tiles, and those of another one read nothing of it.
// CHECK-DAG: gpu.func @batch_matmul_128x96x64x8_warpgroups_multicast2x2(
func.func @batch(%A: memref<20x256x3000xf16>, %B: memref<20x192x3000xf16>, %C: memref<20x256x192xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<20x256x192xf16>)
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%A, %B : memref<20x256x3000xf16>, memref<20x192x3000xf16>) outs(%C : memref<20x256x192xf16>)
  return
}

// Of 64 rows 56 would be zeros, which take longer than what there is.
// CHECK-DAG: gpu.func @zeros_matmul_32x64x128x8_warpgroups_turned
func.func @zeros(%A: memref<1024x8xf16>, %B: memref<4096x1024xf16>, %C: memref<8x4096xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<8x4096xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<1024x8xf16>, memref<4096x1024xf16>) outs(%C : memref<8x4096xf16>)
  return
}

// Blocks that share the sum get two neighbours of it from each other at once at least, which they do not of 104 columns.
// CHECK-DAG: gpu.func @pairs_matmul_112x64x64x10_split4_warpgroups_turned(
func.func @pairs(%A: memref<100x8192xf16>, %B: memref<8192x1664xf16>, %C: memref<100x1664xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<100x1664xf16>)
  linalg.matmul ins(%A, %B : memref<100x8192xf16>, memref<8192x1664xf16>) outs(%C : memref<100x1664xf16>)
  return
}
