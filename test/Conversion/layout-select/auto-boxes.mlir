// What the engine copies boxes to has the widest rows of which there are boxes.
//
// RUN: layout-opt %s --layout-select | FileCheck %s
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" -o /dev/null

// CHECK-LABEL: gpu.func @boxes
// CHECK: memref.alloc() {alignment = {{[0-9]+}} : i64} : memref<16x32xf32, #layout<S<3,2,3> o 0 o (16,32):(32,1)>, 3>
// CHECK: layout.copy_async {{.*}} {layout.tma}
gpu.module @engine {
  gpu.func @boxes(%A: memref<?x?xf32, #layout<(?,?{div=4}):(?{div=4},1)>> {llvm.align = 16 : i64}, %B: memref<16x32xf32>) kernel
      attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<16x32xf32, 3>
    %t = layout.copy_async %A[%0, %0], %p {layout.tma} : memref<?x?xf32, #layout<(?,?{div=4}):(?{div=4},1)>>, memref<16x32xf32, 3>
    layout.wait %t
    %x = layout.load %p[%0, %0] : memref<16x32xf32, 3> -> tensor<16x32xf32, #layout.tv<(4,8):(128,4), (4,4):(32,1)>>
    layout.store %x, %B[%0, %0] : tensor<16x32xf32, #layout.tv<(4,8):(128,4), (4,4):(32,1)>>, memref<16x32xf32>
    gpu.return
  }
}

// Boxes behind each other begin where the swizzle repeats, after 8 rows: 4 rows of 256 bytes are as they lie, and so is a row that
// has no swizzle.
// CHECK-LABEL: gpu.func @rows
// CHECK: memref.alloc() {{.*}} : memref<4x128xf16, #layout<(4,128):(128,1)>, 3>
// CHECK: memref.alloc() {{.*}} : memref<64x72xf16, #layout<(64,72):(72,1)>, 3>
!m = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
gpu.module @rows {
  gpu.func @rows(%A: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<4x128xf16, 3>
    %q = memref.alloc() {layout.auto} : memref<64x72xf16, 3>
    %s = layout.copy_async %A[%0, %0], %p {layout.tma} : !m, memref<4x128xf16, 3>
    %t = layout.copy_async %A[%0, %0], %q {layout.tma} : !m, memref<64x72xf16, 3>
    layout.wait %s, %t
    gpu.return
  }
}
