// Functions of f64, as those of f32 are written.

// 2^k e^r with r = x - k ln(2); 2^k in two factors, so that the last product rounds, overflows and underflows.
llvm.func @exp_f64(%x: f64) -> f64 {
  %log2e = arith.constant 1.4426950408889634 : f64
  %ln2 = arith.constant -0.69314718055994529 : f64
  %ln2_rest = arith.constant -2.3190468138462996e-17 : f64
  %0 = arith.mulf %x, %log2e : f64
  %k = llvm.call @exponent_f64(%0) : (f64) -> f64
  %1 = llvm.intr.fma(%k, %ln2, %x) : (f64, f64, f64) -> f64
  %r = llvm.intr.fma(%k, %ln2_rest, %1) : (f64, f64, f64) -> f64
  %2 = llvm.call @exp_near_0_f64(%r) : (f64) -> f64
  %y = llvm.call @scaled_f64(%2, %k, %0) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}

llvm.func @exp2_f64(%x: f64) -> f64 {
  %ln2 = arith.constant 0.69314718055994529 : f64
  %k = llvm.call @exponent_f64(%x) : (f64) -> f64
  %0 = arith.subf %x, %k : f64
  %r = arith.mulf %0, %ln2 : f64
  %1 = llvm.call @exp_near_0_f64(%r) : (f64) -> f64
  %y = llvm.call @scaled_f64(%1, %k, %x) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}

// The whole number next to x, from -1080 to 1080.
llvm.func internal @exponent_f64(%x: f64) -> f64 {
  %least = arith.constant -1080.0 : f64
  %most = arith.constant 1080.0 : f64
  %0 = llvm.intr.maxnum(%x, %least) : (f64, f64) -> f64
  %1 = llvm.intr.minnum(%0, %most) : (f64, f64) -> f64
  %k = llvm.call_intrinsic "llvm.roundeven.f64"(%1) : (f64) -> f64
  llvm.return %k : f64
}

// e^r, |r| <= ln(2)/2.
llvm.func internal @exp_near_0_f64(%r: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %0 = llvm.call @expm1_near_0_f64(%r) : (f64) -> f64
  %y = arith.addf %0, %one : f64
  llvm.return %y : f64
}

// e^r - 1 = r + r^2 P(r).
llvm.func internal @expm1_near_0_f64(%r: f64) -> f64 {
  %p = llvm.call @exp_polynomial_f64(%r) : (f64) -> f64
  %0 = arith.mulf %r, %r : f64
  %y = llvm.intr.fma(%p, %0, %r) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}

llvm.func internal @exp_polynomial_f64(%r: f64) -> f64 {
  %c0 = arith.constant 0.5 : f64
  %c1 = arith.constant 0.16666666666666685 : f64
  %c2 = arith.constant 0.04166666666666607 : f64
  %c3 = arith.constant 0.008333333333316414 : f64
  %c4 = arith.constant 0.0013888888889122166 : f64
  %c5 = arith.constant 0.0001984126989784145 : f64
  %c6 = arith.constant 2.480158691970831e-05 : f64
  %c7 = arith.constant 2.7557233479358276e-06 : f64
  %c8 = arith.constant 2.7557584391600164e-07 : f64
  %c9 = arith.constant 2.5112494850694385e-08 : f64
  %c10 = arith.constant 2.082657287083333e-09 : f64
  %0 = llvm.intr.fma(%c10, %r, %c9) : (f64, f64, f64) -> f64
  %1 = llvm.intr.fma(%0, %r, %c8) : (f64, f64, f64) -> f64
  %2 = llvm.intr.fma(%1, %r, %c7) : (f64, f64, f64) -> f64
  %3 = llvm.intr.fma(%2, %r, %c6) : (f64, f64, f64) -> f64
  %4 = llvm.intr.fma(%3, %r, %c5) : (f64, f64, f64) -> f64
  %5 = llvm.intr.fma(%4, %r, %c4) : (f64, f64, f64) -> f64
  %6 = llvm.intr.fma(%5, %r, %c3) : (f64, f64, f64) -> f64
  %7 = llvm.intr.fma(%6, %r, %c2) : (f64, f64, f64) -> f64
  %8 = llvm.intr.fma(%7, %r, %c1) : (f64, f64, f64) -> f64
  %y = llvm.intr.fma(%8, %r, %c0) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}

// 2^k y, where %x is what k was rounded from; beyond the ends of k it says what the result is.
llvm.func internal @scaled_f64(%y: f64, %k: f64, %x: f64) -> f64 {
  %most = arith.constant 1080.0 : f64
  %least = arith.constant -1080.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : i32
  %bias = arith.constant 1023 : i32
  %place = arith.constant 52 : i64
  %0 = arith.fptosi %k : f64 to i32
  %1 = arith.shrsi %0, %one : i32
  %2 = arith.subi %0, %1 : i32
  %3 = arith.addi %1, %bias : i32
  %4 = arith.addi %2, %bias : i32
  %5 = arith.extsi %3 : i32 to i64
  %6 = arith.extsi %4 : i32 to i64
  %7 = arith.shli %5, %place : i64
  %8 = arith.shli %6, %place : i64
  %9 = arith.bitcast %7 : i64 to f64
  %10 = arith.bitcast %8 : i64 to f64
  %11 = arith.mulf %y, %9 : f64
  %12 = arith.mulf %11, %10 : f64
  %above = arith.cmpf ogt, %x, %most : f64
  %13 = arith.select %above, %inf, %12 : f64
  %below = arith.cmpf olt, %x, %least : f64
  %14 = arith.select %below, %zero, %13 : f64
  llvm.return %14 : f64
}

// 2^k (1 + p) - 1 with p = e^f - 1, f = x - k ln(2). At k = 1024 there is no 2^k: its half is doubled.
llvm.func @expm1_f64(%x: f64) -> f64 {
  %log2e = arith.constant 1.4426950408889634 : f64
  %ln2 = arith.constant -0.69314718055994529 : f64
  %ln2_rest = arith.constant -2.3190468138462996e-17 : f64
  %least = arith.constant -54.0 : f64
  %most = arith.constant 1024.0 : f64
  %one = arith.constant 1.0 : f64
  %down = arith.constant -1.0 : f64
  %half = arith.constant 0.5 : f64
  %bias = arith.constant 1022 : i32
  %place = arith.constant 52 : i64
  %0 = arith.mulf %x, %log2e : f64
  %1 = llvm.intr.maxnum(%0, %least) : (f64, f64) -> f64
  %2 = llvm.intr.minnum(%1, %most) : (f64, f64) -> f64
  %k = llvm.call_intrinsic "llvm.roundeven.f64"(%2) : (f64) -> f64
  // Beyond the ends of k only the sign and the size of f count.
  %3 = llvm.intr.fma(%k, %ln2, %x) : (f64, f64, f64) -> f64
  %4 = llvm.intr.fma(%k, %ln2_rest, %3) : (f64, f64, f64) -> f64
  %5 = llvm.intr.minimum(%4, %one) : (f64, f64) -> f64
  %f = llvm.intr.maximum(%5, %down) : (f64, f64) -> f64
  %p = llvm.call @expm1_near_0_f64(%f) : (f64) -> f64
  // 2^(k-1), and 2^k (1 + p) - 1 as its double.
  %6 = arith.fptosi %k : f64 to i32
  %7 = arith.addi %6, %bias : i32
  %8 = arith.extsi %7 : i32 to i64
  %9 = arith.shli %8, %place : i64
  %scale = arith.bitcast %9 : i64 to f64
  %10 = arith.subf %scale, %half : f64
  %11 = llvm.intr.fma(%p, %scale, %10) : (f64, f64, f64) -> f64
  %12 = arith.addf %11, %11 : f64
  %y = llvm.call_intrinsic "llvm.copysign.f64"(%12, %x) : (f64, f64) -> f64
  llvm.return %y : f64
}

llvm.func @log_f64(%x: f64) -> f64 {
  %ln2 = arith.constant 0.69314718055994529 : f64
  %e = llvm.call @log_exponent_f64(%x) : (f64) -> f64
  %l = llvm.call @log_fraction_f64(%x) : (f64) -> f64
  %0 = llvm.intr.fma(%e, %ln2, %l) : (f64, f64, f64) -> f64
  %y = llvm.call @log_ends_f64(%x, %0) : (f64, f64) -> f64
  llvm.return %y : f64
}

llvm.func @log2_f64(%x: f64) -> f64 {
  %log2e = arith.constant 1.4426950408889634 : f64
  %e = llvm.call @log_exponent_f64(%x) : (f64) -> f64
  %l = llvm.call @log_fraction_f64(%x) : (f64) -> f64
  %0 = llvm.intr.fma(%l, %log2e, %e) : (f64, f64, f64) -> f64
  %y = llvm.call @log_ends_f64(%x, %0) : (f64, f64) -> f64
  llvm.return %y : f64
}

llvm.func @log10_f64(%x: f64) -> f64 {
  %e = llvm.call @log_exponent_f64(%x) : (f64) -> f64
  %l = llvm.call @log_fraction_f64(%x) : (f64) -> f64
  // log10(e) and log10(2), each in two parts.
  %scale = arith.constant 0.4342944819032518 : f64
  %scale_rest = arith.constant 1.098319650216765e-17 : f64
  %two = arith.constant 0.30102999566383914 : f64
  %two_rest = arith.constant 1.42050232272661e-13 : f64
  %0 = arith.mulf %e, %two_rest : f64
  %1 = llvm.intr.fma(%l, %scale_rest, %0) : (f64, f64, f64) -> f64
  %2 = llvm.intr.fma(%l, %scale, %1) : (f64, f64, f64) -> f64
  %3 = llvm.intr.fma(%e, %two, %2) : (f64, f64, f64) -> f64
  %y = llvm.call @log_ends_f64(%x, %3) : (f64, f64) -> f64
  llvm.return %y : f64
}

// 1 + x = 2^e (1 + f) with f = 2^-e x + (2^-e - 1), which loses nothing of a small x.
llvm.func @log1p_f64(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %down = arith.constant -1.0 : f64
  %ln2 = arith.constant 0.69314718055994529 : f64
  %quarter = arith.constant 0.25 : f64
  %four = arith.constant 0x4010000000000000 : i64
  %place = arith.constant 52 : i64
  %0 = arith.addf %x, %one : f64
  %1 = arith.bitcast %0 : f64 to i64
  %2 = llvm.call @log_place_f64(%1) : (i64) -> i64
  %3 = arith.bitcast %x : f64 to i64
  %4 = arith.subi %3, %2 : i64
  %m = arith.bitcast %4 : i64 to f64
  // 4 2^-e is a normal number for every e.
  %5 = arith.subi %four, %2 : i64
  %6 = arith.bitcast %5 : i64 to f64
  %7 = llvm.intr.fma(%6, %quarter, %down) : (f64, f64, f64) -> f64
  %f = arith.addf %m, %7 : f64
  %l = llvm.call @log_near_1_f64(%f) : (f64) -> f64
  %8 = arith.shrsi %2, %place : i64
  %9 = arith.trunci %8 : i64 to i32
  %e = arith.sitofp %9 : i32 to f64
  %10 = llvm.intr.fma(%e, %ln2, %l) : (f64, f64, f64) -> f64
  %11 = llvm.call @log_ends_f64(%0, %10) : (f64, f64) -> f64
  // A number that 1 swallows is its own result, -0 and subnormal ones too.
  %12 = arith.cmpf oeq, %0, %one : f64
  %y = arith.select %12, %x, %11 : f64
  llvm.return %y : f64
}

// The bits of 2^54 x if it is subnormal, else of x.
llvm.func internal @log_normal_f64(%x: f64) -> i64 {
  %normal = arith.constant 2.2250738585072014e-308 : f64
  %up = arith.constant 18014398509481984.0 : f64
  %small = arith.cmpf olt, %x, %normal : f64
  %0 = arith.mulf %x, %up : f64
  %1 = arith.select %small, %0, %x : f64
  %2 = arith.bitcast %1 : f64 to i64
  llvm.return %2 : i64
}

// e in the place of an exponent's bits, where x = 2^e (1 + f), 1 + f from 2/3 to 4/3.
llvm.func internal @log_place_f64(%x: i64) -> i64 {
  %bottom = arith.constant 0x3FE5555555555555 : i64
  %mask = arith.constant 0xFFF0000000000000 : i64
  %0 = arith.subi %x, %bottom : i64
  %1 = arith.andi %0, %mask : i64
  llvm.return %1 : i64
}

llvm.func internal @log_exponent_f64(%x: f64) -> f64 {
  %normal = arith.constant 2.2250738585072014e-308 : f64
  %zero = arith.constant 0.0 : f64
  %down = arith.constant -54.0 : f64
  %unit = arith.constant 52 : i64
  %small = arith.cmpf olt, %x, %normal : f64
  %0 = arith.select %small, %down, %zero : f64
  %1 = llvm.call @log_normal_f64(%x) : (f64) -> i64
  %2 = llvm.call @log_place_f64(%1) : (i64) -> i64
  %3 = arith.shrsi %2, %unit : i64
  %4 = arith.trunci %3 : i64 to i32
  %5 = arith.sitofp %4 : i32 to f64
  %e = arith.addf %5, %0 : f64
  llvm.return %e : f64
}

// ln(1 + f), where x = 2^e (1 + f).
llvm.func internal @log_fraction_f64(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %0 = llvm.call @log_normal_f64(%x) : (f64) -> i64
  %1 = llvm.call @log_place_f64(%0) : (i64) -> i64
  %2 = arith.subi %0, %1 : i64
  %3 = arith.bitcast %2 : i64 to f64
  %f = arith.subf %3, %one : f64
  %y = llvm.call @log_near_1_f64(%f) : (f64) -> f64
  llvm.return %y : f64
}

// ln(1 + f) = f - s (f - s^2 R(s^2)) with s = f / (2 + f): twice the area tangent of s.
llvm.func internal @log_near_1_f64(%f: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %c0 = arith.constant 0.666666666666666 : f64
  %c1 = arith.constant 0.40000000000055713 : f64
  %c2 = arith.constant 0.28571428556056805 : f64
  %c3 = arith.constant 0.22222224271116137 : f64
  %c4 = arith.constant 0.18181667367383464 : f64
  %c5 = arith.constant 0.15391064024770765 : f64
  %c6 = arith.constant 0.13174393079614352 : f64
  %c7 = arith.constant 0.13837737042686044 : f64
  %0 = arith.addf %f, %two : f64
  %s = arith.divf %f, %0 : f64
  %z = arith.mulf %s, %s : f64
  %1 = llvm.intr.fma(%c7, %z, %c6) : (f64, f64, f64) -> f64
  %2 = llvm.intr.fma(%1, %z, %c5) : (f64, f64, f64) -> f64
  %3 = llvm.intr.fma(%2, %z, %c4) : (f64, f64, f64) -> f64
  %4 = llvm.intr.fma(%3, %z, %c3) : (f64, f64, f64) -> f64
  %5 = llvm.intr.fma(%4, %z, %c2) : (f64, f64, f64) -> f64
  %6 = llvm.intr.fma(%5, %z, %c1) : (f64, f64, f64) -> f64
  %7 = llvm.intr.fma(%6, %z, %c0) : (f64, f64, f64) -> f64
  %8 = arith.negf %z : f64
  %9 = llvm.intr.fma(%7, %8, %f) : (f64, f64, f64) -> f64
  %10 = arith.negf %s : f64
  %y = llvm.intr.fma(%10, %9, %f) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}

// What a logarithm is at 0, below, at infinity and of NaN; elsewhere what was computed.
llvm.func internal @log_ends_f64(%x: f64, %computed: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %ninf = arith.constant 0xFFF0000000000000 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %inside = arith.cmpf olt, %x, %inf : f64
  %0 = arith.select %inside, %computed, %x : f64
  %negative = arith.cmpf olt, %x, %zero : f64
  %1 = arith.select %negative, %nan, %0 : f64
  %is_zero = arith.cmpf oeq, %x, %zero : f64
  %y = arith.select %is_zero, %ninf, %1 : f64
  llvm.return %y : f64
}

llvm.func @rsqrt_f64(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %0 = llvm.call_intrinsic "llvm.sqrt.f64"(%x) : (f64) -> f64
  %y = arith.divf %one, %0 : f64
  llvm.return %y : f64
}

llvm.func @sqrt_f64(%x: f64) -> f64 {
  %y = llvm.call_intrinsic "llvm.sqrt.f64"(%x) : (f64) -> f64
  llvm.return %y : f64
}

llvm.func @isnan_f64(%x: f64) -> i1 {
  %y = arith.cmpf uno, %x, %x : f64
  llvm.return %y : i1
}

llvm.func @isinf_f64(%x: f64) -> i1 {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %0 = llvm.call_intrinsic "llvm.fabs.f64"(%x) : (f64) -> f64
  %y = arith.cmpf oeq, %0, %inf : f64
  llvm.return %y : i1
}

llvm.func @isfinite_f64(%x: f64) -> i1 {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %0 = llvm.call_intrinsic "llvm.fabs.f64"(%x) : (f64) -> f64
  %y = arith.cmpf olt, %0, %inf : f64
  llvm.return %y : i1
}

// From 0.55 on 1 - 2/(e^2|x| + 1), before x + x^3 P(x^2).
llvm.func @tanh_f64(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %from = arith.constant 0.55 : f64
  %c0 = arith.constant -0.333333333333333 : f64
  %c1 = arith.constant 0.13333333333326622 : f64
  %c2 = arith.constant -0.05396825396376076 : f64
  %c3 = arith.constant 0.021869488385859188 : f64
  %c4 = arith.constant -0.008863232601486873 : f64
  %c5 = arith.constant 0.003592092030839689 : f64
  %c6 = arith.constant -0.0014555428481394848 : f64
  %c7 = arith.constant 0.0005884444955595573 : f64
  %c8 = arith.constant -0.0002333815884891623 : f64
  %c9 = arith.constant 8.331648031028095e-05 : f64
  %c10 = arith.constant -1.949470773704769e-05 : f64
  %a = llvm.call_intrinsic "llvm.fabs.f64"(%x) : (f64) -> f64
  %twice = arith.addf %a, %a : f64
  %e = llvm.call @exp_f64(%twice) : (f64) -> f64
  %above = arith.addf %e, %one : f64
  %part = arith.divf %two, %above : f64
  %far = arith.subf %one, %part : f64
  %s = arith.mulf %a, %a : f64
  %0 = llvm.intr.fma(%c10, %s, %c9) : (f64, f64, f64) -> f64
  %1 = llvm.intr.fma(%0, %s, %c8) : (f64, f64, f64) -> f64
  %2 = llvm.intr.fma(%1, %s, %c7) : (f64, f64, f64) -> f64
  %3 = llvm.intr.fma(%2, %s, %c6) : (f64, f64, f64) -> f64
  %4 = llvm.intr.fma(%3, %s, %c5) : (f64, f64, f64) -> f64
  %5 = llvm.intr.fma(%4, %s, %c4) : (f64, f64, f64) -> f64
  %6 = llvm.intr.fma(%5, %s, %c3) : (f64, f64, f64) -> f64
  %7 = llvm.intr.fma(%6, %s, %c2) : (f64, f64, f64) -> f64
  %8 = llvm.intr.fma(%7, %s, %c1) : (f64, f64, f64) -> f64
  %9 = llvm.intr.fma(%8, %s, %c0) : (f64, f64, f64) -> f64
  %cube = arith.mulf %a, %s : f64
  %near = llvm.intr.fma(%9, %cube, %a) : (f64, f64, f64) -> f64
  %10 = arith.cmpf oge, %a, %from : f64
  %11 = arith.select %10, %far, %near : f64
  %y = llvm.call_intrinsic "llvm.copysign.f64"(%11, %x) : (f64, f64) -> f64
  llvm.return %y : f64
}
