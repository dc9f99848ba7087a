// For how many groups of copies a wait waits: for all but those that were begun later on every path.
// RUN: layout-opt %s --layout-distribute | FileCheck %s

!g = memref<32xf32>
!m = memref<32xf32, 3>
!t = !layout.token

// Of two tokens the older one decides.
// CHECK-LABEL: @older
// CHECK: nvvm.cp.async.wait.group 1
// CHECK: nvvm.cp.async.wait.group 0
// CHECK: return
func.func @older(%g: !g, %h: !g, %p: !m, %q: !m, %r: !m) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %a = layout.copy_async %g[%0], %p : !g, !m
  %b = layout.copy_async %g[%0], %q : !g, !m
  layout.wait %a
  %c = layout.copy_async %g[%0], %r : !g, !m
  layout.wait %c, %b
  return
}

// Before the loop another copy follows the one that is carried in; in the loop nothing does.
// CHECK-LABEL: @younger_outside
// CHECK: scf.for
// CHECK-NEXT: nvvm.cp.async.wait.group 0
func.func @younger_outside(%g: !g, %p: !m, %q: !m, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %a = layout.copy_async %g[%0], %p : !g, !m
  %b = layout.copy_async %g[%0], %q : !g, !m
  %r = scf.for %k = %0 to %n step %1 iter_args(%s = %a) -> (!t) {
    layout.wait %s
    %next = layout.copy_async %g[%0], %p : !g, !m
    scf.yield %next : !t
  }
  layout.wait %r, %b
  return
}

// The other way round.
// CHECK-LABEL: @younger_inside
// CHECK: scf.for
// CHECK-NEXT: nvvm.cp.async.wait.group 0
func.func @younger_inside(%g: !g, %p: !m, %q: !m, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %a = layout.copy_async %g[%0], %p : !g, !m
  %r = scf.for %k = %0 to %n step %1 iter_args(%s = %a) -> (!t) {
    layout.wait %s
    %next = layout.copy_async %g[%0], %p : !g, !m
    %b = layout.copy_async %g[%0], %q : !g, !m
    layout.wait %b
    scf.yield %next : !t
  }
  layout.wait %r
  return
}
