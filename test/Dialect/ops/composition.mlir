// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/infer.mlir | FileCheck %t/infer.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<((2,2),(4,2)):((1,8),(2,16))>, %b: !layout<4:2>, %u: !layout<*>) {
  // CHECK: layout.composition %{{.*}}, %{{.*}} : !layout<((2,2),(4,2)):((1,8),(2,16))>, !layout<4:2>
  %0 = layout.composition %a, %b : !layout<((2,2),(4,2)):((1,8),(2,16))>, !layout<4:2>
  // CHECK: layout.composition %{{.*}}, %{{.*}} : !layout<*>, !layout<4:2>
  %1 = layout.composition %u, %b : !layout<*>, !layout<4:2>
  return
}

//--- infer.mlir
// What the algebra infers, seen as the type of what is returned.
// CHECK-LABEL: func @static
func.func @static() -> !layout<((2,2),3):((24,2),8)> {
  %a = layout.make : !layout<(6,2):(8,2)>
  %b = layout.make : !layout<(4,3):(3,1)>
  // CHECK: layout.composition
  %c = layout.composition %a, %b : !layout<(6,2):(8,2)>, !layout<(4,3):(3,1)>
  return %c : !layout<((2,2),3):((24,2),8)>
}

// A layout has one result whatever a library with weaker checks says.
// CHECK-LABEL: func @right_where_others_are_not
func.func @right_where_others_are_not() -> !layout<(3,2):(24,13)> {
  %a = layout.make : !layout<(8,6):(8,5)>
  %b = layout.make : !layout<6:3>
  %c = layout.composition %a, %b : !layout<(8,6):(8,5)>, !layout<6:3>
  return %c : !layout<(3,2):(24,13)>
}

// Symbols of two operands are different unknowns, unless the operands are one value.
// CHECK-LABEL: func @symbols
func.func @symbols(%a: !layout<4:?>, %b: !layout<2:?>) -> (!layout<2:?*?>, !layout<4:?*s0>) {
  %c = layout.composition %a, %b : !layout<4:?>, !layout<2:?>
  %d = layout.composition %a, %a : !layout<4:?>, !layout<4:?>
  return %c, %d : !layout<2:?*?>, !layout<4:?*s0>
}

// A swizzle on either side of a composition, or on both.
// CHECK-LABEL: func @swizzled
func.func @swizzled() -> (!layout<S<2,0,-3> o 0 o (4,4):(1,8)>, !layout<S<3,3,3> o 0 o (2,4):(64,8)>, !layout<S<3,3,3> o 0 o S<2,0,3> o 0 o (8,8):(1,64)>) {
  %a = layout.make : !layout<(4,8):(8,1)>
  %b = layout.make : !layout<S<2,0,2> o 0 o (4,4):(4,1)>
  %c = layout.composition %a, %b : !layout<(4,8):(8,1)>, !layout<S<2,0,2> o 0 o (4,4):(4,1)>
  %d = layout.make : !layout<S<3,3,3> o 0 o (8,64):(64,1)>
  %e = layout.make : !layout<(2,4):(1,64)>
  %f = layout.composition %d, %e : !layout<S<3,3,3> o 0 o (8,64):(64,1)>, !layout<(2,4):(1,64)>
  %g = layout.make : !layout<S<2,3,3> o 0 o (8,8):(8,1)>
  %h = layout.composition %d, %g : !layout<S<3,3,3> o 0 o (8,64):(64,1)>, !layout<S<2,3,3> o 0 o (8,8):(8,1)>
  return %c, %f, %h : !layout<S<2,0,-3> o 0 o (4,4):(1,8)>, !layout<S<3,3,3> o 0 o (2,4):(64,8)>, !layout<S<3,3,3> o 0 o S<2,0,3> o 0 o (8,8):(1,64)>
}

//--- errors.mlir
func.func @no_composition() {
  %a = layout.make : !layout<(4,6,8):(2,3,5)>
  %b = layout.make : !layout<6:3>
  // expected-error @+1 {{no layout is (4,6,8):(2,3,5) o 6:3: mode 0: the values run straight for 2 of 3 steps; 2 does not divide 3, a size of 2 or 4 would do}}
  %c = layout.composition %a, %b : !layout<(4,6,8):(2,3,5)>, !layout<6:3>
  return
}

// -----

func.func @carries() {
  %a = layout.make : !layout<(6,2):(7,11)>
  %b = layout.make : !layout<(3,4):(2,3)>
  // expected-error @+1 {{its modes together: they add up to 7 inside a mode of size 6 of the outer layout and carry into the next}}
  %c = layout.composition %a, %b : !layout<(6,2):(7,11)>, !layout<(3,4):(2,3)>
  return
}

// -----

func.func @truncated() {
  %a = layout.make : !layout<(4,3):(3,1)>
  %b = layout.make : !layout<6:1>
  // expected-error @+1 {{mode 0: 4 steps stay inside one mode of the outer layout; 4 does not divide 6, a size of 4 or 8 would do}}
  %c = layout.composition %a, %b : !layout<(4,3):(3,1)>, !layout<6:1>
  return
}

// -----

func.func @both(%a: !layout<8:1>) {
  // expected-error @+1 {{takes a layout or `by` a tile, not both}}
  %b = layout.composition %a, %a : !layout<8:1>, !layout<8:1> by #layout.tile<4:1>
  return
}

// -----

func.func @neither(%a: !layout<8:1>) {
  // expected-error @+1 {{needs a second layout or `by #layout.tile<[…]>`}}
  %b = layout.composition %a : !layout<8:1>
  return
}
