// Divisions by unknown numbers multiply by reciprocals; those by the same number share one, computed where the number is.
//
// RUN: layout-opt %s --layout-share-reciprocals | FileCheck %s

// A quotient whose remainder is computed from it, and a remainder, under a branch.
// CHECK-LABEL: llvm.func @two(
// CHECK-SAME: %[[N:.*]]: i32, %[[K:.*]]: i32, %[[D:.*]]: i32, %[[C:.*]]: i1, %[[P:.*]]: !llvm.ptr
// CHECK: %[[F:.*]] = llvm.uitofp %[[D]]
// CHECK: nvvm.rcp.approx.ftz.f %[[F]]
// CHECK: %[[M:.*]] = llvm.inline_asm {{.*}}@p add.u32
// CHECK: llvm.cond_br
// CHECK-NOT: llvm.ur{{em}}
// CHECK: %[[W:.*]] = llvm.zext %[[M]]
// CHECK: %[[Q:.*]] = llvm.inline_asm "{ .reg .pred p; setp.ge.u32 p, $2, $3; @p add.u32 $0, $0, 1; }", "=&r,0,r,r" %{{.*}}, %[[R:.*]], %[[D]] :
// CHECK: %[[REST:.*]] = llvm.inline_asm "{ .reg .pred p; setp.ge.u32 p, $0, $2; @p sub.u32 $0, $0, $2; }", "=&r,0,r" %[[R]], %[[D]] :
// CHECK: llvm.store %[[Q]]
// CHECK: llvm.store %[[REST]]
// CHECK: llvm.inline_asm {{.*}}@p add.u32
// CHECK: %[[S:.*]] = llvm.inline_asm {{.*}}@p sub.u32
// CHECK: llvm.store %[[S]]
llvm.func @two(%n: i32, %k: i32, %d: i32, %c: i1, %p: !llvm.ptr) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  %q = llvm.udiv %n, %d : i32
  %m = llvm.mul %q, %d : i32
  %r = llvm.sub %n, %m : i32
  llvm.store %q, %p : i32, !llvm.ptr
  llvm.store %r, %p : i32, !llvm.ptr
  %s = llvm.urem %k, %d : i32
  llvm.store %s, %p : i32, !llvm.ptr
  llvm.br ^bb2
^bb2:
  llvm.return
}

// The quotient of a quotient by the same number.
// CHECK-LABEL: llvm.func @again(
// CHECK-COUNT-1: nvvm.rcp.approx.ftz.f
// CHECK: llvm.inline_asm {{.*}}@p add.u32
// CHECK: %[[Q:.*]] = llvm.inline_asm {{.*}}@p add.u32
// CHECK: llvm.zext %[[Q]]
// CHECK: llvm.return
llvm.func @again(%n: i32, %d: i32, %p: !llvm.ptr) attributes {nvvm.kernel} {
  %q = llvm.udiv %n, %d : i32
  %r = llvm.udiv %q, %d : i32
  llvm.store %r, %p : i32, !llvm.ptr
  llvm.return
}

// One in each iteration by a number from before the loop.
// CHECK-LABEL: llvm.func @loop(
// CHECK: nvvm.rcp.approx.ftz.f
// CHECK: ^bb1
// CHECK-NOT: nvvm.rcp
// CHECK: llvm.return
llvm.func @loop(%n: i32, %d: i32, %p: !llvm.ptr) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^bb1(%c0 : i32)
^bb1(%i: i32):
  %q = llvm.udiv %i, %d : i32
  llvm.store %q, %p : i32, !llvm.ptr
  %j = llvm.add %i, %c1 : i32
  %go = llvm.icmp "ult" %j, %n : i32
  llvm.cond_br %go, ^bb1(%j : i32), ^bb2
^bb2:
  llvm.return
}

// One division by itself is corrected twice, and needs no better multiplier.
// CHECK-LABEL: llvm.func @alone(
// CHECK: nvvm.rcp.approx.ftz.f
// CHECK: llvm.sub
// CHECK: llvm.sub
// CHECK-COUNT-2: llvm.inline_asm {{.*}}@p {{add|sub}}.u32
// CHECK: %[[Q:.*]] = llvm.inline_asm {{.*}}@p add.u32
// CHECK: %[[R:.*]] = llvm.inline_asm {{.*}}@p sub.u32
// CHECK-NOT: inline_asm
// CHECK: llvm.store %[[Q]]
// CHECK: llvm.store %[[R]]
llvm.func @alone(%n: i32, %d: i32, %p: !llvm.ptr) attributes {nvvm.kernel} {
  %q = llvm.udiv %n, %d : i32
  %m = llvm.mul %q, %d : i32
  %r = llvm.sub %n, %m : i32
  llvm.store %q, %p : i32, !llvm.ptr
  llvm.store %r, %p : i32, !llvm.ptr
  llvm.return
}

// What is known, or a power of two, is no division; 64 bits, and numbers with their signs, are others; a function may
// run elsewhere.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: nvvm.rcp
llvm.func @others(%n: i32, %k: i32, %d: i32, %s: i32, %w: i64, %v: i64, %p: !llvm.ptr) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %two = llvm.shl %c1, %s : i32
  %c = llvm.udiv %n, %c7 : i32
  %e = llvm.udiv %k, %c7 : i32
  %f = llvm.udiv %n, %two : i32
  %g = llvm.udiv %k, %two : i32
  %h = llvm.sdiv %n, %s : i32
  %i = llvm.sdiv %k, %s : i32
  %x = llvm.udiv %w, %v : i64
  %y = llvm.udiv %v, %v : i64
  llvm.return
}
// CHECK-LABEL: llvm.func @host(
// CHECK-NOT: nvvm.rcp
llvm.func @host(%n: i32, %k: i32, %d: i32, %p: !llvm.ptr) {
  %a = llvm.udiv %n, %d : i32
  %b = llvm.udiv %k, %d : i32
  llvm.return
}
