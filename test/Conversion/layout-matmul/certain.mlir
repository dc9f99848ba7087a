// Where sizes, strides and how memory is aligned are known, what is launched is certain: there is no kernel for operands that lie anywhere.
// RUN: layout-opt %s --split-input-file --layout-matmul | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-matmul --layout-to-nvvm=bare-pointers=false -o /dev/null

// CHECK: gpu.func @said_matmul_{{.*}}_warpgroups
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @said_matmul(
// CHECK-SAME: {llvm.align = 16 : i64}, {{.*}} {llvm.align = 64 : i64}, {{.*}} {llvm.align = 16 : i64})
// CHECK-NOT: memref.extract_aligned_pointer_as_index
// CHECK: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK-LABEL: func.func @said(
func.func @said(%a: memref<256x512xf16>, %b: memref<512x512xf16>, %c: memref<256x512xf16>) {
  %A = memref.assume_alignment %a, 16 : memref<256x512xf16>
  %B = memref.assume_alignment %b, 64 : memref<512x512xf16>
  %C = memref.assume_alignment %c, 16 : memref<256x512xf16>
  linalg.matmul ins(%A, %B : memref<256x512xf16>, memref<512x512xf16>) outs(%C : memref<256x512xf16>)
  return
}

// -----

// Of arguments, of buffers, and of what begins so far behind; each factor of so many bytes as it is loaded by.
// CHECK: gpu.func @arguments_matmul_{{.*}}_any_a16_b4
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @arguments(
func.func @arguments(%A: memref<256x512xf16, strided<[512, 1], offset: 8>> {llvm.align = 32 : i64}, %B: memref<512x302xf16> {llvm.align = 4 : i64}) -> memref<256x302xf16> {
  %C = memref.alloc() : memref<256x302xf16>
  linalg.matmul ins(%A, %B : memref<256x512xf16, strided<[512, 1], offset: 8>>, memref<512x302xf16>) outs(%C : memref<256x302xf16>)
  return %C : memref<256x302xf16>
}

// -----

// Of a factor that begins at multiples of 8 bytes nothing is certain.
// CHECK: gpu.func @less_matmul_{{.*}}_warpgroups
// CHECK: gpu.func @less_matmul_{{.*}}_any
// CHECK-LABEL: func.func @less(
func.func @less(%a: memref<256x512xf16>, %B: memref<512x512xf16> {llvm.align = 16 : i64}, %C: memref<256x512xf16> {llvm.align = 16 : i64}) {
  %A = memref.assume_alignment %a, 8 : memref<256x512xf16>
  linalg.matmul ins(%A, %B : memref<256x512xf16>, memref<512x512xf16>) outs(%C : memref<256x512xf16>)
  return
}

// -----

// Nor where C is not aligned,
// CHECK: gpu.func @stored_matmul_{{.*}}_warpgroups
// CHECK: gpu.func @stored_matmul_{{.*}}_any
// CHECK-LABEL: func.func @stored(
func.func @stored(%A: memref<256x512xf16> {llvm.align = 16 : i64}, %B: memref<512x512xf16> {llvm.align = 16 : i64}, %C: memref<256x512xf16>) {
  linalg.matmul ins(%A, %B : memref<256x512xf16>, memref<512x512xf16>) outs(%C : memref<256x512xf16>)
  return
}

// -----

// begins within what is aligned,
// CHECK: gpu.func @within_matmul_{{.*}}_warpgroups
// CHECK: gpu.func @within_matmul_{{.*}}_any
// CHECK-LABEL: func.func @within(
func.func @within(%A: memref<256x512xf16, strided<[512, 1], offset: 4>> {llvm.align = 16 : i64}, %B: memref<512x512xf16> {llvm.align = 16 : i64}, %C: memref<256x512xf16> {llvm.align = 16 : i64}) {
  linalg.matmul ins(%A, %B : memref<256x512xf16, strided<[512, 1], offset: 4>>, memref<512x512xf16>) outs(%C : memref<256x512xf16>)
  return
}

// -----

// has a size that is not known,
// CHECK: gpu.func @unknown_matmul_{{.*}}_warpgroups
// CHECK: gpu.func @unknown_matmul_{{.*}}_any
// CHECK-LABEL: func.func @unknown(
func.func @unknown(%A: memref<?x512xf16> {llvm.align = 16 : i64}, %B: memref<512x512xf16> {llvm.align = 16 : i64}, %C: memref<?x512xf16> {llvm.align = 16 : i64}) {
  linalg.matmul ins(%A, %B : memref<?x512xf16>, memref<512x512xf16>) outs(%C : memref<?x512xf16>)
  return
}

// -----

// is of more matrices than a grid has blocks in z,
// CHECK: gpu.func @many_matmul_{{.*}}_warpgroups
// CHECK: gpu.func @many_matmul_{{.*}}_any
// CHECK-LABEL: func.func @many(
func.func @many(%A: memref<70000x64x64xf16> {llvm.align = 16 : i64}, %B: memref<70000x64x64xf16> {llvm.align = 16 : i64}, %C: memref<70000x64x64xf16> {llvm.align = 16 : i64}) {
  linalg.batch_matmul ins(%A, %B : memref<70000x64x64xf16>, memref<70000x64x64xf16>) outs(%C : memref<70000x64x64xf16>)
  return
}

// -----

// or has something beside it read by rows that may begin anywhere.
// CHECK: gpu.func @read_matmul_{{.*}}_warpgroups
// CHECK: gpu.func @read_matmul_{{.*}}_any
// CHECK-LABEL: func.func @read(
// CHECK: gpu.func @aligned_matmul_{{.*}}_warpgroups
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @aligned(
func.func @read(%A: memref<256x512xf16> {llvm.align = 16 : i64}, %B: memref<512x512xf16> {llvm.align = 16 : i64}, %D: memref<256x512xf32> {llvm.align = 16 : i64}, %E: memref<256x512xf32>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<256x512xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<256x512xf32>)
  linalg.matmul ins(%A, %B : memref<256x512xf16>, memref<512x512xf16>) outs(%C : memref<256x512xf32>)
  linalg.add ins(%C, %E : memref<256x512xf32>, memref<256x512xf32>) outs(%D : memref<256x512xf32>)
  return
}

// -----

func.func @aligned(%A: memref<256x512xf16> {llvm.align = 16 : i64}, %B: memref<512x512xf16> {llvm.align = 16 : i64}, %D: memref<256x512xf32> {llvm.align = 16 : i64}, %E: memref<256x512xf32> {llvm.align = 16 : i64}) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<256x512xf32>
  linalg.fill ins(%z : f32) outs(%C : memref<256x512xf32>)
  linalg.matmul ins(%A, %B : memref<256x512xf16>, memref<512x512xf16>) outs(%C : memref<256x512xf32>)
  linalg.add ins(%C, %E : memref<256x512xf32>, memref<256x512xf32>) outs(%D : memref<256x512xf32>)
  return
}

// -----

// What lies farther apart than a tensor map says has no kernel that copies by such: threads copy.
// CHECK-NOT: _warpgroups
// CHECK: gpu.func @far_matmul_{{[0-9x]+}}_warps(
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @far(
func.func @far(%A: memref<2x64x64xf16, strided<[549755813888, 64, 1]>> {llvm.align = 16 : i64}, %B: memref<2x64x64xf16> {llvm.align = 16 : i64}, %C: memref<2x64x64xf16> {llvm.align = 16 : i64}) {
  linalg.batch_matmul ins(%A, %B : memref<2x64x64xf16, strided<[549755813888, 64, 1]>>, memref<2x64x64xf16>) outs(%C : memref<2x64x64xf16>)
  return
}
