// The remainder of a division, as the functions of f32.mlir are written.

// x - y trunc(x/y), which is exact. In f64 a quotient below 2^28 is rounded to a number with the same whole part, since
// it is at least 2^-24 below the next whole number; of larger ones 28 bits are taken off at a time.
llvm.func @remf(%x: f32, %y: f32) -> f32 {
  %inf = arith.constant 0x7F800000 : f32
  %most = arith.constant 268435456.0 : f64
  %0 = llvm.call_intrinsic "llvm.fabs.f32"(%x) : (f32) -> f32
  %1 = llvm.call_intrinsic "llvm.fabs.f32"(%y) : (f32) -> f32
  %a = arith.extf %0 : f32 to f64
  %b = arith.extf %1 : f32 to f64
  %quotient = arith.divf %a, %b : f64
  %near = llvm.call @remainder_of_quotient(%a, %b, %quotient) : (f64, f64, f64) -> f64
  %is_far = arith.cmpf oge, %quotient, %most : f64
  %2 = scf.if %is_far -> (f64) {
    %far = llvm.call @far_remainder(%a, %b) : (f64, f64) -> f64
    scf.yield %far : f64
  } else {
    scf.yield %near : f64
  }
  %3 = arith.truncf %2 : f64 to f32
  // What is finite is its own remainder of infinity.
  %4 = arith.cmpf oeq, %1, %inf : f32
  %5 = arith.cmpf olt, %0, %inf : f32
  %6 = arith.andi %4, %5 : i1
  %7 = arith.select %6, %0, %3 : f32
  %z = llvm.call_intrinsic "llvm.copysign.f32"(%7, %x) : (f32, f32) -> f32
  llvm.return %z : f32
}

llvm.func internal @remainder_of_quotient(%a: f64, %b: f64, %quotient: f64) -> f64 {
  %0 = llvm.call_intrinsic "llvm.trunc.f64"(%quotient) : (f64) -> f64
  %1 = arith.negf %0 : f64
  %y = llvm.intr.fma(%1, %b, %a) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}

// The remainder of a by scale b.
llvm.func internal @remainder_of_multiple(%a: f64, %b: f64, %scale: f64) -> f64 {
  %0 = arith.mulf %b, %scale : f64
  %1 = arith.divf %a, %0 : f64
  %y = llvm.call @remainder_of_quotient(%a, %0, %1) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}

// By 2^252 b, 2^224 b and so on: a is below 2^277 b.
llvm.func internal @far_remainder(%a: f64, %b: f64) -> f64 {
  %s9 = arith.constant 0x4FB0000000000000 : f64
  %s8 = arith.constant 0x4DF0000000000000 : f64
  %s7 = arith.constant 0x4C30000000000000 : f64
  %s6 = arith.constant 0x4A70000000000000 : f64
  %s5 = arith.constant 0x48B0000000000000 : f64
  %s4 = arith.constant 0x46F0000000000000 : f64
  %s3 = arith.constant 0x4530000000000000 : f64
  %s2 = arith.constant 0x4370000000000000 : f64
  %s1 = arith.constant 0x41B0000000000000 : f64
  %s0 = arith.constant 0x3FF0000000000000 : f64
  %0 = llvm.call @remainder_of_multiple(%a, %b, %s9) : (f64, f64, f64) -> f64
  %1 = llvm.call @remainder_of_multiple(%0, %b, %s8) : (f64, f64, f64) -> f64
  %2 = llvm.call @remainder_of_multiple(%1, %b, %s7) : (f64, f64, f64) -> f64
  %3 = llvm.call @remainder_of_multiple(%2, %b, %s6) : (f64, f64, f64) -> f64
  %4 = llvm.call @remainder_of_multiple(%3, %b, %s5) : (f64, f64, f64) -> f64
  %5 = llvm.call @remainder_of_multiple(%4, %b, %s4) : (f64, f64, f64) -> f64
  %6 = llvm.call @remainder_of_multiple(%5, %b, %s3) : (f64, f64, f64) -> f64
  %7 = llvm.call @remainder_of_multiple(%6, %b, %s2) : (f64, f64, f64) -> f64
  %8 = llvm.call @remainder_of_multiple(%7, %b, %s1) : (f64, f64, f64) -> f64
  %y = llvm.call @remainder_of_multiple(%8, %b, %s0) : (f64, f64, f64) -> f64
  llvm.return %y : f64
}
