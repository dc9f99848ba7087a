// Which kernels become of products, and what calls them.
// RUN: layout-opt %s --layout-matmul | FileCheck %s
// RUN: layout-opt %s --layout-matmul=chip=sm_80 | FileCheck %s --check-prefix=SM80
// RUN: sed -n '/func.func @known/,/^}/p' %s | layout-opt --layout-matmul=tile=128x128x64x3 | FileCheck %s --check-prefix=TILE
// RUN: sed -n '/func.func @known/,/^}/p' %s | sed 's/x4096xf16>/x4096xf16, strided<[4096, 1], offset: 8>>/g' > %t.8.mlir
// RUN: layout-opt %t.8.mlir --layout-matmul | FileCheck %s --check-prefix=ALIGNED
// RUN: sed 's/offset: 8/offset: 4/g' %t.8.mlir | layout-opt --layout-matmul | FileCheck %s --check-prefix=OFFSET
// RUN: sed 's/offset: 8/offset: ?/g' %t.8.mlir | layout-opt --layout-matmul | FileCheck %s --check-prefix=OFFSET
// RUN: sed -n '/func.func @short/,/^}/p' %s | layout-opt --layout-matmul=tile=16x64_turned | FileCheck %s --check-prefix=SHORT
// RUN: layout-opt %s --layout-matmul "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

// All kernels are one module.
// CHECK: gpu.module @matmul_kernels attributes {layout.matmul}
// CHECK-NOT: gpu.module
// What is batched has a matrix for each of a batch; B is N by K.
// Where K is one iteration a block computes one tile after the other, and copies for the next while it stores one.
// CHECK: gpu.func @batched_matmul_{{[0-9x]+}}x64x2_warpgroups_persistent({{.*}}: memref<4x512x64xf16, #layout<(4,512,64):(32768,64,1)>> {llvm.align = 16 : i64}, {{.*}}: memref<4x64x512xf16, #layout<(4,64,512):(32768,1,64)>>
// CHECK: scf.for %[[N:.*]] = %block_id_x to %{{.*}} step %grid_dim_x {
// CHECK: %[[BATCH:.*]] = arith.divui %[[N]],
// CHECK: layout.copy_async %arg0[%[[BATCH]], {{.*}} {layout.tma}
// CHECK: layout.store
// CHECK-NEXT: } {layout.disjoint, layout.stages = 2 : i64}
// Where there are more tiles than multiprocessors, copies go on across tiles, and what is stored takes no shared memory.
// CHECK: gpu.func @shallow_matmul_128x128x64x7_warpgroups_persistent_producer(
// CHECK: scf.for %{{.*}} = %block_id_x to %{{.*}} step %grid_dim_x {
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: } {layout.across, layout.producer, layout.stages = 7 : i64}
// CHECK: layout.convert %{{.*}} {layout.in_registers}
// CHECK-NEXT: layout.store
// No tile waits for what is stored of another one.
// CHECK-NEXT: } {layout.disjoint}
// There are no more stages than iterations.
// CHECK: gpu.func @few_matmul_{{[0-9]+x[0-9]+}}x128x2_warpgroups(
// Rows that are known to begin and end at multiples of 4 bytes are loaded so, where addresses are such as well; those of C are not.
// CHECK: gpu.func @even_matmul_{{.*}}_any_a4_b4(%{{[a-z0-9]*}}: memref<300x302xf16, #layout<(300,302):(302,1)>> {llvm.align = 4 : i64}, %{{[a-z0-9]*}}: memref<302x102xf16, #layout<(302,102):(102,1)>> {llvm.align = 4 : i64}, %{{[a-z0-9]*}}: memref<300x102xf16, #layout<(300,102):(102,1)>>)
// CHECK: layout.load %arg0{{.*}} -> tensor<{{.*}}, (2,{{.*}}>>
// CHECK: layout.load %arg1{{.*}} -> tensor<{{.*}}, (2,{{.*}}>>
// CHECK: gpu.func @even_matmul_{{.*}}_any(
// C is added to: the sum begins with it.
// CHECK: gpu.func @added_matmul_{{.*}}_any(
// CHECK: %[[C:.*]] = layout.load %arg2
// CHECK: %[[HELD:.*]] = layout.convert %[[C]]
// CHECK: layout.mma %{{.*}}, %{{.*}}, %[[HELD]]
// What is known of sizes and strides chooses one tile; only where addresses are not aligned another kernel runs.
// CHECK: gpu.func @known_matmul_128x256x64x4_warpgroups_persistent_producer(
// CHECK-NOT: narrow
// (It is little code.)
// CHECK: gpu.func @known_matmul_32x32x32x2_any(
// Where offsets are not known to be such, it may run as often.
// ALIGNED: gpu.func @known_matmul_32x32x32x2_any(
// OFFSET: gpu.func @known_matmul_128x128x32x2_any(
// CHECK-NOT: zero
// CHECK: func.func @known_matmul(%{{.*}}: memref<4096x4096xf16>, {{.*}}) attributes {layout.launches}
// CHECK: func.func @known(
// CHECK-NOT: linalg
// CHECK: call @known_matmul(%arg0, %arg1, %arg2)
// CHECK: func.func @added(
// CHECK: call @added_matmul(%arg0, %arg1, %arg2)
// CHECK: func.func @even_matmul(
// CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK: arith.remui %{{.*}}, %c4
// The grid has no more blocks than multiprocessors hold at once: five each of such tiles.
// CHECK: func.func @batched_matmul(
// CHECK: %[[MOST:.*]] = arith.constant 660 : index
// CHECK: %[[GRID:.*]] = arith.minui %{{.*}}, %[[MOST]] : index
// CHECK: gpu.launch_func @matmul_kernels::@batched_matmul_64x64x64x2_warpgroups_persistent blocks in (%[[GRID]],

// SM80-NOT: layout.tma
// SM80: gpu.func @known_matmul_128x128x{{.*}}_warps(
// SM80: {layout.stages

// TILE: gpu.func @known_matmul_128x128x64x3_warpgroups(

// PTX-DAG: .visible .entry known_matmul_128x256x64x4_warpgroups_persistent_producer
// PTX-DAG: .visible .global .align 1 .b8 known_matmul_launches[
// PTX-DAG: .visible .global .align 1 .b8 known_matmul_128x256x64x4_warpgroups_persistent_producer_tensor_maps[

func.func @known(%A: memref<4096x4096xf16>, %B: memref<4096x4096xf16>, %C: memref<4096x4096xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<4096x4096xf16>)
  linalg.matmul ins(%A, %B : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%C : memref<4096x4096xf16>)
  return
}

func.func @added(%A: memref<100x101xf16>, %B: memref<101x50xf16>, %C: memref<100x50xf32>) {
  linalg.matmul ins(%A, %B : memref<100x101xf16>, memref<101x50xf16>) outs(%C : memref<100x50xf32>)
  return
}

func.func @even(%A: memref<300x302xf16>, %B: memref<302x102xf16>, %C: memref<300x102xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<300x102xf16>)
  linalg.matmul ins(%A, %B : memref<300x302xf16>, memref<302x102xf16>) outs(%C : memref<300x102xf16>)
  return
}

func.func @few(%A: memref<512x192xf16>, %B: memref<192x512xf16>, %C: memref<512x512xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<512x512xf16>)
  linalg.matmul ins(%A, %B : memref<512x192xf16>, memref<192x512xf16>) outs(%C : memref<512x512xf16>)
  return
}

func.func @shallow(%A: memref<4096x192xf16>, %B: memref<192x4096xf16>, %C: memref<4096x4096xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<4096x4096xf16>)
  linalg.matmul ins(%A, %B : memref<4096x192xf16>, memref<192x4096xf16>) outs(%C : memref<4096x4096xf16>)
  return
}

func.func @batched(%A: memref<4x512x64xf16>, %B: memref<4x512x64xf16>, %C: memref<4x512x512xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<4x512x512xf16>)
  linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%A, %B : memref<4x512x64xf16>, memref<4x512x64xf16>) outs(%C : memref<4x512x512xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %b, %a : f16
    %s = arith.addf %p, %c : f16
    linalg.yield %s : f16
  }
  return
}

// Of few rows it may be computed transposed: C^T is B^T by A^T, and what is read beside it is transposed, too.
// SHORT: gpu.func @short_matmul_16x64x{{.*}}_warpgroups_turned(
// SHORT-SAME: %arg0: memref<8192x512xf16, #layout<(8192,512):(512,1)>>
// SHORT-SAME: %arg1: memref<512x16xf16, #layout<(512,16):(1,512)>>
// SHORT-SAME: %arg2: memref<8192x16xf16, #layout<(8192,16):(1,8192)>>
// SHORT-SAME: %arg3: memref<8192xf16, #layout<(8192):(1)>>
// SHORT: %[[ROW:.*]] = arith.muli {{.*}}, %c64
// SHORT: layout.load %arg3[%[[ROW]]]
// SHORT: func.func @short_matmul(
// SHORT: %[[C:.*]] = memref.transpose %arg2 (d0, d1) -> (d1, d0)
// SHORT: gpu.launch_func @matmul_kernels::@short_matmul_16x64
func.func @short(%A: memref<16x512xf16>, %B: memref<8192x512xf16>, %row: memref<8192xf16>, %C: memref<16x8192xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<16x8192xf16>)
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%A, %B : memref<16x512xf16>, memref<8192x512xf16>) outs(%C : memref<16x8192xf16>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%row : memref<8192xf16>) outs(%C : memref<16x8192xf16>) {
  ^bb0(%r: f16, %c: f16):
    %s = arith.addf %c, %r : f16
    linalg.yield %s : f16
  }
  return
}

// No product: left as it is.
// CHECK: func.func @other(
// CHECK: linalg.generic
func.func @other(%A: memref<8x8xf16>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B : memref<8x8xf16>, memref<8x8xf16>) outs(%C : memref<8x8xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.subf %a, %b : f16
    %s = arith.addf %p, %c : f16
    linalg.yield %s : f16
  }
  return
}

// Nor is what has no sum.
// CHECK: func.func @each(
// CHECK: linalg.generic
#c = affine_map<(i, j) -> (i, j)>
func.func @each(%A: memref<8x8xf16>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) {
  linalg.generic {indexing_maps = [#c, #c, #c], iterator_types = ["parallel", "parallel"]}
      ins(%A, %B : memref<8x8xf16>, memref<8x8xf16>) outs(%C : memref<8x8xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %a, %b : f16
    %s = arith.addf %p, %c : f16
    linalg.yield %s : f16
  }
  return
}
