// What the algebra infers, seen as the type of the operand of a later op.
// RUN: layout-opt %s | FileCheck %s

// CHECK-LABEL: func @static
func.func @static() -> (!layout<((2,2),3):((24,2),8)>, !layout<(2,3):(1,8)>, !layout<((4,8),(2,2)):((20,2),(80,1))>) {
  %a = layout.make : !layout<(6,2):(8,2)>
  %b = layout.make : !layout<(4,3):(3,1)>
  // CHECK: layout.composition
  %c = layout.composition %a, %b : !layout<(6,2):(8,2)>, !layout<(4,3):(3,1)>
  %d = layout.make : !layout<4:2>
  %e = layout.complement %d in 24 : !layout<4:2>
  %f = layout.make : !layout<(8,16):(20,1)>
  %g = layout.zipped_divide %f : !layout<(8,16):(20,1)> by #layout.tile<[4:1, 8:2]>
  return %c, %e, %g : !layout<((2,2),3):((24,2),8)>, !layout<(2,3):(1,8)>, !layout<((4,8),(2,2)):((20,2),(80,1))>
}

// CHECK-LABEL: func @inverses
func.func @inverses() -> (!layout<(64,8):(8,1)>, !layout<(64,8):(8,1)>, !layout<(2,2,4):(1,4,8)>, !layout<((2,2),(2,3)):((4,1),(2,8))>) {
  %a = layout.make : !layout<(8,64):(64,1)>
  %r = layout.right_inverse %a : !layout<(8,64):(64,1)>
  %l = layout.left_inverse %a : !layout<(8,64):(64,1)>
  %b = layout.make : !layout<((2,2),4):((1,4),8)>
  %f = layout.flatten %b : !layout<((2,2),4):((1,4),8)>
  %c = layout.make : !layout<(2,2):(4,1)>
  %d = layout.make : !layout<6:1>
  %p = layout.logical_product %c, %d : !layout<(2,2):(4,1)>, !layout<6:1>
  return %r, %l, %f, %p : !layout<(64,8):(8,1)>, !layout<(64,8):(8,1)>, !layout<(2,2,4):(1,4,8)>, !layout<((2,2),(2,3)):((4,1),(2,8))>
}

// A layout has one result whatever a library with weaker checks says.
// CHECK-LABEL: func @right_where_others_are_not
func.func @right_where_others_are_not() -> (!layout<(3,2):(24,13)>, !layout<16*?:8>) {
  %a = layout.make : !layout<(8,6):(8,5)>
  %b = layout.make : !layout<6:3>
  %c = layout.composition %a, %b : !layout<(8,6):(8,5)>, !layout<6:3>
  %n = arith.constant 7 : index
  %d = layout.make(%n) : !layout<(16,?):(8,128)>
  %e = layout.coalesce %d : !layout<(16,?):(8,128)>
  return %c, %e : !layout<(3,2):(24,13)>, !layout<16*?:8>
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

// Symbols of two operands are different unknowns, unless the operands are one value.
// CHECK-LABEL: func @symbols
func.func @symbols(%a: !layout<4:?>, %b: !layout<2:?>) -> (!layout<2:?*?>, !layout<4:?*s0>) {
  %c = layout.composition %a, %b : !layout<4:?>, !layout<2:?>
  %d = layout.composition %a, %a : !layout<4:?>, !layout<4:?>
  return %c, %d : !layout<2:?*?>, !layout<4:?*s0>
}
