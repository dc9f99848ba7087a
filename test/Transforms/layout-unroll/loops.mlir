// Which loops are unrolled, and which stay.
//
// RUN: layout-opt %s --layout-unroll --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-unroll --canonicalize --layout-unroll --canonicalize -o %t.twice
// RUN: layout-opt %s --layout-unroll --canonicalize | diff - %t.twice
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a format=llvm" -o /dev/null
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: layout-opt %s --layout-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR

// CHECK-LABEL: func @short
// CHECK-NOT: scf.for
// CHECK-COUNT-4: layout.crd2idx
// CHECK-NOT: layout.crd2idx
func.func @short(%m: memref<64xf32>, %t: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make : !layout<(16,4):(1,16)>
  scf.for %v = %c0 to %c4 step %c1 {
    %i = layout.crd2idx %l(%t, %v) : !layout<(16,4):(1,16)>
    %x = memref.load %m[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %m[%i] : memref<64xf32>
  }
  return
}

// What a loop carries goes from iteration to iteration; bounds and steps are any constants.
// CHECK-LABEL: func @carried
// CHECK-NOT: scf.for
// CHECK: %[[A:.*]] = arith.addf %{{.*}}, %{{.*}}
// CHECK: %[[B:.*]] = arith.addf %[[A]],
// CHECK: %[[C:.*]] = arith.addf %[[B]],
// CHECK: return %[[C]]
func.func @carried(%m: memref<64xf32>, %zero: f32) -> f32 {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c14 = arith.constant 14 : index
  %l = layout.make : !layout<(4,16):(16,1)>
  %sum = scf.for %v = %c3 to %c14 step %c5 iter_args(%s = %zero) -> f32 {
    %c2 = arith.constant 2 : index
    %w = arith.addi %v, %c2 : index
    %i = layout.crd2idx %l(%w) : !layout<(4,16):(16,1)>
    %x = memref.load %m[%i] : memref<64xf32>
    %n = arith.addf %s, %x : f32
    scf.yield %n : f32
  }
  return %sum : f32
}

// CHECK-LABEL: func @nested
// CHECK-NOT: for
// CHECK-COUNT-6: memref.store
// CHECK-NOT: memref.store
func.func @nested(%m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = layout.make : !layout<(16,4):(1,16)>
  scf.for %u = %c0 to %c2 step %c1 {
    affine.for %v = 0 to 3 {
      %i = layout.crd2idx %l(%u, %v) : !layout<(16,4):(1,16)>
      memref.store %x, %m[%i] : memref<64xf32>
    }
  }
  return
}

// An outer loop whose inner loop is long is long; four iterations of the inner one become one.
// CHECK-LABEL: func @long
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %c0 to %c1024 step %c4
// CHECK-COUNT-4: layout.crd2idx
// CHECK-NOT: layout.crd2idx
func.func @long(%m: memref<2048xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c1024 = arith.constant 1024 : index
  %l = layout.make : !layout<(2,1024):(1024,1)>
  scf.for %u = %c0 to %c2 step %c1 {
    scf.for %v = %c0 to %c1024 step %c1 {
      %i = layout.crd2idx %l(%u, %v) : !layout<(2,1024):(1024,1)>
      memref.store %x, %m[%i] : memref<2048xf32>
    }
  }
  return
}

// A beginning that is known to be natural does as well as a number. One that is not leaves the loop to LLVM, and to the assembler, which
// makes copies where the step is more than one.
// An iteration of four runs where the last of the four does, and what follows it fits the width; the second loop, of which that is not
// known, compares without signs.
// CHECK-LABEL: func @from_lane
// CHECK: %[[LANE:.*]] = arith.remui %arg2, %c32
// CHECK: %[[END:.*]] = arith.maxsi %arg3, %c0
// CHECK: %[[MOST:.*]] = arith.minsi %[[END]], %c9223372036854775776
// CHECK: %[[LAST:.*]] = arith.subi %[[MOST]], %c96
// CHECK: %[[NEXT:.*]] = scf.for %{{.*}} = %[[LANE]] to %[[LAST]] step %c128 iter_args(%[[V:.*]] = %[[LANE]])
// CHECK-COUNT-4: memref.store
// CHECK-NEXT: %[[BEHIND:.*]] = arith.addi %[[V]], %c128
// CHECK-NEXT: scf.yield %[[BEHIND]]
// CHECK-NEXT: } {llvm.loop_annotation = #[[$WHOLE:.*]]}
// CHECK: %[[LEFT:.*]] = arith.maxui %[[END]], %[[NEXT]]
// CHECK: scf.for unsigned %{{.*}} = %[[NEXT]] to %[[LEFT]] step %c32
// CHECK-COUNT-1: memref.store
// CHECK: scf.for %{{.*}} = %arg2 to %arg3 step %c32
// CHECK-COUNT-1: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @from_lane(%m: memref<64xf32>, %x: f32, %t: index, %n: index) {
  %c32 = arith.constant 32 : index
  %l = layout.make : !layout<(16,4):(1,16)>
  %lane = arith.remui %t, %c32 : index
  scf.for %v = %lane to %n step %c32 {
    %i = layout.crd2idx %l(%v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  scf.for %v = %t to %n step %c32 {
    %i = layout.crd2idx %l(%v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  return
}

// What only moves elements is copied more often, and four of what is left run at once, if there are as many; not where it is known to be
// little. How often is asked without signs, and whether the end is behind the beginning once.
// CHECK-LABEL: func @moves
// CHECK: arith.maxsi
// CHECK: arith.remui {{.*}}, %c8
// CHECK-NOT: arith.remsi
// CHECK: scf.for {{.*}} step %c8
// CHECK-COUNT-8: memref.store
// CHECK-NOT: arith.maxsi
// CHECK: %[[SOME:.*]] = arith.cmpi slt
// CHECK: %[[NEXT:.*]] = arith.select %[[SOME]]
// CHECK: scf.if %[[SOME]] {
// CHECK-COUNT-4: memref.store
// CHECK-NEXT: }
// CHECK: scf.for %{{.*}} = %[[NEXT]] to %{{.*}} step %c1
// CHECK-COUNT-1: memref.store
// CHECK: scf.for %{{.*}} = %c0 to %c1000 step %c8
// CHECK-COUNT-8: memref.store
// CHECK-NOT: memref.store
// CHECK: return
func.func @moves(%from: memref<1024xf32>, %to: memref<1024xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %l = layout.make : !layout<(32,32):(32,1)>
  scf.for %v = %c0 to %n step %c1 {
    %i = layout.crd2idx %l(%v) : !layout<(32,32):(32,1)>
    %x = memref.load %from[%i] : memref<1024xf32>
    memref.store %x, %to[%v] : memref<1024xf32>
  }
  scf.for %v = %c0 to %c1000 step %c1 {
    %i = layout.crd2idx %l(%v) : !layout<(32,32):(32,1)>
    %x = memref.load %from[%i] : memref<1024xf32>
    memref.store %x, %to[%v] : memref<1024xf32>
  }
  return
}

// A quotient of what has no sign has none either, nor have a remainder and what is shifted right. By one or by
// nothing it is the number itself.
// CHECK-LABEL: func @without_signs
// CHECK-COUNT-3: scf.for unsigned
// CHECK-NOT: unsigned
// CHECK: return
func.func @without_signs(%m: memref<64xf32>, %x: f32, %t: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %l = layout.make : !layout<(16,4):(1,16)>
  %q = arith.divui %t, %c2 : index
  %r = arith.remui %t, %c3 : index
  %s = arith.shrui %t, %c1 : index
  %q1 = index.divu %t, %c1
  %s0 = index.shru %t, %c0
  scf.for %v = %q to %n step %c32 {
    %i = layout.crd2idx %l(%v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  scf.for %v = %r to %n step %c32 {
    %i = layout.crd2idx %l(%v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  scf.for %v = %s to %n step %c32 {
    %i = layout.crd2idx %l(%v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  scf.for %v = %q1 to %n step %c32 {
    %i = layout.crd2idx %l(%v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  scf.for %v = %s0 to %n step %c32 {
    %i = layout.crd2idx %l(%v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  return
}

// Bounds that are not known: copies, and a loop for what is left, where the end may be below the beginning.
// Indices that do not depend on the loop.
// CHECK-LABEL: func @others
// CHECK: %[[END:.*]] = arith.maxsi %arg2, %c0
// CHECK: %[[LEFT:.*]] = arith.remui %[[END]], %c4
// CHECK: %[[MOST:.*]] = arith.subi %[[END]], %[[LEFT]]
// CHECK: scf.for %{{.*}} = %c0 to %[[MOST]] step %c4
// CHECK-COUNT-4: memref.store
// CHECK: llvm.loop_annotation = #[[$KEPT:.*]]}
// CHECK: scf.for %{{.*}} = %[[MOST]] to %[[END]] step %c1
// CHECK-COUNT-1: memref.store
// CHECK: llvm.loop_annotation = #[[$KEPT]]}
// CHECK: scf.for
func.func @others(%m: memref<64xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make : !layout<(16,4):(1,16)>
  scf.for %v = %c0 to %n step %c1 {
    %i = layout.crd2idx %l(0, %v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  scf.for %v = %c0 to %c4 step %c1 {
    %i = layout.crd2idx %l(%n) : !layout<(16,4):(1,16)>
    %old = memref.load %m[%i] : memref<64xf32>
    %new = arith.addf %old, %x : f32
    memref.store %new, %m[%i] : memref<64xf32>
  }
  return
}

// Where the beginning is not known LLVM makes the copies.
// CHECK-LABEL: func @from_unknown
// CHECK: scf.for
// CHECK-COUNT-1: memref.store
// CHECK: llvm.loop_annotation
func.func @from_unknown(%m: memref<64xf32>, %x: f32, %begin: index, %n: index) {
  %c1 = arith.constant 1 : index
  %l = layout.make : !layout<(16,4):(1,16)>
  scf.for %v = %begin to %n step %c1 {
    %i = layout.crd2idx %l(0, %v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  }
  return
}

// The user says that it stays, and LLVM is told the same.
// CHECK-LABEL: func @kept
// CHECK: scf.for
// LLVM: #[[$UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// IR-LABEL: define void @long
// IR: br label {{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
// IR-LABEL: define void @others
// IR: br label {{.*}}, !llvm.loop ![[LOOP]]
// IR: br label {{.*}}, !llvm.loop ![[LOOP]]
// IR-NOT: !llvm.loop
// IR-LABEL: define void @from_unknown
// IR: br label {{.*}}, !llvm.loop ![[COPIED:[0-9]+]]
// IR-LABEL: define void @kept
// IR: br label {{.*}}, !llvm.loop ![[LOOP]]
// IR-DAG: ![[COPIED]] = distinct !{![[COPIED]], ![[COUNT:[0-9]+]]}
// IR-DAG: ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
// IR-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[DISABLE:[0-9]+]]}
// IR-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"{{.*}}}
// LLVM-LABEL: llvm.func @kept
// LLVM: llvm.br {{.*}} {loop_annotation = #{{.*}}}
func.func @kept(%m: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %l = layout.make : !layout<(16,4):(1,16)>
  scf.for %v = %c0 to %c4 step %c1 {
    %i = layout.crd2idx %l(0, %v) : !layout<(16,4):(1,16)>
    memref.store %x, %m[%i] : memref<64xf32>
  } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
  return
}

// One to where it begins, or to a constant more: upstream knows how often these run, though not from where.
// CHECK-LABEL: func @ahead
// CHECK: arith.maxsi
// CHECK: scf.for {{.*}} step %c4
// CHECK-COUNT-4: memref.store
// CHECK: scf.for {{.*}} step %c1
// CHECK: return
func.func @ahead(%m: memref<64xf32>, %x: f32, %t: index) {
  %l = layout.make : !layout<(1,64):(64,1)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %c32 = arith.constant 32 : index
  %lane = arith.remui %t, %c32 : index
  scf.for %c = %lane to %lane step %c1 {
    %q = layout.crd2idx %l(%c0, %c) : !layout<(1,64):(64,1)>
    memref.store %x, %m[%q] : memref<64xf32>
  }
  %end = arith.addi %lane, %c20 overflow<nsw> : index
  scf.for %c = %lane to %end step %c1 {
    %q = layout.crd2idx %l(%c0, %c) : !layout<(1,64):(64,1)>
    memref.store %x, %m[%q] : memref<64xf32>
  }
  return
}
