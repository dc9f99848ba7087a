// Addresses of accesses under conditions are computed before these.
//
// RUN: layout-opt %s --layout-early-addresses --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-early-addresses --layout-early-addresses --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @edge(
// CHECK: %[[I:.*]] = llvm.mul %arg2, %arg3
// CHECK: %[[P:.*]] = llvm.getelementptr inbounds|nuw %arg0[%[[I]]]
// CHECK: %[[G:.*]] = llvm.addrspacecast %[[P]] : !llvm.ptr to !llvm.ptr<1>
// CHECK: llvm.call_intrinsic "llvm.fake.use"(%[[G]]) : (!llvm.ptr<1> {llvm.nocapture}) -> ()
// CHECK-NEXT: llvm.cond_br %arg4, ^bb1, ^bb2
// CHECK: ^bb1:
// CHECK-NEXT: llvm.load %[[P]]
// CHECK: ^bb2:
// CHECK: %[[Q:.*]] = llvm.getelementptr inbounds|nuw %arg0
// CHECK: llvm.call_intrinsic "llvm.fake.use"
// CHECK-NEXT: llvm.cond_br %arg5, ^bb4, ^bb3
// CHECK: ^bb3:
// CHECK-NEXT: llvm.load %[[Q]]
llvm.func @edge(%a: !llvm.ptr {llvm.noalias}, %s: !llvm.ptr<3>, %i: i32, %n: i32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %j = llvm.mul %i, %n : i32
  %p = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^end, ^second
^second:
  %k = llvm.add %i, %n : i32
  %q = llvm.getelementptr inbounds|nuw %a[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %q : !llvm.ptr -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}

// -----

// Of pointers that count from an argument, and by instructions of PTX of 64 bits.
// CHECK-LABEL: llvm.func @root(
// CHECK: %[[R:.*]] = llvm.getelementptr %arg0[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[M:.*]] = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %arg2, %arg3, %arg3
// CHECK: %[[B:.*]] = llvm.inline_asm "shl.b64 $0, $1, 2;", "=l,l" %[[M]]
// CHECK: %[[P:.*]] = llvm.getelementptr %[[R]][%[[B]]]
// CHECK: llvm.call_intrinsic "llvm.fake.use"
// CHECK-NEXT: llvm.cond_br %arg4, ^bb1, ^bb2
// CHECK: ^bb2:
// CHECK: llvm.getelementptr %[[R]][%arg3]
// CHECK: llvm.call_intrinsic "llvm.fake.use"
// CHECK-NEXT: llvm.cond_br %arg5, ^bb4, ^bb3
llvm.func @root(%a: !llvm.ptr {llvm.noalias}, %s: !llvm.ptr<3>, %i: i64, %n: i64, %c: i1, %d: i1) attributes {nvvm.kernel} {
  %r = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.cond_br %c, ^first, ^on
^first:
  %m = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %i, %n, %n : (i64, i64, i64) -> i64
  %b = llvm.inline_asm "shl.b64 $0, $1, 2;", "=l,l" %m : (i64) -> i64
  %p = llvm.getelementptr %r[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^end, ^second
^second:
  %q = llvm.getelementptr %r[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load %q : !llvm.ptr -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}

// -----

// Other instructions of PTX, which may be anything.
// CHECK-LABEL: llvm.func @other_ptx(
// CHECK-NOT: fake.use
// CHECK: llvm.return
llvm.func @other_ptx(%a: !llvm.ptr {llvm.noalias}, %s: !llvm.ptr<3>, %i: i64, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %m = llvm.inline_asm "div.s64 $0, $1, $1;", "=l,l" %i : (i64) -> i64
  %p = llvm.getelementptr %a[%m] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^end, ^second
^second:
  %n = llvm.inline_asm "div.s64 $0, $1, $1;", "=l,l" %i : (i64) -> i64
  %q = llvm.getelementptr %a[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = llvm.load %q : !llvm.ptr -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}

// -----

// One condition only; a quotient, which fails without it; a table's entry; shared memory; a loop; a block that waits; a
// way that does not come back; a block that two ways lead to; what the branch hands over; addresses that are kept; blocks that are
// never entered, where a value may be computed from itself; no kernel.
// CHECK-NOT: fake.use
llvm.func @one(%a: !llvm.ptr, %i: i32, %j: i32, %v: f32, %c: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^end
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @quotients(%a: !llvm.ptr, %i: i32, %n: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %k = llvm.udiv %i, %n : i32
  %p = llvm.getelementptr inbounds|nuw %a[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %l = llvm.sdiv %i, %n : i32
  %q = llvm.getelementptr inbounds|nuw %a[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @table(%a: !llvm.ptr, %t: !llvm.ptr, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %k = llvm.load %t : !llvm.ptr -> i32
  %p = llvm.getelementptr inbounds|nuw %a[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %l = llvm.load %t : !llvm.ptr -> i32
  %q = llvm.getelementptr inbounds|nuw %a[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @shared(%a: !llvm.ptr<3>, %i: i32, %j: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %p : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %q : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @loop(%a: !llvm.ptr, %i: i32, %j: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.br ^again
^again:
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.cond_br %c, ^again, ^out
^out:
  llvm.return
}
llvm.func @waits(%a: !llvm.ptr, %i: i32, %j: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  nvvm.barrier0
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @leaves(%a: !llvm.ptr, %i: i32, %j: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  llvm.return
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @ways(%a: !llvm.ptr, %e: i1, %i: i32, %j: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %e, ^first, ^other
^other:
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @handed(%a: !llvm.ptr, %i: i32, %j: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first(%i : i32), ^on
^first(%k: i32):
  %p = llvm.getelementptr inbounds|nuw %a[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second(%j : i32), ^end
^second(%l: i32):
  %q = llvm.getelementptr inbounds|nuw %a[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @kept(%a: !llvm.ptr, %s: !llvm.ptr<3>, %i: i32, %j: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %p, %s : !llvm.ptr, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %q, %s : !llvm.ptr, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @dead(%a: !llvm.ptr, %i: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.return
^dead:
  llvm.cond_br %c, ^first, ^on
^first:
  %k = llvm.add %k, %i : i32
  %p = llvm.getelementptr inbounds|nuw %a[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %p : f32, !llvm.ptr
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %v, %q : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @dead_pointer(%a: !llvm.ptr<1>, %i: i32, %v: f32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.return
^dead:
  %w = llvm.getelementptr %w[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %w[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %p : f32, !llvm.ptr<1>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %w[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %q : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @function(%a: !llvm.ptr<1>, %i: i32, %j: i32, %v: f32, %c: i1, %d: i1) {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %p : f32, !llvm.ptr<1>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %q : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
