// A quotient that is only multiplied by its divisor is not computed: the remainder says what the product is.
//
// RUN: layout-opt %s --layout-multiply-addresses --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-multiply-addresses --layout-multiply-addresses --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-multiply-addresses | FileCheck %s --check-prefix=LEFT

// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[X:.*]]: i32, %[[N:.*]]: i32
// CHECK-NOT: llvm.udiv
// CHECK: %[[R:.*]] = llvm.urem %[[X]], %[[N]] : i32
// CHECK: %[[P:.*]] = llvm.sub %[[X]], %[[R]] : i32
// CHECK-NOT: llvm.mul
// CHECK: llvm.store %[[P]], %[[M]]
// CHECK: llvm.store %[[P]], %[[M]]
llvm.func @rows(%m: !llvm.ptr, %x: i32, %n: i32) attributes {nvvm.kernel} {
  %q = llvm.udiv %x, %n : i32
  %a = llvm.mul %n, %q overflow<nsw, nuw> : i32
  %b = llvm.mul %q, %n : i32
  llvm.store %a, %m : i32, !llvm.ptr
  llvm.store %b, %m : i32, !llvm.ptr
  llvm.return
}

// A quotient that is for nothing or something else, one by another number, its square, one of 64 bits, one by a constant and one that is a shift.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: llvm.urem
// CHECK: llvm.return
// LEFT-LABEL: llvm.func @others(
// LEFT-NOT: llvm.urem
// LEFT: llvm.return
llvm.func @others(%m: !llvm.ptr, %x: i32, %n: i32, %y: i64, %k: i64) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i32) : i32
  %q = llvm.udiv %x, %n : i32
  %a = llvm.mul %q, %n : i32
  llvm.store %a, %m : i32, !llvm.ptr
  llvm.store %q, %m : i32, !llvm.ptr
  %r = llvm.udiv %x, %n : i32
  %b = llvm.mul %r, %x : i32
  llvm.store %b, %m : i32, !llvm.ptr
  %s = llvm.udiv %x, %n : i32
  %c = llvm.mul %s, %s : i32
  llvm.store %c, %m : i32, !llvm.ptr
  %t = llvm.udiv %y, %k : i64
  %d = llvm.mul %t, %k : i64
  llvm.store %d, %m : i64, !llvm.ptr
  %u = llvm.udiv %x, %c24 : i32
  %e = llvm.mul %u, %c24 : i32
  llvm.store %e, %m : i32, !llvm.ptr
  %none = llvm.udiv %x, %n : i32
  %unread = llvm.mul %none, %n : i32
  %two = llvm.shl %c1, %n : i32
  %v = llvm.udiv %x, %two : i32
  %f = llvm.mul %v, %two : i32
  llvm.store %f, %m : i32, !llvm.ptr
  llvm.return
}
