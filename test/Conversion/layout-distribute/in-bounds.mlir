// What is promised to be inside is not compared with the memref's extents; what is known not to be is, and a warning says so.
// RUN: layout-opt %s --layout-distribute --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

#quads = #layout.tv<32:4, 4:1>

// CHECK-LABEL: func @promised
// CHECK-NOT: arith.cmpi
// CHECK-COUNT-4: memref.load
// CHECK-NOT: arith.cmpi
// CHECK-COUNT-4: memref.store
// CHECK-LABEL: func @asked
// CHECK: arith.cmpi
func.func @promised(%m: memref<?xf32, #layout<?{div=4}:1>>, %n: memref<?xf32, #layout<?{div=4}:1>>, %i: index) attributes {layout.threads = 32 : i64} {
  %c128 = arith.constant 128 : index
  %at = arith.muli %i, %c128 : index
  %t = layout.load %m[%at] {layout.in_bounds} : memref<?xf32, #layout<?{div=4}:1>> -> tensor<128xf32, #quads>
  layout.store %t, %n[%at] {layout.in_bounds} : tensor<128xf32, #quads>, memref<?xf32, #layout<?{div=4}:1>>
  return
}

func.func @asked(%m: memref<?xf32, #layout<?{div=4}:1>>, %n: memref<?xf32, #layout<?{div=4}:1>>, %i: index) attributes {layout.threads = 32 : i64} {
  %c128 = arith.constant 128 : index
  %at = arith.muli %i, %c128 : index
  %t = layout.load %m[%at] : memref<?xf32, #layout<?{div=4}:1>> -> tensor<128xf32, #quads>
  layout.store %t, %n[%at] {layout.in_bounds} : tensor<128xf32, #quads>, memref<?xf32, #layout<?{div=4}:1>>
  return
}

// -----

#quads = #layout.tv<32:4, 4:1>

// CHECK-LABEL: func @beyond
// CHECK: arith.cmpi
func.func @beyond(%m: memref<300xf32>, %n: memref<300xf32>) attributes {layout.threads = 32 : i64} {
  %c256 = arith.constant 256 : index
  // expected-warning @below {{layout-distribute: 'layout.load' op says layout.in_bounds, and of dimension 0 it takes the coordinates 256 to 383, of which there are 300: they are compared}}
  %t = layout.load %m[%c256] {layout.in_bounds} : memref<300xf32> -> tensor<128xf32, #quads>
  layout.store %t, %n[%c256] : tensor<128xf32, #quads>, memref<300xf32>
  return
}

// -----

#quads = #layout.tv<32:4, 4:1>

// CHECK-LABEL: func @before
// CHECK: arith.cmpi
func.func @before(%m: memref<300xf32>, %n: memref<300xf32>) attributes {layout.threads = 32 : i64} {
  %c-1 = arith.constant -1 : index
  %t = layout.load %m[%c-1] : memref<300xf32> -> tensor<128xf32, #quads>
  // expected-warning @below {{layout-distribute: 'layout.store' op says layout.in_bounds, and of dimension 0 it takes the coordinates -1 to 126, of which there are 300: they are compared}}
  layout.store %t, %n[%c-1] {layout.in_bounds} : tensor<128xf32, #quads>, memref<300xf32>
  return
}
