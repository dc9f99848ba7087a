// Users that take only affine values get affine values.
// RUN: layout-opt %s --index-simplify=validate=true | FileCheck %s
// RUN: layout-opt %s --layout-simplify | FileCheck %s --check-prefix=TOP
// RUN: layout-opt %s --affine-loop-coalescing | layout-opt --index-simplify=validate=true | FileCheck %s --check-prefix=COALESCED

// CHECK: #[[QUARTER:.*]] = affine_map<(d0) -> (d0 floordiv 4)>

// A linearized loop: the round trip vanishes, and what is left is one map each.
// CHECK-LABEL: func @round_trip
// CHECK: affine.for %[[I:.*]] = 0 to 1536
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @round_trip(%m: memref<1536xf32>) {
  affine.for %i = 0 to 1536 {
    %q = affine.apply affine_map<(d0) -> (d0 floordiv 48)>(%i)
    %r = affine.apply affine_map<(d0) -> (d0 mod 48)>(%i)
    %j = affine.apply affine_map<(d0, d1) -> (d0 * 48 + d1)>(%q, %r)
    %v = affine.load %m[%j] : memref<1536xf32>
    affine.store %v, %m[%j] : memref<1536xf32>
  }
  return
}

// CHECK-LABEL: func @digits
// CHECK: affine.for %[[I:.*]] = 0 to 64
// CHECK-NEXT: %[[Q:.*]] = affine.apply #[[QUARTER]](%[[I]])
// CHECK-NEXT: affine.load %{{.*}}[%[[Q]]]
// CHECK-NEXT: affine.store
func.func @digits(%m: memref<1536xf32>) {
  affine.for %i = 0 to 64 {
    %q = affine.apply affine_map<(d0) -> ((d0 * 12 + 7) floordiv 48)>(%i)
    %v = affine.load %m[%q] : memref<1536xf32>
    affine.store %v, %m[%q] : memref<1536xf32>
  }
  return
}

// At the top of a function every value is a symbol, arithmetic too.
// TOP-LABEL: func @top
// TOP-NOT: layout.crd2idx
// TOP: affine.load %{{.*}}[symbol(%{{.*}})]
func.func @top(%m: memref<1536xf32>) -> f32 {
  %t = gpu.thread_id x upper_bound 256
  %l = layout.make : !layout<(16,16):(32,2)>
  %x = layout.crd2idx %l(%t) : !layout<(16,16):(32,2)>
  %v = affine.load %m[symbol(%x)] : memref<1536xf32>
  return %v : f32
}

// The bounds of inner loops are maps of outer ones.
// CHECK-LABEL: func @tiled
// CHECK-NOT: floordivsi
// CHECK-NOT: select
// CHECK: return
func.func @tiled(%a: memref<6x8x32xf32>, %b: memref<32x6x8xf32>) {
  affine.for %o = 0 to 1536 step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%o) to affine_map<(d0) -> (d0 + 4)>(%o) {
      %x:3 = affine.delinearize_index %i into (6, 8, 32) : index, index, index
      %l = affine.linearize_index [%x#0, %x#1, %x#2] by (6, 8, 32) : index
      %v = memref.load %a[%x#0, %x#1, %x#2] : memref<6x8x32xf32>
      %y:3 = affine.delinearize_index %l into (32, 6, 8) : index, index, index
      memref.store %v, %b[%y#0, %y#1, %y#2] : memref<32x6x8xf32>
    }
  }
  return
}

// COALESCED-LABEL: func @matrix
// COALESCED: affine.for
// COALESCED: %[[C:.*]] = affine.apply #{{.*}}(%[[I:.*]])
// COALESCED: %[[R:.*]] = affine.apply #{{.*}}(%[[I]])
// COALESCED: affine.load %{{.*}}[%{{.*}}, %{{.*}}]
func.func @matrix(%m: memref<32x48xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 48 {
      %v = affine.load %m[%i, %j] : memref<32x48xf32>
      affine.store %v, %m[%i, %j] : memref<32x48xf32>
    }
  }
  return
}
