// Addresses in 32 bits below one 64-bit base, where memory or layout promise that they fit.
//
// RUN: layout-opt %s --layout-simplify="target=sm_90a validate" 2>/dev/null | FileCheck %s

!rows = !layout<(1024,?):(?,?{div=8})>

// In memory of 2^31 elements nothing need be known of the strides: sums of low bits, and one extension.
// CHECK-LABEL: func @memory
// CHECK-NOT: arith.muli {{.*}} : index
// CHECK: arith.muli {{.*}} : i32
// CHECK: %[[SUM:.*]] = arith.addi {{.*}} : i32
// CHECK: %[[I:.*]] = arith.index_castui %[[SUM]] : i32 to index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @memory(%m: memref<2147483648xf16>, %x: f16, %n: index, %s: index, %u: index, %i: index, %j: index) {
  %l = layout.make(%n, %s, %u) : !rows
  %k = layout.crd2idx %l(%i, %j) : !rows
  memref.store %x, %m[%k] : memref<2147483648xf16>
  return
}

// One element more, or a size that is not known.
// CHECK-LABEL: func @large
// CHECK-NOT: i32
func.func @large(%m: memref<2147483649xf16>, %d: memref<?xf16>, %x: f16, %n: index, %s: index, %u: index, %i: index, %j: index) {
  %l = layout.make(%n, %s, %u) : !rows
  %k = layout.crd2idx %l(%i, %j) : !rows
  memref.store %x, %m[%k] : memref<2147483649xf16>
  %o = layout.crd2idx %l(%j, %i) : !rows
  memref.store %x, %d[%o] : memref<?xf16>
  return
}

// Facts that the last element fits, though no coordinate is known to be small. That no stride is
// negative the access says.
// CHECK-LABEL: func @facts
// CHECK-NOT: arith.muli {{.*}} : index
// CHECK: arith.index_cast{{(ui)?}} {{.*}} : i32 to index
// CHECK-NEXT: memref.load
func.func @facts(%d: memref<?xf16>, %n: index, %s: index, %i: index, %j: index, %a: index, %b: index) -> f16 {
  %l = layout.make(%n, %s) : !layout<(4096,?{max=65536}):(?{max=458752},4)>
  %row = arith.addi %i, %j overflow<nsw> : index
  %column = arith.addi %a, %b overflow<nsw> : index
  %k = layout.crd2idx %l(%row, %column) : !layout<(4096,?{max=65536}):(?{max=458752},4)>
  %x = memref.load %d[%k] : memref<?xf16>
  return %x : f16
}

// The same layout where its index is a number of the program: the facts of the stride do not say
// that it is natural.
// CHECK-LABEL: func @no_address
// CHECK-NOT: i32
func.func @no_address(%n: index, %s: index, %i: index, %j: index, %a: index, %b: index) -> index {
  %l = layout.make(%n, %s) : !layout<(4096,?{max=65536}):(?{max=458752},4)>
  %row = arith.addi %i, %j overflow<nsw> : index
  %column = arith.addi %a, %b overflow<nsw> : index
  %k = layout.crd2idx %l(%row, %column) : !layout<(4096,?{max=65536}):(?{max=458752},4)>
  return %k : index
}

// What the small memory promises of its access says nothing of the other one, which runs alone:
// the value of both is below the larger size, and equal values of two operations are two.
// CHECK-LABEL: func @others
// CHECK-NOT: i32
func.func @others(%small: memref<64xf16>, %large: memref<?xf16>, %c: i1, %x: f16, %n: index, %s: index, %u: index, %i: index, %j: index) {
  %l = layout.make(%n, %s, %u) : !rows
  %k = layout.crd2idx %l(%i, %j) : !rows
  scf.if %c {
    memref.store %x, %small[%k] : memref<64xf16>
  }
  memref.store %x, %large[%k] : memref<?xf16>
  return
}

// CHECK-LABEL: func @two
// CHECK: %[[WIDE:.*]] = arith.addi {{.*}} : index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[WIDE]]] : memref<?xf16>
func.func @two(%small: memref<64xf16>, %large: memref<?xf16>, %c: i1, %x: f16, %n: index, %s: index, %u: index, %i: index, %j: index) {
  %l = layout.make(%n, %s, %u) : !rows
  scf.if %c {
    %k = layout.crd2idx %l(%i, %j) : !rows
    memref.store %x, %small[%k] : memref<64xf16>
  }
  %o = layout.crd2idx %l(%i, %j) : !rows
  memref.store %x, %large[%o] : memref<?xf16>
  return
}

// Constants are added behind the extension, to be immediates of the accesses.
// CHECK-LABEL: func @constants
// CHECK: %[[BASE:.*]] = arith.index_castui %{{.*}} : i32 to index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[BASE]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[BASE]], %c8 {{.*}}: index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[NEXT]]]
func.func @constants(%m: memref<2147483648xf16>, %x: f16, %n: index, %s: index, %i: index) {
  %l = layout.make(%n, %s) : !layout<(1024,2,?):(?,8,3)>
  %k = layout.crd2idx %l(%i, 0, %i) : !layout<(1024,2,?):(?,8,3)>
  memref.store %x, %m[%k] : memref<2147483648xf16>
  %o = layout.crd2idx %l(%i, 1, %i) : !layout<(1024,2,?):(?,8,3)>
  memref.store %x, %m[%o] : memref<2147483648xf16>
  return
}

// A divisor whose low bits may all be 0 where its promise is broken: what is poison never traps. But an
// access that runs for certain has undefined behaviour then.
// CHECK-LABEL: func @divisor
// CHECK: arith.maxsi %{{.*}}, %c1{{.*}} : i32
// CHECK: arith.div
func.func @divisor(%m: memref<?xf16>, %x: f16, %n: index, %i: index, %c: i1) {
  %c1 = arith.constant 1 : index
  %size = arith.maxsi %n, %c1 : index
  %l = layout.make(%size) : !layout<(?{max=1000},1000):(1,5000)>
  %k = layout.crd2idx %l(%i) : !layout<(?{max=1000},1000):(1,5000)>
  scf.if %c {
    memref.store %x, %m[%k] : memref<?xf16>
  }
  return
}
// CHECK-LABEL: func @accessed
// CHECK-NOT: arith.maxsi
// CHECK: arith.div
// CHECK: memref.store
func.func @accessed(%m: memref<?xf16>, %x: f16, %n: index, %i: index) {
  %l = layout.make(%n) : !layout<(?{max=1000},1000):(1,5000)>
  %k = layout.crd2idx %l(%i) : !layout<(?{max=1000},1000):(1,5000)>
  memref.store %x, %m[%k] : memref<?xf16>
  return
}
// CHECK-LABEL: func @behind_a_call
// CHECK: arith.maxsi
// CHECK: arith.div
// CHECK: memref.store
func.func @behind_a_call(%m: memref<?xf16>, %x: f16, %n: index, %i: index) {
  %l = layout.make(%n) : !layout<(?{max=1000},1000):(1,5000)>
  %k = layout.crd2idx %l(%i) : !layout<(?{max=1000},1000):(1,5000)>
  func.call @may_not_return() : () -> ()
  memref.store %x, %m[%k] : memref<?xf16>
  return
}
func.func private @may_not_return()

// A sum that may wrap is no term, but it is poison where the index in it is: the access promises that the sizes are
// positive. What a selection does not choose may be poison.
// CHECK-LABEL: func @wrapping
// CHECK-NOT: arith.maxsi
// CHECK: arith.div
// CHECK: memref.store
func.func @wrapping(%m: memref<?xf16>, %x: f16, %n: index, %i: index, %d: index) {
  %l = layout.make(%n) : !layout<(?{max=1000},1000):(1,5000)>
  %k = layout.crd2idx %l(%i) : !layout<(?{max=1000},1000):(1,5000)>
  %a = arith.addi %k, %d : index
  memref.store %x, %m[%a] : memref<?xf16>
  return
}
// CHECK-LABEL: func @selected
// CHECK: arith.maxsi
// CHECK: arith.div
// CHECK: memref.store
func.func @selected(%m: memref<?xf16>, %x: f16, %n: index, %i: index, %d: index, %c: i1) {
  %l = layout.make(%n) : !layout<(?{max=1000},1000):(1,5000)>
  %k = layout.crd2idx %l(%i) : !layout<(?{max=1000},1000):(1,5000)>
  %s = arith.select %c, %k, %d : index
  %a = arith.addi %s, %d : index
  memref.store %x, %m[%a] : memref<?xf16>
  return
}
// An extent may be 0, which is no size that a layout has.
// CHECK-LABEL: func @may_be_zero
// CHECK: arith.maxsi
// CHECK: arith.div
func.func @may_be_zero(%m: memref<?xf16>, %x: f16, %i: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xf16>
  %l = layout.make(%n) : !layout<(?,1000):(1,5000)>
  %k = layout.crd2idx %l(%i) : !layout<(?,1000):(1,5000)>
  scf.if %c {
    memref.store %x, %m[%k] : memref<?xf16>
  }
  return
}
