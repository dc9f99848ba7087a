// Where C does not end with a tile the last one begins so much before that it ends where C does: the engine that copies boxes takes twice
// as long for rows that there are none of. What it shares with the one before both store alike.
// RUN: layout-opt %s --split-input-file --layout-matmul | FileCheck %s
// RUN: sed -n '1,/^}/p' %s > %t.mlir
// RUN: layout-opt %t.mlir "--layout-matmul=tile=64x32" -o %t.all
// RUN: FileCheck %s --input-file=%t.all --check-prefix=BOTH
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %S/Inputs/edges.json | FileCheck %s --check-prefix=RIGHT
// The engine asks for places along rows that are multiples of 16 bytes.
// RUN: sed -n '/^func.func @turned/,$p' %s > %t.turned.mlir
// RUN: layout-opt %t.turned.mlir "--layout-matmul=tile=64x16" -o %t.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: sed 's/f_matmul_64x32/turned_matmul_64x16/; s/72, 264/71, 264/; s/264, 40/264, 32/; s/72, 40/71, 32/' %S/Inputs/edges.json > %t.json
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT
// Blocks that add their sums begin with different ones, by rows: columns alone are shared.
// RUN: layout-opt %t.mlir "--layout-matmul=tile=64x32_split2" | FileCheck %s --check-prefix=SPLIT
// Of whole tiles nothing is to be shared, and threads that copy skip what there is not.
// RUN: sed 's/72x/64x/g; s/x40x/x32x/g' %t.mlir | layout-opt --layout-matmul=tile=64x32 | FileCheck %s --check-prefix=WHOLE
// RUN: layout-opt %t.mlir "--layout-matmul=chip=sm_80" | FileCheck %s --check-prefix=WHOLE
// A block of a cluster that no tile is left for has the last one as well: it copies for the others what there is.
// RUN: sed 's/72x/192x/g; s/x40x/x32x/g' %t.mlir | layout-opt --layout-matmul=tile=64x32_multicast | FileCheck %s --check-prefix=CLUSTER
// CLUSTER: gpu.func @f_matmul_64x32{{.*}}multicast
// CLUSTER: %[[I:.*]] = arith.minsi %{{.*}}, %c128
// CLUSTER: layout.copy_async %arg0[%[[I]], %
// WHOLE: gpu.func @f_matmul_64x
// WHOLE-NOT: arith.minsi
// WHOLE: gpu.func @{{.*}}_any

// BOTH: gpu.func @f_matmul_64x32
// BOTH: %[[OWN:.*]] = arith.muli %{{.*}}, %c64
// BOTH: %[[I:.*]] = arith.minsi %[[OWN]], %c8 
// BOTH: %[[J:.*]] = arith.minsi %{{.*}}, %c8 
// BOTH: arith.cmpi ult, %[[OWN]], %
// BOTH: layout.copy_async %arg0[%[[I]], %
// BOTH: layout.copy_async %arg1[%{{.*}}, %[[J]]]
// BOTH: layout.store %{{.*}}, %arg2[%[[I]], %[[J]]]
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// SPLIT: gpu.func @f_matmul_64x32{{.*}}split2
// SPLIT-COUNT-1: arith.minsi
// SPLIT-NOT: arith.minsi
// SPLIT: gpu.func @{{.*}}_any
func.func @f(%A: memref<72x264xf16>, %B: memref<264x40xf16>, %C: memref<72x40xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<72x40xf16>)
  linalg.matmul ins(%A, %B : memref<72x264xf16>, memref<264x40xf16>) outs(%C : memref<72x40xf16>)
  return
}

// -----

// What is added to is read once.
// CHECK-LABEL: gpu.func @adds_matmul_{{.*}}warpgroups
// CHECK-NOT: arith.minsi
// CHECK: gpu.func @adds_matmul_{{.*}}_any
func.func @adds(%A: memref<72x264xf16>, %B: memref<264x40xf16>, %C: memref<72x40xf16>) {
  linalg.matmul ins(%A, %B : memref<72x264xf16>, memref<264x40xf16>) outs(%C : memref<72x40xf16>)
  return
}

// -----

// And so is what may be C by another name. (No row of it is C.)
// CHECK-LABEL: gpu.func @residual_matmul_{{.*}}warpgroups
// CHECK-NOT: arith.minsi
// CHECK: gpu.func @residual_matmul_{{.*}}_any
#rows = affine_map<(i, j) -> (i, j)>
func.func @residual(%A: memref<72x264xf16>, %B: memref<264x40xf16>, %C: memref<72x40xf16>, %R: memref<72x40xf16>) {
  %T = memref.alloc() : memref<72x40xf32>
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%T : memref<72x40xf32>)
  linalg.matmul ins(%A, %B : memref<72x264xf16>, memref<264x40xf16>) outs(%T : memref<72x40xf32>)
  linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"]}
    ins(%T, %R : memref<72x40xf32>, memref<72x40xf16>) outs(%C : memref<72x40xf16>) {
    ^bb0(%t: f32, %r: f16, %c: f16):
      %w = arith.extf %r : f16 to f32
      %y = arith.addf %t, %w : f32
      %n = arith.truncf %y : f32 to f16
      linalg.yield %n : f16
  }
  memref.dealloc %T : memref<72x40xf32>
  return
}

// -----

// CHECK-LABEL: gpu.func @bias_matmul_{{.*}}warpgroups
// CHECK: arith.minsi
// CHECK: gpu.func @bias_matmul_{{.*}}_any
#rows = affine_map<(i, j) -> (i, j)>
func.func @bias(%A: memref<72x264xf16>, %B: memref<264x40xf16>, %C: memref<72x40xf16>, %R: memref<40xf32>) {
  %T = memref.alloc() : memref<72x40xf32>
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%T : memref<72x40xf32>)
  linalg.matmul ins(%A, %B : memref<72x264xf16>, memref<264x40xf16>) outs(%T : memref<72x40xf32>)
  linalg.generic {indexing_maps = [#rows, affine_map<(i, j) -> (j)>, #rows], iterator_types = ["parallel", "parallel"]}
    ins(%T, %R : memref<72x40xf32>, memref<40xf32>) outs(%C : memref<72x40xf16>) {
    ^bb0(%t: f32, %r: f32, %c: f16):
      %y = arith.addf %t, %r : f32
      %n = arith.truncf %y : f32 to f16
      linalg.yield %n : f16
  }
  memref.dealloc %T : memref<72x40xf32>
  return
}

// -----

// Where sizes are known when it runs. Rows of B and of C lie along columns: tiles begin at multiples of what is accessed at once, as the
// engine asks for. Of A they lie along K.
// CHECK-LABEL: gpu.func @known_later_matmul_{{.*}}warpgroups
// CHECK: %[[MOST:.*]] = arith.maxsi %{{.*}}, %
// CHECK: %[[ROW:.*]] = arith.subi %[[MOST]], %
// CHECK: arith.minsi %{{.*}}, %[[ROW]]
// CHECK: %[[MORE:.*]] = arith.maxsi %{{.*}}, %
// CHECK: %[[AFTER:.*]] = arith.subi %[[MORE]], %
// CHECK: %[[TIMES:.*]] = arith.ceildivui %[[AFTER]], %c8
// CHECK: %[[COLUMN:.*]] = arith.muli %[[TIMES]], %c8
// CHECK: arith.minsi %{{.*}}, %[[COLUMN]]
func.func @known_later(%A: memref<?x?xf16>, %B: memref<?x?xf16>, %C: memref<?x?xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<?x?xf16>)
  linalg.matmul ins(%A, %B : memref<?x?xf16>, memref<?x?xf16>) outs(%C : memref<?x?xf16>)
  return
}

// -----

// Columns of A lie together: 71 rows of 80 begin at a multiple of eight.
// CHECK-LABEL: gpu.func @turned_matmul_{{.*}}warpgroups
// CHECK: arith.minsi %{{.*}}, %c8
func.func @turned(%A: memref<264x71xf16, strided<[72, 1]>>, %B: memref<264x32xf16>, %C: memref<71x32xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%C : memref<71x32xf32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<264x71xf16, strided<[72, 1]>>, memref<264x32xf16>) outs(%C : memref<71x32xf32>)
  return
}
