// Kernels whose clusters have tiles below and beside each other: those below each other copy B for each other, those beside each other A.
// Of three by five tiles the last of a cluster have none, and do their part. What they leave is what the tile program says.
// RUN: layout-opt %s --layout-matmul=tile=64x32_multicast2x2 -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// RUN: layout-opt %t.all --canonicalize | sed -n '/func.func/,$p' | FileCheck %s --check-prefix=GRID
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %S/Inputs/clusters.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-matmul=tile=64x32_multicast4x2 -o %t.all
// RUN: FileCheck %s --input-file=%t.all --check-prefix=HIGH
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: sed 's/_multicast2x2/_multicast4x2/; s/.24, 1, 1./[24, 1, 1]/' %S/Inputs/clusters.json > %t.json
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT
// Those of a row alone share A: one copy of each for all blocks of the cluster.
// RUN: layout-opt %s --layout-matmul=tile=64x32_multicast1x4 -o %t.all
// RUN: FileCheck %s --input-file=%t.all --check-prefix=ROW
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: sed 's/_multicast2x2/_multicast1x4/; s/.24, 1, 1./[24, 1, 1]/' %S/Inputs/clusters.json > %t.json
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT
// Of C transposed it is named by rows and columns of C, and so is the cluster: four of its columns are below each other in the kernel.
// RUN: layout-opt %s --layout-matmul=tile=32x64_turned_multicast2x4 | FileCheck %s --check-prefix=TURNED
// RUN: layout-opt %s "--layout-matmul=tile=128x128_multicast2x2" "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: FileCheck %s --input-file=%t.ptx --check-prefix=PTX
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// What is added to what is there: each block reads its own tile, where it has one.
// RUN: sed '/fill/d' %s > %t.adds.mlir
// RUN: layout-opt %t.adds.mlir --layout-matmul=tile=64x32_multicast2x2 -o %t.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: sed 's/"shape": .136, 136./"shape": [136, 136], "seed": 3, "low": -3, "high": 3, "whole": true/' %S/Inputs/clusters.json > %t.json
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT
// RUN: not layout-opt %s "--layout-matmul=chip=sm_80 tile=64x32_multicast2x2" 2>&1 | FileCheck %s --check-prefix=OLD
// One tile after the other is for those below each other alone, and there is no cluster of sixteen.
// RUN: not layout-opt %s --layout-matmul=tile=64x64_persistent_multicast2x2 2>&1 | FileCheck %s --check-prefix=PERSISTENT
// RUN: not layout-opt %s --layout-matmul=tile=64x32_multicast4x4 2>&1 | FileCheck %s --check-prefix=MANY

// CHECK: gpu.func @f_matmul_64x32x{{.*}}_warpgroups_multicast2x2({{.*}}known_cluster_size = array<i32: 4, 1, 1>
// Clusters are counted down, of which there are two, and then across.
// CHECK: %[[DOWN:.*]] = arith.ceildivui %{{.*}}, %c128
// CHECK: %[[ROWS:.*]] = arith.maxui %[[DOWN]], %c1
// CHECK: %[[NUMBER:.*]] = arith.divui %{{.*}}, %c4
// CHECK: arith.remui %[[NUMBER]], %[[ROWS]]
// CHECK: layout.copy_async %arg0{{.*}} {layout.multicast = #layout<2:2>, layout.tma}
// CHECK: layout.copy_async %arg1{{.*}} {layout.multicast = #layout<2:1>, layout.tma}
// CHECK: layout.producer
// Two rows of three clusters.
// CHECK: func.func @f_matmul
// CHECK: gpu.launch_func @{{.*}}_multicast2x2 blocks in
// GRID: %[[BLOCKS:.*]] = arith.constant 24 : index
// GRID: gpu.launch_func @{{.*}}_multicast2x2 blocks in (%[[BLOCKS]], %c1, %c1)
// HIGH: gpu.func @f_matmul_64x32x{{.*}}_warpgroups_multicast4x2({{.*}}known_cluster_size = array<i32: 8, 1, 1>
// HIGH: layout.copy_async %arg0{{.*}} {layout.multicast = #layout<2:4>, layout.tma}
// HIGH: layout.copy_async %arg1{{.*}} {layout.multicast = #layout<4:1>, layout.tma}
// ROW: gpu.func @f_matmul_64x32x{{.*}}_warpgroups_multicast1x4({{.*}}known_cluster_size = array<i32: 4, 1, 1>
// ROW: layout.copy_async %arg0{{.*}} {layout.multicast, layout.tma}
// ROW: layout.copy_async %arg1{{.*}} {layout.tma}
// TURNED: gpu.func @f_matmul_32x64x{{.*}}_warpgroups_turned_multicast2x4({{.*}}known_cluster_size = array<i32: 8, 1, 1>
// TURNED: layout.copy_async %arg0{{.*}} {layout.multicast = #layout<2:4>, layout.tma}
// TURNED: layout.copy_async %arg1{{.*}} {layout.multicast = #layout<4:1>, layout.tma}
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// PTX: .reqnctapercluster 4, 1, 1
// PTX: .multicast::cluster
// PTX: mapa.shared::cluster
// PTXAS-NOT: serialized
// PTXAS: Function properties for f_matmul_128x128x64x{{.*}}multicast2x2
// PTXAS-NEXT: 0 bytes stack frame, 0 bytes spill stores
// PERSISTENT: option tile=64x64_persistent_multicast2x2: this product cannot have it: {{.*}}Nearest to it are
// OLD: option tile=64x32_multicast2x2: this product cannot have it: it is one of warpgroups, which take a chip with wgmma
// MANY: option tile=64x32_multicast4x4: of these rows and columns there are

func.func @f(%A: memref<136x200xf16>, %B: memref<200x136xf16>, %C: memref<136x136xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<136x136xf16>)
  linalg.matmul ins(%A, %B : memref<136x200xf16>, memref<200x136xf16>) outs(%C : memref<136x136xf16>)
  return
}
