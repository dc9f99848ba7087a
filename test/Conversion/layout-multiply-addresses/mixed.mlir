// Products of a number with a sign and one without are one instruction, as the sum that they are part of.
//
// RUN: layout-opt %s --layout-multiply-addresses --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-multiply-addresses --layout-multiply-addresses --split-input-file | FileCheck %s

// The bytes of an element go to the natural number.
// CHECK-LABEL: llvm.func @rows(
// CHECK-DAG: %[[Q:.*]] = llvm.getelementptr %arg0[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-DAG: %[[N:.*]] = llvm.shl
// CHECK-DAG: %[[B:.*]] = llvm.mul %[[N]], %{{.*}} : i32
// CHECK-DAG: %[[W:.*]] = llvm.inline_asm "mul.wide.s32 $0, $1, $2;", "=l,r,r" %arg1, %[[B]] : (i32, i32) -> i64
// CHECK: %[[P:.*]] = llvm.getelementptr %[[Q]][%[[W]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[R:.*]] = llvm.getelementptr %[[P]][5] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK: llvm.load %[[R]]
llvm.func @rows(%m: !llvm.ptr, %stride: i32, %rest: i64) attributes {nvvm.kernel} {
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %c6 = llvm.mlir.constant(6 : i32) : i32
  %y = nvvm.read.ptx.sreg.ctaid.y : i32
  %n = llvm.shl %y, %c6 : i32
  %x = llvm.sext %stride : i32 to i64
  %w = llvm.zext %n : i32 to i64
  %m1 = llvm.mul %x, %w overflow<nsw> : i64
  %s = llvm.add %m1, %rest : i64
  %t = llvm.add %s, %c5 : i64
  %p = llvm.getelementptr inbounds|nuw %m[%t] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %p : !llvm.ptr -> f32
  llvm.return
}

// -----

// A negative constant, and what is taken away; a number of 64 bits of which few are left.
// CHECK-LABEL: llvm.func @less(
// CHECK-DAG: %[[C:.*]] = llvm.mlir.constant(-2032 : i32) : i32
// CHECK-DAG: %[[A:.*]] = llvm.and %arg1
// CHECK: llvm.inline_asm "mul.wide.s32 $0, $1, $2;"
// CHECK: llvm.getelementptr %arg0[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK: %[[P:.*]] = llvm.getelementptr {{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.load %[[P]]
// CHECK: llvm.inline_asm "mul.wide.s32 $0, $1, $2;"
// CHECK: llvm.load
llvm.func @less(%m: !llvm.ptr, %slot: i64) attributes {nvvm.kernel} {
  %c15 = llvm.mlir.constant(15 : i64) : i64
  %c1024 = llvm.mlir.constant(1024 : i64) : i64
  %c1016 = llvm.mlir.constant(1016 : i64) : i64
  %c-1 = llvm.mlir.constant(-1 : i64) : i64
  %low = llvm.and %slot, %c15 : i64
  %all = llvm.mul %slot, %c1024 : i64
  %part = llvm.mul %low, %c1016 overflow<nsw, nuw> : i64
  %s = llvm.sub %all, %part : i64
  %p = llvm.getelementptr inbounds|nuw %m[%s] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> f16
  %negative = llvm.mul %low, %c-1 : i64
  %q = llvm.getelementptr %m[%negative] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %w = llvm.load %q : !llvm.ptr -> f16
  llvm.return
}

// -----

// Two products are two.
// CHECK-LABEL: llvm.func @two(
// CHECK: %[[A:.*]] = llvm.inline_asm "mul.wide.s32 $0, $1, $2;"
// CHECK: %[[B:.*]] = llvm.inline_asm "mul.wide.s32 $0, $1, $2;"
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[A]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[P]][%[[B]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.load %[[Q]]
llvm.func @two(%m: !llvm.ptr, %i: i32, %j: i32, %slot: i64) attributes {nvvm.kernel} {
  %c255 = llvm.mlir.constant(255 : i64) : i64
  %low = llvm.urem %slot, %c255 : i64
  %x = llvm.sext %i : i32 to i64
  %y = llvm.sext %j : i32 to i64
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %thread = llvm.zext %t : i32 to i64
  %a = llvm.mul %x, %low : i64
  %b = llvm.mul %thread, %y : i64
  %s = llvm.add %a, %b : i64
  %p = llvm.getelementptr %m[%s] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> f16
  llvm.return
}

// -----

// By a number of 64 bits, too, so many times; the natural number may be extended by its sign. A number that was extended
// in another block is multiplied here.
// CHECK-LABEL: llvm.func @wide(
// CHECK: llvm.cond_br
// CHECK: %[[N:.*]] = llvm.mul %{{.*}}, %{{.*}} : i32
// CHECK: %[[W:.*]] = llvm.inline_asm "cvt.u64.u32 $0, $1;", "=l,r" %[[N]] : (i32) -> i64
// CHECK: %[[A:.*]] = llvm.mul %arg1, %[[W]] : i64
// CHECK: %[[C:.*]] = llvm.mlir.constant(32 : i32) : i32
// CHECK: %[[B:.*]] = llvm.inline_asm "mul.wide.s32 $0, $1, $2;", "=l,r,r" %{{.*}}, %[[C]] : (i32, i32) -> i64
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[A]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[P]][%[[B]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.load %[[Q]]
llvm.func @wide(%m: !llvm.ptr, %s: i64, %c: i1) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %b = nvvm.read.ptx.sreg.ctaid.y : i32
  %y = llvm.sext %b : i32 to i64
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %n = llvm.zext %t : i32 to i64
  llvm.cond_br %c, ^access, ^end
^access:
  %row = llvm.mul %y, %s : i64
  %rows = llvm.mul %row, %c8 : i64
  %lane = llvm.mul %n, %c8 : i64
  %i = llvm.add %lane, %rows : i64
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %p : !llvm.ptr -> vector<4xf32>
  llvm.br ^end
^end:
  llvm.return
}

// -----

// Several products by one number LLVM makes one of; a product that others read is there; by one it is as it was; what has
// more than 31 bits in bytes.
// CHECK-LABEL: llvm.func @left(
// CHECK-NOT: inline_asm
// CHECK: llvm.return
llvm.func @left(%m: !llvm.ptr, %s: i64, %r: i64) attributes {nvvm.kernel} {
  %b = nvvm.read.ptx.sreg.ctaid.y : i32
  %y = llvm.zext %b : i32 to i64
  %d = nvvm.read.ptx.sreg.ctaid.z : i32
  %z = llvm.zext %d : i32 to i64
  %e = nvvm.read.ptx.sreg.ctaid.x : i32
  %x = llvm.zext %e : i32 to i64
  %p0 = llvm.mul %y, %s : i64
  %p1 = llvm.mul %z, %s : i64
  %both = llvm.add %p0, %p1 : i64
  %q0 = llvm.getelementptr %m[%both] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v0 = llvm.load %q0 : !llvm.ptr -> f32
  %p2 = llvm.mul %y, %r : i64
  llvm.store %p2, %m : i64, !llvm.ptr
  %q2 = llvm.getelementptr %m[%p2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v2 = llvm.load %q2 : !llvm.ptr -> f32
  %p3 = llvm.mul %y, %r : i64
  %q3 = llvm.getelementptr %m[%p3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v3 = llvm.load %q3 : !llvm.ptr -> i8
  %p4 = llvm.mul %x, %r : i64
  %q4 = llvm.getelementptr %m[%p4] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v4 = llvm.load %q4 : !llvm.ptr -> f32
  %c65536 = llvm.mlir.constant(65536 : i64) : i64
  %far = llvm.mul %y, %c65536 : i64
  %p5 = llvm.mul %far, %r : i64
  %q5 = llvm.getelementptr %m[%p5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v5 = llvm.load %q5 : !llvm.ptr -> f32
  llvm.return
}

// -----

// What LLVM makes one instruction of; what is not below 2^31, by itself or in bytes; a sum; loops; other memory.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: inline_asm
// CHECK: llvm.return
llvm.func @others(%m: !llvm.ptr, %s: !llvm.ptr<3>, %i: i32, %j: i32, %c: i1) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %c-24 = llvm.mlir.constant(-24 : i64) : i64
  %x = llvm.sext %i : i32 to i64
  %x2 = llvm.sext %j : i32 to i64
  %few = llvm.and %j, %c255 : i32
  %n = llvm.zext %few : i32 to i64
  %half = llvm.lshr %j, %c1 : i32
  %h = llvm.zext %half : i32 to i64
  %z = llvm.zext %j : i32 to i64
  %signed = llvm.mul %x, %x2 : i64
  %p0 = llvm.getelementptr %m[%signed] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v0 = llvm.load %p0 : !llvm.ptr -> f32
  %natural = llvm.mul %n, %c24 : i64
  %p1 = llvm.getelementptr %m[%natural] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v1 = llvm.load %p1 : !llvm.ptr -> f32
  %large = llvm.mul %x, %z : i64
  %p2 = llvm.getelementptr %m[%large] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v2 = llvm.load %p2 : !llvm.ptr -> f32
  %in_bytes = llvm.mul %x, %h : i64
  %p3 = llvm.getelementptr %m[%in_bytes] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v3 = llvm.load %p3 : !llvm.ptr -> f32
  %whole = llvm.shl %half, %c1 : i32
  %all = llvm.zext %whole : i32 to i64
  %far = llvm.mul %all, %c-24 : i64
  %p6 = llvm.getelementptr %m[%far] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v6 = llvm.load %p6 : !llvm.ptr -> i8
  %block = nvvm.read.ptx.sreg.ctaid.x : i32
  %any = llvm.zext %block : i32 to i64
  %blocks = llvm.mul %x, %any : i64
  %p7 = llvm.getelementptr %m[%blocks] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v7 = llvm.load %p7 : !llvm.ptr -> f32
  %mixed = llvm.mul %x, %n : i64
  %p4 = llvm.getelementptr %s[%mixed] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  %v4 = llvm.load %p4 : !llvm.ptr<3> -> f32
  llvm.br ^loop
^loop:
  %negative = llvm.mul %n, %c-24 : i64
  %p5 = llvm.getelementptr %m[%negative] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v5 = llvm.load %p5 : !llvm.ptr -> f32
  llvm.cond_br %c, ^loop, ^end
^end:
  llvm.return
}

// -----

// What LLVM would shift in 32 bits and multiply by the bytes of an element then: low bits, which it would mask behind the shift, a
// thread's number, and a product of 32 bits.
// CHECK-LABEL: llvm.func @shifted(
// CHECK-DAG: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK-DAG: %[[Y:.*]] = nvvm.read.ptx.sreg.ctaid.y
// CHECK-DAG: %[[L:.*]] = llvm.and %[[T]]
// CHECK: %[[C:.*]] = llvm.mlir.constant(16 : i32)
// CHECK: llvm.inline_asm "mul.wide.s32 $0, $1, $2;", "=l,r,r" %[[L]], %[[C]] : (i32, i32) -> i64
// CHECK: llvm.load
// CHECK: %[[D:.*]] = llvm.mlir.constant(64 : i32)
// CHECK: llvm.inline_asm "mul.wide.s32 $0, $1, $2;", "=l,r,r" %[[T]], %[[D]] : (i32, i32) -> i64
// CHECK: llvm.load
// CHECK: %[[E:.*]] = llvm.mlir.constant(24 : i32)
// CHECK: llvm.inline_asm "mul.wide.s32 $0, $1, $2;", "=l,r,r" %[[Y]], %[[E]] : (i32, i32) -> i64
// CHECK: llvm.load
llvm.func @shifted(%m: !llvm.ptr, %rest: i64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c12 = llvm.mlir.constant(12 : i32) : i32
  %c15 = llvm.mlir.constant(15 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.ctaid.y : i32
  %low = llvm.and %t, %c15 : i32
  %wide = llvm.zext %low : i32 to i64
  %a = llvm.mul %wide, %c8 overflow<nsw, nuw> : i64
  %i = llvm.add %a, %rest : i64
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> vector<8xf16>
  %thread = llvm.sext %t : i32 to i64
  %b = llvm.mul %thread, %c32 overflow<nsw, nuw> : i64
  %j = llvm.add %b, %rest : i64
  %q = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %w = llvm.load %q : !llvm.ptr -> vector<8xf16>
  %c = llvm.mul %y, %c12 : i32
  %row = llvm.zext %c : i32 to i64
  %k = llvm.add %row, %rest : i64
  %r = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %x = llvm.load %r : !llvm.ptr -> f16
  llvm.return
}

// -----

// What LLVM finds: a product that has more bits than 32, one by no power of two, and by the bytes of an element alone. And what may wrap, or be no natural number.
// CHECK-LABEL: llvm.func @found(
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
llvm.func @found(%m: !llvm.ptr, %n: i32, %rest: i64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %c131072 = llvm.mlir.constant(131072 : i32) : i32
  %c32768 = llvm.mlir.constant(32768 : i64) : i64
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %x = nvvm.read.ptx.sreg.ctaid.x : i32
  %y = nvvm.read.ptx.sreg.ctaid.y : i32
  %far = llvm.zext %x : i32 to i64
  %a = llvm.mul %far, %c32768 overflow<nsw, nuw> : i64
  %i = llvm.add %a, %rest : i64
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> f16
  %thread = llvm.zext %t : i32 to i64
  %b = llvm.mul %thread, %c24 overflow<nsw, nuw> : i64
  %j = llvm.add %b, %rest : i64
  %q = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %w = llvm.load %q : !llvm.ptr -> f16
  %c = llvm.mul %y, %c131072 : i32
  %wrapped = llvm.zext %c : i32 to i64
  %k = llvm.add %wrapped, %rest : i64
  %r = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %s = llvm.load %r : !llvm.ptr -> f16
  %d = llvm.mul %n, %c8 : i32
  %unknown = llvm.zext %d : i32 to i64
  %l = llvm.add %unknown, %rest : i64
  %u = llvm.getelementptr inbounds|nuw %m[%l] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %z = llvm.load %u : !llvm.ptr -> f16
  %e = llvm.add %thread, %rest : i64
  %near = llvm.getelementptr inbounds|nuw %m[%e] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %last = llvm.load %near : !llvm.ptr -> f16
  llvm.return
}

// -----

// LLVM finds what is extended in another block as little: elements of a thread under a condition.
// CHECK-LABEL: llvm.func @behind(
// CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: llvm.cond_br
// CHECK: %[[C:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: llvm.inline_asm "mul.wide.s32 $0, $1, $2;", "=l,r,r" %[[T]], %[[C]] : (i32, i32) -> i64
// CHECK: llvm.load
llvm.func @behind(%m: !llvm.ptr, %rest: i64, %n: i64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %thread = llvm.sext %t : i32 to i64
  %inside = llvm.icmp "slt" %thread, %n : i64
  llvm.cond_br %inside, ^some, ^none
^some:
  %i = llvm.add %thread, %rest : i64
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %p : !llvm.ptr -> f32
  llvm.br ^none
^none:
  llvm.return
}
