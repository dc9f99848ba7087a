// What is compared is computed in 32 bits where it is natural and has no more.
//
// RUN: layout-opt %s --layout-shorten-comparisons --canonicalize --cse | FileCheck %s

// Rows of a block that are bounded by a number of 64 bits: what both are computed of is computed once.
// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[N:.*]]: i64
// CHECK-DAG: %[[C8:.*]] = llvm.mlir.constant(8 : i32)
// CHECK-DAG: %[[C16:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[B:.*]] = nvvm.read.ptx.sreg.ctaid.y
// CHECK: %[[P:.*]] = llvm.mul %[[B]], %[[C16]] : i32
// CHECK: %[[R:.*]] = llvm.add %[[P]], %[[T]] : i32
// CHECK: %[[W:.*]] = llvm.zext %[[R]] : i32 to i64
// CHECK: llvm.icmp "slt" %[[W]], %[[N]] : i64
// CHECK: %[[S:.*]] = llvm.add %[[R]], %[[C8]] : i32
// CHECK: %[[V:.*]] = llvm.zext %[[S]] : i32 to i64
// CHECK: llvm.icmp "slt" %[[V]], %[[N]] : i64
llvm.func @rows(%m: !llvm.ptr, %n: i64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 16, 1, 1>} {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 16> : i32
  %b = nvvm.read.ptx.sreg.ctaid.y range <i32, 0, 65535> : i32
  %u = llvm.sext %t : i32 to i64
  %v = llvm.sext %b : i32 to i64
  %w = llvm.mul %v, %c16 : i64
  %r = llvm.add %w, %u : i64
  %p = llvm.icmp "slt" %r, %n : i64
  llvm.store %p, %m : i1, !llvm.ptr
  %s = llvm.add %r, %c8 : i64
  %q = llvm.icmp "slt" %s, %n : i64
  llvm.store %q, %m : i1, !llvm.ptr
  llvm.return
}

// What may have more bits, may be negative or is not known; and what is an extension as it is.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: : i32 to i64
// CHECK: llvm.sext
// CHECK-NOT: llvm.zext
// CHECK: llvm.return
llvm.func @others(%m: !llvm.ptr, %n: i64, %x: i64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 16, 1, 1>} {
  %far = llvm.mlir.constant(400000000 : i64) : i64
  %back = llvm.mlir.constant(-1 : i64) : i64
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 16> : i32
  %u = llvm.sext %t : i32 to i64
  %a = llvm.mul %u, %far : i64
  %p = llvm.icmp "slt" %a, %n : i64
  llvm.store %p, %m : i1, !llvm.ptr
  %b = llvm.add %u, %back : i64
  %q = llvm.icmp "slt" %b, %n : i64
  llvm.store %q, %m : i1, !llvm.ptr
  %c = llvm.add %u, %x : i64
  %r = llvm.icmp "slt" %c, %n : i64
  llvm.store %r, %m : i1, !llvm.ptr
  %s = llvm.icmp "slt" %u, %n : i64
  llvm.store %s, %m : i1, !llvm.ptr
  llvm.return
}

// Of a term that is no sum the low bits are behind it.
// CHECK-LABEL: llvm.func @terms(
// CHECK: %[[Q:.*]] = llvm.urem
// CHECK: %[[L:.*]] = llvm.trunc %[[Q]] : i64 to i32
// CHECK: llvm.add %[[L]], %{{.*}} : i32
llvm.func @terms(%m: !llvm.ptr, %n: i64, %x: i64) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c12 = llvm.mlir.constant(12 : i64) : i64
  %q = llvm.urem %x, %c12 : i64
  %r = llvm.add %q, %c8 : i64
  %p = llvm.icmp "slt" %r, %n : i64
  llvm.store %p, %m : i1, !llvm.ptr
  llvm.return
}

// A number of 32 bits that is 2^31 or more as a natural one is negative where it is extended by its sign.
// CHECK-LABEL: llvm.func @signs(
// CHECK-NOT: llvm.zext
// CHECK: llvm.add %{{.*}}, %{{.*}} : i64
// CHECK-NOT: llvm.zext
// CHECK: llvm.return
llvm.func @signs(%m: !llvm.ptr, %n: i64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 16, 1, 1>} {
  %far = llvm.mlir.constant(200000000 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 16> : i32
  %a = llvm.mul %t, %far : i32
  %u = llvm.sext %a : i32 to i64
  %b = llvm.add %u, %c8 : i64
  %p = llvm.icmp "slt" %b, %n : i64
  llvm.store %p, %m : i1, !llvm.ptr
  llvm.return
}
