// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-opt %s --layout-simplify > %t.1
// RUN: layout-opt %s --layout-simplify > %t.2
// RUN: diff %t.1 %t.2
// RUN: layout-opt %s --layout-simplify=verify-egraph=true | FileCheck %s
// RUN: layout-opt %s --layout-simplify=target=generic | FileCheck %s --check-prefix=WIDE
// RUN: layout-opt %s --layout-simplify=explain=true 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// EXPLAIN: remark: layout-simplify: 1 indices, estimated slots {{[0-9]+}} before, {{[0-9]+}} after
// EXPLAIN-SAME: rules: {{.*}}B28

// Splitting an index and putting it together again is nothing.
// CHECK-LABEL: func @round_trip
// CHECK-NEXT: return %arg0
func.func @round_trip(%i: index) -> index {
  %l = layout.make : !layout<((4,8,16)):((1,4,32))>
  %x = layout.crd2idx %l(%i) : !layout<((4,8,16)):((1,4,32))>
  return %x : index
}

// A step along K within a swizzled row: one exclusive-or, not a second swizzle.
// CHECK-LABEL: gpu.func @k_step
// CHECK-COUNT-2: arith.xori
// CHECK-NOT: arith.xori
// CHECK: gpu.return
gpu.module @m {
  gpu.func @k_step(%out: memref<2xindex>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %lane = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = layout.make : !layout<S<3,3,3> o 0 o ((16,2),4):((64,8),16)>
    %a = layout.crd2idx %l(%lane, 0) : !layout<S<3,3,3> o 0 o ((16,2),4):((64,8),16)>
    %b = layout.crd2idx %l(%lane, 1) : !layout<S<3,3,3> o 0 o ((16,2),4):((64,8),16)>
    memref.store %a, %out[%c0] : memref<2xindex>
    memref.store %b, %out[%c1] : memref<2xindex>
    gpu.return
  }
}

// The arithmetic around an index takes part: 8 * (i / 8) + i % 8.
// CHECK-LABEL: func @around
// CHECK-NEXT: %[[I:.*]] = gpu.thread_id
// CHECK-NEXT: return %[[I]]
func.func @around() -> index {
  %i = gpu.thread_id x upper_bound 512
  %c7 = arith.constant 7 : index
  %low = arith.andi %i, %c7 : index
  %k = layout.make : !layout<((8,64)):((0,8))>
  %high = layout.crd2idx %k(%i) : !layout<((8,64)):((0,8))>
  %x = arith.addi %high, %low : index
  return %x : index
}

// What a loop does not change is computed before it.
// CHECK-LABEL: func @hoisted
// CHECK: arith.xori
// CHECK: scf.for
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.shrui
// CHECK: memref.load
func.func @hoisted(%i: index, %m: memref<4096xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %l = layout.make : !layout<S<3,3,3> o 0 o ((16,2),4,4):((64,8),16,1024)>
  %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> f32 {
    %x = layout.crd2idx %l(%i, 0, %k) : !layout<S<3,3,3> o 0 o ((16,2),4,4):((64,8),16,1024)>
    %v = memref.load %m[%x] : memref<4096xf32>
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

// Symbols keep their facts: no division is left of a tile's row.
// CHECK-LABEL: func @dynamic
// CHECK-NOT: div
// CHECK-NOT: rem
// CHECK: return
// WIDE-LABEL: func @dynamic
// WIDE-NOT: i32
// WIDE: return
func.func @dynamic(%M: index, %K: index, %i: index, %j: index) -> index {
  %l = layout.make(%M, %K) : !layout<(?{div=128},?{div=64}):(s1,1)>
  %t = layout.zipped_divide %l : !layout<(?{div=128},?{div=64}):(s1,1)> by #layout.tile<[128:1, 64:1]>
  %x = layout.crd2idx %t((%i, 5), (%j, 1)) : !layout<((128,64),(floordiv(?{div=128},128),floordiv(?{div=64},64))):((s1,1),(128*s1,64))>
  return %x : index
}

// An addition that may wrap is no mathematical sum: it stays as it is.
// CHECK-LABEL: func @may_wrap
// CHECK: arith.addi %arg0, %arg1 : index
func.func @may_wrap(%a: index, %b: index) -> index {
  %s = arith.addi %a, %b : index
  %l = layout.make : !layout<(4,8):(8,1)>
  %x = layout.crd2idx %l(%s, 1) : !layout<(4,8):(8,1)>
  return %x : index
}

// A promise of one use does not reach another: outside the layout, the
// remainder is one.
// CHECK-LABEL: func @promise
// CHECK: arith.remui
func.func @promise(%i: index) -> (index, index) {
  %c8 = arith.constant 8 : index
  %l = layout.make : !layout<(8,2):(1,8)>
  %x = layout.crd2idx %l(%i, 0) : !layout<(8,2):(1,8)>
  %y = arith.remui %i, %c8 : index
  return %x, %y : index, index
}

// Of an unknown layout the laws still hold: a composition is applied from the
// inside, and a coalesced layout is the same function.
// CHECK-LABEL: func @unknown
// CHECK-NOT: layout.composition
// CHECK-NOT: layout.coalesce
// CHECK: layout.crd2idx %arg0(%{{.*}}) : !layout<*>
func.func @unknown(%a: !layout<*>, %i: index) -> index {
  %b = layout.make : !layout<4:2>
  %c = layout.composition %a, %b : !layout<*>, !layout<4:2>
  %d = layout.coalesce %c : !layout<*>
  %x = layout.crd2idx %d(%i) : !layout<*>
  return %x : index
}

// Blocks of a control-flow graph: each user computes its own.
// CHECK-LABEL: func @blocks
func.func @blocks(%i: index, %p: i1) -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  cf.cond_br %p, ^a, ^b
^a:
  %x = layout.crd2idx %l(%i, 1) : !layout<(4,8):(8,1)>
  return %x : index
^b:
  %y = layout.crd2idx %l(%i, 2) : !layout<(4,8):(8,1)>
  return %y : index
}
