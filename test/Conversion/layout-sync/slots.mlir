// Slots that a loop goes through in turn are apart in each iteration; what only looks like it is not.
// RUN: layout-opt %s --layout-sync | FileCheck %s

!m = memref<64xf32, 3>
!e = tensor<64xf32, #layout.tv<32:2, 2:1>>
!f = tensor<64xf32, #layout.tv<(2,16):(1,4), 2:2>>

// What is stored is apart from what is loaded then; the barrier is for what was loaded in an iteration before.
// CHECK-LABEL: @apart
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: layout.load
// CHECK-NOT: gpu.barrier
// CHECK: scf.yield
func.func @apart(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %512 = arith.constant 512 : index
  %768 = arith.constant 768 : index
  %slots = memref.alloc() : memref<768xi8, 3>
  %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %0, %fill = %512) -> (index, index) {
    %p = memref.view %slots[%read][] : memref<768xi8, 3> to !m
    %q = memref.view %slots[%fill][] : memref<768xi8, 3> to !m
    layout.store %t, %q[%0] : !e, !m
    %u = layout.load %p[%0] : !m -> !f
    %next = arith.addi %read, %256 : index
    %last = arith.cmpi eq, %next, %768 : index
    %turn = arith.select %last, %0, %next : index
    scf.yield %turn, %read : index, index
  }
  return
}

// They begin as one.
// CHECK-LABEL: @together
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @together(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %768 = arith.constant 768 : index
  %slots = memref.alloc() : memref<768xi8, 3>
  %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %0, %fill = %0) -> (index, index) {
    %p = memref.view %slots[%read][] : memref<768xi8, 3> to !m
    %q = memref.view %slots[%fill][] : memref<768xi8, 3> to !m
    layout.store %t, %q[%0] : !e, !m
    %u = layout.load %p[%0] : !m -> !f
    %next = arith.addi %read, %256 : index
    %last = arith.cmpi eq, %next, %768 : index
    %turn = arith.select %last, %0, %next : index
    scf.yield %turn, %read : index, index
  }
  return
}

// A slot is smaller than what is in it.
// CHECK-LABEL: @across
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @across(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %128 = arith.constant 128 : index
  %256 = arith.constant 256 : index
  %384 = arith.constant 384 : index
  %slots = memref.alloc() : memref<768xi8, 3>
  %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %0, %fill = %256) -> (index, index) {
    %p = memref.view %slots[%read][] : memref<768xi8, 3> to !m
    %q = memref.view %slots[%fill][] : memref<768xi8, 3> to !m
    layout.store %t, %q[%0] : !e, !m
    %u = layout.load %p[%0] : !m -> !f
    %next = arith.addi %read, %128 : index
    %last = arith.cmpi eq, %next, %384 : index
    %turn = arith.select %last, %0, %next : index
    scf.yield %turn, %read : index, index
  }
  return
}

// Parts of one slot, and parts that overlap.
// CHECK-LABEL: @parts
// CHECK: layout.store
// CHECK-NEXT: layout.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @parts(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %128 = arith.constant 128 : index
  %256 = arith.constant 256 : index
  %slots = memref.alloc() : memref<2048xi8, 3>
  %r = scf.for %k = %0 to %n step %1 iter_args(%at = %0) -> index {
    %half = arith.addi %at, %128 : index
    %second = arith.addi %at, %256 : index
    %p = memref.view %slots[%at][] : memref<2048xi8, 3> to !m
    %q = memref.view %slots[%half][] : memref<2048xi8, 3> to !m
    %s = memref.view %slots[%second][] : memref<2048xi8, 3> to !m
    layout.store %t, %p[%0] : !e, !m
    %u = layout.load %s[%0] : !m -> !f
    %v = layout.load %q[%0] : !m -> !f
    scf.yield %second : index
  }
  return
}

// Both begin as the last one.
// CHECK-LABEL: @both_last
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @both_last(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %512 = arith.constant 512 : index
  %768 = arith.constant 768 : index
  %slots = memref.alloc() : memref<768xi8, 3>
  %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %512, %fill = %512) -> (index, index) {
    %p = memref.view %slots[%read][] : memref<768xi8, 3> to !m
    %q = memref.view %slots[%fill][] : memref<768xi8, 3> to !m
    layout.store %t, %q[%0] : !e, !m
    %u = layout.load %p[%0] : !m -> !f
    %next = arith.addi %read, %256 : index
    %last = arith.cmpi eq, %next, %768 : index
    %turn = arith.select %last, %0, %next : index
    scf.yield %turn, %read : index, index
  }
  return
}

// There is only one.
// CHECK-LABEL: @only_one
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @only_one(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %slots = memref.alloc() : memref<256xi8, 3>
  %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %0, %fill = %0) -> (index, index) {
    %p = memref.view %slots[%read][] : memref<256xi8, 3> to !m
    %q = memref.view %slots[%fill][] : memref<256xi8, 3> to !m
    layout.store %t, %q[%0] : !e, !m
    %u = layout.load %p[%0] : !m -> !f
    %next = arith.addi %read, %256 : index
    %last = arith.cmpi eq, %next, %256 : index
    %turn = arith.select %last, %0, %next : index
    scf.yield %turn, %read : index, index
  }
  return
}

// The same place, counted from two others.
// CHECK-LABEL: @two_origins
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @two_origins(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %512 = arith.constant 512 : index
  %slots = memref.alloc() : memref<1024xi8, 3>
  %x = memref.view %slots[%0][] : memref<1024xi8, 3> to memref<768xi8, 3>
  %y = memref.view %slots[%256][] : memref<1024xi8, 3> to memref<768xi8, 3>
  %r = scf.for %k = %0 to %n step %1 iter_args(%at = %0) -> index {
    %behind = arith.addi %at, %256 : index
    %p = memref.view %x[%behind][] : memref<768xi8, 3> to !m
    %q = memref.view %y[%at][] : memref<768xi8, 3> to !m
    layout.store %t, %q[%0] : !e, !m
    %u = layout.load %p[%0] : !m -> !f
    scf.yield %256 : index
  }
  return
}

// Apart in an iteration, but what is filled was read in the one before: a barrier between the two parts of an iteration
// does not do.
// CHECK-LABEL: @read_before
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @read_before(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %512 = arith.constant 512 : index
  %768 = arith.constant 768 : index
  %slots = memref.alloc() : memref<768xi8, 3>
  %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %0, %fill = %512) -> (index, index) {
    %p = memref.view %slots[%read][] : memref<768xi8, 3> to !m
    %q = memref.view %slots[%fill][] : memref<768xi8, 3> to !m
    layout.store %t, %q[%0] : !e, !m
    gpu.barrier
    %u = layout.load %p[%0] : !m -> !f
    %next = arith.addi %read, %256 : index
    %last = arith.cmpi eq, %next, %768 : index
    %turn = arith.select %last, %0, %next : index
    scf.yield %turn, %read : index, index
  }
  return
}

// A loop around hands on where its last iteration left them.
// CHECK-LABEL: @handed_on
// CHECK: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: layout.load
// CHECK-NOT: gpu.barrier
// CHECK: scf.yield
func.func @handed_on(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %512 = arith.constant 512 : index
  %768 = arith.constant 768 : index
  %slots = memref.alloc() : memref<768xi8, 3>
  %s:2 = scf.for %tile = %0 to %n step %1 iter_args(%first = %0, %last_slot = %512) -> (index, index) {
    %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %first, %fill = %last_slot) -> (index, index) {
      %p = memref.view %slots[%read][] : memref<768xi8, 3> to !m
      %q = memref.view %slots[%fill][] : memref<768xi8, 3> to !m
      layout.store %t, %q[%0] : !e, !m
      %u = layout.load %p[%0] : !m -> !f
      %next = arith.addi %read, %256 : index
      %last = arith.cmpi eq, %next, %768 : index
      %turn = arith.select %last, %0, %next : index
      scf.yield %turn, %read : index, index
    }
    scf.yield %r#0, %r#1 : index, index
  }
  return
}

// It hands on one for the other.
// CHECK-LABEL: @exchanged
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @exchanged(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %512 = arith.constant 512 : index
  %768 = arith.constant 768 : index
  %slots = memref.alloc() : memref<768xi8, 3>
  %s:2 = scf.for %tile = %0 to %n step %1 iter_args(%first = %0, %last_slot = %512) -> (index, index) {
    %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %first, %fill = %last_slot) -> (index, index) {
      %p = memref.view %slots[%read][] : memref<768xi8, 3> to !m
      %q = memref.view %slots[%fill][] : memref<768xi8, 3> to !m
      layout.store %t, %q[%0] : !e, !m
      %u = layout.load %p[%0] : !m -> !f
      %next = arith.addi %read, %256 : index
      %last = arith.cmpi eq, %next, %768 : index
      %turn = arith.select %last, %0, %next : index
      scf.yield %turn, %read : index, index
    }
    scf.yield %r#1, %r#0 : index, index
  }
  return
}

// It begins with another one.
// CHECK-LABEL: @begun_otherwise
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @begun_otherwise(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  %512 = arith.constant 512 : index
  %768 = arith.constant 768 : index
  %slots = memref.alloc() : memref<768xi8, 3>
  %s:2 = scf.for %tile = %0 to %n step %1 iter_args(%first = %0, %last_slot = %0) -> (index, index) {
    %r:2 = scf.for %k = %0 to %n step %1 iter_args(%read = %first, %fill = %last_slot) -> (index, index) {
      %p = memref.view %slots[%read][] : memref<768xi8, 3> to !m
      %q = memref.view %slots[%fill][] : memref<768xi8, 3> to !m
      layout.store %t, %q[%0] : !e, !m
      %u = layout.load %p[%0] : !m -> !f
      %next = arith.addi %read, %256 : index
      %last = arith.cmpi eq, %next, %768 : index
      %turn = arith.select %last, %0, %next : index
      scf.yield %turn, %read : index, index
    }
    scf.yield %r#0, %r#1 : index, index
  }
  return
}
