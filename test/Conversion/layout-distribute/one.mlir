// One thread with one element: an index has a coordinate, or nobody could read it.
// RUN: layout-opt %s --layout-distribute | FileCheck %s
// RUN: layout-opt %s --layout-distribute | layout-opt

// CHECK-LABEL: func @one
// CHECK: %[[L:.+]] = layout.make : !layout<(1):(0)>
// CHECK: %[[I:.+]] = layout.crd2idx %[[L]](%thread_id_x)
// CHECK: memref.load %arg0[%[[I]]]
func.func @one(%m: memref<1xf32>, %o: memref<1xf32>) attributes {layout.threads = 1 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<1xf32> -> tensor<1xf32, #layout.tv<1:0, 1:0>>
  layout.store %t, %o[%0] : tensor<1xf32, #layout.tv<1:0, 1:0>>, memref<1xf32>
  return
}
