// A factor of which each part is copied once alone, and that L2 does not hold, goes out of it before others.
//
// RUN: layout-opt %s --layout-matmul -o %t && FileCheck %s --input-file %t
// RUN: layout-opt %s --layout-matmul "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: FileCheck %s --check-prefix=PTX --input-file %t.ptx
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.ptx -o /dev/null %}

// L2 holds 33 MB until the next time; what two rows of tiles read is read again, and so is what
// is added behind, or has its rows in one another; of what is not known nothing is said.
// (Kernels stand in the order of the last product to the first.)
// CHECK-NOT: layout.l2
//
// Of a product that is turned B comes first.
// CHECK: gpu.func @turned_matmul_{{[0-9]+}}x64{{.*}}_turned
// CHECK: layout.copy_async %arg0{{.*}} {layout.l2 = "evict_first", layout.tma}
// CHECK: layout.copy_async %arg1{{.*}} {layout.tma}
//
// All columns are: A is.
// CHECK: gpu.func @narrow_matmul_64x32x
// CHECK: layout.copy_async %arg0{{.*}} {layout.l2 = "evict_first", layout.tma}
// CHECK: layout.copy_async %arg1{{.*}} {layout.multicast, layout.tma}
//
// All rows are in one tile: B is, of 117 MB.
// CHECK: gpu.func @few_matmul_128x
// CHECK: layout.copy_async %arg0{{.*}} {layout.tma}
// CHECK: layout.copy_async %arg1{{.*}} {layout.l2 = "evict_first", layout.tma}
// CHECK-NOT: layout.l2
// PTX: .entry few_matmul_128x
// PTX: .L2::cache_hint

func.func @few(%A: memref<128x4096xf16>, %B: memref<14336x4096xf16>, %C: memref<128x14336xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<128x14336xf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<128x4096xf16>, memref<14336x4096xf16>) outs(%C : memref<128x14336xf16>)
  return
}

func.func @narrow(%A: memref<8192x4096xf16>, %B: memref<4096x32xf16>, %C: memref<8192x32xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<8192x32xf16>)
  linalg.matmul ins(%A, %B : memref<8192x4096xf16>, memref<4096x32xf16>) outs(%C : memref<8192x32xf16>)
  return
}

func.func @turned(%A: memref<16x4096xf16>, %B: memref<4096x14336xf16>, %C: memref<16x14336xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<16x14336xf16>)
  linalg.matmul ins(%A, %B : memref<16x4096xf16>, memref<4096x14336xf16>) outs(%C : memref<16x14336xf16>)
  return
}

func.func @small(%A: memref<64x4096xf16>, %B: memref<4096x4096xf16>, %C: memref<64x4096xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<64x4096xf16>)
  linalg.matmul ins(%A, %B : memref<64x4096xf16>, memref<4096x4096xf16>) outs(%C : memref<64x4096xf16>)
  return
}

func.func @again(%A: memref<1024x4096xf16>, %B: memref<4096x14336xf16>, %C: memref<1024x14336xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<1024x14336xf16>)
  linalg.matmul ins(%A, %B : memref<1024x4096xf16>, memref<4096x14336xf16>) outs(%C : memref<1024x14336xf16>)
  return
}

func.func @unknown(%A: memref<64x4096xf16>, %B: memref<4096x?xf16>, %C: memref<64x?xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<64x?xf16>)
  linalg.matmul ins(%A, %B : memref<64x4096xf16>, memref<4096x?xf16>) outs(%C : memref<64x?xf16>)
  return
}

func.func @residual(%A: memref<200000x256xf16>, %B: memref<256x256xf16>, %C: memref<200000x256xf16>) {
  %T = memref.alloc() : memref<200000x256xf32>
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%T : memref<200000x256xf32>)
  linalg.matmul ins(%A, %B : memref<200000x256xf16>, memref<256x256xf16>) outs(%T : memref<200000x256xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%T, %A : memref<200000x256xf32>, memref<200000x256xf16>) outs(%C : memref<200000x256xf16>) {
  ^bb0(%t: f32, %r: f16, %c: f16):
    %w = arith.extf %r : f16 to f32
    %y = arith.addf %t, %w : f32
    %n = arith.truncf %y : f32 to f16
    linalg.yield %n : f16
  }
  memref.dealloc %T : memref<200000x256xf32>
  return
}

func.func @windows(%A: memref<1048576x512xf16, strided<[8, 1]>>, %B: memref<512x32xf16>, %C: memref<1048576x32xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<1048576x32xf16>)
  linalg.matmul ins(%A, %B : memref<1048576x512xf16, strided<[8, 1]>>, memref<512x32xf16>) outs(%C : memref<1048576x32xf16>)
  return
}
