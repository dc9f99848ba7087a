// What producers cannot issue.
// RUN: layout-opt %s --split-input-file --layout-distribute --verify-diagnostics

!m = memref<64xf32, #layout<64:1>>
!p = memref<32xf32, #layout<32:1>, 3>
!t = tensor<32xf32, #layout.tv<32:1, 1:0>>
gpu.module @kernels {
gpu.func @computed(%m: !m {llvm.align = 16 : i64}, %o: memref<1xindex>) kernel attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 128 : i64} : !p
  %t = layout.load %m[%0] : !m -> !t
  %s = layout.reduce addf %t dim 0 : !t -> f32
  // expected-error @below {{layout.producer: a copy depends on 'layout.reduce', which producers do not do: they compute with numbers, and read memory that the kernel does not write}}
  %i = arith.fptosi %s : f32 to i32
  %j = arith.index_cast %i : i32 to index
  %k = layout.copy_async %m[%j], %p {layout.tma, layout.producer} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64xf32, #layout<64:1>>
!p = memref<32xf32, #layout<32:1>, 3>
gpu.module @kernels {
gpu.func @while(%m: !m {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 128 : i64} : !p
  %r = scf.while (%i = %0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    // expected-error @below {{layout.producer: a copy stands in 'scf.while', and producers follow scf.for and scf.if alone}}
    %k = layout.copy_async %m[%i], %p {layout.tma, layout.producer} : !m, !p
    layout.wait %k
    %next = arith.addi %i, %n : index
    scf.yield %next : index
  }
  gpu.return
}
}

// -----

!m = memref<64xf32, #layout<64:1>>
!p = memref<32xf32, #layout<32:1>, 3>
gpu.module @kernels {
gpu.func @few(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 16 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 128 : i64} : !p
  // expected-error @below {{layout.producer: 16 threads are no whole warps, each of which says when it is done with what was copied}}
  %k = layout.copy_async %m[%0], %p {layout.tma, layout.producer} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64xf32, #layout<64:1>>
!p = memref<32xf32, #layout<32:1>, 3>
gpu.module @kernels {
gpu.func @many(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 1024 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 128 : i64} : !p
  // expected-error @below {{layout.producer: 128 threads issue copies beside the group's 1024, and a block has at most 1024: take fewer threads}}
  %k = layout.copy_async %m[%0], %p {layout.tma, layout.producer} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

!m = memref<64xf32, #layout<64:1>>
!p = memref<32xf32, #layout<32:1>, 3>
gpu.module @kernels {
gpu.func @cluster(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 128 : i64} : !p
  // expected-error @below {{layout.producer: the function waits for other blocks of its cluster (layout.peer) before its last copy, or where several blocks get one copy, and producers do not: leave layout.producer out}}
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %k = layout.copy_async %m[%0], %p {layout.tma, layout.producer} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

// What a loop comes back to is before the next copy.
!m = memref<64xf32, #layout<64:1>>
!p = memref<32xf32, #layout<32:1>, 3>
gpu.module @kernels {
gpu.func @again(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %p = memref.alloc() {alignment = 128 : i64} : !p
  scf.for %i = %0 to %4 step %1 {
    %k = layout.copy_async %m[%0], %p {layout.tma, layout.producer} : !m, !p
    layout.wait %k
    // expected-error @below {{layout.producer: the function waits for other blocks of its cluster (layout.peer) before its last copy, or where several blocks get one copy, and producers do not: leave layout.producer out}}
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
  }
  gpu.return
}
}

// -----

// The block that is stated is the group's and its producers'.
!m = memref<64xf32, #layout<64:1>>
!p = memref<32xf32, #layout<32:1>, 3>
gpu.module @kernels {
// expected-error @below {{known_block_size = array<i32: 32, 1, 1>, and the block is 64 threads: 32 of layout.threads, and 32 beside them that issue copies (layout.producer): leave it out, or say array<i32: 64, 1, 1>}}
gpu.func @stated(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64, known_block_size = array<i32: 32, 1, 1>} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 128 : i64} : !p
  %k = layout.copy_async %m[%0], %p {layout.tma, layout.producer} : !m, !p
  layout.wait %k
  gpu.return
}
}

// -----

gpu.module @kernels {
// expected-error @below {{known_block_size = array<i32: 32, 1, 1>, and the block is the 64 threads of layout.threads: leave it out, or say array<i32: 64, 1, 1>}}
gpu.func @group() kernel attributes {layout.threads = 64 : i64, known_block_size = array<i32: 32, 1, 1>} {
  gpu.return
}
}
