// Kernels whose blocks copy B for each other, where the option asks for them: of one tile of rows the second block has none,
// and does its part. What they leave is what the tile program says, under schedules that are as bad as they may be.
// RUN: layout-opt %s --layout-matmul=tile=64x32_multicast -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %S/Inputs/multicast.json | FileCheck %s --check-prefix=RIGHT
// Of four blocks three have no tile.
// RUN: layout-opt %s --layout-matmul=tile=64x32_multicast4 -o %t.all
// RUN: FileCheck %s --input-file=%t.all --check-prefix=FOUR
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: sed 's/_multicast/_multicast4/; s/.2, 3, 1./[4, 3, 1]/' %S/Inputs/multicast.json > %t.json
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT
// Of 80 columns that lie together whole boxes are copied, two of 64, of which each of four blocks copies rows along K.
// RUN: layout-opt %s --layout-matmul=tile=128x80_multicast4 -o %t.all
// RUN: FileCheck %s --input-file=%t.all --check-prefix=BOXES
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: FileCheck %s --input-file=%t.out --check-prefix=PARTS
// RUN: sed 's/64x32x64x4_warpgroups_multicast/128x80x64x4_warpgroups_multicast4/; s/.2, 3, 1./[4, 1, 1]/' %S/Inputs/multicast.json > %t.json
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT
// One tile after the other: by one cluster, which has two of them.
// RUN: layout-opt %s --layout-matmul=tile=64x64_persistent_multicast -o %t.all
// RUN: FileCheck %s --input-file=%t.all --check-prefix=PERSISTENT
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: sed 's/64x32x64x4_warpgroups/64x64x64x12_warpgroups_persistent/; s/.2, 3, 1./[2, 1, 1]/' %S/Inputs/multicast.json > %t.json
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s "--layout-matmul=tile=128x256_multicast" "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: FileCheck %s --input-file=%t.ptx --check-prefix=PTX
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// Where rows begin with lines of L2 nobody takes them by itself, but from a cache of what was timed.
// RUN: layout-opt %s --layout-matmul=cache=%S/Inputs/multicast-cache.json 2>&1 | FileCheck %s --check-prefix=CACHE
// RUN: layout-opt %s --layout-matmul | FileCheck %s --check-prefix=CHOSEN
// RUN: not layout-opt %s --layout-matmul=tile=192x224_producer 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: not layout-opt %s --layout-matmul=tile=64x16_multicast4 2>&1 | FileCheck %s --check-prefix=EVEN
// RUN: not layout-opt %s --layout-matmul=tile=3x128_multicast 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: gpu.func @f_matmul_64x32x{{.*}}_warpgroups_multicast({{.*}}known_cluster_size = array<i32: 2, 1, 1>
// CHECK: %[[X:.*]] = gpu.block_id x
// CHECK: %[[RANK:.*]] = arith.remui %[[X]], %c2
// Whether there is a tile is what both blocks have.
// CHECK: %[[OWN:.*]] = arith.subi %[[X]], %[[RANK]]
// CHECK: arith.addi %{{.*}}, %[[OWN]]
// CHECK: scf.if
// CHECK: layout.copy_async %arg0{{.*}} {layout.tma}
// CHECK: layout.copy_async %arg1{{.*}} {layout.multicast, layout.tma}
// CHECK: layout.producer
// CHECK: func.func @f_matmul
// CHECK: gpu.launch_func @{{.*}}_multicast blocks in
// FOUR: gpu.func @f_matmul_64x32x{{.*}}_warpgroups_multicast4({{.*}}known_cluster_size = array<i32: 4, 1, 1>
// FOUR: %[[X:.*]] = gpu.block_id x
// FOUR: arith.remui %[[X]], %c4
// FOUR: gpu.launch_func @{{.*}}_multicast4 blocks in
// PERSISTENT: gpu.func @f_matmul_64x64x{{.*}}_warpgroups_persistent_multicast({{.*}}known_cluster_size = array<i32: 2, 1, 1>
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// BOXES: memref.alloc() {layout.auto} : memref<64x128xf16, 3>
// BOXES: layout.mma {{.*}} memref<64x128xf16, 3>, tensor<128x80xf32
// PARTS: box = array<i64: 64, 16>
// PTX: .reqnctapercluster 2, 1, 1
// PTX: .multicast::cluster
// CACHE-NOT: warning
// CACHE: gpu.func @f_matmul_64x64x64x4_warpgroups_multicast(
// CHOSEN-NOT: multicast
// Of 512 threads one has 128 registers, and the instruction takes more.
// ROOM: option tile=192x224_producer: this product cannot have it: {{.*}}whose sums leave room for producers' registers{{.*}} Nearest to it are {{.*}}192x192
// EVEN: option tile=64x16_multicast4: this product cannot have it: {{.*}}eight times as many divides of columns of B, or of rows of A. Nearest to it are 64x16_mult
// NONE: option tile=3x128_multicast: expected rows x columns of C

func.func @f(%A: memref<40x200xf16>, %B: memref<200x72xf16>, %C: memref<40x72xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<40x72xf16>)
  linalg.matmul ins(%A, %B : memref<40x200xf16>, memref<200x72xf16>) outs(%C : memref<40x72xf16>)
  return
}
