// What upstream's passes may do with operations on tiles.
// RUN: layout-opt %s --cse --canonicalize --loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: func @unused
// CHECK-NEXT: return
func.func @unused(%t: tensor<8x16xf32>, %m: memref<8x16xf32>, %i: index) {
  %0 = layout.load %m[%i, %i] : memref<8x16xf32> -> tensor<8x16xf32>
  %1 = layout.reduce addf %0 dim 1 : tensor<8x16xf32> -> tensor<8xf32>
  %2 = layout.broadcast %1 dim 1 : tensor<8xf32> -> tensor<8x16xf32>
  return
}

// Two loads with a write between are two; without one they are one.
// CHECK-LABEL: func @loads
// CHECK: layout.load
// CHECK-NEXT: layout.store
// CHECK-NEXT: layout.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
func.func @loads(%m: memref<8x16xf32>, %i: index) -> tensor<8x16xf32> {
  %0 = layout.load %m[%i, %i] : memref<8x16xf32> -> tensor<8x16xf32>
  layout.store %0, %m[%i, %i] : tensor<8x16xf32>, memref<8x16xf32>
  %1 = layout.load %m[%i, %i] : memref<8x16xf32> -> tensor<8x16xf32>
  %2 = layout.load %m[%i, %i] : memref<8x16xf32> -> tensor<8x16xf32>
  %3 = arith.addf %0, %1 : tensor<8x16xf32>
  %4 = arith.addf %3, %2 : tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}

// A load does not pass a wait, nor is one of two copies or waits dropped.
// CHECK-LABEL: func @waits
// CHECK: layout.copy_async
// CHECK-NEXT: layout.load
// CHECK-NEXT: layout.wait
// CHECK-NEXT: layout.load
// CHECK-NEXT: arith.addf
func.func @waits(%m: memref<8x16xf32>, %s: memref<8x16xf32, 3>, %n: memref<8x16xf32, 3>, %i: index) -> tensor<8x16xf32> {
  %k = layout.copy_async %m[%i, %i], %s : memref<8x16xf32>, memref<8x16xf32, 3>
  %0 = layout.load %n[%i, %i] : memref<8x16xf32, 3> -> tensor<8x16xf32>
  layout.wait %k
  %1 = layout.load %n[%i, %i] : memref<8x16xf32, 3> -> tensor<8x16xf32>
  %2 = arith.addf %0, %1 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// A reduction leaves a loop; a load stays.
// CHECK-LABEL: func @loop
// CHECK: layout.reduce
// CHECK: scf.for
// CHECK-NEXT: layout.load
func.func @loop(%t: tensor<16xf32>, %m: memref<16xf32>, %lo: index, %hi: index) {
  scf.for %i = %lo to %hi step %hi {
    %s = layout.reduce %t dim 0 : (tensor<16xf32>) -> (f32) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      layout.yield %z : f32
    }
    %u = layout.load %m[%i] : memref<16xf32> -> tensor<16xf32>
    %v = tensor.splat %s : tensor<16xf32>
    %w = arith.addf %u, %v : tensor<16xf32>
    layout.store %w, %m[%i] : tensor<16xf32>, memref<16xf32>
  }
  return
}
