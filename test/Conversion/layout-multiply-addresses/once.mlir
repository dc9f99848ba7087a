// A sum of products of 64 bits is scaled to bytes once, and its products take what is added.
//
// RUN: layout-opt %s --layout-multiply-addresses --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-multiply-addresses --layout-multiply-addresses --split-input-file | FileCheck %s

// The constant is left to the access, and eight times a block's number is a number of 32 bits.
// CHECK-LABEL: llvm.func @view(
// CHECK-DAG: %[[Y:.*]] = nvvm.read.ptx.sreg.ctaid.y
// CHECK-DAG: %[[T:.*]] = llvm.zext %{{.*}} : i32 to i64
// CHECK: %[[A:.*]] = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %arg2, %arg3, %[[T]] :
// CHECK: %[[N:.*]] = llvm.mul %[[Y]], %{{.*}} : i32
// CHECK: %[[W:.*]] = llvm.inline_asm "cvt.u64.u32 $0, $1;", "=l,r" %[[N]] :
// CHECK: %[[B:.*]] = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %[[W]], %arg4, %[[A]] :
// CHECK: %[[S:.*]] = llvm.inline_asm "shl.b64 $0, $1, 1;", "=l,l" %[[B]] :
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[S]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[P]][24] : (!llvm.ptr) -> !llvm.ptr, f16
// CHECK: llvm.load %[[Q]]
llvm.func @view(%m: !llvm.ptr, %t: i32, %x: i64, %s: i64, %r: i64) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %b = nvvm.read.ptx.sreg.ctaid.y : i32
  %y = llvm.sext %b : i32 to i64
  %w = llvm.zext %t : i32 to i64
  %p0 = llvm.mul %x, %s : i64
  %p1 = llvm.mul %y, %r : i64
  %p8 = llvm.mul %p1, %c8 : i64
  %a = llvm.add %p0, %p8 : i64
  %c = llvm.add %a, %w : i64
  %i = llvm.add %c, %c24 : i64
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> vector<8xf16>
  llvm.return
}

// -----

// A product is enough where it is added to a number of 64 bits, which a product of others is that is there anyway.
// CHECK-LABEL: llvm.func @rest(
// CHECK: %[[R:.*]] = llvm.mul %arg1, %arg2 : i64
// CHECK: %[[A:.*]] = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %arg3, %arg2, %[[R]] :
// CHECK: llvm.inline_asm "shl.b64 $0, $1, 2;", "=l,l" %[[A]] :
// CHECK: llvm.load
// CHECK-NOT: inline_asm
// CHECK: llvm.return
llvm.func @rest(%m: !llvm.ptr, %x: i64, %s: i64, %y: i64) attributes {nvvm.kernel} {
  %r = llvm.mul %x, %s : i64
  %p0 = llvm.mul %y, %s : i64
  %i = llvm.add %p0, %r : i64
  %p = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %p : !llvm.ptr -> f32
  %q = llvm.getelementptr %m[%r] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %r, %q : i64, !llvm.ptr
  llvm.return
}

// -----

// A product of a number with a sign and a natural one is one instruction, and added as it is.
// CHECK-LABEL: llvm.func @short(
// CHECK: %[[W:.*]] = llvm.inline_asm "mul.wide.s32 $0, $1, $2;", "=l,r,r" %arg1, %{{.*}} :
// CHECK: %[[A:.*]] = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %arg2, %arg3, %[[W]] :
// CHECK: %[[B:.*]] = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %arg4, %arg4, %[[A]] :
// CHECK: llvm.inline_asm "shl.b64 $0, $1, 3;", "=l,l" %[[B]] :
llvm.func @short(%m: !llvm.ptr, %s: i32, %x: i64, %y: i64, %z: i64) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %n = llvm.zext %t : i32 to i64
  %w = llvm.sext %s : i32 to i64
  %p0 = llvm.mul %n, %w : i64
  %p1 = llvm.mul %x, %y : i64
  %p2 = llvm.mul %z, %z : i64
  %p3 = llvm.mul %x, %z : i64
  %a = llvm.add %p0, %p1 : i64
  %i = llvm.add %a, %p2 : i64
  %p = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %p3, %p : i64, !llvm.ptr
  llvm.return
}

// -----

// Bits of a number of 64 bits by a constant are a term as others are.
// CHECK-LABEL: llvm.func @bits(
// CHECK: %[[F:.*]] = llvm.and %arg5
// CHECK: %[[B:.*]] = llvm.mul %[[F]], %{{.*}} : i64
// CHECK: %[[R:.*]] = llvm.add %[[B]], %arg5 : i64
// CHECK-NEXT: %[[A:.*]] = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %{{.*}}, %{{.*}}, %[[R]] :
// CHECK: %[[C:.*]] = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %{{.*}}, %{{.*}}, %[[A]] :
// CHECK: llvm.inline_asm "shl.b64 $0, $1, 2;", "=l,l" %[[C]] :
llvm.func @bits(%m: !llvm.ptr, %a: i64, %b: i64, %c: i64, %d: i64, %t: i64) attributes {nvvm.kernel} {
  %c3 = llvm.mlir.constant(3 : i64) : i64
  %c255 = llvm.mlir.constant(255 : i64) : i64
  %p0 = llvm.mul %a, %b : i64
  %p1 = llvm.mul %c, %d : i64
  %few = llvm.and %t, %c255 : i64
  %p2 = llvm.mul %few, %c3 : i64
  %s0 = llvm.add %p0, %p1 : i64
  %s1 = llvm.add %s0, %p2 : i64
  %i = llvm.add %s1, %t : i64
  %p = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %p : !llvm.ptr -> f32
  llvm.return
}

// -----

// What several products are by is multiplied once, which LLVM sees; one product; bytes; elements of three; what others read;
// accesses that may become one; in loops; in shared memory.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: inline_asm
// CHECK: llvm.return
llvm.func @others(%m: !llvm.ptr, %sh: !llvm.ptr<3>, %x: i64, %y: i64, %z: i64, %c: i1) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %xx = llvm.mul %x, %z : i64
  %yy = llvm.mul %y, %z : i64
  %common = llvm.add %xx, %yy : i64
  %p0 = llvm.getelementptr %m[%common] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v0 = llvm.load %p0 : !llvm.ptr -> f32
  %one = llvm.mul %x, %y : i64
  %p1 = llvm.getelementptr %m[%one] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v1 = llvm.load %p1 : !llvm.ptr -> f32
  %a2 = llvm.mul %x, %x : i64
  %b2 = llvm.mul %y, %z : i64
  %bytes = llvm.add %a2, %b2 : i64
  %p2 = llvm.getelementptr %m[%bytes] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %v2 = llvm.load %p2 : !llvm.ptr -> i8
  %a3 = llvm.mul %x, %x : i64
  %b3 = llvm.mul %y, %z : i64
  %three = llvm.add %a3, %b3 : i64
  %p3 = llvm.getelementptr %m[%three] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<3 x i8>
  %v3 = llvm.load %p3 : !llvm.ptr -> i8
  %a4 = llvm.mul %x, %x : i64
  %b4 = llvm.mul %y, %z : i64
  %read = llvm.add %a4, %b4 : i64
  llvm.store %read, %m : i64, !llvm.ptr
  %p4 = llvm.getelementptr %m[%read] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v4 = llvm.load %p4 : !llvm.ptr -> f32
  %a5 = llvm.mul %x, %x : i64
  %b5 = llvm.mul %y, %z : i64
  %narrow = llvm.add %a5, %b5 : i64
  %p5 = llvm.getelementptr %m[%narrow] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v5 = llvm.load %p5 : !llvm.ptr -> f32
  %p6 = llvm.getelementptr %p5[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %v6 = llvm.load %p6 : !llvm.ptr -> f32
  %a7 = llvm.mul %x, %x : i64
  %b7 = llvm.mul %y, %z : i64
  %shared = llvm.add %a7, %b7 : i64
  %p7 = llvm.getelementptr %sh[%shared] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  %v7 = llvm.load %p7 : !llvm.ptr<3> -> f32
  llvm.br ^loop
^loop:
  %a8 = llvm.mul %x, %x : i64
  %b8 = llvm.mul %y, %z : i64
  %again = llvm.add %a8, %b8 : i64
  %p8 = llvm.getelementptr %m[%again] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v8 = llvm.load %p8 : !llvm.ptr -> f32
  llvm.cond_br %c, ^loop, ^end
^end:
  llvm.return
}
