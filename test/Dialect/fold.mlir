// Static indices fold; unused layouts are removed.
// RUN: layout-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @constants
// CHECK-DAG: %[[SIZE:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[COSIZE:.*]] = arith.constant 39 : index
// CHECK-DAG: %[[INDEX:.*]] = arith.constant 38 : index
// CHECK-DAG: %[[SWIZZLED:.*]] = arith.constant 145 : index
// CHECK-NOT: layout.
// CHECK: return %[[SIZE]], %[[COSIZE]], %[[INDEX]], %[[SWIZZLED]]
func.func @constants() -> (index, index, index, index) {
  %l = layout.make : !layout<(4,8):(1,5)>
  %size = layout.size %l : !layout<(4,8):(1,5)>
  %cosize = layout.cosize %l : !layout<(4,8):(1,5)>
  %three = arith.constant 3 : index
  %index = layout.crd2idx %l(%three, 7) : !layout<(4,8):(1,5)>
  %s = layout.make : !layout<S<1,4,3> o 0 o 1024:1>
  %swizzled = layout.crd2idx %s(129) : !layout<S<1,4,3> o 0 o 1024:1>
  return %size, %cosize, %index, %swizzled : index, index, index, index
}
