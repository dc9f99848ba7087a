// What is done element by element with a product is done before it is stored.
// RUN: layout-opt %s --layout-matmul --split-input-file --verify-diagnostics | FileCheck %s

// A row is added, what is below 0 becomes 0, the result is f16: one kernel, of which the sum before is not written.
// CHECK-LABEL: gpu.func @bias_relu_matmul_{{.*}}_warpgroups_persistent(
// CHECK-SAME: memref<512x256xf16, #layout<(512,256):(256,1)>> {llvm.align = 16 : i64}, %[[V:[a-z0-9]*]]: memref<256xf32, #layout<(256):(1)>>)
// CHECK: %[[D:.*]] = layout.mma
// CHECK: %[[L:.*]] = layout.load %[[V]][%[[J:.*]]] {layout.in_bounds} :
// CHECK: %[[E:.*]] = layout.broadcast %[[L]] dim 0
// CHECK: %[[X:.*]] = arith.addf %{{.*}}, %[[E]] :
// CHECK: %[[Y:.*]] = arith.maximumf %[[X]], %{{.*}} :
// CHECK: %[[T:.*]] = arith.truncf %[[Y]] : {{.*}} to tensor<{{.*}}xf16,
// CHECK: %[[W:.*]] = layout.convert %[[T]]
// CHECK: layout.store %[[W]], %{{.*}}[%{{.*}}, %[[J]]]
// CHECK-LABEL: func.func @bias_relu(
// CHECK-NOT: memref.alloc
// CHECK-NOT: linalg
// CHECK: call @bias_relu_matmul(%arg0, %arg1, %arg3, %arg2)
// CHECK-NEXT: return
#c = affine_map<(i, j) -> (i, j)>
func.func @bias_relu(%A: memref<512x64xf16>, %B: memref<64x256xf16>, %V: memref<256xf32>, %D: memref<512x256xf16>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<512x256xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<512x256xf32>)
  linalg.matmul ins(%A, %B : memref<512x64xf16>, memref<64x256xf16>) outs(%C : memref<512x256xf32>)
  linalg.generic {indexing_maps = [#c, affine_map<(i, j) -> (j)>, #c], iterator_types = ["parallel", "parallel"]}
      ins(%C, %V : memref<512x256xf32>, memref<256xf32>) outs(%D : memref<512x256xf16>) {
  ^bb0(%c: f32, %v: f32, %d: f16):
    %x = arith.addf %c, %v : f32
    %y = arith.maximumf %x, %z : f32
    %t = arith.truncf %y : f32 to f16
    linalg.yield %t : f16
  }
  memref.dealloc %C : memref<512x256xf32>
  return
}

// -----

// Several operations, of which later ones read what is behind earlier ones: x times its sigmoid.
// CHECK-LABEL: gpu.func @silu_matmul_{{.*}}_any(
// CHECK: %[[N:.*]] = arith.negf %[[P:.*]] :
// CHECK: %[[E:.*]] = math.exp %[[N]]
// CHECK: %[[S:.*]] = arith.addf %[[E]], %{{.*}} :
// CHECK: %[[Q:.*]] = arith.divf %[[P]], %[[S]] :
// CHECK: layout.convert %[[Q]]
// CHECK-LABEL: func.func @silu(
// CHECK-NOT: memref.alloc
// CHECK: call @silu_matmul(%arg0, %arg1, %arg2)
// CHECK-NEXT: return
#c = affine_map<(i, j) -> (i, j)>
func.func @silu(%A: memref<9x9xf16>, %B: memref<9x9xf16>, %D: memref<9x9xf32>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<9x9xf32>
  %E = memref.alloc() : memref<9x9xf32>
  %F = memref.alloc() : memref<9x9xf32>
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%z : f32) outs(%C : memref<9x9xf32>)
  linalg.matmul ins(%A, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%C : memref<9x9xf32>)
  linalg.negf ins(%C : memref<9x9xf32>) outs(%E : memref<9x9xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%E : memref<9x9xf32>) outs(%E : memref<9x9xf32>)
  linalg.map ins(%E : memref<9x9xf32>) outs(%F : memref<9x9xf32>) (%e: f32, %f: f32) {
    %s = arith.addf %e, %one : f32
    linalg.yield %s : f32
  }
  linalg.div ins(%C, %F : memref<9x9xf32>, memref<9x9xf32>) outs(%D : memref<9x9xf32>)
  return
}

// -----

// alpha times the product and beta times D, which is read where it is written; alpha is handed over.
// CHECK-LABEL: gpu.func @scaled_matmul_{{.*}}_any(
// CHECK-SAME: %[[D:[a-z0-9]*]]: memref<9x9xf32, #layout<(9,9):(9,1)>>, %[[S:[a-z0-9]*]]: f32, %[[E:[a-z0-9]*]]: memref<9x9xf32, #layout<(9,9):(9,1)>>)
// CHECK: %[[ALPHA:.*]] = tensor.splat %[[S]]
// CHECK: layout.load %[[E]]
// CHECK: arith.mulf %{{.*}}, %[[ALPHA]]
// CHECK: layout.store %{{.*}}, %[[D]]
// CHECK-LABEL: func.func @scaled(
// CHECK: call @scaled_matmul(%arg0, %arg1, %arg2, %arg3, %arg2)
#c = affine_map<(i, j) -> (i, j)>
func.func @scaled(%A: memref<9x9xf16>, %B: memref<9x9xf16>, %D: memref<9x9xf32>, %alpha: f32) {
  %z = arith.constant 0.0 : f32
  %beta = arith.constant 0.5 : f32
  %C = memref.alloc() : memref<9x9xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<9x9xf32>)
  linalg.matmul ins(%A, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%C : memref<9x9xf32>)
  linalg.generic {indexing_maps = [#c, affine_map<(i, j) -> ()>, #c], iterator_types = ["parallel", "parallel"]}
      ins(%C, %alpha : memref<9x9xf32>, f32) outs(%D : memref<9x9xf32>) {
  ^bb0(%c: f32, %s: f32, %d: f32):
    %x = arith.mulf %c, %s : f32
    %y = arith.mulf %d, %beta : f32
    %w = arith.addf %x, %y : f32
    linalg.yield %w : f32
  }
  return
}

// -----

// In place, and added to what was there: C is read before, and written once.
// CHECK-LABEL: gpu.func @place_matmul_{{.*}}_any(
// CHECK-SAME: %[[C:[a-z0-9]*]]: memref<9x9xf32, #layout<(9,9):(9,1)>>)
// CHECK: layout.load %[[C]]
// CHECK: layout.mma
// CHECK: math.absf
// CHECK: layout.store %{{.*}}, %[[C]]
// Without anything along K it is done with what was there.
// CHECK-NOT: _zero
// CHECK-LABEL: func.func @place(
// CHECK: call @place_matmul(%arg0, %arg1, %arg2)
// CHECK-NEXT: return
func.func @place(%A: memref<9x9xf16>, %B: memref<9x9xf16>, %C: memref<9x9xf32>) {
  linalg.matmul ins(%A, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%C : memref<9x9xf32>)
  linalg.abs ins(%C : memref<9x9xf32>) outs(%C : memref<9x9xf32>)
  return
}

// -----

// K that is not known may be 0.
// CHECK: gpu.func @unknown_matmul_64x64x1x1_zero(
// CHECK-NOT: layout.mma
// CHECK: layout.load %arg2
// CHECK: math.absf
func.func @unknown(%A: memref<9x?xf16>, %B: memref<?x9xf16>, %C: memref<9x9xf32>) {
  linalg.matmul ins(%A, %B : memref<9x?xf16>, memref<?x9xf16>) outs(%C : memref<9x9xf32>)
  linalg.abs ins(%C : memref<9x9xf32>) outs(%C : memref<9x9xf32>)
  return
}

// -----

// The result is written transposed; a batch, with a number, a row and a column of each.
// CHECK-LABEL: gpu.func @turned_matmul_{{.*}}_any(
// CHECK-SAME: memref<3x16x9xf32, #layout<(3,16,9):(144,1,16)>>, %[[S:[a-z0-9]*]]: memref<3xf32, #layout<(3):(1)>>, %[[V:[a-z0-9]*]]: memref<3x9xf32, #layout<(3,9):(9,1)>>, %[[W:[a-z0-9]*]]: memref<16xf32, #layout<(16):(1)>>, %[[X:[a-z0-9]*]]: memref<f32>
// CHECK-DAG: memref.load %[[S]][%[[B:.*]]] :
// CHECK-DAG: layout.load %[[V]][%[[B]], %[[J:.*]]] :
// CHECK-DAG: layout.load %[[W]][%[[I:.*]]] :
// CHECK-DAG: memref.load %[[X]][] :
// CHECK: layout.store %{{.*}}[%[[B]], %[[I]], %[[J]]]
// CHECK-LABEL: func.func @turned_matmul(
// CHECK: memref.transpose %arg4 (d0, d1) -> (d1, d0) : memref<9x3xf32, strided<[1, 9]>> to
// CHECK: memref.transpose %arg2 (d0, d1, d2) -> (d0, d2, d1) : memref<3x9x16xf32> to
!m = memref<3x16x8xf16>
#c = affine_map<(b, j, i) -> (b, i, j)>
#maps = [#c, affine_map<(b, j, i) -> (b)>, affine_map<(b, j, i) -> (j, b)>, affine_map<(b, j, i) -> (i)>, affine_map<(b, j, i) -> ()>, affine_map<(b, j, i) -> (b, j, i)>]
func.func @turned(%A: !m, %B: memref<3x8x9xf16>, %s: memref<3xf32>, %v: memref<9x3xf32, strided<[1, 9]>>, %w: memref<16xf32>, %x: memref<f32>, %D: memref<3x9x16xf32>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<3x16x9xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<3x16x9xf32>)
  linalg.batch_matmul ins(%A, %B : !m, memref<3x8x9xf16>) outs(%C : memref<3x16x9xf32>)
  linalg.generic {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%C, %s, %v, %w, %x : memref<3x16x9xf32>, memref<3xf32>, memref<9x3xf32, strided<[1, 9]>>, memref<16xf32>, memref<f32>) outs(%D : memref<3x9x16xf32>) {
  ^bb0(%c: f32, %1: f32, %2: f32, %3: f32, %4: f32, %d: f32):
    %5 = arith.addf %c, %1 : f32
    %6 = arith.addf %5, %2 : f32
    %7 = arith.addf %6, %3 : f32
    %8 = arith.addf %7, %4 : f32
    linalg.yield %8 : f32
  }
  return
}

// -----

// A number that is loaded between stays before, and what the program asks of C's sizes too.
// CHECK-LABEL: func.func @between(
// CHECK: %[[C:.*]] = memref.alloc
// CHECK: %[[S:.*]] = memref.load %arg2
// CHECK: call @between_matmul(%arg0, %arg1, %arg3, %[[S]])
// CHECK: memref.dim %[[C]]
func.func @between(%A: memref<9x9xf16>, %B: memref<9x9xf16>, %s: memref<4xf32>, %D: memref<9x9xf32>, %n: index) -> index {
  %z = arith.constant 0.0 : f32
  %0 = arith.constant 0 : index
  %C = memref.alloc() : memref<9x9xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<9x9xf32>)
  linalg.matmul ins(%A, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%C : memref<9x9xf32>)
  %x = memref.load %s[%n] : memref<4xf32>
  linalg.map ins(%C : memref<9x9xf32>) outs(%D : memref<9x9xf32>) (%c: f32, %d: f32) {
    %y = arith.mulf %c, %x : f32
    linalg.yield %y : f32
  }
  %m = memref.dim %C, %0 : memref<9x9xf32>
  return %m : index
}

// -----

// What is read as large as C takes registers beside the sum: a smaller tile. It goes between threads of a warp.
// CHECK-LABEL: gpu.func @large_matmul_128x192x64x5_warpgroups_persistent_producer(
// CHECK-SAME: %[[E:[a-z0-9]*]]: memref<8192x8192xf32, #layout<(8192,8192):(8192,1)>> {llvm.align = 16 : i64})
// CHECK: layout.load %arg3{{.*}}, (4,{{.*}}
// CHECK-NEXT: layout.convert {{.*}} {layout.in_registers}
// Where its rows are not accessed by 16 bytes, neither are those of C.
// CHECK: memref.extract_aligned_pointer_as_index %arg3
// CHECK-LABEL: func.func @large(
func.func @large(%A: memref<8192x8192xf16>, %B: memref<8192x8192xf16>, %D: memref<8192x8192xf32>, %E: memref<8192x8192xf32>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<8192x8192xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<8192x8192xf32>)
  linalg.matmul ins(%A, %B : memref<8192x8192xf16>, memref<8192x8192xf16>) outs(%C : memref<8192x8192xf32>)
  linalg.add ins(%C, %E : memref<8192x8192xf32>, memref<8192x8192xf32>) outs(%D : memref<8192x8192xf32>)
  return
}

// -----

// Rows of E are not such: C is not either, and single elements have fewer registers.
// CHECK-LABEL: gpu.func @odd_matmul_144x128x64x6_warpgroups_turned_producer_narrow(
// CHECK-NOT: _warpgroups(
// CHECK-LABEL: func.func @odd(
#s = strided<[8193, 1]>
func.func @odd(%A: memref<8192x8192xf16>, %B: memref<8192x8192xf16>, %D: memref<8192x8192xf32>, %E: memref<8192x8192xf32, #s>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<8192x8192xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<8192x8192xf32>)
  linalg.matmul ins(%A, %B : memref<8192x8192xf16>, memref<8192x8192xf16>) outs(%C : memref<8192x8192xf32>)
  linalg.add ins(%C, %E : memref<8192x8192xf32>, memref<8192x8192xf32, #s>) outs(%D : memref<8192x8192xf32>)
  return
}

// -----

// As many as no tile has registers for: there is a kernel all the same.
// CHECK: gpu.func @many_matmul_{{[0-9x]+}}_any(
// CHECK: gpu.launch_func
!h = memref<64x64xf16>
!m = memref<64x64xf32>
func.func @many(%A: !h, %B: !h, %D: !m, %0: !m, %1: !m, %2: !m, %3: !m, %4: !m, %5: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  linalg.map ins(%C, %0, %1, %2, %3, %4, %5 : !m, !m, !m, !m, !m, !m, !m) outs(%D : !m) (%c: f32, %x0: f32, %x1: f32, %x2: f32, %x3: f32, %x4: f32, %x5: f32, %d: f32) {
    %y0 = arith.addf %c, %x0 : f32
    %y1 = arith.addf %y0, %x1 : f32
    %y2 = arith.addf %y1, %x2 : f32
    %y3 = arith.addf %y2, %x3 : f32
    %y4 = arith.addf %y3, %x4 : f32
    %y5 = arith.addf %y4, %x5 : f32
    linalg.yield %y5 : f32
  }
  return
}

// -----

// Rows of E that may be accessed by 16 bytes or not: a kernel for each.
// CHECK: gpu.func @maybe_matmul_{{.*}}_warpgroups_persistent(
// CHECK: gpu.func @maybe_matmul_{{.*}}_warpgroups_narrow(
!h = memref<64x64xf16>
!m = memref<64x64xf32>
!e = memref<64x64xf32, strided<[?, 1]>>
func.func @maybe(%A: !h, %B: !h, %D: !m, %E: !e) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  linalg.add ins(%C, %E : !m, !e) outs(%D : !m)
  return
}
