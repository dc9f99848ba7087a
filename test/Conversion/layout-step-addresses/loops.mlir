// Addresses in a loop that loads much go on from those of the iteration before.
//
// RUN: layout-opt %s --layout-step-addresses --canonicalize --cse | FileCheck %s

// What is a constant apart has one pointer. The variable may have more bits than the index.
// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[D:.*]]: !llvm.ptr, %[[ROW:[a-z0-9]+]]: i32
// CHECK-DAG: %[[P:.*]] = llvm.getelementptr %[[M]][%[[ROW]]]
// CHECK-DAG: %[[Q:.*]] = llvm.getelementptr %[[D]][%[[ROW]]]
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](%{{.*}}, %[[P]], %[[Q]] : i64, !llvm.ptr, !llvm.ptr)
// CHECK: ^[[HEAD]](%{{.*}}: i64, %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr)
// CHECK: %[[AB:.*]] = llvm.getelementptr %[[A]][8]
// CHECK: llvm.load %[[A]]
// CHECK: llvm.load %[[AB]]
// CHECK: llvm.store %{{.*}}, %[[B]]
// CHECK-DAG: %[[A1:.*]] = llvm.getelementptr %[[A]][256]
// CHECK-DAG: %[[B1:.*]] = llvm.getelementptr %[[B]][128]
// CHECK: llvm.br ^[[HEAD]](%{{.*}}, %[[A1]], %[[B1]] : i64, !llvm.ptr, !llvm.ptr)
llvm.func @rows(%m: !llvm.ptr, %d: !llvm.ptr, %row: i32, %n: i64) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i32) : i32
  %c1 = llvm.sext %one : i32 to i64
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c256 = llvm.mlir.constant(256 : i32) : i32
  llvm.br ^head(%c0 : i64)
^head(%k: i64):
  %more = llvm.icmp "slt" %k, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %k32 = llvm.trunc %k : i64 to i32
  %i0 = llvm.mul %k32, %c256 : i32
  %i = llvm.add %row, %i0 : i32
  %j = llvm.add %i, %c8 : i32
  %l0 = llvm.mul %k32, %c128 : i32
  %l = llvm.add %row, %l0 : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr inbounds|nuw %d[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> vector<8xf32>
  %y = llvm.load %b : !llvm.ptr -> vector<8xf32>
  %z = llvm.fadd %x, %y : vector<8xf32>
  llvm.store %z, %c : vector<8xf32>, !llvm.ptr
  %next = llvm.add %k, %c1 : i64
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}

// Few bytes leave registers, and so does an address that does not step: one that another load says, or that may not
// be natural.
// CHECK-LABEL: llvm.func @few(
// CHECK: ^bb1(%{{[^,]*}}: i32):
llvm.func @few(%m: !llvm.ptr, %d: !llvm.ptr, %n: i32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  llvm.br ^head(%c0 : i32)
^head(%k: i32):
  %more = llvm.icmp "slt" %k, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %a = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr inbounds|nuw %d[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> vector<4xf32>
  llvm.store %x, %c : vector<4xf32>, !llvm.ptr
  %next = llvm.add %k, %c4 : i32
  llvm.br ^head(%next : i32)
^end:
  llvm.return
}
// CHECK-LABEL: llvm.func @gathered(
// CHECK: ^bb1(%{{[^,]*}}: i32):
llvm.func @gathered(%m: !llvm.ptr, %d: !llvm.ptr, %n: i32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  llvm.br ^head(%c0 : i32)
^head(%k: i32):
  %more = llvm.icmp "slt" %k, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %a = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %i = llvm.load %a : !llvm.ptr -> i32
  %b = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr inbounds|nuw %d[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %b : !llvm.ptr -> vector<16xf32>
  llvm.store %x, %c : vector<16xf32>, !llvm.ptr
  %next = llvm.add %k, %c4 : i32
  llvm.br ^head(%next : i32)
^end:
  llvm.return
}
// CHECK-LABEL: llvm.func @signed(
// CHECK: ^bb1(%{{[^,]*}}: i32):
llvm.func @signed(%m: !llvm.ptr, %d: !llvm.ptr, %n: i32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  llvm.br ^head(%c0 : i32)
^head(%k: i32):
  %more = llvm.icmp "slt" %k, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %a = llvm.getelementptr inbounds %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr inbounds|nuw %d[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> vector<16xf32>
  llvm.store %x, %c : vector<16xf32>, !llvm.ptr
  %next = llvm.add %k, %c4 : i32
  llvm.br ^head(%next : i32)
^end:
  llvm.return
}
