// Passes that know no layouts work on memrefs that have them.
// RUN: layout-opt %s --normalize-memrefs | FileCheck %s
// RUN: layout-opt %s --cse --canonicalize | FileCheck %s --check-prefix=CSE

// Hierarchy is floordiv and mod, a swizzle parities of bits. (Upstream bounds
// the map by elimination, which only small swizzles survive.)
// CHECK-LABEL: func @hierarchical
// CHECK: memref.alloc() : memref<64xf32>
// CSE-LABEL: func @hierarchical
// CSE: memref<8x8xf32, #layout<((2,4),8):((1,16),2)>>
func.func @hierarchical(%i: index, %j: index) -> f32 {
  %m = memref.alloc() : memref<8x8xf32, #layout<((2,4),8):((1,16),2)>>
  %v = affine.load %m[symbol(%i), symbol(%j)] : memref<8x8xf32, #layout<((2,4),8):((1,16),2)>>
  return %v : f32
}

// CHECK-LABEL: func @swizzled
// CHECK: memref.alloc() : memref<64xf32>
// CHECK: affine.load
func.func @swizzled(%i: index, %j: index) -> f32 {
  %m = memref.alloc() : memref<8x8xf32, #layout<S<1,0,3> o 0 o (8,8):(8,1)>>
  %v = affine.load %m[symbol(%i), symbol(%j)] : memref<8x8xf32, #layout<S<1,0,3> o 0 o (8,8):(8,1)>>
  return %v : f32
}
