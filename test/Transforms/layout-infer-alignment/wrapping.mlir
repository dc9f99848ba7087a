// Arithmetic that may wrap keeps its low bits: what a power of two divides, it divides still.
//
// RUN: layout-opt %s --layout-infer-alignment | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: layout-opt %s --layout-infer-alignment=index-bitwidth=32 | FileCheck %s --check-prefixes=CHECK,NARROW

!g = memref<?xf16>

// CHECK-LABEL: func @wraps
// CHECK-COUNT-4: vector.load %{{.*}} {alignment = 16 : i64}
func.func @wraps(%m: !g {llvm.align = 16 : i64}, %i: index, %j: index) -> vector<8xf16> {
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c24 = arith.constant 24 : index
  %a = arith.muli %i, %c8 : index
  %v = vector.load %m[%a] : !g, vector<8xf16>
  %b = arith.shli %j, %c3 : index
  %w = vector.load %m[%b] : !g, vector<8xf16>
  %d = arith.addi %a, %b : index
  %x = vector.load %m[%d] : !g, vector<8xf16>
  %e = arith.muli %d, %c24 : index
  %f = arith.subi %c8, %e : index
  %y = vector.load %m[%f] : !g, vector<8xf16>
  %s = arith.addf %v, %w : vector<8xf16>
  %t = arith.addf %x, %y : vector<8xf16>
  %u = arith.addf %s, %t : vector<8xf16>
  return %u : vector<8xf16>
}

// Also through several operations, loops and selects, and beyond what one has read of another.
// CHECK-LABEL: func @through
// CHECK: scf.for
// CHECK: vector.load %{{.*}} {alignment = 16 : i64}
// CHECK: vector.load %{{.*}} {alignment = 8 : i64}
func.func @through(%m: !g {llvm.align = 16 : i64}, %out: !g {llvm.align = 16 : i64}, %i: index, %n: index, %which: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %row = arith.muli %i, %c8 : index
  %c0_0 = arith.addi %row, %row : index
  %c0_1 = arith.addi %c0_0, %row : index
  %c0_2 = arith.addi %c0_1, %row : index
  %c0_3 = arith.addi %c0_2, %c0_0 : index
  %c0_4 = arith.addi %c0_3, %c0_2 : index
  %c0_5 = arith.addi %c0_4, %c0_3 : index
  %c0_6 = arith.addi %c0_5, %c0_4 : index
  %c0_7 = arith.addi %c0_6, %c0_5 : index
  %c0_8 = arith.addi %c0_7, %c0_6 : index
  scf.for %k = %c0_8 to %n step %c8 {
    %a = arith.addi %k, %row : index
    %x = vector.load %m[%a] : !g, vector<8xf16>
    %half = arith.subi %row, %c4 : index
    %either = arith.select %which, %a, %half : index
    %y = vector.load %m[%either] : !g, vector<8xf16>
    %z = arith.addf %x, %y : vector<8xf16>
    vector.store %z, %out[%c0] : !g, vector<8xf16>
  }
  return
}

// Fewer bits are the low ones; more are these, with the sign or without.
// CHECK-LABEL: func @widths
// CHECK-COUNT-3: vector.load %{{.*}} {alignment = 16 : i64}
func.func @widths(%m: !g {llvm.align = 16 : i64}, %i: i64, %j: i16) -> vector<8xf16> {
  %c8 = arith.constant 8 : i64
  %d8 = arith.constant 8 : i16
  %a = arith.muli %i, %c8 : i64
  %b = arith.trunci %a : i64 to i32
  %d = arith.index_cast %b : i32 to index
  %v = vector.load %m[%d] : !g, vector<8xf16>
  %e = arith.muli %j, %d8 : i16
  %f = arith.extui %e : i16 to i32
  %g = arith.index_castui %f : i32 to index
  %w = vector.load %m[%g] : !g, vector<8xf16>
  %h = arith.extsi %e : i16 to i64
  %k = arith.index_cast %h : i64 to index
  %x = vector.load %m[%k] : !g, vector<8xf16>
  %s = arith.addf %v, %w : vector<8xf16>
  %t = arith.addf %s, %x : vector<8xf16>
  return %t : vector<8xf16>
}

// Three divides no power of two: what is left of a multiple of it is any number. Of a quotient the low bits are not
// known, since they are not low bits of what was divided; nor of a type that is too narrow to have them.
// CHECK-LABEL: func @not
// CHECK-NOT: alignment
// CHECK: return
func.func @not(%m: !g {llvm.align = 16 : i64}, %i: index, %j: i8) -> vector<8xf16> {
  %c3 = arith.constant 3 : index
  %c24 = arith.constant 24 : index
  %c2 = arith.constant 2 : i8
  %p = arith.muli %i, %c3 : index
  %q = arith.divui %p, %c3 : index
  %v = vector.load %m[%p] : !g, vector<8xf16>
  %r = arith.muli %i, %c24 : index
  %a = arith.divui %r, %c3 : index
  %w = vector.load %m[%a] : !g, vector<8xf16>
  %x = vector.load %m[%q] : !g, vector<8xf16>
  %b = arith.extsi %j : i8 to i64
  %d = arith.index_cast %b : i64 to index
  %y = vector.load %m[%d] : !g, vector<8xf16>
  %s = arith.addf %v, %w : vector<8xf16>
  %t = arith.addf %x, %y : vector<8xf16>
  %u = arith.addf %s, %t : vector<8xf16>
  return %u : vector<8xf16>
}

// A product that fits 64 bits is divided as it is; in 32 bits it wraps first.
// CHECK-LABEL: func @quotient
// WIDE: vector.load %{{.*}} {alignment = 16 : i64}
// NARROW-NOT: alignment
// CHECK: return
func.func @quotient(%m: !g {llvm.align = 16 : i64}) -> vector<8xf16> {
  %c3 = arith.constant 3 : index
  %c24 = arith.constant 24 : index
  %i = gpu.block_id x
  %r = arith.muli %i, %c24 : index
  %a = arith.divui %r, %c3 : index
  %v = vector.load %m[%a] : !g, vector<8xf16>
  return %v : vector<8xf16>
}

// Of the arm that a select takes all holds, though what is promised of the other may not.
// CHECK-LABEL: func @arms
// CHECK: vector.load %{{.*}} {alignment = 8 : i64}
func.func @arms(%m: !g {llvm.align = 16 : i64}, %n: index, %i: index, %j: index) -> vector<8xf16> {
  %c4 = arith.constant 4 : index
  %l = layout.make(%n) : !layout<(16,?):(8,8)>
  %a = layout.crd2idx %l(%i, %j) : !layout<(16,?):(8,8)>
  %inside = arith.cmpi slt, %i, %n : index
  %either = arith.select %inside, %a, %c4 : index
  %v = vector.load %m[%either] : !g, vector<8xf16>
  return %v : vector<8xf16>
}
