// What `layout-select` aligns a buffer to where an instruction asks for it: more that is stated stays.
// RUN: layout-opt %s --layout-select | FileCheck %s

!c = tensor<64x32xf32, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>
!p = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!q = memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>
!g = memref<64x64xf16, #layout<(64,64):(64,1)>>

// CHECK-LABEL: @factors
// CHECK: memref.alloc() {alignment = 2048 : i64}
// CHECK: memref.alloc() {alignment = 1024 : i64}
func.func @factors(%z: !c) -> !c attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() {alignment = 2048 : i64} : !p
  %q = memref.alloc() {alignment = 256 : i64} : !q
  %d = layout.mma %p, %q, %z : !p, !q, !c
  return %d : !c
}

// CHECK-LABEL: gpu.func @boxes
// CHECK: memref.alloc() {alignment = 4096 : i64}
// CHECK: memref.alloc() {alignment = 1024 : i64}
gpu.module @kernels {
  gpu.func @boxes(%m: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {alignment = 4096 : i64} : !p
    %q = memref.alloc() : !p
    %s = layout.copy_async %m[%0, %0], %p {layout.tma} : !g, !p
    %t = layout.copy_async %m[%0, %0], %q {layout.tma} : !g, !p
    layout.wait %s
    layout.wait %t
    gpu.return
  }
}
