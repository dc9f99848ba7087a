// Copies by the engine that begin side by side and are waited for at once arrive at one mbarrier.
//
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute --canonicalize | FileCheck %s

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!r = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
!t = tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>
!u = tensor<32x64xf16, #layout.tv<(8,16):(256,1), (8,2):(32,16)>>

gpu.module @kernels {
  // Three copies an iteration, four iterations at once: four mbarriers of as many bytes as all three have. The loop carries
  // three tokens, and waits once.
  // CHECK-LABEL: gpu.func @three
  // CHECK-COUNT-4: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c20480_i32
  // CHECK-NOT: nvvm.mbarrier.arrive.expect_tx
  // CHECK-COUNT-3: nvvm.cp.async.bulk.tensor.shared.cluster.global
  // CHECK-NOT: nvvm.cp.async.bulk.tensor.shared.cluster.global
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c20480_i32
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c20480_i32
  // CHECK: scf.for {{.*}} -> ({{.*}}xf16>, i32, i32, i32) {
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK-NOT: nvvm.mbarrier.try_wait.parity
  // (Its token is counted on.)
  // CHECK: scf.if %{{[a-z0-9]+}} {
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c20480_i32
  // CHECK-NOT: nvvm.mbarrier.arrive.expect_tx
  // CHECK-COUNT-3: nvvm.cp.async.bulk.tensor.shared.cluster.global
  // CHECK-NOT: nvvm.mbarrier.try_wait.parity
  // CHECK: gpu.return
  gpu.func @three(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : !t
    %none = arith.constant dense<0.0> : !u
    %p = memref.alloc() : !s
    %q = memref.alloc() : !s
    %r = memref.alloc() : !r
    %K = memref.dim %A, %1 : !g
    %sum, %last = scf.for %k = %0 to %K step %64 iter_args(%x = %zero, %y = %none) -> (!t, !u) {
      %a = layout.copy_async %A[%0, %k], %p {layout.tma} : !g, !s
      %b = layout.copy_async %B[%0, %k], %q {layout.tma} : !g, !s
      %c = layout.copy_async %B[%64, %k], %r {layout.tma} : !g, !r
      layout.wait %a, %b, %c
      %t = layout.load %p[%0, %0] : !s -> !t
      %u = layout.load %q[%0, %0] : !s -> !t
      %v = layout.load %r[%0, %0] : !r -> !u
      %z = arith.addf %t, %u : !t
      %w = arith.addf %y, %v : !u
      scf.yield %z, %w : !t, !u
    } {layout.stages = 4 : i64}
    layout.store %sum, %B[%0, %0] : !t, !g
    layout.store %last, %B[%0, %64] : !u, !g
    gpu.return
  }

  // Something is done between them.
  // CHECK-LABEL: gpu.func @between
  // CHECK-COUNT-4: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: gpu.return
  gpu.func @between(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {alignment = 1024 : i64} : !s
    %q = memref.alloc() {alignment = 1024 : i64} : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma, layout.ring = array<i64: 0, 2>} : !g, !s
    gpu.barrier
    %b = layout.copy_async %B[%0, %0], %q {layout.tma, layout.ring = array<i64: 1, 2>} : !g, !s
    layout.wait %a, %b
    %t = layout.load %p[%0, %0] : !s -> !t
    %u = layout.load %q[%0, %0] : !s -> !t
    %v = arith.addf %t, %u : !t
    layout.store %v, %A[%0, %0] : !t, !g
    gpu.return
  }

  // They go round in rings of different lengths.
  // CHECK-LABEL: gpu.func @lengths
  // CHECK-COUNT-5: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: gpu.return
  gpu.func @lengths(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {alignment = 1024 : i64} : !s
    %q = memref.alloc() {alignment = 1024 : i64} : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma, layout.ring = array<i64: 0, 2>} : !g, !s
    %b = layout.copy_async %B[%0, %0], %q {layout.tma, layout.ring = array<i64: 1, 3>} : !g, !s
    layout.wait %a, %b
    %t = layout.load %p[%0, %0] : !s -> !t
    %u = layout.load %q[%0, %0] : !s -> !t
    %v = arith.addf %t, %u : !t
    layout.store %v, %A[%0, %0] : !t, !g
    gpu.return
  }

  // One of them begins alone elsewhere.
  // CHECK-LABEL: gpu.func @alone
  // CHECK-COUNT-4: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: gpu.return
  gpu.func @alone(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {alignment = 1024 : i64} : !s
    %q = memref.alloc() {alignment = 1024 : i64} : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma, layout.ring = array<i64: 0, 2>} : !g, !s
    %b = layout.copy_async %B[%0, %0], %q {layout.tma, layout.ring = array<i64: 1, 2>} : !g, !s
    layout.wait %a, %b
    %t = layout.load %p[%0, %0] : !s -> !t
    %u = layout.load %q[%0, %0] : !s -> !t
    %v = arith.addf %t, %u : !t
    layout.store %v, %A[%0, %0] : !t, !g
    %c = layout.copy_async %B[%0, %0], %q {layout.tma, layout.ring = array<i64: 1, 2>} : !g, !s
    layout.wait %c
    gpu.return
  }

  // Each is waited for by itself.
  // CHECK-LABEL: gpu.func @apart
  // CHECK-COUNT-4: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: gpu.return
  gpu.func @apart(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {alignment = 1024 : i64} : !s
    %q = memref.alloc() {alignment = 1024 : i64} : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma, layout.ring = array<i64: 0, 2>} : !g, !s
    %b = layout.copy_async %B[%0, %0], %q {layout.tma, layout.ring = array<i64: 1, 2>} : !g, !s
    layout.wait %a
    %t = layout.load %p[%0, %0] : !s -> !t
    layout.wait %b
    %u = layout.load %q[%0, %0] : !s -> !t
    %v = arith.addf %t, %u : !t
    layout.store %v, %A[%0, %0] : !t, !g
    gpu.return
  }

  // What somebody wrote to join a copy to none does not leave it out.
  // CHECK-LABEL: gpu.func @written
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
  // CHECK: gpu.return
  gpu.func @written(%A: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {alignment = 1024 : i64} : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma, layout.joined} : !g, !s
    layout.wait %a
    %t = layout.load %p[%0, %0] : !s -> !t
    layout.store %t, %A[%0, %0] : !t, !g
    gpu.return
  }
}
