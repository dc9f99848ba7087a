// What a cast, a loop or a narrow index makes of a sign.
// RUN: layout-opt %s --index-simplify=validate | FileCheck %s
// RUN: layout-opt %s --index-simplify="validate target=generic" | FileCheck %s
// RUN: layout-opt %s --index-simplify=index-bitwidth=32 | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: layout-opt %s --layout-to-llvm=simplify=false -o %t.0
// RUN: mlir-runner %t.0 -e main --entry-point-result=i32 | FileCheck %s --check-prefix=SUM
// RUN: layout-opt %s --index-simplify --layout-to-llvm=simplify=false -o %t.1
// RUN: mlir-runner %t.1 -e main --entry-point-result=i32 | FileCheck %s --check-prefix=SUM
// RUN: layout-opt %s --index-simplify=index-bitwidth=32 --layout-to-llvm="simplify=false index-bitwidth=32" -o %t.2
// RUN: mlir-runner %t.2 -e main --entry-point-result=i32 | FileCheck %s --check-prefix=SUM

// A sign-extended bit is 0 or -1, a zero-extended one 0 or 1.
// CHECK-LABEL: func private @extended_bit(
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[P:.*]] = arith.cmpi
// CHECK: %[[S:.*]] = arith.extsi %[[P]]
// CHECK: %[[N:.*]] = arith.cmpi slt, %[[S]]
// CHECK: return %[[N]], %[[FALSE]]
func.func private @extended_bit(%a: i32, %b: i32) -> (i1, i1) {
  %c0 = arith.constant 0 : i64
  %p = arith.cmpi sgt, %a, %b : i32
  %s = arith.extsi %p : i1 to i64
  %n = arith.cmpi slt, %s, %c0 : i64
  %u = arith.extui %p : i1 to i64
  %m = arith.cmpi slt, %u, %c0 : i64
  return %n, %m : i1, i1
}

// CHECK-LABEL: func private @cast_bit(
// CHECK: %[[I:.*]] = arith.index_cast %{{.*}} : i1 to index
// CHECK: %[[N:.*]] = arith.cmpi {{.*}}%[[I]]
// CHECK: return %[[N]]
func.func private @cast_bit(%p: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %i = arith.index_cast %p : i1 to index
  %n = arith.cmpi slt, %i, %c0 : index
  return %n : i1
}

// The variable of an unsigned loop over i32 is negative as a signed number after 2³¹.
// CHECK-LABEL: func private @unsigned_loop(
// CHECK: scf.for unsigned
// CHECK: arith.cmpi slt
// CHECK: arith.divsi
func.func private @unsigned_loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %step = arith.constant 0x30000000 : i32
  %r = scf.for unsigned %i = %c0 to %n step %step iter_args(%sum = %c0) -> i32 : i32 {
    %n0 = arith.cmpi slt, %i, %c0 : i32
    %one = arith.extui %n0 : i1 to i32
    %q = arith.divsi %i, %c4 : i32
    %m = arith.muli %q, %c4 : i32
    %d = arith.subi %i, %m : i32
    %s = arith.addi %sum, %one : i32
    %t = arith.addi %s, %d : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// A signed loop of the same bounds is what it says.
// CHECK-LABEL: func private @signed_loop(
// CHECK: scf.for
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func private @signed_loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> i32 : i32 {
    %n0 = arith.cmpi slt, %i, %c0 : i32
    %one = arith.extui %n0 : i1 to i32
    %t = arith.addi %sum, %one : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// An i32 that becomes an unsigned index is natural, unless index has no more bits.
// CHECK-LABEL: func private @unsigned_cast(
// NARROW: %[[I:.*]] = arith.index_castui
// NARROW: %[[N:.*]] = arith.cmpi slt, %[[I]]
// NARROW: return %[[N]]
func.func private @unsigned_cast(%x: i32) -> i1 {
  %c0 = arith.constant 0 : index
  %i = arith.index_castui %x : i32 to index
  %n = arith.cmpi slt, %i, %c0 : index
  return %n : i1
}
// CHECK-LABEL: func private @unsigned_short(
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: return %[[FALSE]]
func.func private @unsigned_short(%x: i16) -> i1 {
  %c0 = arith.constant 0 : index
  %i = arith.index_castui %x : i16 to index
  %n = arith.cmpi slt, %i, %c0 : index
  return %n : i1
}

// Bits: 1 for the sign-extended bit, 2 for the cast one; the loop runs for 0, 0x30000000, 0x60000000 and
// 0x90000000, of which the last is negative: 4.
// SUM: 7
func.func @main() -> i32 {
  %a = arith.constant 5 : i32
  %b = arith.constant -5 : i32
  %true = arith.constant true
  %limit = arith.constant 0xA0000000 : i32
  %x:2 = func.call @extended_bit(%a, %b) : (i32, i32) -> (i1, i1)
  %y = func.call @cast_bit(%true) : (i1) -> i1
  %z = func.call @unsigned_loop(%limit) : (i32) -> i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %x0 = arith.extui %x#0 : i1 to i32
  %y0 = arith.extui %y : i1 to i32
  %y1 = arith.muli %y0, %c2 : i32
  %z1 = arith.muli %z, %c4 : i32
  %s = arith.addi %x0, %y1 : i32
  %r = arith.addi %s, %z1 : i32
  return %r : i32
}
