// What an address in a loop has in common for all iterations is a pointer from before the loop.
//
// RUN: layout-opt %s --layout-hoist-addresses --canonicalize --cse | FileCheck %s
// RUN: layout-opt %s --layout-hoist-addresses | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR

// Rows a stride apart and what differs by constants begin at one pointer.
// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[ROW:.*]]: i64, %[[S:.*]]: i64, %[[N:.*]]: i64
// CHECK: %[[G:.*]] = llvm.addrspacecast %[[M]] : !llvm.ptr to !llvm.ptr<1>
// CHECK: %[[R:.*]] = llvm.getelementptr %[[G]][%[[ROW]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
// CHECK: %[[P:.*]] = llvm.intr.strip.invariant.group %[[R]]
// CHECK-NOT: strip
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]]
// CHECK: ^[[HEAD]](%[[K:.*]]: i64, %{{.*}}: f32)
// CHECK: llvm.getelementptr %[[P]][%[[K]]]
// CHECK: %[[T:.*]] = llvm.add %[[K]], %[[S]] : i64
// CHECK: llvm.getelementptr %[[P]][%[[T]]]
// CHECK: %[[U:.*]] = llvm.add %[[T]], %[[S]] : i64
// CHECK: %[[V:.*]] = llvm.getelementptr %[[P]][%[[U]]]
// CHECK: llvm.getelementptr %[[V]][5]
// IR: call ptr addrspace(1) @llvm.strip.invariant.group.p1
llvm.func @rows(%m: !llvm.ptr, %row: i64, %s: i64, %n: i64) -> f32 attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %row1 = llvm.add %row, %s : i64
  llvm.br ^head(%c0, %zero : i64, f32)
^head(%k: i64, %sum: f32):
  %more = llvm.icmp "slt" %k, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %i = llvm.add %k, %row : i64
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %j = llvm.add %row1, %k : i64
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load %b : !llvm.ptr -> f32
  %l0 = llvm.add %j, %s : i64
  %l = llvm.add %l0, %c5 : i64
  %c = llvm.getelementptr inbounds|nuw %m[%l] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %z = llvm.load %c : !llvm.ptr -> f32
  %s0 = llvm.fadd %sum, %x : f32
  %s1 = llvm.fadd %s0, %y : f32
  %s2 = llvm.fadd %s1, %z : f32
  %k1 = llvm.add %k, %c1 : i64
  llvm.br ^head(%k1, %s2 : i64, f32)
^end:
  llvm.return %sum : f32
}

// Nothing is in common; 32 bits may have wrapped; a pointer is used for more than access; shared memory;
// memory that another iteration has; an argument by value; no kernel.
// CHECK-NOT: strip
llvm.func @stays(%m: !llvm.ptr, %b: !llvm.ptr<3>, %row: i64, %row32: i32, %n: i64) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  llvm.br ^head(%c0, %m : i64, !llvm.ptr)
^head(%k: i64, %q: !llvm.ptr):
  %more = llvm.icmp "slt" %k, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %p0 = llvm.getelementptr %m[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %zero, %p0 : f32, !llvm.ptr
  %k32 = llvm.trunc %k : i64 to i32
  %i32 = llvm.add %k32, %row32 : i32
  %p1 = llvm.getelementptr inbounds|nuw %m[%i32] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %zero, %p1 : f32, !llvm.ptr
  %i = llvm.add %k, %row : i64
  %p2 = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f16
  llvm.store %p2, %p2 : !llvm.ptr, !llvm.ptr
  %p3 = llvm.getelementptr %b[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.store %zero, %p3 : f32, !llvm.ptr<3>
  %p4 = llvm.getelementptr %q[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %zero, %p4 : f32, !llvm.ptr
  %k1 = llvm.add %k, %c1 : i64
  llvm.br ^head(%k1, %p4 : i64, !llvm.ptr)
^end:
  llvm.return
}
llvm.func @by_value(%m: !llvm.ptr {llvm.byval = !llvm.array<64 x f32>}, %to: !llvm.ptr<3>, %row: i64, %n: i64) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%c0 : i64)
^head(%k: i64):
  %more = llvm.icmp "slt" %k, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %i = llvm.add %k, %row : i64
  %p = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %to : f32, !llvm.ptr<3>
  %k1 = llvm.add %k, %c1 : i64
  llvm.br ^head(%k1 : i64)
^end:
  llvm.return
}
llvm.func @function(%m: !llvm.ptr, %row: i64, %n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  llvm.br ^head(%c0 : i64)
^head(%k: i64):
  %more = llvm.icmp "slt" %k, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %i = llvm.add %k, %row : i64
  %p = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %zero, %p : f32, !llvm.ptr
  %k1 = llvm.add %k, %c1 : i64
  llvm.br ^head(%k1 : i64)
^end:
  llvm.return
}
