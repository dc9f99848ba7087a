// Numbers of 32 bits are divided by unknown numbers of 64 in 32.
//
// RUN: layout-opt %s --layout-narrow-divisions --canonicalize | FileCheck %s

// The number of a block, by a size, which is the largest number of 32 bits where it has more of them.
// CHECK-LABEL: llvm.func @blocks(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[N:.*]]: i64
// CHECK: %[[D:.*]] = llvm.inline_asm "{ .reg .pred p; .reg .b32 h; mov.b64 {$0, h}, $1; setp.ne.u32 p, h, 0; @p mov.b32 $0, -1; }", "=r,l" %[[N]] : (i64) -> i32
// CHECK: %[[B:.*]] = nvvm.read.ptx.sreg.ctaid.z
// CHECK-NOT: llvm.inline_asm
// CHECK: %[[Q:.*]] = llvm.udiv %[[L:.*]], %[[D]] : i32
// CHECK: llvm.zext %[[Q]] : i32 to i64
// CHECK: %[[R:.*]] = llvm.urem %[[L]], %[[D]] : i32
// CHECK: llvm.zext %[[R]] : i32 to i64
llvm.func @blocks(%m: !llvm.ptr, %n: i64) attributes {nvvm.kernel} {
  %b = nvvm.read.ptx.sreg.ctaid.z : i32
  %x = llvm.sext %b : i32 to i64
  %q = llvm.udiv %x, %n : i64
  llvm.store %q, %m : i64, !llvm.ptr
  %r = llvm.urem %x, %n : i64
  llvm.store %r, %m : i64, !llvm.ptr
  llvm.return
}

// A divisor that has a bound is in its low bits.
// CHECK-LABEL: llvm.func @short(
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.udiv %{{.*}}, %{{.*}} : i32
// A quotient and a remainder are no more than the number.
// CHECK: llvm.urem %{{.*}}, %arg1 : i32
// CHECK: llvm.udiv %{{.*}}, %arg1 : i32
// CHECK: llvm.urem %{{.*}}, %{{.*}} : i32
// CHECK: llvm.udiv %{{.*}}, %{{.*}} : i32
// CHECK: llvm.return
llvm.func @short(%m: !llvm.ptr, %k: i32) attributes {nvvm.kernel} {
  %b = nvvm.read.ptx.sreg.ctaid.z : i32
  %c = nvvm.read.ptx.sreg.ctaid.y : i32
  %x = llvm.zext %b : i32 to i64
  %y = llvm.zext %c : i32 to i64
  %q = llvm.udiv %x, %y : i64
  %low = llvm.trunc %q : i64 to i32
  llvm.store %low, %m : i32, !llvm.ptr
  %rest = llvm.urem %b, %k : i32
  %part = llvm.udiv %rest, %k : i32
  %z = llvm.zext %part : i32 to i64
  %r = llvm.urem %y, %z : i64
  %s = llvm.udiv %z, %y : i64
  %t = llvm.add %r, %s : i64
  %sum = llvm.trunc %t : i64 to i32
  llvm.store %sum, %m : i32, !llvm.ptr
  llvm.return
}

// Unknown numbers, all numbers of 32 bits, and constants; what has 32 bits is left.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: llvm.inline_asm
// CHECK-NOT: llvm.zext
// CHECK: llvm.return
llvm.func @others(%m: !llvm.ptr, %n: i64, %x: i64, %k: i32) attributes {nvvm.kernel} {
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %all = llvm.mlir.constant(4294967295 : i64) : i64
  %b = nvvm.read.ptx.sreg.ctaid.z : i32
  %y = llvm.sext %b : i32 to i64
  %low = llvm.and %x, %all : i64
  %p = llvm.udiv %x, %n : i64
  llvm.store %p, %m : i64, !llvm.ptr
  %q = llvm.udiv %low, %n : i64
  llvm.store %q, %m : i64, !llvm.ptr
  %r = llvm.urem %y, %c24 : i64
  llvm.store %r, %m : i64, !llvm.ptr
  %s = llvm.urem %b, %k : i32
  llvm.store %s, %m : i32, !llvm.ptr
  llvm.return
}

// A constant has the bits of its type, however many it is written with: 200 of i8 is -56, and the remainder has up to 64 bits.
// CHECK-LABEL: llvm.func @short_constant(
// CHECK-NOT: llvm.trunc
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.udiv %{{.*}}, %arg1 : i64
llvm.func @short_constant(%m: !llvm.ptr, %n: i64, %x: i64) attributes {nvvm.kernel} {
  %k = llvm.mlir.constant(200 : i32) : i8
  %s = llvm.sext %k : i8 to i64
  %r = llvm.urem %x, %s : i64
  %q = llvm.udiv %r, %n : i64
  llvm.store %q, %m : i64, !llvm.ptr
  llvm.return
}
