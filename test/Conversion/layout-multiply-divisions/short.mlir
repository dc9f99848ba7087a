// Short numbers are divided by constants by a product and a shift.
//
// RUN: layout-opt %s --layout-multiply-divisions --cse --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @threads(
// CHECK-DAG: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK-DAG: %[[M:.*]] = llvm.mlir.constant(103 : i32)
// CHECK-DAG: %[[S:.*]] = llvm.mlir.constant(11 : i32)
// CHECK-DAG: %[[P:.*]] = llvm.mul %[[T]], %[[M]] : i32
// CHECK: %[[Q:.*]] = llvm.lshr %[[P]], %[[S]] : i32
// CHECK-NOT: llvm.udiv
// CHECK: llvm.store %[[Q]]
// CHECK: %[[D:.*]] = llvm.mlir.constant(20 : i32)
// CHECK: %[[O:.*]] = llvm.mul %[[Q]], %[[D]] : i32
// CHECK: %[[R:.*]] = llvm.sub %[[T]], %[[O]] : i32
// CHECK: llvm.store %[[R]]
llvm.func @threads(%m: !llvm.ptr) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 120, 1, 1>} {
  %c20 = llvm.mlir.constant(20 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 120> : i32
  %q = llvm.udiv %t, %c20 : i32
  llvm.store %q, %m : i32, !llvm.ptr
  %r = llvm.urem %t, %c20 : i32
  llvm.store %r, %m : i32, !llvm.ptr
  llvm.return
}

// -----

// By a power of two, of a number of which nothing is known, of one that is too large, in a function that is no kernel.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: llvm.lshr
// CHECK-COUNT-3: llvm.udiv
llvm.func @others(%m: !llvm.ptr, %x: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %large = llvm.mlir.constant(10000000 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 256> : i32
  %p = llvm.udiv %t, %c8 : i32
  llvm.store %p, %m : i32, !llvm.ptr
  %q = llvm.udiv %x, %c7 : i32
  llvm.store %q, %m : i32, !llvm.ptr
  %y = llvm.mul %t, %large : i32
  %r = llvm.udiv %y, %c7 : i32
  llvm.store %r, %m : i32, !llvm.ptr
  llvm.return
}
// CHECK-LABEL: llvm.func @function(
// CHECK: llvm.udiv
llvm.func @function(%x: i32) -> i32 {
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c15 = llvm.mlir.constant(15 : i32) : i32
  %a = llvm.and %x, %c15 : i32
  %q = llvm.udiv %a, %c7 : i32
  llvm.return %q : i32
}

// -----

// The most threads of a block are so many in all, which may be along any axis; of a block that is known each axis is.
// CHECK-LABEL: llvm.func @most(
// CHECK: %[[FACTOR:.*]] = llvm.mlir.constant(37 : i32)
// CHECK: llvm.mul %{{.*}}, %[[FACTOR]]
llvm.func @most(%m: !llvm.ptr) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>} {
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.y : i32
  %q = llvm.udiv %t, %c7 : i32
  llvm.store %q, %m : i32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @known(
// CHECK: %[[FIVE:.*]] = llvm.mlir.constant(5 : i32)
// CHECK: %[[PRODUCT:.*]] = llvm.mul %{{.*}}, %[[FIVE]]
// CHECK: llvm.lshr %[[PRODUCT]], %[[FIVE]]
llvm.func @known(%m: !llvm.ptr) attributes {nvvm.kernel, gpu.known_block_size = array<i32: 64, 8, 1>, nvvm.maxntid = array<i32: 64, 8, 1>} {
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %t = nvvm.read.ptx.sreg.tid.y : i32
  %q = llvm.udiv %t, %c7 : i32
  llvm.store %q, %m : i32, !llvm.ptr
  llvm.return
}

// -----

// An index of 64 bits that has no more than 32 is divided in so many, with its sign or without, and what is computed of it; not one whose bound is
// more, nor one of which nothing is known, shifted or not.
// CHECK-LABEL: llvm.func @long(
// CHECK-DAG: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK-DAG: %[[B:.*]] = nvvm.read.ptx.sreg.ctaid.x
// CHECK: %[[W:.*]] = llvm.sext %[[T]]
// CHECK: %[[N:.*]] = llvm.trunc %[[W]] : i64 to i32
// CHECK: %[[P:.*]] = llvm.mul %[[N]], %{{.*}} : i32
// CHECK: %[[Q:.*]] = llvm.lshr %[[P]], %{{.*}} : i32
// CHECK: llvm.zext %[[Q]] : i32 to i64
// CHECK: %[[S:.*]] = llvm.add %{{.*}}, %{{.*}} : i64
// CHECK: llvm.trunc %[[S]] : i64 to i32
// CHECK: llvm.lshr
// CHECK: llvm.sub %{{.*}}, %{{.*}} : i32
// CHECK: llvm.zext
// CHECK: llvm.udiv %{{.*}}, %{{.*}} : i64
// CHECK: llvm.udiv %{{.*}}, %{{.*}} : i64
// CHECK: llvm.udiv %{{.*}}, %{{.*}} : i64
llvm.func @long(%m: !llvm.ptr, %x: i64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 192, 1, 1>, gpu.known_grid_size = array<i32: 300, 1, 1>} {
  %c24 = llvm.mlir.constant(24 : i64) : i64
  %c192 = llvm.mlir.constant(192 : i64) : i64
  %large = llvm.mlir.constant(10000000000 : i64) : i64
  %l24 = llvm.mlir.constant(24 : i64) : i64
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 192> : i32
  %b = nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 300> : i32
  %u = llvm.sext %t : i32 to i64
  %v = llvm.zext %b : i32 to i64
  %q = llvm.udiv %u, %c24 : i64
  llvm.store %q, %m : i64, !llvm.ptr
  %w = llvm.mul %v, %c192 : i64
  %i = llvm.add %w, %u : i64
  %r = llvm.urem %i, %c24 : i64
  llvm.store %r, %m : i64, !llvm.ptr
  %far = llvm.mul %v, %large : i64
  %s = llvm.udiv %far, %c24 : i64
  llvm.store %s, %m : i64, !llvm.ptr
  %z = llvm.udiv %x, %c24 : i64
  llvm.store %z, %m : i64, !llvm.ptr
  // (Of 64 bits a shift leaves more than 32.)
  %hi = llvm.lshr %x, %l24 : i64
  %o = llvm.udiv %hi, %c24 : i64
  llvm.store %o, %m : i64, !llvm.ptr
  llvm.return
}
