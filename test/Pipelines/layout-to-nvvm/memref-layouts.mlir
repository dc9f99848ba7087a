// A swizzled workgroup buffer: memory of its size, and an index.
// RUN: layout-opt %s --layout-to-nvvm=format=nvvm | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="format=nvvm simplify=false" | FileCheck %s

// CHECK: llvm.mlir.global internal @__wg_kernel_0() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<4096 x f32>
// CHECK: llvm.func @kernel
// CHECK: llvm.xor
// CHECK: llvm.store {{.*}} : f32, !llvm.ptr<3>
!s = memref<64x64xf32, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
gpu.module @kernels {
  gpu.func @kernel(%i: index, %x: f32) workgroup(%s: !s {llvm.align = 128 : i64}) kernel {
    memref.store %x, %s[%i, %i] : !s
    gpu.return
  }
}
