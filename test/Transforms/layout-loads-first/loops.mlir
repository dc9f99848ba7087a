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

// It goes behind those that wait for none, of which each comes with what it needs.
// CHECK-LABEL: func @tables
// CHECK: scf.for %[[K:[a-z0-9]+]] =
// CHECK-NEXT: %[[C:.*]] = memref.load %[[T:[a-z0-9]+]][%[[K]]]
// CHECK-NEXT: memref.load %[[V:[a-z0-9]+]][%[[K]]]
// CHECK-NEXT: %[[L:.*]] = arith.addi %[[K]], %{{.*}}
// CHECK-NEXT: %[[D:.*]] = memref.load %[[T]][%[[L]]]
// CHECK-NEXT: memref.load %[[V]][%[[L]]]
// CHECK-NEXT: %[[I:.*]] = arith.index_cast %[[C]]
// CHECK-NEXT: memref.load %{{.*}}[%[[I]]]
// CHECK-NEXT: %[[J:.*]] = arith.index_cast %[[D]]
// CHECK-NEXT: memref.load %{{.*}}[%[[J]]]
// CHECK-NEXT: arith.mulf
func.func @tables(%t: memref<?xi32>, %v: memref<?xf32>, %x: memref<?xf32>, %n: index, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %k = %c0 to %n step %c2 iter_args(%a = %zero) -> f32 {
    %c = memref.load %t[%k] : memref<?xi32>
    %i = arith.index_cast %c : i32 to index
    %e = memref.load %x[%i] : memref<?xf32>
    %f = memref.load %v[%k] : memref<?xf32>
    %p = arith.mulf %e, %f : f32
    %s = arith.addf %a, %p : f32
    %l = arith.addi %k, %c1 : index
    %d = memref.load %t[%l] : memref<?xi32>
    %j = arith.index_cast %d : i32 to index
    %g = memref.load %x[%j] : memref<?xf32>
    %h = memref.load %v[%l] : memref<?xf32>
    %q = arith.mulf %g, %h : f32
    %u = arith.addf %s, %q : f32
    scf.yield %u : f32
  }
  return %r : f32
}

// Nothing here stays: what the loads need is all there is.
// CHECK-LABEL: func @all
// CHECK: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.index_cast
// CHECK-NEXT: memref.load
// CHECK-NEXT: scf.yield
func.func @all(%t: memref<?xi32>, %x: memref<?xi32>, %n: index, %zero: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero) -> (i32, i32) {
    %c = memref.load %t[%k] : memref<?xi32>
    %i = arith.index_cast %c : i32 to index
    %e = memref.load %x[%i] : memref<?xi32>
    %f = memref.load %x[%k] : memref<?xi32>
    scf.yield %e, %f : i32, i32
  }
  return %r#0, %r#1 : i32, i32
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

// In both branches of a condition too; around another one they stay.
// CHECK-LABEL: func @branches
// CHECK: scf.if
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.mulf
// CHECK: } else {
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addf
// CHECK: scf.if
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: memref.load
func.func @branches(%m: memref<?xf32>, %c: i1, %i: index, %j: index, %zero: f32) -> f32 {
  %r = scf.if %c -> f32 {
    %x = memref.load %m[%i] : memref<?xf32>
    %s = arith.mulf %zero, %x : f32
    %y = memref.load %m[%j] : memref<?xf32>
    %t = arith.addf %s, %y : f32
    scf.yield %t : f32
  } else {
    %x = memref.load %m[%j] : memref<?xf32>
    %s = arith.addf %zero, %x : f32
    %y = memref.load %m[%i] : memref<?xf32>
    %t = arith.addf %s, %y : f32
    scf.yield %t : f32
  }
  scf.if %c {
    %x = memref.load %m[%i] : memref<?xf32>
    %s = arith.mulf %zero, %x : f32
    %y = memref.load %m[%j] : memref<?xf32>
    scf.if %c {
      memref.store %y, %m[%i] : memref<?xf32>
    }
    memref.store %s, %m[%j] : memref<?xf32>
  }
  return %r : f32
}
