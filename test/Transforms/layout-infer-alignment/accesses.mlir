// What memory, layouts and facts say of an address is written at the access.
//
// RUN: layout-opt %s --layout-infer-alignment | FileCheck %s
// RUN: layout-opt %s --layout-infer-alignment --layout-infer-alignment -o %t.twice
// RUN: layout-opt %s --layout-infer-alignment | diff - %t.twice
// RUN: layout-opt %s --layout-to-nvvm=chip=sm_90a -o /dev/null

!g = memref<?xf16>
!w = memref<8192xf16, #gpu.address_space<workgroup>>

// The stride's fact is all there is: without it nothing is known.
// CHECK-LABEL: func @facts
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<?xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}} {alignment = 8 : i64} : memref<?xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}}] : memref<?xf16>, vector<8xf16>
// CHECK: vector.store %{{.*}} {alignment = 4 : i64} : memref<?xf16>, vector<2xf16>
func.func @facts(%m: !g, %n: index, %i: index, %j: index) {
  %p = memref.assume_alignment %m, 16 : !g
  %a = layout.make(%n) : !layout<(16,64):(?{div=8},8)>
  %x = layout.crd2idx %a(%i, %j) : !layout<(16,64):(?{div=8},8)>
  %v = vector.load %p[%x] : !g, vector<8xf16>
  %b = layout.make(%n) : !layout<(16,64):(?{div=4},8)>
  %y = layout.crd2idx %b(%i, %j) : !layout<(16,64):(?{div=4},8)>
  %w = vector.load %p[%y] : !g, vector<8xf16>
  %c = layout.make(%n) : !layout<(16,64):(?,8)>
  %z = layout.crd2idx %c(%i, %j) : !layout<(16,64):(?,8)>
  %u = vector.load %p[%z] : !g, vector<8xf16>
  %s = vector.extract_strided_slice %u {offsets = [0], sizes = [2], strides = [1]} : vector<8xf16> to vector<2xf16>
  // No more than the vector has use for.
  vector.store %s, %p[%x] : !g, vector<2xf16>
  return
}

// Of memory of which nothing is said, nothing follows; a statement that says more stays.
// CHECK-LABEL: func @memory
// CHECK: vector.load %arg0[%{{.*}}] : memref<?xf16>
// CHECK: vector.load %arg1[%{{.*}}] {alignment = 16 : i64}
// CHECK: vector.load %arg0[%{{.*}}] {alignment = 32 : i64}
// CHECK: vector.load %{{.*}}[%{{.*}}] {alignment = 8 : i64} : memref<64xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%{{.*}}] {alignment = 16 : i64} : memref<8x64xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%{{.*}}] : memref<8x66xf32, strided<[66, 1], offset: 1>>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%{{.*}}] {alignment = 8 : i64} : memref<8x?xf32>, vector<2xf32>
memref.global "private" @table : memref<64xf32> = dense<0.0> {alignment = 8}
func.func @memory(%m: !g, %n: !g {llvm.align = 64 : i64}, %off: memref<8x66xf32, strided<[66, 1], offset: 1>> {llvm.align = 64 : i64},
                  %some: memref<8x?xf32> {llvm.align = 64 : i64}, %i: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %a = vector.load %m[%c0] : !g, vector<8xf16>
  %b = vector.load %n[%c0] : !g, vector<8xf16>
  %c = vector.load %m[%c0] {alignment = 32} : !g, vector<8xf16>
  %t = memref.get_global @table : memref<64xf32>
  %d = vector.load %t[%c4] : memref<64xf32>, vector<4xf32>
  %alloc = memref.alloc() {alignment = 64} : memref<8x64xf32>
  %e = vector.load %alloc[%c2, %c4] : memref<8x64xf32>, vector<4xf32>
  %f = vector.load %off[%c2, %c4] : memref<8x66xf32, strided<[66, 1], offset: 1>>, vector<4xf32>
  %g = vector.load %some[%c0, %c2] : memref<8x?xf32>, vector<2xf32>
  %h = vector.load %some[%i, %c2] : memref<8x?xf32>, vector<2xf32>
  // CHECK: vector.load %{{.*}}[%{{.*}}] : memref<8x?xf32>, vector<2xf32>
  memref.dealloc %alloc : memref<8x64xf32>
  return
}

// What is stated may be no power of two.
// CHECK-LABEL: func @odd
// CHECK: vector.load %{{.*}} {alignment = 8 : i64} : memref<64xf32>, vector<4xf32>
func.func @odd(%m: memref<64xf32> {llvm.align = 24 : i64}) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %x = vector.load %m[%c0] : memref<64xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// Of memory that comes from elsewhere nothing is known.
// CHECK-LABEL: func @elsewhere
// CHECK: vector.load %{{.*}}[%{{.*}}] : memref<64xf32>, vector<4xf32>
func.func private @memory_of() -> memref<64xf32>
func.func @elsewhere() -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %m = func.call @memory_of() : () -> memref<64xf32>
  %x = vector.load %m[%c0] : memref<64xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// A loop's variable is an index like any other: beginning and step say what divides it. What a loop carries is not.
// CHECK-LABEL: func @variables
// CHECK: vector.load %{{.*}}[%{{.*}}] {alignment = 16 : i64} : memref<?xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}}[%{{.*}}] {alignment = 8 : i64} : memref<?xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}}[%{{.*}}] : memref<?xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}}[%{{.*}}] : memref<?xf16>, vector<8xf16>
// CHECK: vector.load %{{.*}}[%{{.*}}] {alignment = 16 : i64} : memref<?xf16>, vector<8xf16>
func.func @variables(%m: !g {llvm.align = 16 : i64}, %out: memref<8xf16>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c8 to %n step %c8 {
    %v = vector.load %m[%k] : !g, vector<8xf16>
    vector.store %v, %out[%c0] : memref<8xf16>, vector<8xf16>
  }
  scf.for %k = %c4 to %n step %c8 {
    %v = vector.load %m[%k] : !g, vector<8xf16>
    vector.store %v, %out[%c0] : memref<8xf16>, vector<8xf16>
  }
  %last = scf.for %k = %n to %c8 step %c8 iter_args(%i = %c8) -> index {
    %v = vector.load %m[%k] : !g, vector<8xf16>
    vector.store %v, %out[%c0] : memref<8xf16>, vector<8xf16>
    %w = vector.load %m[%i] : !g, vector<8xf16>
    vector.store %w, %out[%c0] : memref<8xf16>, vector<8xf16>
    scf.yield %k : index
  }
  affine.for %k = 0 to %n step 8 {
    %v = vector.load %m[%k] : !g, vector<8xf16>
    vector.store %v, %out[%c0] : memref<8xf16>, vector<8xf16>
  }
  return
}

// A swizzle moves whole vectors.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @swizzled
  // CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<8192xf16, #gpu.address_space<workgroup>>
  // CHECK: vector.load %{{.*}} {alignment = 4 : i64} : memref<8192xf16, #gpu.address_space<workgroup>>
  gpu.func @swizzled(%out: memref<8xf16> {llvm.align = 16 : i64}) workgroup(%w: !w {llvm.align = 1024 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %s = layout.make : !layout<S<3,3,3> o 0 o (8,(8,128)):(1,(8,64))>
    %i = layout.crd2idx %s(0, %t) : !layout<S<3,3,3> o 0 o (8,(8,128)):(1,(8,64))>
    %x = vector.load %w[%i] : !w, vector<8xf16>
    %r = layout.make : !layout<S<3,1,3> o 0 o (8,(8,128)):(1,(8,64))>
    %j = layout.crd2idx %r(0, %t) : !layout<S<3,1,3> o 0 o (8,(8,128)):(1,(8,64))>
    %y = vector.load %w[%j] : !w, vector<8xf16>
    %z = arith.addf %x, %y : vector<8xf16>
    // CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<8xf16>
    vector.store %z, %out[%c0] : memref<8xf16>, vector<8xf16>
    gpu.return
  }
}
