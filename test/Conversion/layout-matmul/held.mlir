// What is read of each element of C is loaded before the loop along K and added behind it, where threads have registers for both: nobody
// waits for it. On the CPU it is what it is to be, thread by thread, of several tiles one after the other.
// RUN: split-file %s %t
// RUN: layout-opt %t/added.mlir --layout-matmul=tile=64x32x64x9_persistent -o %t/added.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t/added.all > %t/added.tiles
// RUN: FileCheck %t/added.mlir --input-file=%t/added.tiles
// RUN: layout-opt %t/added.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t/added.out
// RUN: sed "s/64x16x64x2/64x32x64x9/; s/136, 24/136, 88/; s/24, 24/88, 24/; s/{.shape.: .136, 24.}/{\"shape\": [136, 24], \"seed\": 3, \"low\": -9, \"high\": 9, \"whole\": true}/" %S/Inputs/persistent.json > %t/added.json
// RUN: layout-interp --schedules 1 %t/added.tiles %t/added.out --job %t/added.json | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared

//--- added.mlir
// CHECK: layout.load %arg2[
// CHECK-NEXT: scf.for
// CHECK: layout.across
// CHECK: %[[OLD:.*]] = arith.extf
// CHECK-NEXT: arith.addf %{{.*}}, %[[OLD]] :
func.func @f(%A: memref<136x88xf16>, %B: memref<24x88xf16>, %C: memref<136x24xf16>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<136x88xf16>, memref<24x88xf16>) outs(%C : memref<136x24xf16>)
  return
}

// Of 128 by 256 there are registers for 16 bits of each element, and for 32 of 128 by 128; not for 32 of 128 by 256, nor where blocks share K.
// RUN: layout-opt %t/large.mlir --layout-matmul="chip=sm_90a tile=128x256x64x4_persistent_producer" | FileCheck %t/large.mlir --check-prefix=HALVES
// RUN: sed "s/4096x4096xf16/4096x4096xf32/g" %t/large.mlir > %t/words.mlir
// RUN: layout-opt %t/words.mlir --layout-matmul="chip=sm_90a tile=128x128x64x7_persistent_producer" | FileCheck %t/large.mlir --check-prefix=HALVES
// RUN: layout-opt %t/words.mlir --layout-matmul="chip=sm_90a tile=128x256x64x4_persistent_producer" | FileCheck %t/large.mlir --check-prefix=BEFORE
// RUN: layout-opt %t/large.mlir --layout-matmul="chip=sm_90a tile=128x256x64x4_turned" | FileCheck %t/large.mlir --check-prefix=BEFORE

//--- large.mlir
// HALVES: layout.load %arg2[
// HALVES-NOT: layout.convert
// HALVES: layout.mma
// HALVES: layout.convert
// HALVES: arith.addf
// HALVES: layout.store
// BEFORE: layout.load %arg2[
// BEFORE: layout.convert
// BEFORE: layout.mma
// BEFORE-NOT: arith.addf
// BEFORE: layout.store
func.func @f(%A: memref<4096x512xf16>, %B: memref<512x4096xf16>, %C: memref<4096x4096xf16>) {
  linalg.matmul ins(%A, %B : memref<4096x512xf16>, memref<512x4096xf16>) outs(%C : memref<4096x4096xf16>)
  return
}

// A matrix that is read behind a product is loaded before it where copies of the next tile are under way; else behind it.
// RUN: layout-opt %t/beside.mlir --layout-matmul="chip=sm_90a tile=128x128x64x7_persistent_producer" | FileCheck %t/beside.mlir --check-prefix=AHEAD
// RUN: layout-opt %t/beside.mlir --layout-matmul="chip=sm_90a tile=128x128x64x7" | FileCheck %t/beside.mlir --check-prefix=BEHIND

//--- beside.mlir
// AHEAD: layout.load %arg3[
// AHEAD: layout.mma
// AHEAD-NOT: layout.load
// AHEAD: layout.store
// BEHIND: layout.mma
// BEHIND: layout.load %arg3[
// BEHIND: layout.store
func.func @f(%A: memref<4096x512xf16>, %B: memref<512x4096xf16>, %E: memref<4096x4096xf16>, %D: memref<4096x4096xf16>) {
  %z = arith.constant 0.0 : f16
  %C = memref.alloc() : memref<4096x4096xf16>
  linalg.fill ins(%z : f16) outs(%C : memref<4096x4096xf16>)
  linalg.matmul ins(%A, %B : memref<4096x512xf16>, memref<512x4096xf16>) outs(%C : memref<4096x4096xf16>)
  linalg.add ins(%C, %E : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%D : memref<4096x4096xf16>)
  return
}
