// The products of an index of 32 bits take what else is added, each after the other.
//
// RUN: layout-opt %s --layout-multiply-addresses --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-multiply-addresses --layout-multiply-addresses --split-input-file | FileCheck %s

// For all addresses of an index; the constant is added last.
// CHECK-LABEL: llvm.func @view(
// CHECK: %[[S:.*]] = llvm.add %arg2, %arg7 : i32
// CHECK: %[[A:.*]] = llvm.inline_asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,r,r" %arg3, %arg4, %[[S]] :
// CHECK: %[[B:.*]] = llvm.inline_asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,r,r" %arg5, %arg6, %[[A]] :
// CHECK: %[[C:.*]] = llvm.mlir.constant(12 : i32)
// CHECK: %[[I:.*]] = llvm.add %[[B]], %[[C]] : i32
// CHECK: llvm.getelementptr inbounds|nuw %arg0[%[[I]]]
// CHECK: llvm.getelementptr inbounds|nuw %arg1[%[[I]]]
llvm.func @view(%m: !llvm.ptr, %n: !llvm.ptr, %t: i32, %x: i32, %s: i32, %y: i32, %r: i32, %u: i32) attributes {nvvm.kernel} {
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %p0 = llvm.mul %x, %s : i32
  %p1 = llvm.mul %y, %r : i32
  %a = llvm.add %p0, %p1 overflow<nsw> : i32
  %b = llvm.add %a, %t overflow<nsw> : i32
  %c = llvm.add %b, %c5 : i32
  %d = llvm.add %c, %u : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %i = llvm.add %d, %c7 : i32
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> f16
  %q = llvm.getelementptr inbounds|nuw %n[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f16
  llvm.store %v, %q : f16, !llvm.ptr
  llvm.return
}

// -----

// By constants, too; a product that others read is there anyway, and is what the others are added to.
// CHECK-LABEL: llvm.func @constants(
// CHECK: %[[R:.*]] = llvm.mul %arg3, %arg2
// CHECK: %[[A:.*]] = llvm.inline_asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,r,r" %arg1, %{{.*}}, %[[R]] :
// CHECK: llvm.inline_asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,r,r" %arg2, %{{.*}}, %[[A]] :
llvm.func @constants(%m: !llvm.ptr, %x: i32, %y: i32, %z: i32) attributes {nvvm.kernel} {
  %c72 = llvm.mlir.constant(72 : i32) : i32
  %c40 = llvm.mlir.constant(-40 : i32) : i32
  %r = llvm.mul %z, %y : i32
  %p0 = llvm.mul %x, %c72 : i32
  %p1 = llvm.mul %y, %c40 : i32
  %a = llvm.add %p0, %p1 : i32
  %i = llvm.add %a, %r : i32
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> f16
  llvm.store %r, %m : i32, !llvm.ptr
  llvm.return
}

// -----

// Constants are added modulo 2^32 as well.
// CHECK-LABEL: llvm.func @wraps(
// CHECK: llvm.inline_asm "mad.lo.s32
// CHECK: %[[A:.*]] = llvm.inline_asm "mad.lo.s32
// CHECK: %[[C:.*]] = llvm.mlir.constant(-2 : i32)
// CHECK: llvm.add %[[A]], %[[C]] : i32
llvm.func @wraps(%m: !llvm.ptr, %x: i32, %y: i32, %z: i32, %u: i32, %t: i32) attributes {nvvm.kernel} {
  %most = llvm.mlir.constant(2147483647 : i32) : i32
  %p0 = llvm.mul %x, %y : i32
  %p1 = llvm.mul %z, %u : i32
  %a = llvm.add %p0, %p1 : i32
  %b = llvm.add %a, %t : i32
  %c = llvm.add %b, %most : i32
  %i = llvm.add %c, %most : i32
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f16
  %v = llvm.load %p : !llvm.ptr -> f16
  llvm.return
}

// -----

// One product, and nothing but products; by one number; a sum that others read; accesses that may become one; in loops.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: inline_asm
// CHECK: llvm.return
llvm.func @others(%m: !llvm.ptr, %x: i32, %y: i32, %z: i32, %u: i32, %c: i1) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.mul %x, %y : i32
  %one = llvm.add %a, %z : i32
  %p0 = llvm.getelementptr inbounds|nuw %m[%one] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %v0 = llvm.load %p0 : !llvm.ptr -> f32
  %a1 = llvm.mul %x, %y : i32
  %b1 = llvm.mul %z, %u : i32
  %products = llvm.add %a1, %b1 : i32
  %p1 = llvm.getelementptr inbounds|nuw %m[%products] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %v1 = llvm.load %p1 : !llvm.ptr -> f32
  %a2 = llvm.mul %x, %y : i32
  %b2 = llvm.mul %u, %y : i32
  %s2 = llvm.add %a2, %b2 : i32
  %common = llvm.add %s2, %z : i32
  %p2 = llvm.getelementptr inbounds|nuw %m[%common] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %v2 = llvm.load %p2 : !llvm.ptr -> f32
  %a3 = llvm.mul %x, %y : i32
  %b3 = llvm.mul %z, %u : i32
  %s3 = llvm.add %a3, %b3 : i32
  llvm.store %s3, %m : i32, !llvm.ptr
  %read = llvm.add %s3, %z : i32
  %p3 = llvm.getelementptr inbounds|nuw %m[%read] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %v3 = llvm.load %p3 : !llvm.ptr -> f32
  %a4 = llvm.mul %x, %y : i32
  %b4 = llvm.mul %z, %u : i32
  %s4 = llvm.add %a4, %b4 : i32
  %narrow = llvm.add %s4, %z : i32
  %p4 = llvm.getelementptr inbounds|nuw %m[%narrow] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %v4 = llvm.load %p4 : !llvm.ptr -> f32
  %q4 = llvm.getelementptr %p4[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %w4 = llvm.load %q4 : !llvm.ptr -> f32
  llvm.br ^loop
^loop:
  %a5 = llvm.mul %x, %y : i32
  %b5 = llvm.mul %z, %u : i32
  %s5 = llvm.add %a5, %b5 : i32
  %again = llvm.add %s5, %z : i32
  %p5 = llvm.getelementptr inbounds|nuw %m[%again] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %v5 = llvm.load %p5 : !llvm.ptr -> f32
  llvm.cond_br %c, ^loop, ^end
^end:
  llvm.return
}
