// What goes to no warpgroup: elements of 8 bits that do not lie together along K, and a matrix that all of a batch have in common,
// whose stride of 0 no tensor map has.
// RUN: layout-opt %s --layout-matmul | FileCheck %s
// CHECK-NOT: gpu.func @{{along_n|same}}{{.*}}_warpgroups
// CHECK: gpu.func @along_k{{.*}}_warpgroups
// CHECK-NOT: gpu.func @{{along_n|same}}{{.*}}_warpgroups

func.func @along_n(%A: memref<512x256xi8>, %B: memref<256x512xi8>, %C: memref<512x512xi32>) {
  %0 = arith.constant 0 : i32
  linalg.fill ins(%0 : i32) outs(%C : memref<512x512xi32>)
  linalg.matmul ins(%A, %B : memref<512x256xi8>, memref<256x512xi8>) outs(%C : memref<512x512xi32>)
  return
}

func.func @along_k(%A: memref<512x256xi8>, %B: memref<256x512xi8, strided<[1, 256]>>, %C: memref<512x512xi32>) {
  %0 = arith.constant 0 : i32
  linalg.fill ins(%0 : i32) outs(%C : memref<512x512xi32>)
  linalg.matmul ins(%A, %B : memref<512x256xi8>, memref<256x512xi8, strided<[1, 256]>>) outs(%C : memref<512x512xi32>)
  return
}

func.func @same(%A: memref<4x512x256xf16>, %B: memref<4x256x512xf16, strided<[0, 512, 1]>>, %C: memref<4x512x512xf32>) {
  %0 = arith.constant 0.0 : f32
  linalg.fill ins(%0 : f32) outs(%C : memref<4x512x512xf32>)
  linalg.batch_matmul ins(%A, %B : memref<4x512x256xf16>, memref<4x256x512xf16, strided<[0, 512, 1]>>) outs(%C : memref<4x512x512xf32>)
  return
}
