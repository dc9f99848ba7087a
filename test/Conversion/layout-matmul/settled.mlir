// What is done with a sum of warpgroups stands behind the wait for it, though what a loop of no iterations gives is known: of
// registers nothing says that they are still written.
// RUN: layout-opt %s --layout-matmul=tile=64x64 "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s

// CHECK: .entry relu_matmul_64x64x{{.*}}_warpgroups{{.*}}(
// CHECK-NOT: max.NaN
// CHECK: wgmma.wait_group.sync.aligned {{.*}}1;
// CHECK-NOT: max.NaN
// CHECK: wgmma.wait_group.sync.aligned {{.*}}0;
// CHECK: max.NaN.f32
#id = affine_map<(i, j) -> (i, j)>
func.func @relu(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %D: memref<?x?xf32>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %D, %0 : memref<?x?xf32>
  %n = memref.dim %D, %1 : memref<?x?xf32>
  %C = memref.alloc(%m, %n) : memref<?x?xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<?x?xf32>)
  linalg.matmul ins(%A, %B : memref<?x?xf16>, memref<?x?xf16>) outs(%C : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%C : memref<?x?xf32>) outs(%D : memref<?x?xf32>) {
  ^bb0(%x: f32, %d: f32):
    %q = arith.maximumf %x, %z : f32
    linalg.yield %q : f32
  }
  return
}

// Rows of 16 bytes are longer than what a thread has of a narrow tile.
// RUN: layout-opt %s --layout-matmul=tile=64x16 "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=NARROW
// NARROW: .entry bytes_matmul_64x16x{{.*}}_warpgroups_persistent(
func.func @bytes(%A: memref<128x128xf16>, %B: memref<128x128xf16>, %D: memref<128x128xi8>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<128x128xf32>)
  linalg.matmul ins(%A, %B : memref<128x128xf16>, memref<128x128xf16>) outs(%C : memref<128x128xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%C : memref<128x128xf32>) outs(%D : memref<128x128xi8>) {
  ^bb0(%x: f32, %d: i8):
    %q = arith.fptosi %x : f32 to i8
    linalg.yield %q : i8
  }
  return
}

// A sum that is rounded and widened again: pairs are rounded at once, or ptxas would serialize the products.
// RUN: layout-opt %s --layout-matmul=tile=64x64 "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PAIRS
// PAIRS: .entry less_matmul_64x64x{{.*}}_warpgroups{{.*}}(
// PAIRS-NOT: cvt.rn.f16.f32
// PAIRS: cvt.rn.f16x2.f32
// PAIRS-NOT: cvt.rn.f16.f32
// PAIRS: .entry
func.func @less(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf16>, %row: memref<?xf32>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<?x?xf16>)
  linalg.matmul ins(%A, %B : memref<?x?xf16>, memref<?x?xf16>) outs(%C : memref<?x?xf16>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%row : memref<?xf32>) outs(%C : memref<?x?xf16>) {
  ^bb0(%r: f32, %c: f16):
    %w = arith.extf %c : f16 to f32
    %y = arith.subf %w, %r : f32
    %q = arith.truncf %y : f32 to f16
    linalg.yield %q : f16
  }
  return
}
