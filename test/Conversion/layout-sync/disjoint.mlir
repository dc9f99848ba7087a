// Iterations that are said to write parts of global memory that no other one accesses need no barrier between them.
//
// RUN: layout-opt %s --layout-sync | FileCheck %s

#e = #layout.tv<32:2, 2:1>
#f = #layout.tv<(2,16):(1,4), 2:2>
!g = memref<4096xf32, #layout<4096:1>>
!m = memref<64xf32, #layout<64:1>, 3>
!te = tensor<64xf32, #e>
!tf = tensor<64xf32, #f>

// CHECK-LABEL: @not_told
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @not_told(%t: !te, %g: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    layout.store %t, %g[%i] : !te, !g
  }
  return
}

// CHECK-LABEL: @told
// CHECK-NOT: gpu.barrier
// CHECK: layout.disjoint
// CHECK: return
func.func @told(%t: !te, %g: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    layout.store %t, %g[%i] : !te, !g
  } {layout.disjoint}
  return
}

// The promise is of different iterations alone.
// CHECK-LABEL: @same_iteration
// CHECK: scf.for
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @same_iteration(%t: !te, %g: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    layout.store %t, %g[%i] : !te, !g
    %u = layout.load %g[%i] : !g -> !tf
  } {layout.disjoint}
  return
}

// Shared memory is the same in each.
// CHECK-LABEL: @shared
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @shared(%t: !te, %g: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.alloc() : !m
  scf.for %i = %c0 to %n step %c64 {
    layout.store %t, %m[%c0] : !te, !m
    %u = layout.load %m[%c0] : !m -> !tf
    layout.store %u, %g[%i] : !tf, !g
  } {layout.disjoint}
  return
}

// A loop inside of an iteration, or around it, is not told anything.
// CHECK-LABEL: @inside
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @inside(%t: !te, %g: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    scf.for %j = %i to %n step %c64 {
      layout.store %t, %g[%j] : !te, !g
    }
  } {layout.disjoint}
  return
}

// CHECK-LABEL: @around
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: layout.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @around(%t: !te, %g: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    scf.for %j = %i to %n step %c64 {
      layout.store %t, %g[%j] : !te, !g
    } {layout.disjoint}
  }
  return
}

// Nor is what stands before the loop, or behind it.
// CHECK-LABEL: @beside
// CHECK: layout.store
// CHECK: gpu.barrier
// CHECK: layout.store
// CHECK: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK: return
func.func @beside(%t: !te, %u: !tf, %g: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  layout.store %u, %g[%n] : !tf, !g
  scf.for %i = %c0 to %n step %c64 {
    layout.store %t, %g[%i] : !te, !g
  } {layout.disjoint}
  %v = layout.load %g[%n] : !g -> !tf
  return
}

// Memory whose type has no space may be shared.
// CHECK-LABEL: @cast
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NOT: gpu.barrier
// CHECK: return
!any = memref<64xf32, #layout<64:1>>
func.func @cast(%t: !te, %g: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.alloc() : !m
  %any = memref.memory_space_cast %m : !m to !any
  scf.for %i = %c0 to %n step %c64 {
    layout.store %t, %any[%c0] : !te, !any
    %u = layout.load %any[%c0] : !any -> !tf
    layout.store %u, %g[%i] : !tf, !g
  } {layout.disjoint}
  return
}

// What an iteration waits for may have begun before the loop: it is no iteration's.
// CHECK-LABEL: @waited_for
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK: layout.wait
// CHECK: return
func.func @waited_for(%m: !m, %g: !g, %h: !g, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = layout.store_async %m, %g[%c64] {layout.bulk} : !m, !g
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%before = %s) -> !layout.token {
    %u = layout.load %g[%i] : !g -> !tf
    %next = layout.store_async %m, %h[%i] {layout.bulk} : !m, !g
    layout.wait %before
    scf.yield %next : !layout.token
  } {layout.disjoint}
  layout.wait %r
  return
}
