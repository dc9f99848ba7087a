// In bodies of loops loads come before what is computed of them.
//
// RUN: layout-opt %s --layout-loads-first | FileCheck %s
// RUN: layout-opt %s --layout-loads-first --layout-loads-first | FileCheck %s

// What an index needs goes with its load; the order of loads stays.
// CHECK-LABEL: func @sums
// CHECK: scf.for
// CHECK-NEXT: %[[X:.*]] = memref.load %{{.*}}[%[[K:.*]]]
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[K]], %{{.*}}
// CHECK-NEXT: %[[Y:.*]] = memref.load %{{.*}}[%[[J]]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %{{.*}}, %[[X]]
// CHECK-NEXT: arith.addf %[[S]], %[[Y]]
func.func @sums(%m: memref<?xf32>, %n: index, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> f32 {
    %x = memref.load %m[%k] : memref<?xf32>
    %s = arith.addf %a, %x : f32
    %j = arith.addi %k, %c1 : index
    %y = memref.load %m[%j] : memref<?xf32>
    %t = arith.addf %s, %y : f32
    scf.yield %t : f32
  }
  return %r : f32
}

// A load whose index is computed of what is loaded waits for it.
// CHECK-LABEL: func @table
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.muli
func.func @table(%m: memref<?xi32>, %n: index, %zero: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> i32 {
    %x = memref.load %m[%k] : memref<?xi32>
    %p = arith.muli %a, %x : i32
    %j = arith.index_cast %x : i32 to index
    %y = memref.load %m[%j] : memref<?xi32>
    %t = arith.addi %p, %y : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// Nothing passes a store or a barrier, and nothing leaves an inner block.
// CHECK-LABEL: func @writes
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: memref.store
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addf
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.if
func.func @writes(%m: memref<?xf32>, %n: index, %x: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %a = memref.load %m[%k] : memref<?xf32>
    %b = arith.addf %a, %x : f32
    memref.store %b, %m[%c0] : memref<?xf32>
    %d = memref.load %m[%k] : memref<?xf32>
    %e = arith.addf %d, %x : f32
    gpu.barrier
    %f = memref.load %m[%c1] : memref<?xf32>
    %g = arith.addf %e, %f : f32
    %h = memref.load %m[%k] : memref<?xf32>
    %i = arith.addf %g, %h : f32
    memref.store %i, %m[%c1] : memref<?xf32>
  }
  scf.for %k = %c0 to %n step %c1 {
    %a = memref.load %m[%k] : memref<?xf32>
    %b = arith.addf %a, %x : f32
    scf.if %c {
      memref.store %b, %m[%k] : memref<?xf32>
    }
    %d = memref.load %m[%c0] : memref<?xf32>
    memref.store %d, %m[%c1] : memref<?xf32>
  }
  return
}

// Together they would take too many registers.
// CHECK-LABEL: func @large
// CHECK: scf.for
// CHECK-NEXT: vector.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: vector.load
func.func @large(%m: memref<?xf32>, %n: index, %zero: vector<32xf32>) -> vector<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> vector<32xf32> {
    %x = vector.load %m[%k] : memref<?xf32>, vector<32xf32>
    %s = arith.addf %a, %x : vector<32xf32>
    %y = vector.load %m[%c1] : memref<?xf32>, vector<32xf32>
    %t = arith.addf %s, %y : vector<32xf32>
    scf.yield %t : vector<32xf32>
  }
  return %r : vector<32xf32>
}
