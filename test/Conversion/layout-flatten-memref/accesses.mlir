// Accesses of memory of several dimensions go by the index of a layout.
//
// RUN: layout-opt %s --layout-flatten-memref | FileCheck %s
// RUN: layout-opt %s --layout-flatten-memref --layout-flatten-memref -o %t.twice
// RUN: layout-opt %s --layout-flatten-memref | diff - %t.twice
// RUN: layout-opt %s --layout-flatten-memref --layout-infer-alignment | FileCheck %s --check-prefix=ALIGNED
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

!m = memref<1024x3000xf32>
!w = memref<32x33xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // One memref for all its accesses, also in branches; attributes stay.
  // CHECK-LABEL: gpu.func @elements
  // CHECK-SAME: %[[SRC:[a-z0-9]+]]: memref<1024x3000xf32>
  // CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[SRC]] {{\[}}[0, 1]] : memref<1024x3000xf32> into memref<3072000xf32>
  // CHECK-NOT: collapse_shape %[[SRC]]
  // CHECK: %[[L:.*]] = layout.make : !layout<(1024,3000):(3000,1)>
  // CHECK: %[[K:.*]] = layout.crd2idx %[[L]](%{{.*}}, %{{.*}}) : !layout<(1024,3000):(3000,1)>
  // CHECK: memref.load %[[FLAT]][%[[K]]] {nontemporal = true}
  // CHECK: scf.if
  // CHECK: memref.load %[[FLAT]][
  // CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<3072000xf32>
  // PTX-LABEL: .entry elements(
  // PTX-NOT: mad.lo.s64
  // PTX: mad.lo.s32
  // PTX-NOT: mad.lo.s64
  // PTX: ld.global.nc
  gpu.func @elements(%src: !m {llvm.noalias}, %dst: !m {llvm.noalias}, %i: index, %j: index, %c: i1) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %k = arith.addi %t, %j : index
    %x = memref.load %src[%i, %k] {nontemporal = true} : !m
    scf.if %c {
      %next = arith.addi %i, %c1 : index
      %y = memref.load %src[%next, %k] : !m
      %z = arith.addf %x, %y : f32
      memref.store %z, %dst[%i, %k] : !m
    }
    gpu.return
  }

  // A vector along the last dimension is as aligned as the strides of the others are.
  // ALIGNED-LABEL: gpu.func @vectors
  // ALIGNED: vector.load %{{.*}}[%{{.*}}] {alignment = 16 : i64} : memref<6400xf16>, vector<8xf16>
  // ALIGNED: vector.store %{{.*}}[%{{.*}}] {alignment = 8 : i64} : memref<96xf16>, vector<8xf16>
  gpu.func @vectors(%src: memref<2x40x80xf16> {llvm.align = 16 : i64}, %dst: memref<8x12xf16> {llvm.align = 16 : i64},
                    %i: index) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %j = arith.muli %t, %c8 : index
    %x = vector.load %src[%c0, %i, %j] : memref<2x40x80xf16>, vector<8xf16>
    vector.store %x, %dst[%t, %c0] : memref<8x12xf16>, vector<8xf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @shared
  // CHECK: memref.collapse_shape %{{.*}} : memref<32x33xf32, #gpu.address_space<workgroup>> into memref<1056xf32, #gpu.address_space<workgroup>>
  // CHECK: memref.store %{{.*}} : memref<1056xf32, #gpu.address_space<workgroup>>
  // PTX-LABEL: .entry shared(
  // PTX: ld.shared
  gpu.func @shared(%dst: memref<32x32xf32>) workgroup(%w: !w) kernel
      attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %old = memref.load %dst[%y, %x] : memref<32x32xf32>
    memref.store %old, %w[%y, %x] : !w
    gpu.barrier
    %new = memref.load %w[%x, %y] : !w
    memref.store %new, %dst[%y, %x] : memref<32x32xf32>
    gpu.return
  }

  // Sizes that are not known or too many, strides, one dimension, vectors of several, loops.
  // CHECK-LABEL: gpu.func @others
  // CHECK-NOT: collapse_shape
  // CHECK: gpu.return
  gpu.func @others(%a: memref<?x64xf32>, %b: memref<65536x65536xf32>, %c: memref<8x8xf32, strided<[16, 1]>>,
                   %d: memref<64xf32>, %e: memref<64x64xf32>, %n: index, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = memref.load %a[%i, %i] : memref<?x64xf32>
    memref.store %x, %b[%i, %i] : memref<65536x65536xf32>
    memref.store %x, %c[%i, %i] : memref<8x8xf32, strided<[16, 1]>>
    memref.store %x, %d[%i] : memref<64xf32>
    %v = vector.load %e[%i, %i] : memref<64x64xf32>, vector<2x2xf32>
    vector.store %v, %e[%i, %c0] : memref<64x64xf32>, vector<2x2xf32>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %x, %e[%k, %i] : memref<64x64xf32>
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @blocks
  // CHECK-NOT: collapse_shape
  // CHECK: gpu.return
  gpu.func @blocks(%e: memref<64x64xf32>, %x: f32, %n: index, %again: i1) kernel {
    cf.br ^loop
  ^loop:
    memref.store %x, %e[%n, %n] : memref<64x64xf32>
    cf.cond_br %again, ^loop, ^end
  ^end:
    gpu.return
  }
}

// CHECK-LABEL: func @host
// CHECK-NOT: collapse_shape
// CHECK: return
func.func @host(%e: memref<64x64xf32>, %i: index) -> f32 {
  %x = memref.load %e[%i, %i] : memref<64x64xf32>
  return %x : f32
}
