// Two blocks of a cluster have a part of K each, of which the second one's is shorter; of what they have together each
// adds its rows, to what was there, and stores them. Under a schedule that is as bad as it may be that is what the tile
// program says, and each barrier of the cluster is needed.
// RUN: layout-opt %s --layout-matmul=tile=64x32_split2 -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// The kernels alone: the host's launch needs tensor maps.
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: FileCheck %s --input-file=%t.out --check-prefix=THREADS
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %S/Inputs/split.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-matmul=tile=64x32_split2 "--layout-to-nvvm=bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX
// Where producers issue the copies they have ended when blocks wait for each other.
// RUN: layout-opt %s --layout-matmul=tile=64x32_split2_producer -o %t.all
// RUN: FileCheck %s --input-file=%t.all --check-prefix=PRODUCER
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: sed 's/split2_warpgroups/split2_warpgroups_producer/' %S/Inputs/split.json > %t.json
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT

// PRODUCER: gpu.func @f_matmul_64x32x128x2_split2_warpgroups_producer({{.*}}known_cluster_size = array<i32: 2, 1, 1>
// PRODUCER: layout.producer
// CHECK: gpu.func @f_matmul_64x32x128x2_split2_warpgroups({{.*}}known_cluster_size = array<i32: 2, 1, 1>
// CHECK: %[[RANK:.*]] = arith.remui %{{.*}}, %c2
// CHECK: %[[FROM:.*]] = arith.muli %[[RANK]]
// CHECK: scf.for %{{.*}} = %[[FROM]] to
// CHECK: layout.store %{{.*}} : tensor<64x32xf32
// CHECK: layout.peer
// CHECK: arith.addf {{.*}} : tensor<32x32xf32
// CHECK: arith.extf
// CHECK: arith.addf
// CHECK: arith.truncf
// CHECK: layout.store %{{.*}} : tensor<32x32xf16
// Of two tiles of rows and two of columns, eight blocks.
// CHECK: gpu.launch_func @matmul_kernels::@f_matmul_64x32x128x2_split2_warpgroups blocks in

// THREADS: gpu.func @f_matmul_64x32x128x2_split2_warpgroups
// THREADS-COUNT-2: nvvm.cluster.wait
// THREADS-NOT: layout.load
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// PTX: .reqnctapercluster 2, 1, 1
// PTX: ld.shared::cluster.v4

func.func @f(%A: memref<72x328xf16>, %B: memref<328x40xf16>, %C: memref<72x40xf16>) {
  linalg.matmul ins(%A, %B : memref<72x328xf16>, memref<328x40xf16>) outs(%C : memref<72x40xf16>)
  return
}
