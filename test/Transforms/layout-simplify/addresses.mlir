// What an access says of its index: out of bounds it is undefined, so the index is natural.
//
// RUN: layout-opt %s --layout-simplify="target=sm_90a index-bitwidth=32 validate" 2>/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-simplify="target=sm_90a validate" -o /dev/null

!planes = !layout<(4,256,4,?):(?,1,256,1024)>

// The distance of the planes may be negative. Both addresses are natural all the same, as the accesses say that
// run together, so that LLVM may add 256 to the pointer.
// CHECK-LABEL: func @addresses
// CHECK: arith.muli %{{.*}} : i32
// CHECK: %[[P:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[P]]]
// CHECK: %[[Q:.*]] = arith.addi %[[P]], %c256 overflow<nsw, nuw> : index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[Q]]]
func.func @addresses(%m: memref<?xf32>, %x: f32, %n: index, %plane: index) {
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %l = layout.make(%n, %plane) : !planes
  %i = layout.crd2idx %l(1, %t, 0, %b) : !planes
  memref.store %x, %m[%i] : memref<?xf32>
  %j = layout.crd2idx %l(1, %t, 1, %b) : !planes
  memref.store %x, %m[%j] : memref<?xf32>
  return
}

// Accesses that run together are natural together: a step from one to the other fits.
// CHECK-LABEL: func @together
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[P:.*]]]
// CHECK: %[[S:.*]] = arith.muli %{{.*}} overflow<nsw> : index
// CHECK: %[[Q:.*]] = arith.addi %[[P]], %[[S]] overflow<nsw> : index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[Q]]]
func.func @together(%m: memref<?xf32>, %x: f32, %stride: index, %i: index, %j: index) {
  %l = layout.make(%stride) : !layout<(1024,1024,4):(1,?,3*s0)>
  %p = layout.crd2idx %l(%i, %j, 0) : !layout<(1024,1024,4):(1,?,3*s0)>
  memref.store %x, %m[%p] : memref<?xf32>
  %q = layout.crd2idx %l(%i, %j, 1) : !layout<(1024,1024,4):(1,?,3*s0)>
  memref.store %x, %m[%q] : memref<?xf32>
  return
}
// What comes behind a call may not run; what came before it has.
// CHECK-LABEL: func @behind_a_call
// CHECK-NOT: arith.muli {{.*}} overflow
// CHECK: call
// CHECK: return
func.func @behind_a_call(%m: memref<?xf32>, %x: f32, %stride: index, %i: index, %j: index) {
  %l = layout.make(%stride) : !layout<(1024,1024,4):(1,?,3*s0)>
  %p = layout.crd2idx %l(%i, %j, 0) : !layout<(1024,1024,4):(1,?,3*s0)>
  %q = layout.crd2idx %l(%i, %j, 1) : !layout<(1024,1024,4):(1,?,3*s0)>
  memref.store %x, %m[%q] : memref<?xf32>
  func.call @may_not_return() : () -> ()
  memref.store %x, %m[%p] : memref<?xf32>
  return
}
// CHECK-LABEL: func @before_a_call
// CHECK: call
// CHECK: %[[S:.*]] = arith.muli %{{.*}} overflow<nsw> : index
// CHECK: arith.addi %{{.*}}, %[[S]] overflow<nsw> : index
func.func @before_a_call(%m: memref<?xf32>, %x: f32, %stride: index, %i: index, %j: index, %c: i1) {
  %l = layout.make(%stride) : !layout<(1024,1024,4):(1,?,3*s0)>
  %p = layout.crd2idx %l(%i, %j, 0) : !layout<(1024,1024,4):(1,?,3*s0)>
  memref.store %x, %m[%p] : memref<?xf32>
  func.call @may_not_return() : () -> ()
  scf.if %c {
    %q = layout.crd2idx %l(%i, %j, 1) : !layout<(1024,1024,4):(1,?,3*s0)>
    memref.store %x, %m[%q] : memref<?xf32>
  }
  return
}
func.func private @may_not_return()

// Where the step is computed the first access may not run: then the step may wrap.
// CHECK-LABEL: func @first_may_not_run
// CHECK: scf.if
// CHECK: %[[P:.*]] = arith.addi %arg3, %{{[0-9]+}} : index
// CHECK: %[[S:.*]] = arith.muli %{{.*}}, %c3 : index
// CHECK: arith.addi %[[P]], %[[S]] : index
func.func @first_may_not_run(%m: memref<?xf32>, %x: f32, %stride: index, %i: index, %j: index, %c: i1) {
  %l = layout.make(%stride) : !layout<(1024,1024,4):(1,?,3*s0)>
  %p = layout.crd2idx %l(%i, %j, 0) : !layout<(1024,1024,4):(1,?,3*s0)>
  scf.if %c {
    memref.store %x, %m[%p] : memref<?xf32>
  }
  %q = layout.crd2idx %l(%i, %j, 1) : !layout<(1024,1024,4):(1,?,3*s0)>
  memref.store %x, %m[%q] : memref<?xf32>
  return
}

// An index that is used for something else, or stored, may be negative.
// CHECK-LABEL: func @others
// CHECK-NOT: overflow<nsw>
func.func @others(%m: memref<?xf32>, %o: memref<?xindex>, %x: f32, %n: index, %plane: index) -> index {
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %l = layout.make(%n, %plane) : !planes
  %i = layout.crd2idx %l(1, %t, 0, %b) : !planes
  memref.store %x, %m[%i] : memref<?xf32>
  %j = layout.crd2idx %l(1, %t, 1, %b) : !planes
  memref.store %x, %m[%j] : memref<?xf32>
  %k = layout.crd2idx %l(1, %t, 2, %b) : !planes
  memref.store %k, %o[%k] : memref<?xindex>
  return %j : index
}

// Natural sums do not wrap in any part if the whole does not.
// CHECK-LABEL: func @natural
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw, nuw>
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw, nuw>
func.func @natural(%m: memref<?xf32>, %x: f32, %n: index) {
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %l = layout.make(%n) : !layout<(1024,?):(1,1024)>
  %i = layout.crd2idx %l(%t, %b) : !layout<(1024,?):(1,1024)>
  memref.store %x, %m[%i] : memref<?xf32>
  return
}
