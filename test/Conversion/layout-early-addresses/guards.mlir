// Addresses of accesses under conditions are computed before these.
//
// RUN: layout-opt %s --layout-early-addresses --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-early-addresses --layout-early-addresses --split-input-file | FileCheck %s

// Loads of what nothing else writes say so: LLVM does not see it any more.
// CHECK-LABEL: llvm.func @edge(
// CHECK: %[[I:.*]] = llvm.mul %arg2, %arg3
// CHECK: %[[P:.*]] = llvm.getelementptr inbounds|nuw %arg0[%[[I]]]
// CHECK: %[[G:.*]] = llvm.addrspacecast %[[P]] : !llvm.ptr to !llvm.ptr<1>
// CHECK: llvm.call_intrinsic "llvm.fake.use"(%[[G]]) : (!llvm.ptr<1>) -> ()
// CHECK-NEXT: llvm.cond_br %arg4, ^bb1, ^bb2
// CHECK: ^bb1:
// CHECK-NEXT: llvm.load %[[P]] invariant
// CHECK: ^bb2:
// CHECK: %[[Q:.*]] = llvm.getelementptr inbounds|nuw %arg0
// CHECK: llvm.call_intrinsic "llvm.fake.use"
// CHECK-NEXT: llvm.cond_br %arg5, ^bb4, ^bb3
// CHECK: ^bb3:
// CHECK-NEXT: llvm.load %[[Q]] invariant
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

// What is written, or may be written by another name, is loaded as it was.
// CHECK-LABEL: llvm.func @written(
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.fake.use"
// CHECK-NOT: invariant
llvm.func @written(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr, %i: i32, %j: i32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %b[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  %q = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %x, %q : f32, !llvm.ptr
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %r = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %r : !llvm.ptr -> f32
  %t = llvm.getelementptr inbounds|nuw %b[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  llvm.store %y, %t : f32, !llvm.ptr
  llvm.br ^end
^end:
  llvm.return
}

// -----

// What is read by a name that others may have is loaded as it was too.
// CHECK-LABEL: llvm.func @named(
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.fake.use"
// CHECK-NOT: invariant
llvm.func @named(%a: !llvm.ptr, %s: !llvm.ptr<3>, %i: i32, %j: i32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %q : !llvm.ptr -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}

// -----

// What is said of an argument's alignment, what hides a pointer, and a row's pointer do not keep loads from saying so.
// CHECK-LABEL: llvm.func @derived(
// CHECK: llvm.call_intrinsic "llvm.fake.use"
// CHECK: llvm.load %{{.*}} invariant
// CHECK: llvm.call_intrinsic "llvm.fake.use"
// CHECK: llvm.load %{{.*}} invariant
llvm.func @derived(%a: !llvm.ptr<1> {llvm.noalias}, %s: !llvm.ptr<3>, %i: i32, %j: i32, %c: i1) attributes {nvvm.kernel} {
  %true = llvm.mlir.constant(true) : i1
  %sixteen = llvm.mlir.constant(16 : i64) : i64
  llvm.intr.assume %true ["align"(%a, %sixteen : !llvm.ptr<1>, i64)] : i1
  %row = llvm.getelementptr %a[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %r = llvm.intr.strip.invariant.group %row : !llvm.ptr<1>
  llvm.cond_br %c, ^first, ^second
^first:
  %p = llvm.getelementptr inbounds|nuw %r[%j] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.br ^second
^second:
  llvm.cond_br %c, ^third, ^fourth
^third:
  %q = llvm.getelementptr inbounds|nuw %r[%j] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x = llvm.load %q : !llvm.ptr<1> -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^fourth
^fourth:
  llvm.cond_br %c, ^fifth, ^end
^fifth:
  %t = llvm.getelementptr inbounds|nuw %r[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %y = llvm.load %t : !llvm.ptr<1> -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}

// -----

// What keeps another pointer says nothing of memory.
// CHECK-LABEL: llvm.func @kept_before(
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.fake.use"
// CHECK: llvm.load %{{.*}} invariant
// CHECK: llvm.call_intrinsic "llvm.fake.use"
// CHECK: llvm.load %{{.*}} invariant
llvm.func @kept_before(%a: !llvm.ptr {llvm.noalias}, %s: !llvm.ptr<3>, %i: i32, %j: i32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.call_intrinsic "llvm.fake.use"(%a) : (!llvm.ptr) -> ()
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %q : !llvm.ptr -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}

// -----

// One condition only; a quotient, which fails without it; a table's entry; shared memory; a loop; a block that waits; a
// way that does not come back; no kernel.
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
llvm.func @joined(%a: !llvm.ptr<1> {llvm.noalias}, %b: !llvm.ptr<1>, %d: !llvm.ptr<1>, %s: !llvm.ptr<3>, %i: i32, %j: i32, %c: i1, %e: i1) attributes {nvvm.kernel} {
  llvm.cond_br %e, ^join(%b : !llvm.ptr<1>), ^join(%d : !llvm.ptr<1>)
^join(%w: !llvm.ptr<1>):
  %v = llvm.mlir.constant(1.0 : f32) : f32
  llvm.store %v, %b : f32, !llvm.ptr<1>
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %w[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.store %v, %b : f32, !llvm.ptr<1>
  llvm.cond_br %c, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %w[%j] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %y = llvm.load %q : !llvm.ptr<1> -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.return
}
llvm.func @any(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr, %s: !llvm.ptr<3>, %i: i32, %j: i32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  %w = llvm.select %c, %a, %b : i1, !llvm.ptr
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %q : !llvm.ptr -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  %z = llvm.load %w : !llvm.ptr -> f32
  llvm.store %z, %s : f32, !llvm.ptr<3>
  llvm.return
}
llvm.func @intrinsic(%a: !llvm.ptr {llvm.noalias}, %s: !llvm.ptr<3>, %i: i32, %j: i32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %q : !llvm.ptr -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  llvm.call_intrinsic "llvm.prefetch"(%a, %i, %i, %i) : (!llvm.ptr, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @volatile(%a: !llvm.ptr {llvm.noalias}, %s: !llvm.ptr<3>, %i: i32, %j: i32, %c: i1, %d: i1) attributes {nvvm.kernel} {
  llvm.cond_br %c, ^first, ^on
^first:
  %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  llvm.store %x, %s : f32, !llvm.ptr<3>
  llvm.br ^on
^on:
  llvm.cond_br %d, ^second, ^end
^second:
  %q = llvm.getelementptr inbounds|nuw %a[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %y = llvm.load %q : !llvm.ptr -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  llvm.br ^end
^end:
  %z = llvm.load volatile %a : !llvm.ptr -> f32
  llvm.store %z, %s : f32, !llvm.ptr<3>
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
