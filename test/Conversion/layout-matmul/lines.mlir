// Rows that do not begin with lines of L2 ask it for more than it answers: blocks of a cluster copy for each other then. Whether they
// do is seen from strides, and where these are known only, from sizes as well. The host's choice counts the same.
// RUN: layout-opt %s --layout-matmul=chip=sm_90a | FileCheck %s
// RUN: layout-opt %s "--layout-matmul=chip=sm_90a" "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS %}

// PTXAS: Function properties for odd_matmul_192x192{{.*}}multicast
// PTXAS-NEXT: 0 bytes stack frame, 0 bytes spill stores
// PTXAS: Function properties for even_matmul_{{.*}}warpgroups
// PTXAS-NEXT: 0 bytes stack frame, 0 bytes spill stores
// PTXAS: Function properties for wide_matmul_192x160
// PTXAS-NEXT: 0 bytes stack frame, 0 bytes spill stores
// PTXAS: Function properties for narrow_matmul_128x160
// PTXAS-NEXT: 0 bytes stack frame, 0 bytes spill stores

// Rows of 6000 bytes, and of 6144.
// CHECK-DAG: gpu.func @odd_matmul_192x192x64x4_warpgroups_persistent_multicast
func.func @odd(%A: memref<3000x3000xbf16>, %B: memref<3000x3000xbf16>, %C: memref<3000x3000xbf16>) {
  %z = arith.constant 0.0 : bf16
  linalg.fill ins(%z : bf16) outs(%C : memref<3000x3000xbf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<3000x3000xbf16>, memref<3000x3000xbf16>) outs(%C : memref<3000x3000xbf16>)
  return
}

// CHECK-DAG: gpu.func @even_matmul_{{[0-9x]+}}_warpgroups{{(_persistent)?(_producer)?}}(
func.func @even(%A: memref<1536x3072xbf16>, %B: memref<3072x3072xbf16>, %C: memref<1536x3072xbf16>) {
  %z = arith.constant 0.0 : bf16
  linalg.fill ins(%z : bf16) outs(%C : memref<1536x3072xbf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<1536x3072xbf16>, memref<3072x3072xbf16>) outs(%C : memref<1536x3072xbf16>)
  return
}

// Rows of A of 16 bytes, each in a line that seven others are in as well: that blocks of a cluster copy them for each other both what a
// multiprocessor gets of lines and how many such rows ask for decide (0.99 of cuBLAS on an H200, without clusters 0.78).
// CHECK-DAG: gpu.func @few_matmul_64x128x64x8_warpgroups_turned_multicast4
func.func @few(%A: memref<512x8xf16>, %B: memref<11008x512xf16>, %C: memref<8x11008xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<8x11008xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<512x8xf16>, memref<11008x512xf16>) outs(%C : memref<8x11008xf16>)
  return
}

// One round of tiles of three warpgroups, for two of others.
// CHECK-DAG: gpu.func @wide_matmul_192x160x64x5_warpgroups
func.func @wide(%A: memref<160x3584xf16>, %B: memref<18944x3584xf16>, %C: memref<160x18944xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<160x18944xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<160x3584xf16>, memref<18944x3584xf16>) outs(%C : memref<160x18944xf16>)
  return
}

// Boxes of B of 160 columns would have rows of 64 bytes: there are three whole ones, with columns behind those of the tile.
// CHECK-DAG: gpu.func @narrow_matmul_128x160x64x5_warpgroups_producer
// CHECK-DAG: memref.alloc() {layout.auto} : memref<64x192xf16, 3>
func.func @narrow(%A: memref<2560x1024xf16>, %B: memref<2560x2560xf16>, %C: memref<1024x2560xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<1024x2560xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<2560x1024xf16>, memref<2560x2560xf16>) outs(%C : memref<1024x2560xf16>)
  return
}

// Boxes of 72 columns of A, which lie together, would have rows of 16 bytes: there are two whole ones, of which four blocks copy rows along K.
// CHECK-DAG: gpu.func @boxes_matmul_72x64x64x9_warpgroups_turned_multicast4
// CHECK-DAG: memref.alloc() {layout.auto} : memref<64x128xf16, 3>
func.func @boxes(%A: memref<1600x72xf16>, %B: memref<1600x6400xf16>, %C: memref<72x6400xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<72x6400xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<1600x72xf16>, memref<1600x6400xf16>) outs(%C : memref<72x6400xf16>)
  return
}

// But not where lines have columns of several tiles, which take four blocks longer to copy for each other than it takes to multiply: by
// `104x64_multicast4` this took 1.4 times as long.
// CHECK-DAG: gpu.func @behind_matmul_128x240x64x4_split4_warpgroups_producer
func.func @behind(%A: memref<16384x400xf16>, %B: memref<1600x16384xf16>, %C: memref<400x1600xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<400x1600xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<16384x400xf16>, memref<1600x16384xf16>) outs(%C : memref<400x1600xf16>)
  return
}

// CHECK: func.func @some_matmul(
// CHECK: %[[SMS:.*]] = arith.constant 132
// CHECK: %[[RUNNING:.*]] = arith.minui %{{.*}}, %[[SMS]]
// CHECK: %[[LINES:.*]] = arith.muli %[[RUNNING]]
// CHECK: arith.ceildivui %[[LINES]]
func.func @some(%A: memref<?x3000xf16>, %B: memref<3000x3000xf16>, %C: memref<?x3000xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<?x3000xf16>)
  linalg.matmul ins(%A, %B : memref<?x3000xf16>, memref<3000x3000xf16>) outs(%C : memref<?x3000xf16>)
  return
}
