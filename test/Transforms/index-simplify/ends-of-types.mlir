// Terms are integers without a width. A rewrite stands only where what it computes fits the type: run at the ends
// of the types, before and after, for both widths of index.
// RUN: layout-opt %s --layout-to-llvm=simplify=false -o %t.0
// RUN: mlir-runner %t.0 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s
// RUN: layout-opt %s --index-simplify --layout-to-llvm=simplify=false -o %t.1
// RUN: mlir-runner %t.1 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s
// RUN: layout-opt %s --index-simplify="target=generic validate" --layout-to-llvm=simplify=false -o %t.2
// RUN: mlir-runner %t.2 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s
// RUN: layout-opt %s --index-simplify=index-bitwidth=32 --layout-to-llvm="simplify=false index-bitwidth=32" -o %t.3
// RUN: mlir-runner %t.3 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s
// RUN: layout-opt %s --index-simplify="index-bitwidth=32 target=generic" --layout-to-llvm="simplify=false index-bitwidth=32" -o %t.4
// RUN: mlir-runner %t.4 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s

llvm.func @printI64(i64)
llvm.func @printNewline()
func.func private @show(%x: i64) {
  llvm.call @printI64(%x) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  return
}

// a <= b is not a < b + 1; the quotient makes the comparison part of a term.
func.func private @at_most_i64(%a: i64, %b: i64) -> i64 {
  %c16 = arith.constant 16 : i64
  %le = arith.cmpi sle, %a, %b : i64
  %q = arith.floordivsi %a, %c16 : i64
  %m = arith.muli %q, %c16 overflow<nsw> : i64
  %r = arith.subi %a, %m overflow<nsw> : i64
  %t = arith.select %le, %r, %c16 : i64
  return %t : i64
}
func.func private @at_most_i32(%a: i32, %b: i32) -> i32 {
  %c16 = arith.constant 16 : i32
  %ge = arith.cmpi sge, %b, %a : i32
  %q = arith.floordivsi %a, %c16 : i32
  %m = arith.muli %q, %c16 overflow<nsw> : i32
  %r = arith.subi %a, %m overflow<nsw> : i32
  %t = arith.select %ge, %r, %c16 : i32
  return %t : i32
}
func.func private @at_least(%a: i32) -> i1 {
  %min = arith.constant -2147483648 : i32
  %c5 = arith.constant 5 : i32
  %q = arith.divsi %a, %c5 : i32
  %p = arith.muli %q, %c5 overflow<nsw> : i32
  %ge = arith.cmpi sge, %p, %min : i32
  return %ge : i1
}

// A quotient rounded up is not (a + b - 1) / b.
func.func private @up_i64(%a: i64) -> i64 {
  %c16 = arith.constant 16 : i64
  %q = arith.ceildivsi %a, %c16 : i64
  return %q : i64
}
func.func private @up_i32(%a: i32) -> i32 {
  %c64 = arith.constant 64 : i32
  %q = arith.ceildivsi %a, %c64 : i32
  return %q : i32
}
func.func private @up_unsigned(%a: i32) -> i32 {
  %c64 = arith.constant 64 : i32
  %q = arith.ceildivui %a, %c64 : i32
  return %q : i32
}

// (x / 16 + y) / 4 is not (x + 16 y) / 64.
func.func private @nested(%x: i64, %y: i64) -> i64 {
  %c16 = arith.constant 16 : i64
  %c4 = arith.constant 4 : i64
  %q = arith.floordivsi %x, %c16 : i64
  %s = arith.addi %q, %y overflow<nsw> : i64
  %d = arith.floordivsi %s, %c4 : i64
  return %d : i64
}

// x / 8 < 300 000 000 is not x < 2 400 000 000.
func.func private @below(%x: index) -> i1 {
  %c8 = arith.constant 8 : index
  %k = arith.constant 300000000 : index
  %q = arith.floordivsi %x, %c8 : index
  %lt = arith.cmpi slt, %q, %k : index
  return %lt : i1
}
func.func private @equal(%i: index) -> i1 {
  %c8 = arith.constant 8 : index
  %k = arith.constant 268435455 : index
  %q = arith.divui %i, %c8 : index
  %eq = arith.cmpi eq, %q, %k : index
  return %eq : i1
}

// x / n / m is not x / (n m): the product may be 0.
func.func private @twice(%x: i64, %n: i64, %m: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %a = arith.cmpi sge, %x, %c0 : i64
  llvm.intr.assume %a : i1
  %b = arith.cmpi sgt, %n, %c0 : i64
  llvm.intr.assume %b : i1
  %c = arith.cmpi sgt, %m, %c0 : i64
  llvm.intr.assume %c : i1
  %q = arith.divui %x, %n : i64
  %r = arith.divui %q, %m : i64
  return %r : i64
}
func.func private @twice_index(%x: index, %n: index, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %a = arith.cmpi sge, %x, %c0 : index
  llvm.intr.assume %a : i1
  %b = arith.cmpi sgt, %n, %c0 : index
  llvm.intr.assume %b : i1
  %c = arith.cmpi sgt, %m, %c0 : index
  llvm.intr.assume %c : i1
  %q = arith.divsi %x, %n : index
  %r = arith.divsi %q, %m : index
  return %r : index
}

func.func @main() {
  %i = arith.constant 2147483647 : i32
  %i1 = arith.constant 2147483646 : i32
  %j = arith.constant -2147483648 : i32
  %u = arith.constant -1 : i32
  %l = arith.constant 9223372036854775807 : i64
  %k = arith.constant 2305843009213693952 : i64
  %z = arith.constant 0 : i64
  %five = arith.constant 5 : i64

  // CHECK: {{^}}5
  %v0 = func.call @at_most_i64(%five, %l) : (i64, i64) -> i64
  func.call @show(%v0) : (i64) -> ()
  // CHECK-NEXT: {{^}}15
  %v1 = func.call @at_most_i32(%i, %i) : (i32, i32) -> i32
  %w1 = arith.extsi %v1 : i32 to i64
  func.call @show(%w1) : (i64) -> ()
  // CHECK-NEXT: {{^}}0
  %v2 = func.call @at_most_i32(%j, %i) : (i32, i32) -> i32
  %w2 = arith.extsi %v2 : i32 to i64
  func.call @show(%w2) : (i64) -> ()
  // CHECK-NEXT: {{^}}1
  %v3 = func.call @at_least(%j) : (i32) -> i1
  %w3 = arith.extui %v3 : i1 to i64
  func.call @show(%w3) : (i64) -> ()

  // CHECK-NEXT: {{^}}576460752303423488
  %v4 = func.call @up_i64(%l) : (i64) -> i64
  func.call @show(%v4) : (i64) -> ()
  // CHECK-NEXT: {{^}}33554432
  %v5 = func.call @up_i32(%i1) : (i32) -> i32
  %w5 = arith.extsi %v5 : i32 to i64
  func.call @show(%w5) : (i64) -> ()
  // CHECK-NEXT: {{^}}-33554432
  %v6 = func.call @up_i32(%j) : (i32) -> i32
  %w6 = arith.extsi %v6 : i32 to i64
  func.call @show(%w6) : (i64) -> ()
  // CHECK-NEXT: {{^}}67108864
  %v7 = func.call @up_unsigned(%u) : (i32) -> i32
  %w7 = arith.extsi %v7 : i32 to i64
  func.call @show(%w7) : (i64) -> ()

  // CHECK-NEXT: {{^}}576460752303423488
  %v8 = func.call @nested(%z, %k) : (i64, i64) -> i64
  func.call @show(%v8) : (i64) -> ()

  // CHECK-NEXT: {{^}}1
  %ii = arith.index_cast %i : i32 to index
  %v9 = func.call @below(%ii) : (index) -> i1
  %w9 = arith.extui %v9 : i1 to i64
  func.call @show(%w9) : (i64) -> ()
  // CHECK-NEXT: {{^}}1
  %v10 = func.call @equal(%ii) : (index) -> i1
  %w10 = arith.extui %v10 : i1 to i64
  func.call @show(%w10) : (i64) -> ()

  // CHECK-NEXT: {{^}}0
  %n = arith.constant 4294967296 : i64
  %v11 = func.call @twice(%l, %n, %n) : (i64, i64, i64) -> i64
  func.call @show(%v11) : (i64) -> ()
  // CHECK-NEXT: {{^}}0
  %b = arith.constant 65536 : index
  %v12 = func.call @twice_index(%ii, %b, %b) : (index, index, index) -> index
  %w12 = arith.index_cast %v12 : index to i64
  func.call @show(%w12) : (i64) -> ()
  return
}

// RUN: layout-opt %s --index-simplify="index-bitwidth=32 validate" 2>/dev/null | FileCheck %s --check-prefix=NARROW

// At 32 bits the constant is -2147483648, and the larger is always the other.
// NARROW-LABEL: func @beyond_32
// NARROW-NOT: 2147483648
// NARROW: return %arg0
func.func @beyond_32(%a: index) -> index {
  %c = arith.constant 2147483648 : index
  %less = arith.cmpi slt, %c, %a : index
  %r = arith.select %less, %a, %c : index
  return %r : index
}

// RUN: layout-opt %s --index-simplify=validate 2>/dev/null | FileCheck %s --check-prefix=LEAST

// The least number has no positive counterpart.
// LEAST-LABEL: func @least
// LEAST: arith.addi %arg0, %c-9223372036854775808
func.func @least(%i: index) -> index {
  %c = arith.constant -9223372036854775808 : index
  %x = arith.addi %i, %c : index
  return %x : index
}
