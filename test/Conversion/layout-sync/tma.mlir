// What the engine copied each thread sees behind its own wait; what it is to copy over all must have done with, and made
// known to it what they wrote.
//
// RUN: layout-opt %s --layout-sync | FileCheck %s

!g = memref<?x64xf16, #layout<(?,64):(64,1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
!t = tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @loop
  // CHECK: gpu.barrier
  // CHECK-NEXT: layout.copy_async
  // CHECK-NEXT: layout.wait
  // CHECK-NEXT: layout.load
  // CHECK-NOT: gpu.barrier
  gpu.func @loop(%A: !g {llvm.align = 16 : i64}, %n: index, %z: !t) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %64 = arith.constant 64 : index
    %p = memref.alloc() : !s
    scf.for %i = %0 to %n step %64 {
      %a = layout.copy_async %A[%i, %0], %p {layout.tma} : !g, !s
      layout.wait %a
      %t = layout.load %p[%0, %0] : !s -> !t
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @over
  // CHECK: layout.store
  // CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: layout.copy_async
  // CHECK-NEXT: layout.wait
  // CHECK-NEXT: layout.store
  // CHECK-NOT: nvvm.fence.proxy
  // CHECK: gpu.return
  gpu.func @over(%A: !g {llvm.align = 16 : i64}, %z: !t) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    layout.store %z, %p[%0, %0] : !t, !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
    layout.wait %a
    layout.store %z, %A[%0, %0] : !t, !g
    gpu.return
  }

  // What is copied was written: in global memory too.
  // CHECK-LABEL: gpu.func @source
  // CHECK: layout.store
  // CHECK-NEXT: nvvm.fence.proxy
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: layout.copy_async
  gpu.func @source(%A: !g {llvm.align = 16 : i64}, %z: !t) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    layout.store %z, %A[%0, %0] : !t, !g
    %a = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }

  // Nothing of shared memory meets, but the mbarrier: nobody waits for what is done before when it begins again.
  // CHECK-LABEL: gpu.func @mbarrier
  // CHECK: gpu.barrier
  // CHECK-NEXT: layout.copy_async
  // CHECK-NEXT: layout.wait
  // CHECK-NEXT: scf.yield
  gpu.func @mbarrier(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %64 = arith.constant 64 : index
    %p = memref.alloc() : !s
    %q = memref.alloc() : !s
    %r:2 = scf.for %i = %0 to %n step %64 iter_args(%x = %p, %y = %q) -> (!s, !s) {
      %a = layout.copy_async %A[%i, %0], %x {layout.tma} : !g, !s
      layout.wait %a
      scf.yield %y, %x : !s, !s
    }
    gpu.return
  }

  // A store reads the buffer until one thread has waited for it: before that all write what they make known, and none
  // writes again before that one comes to a barrier. What was stored others read behind one, and the engine with no fence.
  // CHECK-LABEL: gpu.func @stored
  // CHECK: scf.for
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: layout.store
  // CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: layout.store_async
  // CHECK-NEXT: layout.wait
  // CHECK-NEXT: }
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: layout.load
  // CHECK-NOT: gpu.barrier
  // CHECK: gpu.return
  gpu.func @stored(%A: !g {llvm.align = 16 : i64}, %n: index, %z: !t) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %64 = arith.constant 64 : index
    %p = memref.alloc() : !s
    scf.for %i = %0 to %n step %64 {
      layout.store %z, %p[%0, %0] : !t, !s
      %a = layout.store_async %p, %A[%i, %0] : !s, !g
      layout.wait %a
    }
    %t = layout.load %A[%0, %0] : !g -> !t
    gpu.return
  }

  // Memory that threads wrote is the engine's behind a fence for all of it.
  // CHECK-LABEL: gpu.func @written
  // CHECK: layout.store
  // CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: layout.store_async
  gpu.func @written(%A: !g {llvm.align = 16 : i64}, %z: !t) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    layout.store %z, %A[%0, %0] : !t, !g
    %a = layout.store_async %p, %A[%0, %0] : !s, !g
    layout.wait %a
    gpu.return
  }
}
