// D = GELU(A B + a row) in linalg, on memory of any size: kernels of the product that do the rest on its sums, and a function of
// the host that launches one. C is not stored.
//
// RUN: layout-opt %s --layout-matmul | FileCheck %s
// RUN: layout-opt %s --layout-matmul "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

// CHECK: gpu.func @mlp_matmul_128x256x64x4_warpgroups_persistent(
// CHECK-SAME: %[[ROW:[a-z0-9]*]]: memref<?xf32, #layout<(?):(1)>>)
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: layout.mma
// CHECK: %[[V:.*]] = layout.load %[[ROW]]
// CHECK: layout.broadcast %[[V]] dim 0
// CHECK: math.erf
// CHECK: arith.truncf
// CHECK: layout.store
// CHECK-LABEL: func.func @mlp(
// CHECK-NOT: memref.alloc
// CHECK: call @mlp_matmul(%arg0, %arg1, %arg3, %arg2)
// CHECK-NEXT: return

// PTX: .visible .entry mlp_matmul_128x256x64x4_warpgroups
// PTX: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// PTX: ex2.approx.ftz.f32

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

func.func @mlp(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %row: memref<?xf32>, %D: memref<?x?xf16>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %D, %0 : memref<?x?xf16>
  %n = memref.dim %D, %1 : memref<?x?xf16>
  %C = memref.alloc(%m, %n) : memref<?x?xf32>
  linalg.fill ins(%zero : f32) outs(%C : memref<?x?xf32>)
  linalg.matmul ins(%A, %B : memref<?x?xf16>, memref<?x?xf16>) outs(%C : memref<?x?xf32>)
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%C, %row : memref<?x?xf32>, memref<?xf32>) outs(%D : memref<?x?xf16>) {
  ^bb0(%c: f32, %v: f32, %d: f16):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.70710678 : f32
    %x = arith.addf %c, %v : f32
    %n0 = arith.mulf %x, %root : f32
    %e = math.erf %n0 : f32
    %p = arith.addf %e, %one : f32
    %h = arith.mulf %x, %half : f32
    %y = arith.mulf %h, %p : f32
    %t = arith.truncf %y : f32 to f16
    linalg.yield %t : f16
  }
  memref.dealloc %C : memref<?x?xf32>
  return
}
