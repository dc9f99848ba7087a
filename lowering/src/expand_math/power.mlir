// Powers, as those of f32.mlir are written.

// 2^(y log2|x|), of f32 in f64, with the sign and the ends of IEEE 754's pow.
llvm.func @powf(%x: f32, %y: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %none = arith.constant 0 : i32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %wide = arith.extf %a : f32 to f64
  %by = arith.extf %y : f32 to f64
  %0 = llvm.call @log2_f64(%wide) : (f64) -> f64
  %1 = arith.mulf %0, %by : f64
  %2 = llvm.call @exp2_f64(%1) : (f64) -> f64
  %3 = arith.truncf %2 : f64 to f32
  // 1 to an infinite power, where the logarithm is 0.
  %is_unit = arith.cmpf oeq, %a, %one : f32
  %is_number = arith.cmpf ord, %y, %y : f32
  %4 = arith.andi %is_unit, %is_number : i1
  %5 = arith.select %4, %one, %3 : f32
  // Whole powers of negative numbers, odd ones of them negative.
  %6 = llvm.call_intrinsic "llvm.floor.f32"(%y) : (f32) -> f32
  %whole = arith.cmpf oeq, %6, %y : f32
  %7 = arith.mulf %y, %half : f32
  %8 = llvm.call_intrinsic "llvm.floor.f32"(%7) : (f32) -> f32
  %9 = arith.cmpf one, %8, %7 : f32
  %odd = arith.andi %whole, %9 : i1
  %bits = arith.bitcast %x : f32 to i32
  %minus = arith.cmpi slt, %bits, %none : i32
  %10 = arith.andi %minus, %odd : i1
  %11 = arith.negf %5 : f32
  %12 = arith.select %10, %11, %5 : f32
  %below = arith.cmpf olt, %x, %zero : f32
  %finite = arith.cmpf ogt, %x, %ninf : f32
  %13 = arith.andi %below, %finite : i1
  %14 = arith.cmpf one, %6, %y : f32
  %15 = arith.andi %13, %14 : i1
  %16 = arith.select %15, %nan, %12 : f32
  // 1 to any power, and anything to the power 0, NaN too.
  %17 = arith.cmpf oeq, %x, %one : f32
  %18 = arith.cmpf oeq, %y, %zero : f32
  %19 = arith.ori %17, %18 : i1
  %z = arith.select %19, %one, %16 : f32
  llvm.return %z : f32
}

// e^(y ln|x|) in f64, with the same ends. An error of the logarithm counts as often as the power is large, so that has
// two parts: ln(1 + f) = 2 s (1 + z/3 + z^2 P(z)) with s = f / (2 + f) and z = s^2, all but P in two parts each.
llvm.func @powf_f64(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %ninf = arith.constant 0xFFF0000000000000 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %none = arith.constant 0 : i64
  %third = arith.constant 0.3333333333333333 : f64
  %third_rest = arith.constant 1.850371707708594e-17 : f64
  // ln(2): its first 42 bits, and more.
  %ln2 = arith.constant 0.6931471805598903 : f64
  %ln2_rest = arith.constant 5.497923018708371e-14 : f64
  %most = arith.constant 1100.0 : f64
  %c0 = arith.constant 0.2 : f64
  %c1 = arith.constant 0.14285714285713072 : f64
  %c2 = arith.constant 0.11111111111422106 : f64
  %c3 = arith.constant 0.09090909048935338 : f64
  %c4 = arith.constant 0.07692311047965696 : f64
  %c5 = arith.constant 0.06666499569788611 : f64
  %c6 = arith.constant 0.05887583810292817 : f64
  %c7 = arith.constant 0.05163437130005534 : f64
  %c8 = arith.constant 0.058073750380680376 : f64
  %a = llvm.call_intrinsic "llvm.fabs.f64"(%x) : (f64) -> f64
  %e = llvm.call @log_exponent_f64(%a) : (f64) -> f64
  %bits = llvm.call @log_normal_f64(%a) : (f64) -> i64
  %place = llvm.call @log_place_f64(%bits) : (i64) -> i64
  %0 = arith.subi %bits, %place : i64
  %m = arith.bitcast %0 : i64 to f64
  // s = f / d.
  %f = arith.subf %m, %one : f64
  %d = arith.addf %m, %one : f64
  %1 = arith.subf %d, %one : f64
  %d_rest = arith.subf %m, %1 : f64
  %part = arith.divf %one, %d : f64
  %s = arith.mulf %f, %part : f64
  %minus_s = arith.negf %s : f64
  %2 = llvm.intr.fma(%minus_s, %d, %f) : (f64, f64, f64) -> f64
  %3 = llvm.intr.fma(%minus_s, %d_rest, %2) : (f64, f64, f64) -> f64
  %s_rest = arith.mulf %3, %part : f64
  // z = s^2.
  %z = arith.mulf %s, %s : f64
  %minus_z = arith.negf %z : f64
  %4 = arith.addf %s, %s : f64
  %5 = llvm.intr.fma(%s, %s, %minus_z) : (f64, f64, f64) -> f64
  %z_rest = llvm.intr.fma(%4, %s_rest, %5) : (f64, f64, f64) -> f64
  %6 = llvm.intr.fma(%c8, %z, %c7) : (f64, f64, f64) -> f64
  %7 = llvm.intr.fma(%6, %z, %c6) : (f64, f64, f64) -> f64
  %8 = llvm.intr.fma(%7, %z, %c5) : (f64, f64, f64) -> f64
  %9 = llvm.intr.fma(%8, %z, %c4) : (f64, f64, f64) -> f64
  %10 = llvm.intr.fma(%9, %z, %c3) : (f64, f64, f64) -> f64
  %11 = llvm.intr.fma(%10, %z, %c2) : (f64, f64, f64) -> f64
  %12 = llvm.intr.fma(%11, %z, %c1) : (f64, f64, f64) -> f64
  %13 = llvm.intr.fma(%12, %z, %c0) : (f64, f64, f64) -> f64
  // v = 1/3 + z P(z), and u = z v.
  %g = arith.mulf %13, %z : f64
  %v = arith.addf %third, %g : f64
  %v0 = arith.subf %third, %v : f64
  %v1 = arith.addf %v0, %g : f64
  %v_rest = arith.addf %v1, %third_rest : f64
  %u = arith.mulf %z, %v : f64
  %minus_u = arith.negf %u : f64
  %u0 = llvm.intr.fma(%z, %v, %minus_u) : (f64, f64, f64) -> f64
  %u1 = llvm.intr.fma(%z, %v_rest, %u0) : (f64, f64, f64) -> f64
  %u_rest = llvm.intr.fma(%z_rest, %v, %u1) : (f64, f64, f64) -> f64
  // w = s u, and l = s + w.
  %w = arith.mulf %s, %u : f64
  %minus_w = arith.negf %w : f64
  %w0 = llvm.intr.fma(%s, %u, %minus_w) : (f64, f64, f64) -> f64
  %w1 = llvm.intr.fma(%s, %u_rest, %w0) : (f64, f64, f64) -> f64
  %w_rest = llvm.intr.fma(%s_rest, %u, %w1) : (f64, f64, f64) -> f64
  %l = arith.addf %s, %w : f64
  %l0 = arith.subf %s, %l : f64
  %l1 = arith.addf %l0, %w : f64
  %l2 = arith.addf %w_rest, %s_rest : f64
  %l_rest = arith.addf %l1, %l2 : f64
  // e ln(2) + 2 l.
  %l_twice = arith.addf %l, %l : f64
  %l_rest_twice = arith.addf %l_rest, %l_rest : f64
  %b = arith.mulf %e, %ln2 : f64
  %b_rest = llvm.intr.fma(%e, %ln2_rest, %l_rest_twice) : (f64, f64, f64) -> f64
  %h0 = arith.addf %b, %l_twice : f64
  %h1 = arith.subf %b, %h0 : f64
  %h2 = arith.addf %h1, %l_twice : f64
  %h3 = arith.addf %h2, %b_rest : f64
  %h = arith.addf %h0, %h3 : f64
  %h4 = arith.subf %h0, %h : f64
  %h_rest = arith.addf %h4, %h3 : f64
  %log = llvm.call @log_ends_f64(%a, %h) : (f64, f64) -> f64
  // Times y. Where that is large its second part does not count, and may not be a number.
  %power = arith.mulf %y, %log : f64
  %minus_power = arith.negf %power : f64
  %power0 = llvm.intr.fma(%y, %log, %minus_power) : (f64, f64, f64) -> f64
  %power1 = llvm.intr.fma(%y, %h_rest, %power0) : (f64, f64, f64) -> f64
  %size = llvm.call_intrinsic "llvm.fabs.f64"(%power) : (f64) -> f64
  %small = arith.cmpf olt, %size, %most : f64
  %power_rest = arith.select %small, %power1, %zero : f64
  %raised = llvm.call @exp_of_two_f64(%power, %power_rest) : (f64, f64) -> f64
  // 1 to an infinite power, where the logarithm is 0.
  %is_unit = arith.cmpf oeq, %a, %one : f64
  %is_number = arith.cmpf ord, %y, %y : f64
  %r4 = arith.andi %is_unit, %is_number : i1
  %r5 = arith.select %r4, %one, %raised : f64
  // Whole powers of negative numbers, odd ones of them negative.
  %r6 = llvm.call_intrinsic "llvm.floor.f64"(%y) : (f64) -> f64
  %whole = arith.cmpf oeq, %r6, %y : f64
  %r7 = arith.mulf %y, %half : f64
  %r8 = llvm.call_intrinsic "llvm.floor.f64"(%r7) : (f64) -> f64
  %r9 = arith.cmpf one, %r8, %r7 : f64
  %odd = arith.andi %whole, %r9 : i1
  %x_bits = arith.bitcast %x : f64 to i64
  %minus = arith.cmpi slt, %x_bits, %none : i64
  %r10 = arith.andi %minus, %odd : i1
  %r11 = arith.negf %r5 : f64
  %r12 = arith.select %r10, %r11, %r5 : f64
  %below = arith.cmpf olt, %x, %zero : f64
  %finite = arith.cmpf ogt, %x, %ninf : f64
  %r13 = arith.andi %below, %finite : i1
  %r14 = arith.cmpf one, %r6, %y : f64
  %r15 = arith.andi %r13, %r14 : i1
  %r16 = arith.select %r15, %nan, %r12 : f64
  // 1 to any power, and anything to the power 0, NaN too.
  %r17 = arith.cmpf oeq, %x, %one : f64
  %r18 = arith.cmpf oeq, %y, %zero : f64
  %r19 = arith.ori %r17, %r18 : i1
  %result = arith.select %r19, %one, %r16 : f64
  llvm.return %result : f64
}

// The exponential of the sum of two numbers, the second one small: 1 + r + (r^2 P(r) + e^r rest), added so that it is
// rounded once.
llvm.func internal @exp_of_two_f64(%x: f64, %rest: f64) -> f64 {
  %log2e = arith.constant 1.4426950408889634 : f64
  %ln2 = arith.constant -0.69314718055994529 : f64
  %ln2_rest = arith.constant -2.3190468138462996e-17 : f64
  %one = arith.constant 1.0 : f64
  %0 = arith.mulf %x, %log2e : f64
  %k = llvm.call @exponent_f64(%0) : (f64) -> f64
  %r = llvm.intr.fma(%k, %ln2, %x) : (f64, f64, f64) -> f64
  %r_rest = llvm.intr.fma(%k, %ln2_rest, %rest) : (f64, f64, f64) -> f64
  %p = llvm.call @exp_polynomial_f64(%r) : (f64) -> f64
  %1 = arith.mulf %r, %r : f64
  %2 = arith.addf %r, %one : f64
  // What the second part makes of e^r.
  %3 = llvm.intr.fma(%p, %1, %2) : (f64, f64, f64) -> f64
  %4 = arith.mulf %r_rest, %3 : f64
  %5 = llvm.intr.fma(%p, %1, %4) : (f64, f64, f64) -> f64
  %6 = arith.subf %one, %2 : f64
  %7 = arith.addf %6, %r : f64
  %8 = arith.addf %7, %5 : f64
  %9 = arith.addf %2, %8 : f64
  %y = llvm.call @scaled_f64(%9, %k, %0) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}
