// The error function and what it lacks of 1, as those of f32.mlir are written.

// (1 + 2|x|) e^(x^2) erfc|x| is between 1 and 1.3 everywhere, and a polynomial of (|x| - 2)/(|x| + 2) is near to it
// (M. Shepherd and J. Laframboise, 1981). x^2 in two parts, since an error of it is one of the result. From 11 on it is 0.
llvm.func @erfc(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %most = arith.constant 11.0 : f32
  %c0 = arith.constant 1.2769783735275269 : f32
  %c1 = arith.constant -0.09276387840509415 : f32
  %c2 = arith.constant -0.16603156924247742 : f32
  %c3 = arith.constant 0.1640525907278061 : f32
  %c4 = arith.constant -0.054202865809202194 : f32
  %c5 = arith.constant -0.008039213716983795 : f32
  %c6 = arith.constant 0.008631618693470955 : f32
  %c7 = arith.constant 0.0012545279460027814 : f32
  %c8 = arith.constant -0.0012518008006736636 : f32
  %c9 = arith.constant -0.00034307889291085303 : f32
  %c10 = arith.constant 3.718555308296345e-05 : f32
  %a = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %t = llvm.intr.minnum(%a, %most) : (f32, f32) -> f32
  %above = arith.addf %t, %two : f32
  %below = arith.subf %t, %two : f32
  %inverse = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%above) : (f32) -> f32
  %q = arith.mulf %below, %inverse : f32
  %0 = llvm.intr.fma(%c10, %q, %c9) : (f32, f32, f32) -> f32
  %1 = llvm.intr.fma(%0, %q, %c8) : (f32, f32, f32) -> f32
  %2 = llvm.intr.fma(%1, %q, %c7) : (f32, f32, f32) -> f32
  %3 = llvm.intr.fma(%2, %q, %c6) : (f32, f32, f32) -> f32
  %4 = llvm.intr.fma(%3, %q, %c5) : (f32, f32, f32) -> f32
  %5 = llvm.intr.fma(%4, %q, %c4) : (f32, f32, f32) -> f32
  %6 = llvm.intr.fma(%5, %q, %c3) : (f32, f32, f32) -> f32
  %7 = llvm.intr.fma(%6, %q, %c2) : (f32, f32, f32) -> f32
  %8 = llvm.intr.fma(%7, %q, %c1) : (f32, f32, f32) -> f32
  %p = llvm.intr.fma(%8, %q, %c0) : (f32, f32, f32) -> f32
  // p / (1 + 2|x|), whose rest is divided again.
  %scale = llvm.intr.fma(%t, %two, %one) : (f32, f32, f32) -> f32
  %part = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%scale) : (f32) -> f32
  %r0 = arith.mulf %p, %part : f32
  %minus_r0 = arith.negf %r0 : f32
  %rest = llvm.intr.fma(%minus_r0, %scale, %p) : (f32, f32, f32) -> f32
  %r = llvm.intr.fma(%rest, %part, %r0) : (f32, f32, f32) -> f32
  %square = arith.mulf %t, %t : f32
  %minus = arith.negf %square : f32
  %square_rest = llvm.intr.fma(%t, %t, %minus) : (f32, f32, f32) -> f32
  %e = llvm.call @exp(%minus) : (f32) -> f32
  %y0 = arith.mulf %e, %r : f32
  %minus_y0 = arith.negf %y0 : f32
  %y1 = llvm.intr.fma(%minus_y0, %square_rest, %y0) : (f32, f32, f32) -> f32
  %y2 = arith.subf %two, %y1 : f32
  %negative = arith.cmpf olt, %x, %zero : f32
  %y3 = arith.select %negative, %y2, %y1 : f32
  %is_number = arith.cmpf ord, %x, %x : f32
  %y = arith.select %is_number, %y3, %x : f32
  llvm.return %y : f32
}

// The same of (|x| - 4)/(|x| + 4). From 28 on it is 0.
llvm.func @erfc_f64(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %a = llvm.call_intrinsic "llvm.fabs.f64"(%x) : (f64) -> f64
  %y1 = llvm.call @erfc_beyond_0_f64(%a) : (f64) -> f64
  %y2 = arith.subf %two, %y1 : f64
  %negative = arith.cmpf olt, %x, %zero : f64
  %y3 = arith.select %negative, %y2, %y1 : f64
  %is_number = arith.cmpf ord, %x, %x : f64
  %y = arith.select %is_number, %y3, %x : f64
  llvm.return %y : f64
}

llvm.func internal @erfc_beyond_0_f64(%a: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %four = arith.constant 4.0 : f64
  %most = arith.constant 28.0 : f64
  %c0 = arith.constant 1.2329951186255526 : f64
  %c1 = arith.constant -0.13962111684056253 : f64
  %c2 = arith.constant 0.015379652102619622 : f64
  %c3 = arith.constant 0.06809705425469532 : f64
  %c4 = arith.constant -0.10103906603629773 : f64
  %c5 = arith.constant 0.09373283499825627 : f64
  %c6 = arith.constant -0.06633036581236007 : f64
  %c7 = arith.constant 0.03716751553897729 : f64
  %c8 = arith.constant -0.01619773405620872 : f64
  %c9 = arith.constant 0.0050319699648862124 : f64
  %c10 = arith.constant -0.0007577732992357601 : f64
  %c11 = arith.constant -0.00019925662553003568 : f64
  %c12 = arith.constant 0.00015062172344362755 : f64
  %c13 = arith.constant -2.4399442240222495e-05 : f64
  %c14 = arith.constant -1.1222182932972925e-05 : f64
  %c15 = arith.constant 5.710196827457277e-06 : f64
  %c16 = arith.constant 2.9416168103905223e-07 : f64
  %c17 = arith.constant -8.259665862549524e-07 : f64
  %c18 = arith.constant 7.410544959581894e-08 : f64
  %c19 = arith.constant 1.1033303425123163e-07 : f64
  %c20 = arith.constant -1.7469703498609552e-08 : f64
  %c21 = arith.constant -1.4070615387983872e-08 : f64
  %c22 = arith.constant 1.6772742946784918e-09 : f64
  %c23 = arith.constant 1.1981395876068761e-09 : f64
  %t = llvm.intr.minnum(%a, %most) : (f64, f64) -> f64
  %above = arith.addf %t, %four : f64
  %below = arith.subf %t, %four : f64
  %q = arith.divf %below, %above : f64
  %0 = llvm.intr.fma(%c23, %q, %c22) : (f64, f64, f64) -> f64
  %1 = llvm.intr.fma(%0, %q, %c21) : (f64, f64, f64) -> f64
  %2 = llvm.intr.fma(%1, %q, %c20) : (f64, f64, f64) -> f64
  %3 = llvm.intr.fma(%2, %q, %c19) : (f64, f64, f64) -> f64
  %4 = llvm.intr.fma(%3, %q, %c18) : (f64, f64, f64) -> f64
  %5 = llvm.intr.fma(%4, %q, %c17) : (f64, f64, f64) -> f64
  %6 = llvm.intr.fma(%5, %q, %c16) : (f64, f64, f64) -> f64
  %7 = llvm.intr.fma(%6, %q, %c15) : (f64, f64, f64) -> f64
  %8 = llvm.intr.fma(%7, %q, %c14) : (f64, f64, f64) -> f64
  %9 = llvm.intr.fma(%8, %q, %c13) : (f64, f64, f64) -> f64
  %10 = llvm.intr.fma(%9, %q, %c12) : (f64, f64, f64) -> f64
  %11 = llvm.intr.fma(%10, %q, %c11) : (f64, f64, f64) -> f64
  %12 = llvm.intr.fma(%11, %q, %c10) : (f64, f64, f64) -> f64
  %13 = llvm.intr.fma(%12, %q, %c9) : (f64, f64, f64) -> f64
  %14 = llvm.intr.fma(%13, %q, %c8) : (f64, f64, f64) -> f64
  %15 = llvm.intr.fma(%14, %q, %c7) : (f64, f64, f64) -> f64
  %16 = llvm.intr.fma(%15, %q, %c6) : (f64, f64, f64) -> f64
  %17 = llvm.intr.fma(%16, %q, %c5) : (f64, f64, f64) -> f64
  %18 = llvm.intr.fma(%17, %q, %c4) : (f64, f64, f64) -> f64
  %19 = llvm.intr.fma(%18, %q, %c3) : (f64, f64, f64) -> f64
  %20 = llvm.intr.fma(%19, %q, %c2) : (f64, f64, f64) -> f64
  %21 = llvm.intr.fma(%20, %q, %c1) : (f64, f64, f64) -> f64
  %p = llvm.intr.fma(%21, %q, %c0) : (f64, f64, f64) -> f64
  %scale = llvm.intr.fma(%t, %two, %one) : (f64, f64, f64) -> f64
  %r = arith.divf %p, %scale : f64
  %square = arith.mulf %t, %t : f64
  %minus = arith.negf %square : f64
  %square_rest = llvm.intr.fma(%t, %t, %minus) : (f64, f64, f64) -> f64
  %e = llvm.call @exp_f64(%minus) : (f64) -> f64
  %y0 = arith.mulf %e, %r : f64
  %minus_y0 = arith.negf %y0 : f64
  %y = llvm.intr.fma(%minus_y0, %square_rest, %y0) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}

// From 0.9 on 1 - erfc|x|, before x + x P(x^2).
llvm.func @erf_f64(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %from = arith.constant 0.9 : f64
  %c0 = arith.constant 0.1283791670955126 : f64
  %c1 = arith.constant -0.37612638903183726 : f64
  %c2 = arith.constant 0.11283791670953705 : f64
  %c3 = arith.constant -0.026866170644806852 : f64
  %c4 = arith.constant 0.005223977621604924 : f64
  %c5 = arith.constant -0.000854832675499701 : f64
  %c6 = arith.constant 0.00012055321044332147 : f64
  %c7 = arith.constant -1.492529977596891e-05 : f64
  %c8 = arith.constant 1.6455214306038333e-06 : f64
  %c9 = arith.constant -1.6275478208920878e-07 : f64
  %c10 = arith.constant 1.404605198691922e-08 : f64
  %c11 = arith.constant -8.481848081215796e-10 : f64
  %a = llvm.call_intrinsic "llvm.fabs.f64"(%x) : (f64) -> f64
  %rest = llvm.call @erfc_beyond_0_f64(%a) : (f64) -> f64
  %far = arith.subf %one, %rest : f64
  %s = arith.mulf %a, %a : f64
  %0 = llvm.intr.fma(%c11, %s, %c10) : (f64, f64, f64) -> f64
  %1 = llvm.intr.fma(%0, %s, %c9) : (f64, f64, f64) -> f64
  %2 = llvm.intr.fma(%1, %s, %c8) : (f64, f64, f64) -> f64
  %3 = llvm.intr.fma(%2, %s, %c7) : (f64, f64, f64) -> f64
  %4 = llvm.intr.fma(%3, %s, %c6) : (f64, f64, f64) -> f64
  %5 = llvm.intr.fma(%4, %s, %c5) : (f64, f64, f64) -> f64
  %6 = llvm.intr.fma(%5, %s, %c4) : (f64, f64, f64) -> f64
  %7 = llvm.intr.fma(%6, %s, %c3) : (f64, f64, f64) -> f64
  %8 = llvm.intr.fma(%7, %s, %c2) : (f64, f64, f64) -> f64
  %9 = llvm.intr.fma(%8, %s, %c1) : (f64, f64, f64) -> f64
  %10 = llvm.intr.fma(%9, %s, %c0) : (f64, f64, f64) -> f64
  %near = llvm.intr.fma(%10, %a, %a) : (f64, f64, f64) -> f64
  %11 = arith.cmpf oge, %a, %from : f64
  %12 = arith.select %11, %far, %near : f64
  %y = llvm.call_intrinsic "llvm.copysign.f64"(%12, %x) : (f64, f64) -> f64
  llvm.return %y : f64
}
