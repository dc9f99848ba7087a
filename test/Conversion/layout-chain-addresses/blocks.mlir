// Addresses a step or a constant apart are computed from each other, where that is the same address.
//
// RUN: layout-opt %s --layout-chain-addresses --canonicalize --cse | FileCheck %s

// Modulo 2^64 it always is.
// CHECK-LABEL: llvm.func @wide(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i64, %[[S:.*]]: i64
// CHECK: %[[A:.*]] = llvm.getelementptr %[[M]][%[[I]]]
// CHECK: %[[B:.*]] = llvm.getelementptr %[[A]][%[[S]]]
// CHECK: %[[C:.*]] = llvm.getelementptr %[[B]][%[[S]]]
// CHECK: llvm.getelementptr %[[C]][3]
// CHECK: llvm.getelementptr %[[C]][-4]
llvm.func @wide(%m: !llvm.ptr, %i: i64, %s: i64) -> vector<5xf32> {
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %cm4 = llvm.mlir.constant(-4 : i64) : i64
  %j = llvm.add %i, %s : i64
  %k = llvm.add %s, %j : i64
  %l = llvm.add %k, %c3 : i64
  %n = llvm.add %k, %cm4 : i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %c = llvm.getelementptr %m[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %d = llvm.getelementptr %m[%l] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %e = llvm.getelementptr %m[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %r = llvm.call @use(%a, %b, %c, %d, %e) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> vector<5xf32>
  llvm.return %r : vector<5xf32>
}
llvm.func @use(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> vector<5xf32>

// Of 32 bits it is where both are natural and accessed. The step has a sign.
// CHECK-LABEL: llvm.func @narrow(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[S:.*]]: i32
// CHECK: %[[A:.*]] = llvm.getelementptr inbounds|nuw %[[M]][%[[I]]]
// CHECK: %[[W:.*]] = llvm.sext %[[S]] : i32 to i64
// CHECK: %[[T:.*]] = llvm.mul %[[W]], %{{.*}} : i64
// CHECK: llvm.getelementptr %[[A]][%[[T]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
llvm.func @narrow(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %y = llvm.load %b : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.return %r : f32
}

// A negative index is not excluded; an address may not be accessed; a call may not return.
// CHECK-LABEL: llvm.func @not_natural(
// CHECK-COUNT-2: llvm.getelementptr inbounds %arg0[%{{.*}}] : (!llvm.ptr, i32)
llvm.func @not_natural(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %y = llvm.load %b : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.return %r : f32
}
// CHECK-LABEL: llvm.func @elsewhere(
// CHECK-COUNT-2: llvm.getelementptr inbounds|nuw %arg0[%{{.*}}] : (!llvm.ptr, i32)
llvm.func @elsewhere(%m: !llvm.ptr, %i: i32, %s: i32, %c: i1, %z: f32) -> f32 {
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %b : !llvm.ptr -> f32
  llvm.cond_br %c, ^load, ^end(%y : f32)
^load:
  %x = llvm.load %a : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.br ^end(%r : f32)
^end(%e: f32):
  llvm.return %e : f32
}
// CHECK-LABEL: llvm.func @call(
// CHECK-COUNT-2: llvm.getelementptr inbounds|nuw %arg0[%{{.*}}] : (!llvm.ptr, i32)
llvm.func @call(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %b : !llvm.ptr -> f32
  llvm.call @exit() : () -> ()
  %x = llvm.load %a : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.return %r : f32
}
llvm.func @exit()
// CHECK-LABEL: llvm.func @trap(
// CHECK-COUNT-2: llvm.getelementptr inbounds|nuw %arg0[%{{.*}}] : (!llvm.ptr, i32)
llvm.func @trap(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %b : !llvm.ptr -> f32
  "llvm.intr.trap"() : () -> ()
  %x = llvm.load %a : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.return %r : f32
}

// Stores and barriers go on.
// CHECK-LABEL: llvm.func @barrier(
// CHECK: %[[A:.*]] = llvm.getelementptr inbounds|nuw %arg0[%arg1]
// CHECK: llvm.getelementptr %[[A]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
llvm.func @barrier(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  llvm.store %x, %b : f32, !llvm.ptr
  nvvm.barrier0
  %y = llvm.load %b : !llvm.ptr -> f32
  llvm.return %y : f32
}

// A step and a constant are within bounds together, not each alone: 2^31 - 1 and then 1 more.
// CHECK-LABEL: llvm.func @both(
// CHECK-COUNT-2: llvm.getelementptr inbounds|nuw %arg0[%{{.*}}] : (!llvm.ptr, i32)
llvm.func @both(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %i1 = llvm.add %i, %c1 : i32
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i1] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %y = llvm.load %b : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.return %r : f32
}

// What says that it does not wrap is a sum of numbers with their signs, accessed or not: the second of these sums
// says nothing of its own terms.
// CHECK-LABEL: llvm.func @signed(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[S:.*]]: i32
// CHECK: %[[J:.*]] = llvm.add %[[I]], %[[S]] : i32
// CHECK: %[[A:.*]] = llvm.getelementptr %[[M]][%[[J]]] : (!llvm.ptr, i32)
// CHECK: %[[W:.*]] = llvm.sext %[[S]] : i32 to i64
// CHECK: %[[T:.*]] = llvm.mul %[[W]], %{{.*}} : i64
// CHECK: %[[P:.*]] = llvm.getelementptr %[[A]][%[[T]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.getelementptr %[[P]][-4]
// CHECK: llvm.getelementptr %[[M]][%{{.*}}] : (!llvm.ptr, i32)
llvm.func @signed(%m: !llvm.ptr, %i: i32, %s: i32) -> vector<5xf32> {
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %cm4 = llvm.mlir.constant(-4 : i32) : i32
  %j = llvm.add %i, %s : i32
  %three = llvm.mul %s, %c3 overflow<nsw> : i32
  %k = llvm.add %three, %j overflow<nsw> : i32
  %l = llvm.add %k, %cm4 overflow<nsw> : i32
  %n = llvm.add %k, %i : i32
  %a = llvm.getelementptr %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr %m[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %d = llvm.getelementptr %m[%n] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %r = llvm.call @use(%a, %b, %c, %d, %d) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> vector<5xf32>
  llvm.return %r : vector<5xf32>
}

// Other memory, other elements; an index from before the block costs nothing in it.
// CHECK-LABEL: llvm.func @others(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[N:.*]]: !llvm.ptr
// CHECK-DAG: llvm.getelementptr %[[M]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-DAG: llvm.getelementptr %[[N]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-DAG: llvm.getelementptr %[[M]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f16
llvm.func @others(%m: !llvm.ptr, %n: !llvm.ptr, %i: i64, %s: i64) -> vector<5xf32> {
  %j = llvm.add %i, %s : i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %b = llvm.getelementptr %n[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %c = llvm.getelementptr %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %r = llvm.call @use(%a, %b, %c, %c, %c) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> vector<5xf32>
  llvm.return %r : vector<5xf32>
}

// An address with flags that nobody looks at may be poison where one after it is not: it is without them then.
// CHECK-LABEL: llvm.func @flagged(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i64, %[[S:.*]]: i64
// CHECK: %[[A:.*]] = llvm.getelementptr %[[M]][%[[I]]] : (!llvm.ptr, i64)
// CHECK: llvm.getelementptr %[[A]][%[[S]]] : (!llvm.ptr, i64)
llvm.func @flagged(%m: !llvm.ptr, %i: i64, %s: i64, %c: i1, %z: f32) -> f32 {
  %j = llvm.add %i, %s : i64
  %a = llvm.getelementptr inbounds %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load %b : !llvm.ptr -> f32
  llvm.cond_br %c, ^load, ^end(%y : f32)
^load:
  %x = llvm.load %a : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.br ^end(%r : f32)
^end(%e: f32):
  llvm.return %e : f32
}

// A copy of no bytes looks at no source; one of some does.
// CHECK-LABEL: llvm.func @copies(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr<1>, %[[T:.*]]: !llvm.ptr<3>
// CHECK: llvm.getelementptr inbounds|nuw %[[M]][%{{.*}}] : (!llvm.ptr<1>, i32)
// CHECK: nvvm.cp.async.shared.global
// CHECK: %[[B:.*]] = llvm.getelementptr inbounds|nuw %[[M]][%{{.*}}] : (!llvm.ptr<1>, i32)
// CHECK: nvvm.cp.async.shared.global
// CHECK: llvm.getelementptr %[[B]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: llvm.return
llvm.func @copies(%m: !llvm.ptr<1>, %t: !llvm.ptr<3>, %i: i32, %s: i32, %bytes: i32) -> f32 {
  %j = llvm.add %i, %s : i32
  %k = llvm.add %j, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  nvvm.cp.async.shared.global %t, %a, 16, cache = cg, %bytes : !llvm.ptr<3>, !llvm.ptr<1>, i32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  nvvm.cp.async.shared.global %t, %b, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  %c = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %r = llvm.load %c : !llvm.ptr<1> -> f32
  llvm.return %r : f32
}

// PTX may end the thread.
// CHECK-LABEL: llvm.func @inline(
// CHECK-COUNT-2: llvm.getelementptr inbounds|nuw %arg0[%{{.*}}] : (!llvm.ptr, i32)
// CHECK-LABEL: llvm.func @inline_goes_on(
// CHECK: %[[A:.*]] = llvm.getelementptr inbounds|nuw %arg0[%arg1]
// CHECK: llvm.getelementptr %[[A]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
llvm.func @inline(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %b : !llvm.ptr -> f32
  nvvm.inline_ptx "exit;"
  %x = llvm.load %a : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.return %r : f32
}
llvm.func @inline_goes_on(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %j = llvm.add %i, %s : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %b : !llvm.ptr -> f32
  nvvm.inline_ptx "membar.cta;"
  %x = llvm.load %a : !llvm.ptr -> f32
  %r = llvm.fadd %x, %y : f32
  llvm.return %r : f32
}

// Sums from before a condition are computed behind it anyway; those from before a loop are not.
// CHECK-LABEL: llvm.func @under_a_condition(
// CHECK: ^bb1:
// CHECK: %[[P:.*]] = llvm.getelementptr inbounds|nuw %arg0[%arg1]
// CHECK: %[[W:.*]] = llvm.sext %arg2
// CHECK: %[[T:.*]] = llvm.mul %[[W]]
// CHECK: llvm.getelementptr %[[P]][%[[T]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
llvm.func @under_a_condition(%m: !llvm.ptr, %i: i32, %s: i32, %c: i1) {
  %j = llvm.add %i, %s : i32
  llvm.cond_br %c, ^yes, ^end
^yes:
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
// CHECK-LABEL: llvm.func @in_a_loop(
// CHECK: ^bb1:
// CHECK-COUNT-2: llvm.getelementptr inbounds|nuw %arg0[%{{.*}}] : (!llvm.ptr, i32)
llvm.func @in_a_loop(%m: !llvm.ptr, %i: i32, %s: i32, %c: i1) {
  %j = llvm.add %i, %s : i32
  llvm.br ^loop
^loop:
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.cond_br %c, ^loop, ^end
^end:
  llvm.return
}

// A product by a small constant is a term as often: two rows down is a row on from the row before; and where the product itself is what an
// address is on, it is that far.
// CHECK-LABEL: llvm.func @twice(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[S:.*]]: i32
// CHECK: %[[J:.*]] = llvm.add %[[I]], %[[S]] : i32
// CHECK: %[[B:.*]] = llvm.getelementptr inbounds|nuw %[[M]][%[[J]]]
// CHECK: %[[W:.*]] = llvm.sext %[[S]] : i32 to i64
// CHECK: %[[T:.*]] = llvm.mul %[[W]], %{{.*}} : i64
// CHECK: %[[C:.*]] = llvm.getelementptr %[[B]][%[[T]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.load %[[C]]
llvm.func @twice(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %s2 = llvm.mul %s, %c2 : i32
  %j = llvm.add %i, %s : i32
  %k = llvm.add %i, %s2 : i32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %b : !llvm.ptr -> f32
  %y = llvm.load %c : !llvm.ptr -> f32
  %p = llvm.fadd %x, %y : f32
  llvm.return %p : f32
}

// CHECK-LABEL: llvm.func @by_two(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[S:.*]]: i32
// CHECK: %[[S2:.*]] = llvm.mul %[[S]], %{{.*}} : i32
// CHECK: %[[W:.*]] = llvm.sext %[[S2]] : i32 to i64
// CHECK: %[[T:.*]] = llvm.mul %[[W]], %{{.*}} : i64
// CHECK: llvm.getelementptr %{{.*}}[%[[T]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
llvm.func @by_two(%m: !llvm.ptr, %i: i32, %s: i32) -> f32 {
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %s2 = llvm.mul %s, %c2 : i32
  %k = llvm.add %i, %s2 : i32
  %b = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %b : !llvm.ptr -> f32
  %y = llvm.load %c : !llvm.ptr -> f32
  %p = llvm.fadd %x, %y : f32
  llvm.return %p : f32
}
