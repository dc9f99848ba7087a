// RUN: layout-opt %s --index-simplify=validate=true | FileCheck %s
// RUN: layout-opt %s --index-simplify > %t.1
// RUN: layout-opt %s --index-simplify > %t.2
// RUN: diff %t.1 %t.2
// RUN: layout-opt %s --index-simplify="extract=worst validate=true" > /dev/null
// RUN: layout-opt %s --index-simplify="shuffle-rules=7 validate=true verify-egraph=true" | FileCheck %s
// RUN: layout-opt %s --index-simplify="target=generic validate=true" | FileCheck %s
// RUN: layout-opt %s --index-simplify="target=sm_90a validate=true" | FileCheck %s --check-prefix=CHIP

// CHECK: #[[QUARTER:.*]] = affine_map<(d0) -> (d0 floordiv 4)>

// The digits of an index, put together again.
// CHECK-LABEL: func @round_trip
// CHECK-NEXT: return %arg0
func.func @round_trip(%i: index) -> index {
  %d:3 = affine.delinearize_index %i into (4, 8, 16) : index, index, index
  %y = affine.linearize_index [%d#0, %d#1, %d#2] by (4, 8, 16) : index
  return %y : index
}

// Digits that are not nested as written: (d0 / 4) mod 8 + 8 (d0 / 32) = d0 / 4.
// CHECK-LABEL: func @regrouped
// CHECK-NEXT: %[[Q:.*]] = affine.apply #[[QUARTER]](%arg0)
// CHECK-NEXT: return %[[Q]]
func.func @regrouped(%i: index) -> index {
  %y = affine.apply affine_map<(d0) -> ((d0 floordiv 4) mod 8 + (d0 floordiv 32) * 8)>(%i)
  return %y : index
}

// What lowering makes of `mod` and `floordiv` when signs are not known.
// CHECK-LABEL: func @expanded
// CHECK-NOT: arith.select
// CHECK: arith.andi
// CHECK: arith.shrsi
// CHECK-NOT: arith.select
// CHECK: return
func.func @expanded(%i: index) -> (index, index) {
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %cm1 = arith.constant -1 : index
  %r = arith.remsi %i, %c8 : index
  %rneg = arith.cmpi slt, %r, %c0 : index
  %up = arith.addi %r, %c8 : index
  %mod = arith.select %rneg, %up, %r : index
  %neg = arith.cmpi slt, %i, %c0 : index
  %flip = arith.subi %cm1, %i : index
  %abs = arith.select %neg, %flip, %i : index
  %q = arith.divsi %abs, %c8 : index
  %down = arith.subi %cm1, %q : index
  %div = arith.select %neg, %down, %q : index
  return %mod, %div : index, index
}

// Divisors that no constant is: the loops say that 0 <= b < n.
// CHECK-LABEL: func @unknown_divisor
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK: return
func.func @unknown_divisor(%m: index, %n: index, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %a = %c0 to %m step %c1 {
    scf.for %b = %c0 to %n step %c1 {
      %p = arith.muli %a, %n overflow<nsw> : index
      %i = arith.addi %p, %b overflow<nsw> : index
      %q = arith.divui %i, %n : index
      %r = arith.remui %i, %n : index
      %s = arith.addi %q, %r : index
      %f = memref.load %x[%s] : memref<?xf32>
      memref.store %f, %x[%i] : memref<?xf32>
    }
  }
  return
}

// 32-bit arithmetic of a thread number: a division by 7 stays, of which every backend
// makes a product; for a chip, where products are cheap, it is one here.
// CHECK-LABEL: func @thread
// CHECK: arith.divui %{{.*}}, %c7_i32
// CHECK-NOT: arith.remsi
// CHECK: return
// CHIP-LABEL: func @thread
// CHIP: arith.muli %{{.*}}, %c1171_i32
// CHIP-NEXT: arith.shrui
// CHIP-NOT: arith.divui
// CHIP-NOT: arith.remsi
// CHIP: return
func.func @thread(%m: memref<?xf32>) {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c12 = arith.constant 12 : i32
  %c7 = arith.constant 7 : i32
  %q = arith.divsi %t, %c12 : i32
  %r = arith.remsi %t, %c12 : i32
  %s = arith.muli %q, %c12 : i32
  %u = arith.addi %s, %r : i32
  %v = arith.divui %t, %c7 : i32
  %w = arith.addi %u, %v : i32
  %i = arith.index_cast %w : i32 to index
  %f = memref.load %m[%i] : memref<?xf32>
  memref.store %f, %m[%i] : memref<?xf32>
  return
}

// An assumption next to a value's definition counts.
// CHECK-LABEL: func @assumed
// CHECK-NOT: arith.andi
// CHECK: return %arg0
func.func @assumed(%i: i32) -> i32 {
  %c16 = arith.constant 16 : i32
  %c15 = arith.constant 15 : i32
  %small = arith.cmpi ult, %i, %c16 : i32
  llvm.intr.assume %small : i1
  %x = arith.andi %i, %c15 : i32
  return %x : i32
}

// What may wrap is left alone, and so is what is as cheap as it gets.
// CHECK-LABEL: func @left_alone
// CHECK-NEXT: %[[A:.*]] = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: %[[B:.*]] = arith.xori %[[A]], %arg1 : i32
// CHECK-NEXT: return %[[B]]
func.func @left_alone(%a: i32, %b: i32) -> i32 {
  %x = arith.addi %a, %b : i32
  %y = arith.xori %x, %b : i32
  return %y : i32
}

// The operations of the index dialect, and a comparison that is decided.
// CHECK-LABEL: func @index_dialect
// CHECK: %[[T:.*]] = gpu.thread_id
// CHECK-NEXT: return %[[T]]
func.func @index_dialect(%a: index) -> index {
  %t = gpu.thread_id x upper_bound 64
  %c64 = index.constant 64
  %c8 = index.constant 8
  %q = index.divu %t, %c8
  %r = index.remu %t, %c8
  %p = index.mul %q, %c8
  %s = index.add %p, %r
  %in = index.cmp ult(%s, %c64)
  %x = arith.select %in, %s, %a : index
  return %x : index
}

// A product alone is computed wide: the scale of the memory operand joins its factor.
// CHECK-LABEL: func @scaled
// CHECK: %[[T:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK-NEXT: arith.muli %[[T]], %c48
func.func @scaled(%m: memref<?xf32>) {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %i = arith.index_cast %t : i32 to index
  %c16 = arith.constant 16 : index
  %c3 = arith.constant 3 : index
  %a = arith.muli %i, %c16 : index
  %b = arith.muli %a, %c3 : index
  %f = memref.load %m[%b] : memref<?xf32>
  memref.store %f, %m[%b] : memref<?xf32>
  return
}
