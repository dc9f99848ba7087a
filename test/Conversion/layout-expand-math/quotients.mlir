// Divisions of f32 that do not wait for each other are done together, and by themselves where a number is out of bounds.
// RUN: layout-opt %s --split-input-file --layout-expand-math | FileCheck %s

// What reads the first ones comes behind the last; each number is looked at once.
// CHECK-LABEL: func @four
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK-NOT: llvm.nvvm.rcp
// Sizes are at most 2^60, those of divisors at least 2^-60, dividends too: one may be negative, so that 0 is not divided.
// CHECK: arith.constant 1.1529215E+18 : f32
// CHECK: arith.cmpf ole
// CHECK: arith.constant 8.67361737E-19 : f32
// CHECK: arith.cmpf oge
// CHECK: arith.constant 1124073472 : i32
// CHECK: arith.cmpi uge
// CHECK: %[[Q:.*]]:4 = scf.if %{{.*}} -> (f32, f32, f32, f32) {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-COUNT-4: arith.divf
// CHECK: scf.yield
// CHECK: }
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[Q]]#0, %[[Q]]#1
// CHECK-NEXT: return %[[R]], %[[Q]]#2, %[[Q]]#3
func.func @four(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32) -> (f32, f32, f32) {
  %q = arith.divf %a, %b : f32
  %r = arith.divf %b, %c : f32
  %x = arith.addf %q, %r : f32
  %s = arith.divf %c, %d : f32
  %t = arith.divf %d, %e : f32
  return %x, %s, %t : f32, f32, f32
}

// -----

// Few are not worth it; neither are approximate ones, and those of other types are LLVM's.
// CHECK-LABEL: func @few
// CHECK-NOT: rcp
// CHECK-NOT: scf.if
// CHECK: return
func.func @few(%a: f32, %b: f32, %c: f32, %x: f64) -> (f32, f32, f32, f32, f32, f64) {
  %q = arith.divf %a, %b : f32
  %r = arith.divf %b, %c : f32
  %s = arith.divf %c, %a : f32
  %t = arith.divf %c, %a fastmath<afn> : f32
  %u = arith.divf %b, %a fastmath<fast> : f32
  %y = arith.divf %x, %x : f64
  return %q, %r, %s, %t, %u, %y : f32, f32, f32, f32, f32, f64
}

// -----

// One that reads another one of the group begins the next, and so does one behind a store.
// CHECK-LABEL: func @chain
// CHECK-NOT: scf.if
// CHECK: return
func.func @chain(%a: f32, %b: f32, %m: memref<f32>) -> f32 {
  %q = arith.divf %a, %b : f32
  %r = arith.divf %b, %a : f32
  %s = arith.divf %q, %b : f32
  %t = arith.divf %r, %a : f32
  memref.store %t, %m[] : memref<f32>
  %u = arith.divf %s, %t : f32
  %v = arith.divf %t, %s : f32
  %w = arith.addf %u, %v : f32
  return %w : f32
}

// -----

// Constants out of bounds are divided by themselves: 3 are left.
// CHECK-LABEL: func @constants
// CHECK-NOT: scf.if
// CHECK: return
func.func @constants(%a: f32, %b: f32, %c: f32) -> (f32, f32, f32, f32) {
  %large = arith.constant 1.0e30 : f32
  %q = arith.divf %a, %b : f32
  %r = arith.divf %b, %c : f32
  %s = arith.divf %c, %a : f32
  %t = arith.divf %c, %large : f32
  return %q, %r, %s, %t : f32, f32, f32, f32
}

// -----

// So are those of which nothing is to be found out.
// CHECK-LABEL: func @known
// CHECK-NOT: scf.if
// CHECK: return
func.func @known() -> (f32, f32, f32, f32) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant -3.0 : f32
  %q = arith.divf %a, %b : f32
  %r = arith.divf %b, %a : f32
  %s = arith.divf %a, %a : f32
  %t = arith.divf %b, %b : f32
  return %q, %r, %s, %t : f32, f32, f32, f32
}

// -----

// Elements of vectors are. Where no divisor is negative, a dividend of 0 is in bounds: it stands above all others.
// CHECK-LABEL: func @vector
// CHECK: arith.constant 1124073471 : i32
// CHECK: arith.cmpi uge
// CHECK: scf.if
// CHECK: vector.from_elements
func.func @vector(%a: vector<2x2xf32>, %b: vector<2x2xf32>) -> vector<2x2xf32> {
  %s = math.absf %b : vector<2x2xf32>
  %some = arith.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : vector<2x2xf32>
  %t = arith.addf %s, %some : vector<2x2xf32>
  %q = arith.divf %a, %t : vector<2x2xf32>
  return %q : vector<2x2xf32>
}

// -----

// Eight are a group, and one by itself is none.
// CHECK-LABEL: func @nine
// CHECK-COUNT-8: llvm.nvvm.rcp.approx.ftz.f
// CHECK-NOT: llvm.nvvm.rcp
// CHECK: scf.if %{{.*}} -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK: } else {
// CHECK-COUNT-8: arith.divf
// CHECK: }
// CHECK: arith.divf
// CHECK-NOT: scf.if
// CHECK: return
func.func @nine(%a: vector<9xf32>, %b: vector<9xf32>) -> vector<9xf32> {
  %q = arith.divf %a, %b : vector<9xf32>
  return %q : vector<9xf32>
}

// -----

// A sigmoid's divisor may be large: quotients are looked at too, and no divisor is NaN. None is below 1, so that this is
// not asked for.
// CHECK-LABEL: func @sigmoid
// CHECK-DAG: arith.constant 2139095040 : i32
// CHECK-NOT: arith.cmpf oge
// CHECK: arith.cmpf ole
// CHECK: arith.cmpf ord
// CHECK: arith.constant 1124073471 : i32
// CHECK: arith.cmpi uge
// CHECK: arith.constant 16777217 : i32
// CHECK: arith.cmpi uge
// CHECK-NOT: arith.cmpf oge
// CHECK: scf.if
func.func @sigmoid(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = math.exp %a : f32
  %1 = math.exp %b : f32
  %2 = math.exp %c : f32
  %3 = math.exp %d : f32
  %4 = arith.addf %0, %one : f32
  %5 = arith.addf %1, %one : f32
  %6 = arith.addf %one, %2 : f32
  %7 = arith.addf %one, %3 : f32
  %q = arith.divf %a, %4 : f32
  %r = arith.divf %b, %5 : f32
  %s = arith.divf %c, %6 : f32
  %t = arith.divf %d, %7 : f32
  return %q, %r, %s, %t : f32, f32, f32, f32
}

// -----

// The verifier takes no calls there.
// CHECK-LABEL: func @atomic
// CHECK-NOT: scf.if
// CHECK: return
func.func @atomic(%m: memref<4xf32>, %i: index, %x: f32) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%a: f32):
    %q = arith.divf %a, %x : f32
    %r = arith.divf %x, %a : f32
    %s = arith.divf %a, %a : f32
    %t = arith.divf %x, %x : f32
    %u = arith.addf %q, %r : f32
    %v = arith.addf %s, %t : f32
    %w = arith.addf %u, %v : f32
    memref.atomic_yield %w : f32
  }
  return
}

// -----

// Divisions of the next group read those of the one before, which is written first.
// CHECK-LABEL: func @chained
// CHECK: %[[Q:.*]]:4 = scf.if
// CHECK: %[[R:.*]]:4 = scf.if
// CHECK: } else {
// CHECK-NEXT: arith.divf %[[Q]]#0, %arg4
// CHECK-NEXT: arith.divf %[[Q]]#1, %arg4
// CHECK-NEXT: arith.divf %[[Q]]#2, %arg4
// CHECK-NEXT: arith.divf %arg4, %[[Q]]#3
// CHECK: return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3
func.func @chained(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32) -> (f32, f32, f32, f32) {
  %q0 = arith.divf %a, %e : f32
  %q1 = arith.divf %b, %e : f32
  %q2 = arith.divf %c, %e : f32
  %q3 = arith.divf %d, %e : f32
  %r0 = arith.divf %q0, %e : f32
  %r1 = arith.divf %q1, %e : f32
  %r2 = arith.divf %q2, %e : f32
  %r3 = arith.divf %e, %q3 : f32
  return %r0, %r1, %r2, %r3 : f32, f32, f32, f32
}
