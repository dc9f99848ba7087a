// Memory with strides is accessed through the layout that they say.
// RUN: layout-opt %s --convert-affine-to-layout | FileCheck %s
// RUN: layout-opt %s --convert-affine-to-layout --convert-affine-to-layout | FileCheck %s
// RUN: layout-opt %s --convert-affine-to-layout --convert-layout-memref --layout-simplify -o /dev/null

// CHECK-LABEL: func @strided
// CHECK: %[[C:.*]] = memref.cast %arg0 : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, #layout<S<0,4,3> o ? o (4,?):(?,1)>>
// CHECK: memref.load %[[C]][%arg1, %arg2]
// CHECK: memref.store %{{.*}}, %[[C]][%arg2, %arg1]
func.func @strided(%m: memref<4x?xf32, strided<[?, 1], offset: ?>>, %i: index, %j: index) {
  %x = memref.load %m[%i, %j] : memref<4x?xf32, strided<[?, 1], offset: ?>>
  memref.store %x, %m[%j, %i] : memref<4x?xf32, strided<[?, 1], offset: ?>>
  return
}

// What views yield has strides; an affine map that is strides says them too.
// CHECK-LABEL: func @views
// CHECK: memref.cast %arg1 : {{.*}} to memref<8x8xf32, #layout<(8,8):(1,16)>>
// CHECK: %[[S:.*]] = memref.subview
// CHECK: %[[C:.*]] = memref.cast %[[S]] : {{.*}} to memref<4x4xf32, #layout<S<0,4,3> o ? o (4,4):(16,2)>>
// CHECK: memref.load %[[C]]
// CHECK: %[[R:.*]] = memref.reinterpret_cast
// CHECK: memref.cast %[[R]] : {{.*}} to memref<?x2xf32, #layout<(?,2):(1,?)>>
func.func @views(%m: memref<8x16xf32>, %w: memref<8x8xf32, affine_map<(d0, d1) -> (d1 * 16 + d0)>>, %i: index, %n: index) -> f32 {
  %s = memref.subview %m[%i, 0] [4, 4] [1, 2] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 2], offset: ?>>
  %x = memref.load %s[%i, %i] : memref<4x4xf32, strided<[16, 2], offset: ?>>
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [%n, 2], strides: [1, %n] : memref<8x16xf32> to memref<?x2xf32, strided<[1, ?]>>
  %y = affine.load %r[0, 1] : memref<?x2xf32, strided<[1, ?]>>
  %z = memref.load %w[%i, %i] : memref<8x8xf32, affine_map<(d0, d1) -> (d1 * 16 + d0)>>
  %a = arith.addf %x, %y : f32
  %b = arith.addf %a, %z : f32
  return %b : f32
}

// Rows, what has a layout already, and what lies below the beginning of memory stay.
// CHECK-LABEL: func @left
// CHECK-NOT: memref.cast
// CHECK: return
func.func @left(%r: memref<4x8xf32>, %l: memref<4x8xf32, #layout<(4,8):(1,4)>>, %n: memref<8xf32, strided<[-1], offset: ?>>, %z: memref<f32, strided<[], offset: ?>>, %i: index) -> f32 {
  %0 = memref.load %r[%i, %i] : memref<4x8xf32>
  %1 = memref.load %l[%i, %i] : memref<4x8xf32, #layout<(4,8):(1,4)>>
  %2 = memref.load %n[%i] : memref<8xf32, strided<[-1], offset: ?>>
  %3 = memref.load %z[] : memref<f32, strided<[], offset: ?>>
  %4 = arith.addf %0, %1 : f32
  %5 = arith.addf %2, %3 : f32
  %6 = arith.addf %4, %5 : f32
  return %6 : f32
}

// Those of them that say strides stay for a reason.
// RUN: layout-opt %s --convert-affine-to-layout --remarks-filter='convert-.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-NOT: remark:
// REMARK: remark: [Missed] left
// REMARK-SAME: Reason="stride 0 of memref<8xf32, strided<[-1], offset: ?>> is -1, which leads below the beginning of the memory as a layout has it; strides from 0 on do not"
// REMARK: Reason="memref<f32, strided<[], offset: ?>> has no dimension, and a layout has at least one"
// REMARK-NOT: remark:
