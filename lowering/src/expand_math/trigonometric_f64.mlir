// Sine, cosine and tangent of f64, as those of trigonometric.mlir are written.

llvm.func @sin_f64(%x: f64) -> f64 {
  %quarters = arith.constant 0 : i32
  %sign = arith.constant -9223372036854775808 : i64
  %a = llvm.call_intrinsic "llvm.fabs.f64"(%x) : (f64) -> f64
  %0 = llvm.call @sine_f64(%a, %quarters) : (f64, i32) -> f64
  // The sign of x turns that of the result, of 0 too.
  %1 = arith.bitcast %x : f64 to i64
  %2 = arith.andi %1, %sign : i64
  %3 = arith.bitcast %0 : f64 to i64
  %4 = arith.xori %3, %2 : i64
  %y = arith.bitcast %4 : i64 to f64
  llvm.return %y : f64
}

llvm.func @cos_f64(%x: f64) -> f64 {
  %quarters = arith.constant 1 : i32
  %a = llvm.call_intrinsic "llvm.fabs.f64"(%x) : (f64) -> f64
  %y = llvm.call @sine_f64(%a, %quarters) : (f64, i32) -> f64
  llvm.return %y : f64
}

llvm.func @tan_f64(%x: f64) -> f64 {
  %s = llvm.call @sin_f64(%x) : (f64) -> f64
  %c = llvm.call @cos_f64(%x) : (f64) -> f64
  %y = arith.divf %s, %c : f64
  llvm.return %y : f64
}

// sin(a + quarters pi/2), a >= 0. The multiple k pi/2 next to a is taken off in three parts. Up to 2^30 the first
// difference is exact, a multiple of 2^-53 below 1; the others are rounded relative to what is left.
llvm.func internal @sine_f64(%a: f64, %quarters: i32) -> f64 {
  %two_over_pi = arith.constant 0.6366197723675814 : f64
  // 1.5 2^52: what is added to it is rounded to a whole number, which its low bits are.
  %round = arith.constant 6755399441055744.0 : f64
  %first = arith.constant -1.5707963267948966 : f64
  %second = arith.constant -6.123233995736766e-17 : f64
  %third = arith.constant 1.4973849048591698e-33 : f64
  %most = arith.constant 1073741824.0 : f64
  %0 = llvm.intr.fma(%a, %two_over_pi, %round) : (f64, f64, f64) -> f64
  %k = arith.subf %0, %round : f64
  %1 = llvm.intr.fma(%k, %first, %a) : (f64, f64, f64) -> f64
  %2 = llvm.intr.fma(%k, %second, %1) : (f64, f64, f64) -> f64
  %r = llvm.intr.fma(%k, %third, %2) : (f64, f64, f64) -> f64
  %3 = arith.bitcast %0 : f64 to i64
  %4 = arith.trunci %3 : i64 to i32
  %q = arith.addi %4, %quarters : i32
  %near = llvm.call @sine_of_rest_f64(%r, %q) : (f64, i32) -> f64
  %far = arith.cmpf oge, %a, %most : f64
  %y = scf.if %far -> (f64) {
    %5 = llvm.call @far_sine_f64(%a, %quarters) : (f64, i32) -> f64
    scf.yield %5 : f64
  } else {
    scf.yield %near : f64
  }
  llvm.return %y : f64
}

// The same from 2^30 on, where a is m 2^e with m of 53 bits and e from -22 to 971. Of 2/pi the bits that make a
// multiple of 4 of the product are left out, and the next 192 multiplied by m. Modulo 2^192 that is the angle in units
// of 2^-190 quarters, of which the last 64 bits are not needed.
llvm.func internal @far_sine_f64(%a: f64, %quarters: i32) -> f64 {
  %mantissa = arith.constant 4503599627370495 : i64
  %unit = arith.constant 4503599627370496 : i64
  %exponent = arith.constant 52 : i64
  %least = arith.constant 1053 : i64
  %last = arith.constant 63 : i64
  %none = arith.constant 0 : i64
  %up = arith.constant 2 : i64
  %to_quarter = arith.constant 62 : i64
  %low = arith.constant 2047 : i64
  %bias = arith.constant 1023 : i64
  %zero = arith.constant 0.0 : f64
  // pi/2 in units of 2^64.
  %unit_high = arith.constant 8.515303950216386e-20 : f64
  %unit_low = arith.constant 3.319411800407449e-36 : f64
  // 2/pi behind 24 zeros.
  %s0 = arith.constant 699970842190 : i64
  %s1 = arith.constant 4905873532058587637 : i64
  %s2 = arith.constant 3809412908309649724 : i64
  %s3 = arith.constant 4868463757730491358 : i64
  %s4 = arith.constant -4916415978986915262 : i64
  %s5 = arith.constant 5607790803631925769 : i64
  %s6 = arith.constant -3345579695433638735 : i64
  %s7 = arith.constant 3001436845003633966 : i64
  %s8 = arith.constant -4952687551313860940 : i64
  %s9 = arith.constant 6881008996184373635 : i64
  %s10 = arith.constant 5997093331893455805 : i64
  %s11 = arith.constant -493079150696333346 : i64
  %s12 = arith.constant 403089686610938714 : i64
  %s13 = arith.constant 751291266766917415 : i64
  %s14 = arith.constant -3816317658110925154 : i64
  %s15 = arith.constant 6911386559354423275 : i64
  %s16 = arith.constant -1877584067592325238 : i64
  %s17 = arith.constant 5950075807209599263 : i64
  %s18 = arith.constant -8260436976013916420 : i64
  %x = arith.bitcast %a : f64 to i64
  %0 = arith.andi %x, %mantissa : i64
  %m = arith.ori %0, %unit : i64
  %1 = arith.shrui %x, %exponent : i64
  %p = arith.subi %1, %least : i64
  %place = arith.andi %p, %last : i64
  // Four words from the word p / 64 on, whose bits choose halves.
  %bit8 = arith.constant 512 : i64
  %and8 = arith.andi %p, %bit8 : i64
  %is8 = arith.cmpi ne, %and8, %none : i64
  %a0 = arith.select %is8, %s8, %s0 : i64
  %a1 = arith.select %is8, %s9, %s1 : i64
  %a2 = arith.select %is8, %s10, %s2 : i64
  %a3 = arith.select %is8, %s11, %s3 : i64
  %a4 = arith.select %is8, %s12, %s4 : i64
  %a5 = arith.select %is8, %s13, %s5 : i64
  %a6 = arith.select %is8, %s14, %s6 : i64
  %a7 = arith.select %is8, %s15, %s7 : i64
  %a8 = arith.select %is8, %s16, %s8 : i64
  %a9 = arith.select %is8, %s17, %s9 : i64
  %a10 = arith.select %is8, %s18, %s10 : i64
  %bit4 = arith.constant 256 : i64
  %and4 = arith.andi %p, %bit4 : i64
  %is4 = arith.cmpi ne, %and4, %none : i64
  %b0 = arith.select %is4, %a4, %a0 : i64
  %b1 = arith.select %is4, %a5, %a1 : i64
  %b2 = arith.select %is4, %a6, %a2 : i64
  %b3 = arith.select %is4, %a7, %a3 : i64
  %b4 = arith.select %is4, %a8, %a4 : i64
  %b5 = arith.select %is4, %a9, %a5 : i64
  %b6 = arith.select %is4, %a10, %a6 : i64
  %bit2 = arith.constant 128 : i64
  %and2 = arith.andi %p, %bit2 : i64
  %is2 = arith.cmpi ne, %and2, %none : i64
  %c0 = arith.select %is2, %b2, %b0 : i64
  %c1 = arith.select %is2, %b3, %b1 : i64
  %c2 = arith.select %is2, %b4, %b2 : i64
  %c3 = arith.select %is2, %b5, %b3 : i64
  %c4 = arith.select %is2, %b6, %b4 : i64
  %bit1 = arith.constant 64 : i64
  %and1 = arith.andi %p, %bit1 : i64
  %is1 = arith.cmpi ne, %and1, %none : i64
  %w0 = arith.select %is1, %c1, %c0 : i64
  %w1 = arith.select %is1, %c2, %c1 : i64
  %w2 = arith.select %is1, %c3, %c2 : i64
  %w3 = arith.select %is1, %c4, %c3 : i64
  %b_high = llvm.intr.fshl(%w0, %w1, %place) : (i64, i64, i64) -> i64
  %b_middle = llvm.intr.fshl(%w1, %w2, %place) : (i64, i64, i64) -> i64
  %b_low = llvm.intr.fshl(%w2, %w3, %place) : (i64, i64, i64) -> i64
  %lost, %carried = arith.mului_extended %b_low, %m : i64
  %2, %3 = arith.mului_extended %b_middle, %m : i64
  %middle = arith.addi %2, %carried : i64
  %over = arith.cmpi ult, %middle, %2 : i64
  %4 = arith.extui %over : i1 to i64
  %5 = arith.muli %b_high, %m : i64
  %6 = arith.addi %5, %3 : i64
  %high = arith.addi %6, %4 : i64
  // A quarter is the two bits before the fraction; from a half on it is one more, and the fraction negative.
  %7 = arith.shrui %high, %to_quarter : i64
  %8 = llvm.intr.fshl(%high, %middle, %up) : (i64, i64, i64) -> i64
  %9 = arith.shli %middle, %up : i64
  %sign = arith.shrsi %8, %last : i64
  %10 = arith.subi %7, %sign : i64
  %11 = arith.trunci %10 : i64 to i32
  %q = arith.addi %11, %quarters : i32
  // Its size (but for a unit of its last bit), from its first bit that is set on.
  %12 = arith.xori %8, %sign : i64
  %13 = arith.xori %9, %sign : i64
  %zeros = "llvm.intr.ctlz"(%12) <{is_zero_poison = false}> : (i64) -> i64
  %bits = llvm.intr.fshl(%12, %13, %zeros) : (i64, i64, i64) -> i64
  // As the sum of numbers of 53 and of 11 bits, times pi/2, with its sign and place.
  %14 = arith.andi %bits, %low : i64
  %15 = arith.subi %bits, %14 : i64
  %f = arith.uitofp %15 : i64 to f64
  %rest = arith.uitofp %14 : i64 to f64
  %16 = arith.mulf %f, %unit_high : f64
  %17 = arith.negf %16 : f64
  %18 = llvm.intr.fma(%f, %unit_high, %17) : (f64, f64, f64) -> f64
  %19 = llvm.intr.fma(%f, %unit_low, %18) : (f64, f64, f64) -> f64
  %20 = llvm.intr.fma(%rest, %unit_high, %19) : (f64, f64, f64) -> f64
  %21 = arith.addf %16, %20 : f64
  %22 = arith.subi %bias, %zeros : i64
  %23 = arith.shli %22, %exponent : i64
  %24 = arith.shli %sign, %last : i64
  %25 = arith.ori %23, %24 : i64
  %26 = arith.bitcast %25 : i64 to f64
  %27 = arith.mulf %21, %26 : f64
  // Infinity has no sine.
  %r = llvm.intr.fma(%a, %zero, %27) : (f64, f64, f64) -> f64
  %y = llvm.call @sine_of_rest_f64(%r, %q) : (f64, i32) -> f64
  llvm.return %y : f64
}

// sin(r + q pi/2) for |r| <= pi/4 and a little.
llvm.func internal @sine_of_rest_f64(%r: f64, %q: i32) -> f64 {
  %one = arith.constant 1.0 : f64
  %half = arith.constant -0.5 : f64
  %odd = arith.constant 1 : i32
  %turn = arith.constant 2 : i32
  %place = arith.constant 62 : i64
  %none = arith.constant 0 : i32
  %s0 = arith.constant -0.1666666666666663 : f64
  %s1 = arith.constant 0.008333333333322132 : f64
  %s2 = arith.constant -0.00019841269829598782 : f64
  %s3 = arith.constant 2.7557313623883724e-06 : f64
  %s4 = arith.constant -2.5050748059280454e-08 : f64
  %s5 = arith.constant 1.5896242821891319e-10 : f64
  %c0 = arith.constant 0.041666666666666595 : f64
  %c1 = arith.constant -0.0013888888888873064 : f64
  %c2 = arith.constant 2.4801587288855478e-05 : f64
  %c3 = arith.constant -2.7557314180033383e-07 : f64
  %c4 = arith.constant 2.087570090530097e-09 : f64
  %c5 = arith.constant -1.1358538331422667e-11 : f64
  %z = arith.mulf %r, %r : f64
  // r + r z S(z) and 1 + z (-1/2 + z C(z)): one polynomial of either.
  %0 = arith.andi %q, %odd : i32
  %cosine = arith.cmpi ne, %0, %none : i32
  %p0 = arith.select %cosine, %c0, %s0 : f64
  %p1 = arith.select %cosine, %c1, %s1 : f64
  %p2 = arith.select %cosine, %c2, %s2 : f64
  %p3 = arith.select %cosine, %c3, %s3 : f64
  %p4 = arith.select %cosine, %c4, %s4 : f64
  %p5 = arith.select %cosine, %c5, %s5 : f64
  %1 = llvm.intr.fma(%p5, %z, %p4) : (f64, f64, f64) -> f64
  %2 = llvm.intr.fma(%1, %z, %p3) : (f64, f64, f64) -> f64
  %3 = llvm.intr.fma(%2, %z, %p2) : (f64, f64, f64) -> f64
  %4 = llvm.intr.fma(%3, %z, %p1) : (f64, f64, f64) -> f64
  %5 = llvm.intr.fma(%4, %z, %p0) : (f64, f64, f64) -> f64
  %6 = llvm.intr.fma(%5, %z, %half) : (f64, f64, f64) -> f64
  %7 = arith.select %cosine, %6, %5 : f64
  %8 = arith.select %cosine, %one, %r : f64
  %9 = arith.mulf %8, %z : f64
  %10 = llvm.intr.fma(%7, %9, %8) : (f64, f64, f64) -> f64
  %11 = arith.andi %q, %turn : i32
  %12 = arith.extui %11 : i32 to i64
  %13 = arith.shli %12, %place : i64
  %14 = arith.bitcast %10 : f64 to i64
  %15 = arith.xori %14, %13 : i64
  %y = arith.bitcast %15 : i64 to f64
  llvm.return %y : f64
}
