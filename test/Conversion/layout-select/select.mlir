// RUN: layout-opt %s --layout-select --split-input-file | FileCheck %s
// What is selected stays.
// RUN: layout-opt %s --layout-select --split-input-file | layout-opt --layout-select --split-input-file | FileCheck %s

#a = #layout.tv<128:1, 32:128>
#b = #layout.tv<128:32, 32:1>
// CHECK-LABEL: func @convert
// CHECK: %[[T:.+]] = layout.load
// CHECK: %[[S:.+]] = memref.alloc() {alignment = 128 : i64} : memref<4096xf32, #layout<S<3,2,3> o 0 o (4096):(1)>, 3>
// CHECK: layout.store %[[T]], %[[S]]
// CHECK: %[[U:.+]] = layout.load %[[S]]{{.*}} -> tensor<4096xf32, #layout.tv<128:32, 32:1>>
// CHECK: layout.store %[[U]], %arg0
func.func @convert(%m: memref<4096xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<4096xf32> -> tensor<4096xf32, #a>
  %u = layout.convert %t : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
  layout.store %u, %m[%0] : tensor<4096xf32, #b>, memref<4096xf32>
  return
}

// -----

#x = #layout.tv<(32,4):(4,128), (4,16):(1,512)>
// Four warps: rows in each thread first, then its lanes, then four sums of each row.
// CHECK-LABEL: func @reduce
// CHECK: layout.reshape {{.*}} -> tensor<4x16x4x32xf32
// CHECK: layout.reduce addf {{.*}} dim 1 {{.*}} -> tensor<4x4x32xf32
// CHECK: %[[P:.+]] = layout.reduce addf {{.*}} dim 2 {{.*}} -> tensor<4x4xf32
// CHECK: %[[S:.+]] = memref.alloc() {alignment = 128 : i64} : memref<4x4xf32, #layout<(4,4):(4,1)>, 3>
// CHECK: layout.store %[[P]], %[[S]]
// CHECK: %[[Q:.+]] = layout.load %[[S]]{{.*}} -> tensor<4x4xf32, #layout.tv<128:0, 16:1>>
// CHECK: %[[R:.+]] = layout.reduce addf %[[Q]] dim 1 {{.*}} -> tensor<4xf32, #layout.tv<128:0, 4:1>>
// CHECK: layout.store %[[R]], %arg1
func.func @reduce(%m: memref<4x2048xf32>, %n: memref<4xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0, %0] : memref<4x2048xf32> -> tensor<4x2048xf32, #x>
  %u = layout.reduce addf %t dim 1 : tensor<4x2048xf32, #x> -> tensor<4xf32, #layout.tv<128:0, 4:1>>
  layout.store %u, %n[%0] : tensor<4xf32, #layout.tv<128:0, 4:1>>, memref<4xf32>
  return
}

// -----

#x = #layout.tv<256:4, (4,2):(1,1024)>
// Two tiles and a region.
// CHECK-LABEL: func @argmax
// CHECK: layout.reduce {{.*}} dim 0 {{.*}} -> (tensor<8x128xf32{{.*}}, tensor<8x128xi32
// CHECK: layout.reduce {{.*}} dim 1 {{.*}} -> (tensor<8xf32{{.*}}, tensor<8xi32
// CHECK-DAG: memref.alloc() {{.*}} : memref<8xf32
// CHECK-DAG: memref.alloc() {{.*}} : memref<8xi32
// CHECK: %[[A:.+]]:2 = layout.reduce {{.*}} dim 0 {{.*}} -> (f32, i32)
// CHECK: arith.cmpf ogt
// CHECK: memref.store %[[A]]#1, %arg1[]
func.func @argmax(%m: memref<2048xf32>, %n: memref<i32>) attributes {layout.threads = 256 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<2048xf32> -> tensor<2048xf32, #x>
  %i = layout.iota dim 0 : tensor<2048xi32, #x>
  %a, %b = layout.reduce %t, %i dim 0 : (tensor<2048xf32, #x>, tensor<2048xi32, #x>) -> (f32, i32) {
  ^bb0(%p: f32, %q: i32, %r: f32, %s: i32):
    %c = arith.cmpf ogt, %p, %r : f32
    %z = arith.select %c, %p, %r : f32
    %k = arith.select %c, %q, %s : i32
    layout.yield %z, %k : f32, i32
  }
  memref.store %b, %n[] : memref<i32>
  return
}
