// A condition that is the same in all iterations that a loop becomes is asked once.
// RUN: layout-opt %s --layout-unroll | FileCheck %s

// CHECK-LABEL: @once
// CHECK: %[[B:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}}
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[B]]
// CHECK: scf.if %[[BOTH]] {
// CHECK-COUNT-4: memref.store
// CHECK-NOT: scf.if
// CHECK: return
func.func @once(%m: memref<?xf32>, %n: index, %a: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make() : !layout<(4,8):(8,1)>
  scf.for %i = %c0 to %c4 step %c1 {
    %b = arith.cmpi ult, %n, %c4 : index
    %both = arith.andi %a, %b : i1
    %p = layout.crd2idx %l((%i, %n)) : !layout<(4,8):(8,1)>
    scf.if %both {
      memref.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}

// Not one of the loop's variable or of memory, nor where the loop stores besides, has results or another branch, or may not run.
// CHECK-LABEL: @each
// CHECK-COUNT-4: scf.if
// CHECK-LABEL: @memory
// CHECK-COUNT-4: scf.if
// CHECK-LABEL: @beside
// CHECK-COUNT-4: scf.if
// CHECK-LABEL: @otherwise
// CHECK-COUNT-4: scf.if
// CHECK-LABEL: @results
// CHECK-COUNT-4: scf.if
// CHECK-LABEL: @never
// CHECK-NOT: arith.divui
// CHECK: scf.for
// CHECK-LABEL: @unknown
// CHECK: scf.for
// CHECK: scf.if
func.func @each(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make() : !layout<(4,8):(8,1)>
  scf.for %i = %c0 to %c4 step %c1 {
    %b = arith.cmpi ult, %n, %i : index
    %p = layout.crd2idx %l((%i, %n)) : !layout<(4,8):(8,1)>
    scf.if %b {
      memref.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}
func.func @memory(%m: memref<?xf32>, %n: index, %g: memref<i1>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make() : !layout<(4,8):(8,1)>
  scf.for %i = %c0 to %c4 step %c1 {
    %b = memref.load %g[] : memref<i1>
    %p = layout.crd2idx %l((%i, %n)) : !layout<(4,8):(8,1)>
    scf.if %b {
      memref.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}
func.func @beside(%m: memref<?xf32>, %n: index, %b: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make() : !layout<(4,8):(8,1)>
  scf.for %i = %c0 to %c4 step %c1 {
    %p = layout.crd2idx %l((%i, %n)) : !layout<(4,8):(8,1)>
    memref.store %x, %m[%i] : memref<?xf32>
    scf.if %b {
      memref.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}
func.func @otherwise(%m: memref<?xf32>, %n: index, %b: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make() : !layout<(4,8):(8,1)>
  scf.for %i = %c0 to %c4 step %c1 {
    %p = layout.crd2idx %l((%i, %n)) : !layout<(4,8):(8,1)>
    scf.if %b {
      memref.store %x, %m[%p] : memref<?xf32>
    } else {
      memref.store %x, %m[%i] : memref<?xf32>
    }
  }
  return
}
func.func @results(%m: memref<?xf32>, %n: index, %b: i1, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make() : !layout<(4,8):(8,1)>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%y = %x) -> f32 {
    %p = layout.crd2idx %l((%i, %n)) : !layout<(4,8):(8,1)>
    scf.if %b {
      memref.store %y, %m[%p] : memref<?xf32>
    }
    %z = arith.addf %y, %x : f32
    scf.yield %z : f32
  }
  return %r : f32
}
func.func @never(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = layout.make() : !layout<(4,8):(8,1)>
  scf.for %i = %c0 to %c0 step %c1 {
    %d = arith.divui %n, %n : index
    %b = arith.cmpi ult, %d, %c1 : index
    %p = layout.crd2idx %l((%i, %n)) : !layout<(4,8):(8,1)>
    scf.if %b {
      memref.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}
func.func @unknown(%m: memref<?xf32>, %n: index, %b: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = layout.make() : !layout<(4,8):(8,1)>
  scf.for %i = %c0 to %n step %c1 {
    %p = layout.crd2idx %l((%i, %n)) : !layout<(4,8):(8,1)>
    scf.if %b {
      memref.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}
