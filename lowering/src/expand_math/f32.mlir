// Functions of f32, by instructions of PTX that approximate (their errors are stated in the PTX ISA) and by
// polynomials. A function is the expansion of the operation `math.NAME`; NAME_afn is that of one that says
// `fastmath<afn>`; those that are internal are parts of others. Where nothing is said of them, NaN gives NaN, infinities and zeros what IEEE 754's section 9.2
// recommends, and subnormal numbers are not flushed. Coefficients are minimax fits of the relative error.

// 2^r 2^k with k = rint(x log2(e)), r = x log2(e) - k, in which log2(e) has two parts and k stays within
// exponents of normal numbers; r takes the rest, so that the last product rounds, overflows and underflows.
llvm.func @exp(%x: f32) -> f32 {
  %log2e = arith.constant 1.44269502 : f32
  %rest = arith.constant 1.92596299e-8 : f32
  %least = arith.constant -126.0 : f32
  %most = arith.constant 127.0 : f32
  // 1.5 2^23 + 127: what is added to it is rounded to a whole number, and its low bits are the exponent's.
  %round = arith.constant 12583039.0 : f32
  %place = arith.constant 23 : i32
  %0 = arith.mulf %x, %log2e : f32
  %1 = llvm.intr.maxnum(%0, %least) : (f32, f32) -> f32
  %2 = llvm.intr.minnum(%1, %most) : (f32, f32) -> f32
  %3 = arith.addf %2, %round : f32
  %k = arith.subf %round, %3 : f32
  %4 = llvm.intr.fma(%x, %log2e, %k) : (f32, f32, f32) -> f32
  %r = llvm.intr.fma(%x, %rest, %4) : (f32, f32, f32) -> f32
  %5 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%r) : (f32) -> f32
  %6 = arith.bitcast %3 : f32 to i32
  %7 = arith.shli %6, %place : i32
  %8 = arith.bitcast %7 : i32 to f32
  %y = arith.mulf %5, %8 : f32
  llvm.return %y : f32
}

// The error grows with |x|; results below 2^-126 are 0.
llvm.func @exp_afn(%x: f32) -> f32 {
  %log2e = arith.constant 1.44269502 : f32
  %0 = arith.mulf %x, %log2e : f32
  %y = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%0) : (f32) -> f32
  llvm.return %y : f32
}

llvm.func @exp2(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%x) : (f32) -> f32
  llvm.return %y : f32
}

// Subnormal arguments are 0, and results below 2^-126 too.
llvm.func @exp2_afn(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%x) : (f32) -> f32
  llvm.return %y : f32
}

// 2^k (1 + p) - 1 with p = e^f - 1, f = x - k ln(2), |f| <= ln(2)/2. At k = 128 there is no 2^k: its half is doubled.
llvm.func @expm1(%x: f32) -> f32 {
  %log2e = arith.constant 1.44269502 : f32
  %least = arith.constant -25.0 : f32
  %most = arith.constant 128.0 : f32
  %round = arith.constant 12582912.0 : f32
  %ln2 = arith.constant -0.693147182 : f32
  %rest = arith.constant 1.90465421e-9 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %place = arith.constant 23 : i32
  %bias = arith.constant 126 : i32
  %c2 = arith.constant 0.5 : f32
  %c3 = arith.constant 0.1666666567325592 : f32
  %c4 = arith.constant 0.041666362434625626 : f32
  %c5 = arith.constant 0.008333389647305012 : f32
  %c6 = arith.constant 0.0013940625358372927 : f32
  %c7 = arith.constant 0.00019845877250190824 : f32
  %0 = arith.mulf %x, %log2e : f32
  %1 = llvm.intr.maxnum(%0, %least) : (f32, f32) -> f32
  %2 = llvm.intr.minnum(%1, %most) : (f32, f32) -> f32
  %3 = arith.addf %2, %round : f32
  %k = arith.subf %3, %round : f32
  // Beyond the ends of k only the sign and the size of f count.
  %f0 = llvm.intr.fma(%k, %ln2, %x) : (f32, f32, f32) -> f32
  %f1 = llvm.intr.fma(%k, %rest, %f0) : (f32, f32, f32) -> f32
  %up = llvm.intr.minimum(%f1, %one) : (f32, f32) -> f32
  %down = arith.constant -1.0 : f32
  %f = llvm.intr.maximum(%up, %down) : (f32, f32) -> f32
  %4 = llvm.intr.fma(%c7, %f, %c6) : (f32, f32, f32) -> f32
  %5 = llvm.intr.fma(%4, %f, %c5) : (f32, f32, f32) -> f32
  %6 = llvm.intr.fma(%5, %f, %c4) : (f32, f32, f32) -> f32
  %7 = llvm.intr.fma(%6, %f, %c3) : (f32, f32, f32) -> f32
  %8 = llvm.intr.fma(%7, %f, %c2) : (f32, f32, f32) -> f32
  %9 = arith.mulf %f, %f : f32
  %p = llvm.intr.fma(%8, %9, %f) : (f32, f32, f32) -> f32
  // 2^(k-1), and 2^k (1 + p) - 1 as its double.
  %10 = arith.fptosi %k : f32 to i32
  %11 = arith.addi %10, %bias : i32
  %12 = arith.shli %11, %place : i32
  %half = arith.bitcast %12 : i32 to f32
  %13 = arith.subf %half, %c2 : f32
  %14 = llvm.intr.fma(%p, %half, %13) : (f32, f32, f32) -> f32
  %15 = arith.mulf %14, %two : f32
  %y = llvm.call_intrinsic "llvm.copysign.f32"(%15, %x) : (f32, f32) -> f32
  llvm.return %y : f32
}

// e ln(2) + ln(1 + f) with x = 2^e (1 + f), 1 + f from 2/3 to 4/3; ln(1 + f) = f - f^2/2 + f^3 P(f).
llvm.func @log(%x: f32) -> f32 {
  %e = llvm.call @log_exponent(%x) : (f32) -> f32
  %l = llvm.call @log_fraction(%x) : (f32) -> f32
  %ln2 = arith.constant 0.693147182 : f32
  %0 = llvm.intr.fma(%e, %ln2, %l) : (f32, f32, f32) -> f32
  %y = llvm.call @log_ends(%x, %0) : (f32, f32) -> f32
  llvm.return %y : f32
}

llvm.func @log2(%x: f32) -> f32 {
  %e = llvm.call @log_exponent(%x) : (f32) -> f32
  %l = llvm.call @log_fraction(%x) : (f32) -> f32
  %log2e = arith.constant 1.44269502 : f32
  %0 = llvm.intr.fma(%l, %log2e, %e) : (f32, f32, f32) -> f32
  %y = llvm.call @log_ends(%x, %0) : (f32, f32) -> f32
  llvm.return %y : f32
}

llvm.func @log10(%x: f32) -> f32 {
  %e = llvm.call @log_exponent(%x) : (f32) -> f32
  %l = llvm.call @log_fraction(%x) : (f32) -> f32
  // log10(e) and log10(2), each in two parts.
  %scale = arith.constant 0.4342944920063019 : f32
  %scale_rest = arith.constant -1.0103049952192578e-08 : f32
  %two = arith.constant 0.3010300099849701 : f32
  %two_rest = arith.constant -1.432098883924482e-08 : f32
  %0 = arith.mulf %e, %two_rest : f32
  %1 = llvm.intr.fma(%l, %scale_rest, %0) : (f32, f32, f32) -> f32
  %2 = llvm.intr.fma(%l, %scale, %1) : (f32, f32, f32) -> f32
  %3 = llvm.intr.fma(%e, %two, %2) : (f32, f32, f32) -> f32
  %y = llvm.call @log_ends(%x, %3) : (f32, f32) -> f32
  llvm.return %y : f32
}

// 1 + x = 2^e (1 + f) with f = 2^-e x + (2^-e - 1), which loses nothing of a small x.
llvm.func @log1p(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %unit = arith.constant 1.1920929e-7 : f32
  %ln2 = arith.constant 0.693147182 : f32
  %quarter = arith.constant 0.25 : f32
  %four = arith.constant 0x40800000 : i32
  %none = arith.constant -1.0 : f32
  %0 = arith.addf %x, %one : f32
  %1 = arith.bitcast %0 : f32 to i32
  %3 = llvm.call @log_place(%1) : (i32) -> i32
  %4 = arith.bitcast %x : f32 to i32
  %5 = arith.subi %4, %3 : i32
  %m = arith.bitcast %5 : i32 to f32
  // 4 2^-e is a normal number for every e.
  %6 = arith.subi %four, %3 : i32
  %7 = arith.bitcast %6 : i32 to f32
  %8 = llvm.intr.fma(%7, %quarter, %none) : (f32, f32, f32) -> f32
  %f = arith.addf %m, %8 : f32
  %l = llvm.call @log_near_1(%f) : (f32) -> f32
  %9 = arith.sitofp %3 : i32 to f32
  %e = arith.mulf %9, %unit : f32
  %10 = llvm.intr.fma(%e, %ln2, %l) : (f32, f32, f32) -> f32
  %11 = llvm.call @log_ends(%0, %10) : (f32, f32) -> f32
  // A number that 1 swallows is its own result, -0 and subnormal ones too.
  %12 = arith.cmpf oeq, %0, %one : f32
  %y = arith.select %12, %x, %11 : f32
  llvm.return %y : f32
}

// The bits of 2^23 x if it is subnormal, else of x.
llvm.func internal @log_normal(%x: f32) -> i32 {
  %normal = arith.constant 1.17549435e-38 : f32
  %up = arith.constant 8388608.0 : f32
  %small = arith.cmpf olt, %x, %normal : f32
  %0 = arith.mulf %x, %up : f32
  %1 = arith.select %small, %0, %x : f32
  %2 = arith.bitcast %1 : f32 to i32
  llvm.return %2 : i32
}

// e, in the place of an exponent's bits.
llvm.func internal @log_place(%x: i32) -> i32 {
  %bottom = arith.constant 0x3F2AAAAB : i32
  %mask = arith.constant 0xFF800000 : i32
  %0 = arith.subi %x, %bottom : i32
  %1 = arith.andi %0, %mask : i32
  llvm.return %1 : i32
}

// e, where x = 2^e (1 + f).
llvm.func internal @log_exponent(%x: f32) -> f32 {
  %normal = arith.constant 1.17549435e-38 : f32
  %zero = arith.constant 0.0 : f32
  %down = arith.constant -23.0 : f32
  %unit = arith.constant 1.1920929e-7 : f32
  %small = arith.cmpf olt, %x, %normal : f32
  %0 = arith.select %small, %down, %zero : f32
  %1 = llvm.call @log_normal(%x) : (f32) -> i32
  %2 = llvm.call @log_place(%1) : (i32) -> i32
  %3 = arith.sitofp %2 : i32 to f32
  %e = llvm.intr.fma(%3, %unit, %0) : (f32, f32, f32) -> f32
  llvm.return %e : f32
}

// ln(1 + f), where x = 2^e (1 + f).
llvm.func internal @log_fraction(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %0 = llvm.call @log_normal(%x) : (f32) -> i32
  %1 = llvm.call @log_place(%0) : (i32) -> i32
  %2 = arith.subi %0, %1 : i32
  %3 = arith.bitcast %2 : i32 to f32
  %f = arith.subf %3, %one : f32
  %y = llvm.call @log_near_1(%f) : (f32) -> f32
  llvm.return %y : f32
}

// ln(1 + f), f from -1/3 to 1/3.
llvm.func internal @log_near_1(%f: f32) -> f32 {
  %half = arith.constant -0.5 : f32
  %c0 = arith.constant 0.3333321511745453 : f32
  %c1 = arith.constant -0.24999797344207764 : f32
  %c2 = arith.constant 0.20010405778884888 : f32
  %c3 = arith.constant -0.16680486500263214 : f32
  %c4 = arith.constant 0.14005860686302185 : f32
  %c5 = arith.constant -0.12184274941682816 : f32
  %c6 = arith.constant 0.13984480500221252 : f32
  %c7 = arith.constant -0.12891614437103271 : f32
  %0 = llvm.intr.fma(%c7, %f, %c6) : (f32, f32, f32) -> f32
  %1 = llvm.intr.fma(%0, %f, %c5) : (f32, f32, f32) -> f32
  %2 = llvm.intr.fma(%1, %f, %c4) : (f32, f32, f32) -> f32
  %3 = llvm.intr.fma(%2, %f, %c3) : (f32, f32, f32) -> f32
  %4 = llvm.intr.fma(%3, %f, %c2) : (f32, f32, f32) -> f32
  %5 = llvm.intr.fma(%4, %f, %c1) : (f32, f32, f32) -> f32
  %6 = llvm.intr.fma(%5, %f, %c0) : (f32, f32, f32) -> f32
  %7 = llvm.intr.fma(%6, %f, %half) : (f32, f32, f32) -> f32
  %8 = arith.mulf %f, %f : f32
  %y = llvm.intr.fma(%7, %8, %f) : (f32, f32, f32) -> f32
  llvm.return %y : f32
}

// What a logarithm is at 0, below, at infinity and of NaN; elsewhere what was computed.
llvm.func internal @log_ends(%x: f32, %computed: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %inside = arith.cmpf olt, %x, %inf : f32
  %0 = arith.select %inside, %computed, %x : f32
  %negative = arith.cmpf olt, %x, %zero : f32
  %1 = arith.select %negative, %nan, %0 : f32
  %is_zero = arith.cmpf oeq, %x, %zero : f32
  %y = arith.select %is_zero, %ninf, %1 : f32
  llvm.return %y : f32
}

// Near 1 the relative error has no bound, the absolute one is small. Subnormal arguments are 0.
llvm.func @log_afn(%x: f32) -> f32 {
  %ln2 = arith.constant 0.693147182 : f32
  %0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%x) : (f32) -> f32
  %y = arith.mulf %0, %ln2 : f32
  llvm.return %y : f32
}

llvm.func @log2_afn(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%x) : (f32) -> f32
  llvm.return %y : f32
}

llvm.func @log10_afn(%x: f32) -> f32 {
  %log10of2 = arith.constant 0.301029987 : f32
  %0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%x) : (f32) -> f32
  %y = arith.mulf %0, %log10of2 : f32
  llvm.return %y : f32
}

// From 0.6 on 1 - 2/(e^2|x| + 1), before x + x^3 P(x^2).
llvm.func @tanh(%x: f32) -> f32 {
  %twice = arith.constant 2.88539004 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant -2.0 : f32
  %from = arith.constant 0.6 : f32
  %c0 = arith.constant -0.33333298563957214 : f32
  %c1 = arith.constant 0.13331924378871918 : f32
  %c2 = arith.constant -0.053783826529979706 : f32
  %c3 = arith.constant 0.02079596184194088 : f32
  %c4 = arith.constant -0.005895146634429693 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %0 = arith.mulf %a, %twice : f32
  %1 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%0) : (f32) -> f32
  %2 = arith.addf %1, %one : f32
  %3 = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%2) : (f32) -> f32
  %far = llvm.intr.fma(%3, %two, %one) : (f32, f32, f32) -> f32
  %s = arith.mulf %a, %a : f32
  %4 = llvm.intr.fma(%c4, %s, %c3) : (f32, f32, f32) -> f32
  %5 = llvm.intr.fma(%4, %s, %c2) : (f32, f32, f32) -> f32
  %6 = llvm.intr.fma(%5, %s, %c1) : (f32, f32, f32) -> f32
  %7 = llvm.intr.fma(%6, %s, %c0) : (f32, f32, f32) -> f32
  %8 = arith.mulf %a, %s : f32
  %near = llvm.intr.fma(%7, %8, %a) : (f32, f32, f32) -> f32
  %9 = arith.cmpf oge, %a, %from : f32
  %10 = arith.select %9, %far, %near : f32
  %y = llvm.call_intrinsic "llvm.copysign.f32"(%10, %x) : (f32, f32) -> f32
  llvm.return %y : f32
}

llvm.func @tanh_afn(%x: f32) -> f32 {
  %y = llvm.intr.tanh(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  llvm.return %y : f32
}

// From 0.95 on 1 - 2^(|x| R(|x|)), which is 1 from 4 on; before x + x P(x^2).
llvm.func @erf(%x: f32) -> f32 {
  %most = arith.constant 4.0 : f32
  %one = arith.constant 1.0 : f32
  %from = arith.constant 0.95 : f32
  %p0 = arith.constant 0.12837913632392883 : f32
  %p1 = arith.constant -0.37612447142601013 : f32
  %p2 = arith.constant 0.11281320452690125 : f32
  %p3 = arith.constant -0.026748863980174065 : f32
  %p4 = arith.constant 0.004967506509274244 : f32
  %p5 = arith.constant -0.0005862079560756683 : f32
  %r0 = arith.constant -1.6281101703643799 : f32
  %r1 = arith.constant -0.9171202778816223 : f32
  %r2 = arith.constant -0.1518968641757965 : f32
  %r3 = arith.constant 0.03304645046591759 : f32
  %r4 = arith.constant -0.004645453300327063 : f32
  %r5 = arith.constant 0.000309596536681056 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %t = llvm.intr.minnum(%a, %most) : (f32, f32) -> f32
  %0 = llvm.intr.fma(%r5, %t, %r4) : (f32, f32, f32) -> f32
  %1 = llvm.intr.fma(%0, %t, %r3) : (f32, f32, f32) -> f32
  %2 = llvm.intr.fma(%1, %t, %r2) : (f32, f32, f32) -> f32
  %3 = llvm.intr.fma(%2, %t, %r1) : (f32, f32, f32) -> f32
  %4 = llvm.intr.fma(%3, %t, %r0) : (f32, f32, f32) -> f32
  %5 = arith.mulf %4, %t : f32
  %6 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%5) : (f32) -> f32
  %far = arith.subf %one, %6 : f32
  %s = arith.mulf %a, %a : f32
  %7 = llvm.intr.fma(%p5, %s, %p4) : (f32, f32, f32) -> f32
  %8 = llvm.intr.fma(%7, %s, %p3) : (f32, f32, f32) -> f32
  %9 = llvm.intr.fma(%8, %s, %p2) : (f32, f32, f32) -> f32
  %10 = llvm.intr.fma(%9, %s, %p1) : (f32, f32, f32) -> f32
  %11 = llvm.intr.fma(%10, %s, %p0) : (f32, f32, f32) -> f32
  %near = llvm.intr.fma(%11, %a, %a) : (f32, f32, f32) -> f32
  %12 = arith.cmpf oge, %a, %from : f32
  %13 = arith.select %12, %far, %near : f32
  %y = llvm.call_intrinsic "llvm.copysign.f32"(%13, %x) : (f32, f32) -> f32
  llvm.return %y : f32
}

llvm.func @rsqrt(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%x) : (f32) -> f32
  llvm.return %y : f32
}

// Subnormal arguments are 0.
llvm.func @rsqrt_afn(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"(%x) : (f32) -> f32
  llvm.return %y : f32
}

llvm.func @sqrt(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.sqrt.f32"(%x) : (f32) -> f32
  llvm.return %y : f32
}

// Subnormal arguments are 0.
llvm.func @sqrt_afn(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"(%x) : (f32) -> f32
  llvm.return %y : f32
}

// The absolute error is small from -pi to pi; it grows with |x|.
llvm.func @sin_afn(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.nvvm.sin.approx.ftz.f"(%x) : (f32) -> f32
  llvm.return %y : f32
}

llvm.func @cos_afn(%x: f32) -> f32 {
  %y = llvm.call_intrinsic "llvm.nvvm.cos.approx.ftz.f"(%x) : (f32) -> f32
  llvm.return %y : f32
}

// 2^(y log2(x)) for positive x; NaN for negative x, whatever y.
llvm.func @powf_afn(%x: f32, %y: f32) -> f32 {
  %0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"(%x) : (f32) -> f32
  %1 = arith.mulf %0, %y : f32
  %2 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%1) : (f32) -> f32
  llvm.return %2 : f32
}

llvm.func @isnan(%x: f32) -> i1 {
  %y = arith.cmpf uno, %x, %x : f32
  llvm.return %y : i1
}

llvm.func @isinf(%x: f32) -> i1 {
  %inf = arith.constant 0x7F800000 : f32
  %0 = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %y = arith.cmpf oeq, %0, %inf : f32
  llvm.return %y : i1
}

llvm.func @isfinite(%x: f32) -> i1 {
  %inf = arith.constant 0x7F800000 : f32
  %0 = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %y = arith.cmpf olt, %0, %inf : f32
  llvm.return %y : i1
}
