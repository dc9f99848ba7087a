// Three elements of a row of a swizzled tile, sixteen columns apart: one swizzle, and two exclusive-ors.
//
// RUN: layout-opt %s --layout-simplify --convert-layout-to-arith | FileCheck %s
// RUN: layout-opt %s --convert-layout-to-arith | FileCheck %s --check-prefix=PLAIN

// CHECK: %[[C72:.*]] = arith.constant 72 : i32
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %[[C72]]
// CHECK: %[[FIRST:.*]] = arith.xori %{{.*}}, %[[ROW]]
// CHECK: arith.xori %[[FIRST]], %c16
// CHECK: arith.xori %[[FIRST]], %c32
// CHECK-NOT: arith.xori

// PLAIN-COUNT-42: arith.
// PLAIN-NOT: arith.

!tile = !layout<S<3,3,3> o 0 o (8,(16,4)):(64,(1,16))>

func.func @columns(%row: index, %column: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tile = layout.make : !tile
  %0 = layout.crd2idx %tile(%row, (%column, %c0)) : !tile
  %1 = layout.crd2idx %tile(%row, (%column, %c1)) : !tile
  %2 = layout.crd2idx %tile(%row, (%column, %c2)) : !tile
  return %0, %1, %2 : index, index, index
}
