// Functions of math in kernels, alone and in the pipeline.
// RUN: layout-opt %s --split-input-file --layout-expand-math --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-expand-math=chip=sm_70 --verify-diagnostics | FileCheck %s --check-prefix=OLD


// CHECK-LABEL: @approximate
// CHECK: llvm.intr.tanh(%{{.*}}) {fastmathFlags = #llvm.fastmath<afn>}
// CHECK: %[[X:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[X]])
// CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.sin.approx.ftz.f"
// CHECK-NOT: math.
// There is no such instruction before sm_75.
// OLD-LABEL: @approximate
// OLD-NOT: llvm.intr.tanh
// OLD: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
func.func @approximate(%x: f32) -> (f32, f32, f32) {
  %a = math.tanh %x fastmath<afn> : f32
  %b = math.exp %a fastmath<fast> : f32
  %c = math.sin %b fastmath<nnan,afn> : f32
  return %a, %b, %c : f32, f32, f32
}

// -----

// Without the flag there is no instruction alone.
// CHECK-LABEL: @exact
// CHECK: llvm.intr.fma
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK: arith.shli
// CHECK: return
func.func @exact(%x: f32) -> f32 {
  %a = math.exp %x fastmath<nnan,ninf> : f32
  return %a : f32
}

// -----

// 16 bits are computed in 32; what LLVM has in any type stays in it.
// CHECK-LABEL: @narrow
// CHECK: %[[W:.*]] = arith.extf %arg0 : f16 to f32
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%[[W]])
// CHECK: arith.truncf %[[R]] : f32 to f16
// CHECK: llvm.call_intrinsic "llvm.fma"(%{{.*}}) : (bf16, bf16, bf16) -> bf16
// CHECK: arith.cmpf uno
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}} : f16, bf16, i1
func.func @narrow(%x: f16, %y: bf16) -> (f16, bf16, i1) {
  %a = math.rsqrt %x : f16
  %b = math.fma %y, %y, %y : bf16
  %c = math.isnan %x : f16
  return %a, %b, %c : f16, bf16, i1
}

// -----

// CHECK-LABEL: @vectors
// CHECK: vector.extract %arg0[0, 0] : f32 from vector<2x2xf32>
// CHECK-COUNT-4: "llvm.nvvm.lg2.approx.ftz.f"
// CHECK: vector.from_elements %{{.*}} : vector<2x2xf32>
// CHECK: "llvm.maximum"(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
func.func @vectors(%x: vector<2x2xf32>, %y: f32) -> (vector<2x2xf32>, f32) {
  %a = math.log2 %x fastmath<afn> : vector<2x2xf32>
  %b = arith.maximumf %y, %y : f32
  return %a, %b : vector<2x2xf32>, f32
}

// -----

// Far angles are a branch that is rarely taken.
// CHECK-LABEL: @angles
// CHECK: arith.cmpf oge, %{{.*}}, %{{.*}} : f32
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK-COUNT-3: llvm.intr.fshl
// CHECK: scf.yield
// CHECK: } else {
// CHECK-NEXT: scf.yield
// CHECK-NOT: math.
// CHECK: return
func.func @angles(%x: f32, %y: bf16) -> (f32, bf16) {
  %a = math.sin %x : f32
  %b = math.atan2 %y, %y : bf16
  return %a, %b : f32, bf16
}

// -----

// Both of one angle.
// CHECK-LABEL: @both
// CHECK: %[[S:.*]] = llvm.call_intrinsic "llvm.nvvm.sin.approx.ftz.f"(%arg0)
// CHECK: %[[C:.*]] = llvm.call_intrinsic "llvm.nvvm.cos.approx.ftz.f"(%arg0)
// CHECK-NOT: math.
// CHECK: return %[[S]], %[[C]], %{{.*}} : f32, f32, f16
func.func @both(%x: f32, %y: f16) -> (f32, f32, f16) {
  %s, %c = math.sincos %x fastmath<afn> : f32
  %t, %d = math.sincos %y : f16
  return %s, %c, %d : f32, f32, f16
}

// -----

// Of f64, by formulas of their own; the remainder of a large quotient in a branch.
// CHECK-LABEL: @wide
// CHECK: arith.mului_extended
// CHECK: scf.if %{{.*}} -> (f64) {
// CHECK-COUNT-10: arith.divf %{{.*}} : f64
// CHECK: } else {
// CHECK-NOT: {{math\.|remf}}
// CHECK: return
func.func @wide(%x: f64, %y: f32) -> (f64, f64, f64, f32, f32) {
  %a = math.sin %x : f64
  %b = math.powf %x, %a : f64
  %c = math.erfc %b : f64
  %d = math.erfc %y : f32
  %e = arith.remf %d, %y : f32
  return %a, %b, %c, %d, %e : f64, f64, f64, f32, f32
}

// -----

func.func @missing(%y: f64, %n: i32) -> (f64, f64, f64, i32) {
  // expected-error @below {{'math.atan' of f64 has no expansion, and CUDA's device library is not linked; there are: absf, ceil, copysign, cos, erf, erfc, exp, exp2, expm1, floor, fma, isfinite, isinf, isnan, log, log10, log1p, log2, powf, round, roundeven, rsqrt, sin, sqrt, tan, tanh, trunc}}
  %a = math.atan %y : f64
  // expected-error @below {{'math.sinh' of f64 has no expansion}}
  %b = math.sinh %y : f64
  // expected-error @below {{'arith.remf' of f64 has no expansion}}
  %c = arith.remf %y, %y : f64
  %d = math.ctpop %n : i32
  return %a, %b, %c, %d : f64, f64, f64, i32
}
