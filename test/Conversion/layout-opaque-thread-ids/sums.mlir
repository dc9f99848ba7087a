// Kernels read the numbers of their threads such that LLVM does not know their range, but where it makes fewer
// instructions of it.
//
// RUN: layout-opt %s --layout-opaque-thread-ids --canonicalize | FileCheck %s

// A sum is computed of the hidden number, what is masked of an exclusive-or of the other one.
// CHECK-LABEL: llvm.func @both(
// CHECK-DAG: %[[O:.*]] = llvm.inline_asm "mov.u32 $0, %tid.x;", "=r" : () -> i32
// CHECK-DAG: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK-DAG: %[[A:.*]] = llvm.mul %[[T]], %{{.*}} : i32
// CHECK-DAG: %[[B:.*]] = llvm.mul %[[O]], %{{.*}} : i32
// CHECK-DAG: %[[M:.*]] = llvm.and %[[A]], %{{.*}} : i32
// CHECK: %[[X:.*]] = llvm.xor %[[M]], %[[A]] : i32
// CHECK: llvm.store %[[X]]
// CHECK: %[[S:.*]] = llvm.add %[[B]], %arg1 : i32
// CHECK: llvm.store %[[S]]
llvm.func @both(%m: !llvm.ptr, %i: i32) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
  %a = llvm.mul %t, %c8 : i32
  %b = llvm.and %a, %c24 : i32
  %x = llvm.xor %b, %a : i32
  llvm.store %x, %m : i32, !llvm.ptr
  %s = llvm.add %a, %i : i32
  llvm.store %s, %m : i32, !llvm.ptr
  llvm.return
}

// What is cut to its own bits again is hidden; a sum of 64 bits is not.
// CHECK-LABEL: llvm.func @wide(
// CHECK-DAG: %[[O:.*]] = llvm.inline_asm "mov.u32 $0, %tid.y;"
// CHECK-DAG: %[[T:.*]] = nvvm.read.ptx.sreg.tid.y
// CHECK: %[[W:.*]] = llvm.sext %[[T]]
// CHECK: llvm.add %[[W]], %arg1 : i64
// CHECK: llvm.add %[[O]], %arg2 : i32
llvm.func @wide(%m: !llvm.ptr, %i: i64, %j: i32) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.y range <i32, 0, 2> : i32
  %w = llvm.sext %t : i32 to i64
  %s = llvm.add %w, %i : i64
  llvm.store %s, %m : i64, !llvm.ptr
  %n = llvm.trunc %w : i64 to i32
  %r = llvm.add %n, %j : i32
  llvm.store %r, %m : i32, !llvm.ptr
  llvm.return
}

// A quotient of a number with a known bound by a constant, and what is left of that number.
// CHECK-LABEL: llvm.func @divided(
// CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[A:.*]] = llvm.mul %[[T]]
// CHECK: llvm.udiv %[[A]]
// CHECK: llvm.sub %[[A]]
llvm.func @divided(%m: !llvm.ptr) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c1000 = llvm.mlir.constant(1000 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
  %a = llvm.mul %t, %c1000 : i32
  %q = llvm.udiv %a, %c7 : i32
  %p = llvm.mul %q, %c7 : i32
  %r = llvm.sub %a, %p : i32
  llvm.store %r, %m : i32, !llvm.ptr
  llvm.return
}

// Beside a loop nothing is hidden, nor in a function that is no kernel.
// CHECK-LABEL: llvm.func @loop(
// CHECK-NOT: inline_asm
llvm.func @loop(%m: !llvm.ptr, %i: i32, %c: i1) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
  %s = llvm.add %t, %i : i32
  llvm.br ^bb1
^bb1:
  llvm.store volatile %s, %m : i32, !llvm.ptr
  llvm.cond_br %c, ^bb1, ^bb2
^bb2:
  llvm.return
}
// CHECK-LABEL: llvm.func @function(
// CHECK-NOT: inline_asm
llvm.func @function() -> i32 {
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
  llvm.return %t : i32
}

// A comparison with a constant is one of the number whose range LLVM knows: it may always hold.
// CHECK-LABEL: llvm.func @compared(
// CHECK-DAG: %[[O:.*]] = llvm.inline_asm "mov.u32 $0, %tid.x;"
// CHECK-DAG: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: llvm.icmp "ult" %[[T]], %{{.*}} : i32
// CHECK: llvm.icmp "ult" %[[O]], %arg1 : i32
llvm.func @compared(%m: !llvm.ptr, %n: i32) attributes {nvvm.kernel} {
  %c33 = llvm.mlir.constant(33 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %a = llvm.icmp "ult" %t, %c33 : i32
  %b = llvm.icmp "ult" %t, %n : i32
  llvm.store %a, %m : i1, !llvm.ptr
  llvm.store %b, %m : i1, !llvm.ptr
  llvm.return
}

// A sum of 64 bits that a product takes has no high half of its own, unless a constant is added to it that carries: one that
// has no bit in common with it is written so.
// CHECK-LABEL: llvm.func @taken(
// CHECK-DAG: %[[O:.*]] = llvm.inline_asm "mov.u32 $0, %tid.x;"
// CHECK-DAG: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[TS:.*]] = llvm.lshr %[[T]]
// CHECK: %[[TW:.*]] = llvm.zext %[[TS]]
// CHECK: %[[B:.*]] = llvm.add %{{.*}}, %[[TW]] : i64
// CHECK: llvm.add %[[B]], %{{.*}} : i64
// CHECK: %[[OS:.*]] = llvm.lshr %[[O]]
// CHECK: %[[OW:.*]] = llvm.zext %[[OS]]
// CHECK: %[[C:.*]] = llvm.add %{{.*}}, %[[OW]] : i64
// CHECK: %[[D:.*]] = llvm.or disjoint %[[C]], %{{.*}} : i64
// CHECK: llvm.store %[[D]]
// CHECK: %[[TR:.*]] = llvm.lshr %[[T]]
// CHECK: %[[TX:.*]] = llvm.zext %[[TR]]
// CHECK: llvm.add %arg1, %[[TX]] : i64
llvm.func @taken(%m: !llvm.ptr, %x: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
  %b = nvvm.read.ptx.sreg.ctaid.x : i32
  %n = llvm.sext %b : i32 to i64
  %p = llvm.mul %n, %c64 : i64
  %s0 = llvm.lshr %t, %c3 : i32
  %w0 = llvm.zext %s0 : i32 to i64
  %carries = llvm.add %p, %w0 : i64
  %far = llvm.add %carries, %c8 : i64
  llvm.store %far, %m : i64, !llvm.ptr
  %s1 = llvm.lshr %t, %c3 : i32
  %w1 = llvm.zext %s1 : i32 to i64
  %apart = llvm.add %p, %w1 : i64
  %next = llvm.add %apart, %c32 : i64
  llvm.store %next, %m : i64, !llvm.ptr
  %s2 = llvm.lshr %t, %c3 : i32
  %w2 = llvm.zext %s2 : i32 to i64
  %sum = llvm.add %x, %w2 : i64
  llvm.store %sum, %m : i64, !llvm.ptr
  llvm.return
}

// What may carry: the lowest bit that a product may have, the highest of a bounded number, what two sums carry, and the sign of
// a number of 32 bits.
// CHECK-LABEL: llvm.func @carries(
// CHECK-NOT: disjoint
// CHECK: llvm.return
llvm.func @carries(%m: !llvm.ptr, %x: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c16 = llvm.mlir.constant(16 : i64) : i64
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %c2p32 = llvm.mlir.constant(4294967296 : i64) : i64
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
  %n = llvm.zext %x : i32 to i64
  %p = llvm.mul %n, %c64 : i64
  %product = llvm.add %p, %c64 : i64
  llvm.store %product, %m : i64, !llvm.ptr
  %s = llvm.lshr %t, %c3 : i32
  %w = llvm.zext %s : i32 to i64
  %bounded = llvm.add %w, %c16 : i64
  llvm.store %bounded, %m : i64, !llvm.ptr
  %a = llvm.and %t, %c7 : i32
  %b = llvm.and %x, %c7 : i32
  %aw = llvm.zext %a : i32 to i64
  %bw = llvm.zext %b : i32 to i64
  %ab = llvm.add %aw, %bw : i64
  %sums = llvm.add %ab, %c8 : i64
  llvm.store %sums, %m : i64, !llvm.ptr
  %y = llvm.lshr %x, %c0 : i32
  %yw = llvm.sext %y : i32 to i64
  %sign = llvm.add %yw, %c2p32 : i64
  llvm.store %sign, %m : i64, !llvm.ptr
  llvm.return
}

// A quotient by a product and a shift is one number, whatever is computed of it: where LLVM knew its range it would have as many bits.
// CHECK-LABEL: llvm.func @quotient(
// CHECK: %[[T:.*]] = llvm.inline_asm {{.*}}"mov.u32 $0, %tid.x;"
// CHECK: %[[P:.*]] = llvm.mul %[[T]], %{{.*}} : i32
// CHECK: %[[Q:.*]] = llvm.lshr %[[P]], %{{.*}} : i32
// CHECK-NOT: llvm.lshr
// CHECK: llvm.zext
// CHECK: llvm.icmp
// CHECK: llvm.mul %[[Q]], %{{.*}} : i32
// CHECK: llvm.sub %[[T]], %{{.*}} : i32
// CHECK-NOT: llvm.lshr
llvm.func @quotient(%m: !llvm.ptr, %n: i64, %x: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 192, 1, 1>} {
  %c171 = llvm.mlir.constant(171 : i32) : i32
  %c12 = llvm.mlir.constant(12 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 192> : i32
  %p = llvm.mul %t, %c171 : i32
  %q = llvm.lshr %p, %c12 : i32
  %i = llvm.add %q, %x : i32
  %w = llvm.zext %i : i32 to i64
  %c = llvm.icmp "slt" %w, %n : i64
  llvm.store %c, %m : i1, !llvm.ptr
  %o = llvm.mul %q, %c24 : i32
  %r = llvm.sub %t, %o : i32
  llvm.store %r, %m : i32, !llvm.ptr
  llvm.return
}
