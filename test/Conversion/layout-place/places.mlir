// Buffers in shared memory become views of one.
//
// RUN: layout-opt %s --layout-place | FileCheck %s

#e = #layout.tv<32:2, 2:1>
!t = tensor<64xf32, #e>
!m = memref<64xf32, 3>

// What is written after the last read of another buffer may lie there; what is not, not.
// CHECK-LABEL: @in_turn
// CHECK: %[[ALL:.+]] = memref.alloc() {alignment = 16 : i64} : memref<512xi8, 3>
// CHECK: %[[P0:.+]] = arith.constant 0
// CHECK: memref.view %[[ALL]][%[[P0]]][] : memref<512xi8, 3> to memref<64xf32, 3>
// CHECK: %[[Q0:.+]] = arith.constant 256
// CHECK: memref.view %[[ALL]][%[[Q0]]][] : memref<512xi8, 3> to memref<64xf32, 3>
// CHECK: %[[R0:.+]] = arith.constant 0
// CHECK: memref.view %[[ALL]][%[[R0]]][] : memref<512xi8, 3> to memref<64xf32, 3>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.dealloc
func.func @in_turn(%t: !t, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  %r = memref.alloc() : !m
  layout.store %t, %p[%i] : !t, !m
  layout.store %t, %q[%i] : !t, !m
  %u = layout.load %p[%i] : !m -> !t
  layout.store %t, %r[%i] : !t, !m
  %v = layout.load %r[%i] : !m -> !t
  %w = layout.load %q[%i] : !m -> !t
  memref.dealloc %p : !m
  memref.dealloc %q : !m
  return
}

// In all of a loop what is allocated before it is alive; what each iteration allocates is not.
// CHECK-LABEL: @loop
// CHECK: memref.alloc() {{.*}} : memref<512xi8, 3>
// CHECK-LABEL: @loop_inside
// CHECK: memref.alloc() {{.*}} : memref<256xi8, 3>
func.func @loop(%t: !t, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  scf.for %k = %i to %i step %i {
    layout.store %t, %p[%i] : !t, !m
    %u = layout.load %p[%i] : !m -> !t
    layout.store %t, %q[%i] : !t, !m
    %v = layout.load %q[%i] : !m -> !t
  }
  return
}
func.func @loop_inside(%t: !t, %i: index) attributes {layout.threads = 32 : i64} {
  scf.for %k = %i to %i step %i {
    %p = memref.alloc() : !m
    layout.store %t, %p[%i] : !t, !m
    %u = layout.load %p[%i] : !m -> !t
    %q = memref.alloc() : !m
    layout.store %t, %q[%i] : !t, !m
    %v = layout.load %q[%i] : !m -> !t
  }
  return
}

// One of two branches runs.
// CHECK-LABEL: @branches
// CHECK: memref.alloc() {{.*}} : memref<256xi8, 3>
func.func @branches(%t: !t, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  scf.if %c {
    layout.store %t, %p[%i] : !t, !m
  } else {
    layout.store %t, %q[%i] : !t, !m
  }
  return
}

// A copy writes until its wait.
// CHECK-LABEL: @copy
// CHECK: memref.alloc() {{.*}} : memref<512xi8, 3>
func.func @copy(%g: memref<64xf32>, %t: !t, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  %k = layout.copy_async %g[%i], %p : memref<64xf32>, !m
  layout.store %t, %q[%i] : !t, !m
  layout.wait %k
  return
}

// A layout reaches as many elements as its cosize; its swizzle says the alignment, up to all banks.
// CHECK-LABEL: @layouts
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<3030xi8, 3>
// CHECK: memref.view %{{.*}} : memref<3030xi8, 3> to memref<508xf16, 3>
// CHECK-NEXT: %[[A:.+]] = builtin.unrealized_conversion_cast %{{.*}} : memref<508xf16, 3> to memref<8x32xf16, #layout<(8,32):(68,1)>, 3>
// CHECK-NEXT: memref.assume_alignment %[[A]], 16 :
// CHECK: memref.view %{{.*}} to memref<128xf64, 3>
// CHECK: memref.assume_alignment %{{.*}}, 128 : memref<128xf64, #layout<S<1,0,3> o 0 o 128:1>, 3>
// CHECK: %[[B:.+]] = memref.view %{{.*}} to memref<240xf32, 3>
// CHECK-NEXT: memref.reinterpret_cast %[[B]] to offset: [1], sizes: [4, 8], strides: [70, 4] : memref<240xf32, 3> to memref<4x8xf32, strided<[70, 4], offset: 1>, 3>
// CHECK: memref.view %{{.*}} to memref<2x3xi1, 3>
// CHECK: memref.view %{{.*}} to memref<index, 3>
func.func @layouts(%i: index, %h: f16, %d: f64, %f: f32, %b: i1) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : memref<8x32xf16, #layout<(8,32):(68,1)>, 3>
  %q = memref.alloc() : memref<128xf64, #layout<S<1,0,3> o 0 o 128:1>, 3>
  %r = memref.alloc() : memref<4x8xf32, strided<[70, 4], offset: 1>, 3>
  %s = memref.alloc() : memref<2x3xi1, 3>
  %o = memref.alloc() : memref<index, 3>
  scf.for %k = %i to %i step %i {
    memref.store %h, %p[%i, %i] : memref<8x32xf16, #layout<(8,32):(68,1)>, 3>
    memref.store %d, %q[%i] : memref<128xf64, #layout<S<1,0,3> o 0 o 128:1>, 3>
    memref.store %f, %r[%i, %i] : memref<4x8xf32, strided<[70, 4], offset: 1>, 3>
    memref.store %b, %s[%i, %i] : memref<2x3xi1, 3>
    memref.store %i, %o[] : memref<index, 3>
  }
  return
}

// What another space is written as; memory that is not shared stays.
// CHECK-LABEL: @spaces
// CHECK: memref.memory_space_cast %{{.*}} : memref<512xi8, 3> to memref<512xi8, #gpu.address_space<workgroup>>
// CHECK: memref.alloc() : memref<64xf32>
func.func @spaces(%t: !t, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %g = memref.alloc() : memref<64xf32>
  layout.store %t, %p[%i] : !t, !m
  layout.store %t, %q[%i] : !t, memref<64xf32, #gpu.address_space<workgroup>>
  %u = layout.load %p[%i] : !m -> !t
  layout.store %t, %g[%i] : !t, memref<64xf32>
  return
}

// A kernel has the buffer of its workgroup, beside those that it declares itself.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @small
  // CHECK-SAME: workgroup(%[[OLD:.+]] : memref<4xf32, 3> {llvm.align = 16 : i64}, %[[NEW:.+]] : memref<256xi8, 3> {llvm.align = 128 : i64})
  // CHECK-SAME: private(%{{.+}} : memref<1xf32, 5>)
  // CHECK: memref.view %[[NEW]]
  gpu.func @small(%t: f32, %i: index) workgroup(%old: memref<4xf32, 3> {llvm.align = 16}) private(%own: memref<1xf32, 5>) kernel attributes {layout.threads = 32 : i64} {
    %p = memref.alloc() {alignment = 128 : i64} : !m
    memref.store %t, %p[%i] : !m
    gpu.return
  }

  // Beyond 48 KiB the launch gives it, and upstream aligns it to 16 bytes.
  // CHECK-LABEL: gpu.func @large
  // CHECK-SAME: layout.dynamic_shared_memory = 65536 : i64
  // CHECK: %[[D:.+]] = gpu.dynamic_shared_memory
  // CHECK: %[[S:.+]] = memref.memory_space_cast %[[D]] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi8, 3>
  // CHECK: memref.view %[[S]]
  // CHECK: memref.assume_alignment %{{.*}}, 128 :
  gpu.func @large(%t: f32, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %p = memref.alloc() {alignment = 128 : i64} : memref<128x128xf32, 3>
    memref.store %t, %p[%i, %i] : memref<128x128xf32, 3>
    gpu.return
  }
}

// What does not say its threads is no program of a group.
// CHECK-LABEL: @alone
// CHECK: memref.alloc() : memref<64xf32, 3>
func.func @alone() {
  %p = memref.alloc() : !m
  return
}

// A few bytes share with nobody: that would cost a barrier.
// CHECK-LABEL: func.func @few
// CHECK: memref.alloc() {{.*}} : memref<32xi8, 3>
// CHECK: memref.view %{{.*}}[%c0
// CHECK: memref.view %{{.*}}[%c16
func.func @few(%t: tensor<4xf32, #layout.tv<32:0, 4:1>>, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : memref<4xf32, 3>
  layout.store %t, %p[%i] : tensor<4xf32, #layout.tv<32:0, 4:1>>, memref<4xf32, 3>
  %u = layout.load %p[%i] : memref<4xf32, 3> -> tensor<4xf32, #layout.tv<32:0, 4:1>>
  %q = memref.alloc() : memref<4xf32, 3>
  layout.store %u, %q[%i] : tensor<4xf32, #layout.tv<32:0, 4:1>>, memref<4xf32, 3>
  %v = layout.load %q[%i] : memref<4xf32, 3> -> tensor<4xf32, #layout.tv<32:0, 4:1>>
  return
}

// What is stored is read until the wait, and no longer.
// CHECK-LABEL: @stored
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<512xi8, 3>
// CHECK: %[[P0:.+]] = arith.constant 0
// CHECK: memref.view %{{.+}}[%[[P0]]][]
// CHECK: %[[Q0:.+]] = arith.constant 256
// CHECK: memref.view %{{.+}}[%[[Q0]]][]
// CHECK: %[[R0:.+]] = arith.constant 0
// CHECK: memref.view %{{.+}}[%[[R0]]][]
func.func @stored(%t: !t, %m: memref<64xf32>, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  %r = memref.alloc() : !m
  layout.store %t, %p[%i] : !t, !m
  %k = layout.store_async %p, %m[%i] : !m, memref<64xf32>
  layout.store %t, %q[%i] : !t, !m
  %u = layout.load %q[%i] : !m -> !t
  layout.wait %k
  layout.store %t, %r[%i] : !t, !m
  %v = layout.load %r[%i] : !m -> !t
  %w = layout.load %q[%i] : !m -> !t
  return
}
