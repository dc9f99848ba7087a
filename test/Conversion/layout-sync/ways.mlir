// What a barrier is needed for on one way through the program, and not on another.
// RUN: layout-opt %s --layout-sync | FileCheck %s

!m = memref<64xf32, 3>
!e = tensor<64xf32, #layout.tv<32:2, 2:1>>
!f = tensor<64xf32, #layout.tv<(2,16):(1,4), 2:2>>

// A loop that does not run passes no barrier.
// CHECK-LABEL: @no_trip
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @no_trip(%t: !e, %m: !m, %i: index, %n: index) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !e, !m
  scf.for %k = %i to %n step %n {
    gpu.barrier
  }
  %u = layout.load %m[%i] : !m -> !f
  return
}

// Nor does a branch that is not taken, or a loop whose condition fails at once.
// CHECK-LABEL: @not_taken
// CHECK: scf.if
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK: layout.store
// CHECK-NEXT: scf.while
// CHECK: } do {
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @not_taken(%t: !e, %m: !m, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !e, !m
  scf.if %c {
    gpu.barrier
  }
  %u = layout.load %m[%i] : !m -> !f
  gpu.barrier
  layout.store %t, %m[%i] : !e, !m
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    gpu.barrier
    scf.yield
  }
  %v = layout.load %m[%i] : !m -> !f
  return
}

// Each thread has its own part of a window; the window of another iteration is another one, also where blocks are the loop.
// CHECK-LABEL: @moving_blocks
// CHECK: ^bb1(%{{[0-9]+}}: index)
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: layout.load
// CHECK-NOT: gpu.barrier
// CHECK: cf.cond_br
func.func @moving_blocks(%t: !e, %m: !m, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  cf.br ^bb1(%i : index)
^bb1(%k: index):
  layout.store %t, %m[%k] : !e, !m
  %u = layout.load %m[%k] : !m -> !e
  %next = arith.addi %k, %i : index
  cf.cond_br %c, ^bb1(%next : index), ^bb2
^bb2:
  return
}

// CHECK-LABEL: @moving_while
// CHECK: scf.while
// CHECK: } do {
// CHECK: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: layout.load
// CHECK-NOT: gpu.barrier
// CHECK: scf.yield
func.func @moving_while(%t: !e, %m: !m, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %r = scf.while (%a = %i) : (index) -> index {
    scf.condition(%c) %a : index
  } do {
  ^bb0(%k: index):
    layout.store %t, %m[%k] : !e, !m
    %u = layout.load %m[%k] : !m -> !e
    %next = arith.addi %k, %i : index
    scf.yield %next : index
  }
  return
}

// A barrier for a part of the group parts nothing.
// CHECK-LABEL: @part_of_the_group
// CHECK: nvvm.barrier
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @part_of_the_group(%t: !e, %m: !m, %i: index, %id: i32, %n: i32) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !e, !m
  nvvm.barrier id = %id number_of_threads = %n
  %u = layout.load %m[%i] : !m -> !f
  return
}
