// A launch in the module has the sizes that its kernel is for, where both are numbers: the block of a kernel with producers is
// larger than its group. What a launcher runs (layout.launches) is looked at as well.
// RUN: layout-opt %s --split-input-file --layout-to-nvvm="format=nvvm bare-pointers=false" --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --split-input-file --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute --verify-diagnostics -o /dev/null

!m = memref<256xf32, #layout<256:1>>
!p = memref<128xf32, #layout<128:1>, 3>
!t = tensor<128xf32, #layout.tv<128:1, 1:0>>
module attributes {gpu.container_module} {
gpu.module @kernels {
gpu.func @produced(%m: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() {alignment = 128 : i64} : !p
  %k = layout.copy_async %m[%0], %p {layout.bulk, layout.producer} : !m, !p
  layout.wait %k
  %t = layout.load %p[%0] : !p -> !t
  layout.store %t, %m[%0] : !t, !m
  gpu.return
}
}
func.func @right(%m: !m) {
  %1 = arith.constant 1 : index
  %160 = arith.constant 160 : index
  gpu.launch_func @kernels::@produced blocks in (%1, %1, %1) threads in (%160, %1, %1) args(%m : !m)
  return
}
func.func @group(%m: !m) {
  %1 = arith.constant 1 : index
  %128 = arith.constant 128 : index
  // expected-error @below {{'gpu.launch_func' has threads in (128, 1, 1), and @kernels::@produced is for (160, 1, 1): 128 threads of its group, and 32 beside them that issue copies (layout.producer)}}
  gpu.launch_func @kernels::@produced blocks in (%1, %1, %1) threads in (%128, %1, %1) args(%m : !m)
  return
}
func.func @unknown(%m: !m, %n: index) {
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  gpu.launch_func @kernels::@produced blocks in (%1, %1, %1) threads in (%n, %1, %1) args(%m : !m)
  // expected-error @below {{has threads in (?, 2, 1), and @kernels::@produced is for (160, 1, 1)}}
  gpu.launch_func @kernels::@produced blocks in (%1, %1, %1) threads in (%n, %2, %1) args(%m : !m)
  return
}
}

// -----

// The producers of a whole loop, whose copies get them later.
!g = memref<?x32xf32, #layout<(?,32):(32,1)>>
!p = memref<32xf32, #layout<32:1>, 3>
!q = memref<1x32xf32, #layout<(1,32):(32,1)>, 3>
!t = tensor<1x32xf32, #layout.tv<32:1, 1:0>>
module attributes {gpu.container_module} {
gpu.module @kernels {
gpu.func @loop(%m: !g {llvm.align = 16 : i64}, %o: !g) kernel attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %n = memref.dim %m, %0 : !g
  %p = memref.alloc() {alignment = 128 : i64} : !q
  scf.for %i = %0 to %n step %1 {
    %k = layout.copy_async %m[%i, %0], %p {layout.bulk} : !g, !q
    layout.wait %k
    %t = layout.load %p[%0, %0] : !q -> !t
    layout.store %t, %o[%i, %0] : !t, !g
  } {layout.stages = 3 : i64, layout.producer}
  gpu.return
}
}
func.func @group(%m: !g) {
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  // expected-error @below {{has threads in (32, 1, 1), and @kernels::@loop is for (64, 1, 1): 32 threads of its group, and 32 beside them that issue copies (layout.producer)}}
  gpu.launch_func @kernels::@loop blocks in (%1, %1, %1) threads in (%32, %1, %1) args(%m : !g, %m : !g)
  return
}
}

// -----

// Any kernel that says its sizes.
module attributes {gpu.container_module} {
gpu.module @kernels {
gpu.func @said() kernel attributes {known_block_size = array<i32: 16, 8, 1>, known_grid_size = array<i32: 4, 1, 1>} {
  gpu.return
}
gpu.func @clustered() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
  gpu.return
}
gpu.func @group() kernel attributes {layout.threads = 64 : i64} {
  gpu.return
}
}
func.func @host(%n: index) {
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %8 = arith.constant 8 : index
  %16 = arith.constant 16 : index
  %128 = arith.constant 128 : index
  gpu.launch_func @kernels::@said blocks in (%4, %1, %1) threads in (%16, %8, %1)
  gpu.launch_func @kernels::@said blocks in (%n, %n, %n) threads in (%n, %n, %n)
  // expected-error @below {{has threads in (128, 1, 1), and @kernels::@said is for (16, 8, 1): known_block_size}}
  gpu.launch_func @kernels::@said blocks in (%4, %1, %1) threads in (%128, %1, %1)
  // expected-error @below {{has blocks in (8, 1, 1), and @kernels::@said is for (4, 1, 1): known_grid_size}}
  gpu.launch_func @kernels::@said blocks in (%8, %1, %1) threads in (%16, %8, %1)
  gpu.launch_func @kernels::@clustered blocks in (%4, %1, %1) threads in (%1, %1, %1)
  // expected-error @below {{has clusters in (4, 1, 1), and @kernels::@clustered is for (2, 1, 1): known_cluster_size}}
  gpu.launch_func @kernels::@clustered clusters in (%4, %1, %1) blocks in (%4, %1, %1) threads in (%1, %1, %1)
  // expected-error @below {{has blocks in (1, 4, 1), which is no multiple of the clusters of @kernels::@clustered, (2, 1, 1)}}
  gpu.launch_func @kernels::@clustered blocks in (%1, %4, %1) threads in (%1, %1, %1)
  // expected-error @below {{has threads in (128, 1, 1), and @kernels::@group is for (64, 1, 1): layout.threads}}
  gpu.launch_func @kernels::@group blocks in (%1, %1, %1) threads in (%128, %1, %1)
  return
}
}

// -----

// Memory that the kernel does not have.
module attributes {gpu.container_module} {
gpu.module @kernels {
gpu.func @memory() kernel attributes {layout.dynamic_shared_memory = 65536 : i64} {
  gpu.return
}
}
func.func @host() {
  %1 = arith.constant 1 : index
  %less = arith.constant 49152 : i32
  %all = arith.constant 65536 : i32
  gpu.launch_func @kernels::@memory blocks in (%1, %1, %1) threads in (%1, %1, %1) dynamic_shared_memory_size %all
  // expected-error @below {{has dynamic_shared_memory_size 49152, and @kernels::@memory takes 65536 bytes (layout.dynamic_shared_memory)}}
  gpu.launch_func @kernels::@memory blocks in (%1, %1, %1) threads in (%1, %1, %1) dynamic_shared_memory_size %less
  return
}
}

// -----

// What a launcher runs.
module attributes {gpu.container_module} {
gpu.module @kernels {
gpu.func @group() kernel attributes {layout.threads = 64 : i64} {
  gpu.return
}
}
func.func @host() attributes {layout.launches} {
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  // expected-error @below {{has threads in (32, 1, 1), and @kernels::@group is for (64, 1, 1): layout.threads}}
  gpu.launch_func @kernels::@group blocks in (%1, %1, %1) threads in (%32, %1, %1)
  return
}
}

// -----

// What is lowered already says it too.
module attributes {gpu.container_module} {
gpu.module @kernels {
llvm.func @lowered() attributes {gpu.kernel, gpu.known_block_size = array<i32: 384, 1, 1>, layout.producers = 128 : i64, nvvm.kernel} {
  llvm.return
}
}
func.func @host() {
  %1 = arith.constant 1 : index
  %256 = arith.constant 256 : index
  // expected-error @below {{has threads in (256, 1, 1), and @kernels::@lowered is for (384, 1, 1): 256 threads of its group, and 128 beside them that issue copies (layout.producer)}}
  gpu.launch_func @kernels::@lowered blocks in (%1, %1, %1) threads in (%256, %1, %1)
  return
}
}
