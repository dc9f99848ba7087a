// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-select --layout-place --layout-sync

func.func @unstated(%i: index) attributes {layout.threads = 32 : i64} {
  %s = memref.alloc() : memref<32xf32, 3>
  // expected-error @below {{layout-sync: 'layout.peer' is of a cluster, and the function does not say how many blocks that has: known_cluster_size = array<i32: 2, 1, 1> on a gpu.func, gpu.known_cluster_size on a func.func}}
  %p = layout.peer %s of %i : memref<32xf32, 3> -> memref<32xf32, 7>
  return
}

// -----

// expected-error @below {{layout-sync: gpu.known_cluster_size = array<i32: 2, 2, 1>: a cluster of a function with layout.threads is 1 to 8 blocks along x, as in array<i32: 2, 1, 1>}}
func.func @deep(%i: index) attributes {layout.threads = 32 : i64, gpu.known_cluster_size = array<i32: 2, 2, 1>} {
  %s = memref.alloc() : memref<32xf32, 3>
  %p = layout.peer %s of %i : memref<32xf32, 3> -> memref<32xf32, 7>
  return
}

// -----

func.func @written(%i: index, %v: f32) attributes {layout.threads = 32 : i64, gpu.known_cluster_size = array<i32: 2, 1, 1>} {
  %s = memref.alloc() : memref<32xf32, 3>
  %p = layout.peer %s of %i : memref<32xf32, 3> -> memref<32xf32, 7>
  // expected-error @below {{layout-sync: 'memref.store' may write memory of another block, which is read only: each block writes its own, and others read it there}}
  memref.store %v, %p[%i] : memref<32xf32, 7>
  return
}

// -----

func.func @tile_written(%i: index, %v: tensor<32xf32>) {
  %s = memref.alloc() : memref<32xf32, 3>
  %p = layout.peer %s of %i : memref<32xf32, 3> -> memref<32xf32, 7>
  // expected-error @below {{'layout.store' op writes 'memref<32xf32, 7>', memory of another block, which is read only}}
  layout.store %v, %p[%i] : tensor<32xf32>, memref<32xf32, 7>
  return
}

// -----

func.func @other(%s: memref<32xf32, 3>, %i: index) {
  // expected-error @below {{'layout.peer' op gives 'memref<16xf32, 7>' of 'memref<32xf32, 3>': it gives the same memref in space 7, which is that of all blocks of a cluster}}
  %p = layout.peer %s of %i : memref<32xf32, 3> -> memref<16xf32, 7>
  return
}

// -----

func.func @global(%s: memref<32xf32>, %i: index) {
  // expected-error @below {{'layout.peer' op is of 'memref<32xf32>', which must be shared memory}}
  %p = layout.peer %s of %i : memref<32xf32> -> memref<32xf32, 7>
  return
}

// -----

func.func @far() attributes {layout.threads = 32 : i64, gpu.known_cluster_size = array<i32: 2, 1, 1>} {
  %c2 = arith.constant 2 : index
  %s = memref.alloc() : memref<32xf32, 3>
  // expected-error @below {{layout-sync: 'layout.peer' is of the block of rank 2, and the cluster has 2, of ranks from 0}}
  %p = layout.peer %s of %c2 : memref<32xf32, 3> -> memref<32xf32, 7>
  return
}

// -----

func.func @part(%i: index) attributes {layout.threads = 32 : i64, gpu.known_cluster_size = array<i32: 2, 1, 1>} {
  %s = memref.alloc() : memref<4x32xf32, 3>
  %row = memref.subview %s[1, 0] [1, 32] [1, 1] : memref<4x32xf32, 3> to memref<32xf32, strided<[1], offset: 32>, 3>
  // expected-error @below {{layout-select: 'layout.peer' is of what 'memref.subview' gives, and must be of a whole buffer: take the peer of the buffer, and 'memref.subview' of that}}
  %p = layout.peer %row of %i : memref<32xf32, strided<[1], offset: 32>, 3> -> memref<32xf32, strided<[1], offset: 32>, 7>
  return
}
