// A loop over a ring of buffers, in which threads wait for each other, goes round the ring once an iteration.
//
// RUN: layout-opt %s --layout-unroll --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-unroll --canonicalize --layout-unroll --canonicalize -o %t.twice
// RUN: layout-opt %s --layout-unroll --canonicalize | diff - %t.twice
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a ptx=%t.ptx" -o /dev/null && FileCheck %s --check-prefix=PTX --input-file=%t.ptx

!l = !layout<(64,64):(1,64)>
!m = memref<4096xf32>
!s = memref<192xf32, #gpu.address_space<workgroup>>

// PTX: .entry ring(
// PTX-COUNT-5: bar.sync
// PTX-NOT: bar.sync
// PTX: .entry long(
gpu.module @kernels {
  // Which buffer an iteration has is a number, and iterations that are left have a condition each.
  // CHECK-LABEL: gpu.func @ring(
  // CHECK-SAME: %[[N:[a-z0-9]+]]: index)
  // CHECK-NOT: remui
  // CHECK: %[[END:.*]] = arith.maxsi %[[N]], %c0
  // CHECK: %[[LEFT:.*]] = arith.remui %[[END]], %c3
  // CHECK: %[[WHOLE:.*]] = arith.subi %[[END]], %[[LEFT]]
  // CHECK: scf.for %[[K:.*]] = %c0 to %[[WHOLE]] step %c3
  // CHECK-NOT: remui
  // CHECK: memref.store %{{.*}}[%{{.*}}, %c0]
  // CHECK: gpu.barrier
  // CHECK: memref.store %{{.*}}[%{{.*}}, %c1]
  // CHECK: gpu.barrier
  // CHECK: memref.store %{{.*}}[%{{.*}}, %c2]
  // CHECK: gpu.barrier
  // CHECK: %[[SOME:.*]] = arith.cmpi sgt, %{{.*}}, %c0
  // CHECK: scf.if %[[SOME]] {
  // CHECK: memref.store %{{.*}}[%{{.*}}, %c0]
  // CHECK: %[[MORE:.*]] = arith.addi %[[WHOLE]], %c1
  // CHECK: %[[SEVERAL:.*]] = arith.cmpi sgt, %{{.*}}, %c1
  // CHECK: scf.if %[[SEVERAL]] {
  // CHECK: memref.store %{{.*}}[%{{.*}}, %c1]
  // CHECK-NOT: scf.if
  gpu.func @ring(%m: !m, %s: memref<64x3xf32, #gpu.address_space<workgroup>>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %t = gpu.thread_id x
    %l = layout.make : !l
    scf.for %k = %c0 to %n step %c1 {
      %slot = arith.remui %k, %c3 : index
      %i = layout.crd2idx %l(%t, %k) : !l
      %x = memref.load %m[%i] : !m
      memref.store %x, %s[%t, %slot] : memref<64x3xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      memref.store %x, %m[%i] : !m
    }
    gpu.return
  }

  // One whose copies are long stays, and one over two rings of different numbers.
  // CHECK-LABEL: gpu.func @long(
  // CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1
  // CHECK: arith.remui
  // CHECK-NOT: scf.if
  gpu.func @long(%m: !m, %s: memref<64x3xf32, #gpu.address_space<workgroup>>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c26 = arith.constant 26 : index
    %t = gpu.thread_id x
    %l = layout.make : !l
    scf.for %k = %c0 to %n step %c1 {
      %slot = arith.remui %k, %c3 : index
      scf.for %v = %c0 to %c26 step %c1 {
        %i = layout.crd2idx %l(%v, %k) : !l
        %x = memref.load %m[%i] : !m
        memref.store %x, %s[%t, %slot] : memref<64x3xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @both(
  // CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1
  // CHECK-NOT: scf.if
  gpu.func @both(%m: !m, %s: memref<64x3xf32, #gpu.address_space<workgroup>>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %l = layout.make : !l
    scf.for %k = %c0 to %n step %c1 {
      %slot = arith.remui %k, %c3 : index
      %side = arith.remui %k, %c2 : index
      %i = layout.crd2idx %l(%side, %k) : !l
      %x = memref.load %m[%i] : !m
      memref.store %x, %s[%side, %slot] : memref<64x3xf32, #gpu.address_space<workgroup>>
      gpu.barrier
    }
    gpu.return
  }
}
