// Operations on tiles go only where there are as many threads.
//
// RUN: layout-opt %s --inline | FileCheck %s

#e = #layout.tv<32:1, 2:32>
func.func private @body(%m: memref<64xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32, #e>
  layout.store %t, %m[%0] : tensor<64xf32, #e>, memref<64xf32>
  return
}
// CHECK-LABEL: func @same
// CHECK: layout.load
func.func @same(%m: memref<64xf32>) attributes {layout.threads = 32 : i64} {
  call @body(%m) : (memref<64xf32>) -> ()
  return
}
// CHECK-LABEL: func @other
// CHECK: call @body
func.func @other(%m: memref<64xf32>) attributes {layout.threads = 64 : i64} {
  call @body(%m) : (memref<64xf32>) -> ()
  return
}
// CHECK-LABEL: func @none
// CHECK: call @body
func.func @none(%m: memref<64xf32>) {
  call @body(%m) : (memref<64xf32>) -> ()
  return
}
