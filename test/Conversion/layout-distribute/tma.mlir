// Copies by the engine that copies boxes: one thread begins them, all wait at mbarriers; the kernel is handed tensor maps.
//
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute \
// RUN:   | FileCheck %s
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false format=nvvm" | FileCheck %s --check-prefix=NVVM

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // One box, one mbarrier. The maps stand behind the other arguments; %B has one map for its two copies.
    // CHECK-LABEL: gpu.func @twice
    // CHECK-SAME: %[[MAP:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64})
    // CHECK-SAME: layout.tensor_maps = [{address = 0 : i64, argument = 5 : i64, bits = 16 : i64, box = array<i64: 64, 64>
    // CHECK-SAME: sizes = {{\[\[}}array<i64: 1, 2, 0>], [array<i64: 1, 1, 0>]], strides = {{\[\[}}array<i64: 2, 3, 0>]], swizzle = 128 : i64}]
    // The leader is the one that the first warp elects; it begins copies before the others know of the mbarriers.
    // CHECK: %[[ELECTED:[a-z0-9]+]] = nvvm.elect.sync -> i1
    // CHECK: %[[LEADER:[a-z0-9]+]] = arith.andi %{{.*}}, %[[ELECTED]]
    // CHECK: %[[BASE:[a-z0-9]+]] = arith.index_castui %{{.*}} : index to i64
    // CHECK: scf.if %[[LEADER]] {
    // CHECK: nvvm.prefetch tensormap in_param_space, %[[MAP]]
    // CHECK: nvvm.mbarrier.init
    // CHECK: nvvm.mbarrier.init
    // CHECK: nvvm.fence.mbarrier.init
    // CHECK-NOT: gpu.barrier
    // CHECK: memref.store %{{.*}}, %[[NEXT:[a-z0-9_]+]][] : memref<i32>
    // CHECK: %[[TOKEN:[a-z0-9]+]] = memref.load %[[NEXT]][]
    // CHECK: memref.store %{{.*}}, %[[NEXT]][]
    // CHECK: scf.if %[[LEADER]] {
    // CHECK: arith.constant 8192 : i32
    // CHECK: nvvm.mbarrier.arrive.expect_tx
    // CHECK: arith.maxsi
    // CHECK: arith.minsi
    // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[MAP]], %{{.*}}, box[%{{.*}}, %{{.*}}] : !llvm.ptr<7>, !llvm.ptr
    // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[MAP]]
    // CHECK: gpu.barrier
    // CHECK: %[[PARITY:[a-z0-9]+]] = arith.andi %[[TOKEN]], %c1_i32
    // CHECK: nvvm.mbarrier.try_wait.parity %{{.*}}, %[[PARITY]]
    // CHECK-NOT: cp.async.wait.group
    // CHECK-NOT: gpu.barrier
    // CHECK: vector.load
    // NVVM: llvm.mlir.global external constant @twice_tensor_maps("[{\22parameter\22: 9, \22address\22: 1, \22bits\22: 16, \22sizes\22: {{\[\[\[}}1, 6]], {{\[\[}}1, 5]]], \22strides\22: {{\[\[\[}}2, 7]]], \22box\22: [64, 64], \22swizzle\22: 128}]\00") {addr_space = 1 : i32}
    // NVVM: llvm.func @twice({{.*}} %{{.*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<16 x i64>, nvvm.grid_constant})
    gpu.func @twice(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %p = memref.alloc() : !s
      %q = memref.alloc() : !s
      %a = layout.copy_async %A[%i, %0], %p {layout.tma} : !g, !s
      %b = layout.copy_async %A[%0, %i], %q {layout.tma} : !g, !s
      layout.wait %a, %b
      %t = layout.load %p[%0, %0] : !s -> !t
      %u = layout.load %q[%0, %0] : !s -> !t
      %v = arith.addf %t, %u : !t
      layout.store %v, %A[%i, %i] : !t, !g
      gpu.return
    }

    // A loop has a ring of as many mbarriers as stages, which is gone round by each copy.
    // (Which of them is next stands in the first block, where LLVM makes a value of it.)
    // CHECK-LABEL: gpu.func @ring
    // CHECK-NOT: nvvm.mbarrier.init
    // CHECK: %[[NEXT:[a-z0-9_]+]] = memref.alloca() : memref<i32>
    // CHECK-COUNT-3: nvvm.mbarrier.init
    // CHECK-NOT: memref.alloca
    // CHECK-NOT: nvvm.mbarrier.init
    // CHECK: memref.store %{{.*}}, %[[NEXT]][]
    // CHECK: memref.load %[[NEXT]][]
    // CHECK: arith.cmpi ult
    // CHECK: arith.select
    // CHECK: memref.store %{{.*}}, %[[NEXT]][]
    // CHECK: memref.load %[[NEXT]][]
    // CHECK-NOT: gpu.barrier
    // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
    // CHECK: gpu.barrier
    // CHECK-NEXT: scf.for {{.*}} -> ({{.*}}, i32, i32, i32, i32) {
    // CHECK: %[[PARITY:[a-z0-9]+]] = arith.andi %[[TURN:[a-z0-9]+]], %c1_i32
    // CHECK: nvvm.mbarrier.try_wait.parity %{{.*}}, %[[PARITY]]
    // CHECK: %[[TOKEN:[0-9]+]] = scf.if %{{.*}} -> (i32) {
    // CHECK: gpu.barrier
    // CHECK: memref.load %[[NEXT]][]
    // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
    // CHECK: } else {
    // What is not begun has a phase that has passed.
    // CHECK: %[[NOW:[0-9]+]] = memref.load %[[NEXT]][]
    // CHECK: %[[PASSED:[0-9]+]] = arith.xori %[[NOW]], %c1_i32
    // CHECK-NEXT: scf.yield %[[PASSED]] : i32
    // What the next iteration waits for follows the token of this one.
    // CHECK: %[[AGAIN:[0-9]+]] = arith.xori %[[TURN]], %c17_i32
    // CHECK: %[[BEHIND:[0-9]+]] = arith.addi %[[TURN]], %c8_i32
    // CHECK: %[[MORE:[0-9]+]] = arith.cmpi ult, %[[TURN]], %c16_i32
    // CHECK: %[[FOLLOWING:[0-9]+]] = arith.select %[[MORE]], %[[BEHIND]], %[[AGAIN]]
    // CHECK: scf.yield {{.*}}, %[[FOLLOWING]], %[[TOKEN]],
    // CHECK-NOT: nvvm.mbarrier.try_wait.parity
    // CHECK: gpu.return
    gpu.func @ring(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %64 = arith.constant 64 : index
      %zero = arith.constant dense<0.0> : !t
      %p = memref.alloc() : !s
      %K = memref.dim %A, %1 : !g
      %r = scf.for %k = %0 to %K step %64 iter_args(%x = %zero) -> !t {
        %a = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !s
        layout.wait %a
        %t = layout.load %p[%0, %0] : !s -> !t
        %y = arith.addf %x, %t : !t
        scf.yield %y : !t
      } {layout.stages = 3 : i64}
      layout.store %r, %A[%i, %0] : !t, !g
      gpu.return
    }

    // A part of a warp has a leader by its number. A barrier that stands there does.
    // CHECK-LABEL: gpu.func @few
    // CHECK-NOT: nvvm.elect.sync
    // CHECK: %[[FIRST:[a-z0-9]+]] = arith.cmpi eq, %thread_id_x
    // CHECK: scf.if %[[FIRST]] {
    // CHECK: nvvm.mbarrier.init
    // CHECK: gpu.barrier
    // CHECK-NOT: gpu.barrier
    // CHECK: gpu.return
    gpu.func @few(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 16 : i64} {
      %p = memref.alloc() : !s
      gpu.barrier
      %a = layout.copy_async %A[%i, %i], %p {layout.tma} : !g, !s
      layout.wait %a
      gpu.return
    }
  }
}
