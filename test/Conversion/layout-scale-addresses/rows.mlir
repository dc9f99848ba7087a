// A stride that several addresses have in common is counted in bytes once.
//
// RUN: layout-opt %s --layout-scale-addresses --canonicalize --cse | FileCheck %s

// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[S:.*]]: i64, %[[X:.*]]: i64, %[[Y:.*]]: i64, %[[C:.*]]: i64)
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[B:.*]] = llvm.mul %[[S]], %[[TWO]] : i64
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[M]][%[[C]]] : {{.*}}, f16
// CHECK: %[[XB:.*]] = llvm.mul %[[X]], %[[B]] : i64
// CHECK: llvm.getelementptr %[[Q]][%[[XB]]] : {{.*}}, i8
// CHECK: %[[YB:.*]] = llvm.mul %[[Y]], %[[B]] : i64
// CHECK: %[[P:.*]] = llvm.getelementptr %[[Q]][%[[YB]]] : {{.*}}, i8
// CHECK: llvm.getelementptr %[[P]][5] : {{.*}}, f16
llvm.func @rows(%m: !llvm.ptr, %s: i64, %x: i64, %y: i64, %c: i64) -> f16 {
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %a = llvm.mul %x, %s : i64
  %b = llvm.add %a, %c : i64
  %p = llvm.getelementptr inbounds|nuw %m[%b] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> f16
  %d = llvm.mul %s, %y overflow<nsw> : i64
  %e = llvm.add %d, %c : i64
  %f = llvm.add %e, %c5 : i64
  %q = llvm.getelementptr inbounds|nuw %m[%f] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %w = llvm.load %q : !llvm.ptr -> f16
  %z = llvm.fadd %v, %w : f16
  llvm.return %z : f16
}

// One row gains nothing, nor do bytes, nor a product that is computed anyway.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: i8
// CHECK: llvm.return
llvm.func @others(%m: !llvm.ptr, %s: i64, %x: i64, %y: i64) -> i64 {
  %a = llvm.mul %x, %s : i64
  %p = llvm.getelementptr %m[%a] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %v = llvm.load %p : !llvm.ptr -> i64
  %b = llvm.mul %y, %s : i64
  %q = llvm.getelementptr %m[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %w = llvm.load %q : !llvm.ptr -> i64
  %c = llvm.add %v, %w : i64
  %d = llvm.add %c, %b : i64
  llvm.return %d : i64
}

// Of a sum of products the whole is scaled, once.
// CHECK-LABEL: llvm.func @products(
// CHECK-NOT: i8
// CHECK: llvm.return
llvm.func @products(%m: !llvm.ptr, %s: i64, %x: i64, %y: i64, %z: i64) -> f16 {
  %a = llvm.mul %x, %s : i64
  %b = llvm.mul %y, %z : i64
  %i = llvm.add %a, %b : i64
  %p = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> f16
  %d = llvm.mul %y, %s : i64
  %e = llvm.mul %x, %x : i64
  %j = llvm.add %d, %e : i64
  %q = llvm.getelementptr %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %w = llvm.load %q : !llvm.ptr -> f16
  %r = llvm.fadd %v, %w : f16
  llvm.return %r : f16
}
