// Addresses under conditions of their own that are a constant apart count from one pointer before them.
//
// RUN: layout-opt %s --layout-join-addresses --canonicalize --cse | FileCheck %s

// Of 32 bits where they are natural and accessed: less the distance to the least an index is more than -2^31, and
// is what its low bits say with their sign.
// CHECK-LABEL: llvm.func @narrow(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[R:.*]]: i32,
// CHECK: %[[P:.*]] = llvm.mul %[[I]], %{{.*}} : i32
// CHECK: %[[S:.*]] = llvm.add %[[P]], %[[R]] : i32
// CHECK: %[[W:.*]] = llvm.sext %[[S]] : i32 to i64
// CHECK: %[[A:.*]] = llvm.getelementptr %[[M]][%[[W]]] : (!llvm.ptr, i64)
// CHECK: llvm.cond_br
// CHECK: llvm.store %{{.*}}, %[[A]]
// CHECK: %[[B:.*]] = llvm.getelementptr %[[A]][2048]
// CHECK: llvm.store %{{.*}}, %[[B]]
llvm.func @narrow(%m: !llvm.ptr, %i: i32, %r: i32, %x: f32, %p: i1, %q: i1) {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = llvm.mul %i, %c32 : i32
  %b = llvm.add %a, %r : i32
  %c = llvm.getelementptr inbounds|nuw %m[%b] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %c : f32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.cond_br %q, ^bb3, ^bb4
^bb3:
  %j = llvm.add %i, %c64 : i32
  %d = llvm.mul %j, %c32 : i32
  %e = llvm.add %d, %r : i32
  %f = llvm.getelementptr inbounds|nuw %m[%e] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %f : f32, !llvm.ptr
  llvm.br ^bb4
^bb4:
  llvm.return
}

// Of the first it is not said that it is natural, the second nobody looks at: what their low bits say with a sign is
// not how far they are from each other.
// CHECK-LABEL: llvm.func @not_natural(
// CHECK-NOT: llvm.sext
llvm.func @not_natural(%m: !llvm.ptr, %i: i32, %x: f32, %p: i1) -> !llvm.ptr {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %a : f32, !llvm.ptr
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %j = llvm.add %i, %c64 : i32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.return %b : !llvm.ptr
^bb2:
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %k = llvm.add %i, %c128 : i32
  %c = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %c : f32, !llvm.ptr
  llvm.return %m : !llvm.ptr
}

// A distance of 2^31 and more is none that a sign leaves.
// CHECK-LABEL: llvm.func @far(
// CHECK-NOT: llvm.sext
llvm.func @far(%m: !llvm.ptr, %i: i32, %x: i8, %p: i1) {
  %low = llvm.mlir.constant(-1073741825 : i32) : i32
  %high = llvm.mlir.constant(1073741823 : i32) : i32
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %j = llvm.add %i, %low : i32
  %a = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  llvm.store %x, %a : i8, !llvm.ptr
  llvm.return
^bb2:
  %k = llvm.add %i, %high : i32
  %b = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  llvm.store %x, %b : i8, !llvm.ptr
  llvm.return
}

// Of 64 bits always, modulo 2^64; in a loop too.
// CHECK-LABEL: llvm.func @wide(
// CHECK: %[[A:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64)
// CHECK-NEXT: llvm.cond_br
// CHECK: llvm.store %{{.*}}, %[[A]]
// CHECK: llvm.getelementptr %[[A]][24]
llvm.func @wide(%m: !llvm.ptr, %i: i64, %x: f32, %p: i1, %q: i1) {
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  llvm.br ^bb1
^bb1:
  llvm.cond_br %p, ^bb2, ^bb3
^bb2:
  %a = llvm.mul %i, %c8 : i64
  %b = llvm.getelementptr %m[%a] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^bb4
^bb3:
  %c = llvm.add %i, %c3 : i64
  %d = llvm.shl %c, %c3 : i64
  %e = llvm.getelementptr %m[%d] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %e : f32, !llvm.ptr
  llvm.br ^bb4
^bb4:
  llvm.cond_br %q, ^bb1, ^bb5
^bb5:
  llvm.return
}

// What is common is the index of one of them where that is there before the conditions, and is not poison where another is not.
// CHECK-LABEL: llvm.func @there(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[R:.*]]: i32,
// CHECK: %[[J:.*]] = llvm.add %[[R]], %[[I]] : i32
// CHECK: llvm.store %[[J]]
// CHECK: %[[W:.*]] = llvm.sext %[[J]] : i32 to i64
// CHECK: llvm.getelementptr %[[M]][%[[W]]] : (!llvm.ptr, i64)
llvm.func @there(%m: !llvm.ptr, %i: i32, %r: i32, %x: f32, %p: i1, %q: i1, %o: !llvm.ptr) {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %j = llvm.add %r, %i : i32
  %k = llvm.add %i, %c64 : i32
  %l = llvm.add %k, %r : i32
  llvm.store %j, %o : i32, !llvm.ptr
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = llvm.getelementptr inbounds|nuw %m[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %a : f32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.cond_br %q, ^bb3, ^bb4
^bb3:
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^bb4
^bb4:
  llvm.return
}

// CHECK-LABEL: llvm.func @not_there(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[R:.*]]: i32,
// CHECK: %[[J:.*]] = llvm.add %[[R]], %[[I]] overflow<nsw> : i32
// CHECK: llvm.store %[[J]]
// CHECK: %[[K:.*]] = llvm.add %[[I]], %[[R]] : i32
// CHECK: %[[W:.*]] = llvm.sext %[[K]] : i32 to i64
// CHECK: llvm.getelementptr %[[M]][%[[W]]] : (!llvm.ptr, i64)
llvm.func @not_there(%m: !llvm.ptr, %i: i32, %r: i32, %x: f32, %p: i1, %q: i1, %o: !llvm.ptr) {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %j = llvm.add %r, %i overflow<nsw> : i32
  %k = llvm.add %i, %c64 : i32
  %l = llvm.add %k, %r : i32
  llvm.store %j, %o : i32, !llvm.ptr
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = llvm.getelementptr inbounds|nuw %m[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %a : f32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.cond_br %q, ^bb3, ^bb4
^bb3:
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^bb4
^bb4:
  llvm.return
}

// In the block of one of the conditions it is not there for the other.
// CHECK-LABEL: llvm.func @below(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[R:.*]]: i32,
// CHECK: %[[K:.*]] = llvm.add %[[I]], %[[R]] : i32
// CHECK: %[[W:.*]] = llvm.sext %[[K]] : i32 to i64
// CHECK: llvm.getelementptr %[[M]][%[[W]]] : (!llvm.ptr, i64)
// CHECK: llvm.cond_br
llvm.func @below(%m: !llvm.ptr, %i: i32, %r: i32, %x: f32, %p: i1, %q: i1) {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %k = llvm.add %i, %c64 : i32
  %l = llvm.add %k, %r : i32
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = llvm.getelementptr inbounds|nuw %m[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %a : f32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.cond_br %q, ^bb3, ^bb4
^bb3:
  %j = llvm.add %r, %i : i32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^bb4
^bb4:
  llvm.return
}

// A term that an index leaves out may be poison where the others are not: the sum is written anew.
// CHECK-LABEL: llvm.func @left_out(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[N:.*]]: i64,
// CHECK: llvm.getelementptr %[[M]][%[[N]]] : (!llvm.ptr, i64)
llvm.func @left_out(%m: !llvm.ptr, %n: i64, %u: i32, %x: f32, %p: i1, %q: i1) {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c1l = llvm.mlir.constant(1 : i64) : i64
  %v = llvm.add %u, %c1 overflow<nsw> : i32
  %w = llvm.sext %v : i32 to i64
  %i = llvm.add %n, %w : i64
  %j = llvm.sub %i, %w : i64
  %k = llvm.add %n, %c1l : i64
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = llvm.getelementptr %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %a : f32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.cond_br %q, ^bb3, ^bb4
^bb3:
  %b = llvm.getelementptr %m[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^bb4
^bb4:
  llvm.return
}
