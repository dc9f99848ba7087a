// Loops that end where a width does, or that are compared without signs, run as often as they did.
// RUN: layout-opt %s --layout-unroll | FileCheck %s

!l = !layout<(1,256):(256,1)>

// CHECK-LABEL: func @unsigned
// CHECK: scf.for unsigned {{.*}} : i8
// CHECK: memref.store
func.func @unsigned(%m: memref<256xf32>, %f: f32) {
  %l = layout.make : !l
  %0 = arith.constant 0 : index
  %from = arith.constant 0 : i8
  %to = arith.constant 200 : i8
  %step = arith.constant 50 : i8
  scf.for unsigned %v = %from to %to step %step : i8 {
    %w = arith.index_castui %v : i8 to index
    %q = layout.crd2idx %l(%0, %w) : !l
    memref.store %f, %m[%q] : memref<256xf32>
  }
  return
}

// Within the signs: four stores.
// CHECK-LABEL: func @small
// CHECK-NOT: scf.for
// CHECK-COUNT-4: memref.store
// CHECK-NOT: memref.store
func.func @small(%m: memref<256xf32>, %f: f32) {
  %l = layout.make : !l
  %0 = arith.constant 0 : index
  %from = arith.constant 0 : i8
  %to = arith.constant 100 : i8
  %step = arith.constant 25 : i8
  scf.for unsigned %v = %from to %to step %step : i8 {
    %w = arith.index_castui %v : i8 to index
    %q = layout.crd2idx %l(%0, %w) : !l
    memref.store %f, %m[%q] : memref<256xf32>
  }
  return
}

// CHECK-LABEL: func @ends
// CHECK: scf.for
// CHECK: memref.store
func.func @ends(%m: memref<256xf32>, %f: f32) {
  %l = layout.make : !l
  %0 = arith.constant 0 : index
  %from = arith.constant 9223372036854775800 : index
  %to = arith.constant 9223372036854775807 : index
  %step = arith.constant 5 : index
  scf.for %v = %from to %to step %step {
    %w = arith.subi %v, %from : index
    %q = layout.crd2idx %l(%0, %w) : !l
    memref.store %f, %m[%q] : memref<256xf32>
  }
  return
}
