// A fill by zero right before a product goes, and the product sets; others stay, and it adds.
// RUN: layout-opt %s --layout-matmul --split-input-file | FileCheck %s

// CHECK: gpu.func @zeroed_matmul_{{.*}}_any
// CHECK-NOT: layout.load %arg2
// CHECK-NOT: _zero
// CHECK: func.func @zeroed(
// CHECK-NOT: linalg.fill
// CHECK: return
!m = memref<9x9xf16>
func.func @zeroed(%A: !m, %B: !m, %C: !m) -> index {
  %z = arith.constant 0.0 : f16
  %0 = arith.constant 0 : index
  linalg.fill ins(%z : f16) outs(%C : !m)
  %n = memref.dim %A, %0 : !m
  linalg.matmul ins(%A, %B : !m, !m) outs(%C : !m)
  return %n : index
}

// -----

// Where there may be nothing along K, C is still set.
// CHECK: gpu.func @nothing_matmul_{{.*}}_zero
// CHECK: call @nothing_matmul
func.func @nothing(%A: memref<9x?xf16>, %B: memref<?x9xf16>, %C: memref<9x9xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<9x9xf16>)
  linalg.matmul ins(%A, %B : memref<9x?xf16>, memref<?x9xf16>) outs(%C : memref<9x9xf16>)
  return
}

// -----

// CHECK: gpu.func @written_matmul_{{.*}}_any
// CHECK: layout.load %arg2
// CHECK-NOT: _zero
// CHECK: func.func @written(
// CHECK: linalg.fill
// CHECK: memref.store
// CHECK: call @written_matmul
!m = memref<9x9xf16>
func.func @written(%A: !m, %B: !m, %C: !m, %x: f16) {
  %z = arith.constant 0.0 : f16
  %0 = arith.constant 0 : index
  linalg.fill ins(%z : f16) outs(%C : !m)
  memref.store %x, %C[%0, %0] : !m
  linalg.matmul ins(%A, %B : !m, !m) outs(%C : !m)
  return
}

// -----

// CHECK: layout.load %arg2
// CHECK-NOT: _zero
// CHECK: func.func @other(
// CHECK: linalg.fill
// CHECK: call @other_matmul
!m = memref<9x9xf16>
func.func @other(%A: !m, %B: !m, %C: !m, %D: !m) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%D : !m)
  linalg.matmul ins(%A, %B : !m, !m) outs(%C : !m)
  return
}

// -----

// CHECK: layout.load %arg2
// CHECK-NOT: _zero
// CHECK: func.func @one(
// CHECK: linalg.fill
// CHECK: call @one_matmul
!m = memref<9x9xf16>
func.func @one(%A: !m, %B: !m, %C: !m) {
  %z = arith.constant 1.0 : f16
  linalg.fill ins(%z : f16) outs(%C : !m)
  linalg.matmul ins(%A, %B : !m, !m) outs(%C : !m)
  return
}

// -----

// The sum of nothing is 0, and of -0 and -0 it is -0: only what is added to says which.
// CHECK: layout.load %arg2
// CHECK: func.func @negative(
// CHECK: linalg.fill
!m = memref<9x9xf16>
func.func @negative(%A: !m, %B: !m, %C: !m) {
  %z = arith.constant -0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : !m)
  linalg.matmul ins(%A, %B : !m, !m) outs(%C : !m)
  return
}

// -----

// The second product adds to the first.
// CHECK: gpu.func @twice_matmul_1_{{.*}}_any
// CHECK: layout.load %arg2
// CHECK: gpu.func @twice_matmul_{{[0-9]}}
// CHECK-NOT: layout.load %arg2
// CHECK: func.func @twice(
// CHECK-NOT: linalg.fill
// CHECK: call @twice_matmul(
// CHECK: call @twice_matmul_1(
!m = memref<9x9xf16>
func.func @twice(%A: !m, %B: !m, %C: !m) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : !m)
  linalg.matmul ins(%A, %B : !m, !m) outs(%C : !m)
  linalg.matmul ins(%B, %A : !m, !m) outs(%C : !m)
  return
}
