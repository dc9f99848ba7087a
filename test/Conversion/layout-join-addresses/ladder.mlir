// Addresses of 64 bits under conditions of their own count from each other where they are multiples of a number apart, and
// from what they have in common otherwise.
//
// RUN: layout-opt %s --layout-join-addresses --canonicalize --cse --split-input-file | FileCheck %s

// Rows: each pointer is the stride on from the one before it, where the addresses behind it begin; a constant is added by
// the access.
// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i64, %[[S:.*]]: i64,
// CHECK: %[[C32:.*]] = llvm.mlir.constant(32 : i64)
// CHECK: %[[P0:.*]] = llvm.getelementptr %[[M]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK: llvm.cond_br
// CHECK: llvm.store %{{.*}}, %[[P0]]
// CHECK: %[[S1:.*]] = llvm.mul %[[S]], %[[C32]] : i64
// CHECK: %[[P1:.*]] = llvm.getelementptr %[[P0]][%[[S1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.cond_br
// CHECK: llvm.store %{{.*}}, %[[P1]]
// CHECK: llvm.cond_br
// CHECK: %[[P2:.*]] = llvm.getelementptr %[[P1]][%[[S1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[Q2:.*]] = llvm.getelementptr %[[P2]][8] : (!llvm.ptr) -> !llvm.ptr, f16
// CHECK: llvm.store %{{.*}}, %[[Q2]]
llvm.func @rows(%m: !llvm.ptr, %i: i64, %s: i64, %x: f16, %p: i1, %q: i1, %r: i1) {
  %c4 = llvm.mlir.constant(4 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %s16 = llvm.shl %s, %c4 : i64
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.store %x, %a : f16, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.cond_br %q, ^bb3, ^bb4
^bb3:
  %j = llvm.add %i, %s16 overflow<nsw> : i64
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.store %x, %b : f16, !llvm.ptr
  llvm.br ^bb4
^bb4:
  llvm.cond_br %r, ^bb5, ^bb6
^bb5:
  %s32 = llvm.mul %s, %c32 : i64
  %k = llvm.add %s32, %i overflow<nsw> : i64
  %l = llvm.add %k, %c8 overflow<nsw> : i64
  %c = llvm.getelementptr inbounds|nuw %m[%l] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.store %x, %c : f16, !llvm.ptr
  llvm.br ^bb6
^bb6:
  llvm.return
}

// -----

// The number that they are multiples of is known behind the first one only, and so is the second pointer.
// CHECK-LABEL: llvm.func @later(
// CHECK: %[[P0:.*]] = llvm.getelementptr %arg0[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[S:.*]] = llvm.load %[[P0]] : !llvm.ptr -> i64
// CHECK: %[[B:.*]] = llvm.mul %[[S]]
// CHECK: %[[P1:.*]] = llvm.getelementptr %[[P0]][%[[B]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.cond_br
// CHECK: llvm.store %{{.*}}, %[[P1]]
// CHECK: %[[P2:.*]] = llvm.getelementptr %[[P1]][%[[B]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.store %{{.*}}, %[[P2]]
llvm.func @later(%m: !llvm.ptr, %i: i64, %j: i64, %p: i1) {
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %ij = llvm.add %i, %j : i64
  %a = llvm.getelementptr %m[%ij] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %s = llvm.load %a : !llvm.ptr -> i64
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %k = llvm.add %ij, %s : i64
  %b = llvm.getelementptr %m[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %s, %b : i64, !llvm.ptr
  llvm.br ^bb2
^bb2:
  %t = llvm.mul %s, %c2 : i64
  %l = llvm.add %t, %ij : i64
  %c = llvm.getelementptr %m[%l] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %s, %c : i64, !llvm.ptr
  llvm.return
}

// -----

// Steps that are no one number: these have the column in common only.
// CHECK-LABEL: llvm.func @uneven(
// CHECK: %[[P0:.*]] = llvm.getelementptr %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NOT: -> !llvm.ptr, i8
// CHECK: %[[S:.*]] = llvm.mul %arg2
// CHECK: llvm.getelementptr %[[P0]][%[[S]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[T:.*]] = llvm.mul %arg2
// CHECK: llvm.getelementptr %[[P0]][%[[T]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.return
llvm.func @uneven(%m: !llvm.ptr, %i: i64, %s: i64, %x: f32, %p: i1) {
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %c6 = llvm.mlir.constant(6 : i64) : i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %a : f32, !llvm.ptr
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %s2 = llvm.mul %s, %c2 : i64
  %j = llvm.add %i, %s2 : i64
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  %s6 = llvm.mul %s, %c6 : i64
  %k = llvm.add %i, %s6 : i64
  %c = llvm.getelementptr %m[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %c : f32, !llvm.ptr
  llvm.return
}

// -----

// So do two rows.
// CHECK-LABEL: llvm.func @two_rows(
// CHECK: %[[P0:.*]] = llvm.getelementptr %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.getelementptr %[[P0]][%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NOT: -> !llvm.ptr, i8
// CHECK: llvm.return
llvm.func @two_rows(%m: !llvm.ptr, %i: i64, %s: i64, %x: f32, %p: i1) {
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %a : f32, !llvm.ptr
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %j = llvm.add %i, %s : i64
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.return
}

// -----

// Rows that a table names have the column in common, which is known before the conditions.
// CHECK-LABEL: llvm.func @table(
// CHECK: %[[R:.*]] = llvm.getelementptr %arg0[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK-NEXT: llvm.cond_br
// CHECK: %[[A:.*]] = llvm.mul
// CHECK: llvm.getelementptr %[[R]][%[[A]]] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK: %[[B:.*]] = llvm.mul
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[R]][%[[B]]] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK: %[[L:.*]] = llvm.getelementptr %[[Q]][24] : (!llvm.ptr) -> !llvm.ptr, f16
// CHECK: llvm.store %{{.*}}, %[[L]]
llvm.func @table(%m: !llvm.ptr, %t: !llvm.ptr, %i: i64, %s: i64, %x: f16, %p: i1, %q: i1) {
  %c24 = llvm.mlir.constant(24 : i64) : i64
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %r = llvm.load %t : !llvm.ptr -> i64
  %a = llvm.mul %r, %s : i64
  %j = llvm.add %a, %i : i64
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.store %x, %b : f16, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.cond_br %q, ^bb3, ^bb4
^bb3:
  %u = llvm.load %t : !llvm.ptr -> i64
  %c = llvm.mul %u, %s : i64
  %d = llvm.add %i, %c : i64
  %k = llvm.add %d, %c24 : i64
  %e = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.store %x, %e : f16, !llvm.ptr
  llvm.br ^bb4
^bb4:
  llvm.return
}

// -----

// What nobody looks at may be any address; of 32 bits a sum may have wrapped; in loops LLVM makes pointers that go on; other
// elements.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: llvm.getelementptr %{{[0-9]}}
// CHECK: llvm.return
llvm.func @others(%m: !llvm.ptr, %i: i64, %s: i64, %n: i32, %o: i32, %x: f32, %p: i1) {
  llvm.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %a32 = llvm.getelementptr inbounds|nuw %m[%n] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %a32 : f32, !llvm.ptr
  %is = llvm.add %i, %s : i64
  %a8 = llvm.getelementptr %m[%is] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %x, %a8 : f32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  %no = llvm.add %n, %o : i32
  %b32 = llvm.getelementptr inbounds|nuw %m[%no] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %b32 : f32, !llvm.ptr
  %j = llvm.add %i, %s : i64
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %x, %b : f32, !llvm.ptr
  llvm.br ^loop
^loop:
  %t = llvm.load %m : !llvm.ptr -> i64
  %ti = llvm.add %t, %s : i64
  %c = llvm.getelementptr %m[%ti] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %x, %c : f32, !llvm.ptr
  llvm.cond_br %p, ^more, ^end
^more:
  %u = llvm.load %m : !llvm.ptr -> i64
  %ui = llvm.add %u, %s : i64
  %d = llvm.getelementptr %m[%ui] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %x, %d : f32, !llvm.ptr
  llvm.br ^loop
^end:
  llvm.return
}
