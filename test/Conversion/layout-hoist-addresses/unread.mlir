// Where an asynchronous copy of no bytes would read from does not matter.
//
// RUN: layout-opt %s --layout-hoist-addresses --canonicalize --cse | FileCheck %s
// RUN: layout-opt %s --layout-hoist-addresses | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR

// The index is a sum without the choice, and what is the same in all iterations is added before.
// CHECK-LABEL: llvm.func @filled(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr<3>, %[[ROW:.*]]: i64, %[[N:.*]]: i64
// CHECK: %[[G:.*]] = llvm.addrspacecast %[[M]] : !llvm.ptr to !llvm.ptr<1>
// CHECK: %[[R:.*]] = llvm.getelementptr %[[G]][%[[ROW]]]
// CHECK: %[[P:.*]] = llvm.intr.strip.invariant.group %[[R]]
// CHECK: ^{{.*}}(%[[K:.*]]: i64):
// CHECK: %[[BYTES:.*]] = llvm.select
// CHECK: %[[FROM:.*]] = llvm.getelementptr %[[P]][%[[K]]]
// CHECK: %[[CUT:.*]] = llvm.trunc %[[BYTES]]
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %[[FROM]], 16, {{.*}}, %[[CUT]]
// IR: call void @llvm.nvvm.cp.async.cg.shared.global.16.s
llvm.func @filled(%m: !llvm.ptr, %s: !llvm.ptr<3>, %row: i64, %n: i64) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c16 = llvm.mlir.constant(16 : i64) : i64
  llvm.br ^head(%c0 : i64)
^head(%k: i64):
  %there = llvm.icmp "slt" %k, %n : i64
  %sum = llvm.add %row, %k : i64
  %at = llvm.select %there, %sum, %c0 : i1, i64
  %bytes = llvm.select %there, %c16, %c0 : i1, i64
  %p = llvm.getelementptr %m[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  %g = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %size = llvm.trunc %bytes : i64 to i32
  nvvm.cp.async.shared.global %s, %g, 16, cache = cg, %size : !llvm.ptr<3>, !llvm.ptr<1>, i32
  %next = llvm.add %k, %c16 : i64
  %more = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %more, ^head(%next : i64), ^end
^end:
  llvm.return
}

// Bytes are read: by another condition, of a number that is not 0 without it, by another copy from there, by all.
// CHECK-LABEL: llvm.func @read(
// CHECK: %[[AT:.*]] = llvm.select %arg3, %arg2
// CHECK-COUNT-3: llvm.getelementptr %arg0[%[[AT]]]
llvm.func @read(%m: !llvm.ptr<1>, %s: !llvm.ptr<3>, %i: i64, %b: i1, %c: i1) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %z = llvm.mlir.constant(0 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  %all = llvm.mlir.constant(16 : i32) : i32
  %at = llvm.select %b, %i, %c0 : i1, i64
  %size = llvm.select %b, %all, %z : i1, i32
  %other = llvm.select %c, %all, %z : i1, i32
  %some = llvm.select %b, %all, %four : i1, i32
  %p0 = llvm.getelementptr %m[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
  nvvm.cp.async.shared.global %s, %p0, 16, cache = cg, %other : !llvm.ptr<3>, !llvm.ptr<1>, i32
  %p1 = llvm.getelementptr %m[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  nvvm.cp.async.shared.global %s, %p1, 16, cache = cg, %some : !llvm.ptr<3>, !llvm.ptr<1>, i32
  %p2 = llvm.getelementptr %m[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
  nvvm.cp.async.shared.global %s, %p2, 16, cache = cg, %size : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.shared.global %s, %p2, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.return
}
