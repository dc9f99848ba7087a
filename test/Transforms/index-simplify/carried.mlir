// What a loop carries in step with its variable is known as that is: inside, and behind the loop.
// RUN: layout-opt %s --index-simplify --canonicalize | FileCheck %s

// By eight from a multiple of eight: inside below the end, and behind it at most a step beyond the last number below.
// CHECK-LABEL: func @by_eight
// CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %c16 to
// CHECK-NOT: arith.rem
// CHECK-NOT: arith.div
// CHECK: arith.addi {{.*}}, %c8
// CHECK: %[[BEYOND:.*]] = arith.cmpi ugt, %[[R]], %c999
// CHECK: call @see(%c0, %c0, %[[BEYOND]])
func.func @by_eight(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c1000 = arith.constant 1000 : index
  %c999 = arith.constant 999 : index
  %c1001 = arith.constant 1001 : index
  %false = arith.constant false
  %end = arith.remui %n, %c1000 : index
  %r = scf.for %i = %c16 to %end step %c8 iter_args(%x = %c16) -> (index) {
    %low = arith.remsi %x, %c8 : index
    %high = arith.divui %x, %c1000 : index
    func.call @see(%low, %high, %false) : (index, index, i1) -> ()
    %y = arith.addi %x, %c8 : index
    scf.yield %y : index
  }
  %low = arith.remsi %r, %c8 : index
  %high = arith.divui %r, %c1001 : index
  %beyond = arith.cmpi ugt, %r, %c999 : index
  func.call @see(%low, %high, %beyond) : (index, index, i1) -> ()
  return
}

// A loop that never runs gives what it began with, whatever its end.
// CHECK-LABEL: func @never
// CHECK: %[[R:.*]] = scf.for
// CHECK: %[[FAR:.*]] = arith.cmpi ugt, %[[R]], %c5000
// CHECK: call @see(%{{.*}}, %{{.*}}, %[[FAR]])
func.func @never(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %c5000 = arith.constant 5000 : index
  %c10000 = arith.constant 10000 : index
  %end = arith.remui %n, %c1000 : index
  %begin = arith.remui %m, %c10000 : index
  %r = scf.for %i = %begin to %end step %c8 iter_args(%x = %begin) -> (index) {
    %y = arith.addi %x, %c8 : index
    scf.yield %y : index
  }
  %far = arith.cmpi ugt, %r, %c5000 : index
  func.call @see(%c0, %c0, %far) : (index, index, i1) -> ()
  return
}

// What follows the last number below an end may not fit; one by another step, or from another number, is another one.
// CHECK-LABEL: func @others
// CHECK: %[[R:.*]]:3 = scf.for
// CHECK: arith.remsi %{{.*}}, %c8
// CHECK: arith.remsi %{{.*}}, %c8
// CHECK: scf.yield
// CHECK: arith.cmpi slt, %[[R]]#0, %c0
// CHECK: arith.remsi %[[R]]#1, %c8
// CHECK: arith.remsi %[[R]]#2, %c8
func.func @others(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %false = arith.constant false
  %r:3 = scf.for %i = %c0 to %n step %c8 iter_args(%x = %c0, %w = %c0, %v = %c4) -> (index, index, index) {
    %a = arith.remsi %w, %c8 : index
    %b = arith.remsi %v, %c8 : index
    func.call @see(%a, %b, %false) : (index, index, i1) -> ()
    %y = arith.addi %x, %c8 : index
    %z = arith.addi %w, %c4 : index
    %u = arith.addi %v, %c8 : index
    scf.yield %y, %z, %u : index, index, index
  }
  %negative = arith.cmpi slt, %r#0, %c0 : index
  %a = arith.remsi %r#1, %c8 : index
  %b = arith.remsi %r#2, %c8 : index
  func.call @see(%a, %b, %negative) : (index, index, i1) -> ()
  return
}

// What is added may be what is carried, or be computed of it.
// CHECK-LABEL: func @itself
// CHECK-COUNT-2: arith.addi
// CHECK: return
func.func @itself(%n: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %n to %c2 step %n iter_args(%x = %n) -> (index) {
    %y = arith.addi %x, %x : index
    scf.yield %y : index
  }
  %s = scf.for %i = %c1 to %n step %c2 iter_args(%x = %c1) -> (index) {
    %z = arith.divui %x, %c2 : index
    %y = arith.addi %x, %z : index
    scf.yield %y : index
  }
  return %r, %s : index, index
}

func.func private @see(index, index, i1)
