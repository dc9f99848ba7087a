// What used to crash, to end in an error without a place, or to stay.
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s

// CHECK-NOT: #layout
// CHECK-NOT: unrealized

// CHECK-LABEL: llvm.func @load
// CHECK: llvm.xor
// CHECK: llvm.load
func.func @load(%m: memref<64x64xf32, #layout<S<3,3,3> o 0 o (64,64):(64,1)>>, %i: index) -> f32 {
  %v = memref.load %m[%i, %i] : memref<64x64xf32, #layout<S<3,3,3> o 0 o (64,64):(64,1)>>
  return %v : f32
}

// CHECK-LABEL: llvm.func @allocate
// CHECK: llvm.call @malloc
// CHECK: llvm.load
func.func @allocate(%i: index, %j: index) -> f32 {
  %m = memref.alloc() : memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>>
  %v = memref.load %m[%i, %j] : memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>>
  return %v : f32
}

// CHECK-LABEL: llvm.func @row_major
// CHECK: llvm.call @malloc
func.func @row_major() -> memref<8x16xf32, #layout<(8,16):(16,1)>> {
  %m = memref.alloc() : memref<8x16xf32, #layout<(8,16):(16,1)>>
  return %m : memref<8x16xf32, #layout<(8,16):(16,1)>>
}

