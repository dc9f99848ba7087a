// Placed buffers reach PTX: a view's layout is taken off as any other, and its offset is a constant.
//
// RUN: layout-opt %s --layout-place --layout-sync --layout-to-nvvm="chip=sm_90a format=nvvm" | FileCheck %s

// CHECK: llvm.mlir.global internal @[[SHARED:.+]]() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<8192 x i8>
// CHECK: llvm.func @kernel
// CHECK: llvm.mlir.addressof @[[SHARED]]
// CHECK: llvm.store %{{.*}}, %[[P:.+]] : f32, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
gpu.module @kernels {
  gpu.func @kernel(%g: memref<32xf32>) kernel attributes {layout.threads = 32 : i64} {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %p = memref.alloc() : memref<32x32xf32, #layout<S<3,2,3> o 0 o (32,32):(32,1)>, 3>
    %q = memref.alloc() : memref<32x32xf32, 3>
    %x = memref.load %g[%c0] : memref<32xf32>
    memref.store %x, %p[%c5, %c5] : memref<32x32xf32, #layout<S<3,2,3> o 0 o (32,32):(32,1)>, 3>
    memref.store %x, %q[%c5, %c5] : memref<32x32xf32, 3>
    %y = memref.load %p[%c0, %c5] : memref<32x32xf32, #layout<S<3,2,3> o 0 o (32,32):(32,1)>, 3>
    %z = memref.load %q[%c5, %c0] : memref<32x32xf32, 3>
    %s = arith.addf %y, %z : f32
    memref.store %s, %g[%c0] : memref<32xf32>
    gpu.return
  }
}
