// Indices of layouts are affine operations: the digits of an integer, an integer of digits, and any other a map.
// RUN: layout-opt %s --convert-layout-to-affine --split-input-file --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --convert-layout-to-affine --split-input-file --remarks-filter='convert-.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func @linear
// CHECK: affine.linearize_index disjoint [%arg0, %arg1] by (4, 8) : index
// CHECK: %[[C:.*]] = arith.constant 3 : index
// CHECK: affine.linearize_index disjoint [%[[C]], %arg1] by (%arg2, %arg3) : index
// CHECK-NOT: layout.
func.func @linear(%i: index, %j: index, %m: index, %n: index) -> (index, index) {
  %l = layout.make : !layout<(4,8):(8,1)>
  %x = layout.crd2idx %l(%i, %j) : !layout<(4,8):(8,1)>
  %d = layout.make(%m, %n) : !layout<(?,?):(s1,1)>
  %y = layout.crd2idx %d(3, %j) : !layout<(?,?):(s1,1)>
  return %x, %y : index, index
}

// -----

// Digits of one integer are taken at once.
// CHECK-LABEL: func @digits
// CHECK: %[[D:.*]]:3 = affine.delinearize_index %arg0 into (4, 8, 2) : index, index, index
// CHECK-NEXT: return %[[D]]#2, %[[D]]#0
func.func @digits(%i: index) -> (index, index) {
  %a = layout.make : !layout<(2,8,4):(1,0,0)>
  %b = layout.make : !layout<(2,8,4):(0,0,1)>
  %x = layout.crd2idx %a(%i) : !layout<(2,8,4):(1,0,0)>
  %y = layout.crd2idx %b(%i) : !layout<(2,8,4):(0,0,1)>
  return %x, %y : index, index
}

// -----

// CHECK: #[[HIERARCHY:.*]] = affine_map<(d0, d1) -> (d0 mod 2 + (d0 floordiv 2) * 16 + d1 * 2)>
// CHECK: #[[STRIDE:.*]] = affine_map<(d0, d1)[s0] -> (d0 + d1 * s0)>
// CHECK: #[[DIVISOR:.*]] = affine_map<(d0)[s0, s1] -> ((d0 mod s0) * 8 + d0 floordiv s1)>
// CHECK: #[[SWIZZLE:.*]] = affine_map<(d0) -> ((d0 floordiv 2) * 2 + (d0 + d0 floordiv 2) mod 2)>
// CHECK: #[[BACKWARDS:.*]] = affine_map<(d0) -> (-d0 + 7)>
// CHECK-LABEL: func @maps
// CHECK: affine.apply #[[HIERARCHY]](%arg0, %arg1)
// CHECK: affine.apply #[[STRIDE]](%arg0, %arg1)[%arg2]
func.func @maps(%i: index, %j: index, %s: index) -> (index, index, index, index) {
  %a = layout.make : !layout<((2,4),8):((1,16),2)>
  %x = layout.crd2idx %a(%i, %j) : !layout<((2,4),8):((1,16),2)>
  %b = layout.make(%s) : !layout<(8,8):(1,?{min=0})>
  %y = layout.crd2idx %b(%i, %j) : !layout<(8,8):(1,?{min=0})>
  // A divisor is positive, whatever was promised.
  // CHECK: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK: %[[M:.*]] = arith.maxsi %arg2, %[[ONE]] : index
  // CHECK: affine.apply #[[DIVISOR]](%arg0)[%[[M]]
  %c = layout.make(%s) : !layout<(?,4):(8,1)>
  %z = layout.crd2idx %c(%i) : !layout<(?,4):(8,1)>
  // CHECK: affine.apply #[[SWIZZLE]](%arg0)
  %d = layout.make : !layout<S<1,0,1> o 0 o 4:1>
  %w = layout.crd2idx %d(%i) : !layout<S<1,0,1> o 0 o 4:1>
  return %x, %y, %z, %w : index, index, index, index
}

func.func @backwards(%i: index) -> index {
  // CHECK: affine.apply #[[BACKWARDS]](%arg0)
  %a = layout.make : !layout<S<0,4,3> o 7 o 8:-1>
  %x = layout.crd2idx %a(%i) : !layout<S<0,4,3> o 7 o 8:-1>
  return %x : index
}

// -----

// Numbers that no coordinate is in are computed beside the map, and may be larger than `index` where a coordinate is 0.
// CHECK-LABEL: func @numbers
// CHECK: %[[P:.*]] = arith.muli %arg3, %arg4 : index
// CHECK: affine.apply #{{.*}}(%arg0, %arg1, %arg2)[%[[P]], %arg4]
// CHECK: arith.muli
// CHECK-NOT: layout.
func.func @numbers(%i: index, %j: index, %k: index, %m: index, %n: index) -> (index, index) {
  %l = layout.make(%m, %n) : !layout<(4,?,?):(s0*s1,s1,1)>
  %x = layout.crd2idx %l(%i, %j, %k) : !layout<(4,?,?):(s0*s1,s1,1)>
  %s = layout.size %l : !layout<(4,?,?):(s0*s1,s1,1)>
  return %x, %s : index, index
}

// -----

// Of strides of unknown sign a part may be too large where the whole is not.
// CHECK-LABEL: func @left
// CHECK: layout.crd2idx
// REMARK: left | {{.*}} Reason="(8,8):(1,s0) may have a part that is larger than the whole index, or below 0
// REMARK: left | {{.*}} Reason="the layout is not known here"
func.func @left(%i: index, %j: index, %s: index, %u: !layout<*>) -> (index, index) {
  %b = layout.make(%s) : !layout<(8,8):(1,?)>
  %y = layout.crd2idx %b(%i, %j) : !layout<(8,8):(1,?)>
  %z = layout.crd2idx %u(%i, %j) : !layout<*>
  return %y, %z : index, index
}
