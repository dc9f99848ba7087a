// Where a term is computed, as which type, and what takes it.
// RUN: layout-opt %s --index-simplify=validate 2>/dev/null | FileCheck %s
// RUN: layout-opt %s --index-simplify="target=generic validate" 2>/dev/null | FileCheck %s --check-prefixes=CHECK,GENERIC
// RUN: layout-opt %s --index-simplify=index-bitwidth=32 -o /dev/null
// RUN: layout-opt %s --index-simplify=extract=worst -o /dev/null
// RUN: layout-opt %s --layout-normalize -o /dev/null

// Values of a type of their own that an affine loop carries are no affine operands.
// CHECK-LABEL: func @affine_yield
// CHECK: %[[C:.*]] = arith.constant 35 : i16
// CHECK: affine.for {{.*}} iter_args(%{{.*}} = %[[C]]) -> (i16)
// CHECK: affine.yield %{{.*}} : i16
func.func @affine_yield() -> i16 {
  %c5 = arith.constant 5 : i16
  %c7 = arith.constant 7 : i16
  %p = arith.muli %c5, %c7 : i16
  %r = affine.for %i = 0 to 8 iter_args(%x = %p) -> (i16) {
    %a = arith.addi %c5, %c7 : i16
    affine.yield %a : i16
  }
  return %r : i16
}

// Nor are indices that it carries.
// CHECK-LABEL: func @affine_index
// CHECK: affine.yield %{{.*}} : index
func.func @affine_index(%n: index) -> index {
  %c8 = arith.constant 8 : index
  %r = affine.for %i = 0 to 8 iter_args(%x = %n) -> (index) {
    %q = arith.divui %i, %c8 : index
    %s = arith.addi %q, %i : index
    affine.yield %s : index
  }
  return %r : index
}

// A quotient of constants is used in two blocks, and first computed in neither: it dominates both.
// CHECK-LABEL: func @constants
func.func @constants(%a: i32, %c: i1) -> (i32, i32) {
  %k = arith.constant -1000 : i32
  %z = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c3 = arith.constant 3 : i32
  %n = arith.cmpi slt, %a, %z : i32
  llvm.intr.assume %n : i1
  %m = arith.subi %z, %k overflow<nsw> : i32
  %q = arith.divsi %k, %c16 : i32
  %d = arith.subi %a, %q : i32
  %r = scf.if %c -> i32 {
    %u = arith.ceildivsi %d, %c16 : i32
    scf.yield %u : i32
  } else {
    %v = arith.divsi %m, %c16 : i32
    scf.yield %v : i32
  }
  %w = arith.remui %q, %c3 : i32
  %s = arith.select %c, %w, %r : i32
  return %r, %s : i32, i32
}

// A bound that is a constant of the index dialect, like one of arith.
// CHECK-LABEL: func @index_bounds
// CHECK: scf.for
// CHECK: %[[Q:.*]] = arith.shrui
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[Q]]]
func.func @index_bounds(%m: memref<?xf32>, %x: f32) {
  %lo = index.constant 3
  %hi = index.constant 30
  %st = index.constant 2
  %c8 = index.constant 8
  scf.for %i = %lo to %hi step %st {
    %q = index.divu %i, %c8
    %p = index.mul %q, %c8
    %r = index.divs %p, %c8
    memref.store %x, %m[%r] : memref<?xf32>
  }
  return
}

// Nothing is cheaper than what stands here: no other type, no xor for a sum, no product by -1.
// GENERIC-LABEL: func @comparisons
// GENERIC-COUNT-1: arith.index_castui
// GENERIC: arith.cmpi sgt, %{{.*}}, %{{.*}} : i32
// GENERIC: arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// GENERIC-NOT: arith.index_cast{{(ui)?}} {{.*}} : i32 to index
// GENERIC: arith.muli {{.*}} : i32
func.func @comparisons(%n: i32, %a: i32, %m: memref<?xf32>, %x: f32) {
  %c1 = arith.constant 1 : i32
  %t = gpu.thread_id x
  %tt = arith.index_castui %t : index to i32
  %b = arith.cmpi sgt, %a, %tt : i32
  %p = arith.cmpi slt, %c1, %n : i32
  scf.if %b {
    %mm = arith.muli %n, %tt : i32
    %e = arith.index_cast %mm : i32 to index
    scf.if %p { memref.store %x, %m[%e] : memref<?xf32> }
  }
  return
}

// GENERIC-LABEL: func @one_wide_comparison
// GENERIC: arith.muli %arg1, %{{.*}} overflow<nsw> : index
// GENERIC-NOT: arith.index_cast
// GENERIC: return
func.func @one_wide_comparison(%m: memref<?xf32>, %s: index, %k: i64, %x: f32) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c20 = arith.constant 20 : index
  %c48 = arith.constant 48 : index
  %w2 = arith.constant 2 : i64
  %a = arith.muli %s, %c48 overflow<nsw> : index
  %k1 = arith.subi %k, %w2 : i64
  %p = arith.cmpi sgt, %k, %k1 : i64
  scf.for %i = %c0 to %c20 step %c1 {
    %q = arith.divsi %i, %c5 : index
    memref.store %x, %m[%q] : memref<?xf32>
    memref.store %x, %m[%a] : memref<?xf32>
  }
  return %p : i1
}

// CHECK-LABEL: func @tail
// CHECK: arith.subi
// CHECK: arith.minsi
// CHECK: arith.addi
// CHECK-NOT: arith.xori
// CHECK-NOT: arith.muli
// CHECK: return
func.func @tail(%m: memref<200xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c200 = arith.constant 200 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c200 step %c16 {
    %left = arith.subi %c200, %i : index
    %n = arith.minsi %left, %c16 : index
    scf.for %j = %c0 to %n step %c1 {
      %k = arith.addi %i, %j : index
      memref.store %x, %m[%k] : memref<200xf32>
    }
  }
  return
}

// Floors and remainders as upstream's lowering spells them: all selects go, for either target.
// CHECK-LABEL: func @spelt
// CHECK-NOT: arith.select
// CHECK: return
func.func @spelt(%m: memref<72x56xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 900000 : index
  scf.for %i = %c0 to %end step %c1 {
    %rows = arith.constant 72 : index
    %r = arith.remsi %i, %rows : index
    %z = arith.constant 0 : index
    %n = arith.cmpi slt, %r, %z : index
    %u = arith.addi %r, %rows : index
    %mod = arith.select %n, %u, %r : index
    %rows2 = arith.constant 72 : index
    %z2 = arith.constant 0 : index
    %minus = arith.constant -1 : index
    %g = arith.cmpi slt, %i, %z2 : index
    %f = arith.subi %minus, %i : index
    %abs = arith.select %g, %f, %i : index
    %q = arith.divsi %abs, %rows2 : index
    %d = arith.subi %minus, %q : index
    %div = arith.select %g, %d, %q : index
    %columns = arith.constant 56 : index
    %s = arith.remsi %div, %columns : index
    %z3 = arith.constant 0 : index
    %b = arith.cmpi slt, %s, %z3 : index
    %a = arith.addi %s, %columns : index
    %column = arith.select %b, %a, %s : index
    memref.store %x, %m[%mod, %column] : memref<72x56xf32>
  }
  return
}

// A promise of a divisor is one: where it is broken the index is poison, and the product
// is not.
// CHECK-LABEL: func @unkept_divisor
// CHECK: %[[Y:.*]] = arith.muli %{{.*}}, %{{.*}}
// CHECK: memref.store %[[Y]]
func.func @unkept_divisor(%out: memref<8xindex>, %at: memref<8xindex>) {
  %t = gpu.thread_id x upper_bound 99
  %q = gpu.thread_id y upper_bound 8
  %c4 = arith.constant 4 : index
  %n = arith.maxsi %t, %c4 : index
  %l = layout.make(%n) : !layout<(?{div=4,max=100},8):(1,s0)>
  %i = layout.crd2idx %l(0, %q) : !layout<(?{div=4,max=100},8):(1,s0)>
  %y = arith.muli %n, %q overflow<nsw> : index
  memref.store %y, %out[%q] : memref<8xindex>
  memref.store %i, %at[%q] : memref<8xindex>
  return
}

// A coordinate is below the size, not below what the size is at most.
// CHECK-LABEL: func @above_the_size
// CHECK: %[[S:.*]] = arith.addi
// CHECK: return %[[S]]
func.func @above_the_size(%a: index, %n: index, %at: memref<8xindex>) -> index {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %i = arith.andi %a, %c3 : index
  %j = arith.andi %a, %c1 : index
  %l = layout.make(%c1) : !layout<(?{max=100},8):(1,s0)>
  %x = layout.crd2idx %l(%i, %j) : !layout<(?{max=100},8):(1,s0)>
  memref.store %x, %at[%c1] : memref<8xindex>
  %s = arith.addi %i, %j : index
  return %s : index
}

// Inside a loop its bound is at least 1, and may be a divisor there: a plan that says so is no unsound one.
// CHECK-LABEL: func @by_bound
// CHECK: affine.for
// CHECK: affine.for
// CHECK: arith.divui %{{.*}}, %arg1
func.func @by_bound(%k: index, %n: index, %x: i64, %m: memref<i64>) {
  affine.for %i = 0 to 12 step 3 {
    affine.for %j = 0 to %n step 3 {
      %c1 = arith.constant 1 : index
      %a = arith.maxsi %n, %c1 : index
      %b = arith.maxsi %k, %c1 : index
      %d = affine.apply affine_map<(d0)[s0, s1] -> ((d0 floordiv s0) mod s1)>(%i)[%a, %b]
      %w = arith.index_cast %d : index to i64
      %s = arith.addi %x, %w : i64
      memref.store %s, %m[] : memref<i64>
    }
  }
  return
}
