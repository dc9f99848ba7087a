//! Pairs of values that are not the same, of each of which a wrong rewrite once took one for the other.

pub const WRONG: &[(&str, u32, &str)] = &[
    (
        "an i1 is extended with its sign",
        64,
        "
func.func @f(%a: i32) {
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi slt, %a, %c0 : i32
  %m = arith.extsi %c : i1 to i32
  %n = arith.cmpi slt, %m, %c0 : i32
  %false = arith.constant {new} false
  \"test.pair\"(%n, %false) : (i1, i1) -> ()
  return
}",
    ),
    (
        "nsw in a branch says nothing outside",
        64,
        "
func.func @f(%x: i32, %use: i1) {
  %c3 = arith.constant 3 : i32
  %lim = arith.constant 1000000000 : i32
  %big = arith.cmpi slt, %x, %lim : i32
  %true = arith.constant {new} true
  scf.if %use {
    %m = arith.muli %x, %c3 overflow<nsw> : i32
    func.call @sink(%m) : (i32) -> ()
  }
  \"test.pair\"(%big, %true) : (i1, i1) -> ()
  return
}
func.func private @sink(i32)",
    ),
    (
        "the check of an overflow is not what it guards",
        64,
        "
func.func @f(%x: i32, %y: i32) {
  %x64 = arith.extsi %x : i32 to i64
  %y64 = arith.extsi %y : i32 to i64
  %b = arith.addi %x64, %y64 : i64
  %max = arith.constant 2147483647 : i64
  %ov = arith.cmpi sle, %b, %max : i64
  %true = arith.constant {new} true
  scf.if %ov {
    %a = arith.addi %x, %y overflow<nsw> : i32
    func.call @sink(%a) : (i32) -> ()
  }
  \"test.pair\"(%ov, %true) : (i1, i1) -> ()
  return
}
func.func private @sink(i32)",
    ),
    (
        "a shift beyond the narrower type",
        64,
        "
func.func @f(%a: i8) {
  %x = arith.extsi %a : i8 to i64
  %c46 = arith.constant 46 : i64
  %s = arith.shrsi %x, %c46 : i64
  %k = arith.constant {new} 46 : i32
  %0 = arith.extsi %a {new} : i8 to i32
  %1 = arith.shrsi %0, %k {new} : i32
  %2 = arith.extsi %1 {new} : i32 to i64
  \"test.pair\"(%s, %2) : (i64, i64) -> ()
  return
}",
    ),
    (
        "a shift by the width",
        64,
        "
func.func @f(%a: i32) {
  %big = arith.constant 1073741824 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %x = arith.shrui %a, %c16 : i32
  %f = arith.ori %x, %big : i32
  %4 = arith.shrsi %x, %c32 {new} : i32
  %5 = arith.andi %4, %c1 {new} : i32
  %6 = arith.muli %5, %big overflow<nsw, nuw> {new} : i32
  %7 = arith.subi %x, %6 overflow<nsw> {new} : i32
  %8 = arith.addi %7, %big overflow<nsw> {new} : i32
  \"test.pair\"(%f, %8) : (i32, i32) -> ()
  return
}",
    ),
    (
        "a flag of a sum that has wrapped",
        64,
        "
func.func @g(%x: i32, %y: i32) {
  %c1 = arith.constant 1 : i32
  %m = arith.constant 2147483647 : i32
  %a = arith.andi %x, %m : i32
  %b = arith.andi %y, %c1 : i32
  %t = arith.subi %a, %c1 : i32
  %u = arith.addi %t, %b : i32
  %minus = arith.constant {new} -1 : i32
  %2 = arith.addi %a, %b {new} : i32
  %3 = arith.addi %2, %minus overflow<nsw> {new} : i32
  \"test.pair\"(%u, %3) : (i32, i32) -> ()
  return
}",
    ),
    (
        "the variable of an unsigned loop",
        64,
        "
func.func @f(%n: i32) {
  %c0 = arith.constant 0 : i32
  %s = arith.constant 0x40000000 : i32
  scf.for unsigned %i = %c0 to %n step %s : i32 {
    %neg = arith.cmpi slt, %i, %c0 : i32
    %false = arith.constant {new} false
    \"test.pair\"(%neg, %false) : (i1, i1) -> ()
  }
  return
}",
    ),
    (
        "an assumption behind a loop that may not end",
        64,
        "
func.func private @may_exit(i32)
func.func @g(%x: i32) {
  %c0 = arith.constant 0 : i32
  %neg = arith.cmpi slt, %x, %c0 : i32
  %e = arith.extui %neg : i1 to i32
  \"test.pair\"(%e, %c0) : (i32, i32) -> ()
  affine.for %i = 0 to 4 {
    func.call @may_exit(%e) : (i32) -> ()
  }
  %a = arith.cmpi sgt, %x, %c0 : i32
  llvm.intr.assume %a : i1
  return
}",
    ),
    (
        "a division moved out of a loop that may not run",
        64,
        "
func.func @h(%n: index, %i: index) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %d = arith.remui %i, %n {new} : index
  scf.for %k = %z to %n step %o {
    %r = arith.remui %i, %n : index
    \"test.pair\"(%r, %d) : (index, index) -> ()
  }
  return
}",
    ),
    (
        "a <= b is not a < b + 1",
        64,
        "
func.func @f(%a: i64, %b: i64) {
  %c = arith.cmpi sle, %a, %b : i64
  %c1 = arith.constant {new} 1 : i64
  %0 = arith.addi %b, %c1 {new} : i64
  %1 = arith.cmpi slt, %a, %0 {new} : i64
  \"test.pair\"(%c, %1) : (i1, i1) -> ()
  return
}",
    ),
    (
        "nor as an index of 32 bits",
        32,
        "
func.func @f(%a: i32, %b: i32) {
  %c = arith.cmpi sle, %a, %b : i32
  %c1 = arith.constant {new} 1 : index
  %0 = arith.index_cast %a {new} : i32 to index
  %1 = arith.index_cast %b {new} : i32 to index
  %2 = arith.addi %1, %c1 {new} : index
  %3 = arith.cmpi slt, %0, %2 {new} : index
  \"test.pair\"(%c, %3) : (i1, i1) -> ()
  return
}",
    ),
    (
        "a quotient rounded up, by a sum",
        64,
        "
func.func @f(%x: i64) {
  %c8 = arith.constant 8 : i64
  %c = arith.ceildivsi %x, %c8 : i64
  %c3 = arith.constant {new} 3 : i64
  %c7 = arith.constant {new} 7 : i64
  %0 = arith.addi %x, %c7 {new} : i64
  %1 = arith.shrsi %0, %c3 {new} : i64
  \"test.pair\"(%c, %1) : (i64, i64) -> ()
  return
}",
    ),
    (
        "the same as an index of 32 bits",
        32,
        "
func.func @f(%a: i32) {
  %c32 = arith.constant 32 : i32
  %q = arith.ceildivsi %a, %c32 : i32
  %c5 = arith.constant {new} 5 : index
  %c31 = arith.constant {new} 31 : index
  %0 = arith.index_cast %a {new} : i32 to index
  %1 = arith.addi %0, %c31 {new} : index
  %2 = arith.shrsi %1, %c5 {new} : index
  %3 = arith.index_cast %2 {new} : index to i32
  \"test.pair\"(%q, %3) : (i32, i32) -> ()
  return
}",
    ),
    (
        "nested quotients with a sum between",
        64,
        "
func.func @f(%x: i64, %y: i64) {
  %c4 = arith.constant 4 : i64
  %c8 = arith.constant 8 : i64
  %c5 = arith.constant 5 : i64
  %m = arith.floordivsi %x, %c4 : i64
  %a = arith.addi %m, %y overflow<nsw> : i64
  %c = arith.floordivsi %a, %c8 : i64
  %0 = arith.muli %y, %c4 {new} : i64
  %1 = arith.addi %0, %x {new} : i64
  %2 = arith.shrsi %1, %c5 {new} : i64
  \"test.pair\"(%c, %2) : (i64, i64) -> ()
  return
}",
    ),
    (
        "a bound that 32 bits do not hold",
        32,
        "
func.func @f(%x: index) {
  %c4 = arith.constant 4 : index
  %k = arith.constant 600000000 : index
  %m = arith.floordivsi %x, %c4 : index
  %c = arith.cmpi slt, %m, %k : index
  %big = arith.constant {new} 2400000000 : index
  %0 = arith.cmpi slt, %x, %big {new} : index
  \"test.pair\"(%c, %0) : (i1, i1) -> ()
  return
}",
    ),
    (
        "a product of divisors that wraps to 0",
        64,
        "
func.func @f(%x: i64, %n: i64, %m: i64) {
  %c0 = arith.constant 0 : i64
  %a = arith.cmpi sge, %x, %c0 : i64
  llvm.intr.assume %a : i1
  %b = arith.cmpi sgt, %n, %c0 : i64
  llvm.intr.assume %b : i1
  %c = arith.cmpi sgt, %m, %c0 : i64
  llvm.intr.assume %c : i1
  %0 = arith.muli %n, %m {new} : i64
  %1 = arith.divui %x, %0 {new} : i64
  %q = arith.divui %x, %n : i64
  %r = arith.divui %q, %m : i64
  \"test.pair\"(%r, %1) : (i64, i64) -> ()
  return
}",
    ),
    (
        "an i32 as an index of 32 bits keeps its sign",
        32,
        "
func.func @f(%x: i32) {
  %i = arith.index_castui %x : i32 to index
  %z = arith.constant 0 : index
  %c = arith.cmpi slt, %i, %z : index
  %false = arith.constant {new} false
  \"test.pair\"(%c, %false) : (i1, i1) -> ()
  return
}",
    ),
    (
        "the arm that is not chosen may be poison",
        64,
        "
func.func @f(%c: i1, %a: i32, %b: i32) {
  %s = arith.select %c, %a, %b : i32
  %e = arith.extui %c {new} : i1 to i32
  %d = arith.subi %a, %b {new} : i32
  %m = arith.muli %d, %e {new} : i32
  %n = arith.addi %b, %m {new} : i32
  \"test.pair\"(%s, %n) : (i32, i32) -> ()
  return
}",
    ),
    (
        "a coordinate in a layout of other strides",
        64,
        "
func.func @f(%i: index, %j: index, %n: index) {
  %l = layout.make(%n) : !layout<(?,8):(8,1)>
  %a = layout.crd2idx %l(%i, %j) : !layout<(?,8):(8,1)>
  %c = arith.constant {new} 7 : index
  %m = arith.muli %i, %c {new} : index
  %b = arith.addi %m, %j {new} : index
  \"test.pair\"(%a, %b) : (index, index) -> ()
  return
}",
    ),
    (
        "a swizzle with another shift",
        64,
        "
func.func @f(%i: index, %j: index) {
  %l = layout.make : !layout<S<2,0,3> o 0 o (8,8):(8,1)>
  %a = layout.crd2idx %l(%i, %j) : !layout<S<2,0,3> o 0 o (8,8):(8,1)>
  %c8 = arith.constant {new} 8 : index
  %c2 = arith.constant {new} 2 : index
  %c3 = arith.constant {new} 3 : index
  %m = arith.muli %i, %c8 {new} : index
  %b = arith.addi %m, %j {new} : index
  %s = arith.shrui %b, %c2 {new} : index
  %t = arith.andi %s, %c3 {new} : index
  %x = arith.xori %b, %t {new} : index
  \"test.pair\"(%a, %x) : (index, index) -> ()
  return
}",
    ),
    (
        "a loop ends with its variable's last number",
        64,
        "
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %end = arith.remui %n, %c1000 : index
  %zero = arith.constant {new} 0 : index
  %true = arith.constant {new} true
  %r = scf.for %i = %c0 to %end step %c8 iter_args(%x = %c0) -> index {
    %y = arith.addi %x, %c8 : index
    scf.yield %y : index
  }
  %p = arith.cmpi ult, %r, %c1000 : index
  \"test.pair\"(%p, %true) : (i1, i1) -> ()
  return
}",
    ),
    (
        "a loop carries from another number",
        64,
        "
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %end = arith.remui %n, %c1000 : index
  %zero = arith.constant {new} 0 : index
  %true = arith.constant {new} true
  %r = scf.for %i = %c0 to %end step %c8 iter_args(%x = %c4) -> index {
    %p = arith.remsi %x, %c8 : index
    \"test.pair\"(%p, %zero) : (index, index) -> ()
    %y = arith.addi %x, %c8 : index
    scf.yield %y : index
  }
  return
}",
    ),
    (
        "a loop carries by another number in each iteration",
        64,
        "
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %end = arith.remui %n, %c1000 : index
  %zero = arith.constant {new} 0 : index
  %true = arith.constant {new} true
  %r = scf.for %i = %c0 to %end step %c8 iter_args(%x = %c0) -> index {
    %y = arith.addi %x, %i : index
    scf.yield %y : index
  }
  %p = arith.remsi %r, %c8 : index
  \"test.pair\"(%p, %zero) : (index, index) -> ()
  return
}",
    ),
    (
        "what follows the last number fits",
        64,
        "
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %end = arith.remui %n, %c1000 : index
  %zero = arith.constant {new} 0 : index
  %true = arith.constant {new} true
  %r = scf.for %i = %c0 to %n step %c8 iter_args(%x = %c0) -> index {
    %y = arith.addi %x, %c8 : index
    scf.yield %y : index
  }
  %p = arith.cmpi sge, %r, %c0 : index
  \"test.pair\"(%p, %true) : (i1, i1) -> ()
  return
}",
    ),
    (
        "a loop carries by another number than its step",
        64,
        "
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %end = arith.remui %n, %c1000 : index
  %step = arith.muli %c2, %c4 : index
  %zero = arith.constant {new} 0 : index
  %r = scf.for %i = %c0 to %end step %step iter_args(%x = %c0) -> index {
    %y = arith.addi %x, %c4 : index
    scf.yield %y : index
  }
  %p = arith.remsi %r, %c8 : index
  \"test.pair\"(%p, %zero) : (index, index) -> ()
  return
}",
    ),
];
