// Addresses in bytes are a base and a product by one.
//
// RUN: layout-opt %s --layout-multiply-addresses --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-multiply-addresses --layout-multiply-addresses --split-input-file | FileCheck %s

// A natural index and one with a sign; what is a constant apart stays that.
// CHECK-LABEL: llvm.func @bytes(
// CHECK: %[[W:.*]] = llvm.inline_asm "mul.wide.u32 $0, $1, 1;", "=l,r" %arg2 : (i32) -> i64
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[%[[W]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.load %[[P]]
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[P]][64]
// CHECK: llvm.load %[[Q]]
// CHECK: %[[S:.*]] = llvm.inline_asm "mul.wide.s32 $0, $1, 1;", "=l,r" %arg3 : (i32) -> i64
// CHECK: %[[R:.*]] = llvm.getelementptr %arg1[%[[S]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: llvm.store %{{.*}}, %[[R]]
llvm.func @bytes(%m: !llvm.ptr, %g: !llvm.ptr<1>, %i: i32, %j: i32) attributes {nvvm.kernel} {
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %x = llvm.load %p : !llvm.ptr -> vector<16xi8>
  %q = llvm.getelementptr %p[64] : (!llvm.ptr) -> !llvm.ptr, i8
  %y = llvm.load %q : !llvm.ptr -> vector<4xi32>
  %r = llvm.getelementptr %g[%j] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i8
  llvm.store %y, %r : vector<4xi32>, !llvm.ptr<1>
  llvm.return
}

// -----

// Shared memory, other elements, accesses that may become wider, loops, functions that are no kernels.
// CHECK-NOT: inline_asm
llvm.func @others(%m: !llvm.ptr, %s: !llvm.ptr<3>, %i: i32, %c: i1) attributes {nvvm.kernel} {
  %p = llvm.getelementptr inbounds|nuw %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %x = llvm.load %p : !llvm.ptr<3> -> vector<16xi8>
  %q = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f16
  llvm.store %x, %q : vector<16xi8>, !llvm.ptr
  %r = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %y = llvm.load %r : !llvm.ptr -> vector<4xi8>
  %t = llvm.getelementptr inbounds %r[4] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %y, %t : vector<4xi8>, !llvm.ptr
  llvm.br ^loop
^loop:
  %u = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  llvm.store %x, %u : vector<16xi8>, !llvm.ptr
  llvm.cond_br %c, ^loop, ^end
^end:
  llvm.return
}
llvm.func @function(%m: !llvm.ptr, %i: i32) -> vector<16xi8> {
  %p = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %x = llvm.load %p : !llvm.ptr -> vector<16xi8>
  llvm.return %x : vector<16xi8>
}
