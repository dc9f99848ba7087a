// RUN: layout-opt %s --layout-expand-boundaries --split-input-file --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --layout-expand-boundaries --split-input-file --verify-diagnostics --layout-simplify | FileCheck %s --check-prefix=SIMPLE

// A layout argument becomes the values of its symbols; a static one vanishes.
// CHECK-LABEL: func @index
// CHECK-SAME: (%[[I:.*]]: index, %[[M:.*]]: index, %[[K:.*]]: index, %[[J:.*]]: index) -> index
// CHECK: %[[L:.*]] = layout.make(%[[M]], %[[K]]) : !layout<(?,?):(s1,1)>
// CHECK: layout.crd2idx %[[L]](%[[I]], %[[J]])
// SIMPLE-LABEL: func @index
// SIMPLE-NOT: layout.
// SIMPLE: return
func.func @index(%i: index, %l: !layout<(?,?):(s1,1)>, %s: !layout<(4,8):(8,1)>, %j: index) -> index {
  %x = layout.crd2idx %l(%i, %j) : !layout<(?,?):(s1,1)>
  %y = layout.crd2idx %s(%i, %j) : !layout<(4,8):(8,1)>
  %z = arith.addi %x, %y overflow<nsw> : index
  return %z : index
}

// CHECK-LABEL: func private @outside(index, index) -> index
func.func private @outside(!layout<(?,?):(s1,1)>) -> !layout<4:?>

// Results too; the caller makes the layout again.
// CHECK-LABEL: func @tiles
// CHECK-SAME: (%[[M:.*]]: index) -> index
// CHECK: return %[[M]] : index
func.func @tiles(%l: !layout<(?{div=4},2):(2,1)>) -> !layout<((4,floordiv(?{div=4},4)),2):((2,8),1)> {
  %t = layout.logical_divide %l : !layout<(?{div=4},2):(2,1)> by #layout.tile<[4:1]>
  return %t : !layout<((4,floordiv(?{div=4},4)),2):((2,8),1)>
}

// CHECK-LABEL: func @calls
// CHECK: %[[N:.*]] = call @tiles(%arg0) : (index) -> index
// CHECK: %[[T:.*]] = layout.make(%[[N]])
// CHECK: layout.size %[[T]]
func.func @calls(%n: index) -> index {
  %l = layout.make(%n) : !layout<(?{div=4},2):(2,1)>
  %t = func.call @tiles(%l) : (!layout<(?{div=4},2):(2,1)>) -> !layout<((4,floordiv(?{div=4},4)),2):((2,8),1)>
  %s = layout.size %t : !layout<((4,floordiv(?{div=4},4)),2):((2,8),1)>
  return %s : index
}

// CHECK-LABEL: func @unknown(%arg0: !layout<*>)
func.func @unknown(%l: !layout<*>) {
  return
}

// -----

func.func private @callee(!layout<4:?>)

func.func @chosen(%p: i1, %d: index, %e: index) {
  %a = layout.make(%d) : !layout<4:?>
  %b = layout.make(%e) : !layout<4:?>
  %l = arith.select %p, %a, %b : !layout<4:?>
  // expected-error @+1 {{the values of the symbols of !layout<4:?> are not known here}}
  func.call @callee(%l) : (!layout<4:?>) -> ()
  return
}

// -----

// expected-error @+1 {{must not have attributes on arguments or results}}
func.func @attributes(%l: !layout<4:?> {test.attribute}) {
  return
}
