// What says that it is inside, and is not, has no meaning.
// RUN: layout-interp %s --job '{"function": "f", "arguments": [{"seed": 1}, {}, {"value": 0}]}' | FileCheck %s --check-prefix=INSIDE
// RUN: not layout-interp %s --job '{"function": "f", "arguments": [{"seed": 1}, {}, {"value": 1}]}' 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: not layout-interp %s --job '{"function": "g", "arguments": [{"seed": 1}, {}, {"value": -1}]}' 2>&1 | FileCheck %s --check-prefix=STORE
// INSIDE: values
// LOAD: layout.load{{.*}}layout.in_bounds, and [128] is outside
// STORE: layout.store{{.*}}layout.in_bounds, and [-1] is outside

#quads = #layout.tv<32:4, 4:1>

func.func @f(%m: memref<128xf32>, %n: memref<128xf32>, %i: index) attributes {layout.threads = 32 : i64} {
  %t = layout.load %m[%i] {layout.in_bounds} : memref<128xf32> -> tensor<128xf32, #quads>
  layout.store %t, %n[%i] : tensor<128xf32, #quads>, memref<128xf32>
  return
}

func.func @g(%m: memref<128xf32>, %n: memref<128xf32>, %i: index) attributes {layout.threads = 32 : i64} {
  %t = layout.load %m[%i] : memref<128xf32> -> tensor<128xf32, #quads>
  layout.store %t, %n[%i] {layout.in_bounds} : tensor<128xf32, #quads>, memref<128xf32>
  return
}
