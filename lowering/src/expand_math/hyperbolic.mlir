// Hyperbolic functions of f32, their inverses and the cube root, as those of f32.mlir are written.

// Below 1 x + x z H(z) with z = x^2, from there on half of e^x less half of e^-x.
llvm.func @sinh(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %minus = arith.constant -0.5 : f32
  %c0 = arith.constant 0.1666666716337204 : f32
  %c1 = arith.constant 0.008333350531756878 : f32
  %c2 = arith.constant 0.0001983606634894386 : f32
  %c3 = arith.constant 2.817439735736116e-06 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %far = llvm.call @exp_and_inverse(%a, %minus) : (f32, f32) -> f32
  %z = arith.mulf %a, %a : f32
  %0 = llvm.intr.fma(%c3, %z, %c2) : (f32, f32, f32) -> f32
  %1 = llvm.intr.fma(%0, %z, %c1) : (f32, f32, f32) -> f32
  %2 = llvm.intr.fma(%1, %z, %c0) : (f32, f32, f32) -> f32
  %3 = arith.mulf %a, %z : f32
  %near = llvm.intr.fma(%2, %3, %a) : (f32, f32, f32) -> f32
  %4 = arith.cmpf oge, %a, %one : f32
  %5 = arith.select %4, %far, %near : f32
  %y = llvm.call_intrinsic "llvm.copysign.f32"(%5, %x) : (f32, f32) -> f32
  llvm.return %y : f32
}

llvm.func @cosh(%x: f32) -> f32 {
  %half = arith.constant 0.5 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %y = llvm.call @exp_and_inverse(%a, %half) : (f32, f32) -> f32
  llvm.return %y : f32
}

// e^a / 2 + half / e^a, a >= 0. From 44 on the second term is nothing, and e^a, which may be too large, a square.
llvm.func internal @exp_and_inverse(%a: f32, %half: f32) -> f32 {
  %from = arith.constant 44.0 : f32
  %part = arith.constant 0.5 : f32
  %large = arith.cmpf oge, %a, %from : f32
  %0 = arith.mulf %a, %part : f32
  %1 = arith.select %large, %0, %a : f32
  %e = llvm.call @exp(%1) : (f32) -> f32
  %2 = arith.mulf %e, %part : f32
  %square = arith.mulf %2, %e : f32
  %inverse = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%e) : (f32) -> f32
  %sum = llvm.intr.fma(%inverse, %half, %2) : (f32, f32, f32) -> f32
  %y = arith.select %large, %square, %sum : f32
  llvm.return %y : f32
}

// ln(1 + w) with w = a + a^2 / (1 + sqrt(1 + a^2)); from 2^30 on ln(2 a).
llvm.func @asinh(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %0 = llvm.intr.fma(%a, %a, %one) : (f32, f32, f32) -> f32
  %1 = llvm.call_intrinsic "llvm.sqrt.f32"(%0) : (f32) -> f32
  %2 = arith.addf %1, %one : f32
  %3 = arith.mulf %a, %a : f32
  %4 = arith.divf %3, %2 : f32
  %w = arith.addf %a, %4 : f32
  %5 = llvm.call @log_of_sum(%a, %w) : (f32, f32) -> f32
  %y = llvm.call_intrinsic "llvm.copysign.f32"(%5, %x) : (f32, f32) -> f32
  llvm.return %y : f32
}

// ln(1 + w) with w = t + sqrt(t^2 + 2 t), t = x - 1; from 2^30 on ln(2 x).
llvm.func @acosh(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %t = arith.subf %x, %one : f32
  %0 = arith.addf %t, %t : f32
  %1 = llvm.intr.fma(%t, %t, %0) : (f32, f32, f32) -> f32
  %2 = llvm.call_intrinsic "llvm.sqrt.f32"(%1) : (f32) -> f32
  %w = arith.addf %t, %2 : f32
  %3 = llvm.call @log_of_sum(%x, %w) : (f32, f32) -> f32
  %below = arith.cmpf olt, %x, %one : f32
  %y = arith.select %below, %nan, %3 : f32
  llvm.return %y : f32
}

// ln(1 + w), or ln(2 a) where a is 2^30 or more.
llvm.func internal @log_of_sum(%a: f32, %w: f32) -> f32 {
  %from = arith.constant 1073741824.0 : f32
  %ln2 = arith.constant 0.693147182 : f32
  %zero = arith.constant 0.0 : f32
  %large = arith.cmpf oge, %a, %from : f32
  %0 = arith.select %large, %a, %w : f32
  %1 = llvm.call @log1p(%0) : (f32) -> f32
  %2 = arith.select %large, %ln2, %zero : f32
  %y = arith.addf %1, %2 : f32
  llvm.return %y : f32
}

// Half of ln(1 + 2 a / (1 - a)).
llvm.func @atanh(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %0 = arith.addf %a, %a : f32
  %1 = arith.subf %one, %a : f32
  %2 = arith.divf %0, %1 : f32
  %3 = llvm.call @log1p(%2) : (f32) -> f32
  %4 = arith.mulf %3, %half : f32
  %y = llvm.call_intrinsic "llvm.copysign.f32"(%4, %x) : (f32, f32) -> f32
  llvm.return %y : f32
}

// A third of the exponent, then twice y (y^3 + 2 a) / (2 y^3 + a) (E. Halley, 1694), which triples the digits; the second
// time as a correction, of which y^2 has two parts. Very small and very large numbers are scaled by 2^24.
llvm.func @cbrt(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %least = arith.constant 7.88860905e-31 : f32
  %most = arith.constant 1.26765060e+30 : f32
  %up = arith.constant 16777216.0 : f32
  %down = arith.constant 5.96046448e-08 : f32
  %root_up = arith.constant 256.0 : f32
  %root_down = arith.constant 0.00390625 : f32
  %three = arith.constant 3 : i32
  %bias = arith.constant 709921077 : i32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %small = arith.cmpf olt, %a, %least : f32
  %large = arith.cmpf ogt, %a, %most : f32
  %0 = arith.select %large, %down, %one : f32
  %1 = arith.select %small, %up, %0 : f32
  %2 = arith.select %large, %root_up, %one : f32
  %3 = arith.select %small, %root_down, %2 : f32
  %b = arith.mulf %a, %1 : f32
  %4 = arith.bitcast %b : f32 to i32
  %5 = arith.divui %4, %three : i32
  %6 = arith.addi %5, %bias : i32
  %y0 = arith.bitcast %6 : i32 to f32
  %7 = arith.mulf %y0, %y0 : f32
  %c = arith.mulf %7, %y0 : f32
  %8 = llvm.intr.fma(%c, %two, %b) : (f32, f32, f32) -> f32
  %9 = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%8) : (f32) -> f32
  %10 = llvm.intr.fma(%b, %two, %c) : (f32, f32, f32) -> f32
  %11 = arith.mulf %10, %9 : f32
  %y1 = arith.mulf %y0, %11 : f32
  %s = arith.mulf %y1, %y1 : f32
  %12 = arith.negf %s : f32
  %13 = llvm.intr.fma(%y1, %y1, %12) : (f32, f32, f32) -> f32
  %14 = llvm.intr.fma(%12, %y1, %b) : (f32, f32, f32) -> f32
  %15 = arith.negf %13 : f32
  %off = llvm.intr.fma(%15, %y1, %14) : (f32, f32, f32) -> f32
  %d = arith.mulf %s, %y1 : f32
  %16 = llvm.intr.fma(%d, %two, %b) : (f32, f32, f32) -> f32
  %17 = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%16) : (f32) -> f32
  %18 = arith.mulf %off, %17 : f32
  %y2 = llvm.intr.fma(%y1, %18, %y1) : (f32, f32, f32) -> f32
  %19 = arith.mulf %y2, %3 : f32
  // Zero, infinity and NaN are their own roots.
  %inside = arith.cmpf olt, %a, %inf : f32
  %20 = arith.cmpf ogt, %a, %zero : f32
  %21 = arith.andi %inside, %20 : i1
  %22 = llvm.call_intrinsic "llvm.copysign.f32"(%19, %x) : (f32, f32) -> f32
  %y = arith.select %21, %22, %x : f32
  llvm.return %y : f32
}
