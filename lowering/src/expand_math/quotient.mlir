// A quotient of f32, rounded to nearest: `quotients.rs` says of which numbers.
//
// These are the steps that the assembler itself takes of the fractions of all numbers, from sm_75 to sm_120. One of Newton's
// takes a reciprocal that is off by a unit at most to half a unit in its last place and 2^-45 of it; the first correction
// takes the quotient to half a unit and 2^-21 of one, so that the second remainder is exact (Markstein, "IA-64 and
// Elementary Functions", section 8.2). The last sum is off by b/2^26 (1 + 2^-20) of a unit before it is rounded, for b from 1 to 2, and
// no quotient is within 1/(2^24 b) of a unit of where rounding changes: what is left are the few b next to 2, which
// tests go through. Of the one right below 2 the reciprocal has to be the nearest number, as GPUs give it.
// Remainders have the other sign: with that of a, which is +0 of any zero, -0 / b were +0.
llvm.func internal @quotient(%a: f32, %b: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %r0 = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%b) : (f32) -> f32
  %less_b = arith.negf %b : f32
  %less_a = arith.negf %a : f32
  %e = llvm.intr.fma(%less_b, %r0, %one) : (f32, f32, f32) -> f32
  %r = llvm.intr.fma(%r0, %e, %r0) : (f32, f32, f32) -> f32
  %q0 = arith.mulf %a, %r : f32
  %m0 = llvm.intr.fma(%q0, %b, %less_a) : (f32, f32, f32) -> f32
  %n0 = arith.negf %m0 : f32
  %q1 = llvm.intr.fma(%n0, %r, %q0) : (f32, f32, f32) -> f32
  %m1 = llvm.intr.fma(%q1, %b, %less_a) : (f32, f32, f32) -> f32
  %n1 = arith.negf %m1 : f32
  %q = llvm.intr.fma(%n1, %r, %q1) : (f32, f32, f32) -> f32
  llvm.return %q : f32
}

// The same where b may be large, up to infinity, and is not below 0: what b is times a power of two, from 2 to 4, is divided by, and
// the quotient is multiplied by that power, which is exact where a number above the least normal one comes out. That of infinity is 0.
llvm.func internal @quotient_by_large(%a: f32, %b: f32) -> f32 {
  %exponents = arith.constant 2139095040 : i32
  %fractions = arith.constant 8388607 : i32
  %two = arith.constant 1073741824 : i32
  %bits = arith.bitcast %b : f32 to i32
  %exponent = arith.andi %bits, %exponents : i32
  %0 = arith.subi %exponents, %exponent : i32
  %power = arith.bitcast %0 : i32 to f32
  %fraction = arith.andi %bits, %fractions : i32
  %1 = arith.ori %fraction, %two : i32
  %divisor = arith.bitcast %1 : i32 to f32
  %q = llvm.call @quotient(%a, %divisor) : (f32, f32) -> f32
  %y = arith.mulf %q, %power : f32
  llvm.return %y : f32
}
