// Stores by the engine that copies boxes: one thread begins them, and waits for its groups.
//
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute \
// RUN:   | FileCheck %s
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!s = memref<64x128xf16, 3>
!t = tensor<64x128xf16, #layout.frag<#layout.mma<m64n128k16, warps = (4,1)>, C, 64x128>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Rows of 256 bytes are two chunks; the kernel is handed the map, and has no mbarriers. Nothing reads what was stored:
    // the wait is for the engine to have read the buffer.
    // CHECK-LABEL: gpu.func @once
    // CHECK-SAME: %[[MAP:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64})
    // CHECK-SAME: box = array<i64: 64, 64>
    // CHECK-SAME: swizzle = 128 : i64
    // CHECK: nvvm.elect.sync
    // CHECK: scf.if %[[LEADER:[a-z0-9]+]] {
    // CHECK-NEXT: nvvm.prefetch tensormap in_param_space, %[[MAP]]
    // CHECK-NEXT: }
    // CHECK-NOT: nvvm.mbarrier
    // CHECK: nvvm.fence.proxy
    // CHECK-NEXT: gpu.barrier
    // CHECK: scf.if %[[LEADER]] {
    // CHECK: %[[WORD:.+]] = arith.index_cast %arg2 : index to i64
    // CHECK-NEXT: %[[OTHER:.+]] = llvm.inline_asm "// the same index", "=l,0" %[[WORD]]
    // CHECK-NEXT: %[[INDEX:.+]] = arith.index_cast %[[OTHER]] : i64 to index
    // CHECK: arith.maxsi %[[INDEX]]
    // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %[[MAP]], %{{.*}}, box[%{{.*}}, %[[I:[a-z0-9]+]]] : !llvm.ptr, <3>
    // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %[[MAP]], %{{.*}}, box[%{{.*}}, %[[I]]] : !llvm.ptr, <3>
    // CHECK-NEXT: nvvm.cp.async.bulk.commit.group
    // CHECK-NEXT: }
    // CHECK-NEXT: scf.if %[[LEADER]] {
    // CHECK-NEXT: nvvm.cp.async.bulk.wait_group 0 {read}
    // CHECK-NEXT: }
    // CHECK-NOT: cp.async.wait.group
    // CHECK: gpu.return
    // PTX-LABEL: .entry once
    // PTX-COUNT-8: stmatrix.sync.aligned.m8n8.x4.shared.b16
    // PTX: fence.proxy.async.shared::cta;
    // PTX: bar.sync
    // PTX-COUNT-2: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group
    // PTX: cp.async.bulk.commit_group;
    // PTX: cp.async.bulk.wait_group.read 0;
    gpu.func @once(%A: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %p = memref.alloc() {layout.auto} : !s
      %t = layout.load %A[%i, %0] : !g -> !t
      layout.store %t, %p[%0, %0] : !t, !s
      %a = layout.store_async %p, %C[%i, %0] : !s, !g
      layout.wait %a
      gpu.return
    }

    // What was stored is stored over, or read: the wait is for memory to have it.
    // CHECK-LABEL: gpu.func @again
    // CHECK: scf.for
    // CHECK: nvvm.cp.async.bulk.wait_group 0{{$}}
    // CHECK: gpu.return
    gpu.func @again(%A: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %64 = arith.constant 64 : index
      %p = memref.alloc() {layout.auto} : !s
      scf.for %i = %0 to %n step %64 {
        %t = layout.load %A[%i, %0] : !g -> !t
        layout.store %t, %p[%0, %0] : !t, !s
        %a = layout.store_async %p, %C[%i, %0] : !s, !g
        layout.wait %a
      }
      gpu.return
    }

    // Beside a copy of threads, each has its own wait.
    // CHECK-LABEL: gpu.func @beside
    // CHECK: nvvm.cp.async.bulk.wait_group 0{{$}}
    // CHECK: nvvm.cp.async.wait.group 0
    gpu.func @beside(%A: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %p = memref.alloc() {layout.auto} : !s
      %q = memref.alloc() : memref<64x128xf16, 3>
      %t = layout.load %A[%i, %0] : !g -> !t
      layout.store %t, %p[%0, %0] : !t, !s
      %a = layout.store_async %p, %C[%i, %0] : !s, !g
      %b = layout.copy_async %A[%0, %0], %q : !g, memref<64x128xf16, 3>
      layout.wait %a, %b
      %u = layout.load %C[%0, %0] : !g -> !t
      %v = layout.load %q[%0, %0] : memref<64x128xf16, 3> -> !t
      %w = arith.addf %u, %v : !t
      layout.store %w, %C[%0, %0] : !t, !g
      gpu.return
    }
  }
}
