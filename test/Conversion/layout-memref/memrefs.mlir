// Each kind of operation on a memref with a layout, lowered to flat memory.
// RUN: layout-opt %s --split-input-file --convert-layout-memref | FileCheck %s

!s = memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>>

// CHECK-LABEL: func @elements
// CHECK-SAME: (%[[M:.*]]: memref<64xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK: %[[L:.*]] = layout.make : !layout<S<2,0,3> o 0 o (8,8):(8,1)>
// CHECK: %[[X:.*]] = layout.crd2idx %[[L]](%[[I]], %[[J]])
// CHECK: memref.load %[[M]][%[[X]]] : memref<64xf32>
// CHECK: memref.store %{{.*}}, %[[M]][%{{.*}}] : memref<64xf32>
// CHECK: memref.atomic_rmw addf %{{.*}}, %[[M]][%{{.*}}] : (f32, memref<64xf32>) -> f32
// CHECK: memref.generic_atomic_rmw %[[M]][%{{.*}}] : memref<64xf32>
// CHECK: memref.prefetch %[[M]][%{{.*}}], read, locality<3>, data : memref<64xf32>
// CHECK: affine.apply
// CHECK: memref.load %[[M]]
func.func @elements(%m: !s, %i: index, %j: index) -> f32 {
  %v = memref.load %m[%i, %j] : !s
  memref.store %v, %m[%j, %i] : !s
  %w = memref.atomic_rmw addf %v, %m[%i, %i] : (f32, !s) -> f32
  %x = memref.generic_atomic_rmw %m[%i, %j] : !s {
  ^bb0(%old: f32):
    %new = arith.addf %old, %w : f32
    memref.atomic_yield %new : f32
  }
  memref.prefetch %m[%i, %j], read, locality<3>, data : !s
  %y = affine.load %m[symbol(%i) + 1, 2] : !s
  %z = arith.addf %x, %y : f32
  return %z : f32
}

// -----

!d = memref<?x?xf32, #layout<(?,?):(s1,1)>>

// Symbols go with the memory: through calls, blocks, loops, branches, selections.
// CHECK-LABEL: func private @through
// CHECK-SAME: (%{{.*}}: memref<?xf32> {llvm.noalias}, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f32 {llvm.name = "k"}) -> (memref<?xf32>, index, index)
func.func private @through(%m: !d {llvm.noalias}, %k: f32 {llvm.name = "k"}) -> !d {
  return %m : !d
}
// CHECK-LABEL: func @flow
// CHECK: %[[N:.*]] = layout.cosize
// CHECK: memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK: arith.select %{{.*}} : memref<?xf32>
// CHECK: arith.select %{{.*}} : index
// CHECK: arith.select %{{.*}} : index
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : memref<?xf32>, index, index), ^bb2(%{{.*}} : memref<?xf32>, index, index, f32)
// CHECK: call @through(%{{.*}}) : (memref<?xf32>, index, index, f32) -> (memref<?xf32>, index, index)
// CHECK: scf.for {{.*}} -> (memref<?xf32>, index, index)
// CHECK: scf.if {{.*}} -> (memref<?xf32>, index, index)
// CHECK: memref.dealloc %{{.*}} : memref<?xf32>
func.func @flow(%c: i1, %a: !d, %n: index, %p: f32) -> (!d, index) {
  %x = memref.alloc(%n, %n)[%n, %n] {alignment = 64 : i64} : !d
  %s = arith.select %c, %a, %x : !d
  cf.cond_br %c, ^one(%s : !d), ^two(%a, %p : !d, f32)
^one(%m: !d):
  %r = func.call @through(%m, %p) : (!d, f32) -> !d
  cf.br ^two(%r, %p : !d, f32)
^two(%k: !d, %q: f32):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %k, %c1 : !d
  %res = scf.for %i = %c0 to %size step %c1 iter_args(%it = %k) -> (!d) {
    %y = scf.if %c -> (!d) {
      scf.yield %it : !d
    } else {
      scf.yield %a : !d
    }
    scf.yield %y : !d
  }
  memref.dealloc %x : !d
  return %res, %size : !d, index
}

// -----

// A global's values move to their places; what lies between them is zero.
// CHECK: memref.global "private" @g : memref<5xf32> = dense<[1.000000e+00, 3.000000e+00, 0.000000e+00, 2.000000e+00, 4.000000e+00]> {alignment = 64 : i64}
// CHECK: memref.global "private" @u : memref<5xf32> = uninitialized
// CHECK: memref.get_global @g : memref<5xf32>
memref.global "private" @g : memref<2x2xf32, #layout<(2,2):(1,3)>> = dense<[[1.0, 2.0], [3.0, 4.0]]> {alignment = 64}
memref.global "private" @u : memref<2x2xf32, #layout<(2,2):(1,3)>> = uninitialized
func.func @globals() -> memref<2x2xf32, #layout<(2,2):(1,3)>> {
  %m = memref.get_global @g : memref<2x2xf32, #layout<(2,2):(1,3)>>
  return %m : memref<2x2xf32, #layout<(2,2):(1,3)>>
}

// -----

!t = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>>

// Eight elements lie together where the column is a multiple of eight; else they are
// taken one by one, and two by two under a swizzle that keeps two.
// CHECK-LABEL: func @vectors
// CHECK: %[[X:.*]] = layout.crd2idx
// CHECK: vector.load %{{.*}}[%[[X]]] : memref<4096xf16>, vector<8xf16>
// CHECK: vector.store %{{.*}} : memref<4096xf16>, vector<8xf16>
// CHECK-COUNT-4: memref.load
// CHECK: vector.from_elements {{.*}} : vector<4xf16>
// CHECK-COUNT-2: vector.load {{.*}}, vector<2xf16>
// CHECK: scf.if %{{.*}} -> (f16)
func.func @vectors(%m: !t, %p: memref<4x8xf16, #layout<S<1,1,2> o 0 o (4,8):(8,1)>>, %i: index, %j: index, %z: f16) -> (vector<4xf16>, vector<4xf16>, vector<1xf16>) {
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %column = arith.muli %j, %c8 : index
  %v = vector.transfer_read %m[%i, %column], %z {in_bounds = [true]} : !t, vector<8xf16>
  vector.transfer_write %v, %m[%j, %column] {in_bounds = [true]} : vector<8xf16>, !t
  %w = vector.transfer_read %m[%i, %j], %z {in_bounds = [true]} : !t, vector<4xf16>
  %x = vector.transfer_read %p[%i, %c0], %z {in_bounds = [true]} : memref<4x8xf16, #layout<S<1,1,2> o 0 o (4,8):(8,1)>>, vector<4xf16>
  %y = vector.transfer_read %m[%i, %j], %z {in_bounds = [false]} : !t, vector<1xf16>
  return %w, %x, %y : vector<4xf16>, vector<4xf16>, vector<1xf16>
}

// A load of a vector needs one stride, as upstream's verifier says.
// CHECK-LABEL: func @vector_load
// CHECK: vector.load %{{.*}}[%{{.*}}] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
// CHECK: vector.store %{{.*}} : memref<?xf32>, vector<4xf32>
func.func @vector_load(%m: memref<8x?xf32, #layout<(8,?):(s0,1)>>, %i: index) {
  %v = vector.load %m[%i, %i] {alignment = 16} : memref<8x?xf32, #layout<(8,?):(s0,1)>>, vector<4xf32>
  vector.store %v, %m[%i, %i] : memref<8x?xf32, #layout<(8,?):(s0,1)>>, vector<4xf32>
  return
}

// -----

!r = memref<8x8xf32, #layout<(8,8):(8,1)>>
!q = memref<?x?xf32, #layout<(?,?):(?,1)>>

// Views of upstream need strides, which the layout has.
// CHECK-LABEL: func @views
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32> to memref<8x8xf32, strided<[8, 1]>>
// CHECK: memref.subview
// CHECK: memref.collapse_shape
// CHECK: memref.expand_shape
// CHECK: memref.cast %{{.*}} : memref<64xf32> to memref<?xf32>
// CHECK: memref.cast {{.*}} to memref<*xf32>
// CHECK: memref.extract_strided_metadata
// CHECK: memref.assume_alignment %{{.*}}, 16 : memref<64xf32>
func.func @views(%m: !r, %i: index, %p: memref<?x?xf32, strided<[?, 1]>>) -> (!q, !q) {
  %a = memref.subview %m[%i, 0] [2, 8] [1, 1] : !r to memref<2x8xf32, strided<[8, 1], offset: ?>>
  %b = memref.collapse_shape %m [[0, 1]] : !r into memref<64xf32, strided<[1]>>
  %c = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 8] : !r into memref<2x4x8xf32, strided<[32, 8, 1]>>
  %d = memref.cast %m : !r to !q
  %e = memref.cast %m : !r to memref<*xf32>
  %f = memref.cast %p : memref<?x?xf32, strided<[?, 1]>> to !q
  %g = memref.assume_alignment %m, 16 : !r
  return %d, %f : !q, !q
}

// -----

// Between different layouts a copy goes by coordinates, between equal ones at once,
// unless something lies between the elements.
// CHECK-LABEL: func @copies
// CHECK-COUNT-2: scf.for
// CHECK: memref.copy %{{.*}} : memref<64xf32> to memref<64xf32>
// CHECK-COUNT-2: scf.for
func.func @copies(%a: memref<8x8xf32, #layout<(8,8):(1,8)>>, %b: memref<8x8xf32>, %c: memref<8x8xf32, #layout<(8,8):(9,1)>>) {
  memref.copy %a, %b : memref<8x8xf32, #layout<(8,8):(1,8)>> to memref<8x8xf32>
  memref.copy %a, %a : memref<8x8xf32, #layout<(8,8):(1,8)>> to memref<8x8xf32, #layout<(8,8):(1,8)>>
  memref.copy %c, %c : memref<8x8xf32, #layout<(8,8):(9,1)>> to memref<8x8xf32, #layout<(8,8):(9,1)>>
  return
}

// -----

!w = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, #gpu.address_space<workgroup>>

// CHECK: gpu.func @kernel(%{{.*}}: memref<?xf32>, %{{.*}}: index) workgroup(%[[S:.*]] : memref<4096xf16, #gpu.address_space<workgroup>> {llvm.align = 1024 : i64})
// CHECK: nvgpu.ldmatrix %[[S]][%{{.*}}] {{.*}} : memref<4096xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
// CHECK: gpu.launch_func @kernels::@kernel {{.*}} args(%{{.*}} : memref<?xf32>, %{{.*}} : index)
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%m: memref<?xf32, #layout<(?):(2)>>) workgroup(%s: !w {llvm.align = 1024 : i64}) kernel {
      %t = gpu.thread_id x
      %c8 = arith.constant 8 : index
      %column = arith.muli %t, %c8 : index
      %f = nvgpu.ldmatrix %s[%t, %column] {numTiles = 4 : i32, transpose = false} : !w -> vector<4x2xf16>
      gpu.return
    }
  }
  func.func @launch(%m: memref<?xf32, #layout<(?):(2)>>, %n: index) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<?xf32, #layout<(?):(2)>>)
    return
  }
}
