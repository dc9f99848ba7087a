// Trigonometric functions of f32 and their inverses, as those of f32.mlir are written.

llvm.func @sin(%x: f32) -> f32 {
  %quarters = arith.constant 0 : i32
  %sign = arith.constant -2147483648 : i32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %0 = llvm.call @sine(%a, %quarters) : (f32, i32) -> f32
  // The sign of x turns that of the result, of 0 too.
  %1 = arith.bitcast %x : f32 to i32
  %2 = arith.andi %1, %sign : i32
  %3 = arith.bitcast %0 : f32 to i32
  %4 = arith.xori %3, %2 : i32
  %y = arith.bitcast %4 : i32 to f32
  llvm.return %y : f32
}

llvm.func @cos(%x: f32) -> f32 {
  %quarters = arith.constant 1 : i32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %y = llvm.call @sine(%a, %quarters) : (f32, i32) -> f32
  llvm.return %y : f32
}

llvm.func @tan(%x: f32) -> f32 {
  %s = llvm.call @sin(%x) : (f32) -> f32
  %c = llvm.call @cos(%x) : (f32) -> f32
  %y = arith.divf %s, %c : f32
  llvm.return %y : f32
}

// sin(a + quarters pi/2), a >= 0. The multiple k pi/2 next to a is taken off in three parts. Up to 2^18 the first
// difference is exact, a multiple of 2^-23 below 1; the others are rounded relative to what is left.
llvm.func internal @sine(%a: f32, %quarters: i32) -> f32 {
  %two_over_pi = arith.constant 0.636619747 : f32
  // 1.5 2^23: what is added to it is rounded to a whole number, which its low bits are.
  %round = arith.constant 12582912.0 : f32
  %first = arith.constant -1.57079637 : f32
  %second = arith.constant 4.37113883e-08 : f32
  %third = arith.constant 1.71512451e-15 : f32
  %most = arith.constant 262144.0 : f32
  %0 = llvm.intr.fma(%a, %two_over_pi, %round) : (f32, f32, f32) -> f32
  %k = arith.subf %0, %round : f32
  %1 = llvm.intr.fma(%k, %first, %a) : (f32, f32, f32) -> f32
  %2 = llvm.intr.fma(%k, %second, %1) : (f32, f32, f32) -> f32
  %r = llvm.intr.fma(%k, %third, %2) : (f32, f32, f32) -> f32
  %3 = arith.bitcast %0 : f32 to i32
  %q = arith.addi %3, %quarters : i32
  %near = llvm.call @sine_of_rest(%r, %q) : (f32, i32) -> f32
  %far = arith.cmpf oge, %a, %most : f32
  %y = scf.if %far -> (f32) {
    %4 = llvm.call @far_sine(%a, %quarters) : (f32, i32) -> f32
    scf.yield %4 : f32
  } else {
    scf.yield %near : f32
  }
  llvm.return %y : f32
}

// The same from 2^18 on, where a is m 2^e with m of 24 bits and e from -5 to 104 (M. Payne and R. Hanek, 1983). Of 2/pi
// the bits that make a multiple of 4 of the product are left out, and the next 96 multiplied by m. Modulo 2^96 that is
// the angle in units of 2^-94 quarters.
llvm.func internal @far_sine(%a: f32, %quarters: i32) -> f32 {
  %mantissa = arith.constant 8388607 : i32
  %unit = arith.constant 8388608 : i32
  %exponent = arith.constant 23 : i32
  %least = arith.constant 145 : i32
  %five = arith.constant 5 : i32
  %last = arith.constant 31 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %none = arith.constant 0 : i32
  %thirty = arith.constant 30 : i32
  %word = arith.constant 32 : i64
  %up = arith.constant 2 : i64
  %top = arith.constant 63 : i64
  %low = arith.constant 4294967295 : i64
  %zero = arith.constant 0.0 : f32
  %unit_high = arith.constant 0x20C90FDB : f32
  %unit_low = arith.constant 0x943BBD2E : f32
  // 2/pi behind seven zeros.
  %s0 = arith.constant 21361414 : i32
  %s1 = arith.constant -593721302 : i32
  %s2 = arith.constant 1408781999 : i32
  %s3 = arith.constant -1544918597 : i32
  %s4 = arith.constant -2118728405 : i32
  %s5 = arith.constant 846759712 : i32
  %s6 = arith.constant -2080595257 : i32
  %x = arith.bitcast %a : f32 to i32
  %0 = arith.andi %x, %mantissa : i32
  %1 = arith.ori %0, %unit : i32
  %m = arith.extui %1 : i32 to i64
  %2 = arith.shrui %x, %exponent : i32
  %p = arith.subi %2, %least : i32
  %place = arith.andi %p, %last : i32
  %from = arith.shrui %p, %five : i32
  %3 = arith.andi %from, %one : i32
  %odd = arith.cmpi ne, %3, %none : i32
  %second = arith.cmpi uge, %from, %two : i32
  %a0 = arith.select %odd, %s1, %s0 : i32
  %a1 = arith.select %odd, %s2, %s1 : i32
  %a2 = arith.select %odd, %s3, %s2 : i32
  %a3 = arith.select %odd, %s4, %s3 : i32
  %a4 = arith.select %odd, %s5, %s4 : i32
  %a5 = arith.select %odd, %s6, %s5 : i32
  %w0 = arith.select %second, %a2, %a0 : i32
  %w1 = arith.select %second, %a3, %a1 : i32
  %w2 = arith.select %second, %a4, %a2 : i32
  %w3 = arith.select %second, %a5, %a3 : i32
  %b0 = llvm.intr.fshl(%w0, %w1, %place) : (i32, i32, i32) -> i32
  %b1 = llvm.intr.fshl(%w1, %w2, %place) : (i32, i32, i32) -> i32
  %b2 = llvm.intr.fshl(%w2, %w3, %place) : (i32, i32, i32) -> i32
  %4 = arith.extui %b2 : i32 to i64
  %5 = arith.extui %b1 : i32 to i64
  %6 = arith.extui %b0 : i32 to i64
  %product0 = arith.muli %4, %m : i64
  %7 = arith.shrui %product0, %word : i64
  %8 = arith.muli %5, %m : i64
  %product1 = arith.addi %8, %7 : i64
  %9 = arith.shrui %product1, %word : i64
  %10 = arith.muli %6, %m : i64
  %product2 = arith.addi %10, %9 : i64
  %11 = arith.shli %product2, %word : i64
  %12 = arith.andi %product1, %low : i64
  %angle = arith.ori %11, %12 : i64
  // A quarter is the two bits before the fraction; from a half on it is one more, and the fraction negative.
  %fraction = arith.shli %angle, %up : i64
  %13 = arith.trunci %product2 : i64 to i32
  %14 = arith.shrui %13, %thirty : i32
  %15 = arith.shrui %fraction, %top : i64
  %16 = arith.trunci %15 : i64 to i32
  %17 = arith.addi %14, %16 : i32
  %q = arith.addi %17, %quarters : i32
  // As the sum of two numbers of 24 bits, times pi/2.
  %f = arith.shrsi %fraction, %up : i64
  %high = arith.sitofp %f : i64 to f32
  %18 = arith.fptosi %high : f32 to i64
  %19 = arith.subi %f, %18 : i64
  %rest = arith.sitofp %19 : i64 to f32
  %20 = arith.mulf %high, %unit_high : f32
  %21 = arith.negf %20 : f32
  %22 = llvm.intr.fma(%high, %unit_high, %21) : (f32, f32, f32) -> f32
  %23 = llvm.intr.fma(%high, %unit_low, %22) : (f32, f32, f32) -> f32
  %24 = llvm.intr.fma(%rest, %unit_high, %23) : (f32, f32, f32) -> f32
  %25 = arith.addf %20, %24 : f32
  // Infinity has no sine.
  %r = llvm.intr.fma(%a, %zero, %25) : (f32, f32, f32) -> f32
  %y = llvm.call @sine_of_rest(%r, %q) : (f32, i32) -> f32
  llvm.return %y : f32
}

// sin(r + q pi/2) for |r| <= 0.81.
llvm.func internal @sine_of_rest(%r: f32, %q: i32) -> f32 {
  %one = arith.constant 1.0 : f32
  %half = arith.constant -0.5 : f32
  %odd = arith.constant 1 : i32
  %turn = arith.constant 2 : i32
  %place = arith.constant 30 : i32
  %none = arith.constant 0 : i32
  %s0 = arith.constant -0.16666652262210846 : f32
  %s1 = arith.constant 0.008332033641636372 : f32
  %s2 = arith.constant -0.00019497731409501284 : f32
  %c0 = arith.constant 0.04166664183139801 : f32
  %c1 = arith.constant -0.0013887177919968963 : f32
  %c2 = arith.constant 2.4416500309598632e-05 : f32
  %z = arith.mulf %r, %r : f32
  // r + r z S(z) and 1 + z (-1/2 + z C(z)): one polynomial of either.
  %0 = arith.andi %q, %odd : i32
  %cosine = arith.cmpi ne, %0, %none : i32
  %1 = arith.select %cosine, %c2, %s2 : f32
  %2 = arith.select %cosine, %c1, %s1 : f32
  %3 = arith.select %cosine, %c0, %s0 : f32
  %4 = llvm.intr.fma(%1, %z, %2) : (f32, f32, f32) -> f32
  %5 = llvm.intr.fma(%4, %z, %3) : (f32, f32, f32) -> f32
  %6 = llvm.intr.fma(%5, %z, %half) : (f32, f32, f32) -> f32
  %7 = arith.select %cosine, %6, %5 : f32
  %8 = arith.select %cosine, %one, %r : f32
  %9 = arith.mulf %8, %z : f32
  %10 = llvm.intr.fma(%7, %9, %8) : (f32, f32, f32) -> f32
  %11 = arith.andi %q, %turn : i32
  %12 = arith.shli %11, %place : i32
  %13 = arith.bitcast %10 : f32 to i32
  %14 = arith.xori %13, %12 : i32
  %y = arith.bitcast %14 : i32 to f32
  llvm.return %y : f32
}

llvm.func @atan(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %0 = llvm.call @angle(%a, %one) : (f32, f32) -> f32
  %y = llvm.call_intrinsic "llvm.copysign.f32"(%0, %x) : (f32, f32) -> f32
  llvm.return %y : f32
}

// The angle of (x, y), from -pi to pi, with IEEE 754's ends: zeros and infinities are taken as they are signed.
llvm.func @atan2(%y: f32, %x: f32) -> f32 {
  %pi = arith.constant 3.14159274 : f32
  %pi_rest = arith.constant -8.74227766e-08 : f32
  %none = arith.constant 0 : i32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%y) : (f32) -> f32
  %b = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %0 = llvm.call @angle(%a, %b) : (f32, f32) -> f32
  %bits = arith.bitcast %x : f32 to i32
  %behind = arith.cmpi slt, %bits, %none : i32
  %1 = arith.subf %pi_rest, %0 : f32
  %2 = arith.addf %1, %pi : f32
  %3 = arith.select %behind, %2, %0 : f32
  %4 = llvm.call_intrinsic "llvm.copysign.f32"(%3, %y) : (f32, f32) -> f32
  %ordered = arith.cmpf ord, %x, %y : f32
  %nan = arith.addf %x, %y : f32
  %z = arith.select %ordered, %4, %nan : f32
  llvm.return %z : f32
}

// The angle whose tangent is a/b, both at least 0: that of the smaller by the larger, or what it lacks of pi/2.
llvm.func internal @angle(%a: f32, %b: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %quarter = arith.constant 1.57079637 : f32
  %quarter_rest = arith.constant -4.37113883e-08 : f32
  %c0 = arith.constant -0.33333301544189453 : f32
  %c1 = arith.constant 0.19998638331890106 : f32
  %c2 = arith.constant -0.1426524519920349 : f32
  %c3 = arith.constant 0.10957571864128113 : f32
  %c4 = arith.constant -0.08419445902109146 : f32
  %c5 = arith.constant 0.0582343190908432 : f32
  %c6 = arith.constant -0.03145546838641167 : f32
  %c7 = arith.constant 0.011064315214753151 : f32
  %c8 = arith.constant -0.0018271846929565072 : f32
  %steep = arith.cmpf ogt, %a, %b : f32
  %large = arith.select %steep, %a, %b : f32
  %small = arith.select %steep, %b, %a : f32
  %0 = arith.divf %small, %large : f32
  // Both infinite, or both 0.
  %same = arith.cmpf oeq, %small, %large : f32
  %1 = arith.select %same, %one, %0 : f32
  %origin = arith.cmpf oeq, %large, %zero : f32
  %t = arith.select %origin, %zero, %1 : f32
  %z = arith.mulf %t, %t : f32
  %2 = llvm.intr.fma(%c8, %z, %c7) : (f32, f32, f32) -> f32
  %3 = llvm.intr.fma(%2, %z, %c6) : (f32, f32, f32) -> f32
  %4 = llvm.intr.fma(%3, %z, %c5) : (f32, f32, f32) -> f32
  %5 = llvm.intr.fma(%4, %z, %c4) : (f32, f32, f32) -> f32
  %6 = llvm.intr.fma(%5, %z, %c3) : (f32, f32, f32) -> f32
  %7 = llvm.intr.fma(%6, %z, %c2) : (f32, f32, f32) -> f32
  %8 = llvm.intr.fma(%7, %z, %c1) : (f32, f32, f32) -> f32
  %9 = llvm.intr.fma(%8, %z, %c0) : (f32, f32, f32) -> f32
  %10 = arith.mulf %t, %z : f32
  %11 = llvm.intr.fma(%9, %10, %t) : (f32, f32, f32) -> f32
  %12 = arith.subf %quarter_rest, %11 : f32
  %13 = arith.addf %12, %quarter : f32
  %y = arith.select %steep, %13, %11 : f32
  llvm.return %y : f32
}

llvm.func @asin(%x: f32) -> f32 {
  %half = arith.constant 0.5 : f32
  %two = arith.constant -2.0 : f32
  %quarter = arith.constant 1.57079637 : f32
  %quarter_rest = arith.constant -4.37113883e-08 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %0 = llvm.call @asin_part(%a) : (f32) -> f32
  %1 = llvm.intr.fma(%0, %two, %quarter_rest) : (f32, f32, f32) -> f32
  %2 = arith.addf %1, %quarter : f32
  %steep = arith.cmpf ogt, %a, %half : f32
  %3 = arith.select %steep, %2, %0 : f32
  %y = llvm.call_intrinsic "llvm.copysign.f32"(%3, %x) : (f32, f32) -> f32
  llvm.return %y : f32
}

llvm.func @acos(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %two = arith.constant 2.0 : f32
  %quarter = arith.constant 1.57079637 : f32
  %quarter_rest = arith.constant -4.37113883e-08 : f32
  %pi = arith.constant 3.14159274 : f32
  %pi_rest = arith.constant -8.74227766e-08 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %0 = llvm.call @asin_part(%a) : (f32) -> f32
  %1 = arith.mulf %0, %two : f32
  %2 = arith.subf %pi_rest, %1 : f32
  %3 = arith.addf %2, %pi : f32
  %behind = arith.cmpf olt, %x, %zero : f32
  %4 = arith.select %behind, %3, %1 : f32
  %5 = llvm.call_intrinsic "llvm.copysign.f32"(%0, %x) : (f32, f32) -> f32
  %6 = arith.subf %quarter_rest, %5 : f32
  %7 = arith.addf %6, %quarter : f32
  %steep = arith.cmpf ogt, %a, %half : f32
  %y = arith.select %steep, %4, %7 : f32
  llvm.return %y : f32
}

// asin(a) up to 1/2, from there on asin(sqrt((1 - a)/2)): half of the arc cosine.
llvm.func internal @asin_part(%a: f32) -> f32 {
  %half = arith.constant 0.5 : f32
  %minus = arith.constant -0.5 : f32
  %c0 = arith.constant 0.16666753590106964 : f32
  %c1 = arith.constant 0.07495241612195969 : f32
  %c2 = arith.constant 0.04547709599137306 : f32
  %c3 = arith.constant 0.02414761111140251 : f32
  %c4 = arith.constant 0.04221854731440544 : f32
  %0 = llvm.intr.fma(%a, %minus, %half) : (f32, f32, f32) -> f32
  %1 = llvm.call_intrinsic "llvm.sqrt.f32"(%0) : (f32) -> f32
  %2 = arith.mulf %a, %a : f32
  %steep = arith.cmpf ogt, %a, %half : f32
  %s = arith.select %steep, %1, %a : f32
  %z = arith.select %steep, %0, %2 : f32
  %3 = llvm.intr.fma(%c4, %z, %c3) : (f32, f32, f32) -> f32
  %4 = llvm.intr.fma(%3, %z, %c2) : (f32, f32, f32) -> f32
  %5 = llvm.intr.fma(%4, %z, %c1) : (f32, f32, f32) -> f32
  %6 = llvm.intr.fma(%5, %z, %c0) : (f32, f32, f32) -> f32
  %7 = arith.mulf %s, %z : f32
  %y = llvm.intr.fma(%6, %7, %s) : (f32, f32, f32) -> f32
  llvm.return %y : f32
}
