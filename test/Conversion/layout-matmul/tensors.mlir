// Programs on tensors, bufferized: what stands behind their products is done with these, and results go to what the caller hands over.
// RUN: layout-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --buffer-results-to-out-params="hoist-static-allocs hoist-dynamic-allocs modify-public-functions" --layout-matmul | FileCheck %s

// Two layers: the second reads what the first wrote.
// CHECK: gpu.func @layers_matmul_1_{{.*}}_warpgroups(
// CHECK: arith.negf
// CHECK: gpu.func @layers_matmul_{{.*}}_warpgroups_persistent(
// CHECK: arith.maximumf
// CHECK: arith.truncf
// CHECK-LABEL: func.func @layers(
// CHECK-SAME: memref<512x128xf32>)
// CHECK-NOT: memref.alloc{{.*}}xf32>
// CHECK: %[[HIDDEN:.*]] = memref.alloc() {{.*}}: memref<512x256xf16>
// CHECK: call @layers_matmul(%arg0, %arg1, %[[HIDDEN]], %arg3)
// CHECK-NOT: linalg
// CHECK: call @layers_matmul_1(%[[HIDDEN]], %arg2, %arg4)
// CHECK-NEXT: return
#c = affine_map<(i, j) -> (i, j)>
func.func @layers(%A: tensor<512x64xf16>, %B: tensor<64x256xf16>, %W: tensor<256x128xf16>, %V: tensor<256xf32>) -> tensor<512x128xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x256xf32>
  %C = linalg.fill ins(%z : f32) outs(%e : tensor<512x256xf32>) -> tensor<512x256xf32>
  %P = linalg.matmul ins(%A, %B : tensor<512x64xf16>, tensor<64x256xf16>) outs(%C : tensor<512x256xf32>) -> tensor<512x256xf32>
  %o = tensor.empty() : tensor<512x256xf16>
  %H = linalg.generic {indexing_maps = [#c, affine_map<(i, j) -> (j)>, #c], iterator_types = ["parallel", "parallel"]}
      ins(%P, %V : tensor<512x256xf32>, tensor<256xf32>) outs(%o : tensor<512x256xf16>) {
  ^bb0(%c: f32, %v: f32, %d: f16):
    %x = arith.addf %c, %v : f32
    %y = arith.maximumf %x, %z : f32
    %t = arith.truncf %y : f32 to f16
    linalg.yield %t : f16
  } -> tensor<512x256xf16>
  %f = tensor.empty() : tensor<512x128xf32>
  %D = linalg.fill ins(%z : f32) outs(%f : tensor<512x128xf32>) -> tensor<512x128xf32>
  %Q = linalg.matmul ins(%H, %W : tensor<512x256xf16>, tensor<256x128xf16>) outs(%D : tensor<512x128xf32>) -> tensor<512x128xf32>
  %R = linalg.negf ins(%Q : tensor<512x128xf32>) outs(%D : tensor<512x128xf32>) -> tensor<512x128xf32>
  return %R : tensor<512x128xf32>
}

// Sizes of run time; a result that is written where D was.
// CHECK-LABEL: func.func @sizes(
// CHECK: call @sizes_matmul(%arg0, %arg1, %arg3, %arg2)
func.func @sizes(%A: tensor<?x?xf16>, %B: tensor<?x?xf16>, %V: tensor<?xf32>, %D: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %m = tensor.dim %A, %0 : tensor<?x?xf16>
  %n = tensor.dim %B, %1 : tensor<?x?xf16>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %C = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %P = linalg.matmul ins(%A, %B : tensor<?x?xf16>, tensor<?x?xf16>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#c, affine_map<(i, j) -> (j)>, #c], iterator_types = ["parallel", "parallel"]}
      ins(%P, %V : tensor<?x?xf32>, tensor<?xf32>) outs(%D : tensor<?x?xf32>) {
  ^bb0(%c: f32, %v: f32, %d: f32):
    %x = arith.addf %c, %v : f32
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Of sizes that are known when it runs as well.
// CHECK: func.func @dynamic(%{{.*}}: memref<?x?xf16>, %{{.*}}: memref<?x?xf16>, %[[TO:.*]]: memref<?x?xf32>)
// CHECK-NOT: memref.alloc
// CHECK: call @dynamic_matmul(%{{.*}}, %{{.*}}, %[[TO]])
// CHECK-NOT: memref.copy
// CHECK: return
func.func @dynamic(%A: tensor<?x?xf16>, %B: tensor<?x?xf16>) -> tensor<?x?xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %A, %0 : tensor<?x?xf16>
  %n = tensor.dim %B, %1 : tensor<?x?xf16>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%A, %B : tensor<?x?xf16>, tensor<?x?xf16>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
