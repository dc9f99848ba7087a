// Memory at an offset, in global space, with any strides; functions in modules of their own, and in loops.
// RUN: layout-opt %s --layout-matmul | FileCheck %s
// RUN: layout-opt %s --layout-matmul --canonicalize -o /dev/null
// RUN: layout-opt %s --layout-matmul --layout-launches | FileCheck %s --check-prefix=LAUNCHES

// No dimension's elements are known to lie together.
// CHECK: gpu.func @strides_matmul_{{[0-9x]+}}_any(%arg0: memref<?x?xf16, #layout<(?,?):(?,?)>>
// CHECK-LABEL: func.func @offset_matmul(
// CHECK: memref.cast %arg0 : memref<64x64xf16, strided<[64, 1], offset: 8>> to memref<64x64xf16, strided<[64, 1], offset: ?>>
// (Else of both MLIR would make one, which there is not.)
// CHECK: memref.assume_alignment %{{.*}}, 1 : memref<64x64xf16, strided<[64, 1], offset: ?>>
// CHECK: memref.cast %{{.*}} : memref<64x64xf16, strided<[64, 1], offset: ?>> to memref<64x64xf16, #layout<(64,64):(64,1)>>
// LAUNCHES: @offset_matmul_launches("{{.*}}\22fixed\22: {{\[\[}}2, 8],
func.func @offset(%A: memref<64x64xf16, strided<[64, 1], offset: 8>>, %B: memref<64x64xf16, 1>, %C: memref<64x64xf16, #gpu.address_space<global>>) {
  linalg.matmul ins(%A, %B : memref<64x64xf16, strided<[64, 1], offset: 8>>, memref<64x64xf16, 1>) outs(%C : memref<64x64xf16, #gpu.address_space<global>>)
  return
}

// CHECK-LABEL: func.func @strides_matmul(
// CHECK-NOT: warpgroups
// CHECK: gpu.launch_func @matmul_kernels::@strides_matmul_{{[0-9x]+}}_any
func.func @strides(%A: memref<?x?xf16, strided<[?, ?], offset: ?>>, %B: memref<?x?xf16>, %C: memref<?x?xf16>, %n: index) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  scf.for %i = %0 to %n step %1 {
    linalg.matmul ins(%A, %B : memref<?x?xf16, strided<[?, ?], offset: ?>>, memref<?x?xf16>) outs(%C : memref<?x?xf16>)
  }
  return
}

// Nor are those of the matrices of a batch, however near they are to each other.
// CHECK-LABEL: func.func @batches_matmul(
// CHECK-NOT: warpgroups
// CHECK: gpu.launch_func @matmul_kernels::@batches_matmul_{{[0-9x]+}}_any
!b = memref<?x?x?xf16, strided<[1, ?, ?]>>
func.func @batches(%A: !b, %B: !b, %C: !b) {
  linalg.batch_matmul ins(%A, %B : !b, !b) outs(%C : !b)
  return
}

// CHECK: module @inner attributes {gpu.container_module}
// CHECK: gpu.module @matmul_kernels {
// CHECK: gpu.module @matmul_kernels_1 attributes {layout.matmul}
// CHECK: call @f_matmul
module @inner {
  // Of somebody else.
  gpu.module @matmul_kernels {
  }
  func.func @f(%A: memref<8x8xf16>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) {
    linalg.matmul ins(%A, %B : memref<8x8xf16>, memref<8x8xf16>) outs(%C : memref<8x8xf16>)
    return
  }
}
