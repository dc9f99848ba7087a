//! Pairs of values that are the same.

pub const RIGHT: &[(&str, u32, &str)] = &[
    (
        "digits of a number",
        64,
        "
func.func @f(%x: index) {
  %c12 = arith.constant 12 : index
  %q = arith.floordivsi %x, %c12 : index
  %p = arith.muli %q, %c12 : index
  %r = arith.subi %x, %p : index
  %s = arith.addi %p, %r : index
  \"test.pair\"(%s, %x) : (index, index) -> ()
  return
}",
    ),
    (
        "thread ids of a block of known size",
        64,
        "
gpu.module @m {
gpu.func @f() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
  %t = gpu.thread_id x
  %c128 = arith.constant 128 : index
  %q = arith.divui %t, %c128 : index
  %z = arith.constant {new} 0 : index
  \"test.pair\"(%q, %z) : (index, index) -> ()
  gpu.return
}
}",
    ),
    (
        "the variable of a loop in steps",
        64,
        "
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %r = arith.remui %i, %c4 : index
    %below = arith.cmpi slt, %i, %n : index
    %true = arith.constant {new} true
    \"test.pair\"(%r, %c0) : (index, index) -> ()
    \"test.pair\"(%below, %true) : (i1, i1) -> ()
  }
  return
}",
    ),
    (
        "an affine loop between maps",
        64,
        "
func.func @f(%n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%i)[%n] {
      %d = arith.subi %j, %i : index
      %c8 = arith.constant 8 : index
      %q = arith.divui %d, %c8 : index
      %z = arith.constant {new} 0 : index
      \"test.pair\"(%q, %z) : (index, index) -> ()
    }
  }
  return
}",
    ),
    (
        "the condition of a region and of a block",
        64,
        "
func.func @f(%x: i32, %y: i32) {
  %c = arith.cmpi slt, %x, %y : i32
  scf.if %c {
    %m = arith.minsi %x, %y : i32
    \"test.pair\"(%m, %x) : (i32, i32) -> ()
  } else {
    %m = arith.minsi %x, %y : i32
    \"test.pair\"(%m, %y) : (i32, i32) -> ()
  }
  cf.cond_br %c, ^less, ^more
^less:
  %p = arith.maxsi %x, %y : i32
  \"test.pair\"(%p, %y) : (i32, i32) -> ()
  cf.br ^more
^more:
  return
}",
    ),
    (
        "an assumption just after",
        64,
        "
func.func @f(%x: i32) {
  %c0 = arith.constant 0 : i32
  %n = arith.cmpi slt, %x, %c0 : i32
  %a = arith.cmpi sge, %x, %c0 : i32
  llvm.intr.assume %a : i1
  %false = arith.constant {new} false
  \"test.pair\"(%n, %false) : (i1, i1) -> ()
  return
}",
    ),
    (
        "a division that follows one by the same number",
        64,
        "
func.func @f(%x: i64, %n: i64) {
  %q = arith.divui %x, %n : i64
  %p = arith.muli %q, %n : i64
  %r = arith.subi %x, %p : i64
  %s = arith.remui %x, %n {new} : i64
  \"test.pair\"(%q, %q) : (i64, i64) -> ()
  return
}",
    ),
    (
        "a layout of a symbol",
        64,
        "
func.func @f(%i: index, %j: index, %n: index) {
  %l = layout.make(%n) : !layout<(?,8):(8,1)>
  %a = layout.crd2idx %l(%i, %j) : !layout<(?,8):(8,1)>
  %c = arith.constant {new} 8 : index
  %m = arith.muli %i, %c {new} : index
  %b = arith.addi %m, %j {new} : index
  \"test.pair\"(%a, %b) : (index, index) -> ()
  return
}",
    ),
    (
        "a swizzle",
        64,
        "
func.func @f(%i: index, %j: index) {
  %l = layout.make : !layout<S<2,0,3> o 0 o (8,8):(8,1)>
  %a = layout.crd2idx %l(%i, %j) : !layout<S<2,0,3> o 0 o (8,8):(8,1)>
  %c3 = arith.constant {new} 3 : index
  %c8 = arith.constant {new} 8 : index
  %t = arith.andi %i, %c3 {new} : index
  %x = arith.xori %j, %t {new} : index
  %m = arith.muli %i, %c8 {new} : index
  %b = arith.addi %m, %x {new} : index
  \"test.pair\"(%a, %b) : (index, index) -> ()
  return
}",
    ),
    (
        "poison may become anything",
        64,
        "
func.func @f(%x: i32, %y: i32) {
  %a = arith.addi %x, %y overflow<nsw> : i32
  %b = arith.subi %a, %y overflow<nsw> : i32
  \"test.pair\"(%b, %x) : (i32, i32) -> ()
  return
}",
    ),
    (
        "what a loop carries in step with its variable",
        64,
        "
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %c1001 = arith.constant 1001 : index
  %end = arith.remui %n, %c1000 : index
  %zero = arith.constant {new} 0 : index
  %true = arith.constant {new} true
  %r = scf.for %i = %c0 to %end step %c8 iter_args(%x = %c0) -> index {
    %p = arith.remsi %x, %c8 : index
    \"test.pair\"(%p, %zero) : (index, index) -> ()
    %y = arith.addi %x, %c8 : index
    scf.yield %y : index
  }
  %q = arith.divui %r, %c1001 : index
  \"test.pair\"(%q, %zero) : (index, index) -> ()
  scf.for %j = %r to %n step %c8 {
    %s = arith.remsi %j, %c8 : index
    \"test.pair\"(%s, %zero) : (index, index) -> ()
  }
  return
}",
    ),
    (
        "the bounds of a loop behind it are no poison",
        64,
        "
func.func @f(%a: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant {new} 3 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  %from = arith.maxsi %a, %c0 : index
  %end = arith.remui %n, %c1000 : index
  %r = scf.for %i = %from to %end step %c1 iter_args(%x = %from) -> index {
    %y = arith.addi %x, %c1 : index
    scf.yield %y : index
  }
  %q = arith.divsi %r, %c8 : index
  %p = arith.shrui %r, %c3 {new} : index
  \"test.pair\"(%q, %p) : (index, index) -> ()
  return
}",
    ),
    (
        "the step of a loop is computed",
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
    %y = arith.addi %x, %c8 : index
    scf.yield %y : index
  }
  %p = arith.remsi %r, %c8 : index
  \"test.pair\"(%p, %zero) : (index, index) -> ()
  return
}",
    ),
];
