// In blocks that are never entered values may be computed of themselves, which ends.
//
// RUN: layout-opt %s --layout-scale-addresses --layout-multiply-addresses --layout-join-addresses --layout-opaque-thread-ids | FileCheck %s

// CHECK-LABEL: llvm.func @itself(
// CHECK: llvm.return
llvm.func @itself(%m: !llvm.ptr, %x: i32) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %w = llvm.zext %x : i32 to i64
  llvm.return
^sum:
  %s = llvm.add %c1, %s : i64
  %p = llvm.getelementptr %m[%s] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %p : !llvm.ptr -> f32
  llvm.br ^difference
^difference:
  %y = llvm.mul %w, %c5 : i64
  %d = llvm.sub %d, %y : i64
  %q = llvm.getelementptr %m[%d] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %u = llvm.load %q : !llvm.ptr -> f32
  llvm.br ^product
^product:
  %f = llvm.mul %f, %c1 : i64
  %r = llvm.getelementptr %m[%f] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %t = llvm.load %r : !llvm.ptr -> f32
  llvm.br ^pointer
^pointer:
  %a = llvm.getelementptr %a[%x] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %b = llvm.load %a : !llvm.ptr -> i128
  llvm.br ^pointer
}

// A constant that is added to itself forty times is looked into for so long.
// CHECK-LABEL: llvm.func @twice(
llvm.func @twice(%m: !llvm.ptr) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(1 : i64) : i64
  %c1 = llvm.add %c0, %c0 : i64
  %c2 = llvm.add %c1, %c1 : i64
  %c3 = llvm.add %c2, %c2 : i64
  %c4 = llvm.add %c3, %c3 : i64
  %c5 = llvm.add %c4, %c4 : i64
  %c6 = llvm.add %c5, %c5 : i64
  %c7 = llvm.add %c6, %c6 : i64
  %c8 = llvm.add %c7, %c7 : i64
  %c9 = llvm.add %c8, %c8 : i64
  %c10 = llvm.add %c9, %c9 : i64
  %c11 = llvm.add %c10, %c10 : i64
  %c12 = llvm.add %c11, %c11 : i64
  %c13 = llvm.add %c12, %c12 : i64
  %c14 = llvm.add %c13, %c13 : i64
  %c15 = llvm.add %c14, %c14 : i64
  %c16 = llvm.add %c15, %c15 : i64
  %c17 = llvm.add %c16, %c16 : i64
  %c18 = llvm.add %c17, %c17 : i64
  %c19 = llvm.add %c18, %c18 : i64
  %c20 = llvm.add %c19, %c19 : i64
  %c21 = llvm.add %c20, %c20 : i64
  %c22 = llvm.add %c21, %c21 : i64
  %c23 = llvm.add %c22, %c22 : i64
  %c24 = llvm.add %c23, %c23 : i64
  %c25 = llvm.add %c24, %c24 : i64
  %c26 = llvm.add %c25, %c25 : i64
  %c27 = llvm.add %c26, %c26 : i64
  %c28 = llvm.add %c27, %c27 : i64
  %c29 = llvm.add %c28, %c28 : i64
  %c30 = llvm.add %c29, %c29 : i64
  %c31 = llvm.add %c30, %c30 : i64
  %c32 = llvm.add %c31, %c31 : i64
  %c33 = llvm.add %c32, %c32 : i64
  %c34 = llvm.add %c33, %c33 : i64
  %c35 = llvm.add %c34, %c34 : i64
  %c36 = llvm.add %c35, %c35 : i64
  %c37 = llvm.add %c36, %c36 : i64
  %c38 = llvm.add %c37, %c37 : i64
  %c39 = llvm.add %c38, %c38 : i64
  %c40 = llvm.add %c39, %c39 : i64
  %p = llvm.getelementptr %m[%c40] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %p : !llvm.ptr -> f32
  llvm.return
}
