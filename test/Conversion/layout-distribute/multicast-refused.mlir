// What is no copy for all blocks of a cluster.
// RUN: layout-opt %s --split-input-file --layout-distribute --verify-diagnostics

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @none(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: is for the blocks of a cluster, and the function has none of several: known_cluster_size = array<i32: 2, 1, 1> on a gpu.func}}
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @one(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 1, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: is for the blocks of a cluster, and the function has none of several}}
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
// expected-error @below {{known_cluster_size = array<i32: 1, 2, 1>: a cluster of a function with layout.threads is 1 to 8 blocks along x}}
gpu.func @along(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 1, 2, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @threads(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: takes a copy by boxes: give it layout.tma}}
  %k = layout.copy_async %m[%0, %0], %p {layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<4096xf16, #layout<4096:1>>
!p = memref<64xf16, #layout<64:1>, 3>
gpu.module @kernels {
gpu.func @runs(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: takes a copy by boxes: give it layout.tma}}
  %k = layout.copy_async %m[%0], %p {layout.bulk, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @store(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{'layout.store_async' op has layout.multicast, which does nothing there: it stands on layout.copy_async}}
  %k = layout.store_async %p, %m[%0, %0] {layout.multicast} : !p, !m
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @alone(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: takes producers, which wait until a slot is free in all blocks: give the copy, or its loop with layout.stages = 2 or more, layout.producer}}
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @rows(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %16 = arith.constant 16 : index
  %b = gpu.block_id x
  %i = arith.muli %b, %16 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: the coordinate in dimension 0 depends on 'gpu.block_id x', which the blocks of a cluster need not have alike, and they copy the same: compute it of arguments, indices of loops and gpu.block_id x divided by 2, which all 2 have}}
  %k = layout.copy_async %m[%i, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

// The quotient by another number is not that of a cluster.
!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @quotient(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %3 = arith.constant 3 : index
  %b = gpu.block_id x
  %i = arith.divui %b, %3 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{the coordinate in dimension 0 depends on 'gpu.block_id x'}}
  %k = layout.copy_async %m[%i, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @condition(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %rank = gpu.cluster_block_id x
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  %is_first = arith.cmpi eq, %rank, %0 : index
  scf.if %is_first {
    // expected-error @below {{layout.multicast: whether it is copied depends on 'gpu.cluster_block_id x'}}
    %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
    layout.wait %k
  }
  gpu.return
}
}

// -----

// A loop that the blocks run as often, but not from the same index on.
!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @bounds(%m: !m {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %b = gpu.block_id x
  %d = gpu.grid_dim x
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  scf.for %i = %b to %n step %d {
    // expected-error @below {{layout.multicast: how often it is copied depends on 'gpu.block_id x'}}
    %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
    layout.wait %k
  }
  gpu.return
}
}

// -----

// What a loop carries is found around it.
!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @carried(%m: !m {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %b = gpu.block_id x
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  %r = scf.for %i = %0 to %n step %1 iter_args(%at = %0) -> index {
    // expected-error @below {{layout.multicast: the coordinate in dimension 0 depends on 'gpu.block_id x'}}
    %k = layout.copy_async %m[%at, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
    layout.wait %k
    %next = arith.addi %at, %b : index
    scf.yield %next : index
  }
  gpu.return
}
}

// -----

// So is what a branch gives, by its condition.
!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @chosen(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %16 = arith.constant 16 : index
  %b = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %z = arith.constant 0 : i32
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  %is_first = arith.cmpi eq, %b, %z : i32
  %at = scf.if %is_first -> index {
    scf.yield %0 : index
  } else {
    scf.yield %16 : index
  }
  // expected-error @below {{layout.multicast: the coordinate in dimension 0 depends on 'nvvm.read.ptx.sreg.cluster.ctarank'}}
  %k = layout.copy_async %m[%at, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<24x64xf16, #layout<S<3,3,3> o 0 o (24,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @shares(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.tma: 24 elements of a box along dimension 0 are no 2 shares that begin where boxes may, at multiples of 8: take a tile of 32 along it}}
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

// What other blocks hold is read behind barriers at which producers are not.
!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @peers(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast} : !m, !p
  layout.wait %k
  // expected-error @below {{layout.producer: the function waits for other blocks of its cluster (layout.peer) before its last copy, or where several blocks get one copy, and producers do not}}
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @three(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 4, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: #layout<3:1> is no part of a cluster of 4 blocks that copies for each other: that is n:s, n blocks whose ranks are s apart, of two or more, powers of two whose product divides 4, which is one too, as #layout<2:1>}}
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast = #layout<3:1>} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @far(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 4, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: #layout<2:4> is no part of a cluster of 4 blocks}}
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast = #layout<2:4>} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @where(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 4, 1, 1>} {
  %0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %x = gpu.block_id x
  %rest = arith.remui %x, %c2 : index
  %i = arith.muli %rest, %c16 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // Blocks two apart have the same rest by two,
  %k = layout.copy_async %m[%i, %0], %p {layout.tma, layout.producer, layout.multicast = #layout<2:2>} : !m, !p
  layout.wait %k
  %q = memref.alloc() {alignment = 1024 : i64} : !p
  // and those beside each other have not.
  // expected-error @below {{layout.multicast: the coordinate in dimension 0 depends on 'gpu.block_id x', which the blocks of a cluster that are 1 apart need not have alike, and they copy the same: compute it of arguments, indices of loops and gpu.block_id x divided by 2, which all 2 have}}
  %l = layout.copy_async %m[%i, %0], %q {layout.tma, layout.producer, layout.multicast = #layout<2:1>} : !m, !p
  layout.wait %l
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @above(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 8, 1, 1>} {
  %0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %rank = gpu.cluster_block_id x
  %half = arith.divui %rank, %c2 : index
  %i = arith.muli %half, %c16 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // A half of the rank is the same for pairs, and not for blocks two apart.
  %k = layout.copy_async %m[%i, %0], %p {layout.tma, layout.producer, layout.multicast = #layout<2:1>} : !m, !p
  layout.wait %k
  %q = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{depends on 'gpu.cluster_block_id x', which the blocks of a cluster that are 2 apart need not have alike, and they copy the same: compute it of arguments, indices of loops and gpu.block_id x divided by 4, or its rest by 2, which all 2 have}}
  %l = layout.copy_async %m[%i, %0], %q {layout.tma, layout.producer, layout.multicast = #layout<2:2>} : !m, !p
  layout.wait %l
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @six(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 6, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{layout.multicast: #layout<2:1> is no part of a cluster of 6 blocks that copies for each other}}
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast = #layout<2:1>} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @itself(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 4, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{#layout<1:1> is no part of a cluster of 4 blocks that copies for each other: that is n:s, n blocks whose ranks are s apart, of two or more}}
  %k = layout.copy_async %m[%0, %0], %p {layout.tma, layout.producer, layout.multicast = #layout<1:1>} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
!p = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @kernels {
gpu.func @assembly(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 4, 1, 1>} {
  %0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %x = llvm.inline_asm "mov.u32 $0, %ctaid.x;", "=r" : () -> i32
  %n = arith.index_cast %x : i32 to index
  %i = arith.muli %n, %c16 : index
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  // expected-error @below {{the coordinate in dimension 0 depends on 'llvm.inline_asm'}}
  %k = layout.copy_async %m[%i, %0], %p {layout.tma, layout.producer, layout.multicast = #layout<2:1>} : !m, !p
  layout.wait %k
  gpu.return
}
}
