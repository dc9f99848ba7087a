// Indices that are sums of products: all of one is a multiple of a smaller one, or each product is added to the address.
//
// RUN: layout-opt %s --layout-multiply-addresses --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-multiply-addresses --layout-multiply-addresses --split-input-file | FileCheck %s

// 8 x + 56 y + 24 elements of two bytes are 16 bytes for each of x + 7 y, in shared memory and in global.
// CHECK-LABEL: llvm.func @smaller(
// CHECK-DAG: %[[C7:.*]] = llvm.mlir.constant(7 : i32)
// CHECK: %[[Y:.*]] = llvm.mul %arg3, %[[C7]] : i32
// CHECK: %[[Z:.*]] = llvm.add %arg2, %[[Y]] : i32
// CHECK: %[[W:.*]] = llvm.inline_asm "mul.wide.u32 $0, $1, 16;", "=l,r" %[[Z]] : (i32) -> i64
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[W]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[P]][24] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f16
// CHECK: llvm.load %[[Q]]
// CHECK: llvm.inline_asm "mul.wide.u32 $0, $1, 32;", "=l,r" %[[Z]] : (i32) -> i64
// CHECK: %[[R:.*]] = llvm.getelementptr %{{.*}}[24] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK: llvm.store %{{.*}}, %[[R]]
llvm.func @smaller(%s: !llvm.ptr<3>, %m: !llvm.ptr, %x: i32, %y: i32) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c56 = llvm.mlir.constant(56 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i32) : i32
  %a = llvm.mul %x, %c8 overflow<nuw> : i32
  %b = llvm.mul %y, %c56 overflow<nuw> : i32
  %c = llvm.add %a, %b overflow<nuw> : i32
  %i = llvm.add %c, %c24 overflow<nuw> : i32
  %p = llvm.getelementptr inbounds|nuw %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  %v = llvm.load %p : !llvm.ptr<3> -> vector<4xf32>
  %q = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : vector<4xf32>, !llvm.ptr
  llvm.return
}

// -----

// What is for accesses in two branches is computed before both: the index is.
// CHECK-LABEL: llvm.func @branches(
// CHECK: %[[Z:.*]] = llvm.add %arg1, %arg2 : i32
// CHECK: llvm.cond_br
// CHECK: llvm.inline_asm "mul.wide.u32 $0, $1, 16;", "=l,r" %[[Z]]
// CHECK: llvm.inline_asm "mul.wide.u32 $0, $1, 16;", "=l,r" %[[Z]]
llvm.func @branches(%s: !llvm.ptr<3>, %x: i32, %y: i32, %c: i1) attributes {nvvm.kernel} {
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %a = llvm.shl %x, %c3 overflow<nuw> : i32
  %b = llvm.shl %y, %c3 overflow<nuw> : i32
  %i = llvm.or disjoint %a, %b : i32
  %j = llvm.zext %i : i32 to i64
  llvm.cond_br %c, ^one, ^other
^one:
  %p = llvm.getelementptr %s[%j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %v = llvm.load %p : !llvm.ptr<3> -> vector<8xf16>
  llvm.br ^other
^other:
  %q = llvm.getelementptr %s[%j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %w = llvm.load %q : !llvm.ptr<3> -> vector<8xf16>
  llvm.return
}

// -----

// In shared memory each product is added; bits that a number's low ones are masked from are a multiple of its high ones.
// CHECK-LABEL: llvm.func @each(
// CHECK: %[[H:.*]] = llvm.lshr %arg3,
// CHECK: %[[A:.*]] = llvm.inline_asm "mul.wide.u32 $0, $1, 144;", "=l,r" %arg2 : (i32) -> i64
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[A]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
// CHECK: %[[B:.*]] = llvm.inline_asm "mul.wide.u32 $0, $1, 32;", "=l,r" %[[H]] : (i32) -> i64
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[P]][%[[B]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
// CHECK: llvm.load %[[Q]]
// CHECK-NOT: mul.wide
llvm.func @each(%s: !llvm.ptr<3>, %m: !llvm.ptr, %x: i32, %y: i32) attributes {nvvm.kernel} {
  %c72 = llvm.mlir.constant(72 : i32) : i32
  %high = llvm.mlir.constant(-16 : i32) : i32
  %a = llvm.mul %x, %c72 overflow<nuw> : i32
  %b = llvm.and %y, %high : i32
  %i = llvm.add %a, %b overflow<nuw> : i32
  %p = llvm.getelementptr inbounds|nuw %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  %v = llvm.load %p : !llvm.ptr<3> -> vector<8xf16>
  %c = llvm.mul %x, %c72 overflow<nuw> : i32
  %d = llvm.and %y, %high : i32
  %j = llvm.add %c, %d overflow<nuw> : i32
  %q = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f16
  llvm.store %v, %q : vector<8xf16>, !llvm.ptr
  llvm.return
}

// -----

// What may wrap, a sum that something else reads, an index that may be negative, a term that is no product, such as a mask of
// some high bits only, accesses that may become one, one in a loop.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: inline_asm
llvm.func @others(%s: !llvm.ptr<3>, %x: i32, %y: i32, %z: i1) -> i32 attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %a = llvm.mul %x, %c8 : i32
  %p = llvm.getelementptr inbounds|nuw %s[%a] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  %0 = llvm.load %p : !llvm.ptr<3> -> vector<8xf16>
  %b = llvm.mul %y, %c8 overflow<nuw> : i32
  %q = llvm.getelementptr inbounds|nuw %s[%b] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  %1 = llvm.load %q : !llvm.ptr<3> -> vector<8xf16>
  %c = llvm.shl %y, %c8 overflow<nuw> : i32
  %r = llvm.getelementptr %s[%c] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  %2 = llvm.load %r : !llvm.ptr<3> -> vector<8xf16>
  %d = llvm.mul %x, %c8 overflow<nuw> : i32
  %e = llvm.add %d, %y overflow<nuw> : i32
  %t = llvm.getelementptr inbounds|nuw %s[%e] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  %3 = llvm.load %t : !llvm.ptr<3> -> vector<8xf16>
  %f = llvm.mul %x, %c8 overflow<nuw> : i32
  %u = llvm.getelementptr inbounds|nuw %s[%f] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  %4 = llvm.load %u : !llvm.ptr<3> -> vector<2xf16>
  %v = llvm.getelementptr %u[2] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f16
  llvm.store %4, %v : vector<2xf16>, !llvm.ptr<3>
  %c240 = llvm.mlir.constant(240 : i32) : i32
  %h = llvm.and %x, %c240 : i32
  %i = llvm.getelementptr inbounds|nuw %s[%h] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  llvm.store %3, %i : vector<8xf16>, !llvm.ptr<3>
  llvm.br ^loop
^loop:
  %g = llvm.mul %x, %c8 overflow<nuw> : i32
  %w = llvm.getelementptr inbounds|nuw %s[%g] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  llvm.store %0, %w : vector<8xf16>, !llvm.ptr<3>
  llvm.cond_br %z, ^loop, ^end
^end:
  llvm.return %b : i32
}

// -----

// Of bytes the same, in shared memory too where all of an index is a multiple; a sum that others read as a product stays.
// CHECK-LABEL: llvm.func @bytes(
// CHECK: llvm.inline_asm "mul.wide.u32 $0, $1, 528;", "=l,r" %arg2
// CHECK: %[[SUM:.*]] = llvm.add %arg2, %arg3
// CHECK-NOT: llvm.add %arg2, %arg3
// CHECK: llvm.inline_asm "mul.wide.u32 $0, $1, 16;", "=l,r" %[[SUM]]
// CHECK: %[[MORE:.*]] = llvm.add %{{.*}}, %[[SUM]]
// CHECK: llvm.inline_asm "mul.wide.u32 $0, $1, 32;", "=l,r" %[[MORE]]
llvm.func @bytes(%s: !llvm.ptr<3>, %m: !llvm.ptr, %x: i32, %y: i32) attributes {nvvm.kernel} {
  %c528 = llvm.mlir.constant(528 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i32) : i32
  %a = llvm.mul %x, %c528 overflow<nuw> : i32
  %p = llvm.getelementptr inbounds|nuw %m[%a] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %v = llvm.load %p : !llvm.ptr -> vector<16xi8>
  %b = llvm.add %x, %y overflow<nuw> : i32
  %d = llvm.mul %b, %c8 overflow<nuw> : i32
  %q = llvm.getelementptr inbounds|nuw %s[%d] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f16
  llvm.store %v, %q : vector<16xi8>, !llvm.ptr<3>
  %e = llvm.mul %y, %c24 overflow<nuw> : i32
  %f = llvm.add %e, %d overflow<nuw> : i32
  %r = llvm.getelementptr inbounds|nuw %s[%f] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %r : vector<16xi8>, !llvm.ptr<3>
  llvm.return
}

// Rows are read and written from one index on: both count elements of sixteen bytes, and the sum stays one.
// CHECK-LABEL: llvm.func @behind(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr<1>, %[[B:.*]]: !llvm.ptr<1>, %[[X:.*]]: i32, %[[Y:.*]]: i32, %[[Z:.*]]: i32
// CHECK: %[[C1024:.*]] = llvm.mlir.constant(1024 : i32)
// CHECK: %[[P:.*]] = llvm.mul %[[Y]], %[[C1024]] : i32
// CHECK: %[[J:.*]] = llvm.add %[[X]], %[[P]] : i32
// CHECK: %[[V:.*]] = llvm.inline_asm{{.*}}"mul.wide.u32 $0, $1, 16;", "=l,r" %[[J]]
// CHECK: llvm.getelementptr %[[A]][%[[V]]]
// CHECK: %[[C384:.*]] = llvm.mlir.constant(384 : i32)
// CHECK: %[[Q:.*]] = llvm.mul %[[Z]], %[[C384]] : i32
// CHECK: %[[K:.*]] = llvm.add %[[J]], %[[Q]] : i32
// CHECK: %[[W:.*]] = llvm.inline_asm{{.*}}"mul.wide.u32 $0, $1, 16;", "=l,r" %[[K]]
// CHECK: %[[O:.*]] = llvm.getelementptr %[[B]][%[[W]]]
// CHECK: llvm.getelementptr %[[O]][24]
llvm.func @behind(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %x: i32, %y: i32, %z: i32) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c24 = llvm.mlir.constant(24 : i32) : i32
  %c3072 = llvm.mlir.constant(3072 : i32) : i32
  %c8192 = llvm.mlir.constant(8192 : i32) : i32
  %p = llvm.mul %x, %c8 overflow<nsw, nuw> : i32
  %q = llvm.mul %y, %c8192 overflow<nsw, nuw> : i32
  %s = llvm.add %p, %q overflow<nsw, nuw> : i32
  %i = llvm.zext %s : i32 to i64
  %f = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %v = llvm.load %f {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
  %r = llvm.mul %z, %c3072 overflow<nsw, nuw> : i32
  %t = llvm.add %r, %s overflow<nsw, nuw> : i32
  %u = llvm.add %t, %c24 overflow<nsw, nuw> : i32
  %j = llvm.zext %u : i32 to i64
  %g = llvm.getelementptr inbounds|nuw %b[%j] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %v, %g {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
  llvm.return
}

// What counts on by no multiple, what may wrap, and what something else reads.
// CHECK-LABEL: llvm.func @not_behind(
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
llvm.func @not_behind(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %x: i32, %y: i32, %z: i32, %o: !llvm.ptr) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c12 = llvm.mlir.constant(12 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %p = llvm.mul %x, %c8 overflow<nsw, nuw> : i32
  %q = llvm.mul %y, %c64 overflow<nsw, nuw> : i32
  %s = llvm.add %p, %q overflow<nsw, nuw> : i32
  %i = llvm.zext %s : i32 to i64
  %f = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %v = llvm.load %f {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
  %r = llvm.mul %z, %c12 overflow<nsw, nuw> : i32
  %t = llvm.add %r, %s overflow<nsw, nuw> : i32
  %j = llvm.zext %t : i32 to i64
  %g = llvm.getelementptr inbounds|nuw %b[%j] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %v, %g {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
  %p1 = llvm.mul %y, %c8 overflow<nsw, nuw> : i32
  %q1 = llvm.mul %z, %c64 overflow<nsw, nuw> : i32
  %s1 = llvm.add %p1, %q1 overflow<nsw, nuw> : i32
  %i1 = llvm.zext %s1 : i32 to i64
  %f1 = llvm.getelementptr inbounds|nuw %a[%i1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %v1 = llvm.load %f1 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
  %r1 = llvm.mul %x, %c16 overflow<nsw, nuw> : i32
  %t1 = llvm.add %r1, %s1 : i32
  %j1 = llvm.zext %t1 : i32 to i64
  %g1 = llvm.getelementptr inbounds|nuw %b[%j1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %v1, %g1 {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
  %p2 = llvm.mul %z, %c8 overflow<nsw, nuw> : i32
  %q2 = llvm.mul %x, %c64 overflow<nsw, nuw> : i32
  %s2 = llvm.add %p2, %q2 overflow<nsw, nuw> : i32
  %i2 = llvm.zext %s2 : i32 to i64
  %f2 = llvm.getelementptr inbounds|nuw %a[%i2] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %v2 = llvm.load %f2 {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
  %r2 = llvm.mul %y, %c16 overflow<nsw, nuw> : i32
  %t2 = llvm.add %r2, %s2 overflow<nsw, nuw> : i32
  llvm.store %t2, %o : i32, !llvm.ptr
  %j2 = llvm.zext %t2 : i32 to i64
  %g2 = llvm.getelementptr inbounds|nuw %b[%j2] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %v2, %g2 {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
  llvm.return
}

// A constant of the first index is one of those behind it, too.
// CHECK-LABEL: llvm.func @behind_a_constant(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr<1>, %[[B:.*]]: !llvm.ptr<1>,
// CHECK: llvm.inline_asm{{.*}}"mul.wide.u32 $0, $1, 16;"
// CHECK: %[[P:.*]] = llvm.getelementptr %[[A]]
// CHECK: llvm.getelementptr %[[P]][40]
// CHECK: llvm.inline_asm{{.*}}"mul.wide.u32 $0, $1, 16;"
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[B]]
// CHECK: llvm.getelementptr %[[Q]][56]
llvm.func @behind_a_constant(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %x: i32, %y: i32, %z: i32) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c40 = llvm.mlir.constant(40 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %p = llvm.mul %x, %c8 overflow<nsw, nuw> : i32
  %q = llvm.mul %y, %c64 overflow<nsw, nuw> : i32
  %r = llvm.add %p, %q overflow<nsw, nuw> : i32
  %s = llvm.add %r, %c40 overflow<nsw, nuw> : i32
  %i = llvm.zext %s : i32 to i64
  %f = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %v = llvm.load %f {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
  %t = llvm.mul %z, %c64 overflow<nsw, nuw> : i32
  %u = llvm.add %s, %t overflow<nsw, nuw> : i32
  %w = llvm.add %u, %c16 overflow<nsw, nuw> : i32
  %j = llvm.zext %w : i32 to i64
  %g = llvm.getelementptr inbounds|nuw %b[%j] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %v, %g {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
  llvm.return
}

// What counts the first twice does not count on from it: the first stays, and that is as many bytes of it.
// CHECK-LABEL: llvm.func @twice_the_first(
// CHECK: %[[S:.*]] = llvm.add %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.inline_asm{{.*}}"mul.wide.u32 $0, $1, 4;", "=l,r" %[[S]]
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
llvm.func @twice_the_first(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %x: i32, %y: i32) attributes {nvvm.kernel} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %p = llvm.mul %x, %c8 overflow<nsw, nuw> : i32
  %q = llvm.mul %y, %c64 overflow<nsw, nuw> : i32
  %s = llvm.add %p, %q overflow<nsw, nuw> : i32
  %i = llvm.zext %s : i32 to i64
  %f = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  %v = llvm.load %f {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16>
  %u = llvm.add %s, %s overflow<nsw, nuw> : i32
  %j = llvm.zext %u : i32 to i64
  %g = llvm.getelementptr inbounds|nuw %b[%j] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  llvm.store %v, %g {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
  llvm.return
}
