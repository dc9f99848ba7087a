// ldmatrix came with sm_75.
//
// RUN: layout-opt %s --layout-distribute=chip=sm_70 | FileCheck %s --check-prefix=OLD
// RUN: layout-opt %s --layout-distribute=chip=sm_75 | FileCheck %s --check-prefix=NEW

// OLD-NOT: ldmatrix
// NEW: ldmatrix
func.func @load(%m: memref<64xi32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : memref<64xi32, 3>
  %t = layout.load %p[%0] : memref<64xi32, 3> -> tensor<64xi32, #layout.tv<32:1, 2:32>>
  layout.store %t, %m[%0] : tensor<64xi32, #layout.tv<32:1, 2:32>>, memref<64xi32>
  return
}
