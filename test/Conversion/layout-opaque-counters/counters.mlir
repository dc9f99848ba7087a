// What a loop computes of its counter is computed anew in each iteration: LLVM does not see that it is the counter.
// RUN: layout-opt %s --layout-opaque-counters | FileCheck %s

#whole = #llvm.loop_annotation<unroll = <disable = true>>
#four = #llvm.loop_annotation<unroll = <count = 4 : i32>>

// The body reads a copy; what goes on, what is compared, and what reads the counter behind the loop do not. Little is loaded: the end stays.
// CHECK-LABEL: llvm.func @moves(
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](%[[BEGIN:.*]] : i32)
// CHECK: ^[[HEAD]](%[[I:.*]]: i32):
// CHECK-NEXT: llvm.icmp "slt" %[[I]], %{{.*}} : i32
// CHECK: %[[C:.*]] = llvm.inline_asm "// counter", "=r,0" %[[I]] : (i32) -> i32
// CHECK: llvm.zext %[[C]] : i32 to i64
// CHECK: llvm.add %[[C]], %{{.*}} : i32
// CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %{{.*}} : i32
// CHECK-NEXT: llvm.br ^[[HEAD]](%[[NEXT]] : i32)
// CHECK: llvm.store %[[I]]
llvm.func @moves(%m: !llvm.ptr<1>, %from: i32, %n: i32) attributes {nvvm.kernel} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  llvm.br ^head(%from : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^done
^body:
  %w = llvm.zext %i : i32 to i64
  %p = llvm.getelementptr %m[%w] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %j = llvm.add %i, %c1 : i32
  %v = llvm.zext %j : i32 to i64
  %q = llvm.getelementptr %m[%v] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %x, %q : f32, !llvm.ptr<1>
  %next = llvm.add %i, %c4 : i32
  llvm.br ^head(%next : i32) {loop_annotation = #whole}
^done:
  llvm.store %i, %m : i32, !llvm.ptr<1>
  llvm.return
}

// One from a constant number stays, as does one that LLVM makes copies of, one of 64 bits, and one without signs.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: llvm.inline_asm
// CHECK-NOT: "ult"
// CHECK: llvm.return
llvm.func @others(%m: !llvm.ptr<1>, %from: i32, %n: i32, %far: i64, %end: i64) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c4w = llvm.mlir.constant(4 : i64) : i64
  llvm.br ^head(%c0 : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^to_second
^body:
  llvm.store %i, %m : i32, !llvm.ptr<1>
  %next = llvm.add %i, %c4 : i32
  llvm.br ^head(%next : i32) {loop_annotation = #whole}
^to_second:
  llvm.br ^second(%from : i32)
^second(%j: i32):
  %more2 = llvm.icmp "slt" %j, %n : i32
  llvm.cond_br %more2, ^body2, ^to_third
^body2:
  llvm.store %j, %m : i32, !llvm.ptr<1>
  %next2 = llvm.add %j, %c4 : i32
  llvm.br ^second(%next2 : i32) {loop_annotation = #four}
^to_third:
  llvm.br ^third(%far : i64)
^third(%k: i64):
  %more3 = llvm.icmp "slt" %k, %end : i64
  llvm.cond_br %more3, ^body3, ^to_fourth
^body3:
  llvm.store %k, %m : i64, !llvm.ptr<1>
  %next3 = llvm.add %k, %c4w : i64
  llvm.br ^third(%next3 : i64) {loop_annotation = #whole}
^to_fourth:
  llvm.br ^fourth(%from : i32)
^fourth(%l: i32):
  %more4 = llvm.icmp "ule" %l, %n : i32
  llvm.cond_br %more4, ^body4, ^done
^body4:
  llvm.store %l, %m : i32, !llvm.ptr<1>
  %next4 = llvm.add %l, %c4 : i32
  llvm.br ^fourth(%next4 : i32) {loop_annotation = #whole}
^done:
  llvm.return
}

// What the block that compares hands on is the counter; a loop of a single block stays.
// CHECK-LABEL: llvm.func @hands_on(
// CHECK: ^{{.*}}(%[[I:.*]]: i32):
// CHECK: llvm.mul %[[I]], %[[I]]
// CHECK: llvm.cond_br %{{.*}}, ^{{bb[0-9]+}}, ^{{bb[0-9]+}}(%[[I]] : i32)
// CHECK: %[[C:.*]] = llvm.inline_asm "// counter", "=r,0" %[[I]]
// CHECK: llvm.store %[[C]]
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
llvm.func @hands_on(%m: !llvm.ptr<1>, %from: i32, %n: i32) attributes {nvvm.kernel} {
  %c4 = llvm.mlir.constant(4 : i32) : i32
  llvm.br ^head(%from : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  %square = llvm.mul %i, %i : i32
  llvm.store %square, %m : i32, !llvm.ptr<1>
  llvm.cond_br %more, ^body, ^done(%i : i32)
^body:
  llvm.store %i, %m : i32, !llvm.ptr<1>
  %next = llvm.add %i, %c4 : i32
  llvm.br ^head(%next : i32) {loop_annotation = #whole}
^done(%k: i32):
  llvm.store %k, %m : i32, !llvm.ptr<1>
  llvm.br ^one(%from : i32)
^one(%j: i32):
  %some = llvm.icmp "slt" %j, %n : i32
  llvm.store %j, %m : i32, !llvm.ptr<1>
  %next2 = llvm.add %j, %c4 : i32
  llvm.cond_br %some, ^one(%next2 : i32), ^end {loop_annotation = #whole}
^end:
  llvm.return
}

// Much is loaded, from a natural number to one that is counted back from a natural number: what is as far ahead is compared.
// CHECK-LABEL: llvm.func @sums(
// CHECK: %[[END:.*]] = llvm.select
// CHECK: ^{{.*}}(%[[I:.*]]: i32, %{{.*}}: vector<16xf32>):
// CHECK-NEXT: %[[BY:.*]] = llvm.mlir.constant(7 : i32) : i32
// CHECK-NEXT: %[[AHEAD:.*]] = llvm.add %[[I]], %[[BY]] : i32
// CHECK-NEXT: llvm.icmp "ult" %[[AHEAD]], %[[END]] : i32
llvm.func @sums(%m: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %zero = llvm.mlir.constant(dense<0.0> : vector<16xf32>) : vector<16xf32>
  %from = nvvm.read.ptx.sreg.tid.x : i32
  %some = llvm.icmp "sgt" %n, %c0 : i32
  %end = llvm.select %some, %n, %c0 : i1, i32
  %last = llvm.sub %end, %c7 : i32
  llvm.br ^head(%from, %zero : i32, vector<16xf32>)
^head(%i: i32, %s: vector<16xf32>):
  %more = llvm.icmp "slt" %i, %last : i32
  llvm.cond_br %more, ^body, ^done
^body:
  %w = llvm.zext %i : i32 to i64
  %p = llvm.getelementptr %m[%w] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> vector<16xf32>
  %t = llvm.fadd %s, %x : vector<16xf32>
  %next = llvm.add %i, %c8 : i32
  llvm.br ^head(%next, %t : i32, vector<16xf32>) {loop_annotation = #whole}
^done:
  llvm.store %s, %m : vector<16xf32>, !llvm.ptr<1>
  llvm.return
}

// Not where the end may have a sign, nor the beginning; nor where a step leads further than what is ahead.
// CHECK-LABEL: llvm.func @signs(
// CHECK-NOT: "ult"
// CHECK: llvm.return
llvm.func @signs(%m: !llvm.ptr<1>, %n: i32, %a: i32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c9 = llvm.mlir.constant(9 : i32) : i32
  %from = nvvm.read.ptx.sreg.tid.x : i32
  %some = llvm.icmp "sgt" %n, %c0 : i32
  %end = llvm.select %some, %n, %c0 : i1, i32
  %less = llvm.select %some, %c0, %n : i1, i32
  %last = llvm.sub %end, %c7 : i32
  %signed = llvm.sub %less, %c7 : i32
  llvm.br ^head(%from : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %signed : i32
  llvm.cond_br %more, ^body, ^to_second
^body:
  %w = llvm.zext %i : i32 to i64
  %p = llvm.getelementptr %m[%w] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x = llvm.load volatile %p : !llvm.ptr<1> -> vector<16xf32>
  %next = llvm.add %i, %c8 : i32
  llvm.br ^head(%next : i32) {loop_annotation = #whole}
^to_second:
  llvm.br ^second(%a : i32)
^second(%j: i32):
  %more2 = llvm.icmp "slt" %j, %last : i32
  llvm.cond_br %more2, ^body2, ^to_third
^body2:
  %w2 = llvm.zext %j : i32 to i64
  %p2 = llvm.getelementptr %m[%w2] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x2 = llvm.load volatile %p2 : !llvm.ptr<1> -> vector<16xf32>
  %next2 = llvm.add %j, %c8 : i32
  llvm.br ^second(%next2 : i32) {loop_annotation = #whole}
^to_third:
  llvm.br ^third(%from : i32)
^third(%k: i32):
  %more3 = llvm.icmp "slt" %k, %last : i32
  llvm.cond_br %more3, ^body3, ^done
^body3:
  %w3 = llvm.zext %k : i32 to i64
  %p3 = llvm.getelementptr %m[%w3] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %x3 = llvm.load volatile %p3 : !llvm.ptr<1> -> vector<16xf32>
  %next3 = llvm.add %k, %c9 : i32
  llvm.br ^third(%next3 : i32) {loop_annotation = #whole}
^done:
  llvm.return
}
