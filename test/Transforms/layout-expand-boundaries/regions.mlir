// Layouts through regions and blocks: static ones vanish, symbols become values.
// RUN: layout-opt %s --layout-expand-boundaries --split-input-file --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --layout-expand-boundaries --split-input-file --convert-layout-to-arith --verify-diagnostics -o /dev/null

!L = !layout<(?,4):(1,s0)>
!S = !layout<(4,8):(8,1)>

// CHECK-LABEL: func @static_if
// CHECK: scf.if
// CHECK-NOT: yield
// CHECK: layout.make : !layout<(4,8):(8,1)>
func.func @static_if(%c: i1, %i: index) -> index {
  %a = layout.make : !S
  %b = layout.make : !S
  %l = scf.if %c -> !S { scf.yield %a : !S } else { scf.yield %b : !S }
  %x = layout.crd2idx %l(%i, 1) : !S
  return %x : index
}

// CHECK-LABEL: func @several
// CHECK: %[[R:.*]]:3 = scf.if %arg0 -> (f32, index, index)
// CHECK: scf.yield %{{.*}}, %arg1, %arg2 : f32, index, index
// CHECK: layout.make(%[[R]]#1)
// CHECK: return %[[R]]#0, %{{.*}}, %[[R]]#2
func.func @several(%c: i1, %n: index, %i: index) -> (f32, index, index) {
  %f = arith.constant 0.0 : f32
  %a = layout.make(%n) : !L
  %s = layout.make : !S
  %r:4 = scf.if %c -> (f32, !L, !S, index) {
    scf.yield %f, %a, %s, %i : f32, !L, !S, index
  } else {
    scf.yield %f, %a, %s, %n : f32, !L, !S, index
  }
  %x = layout.crd2idx %r#1(%i, 1) : !L
  return %r#0, %x, %r#3 : f32, index, index
}

// CHECK-LABEL: func @loop
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[N:.*]] = %arg0, %[[X:.*]] = %{{.*}}) -> (index, index)
// CHECK: %[[L:.*]] = layout.make(%[[N]])
// CHECK: layout.crd2idx %[[L]]
// CHECK: scf.yield %[[N]], %{{.*}} : index, index
func.func @loop(%n: index, %m: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = layout.make(%n) : !L
  %r:2 = scf.for %k = %c0 to %m step %c1 iter_args(%l = %a, %x = %c0) -> (!L, index) {
    %y = layout.crd2idx %l(%k, 1) : !L
    %z = arith.addi %x, %y : index
    scf.yield %l, %z : !L, index
  }
  %s = layout.size %r#0 : !L
  return %s, %r#1 : index, index
}

// CHECK-LABEL: func @while
// CHECK: scf.while (%{{.*}} = %arg0) : (index) -> index
// CHECK: scf.condition(%{{.*}}) %{{.*}} : index
// CHECK: ^bb0(%[[A:.*]]: index):
// CHECK: scf.yield %{{.*}} : index
func.func @while(%n: index, %m: index) -> index {
  %a = layout.make(%n) : !L
  %r = scf.while (%l = %a) : (!L) -> !L {
    %s = layout.size %l : !L
    %c = arith.cmpi slt, %s, %m : index
    scf.condition(%c) %l : !L
  } do {
  ^bb0(%l: !L):
    %s = layout.size %l : !L
    %t = layout.make(%s) : !L
    scf.yield %t : !L
  }
  %s = layout.size %r : !L
  return %s : index
}

// CHECK-LABEL: func @switch
// CHECK: scf.index_switch %arg0 -> index
// CHECK: scf.execute_region -> index
func.func @switch(%i: index, %n: index, %m: index) -> index {
  %a = layout.make(%n) : !L
  %b = layout.make(%m) : !L
  %l = scf.index_switch %i -> !L
  case 2 { scf.yield %a : !L }
  default { scf.yield %b : !L }
  %e = scf.execute_region -> !L {
    cf.br ^bb1(%l : !L)
  ^bb1(%k: !L):
    scf.yield %k : !L
  }
  %x = layout.crd2idx %e(%i, 1) : !L
  return %x : index
}

// Blocks in any order: what ^use needs is defined behind it.
// CHECK-LABEL: func @blocks
// CHECK: cf.br ^bb2
// CHECK: ^bb1:
// CHECK: ^bb2:
// CHECK: cf.cond_br %arg0, ^bb1, ^bb3(%{{.*}}, %arg2 : f32, index)
// CHECK: ^bb3(%{{.*}}: f32, %{{.*}}: index):
func.func @blocks(%c: i1, %n: index, %m: index) -> index {
  %f = arith.constant 0.0 : f32
  cf.br ^define
^use:
  %u = layout.flatten %t : !layout<((?,4)):((4,1))>
  %x = layout.size %u : !layout<(?,4):(4,1)>
  return %x : index
^define:
  %a = layout.make(%n) : !L
  %b = layout.make(%m) : !L
  %t = layout.make(%n) : !layout<((?,4)):((4,1))>
  cf.cond_br %c, ^use, ^other(%f, %b : f32, !L)
^other(%g: f32, %l: !L):
  %y = layout.size %l : !L
  return %y : index
}

// CHECK-LABEL: func @cases
// CHECK: cf.switch %arg0 : i32
// CHECK: default: ^bb1(%arg1 : index)
// CHECK: 0: ^bb2
// CHECK: 1: ^bb1(%arg2 : index)
// CHECK: 2: ^bb3(%arg1, %arg2 : index, index)
func.func @cases(%i: i32, %n: index, %m: index) -> index {
  %a = layout.make(%n) : !L
  %b = layout.make(%m) : !L
  %s = layout.make : !S
  cf.switch %i : i32, [
    default: ^one(%a : !L),
    0: ^none(%s : !S),
    1: ^one(%b : !L),
    2: ^two(%a, %b : !L, !L)
  ]
^one(%l: !L):
  %x = layout.size %l : !L
  return %x : index
^none(%k: !S):
  %y = layout.size %k : !S
  return %y : index
^two(%p: !L, %q: !L):
  %u = layout.size %p : !L
  %v = layout.cosize %q : !L
  %w = arith.addi %u, %v : index
  return %w : index
}

// CHECK-LABEL: func @affine
// CHECK: affine.for %{{.*}} = 0 to %arg1 iter_args(%{{.*}} = %arg0) -> (index)
// CHECK: affine.yield %{{.*}} : index
func.func @affine(%n: index, %m: index) -> index {
  %a = layout.make(%n) : !L
  %r = affine.for %k = 0 to %m iter_args(%l = %a) -> (!L) {
    affine.yield %l : !L
  }
  %s = layout.size %r : !L
  return %s : index
}

// Nested regions, a function that calls itself, a block that is never reached.
// CHECK-LABEL: func @nested(%arg0: i1, %arg1: index, %arg2: index) -> index
// CHECK: call @nested(%arg0, %{{.*}}, %arg2) : (i1, index, index) -> index
func.func @nested(%c: i1, %l: !L, %m: index) -> !L {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %m step %c1 iter_args(%a = %l) -> !L {
    %b = scf.if %c -> !L {
      %d = func.call @nested(%c, %a, %m) : (i1, !L, index) -> !L
      scf.yield %d : !L
    } else {
      scf.yield %a : !L
    }
    scf.yield %b : !L
  }
  return %r : !L
^never(%n: !L):
  cf.br ^never(%n : !L)
}

// -----

!L = !layout<(?,4):(1,s0)>

// What a region uses from outside needs no carrying.
func.func @captured(%n: index) -> index {
  %a = layout.make(%n) : !L
  %c1 = arith.constant 1 : index
  %t, %r = async.execute -> !async.value<index> {
    %s = layout.size %a : !L
    async.yield %s : index
  }
  %x = async.await %r : !async.value<index>
  return %x : index
}
