// An overflow flag promises something of one result, where it is used: not of its operands, not of an equal value
// elsewhere; and what is emitted gets a flag only if the operation itself cannot overflow.
// RUN: layout-opt %s --index-simplify | FileCheck %s
// RUN: layout-opt %s --index-simplify=target=generic | FileCheck %s
// RUN: layout-opt %s --index-simplify=index-bitwidth=32 | FileCheck %s
// RUN: layout-opt %s --index-simplify="validate verify-egraph" -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: {{error:|contradict}}

// Where %go is false, 5 i may overflow, and i may be anything.
// CHECK-LABEL: func @operand
// CHECK: %[[P:.*]] = arith.cmpi slt, %arg0
// CHECK: return %[[P]]
func.func @operand(%i: i32, %m: memref<?xi32>, %go: i1) -> i1 {
  %c5 = arith.constant 5 : i32
  %c0 = arith.constant 0 : index
  %limit = arith.constant 500000000 : i32
  %small = arith.cmpi slt, %i, %limit : i32
  scf.if %go {
    %p = arith.muli %i, %c5 overflow<nsw> : i32
    %q = arith.floordivsi %p, %c5 : i32
    memref.store %q, %m[%c0] : memref<?xi32>
  }
  return %small : i1
}

// CHECK-LABEL: func @unsigned_operand
// CHECK: %[[P:.*]] = arith.cmpi ult, %arg0
// CHECK: return %[[P]]
func.func @unsigned_operand(%i: i32, %m: memref<?xi32>, %go: i1) -> i1 {
  %c8 = arith.constant 8 : i32
  %c0 = arith.constant 0 : index
  %limit = arith.constant 0x20000000 : i32
  %small = arith.cmpi ult, %i, %limit : i32
  scf.if %go {
    %p = arith.muli %i, %c8 overflow<nuw, nsw> : i32
    %q = arith.divui %p, %c8 : i32
    memref.store %q, %m[%c0] : memref<?xi32>
  }
  return %small : i1
}

// The narrow difference is poison where the wide one is large; the check that asks is kept.
// CHECK-LABEL: func @wide
// CHECK: %[[D:.*]] = arith.subi %{{.*}}, %{{.*}} : i64
// CHECK: %[[P:.*]] = arith.cmpi {{s[gl][et]}}, %{{.*}} : i64
// CHECK: scf.if %[[P]]
// CHECK: return %{{.*}}, %[[P]]
func.func @wide(%x: i32, %y: i32) -> (i32, i1) {
  %c7 = arith.constant 7 : i32
  %min = arith.constant -2147483648 : i64
  %wx = arith.extsi %x : i32 to i64
  %wy = arith.extsi %y : i32 to i64
  %wide = arith.subi %wx, %wy : i64
  %fits = arith.cmpi sge, %wide, %min : i64
  %r = scf.if %fits -> i32 {
    %d = arith.subi %x, %y overflow<nsw> : i32
    %p = arith.muli %d, %c7 overflow<nsw> : i32
    %q = arith.divsi %p, %c7 : i32
    scf.yield %q : i32
  } else {
    scf.yield %c7 : i32
  }
  return %r, %fits : i32, i1
}

// a + b may wrap around where a + b - 3 does not: no addition on the way has a flag.
// CHECK-LABEL: func @wraps_and_returns
// CHECK-NOT: overflow
// CHECK: return
func.func @wraps_and_returns(%x: i32, %y: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %m = arith.constant 2147483647 : i32
  %a = arith.andi %x, %m : i32
  %b = arith.andi %y, %c3 : i32
  %t = arith.subi %a, %c3 : i32
  %u = arith.addi %t, %b : i32
  %v = arith.subi %u, %b : i32
  %w = arith.addi %v, %b : i32
  return %w : i32
}

// Arithmetic of constants that overflows is poison, and no contradiction.
// CHECK-LABEL: func @never
// CHECK: return %arg0
func.func @never(%x: i8, %m: memref<?xi8>, %go: i1) -> i8 {
  %a = arith.constant 100 : i8
  %b = arith.constant -7 : i8
  %c1 = arith.constant 1 : i8
  %c0 = arith.constant 0 : index
  %y = arith.subi %b, %a : i8
  scf.if %go {
    %p = arith.muli %b, %a overflow<nsw> : i8
    %q = arith.minui %y, %c1 : i8
    %r = arith.muli %q, %a overflow<nsw> : i8
    %s = arith.addi %r, %p overflow<nsw> : i8
    %t = arith.addi %y, %s : i8
    memref.store %t, %m[%c0] : memref<?xi8>
  }
  return %x : i8
}

// What nothing improves keeps its flags, although the function has a part that is rewritten.
// CHECK-LABEL: func @kept
// CHECK: arith.muli %arg1, %{{.*}} overflow<nsw> : index
// CHECK: arith.andi
// CHECK: return
func.func @kept(%m: memref<?xf32>, %s: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  %a = arith.muli %s, %c40 overflow<nsw> : index
  scf.for %i = %c0 to %c16 step %c1 {
    %q = arith.divsi %i, %c4 : index
    %p = arith.muli %q, %c4 : index
    memref.store %x, %m[%p] : memref<?xf32>
    memref.store %x, %m[%a] : memref<?xf32>
  }
  return
}
