// A descriptor of a factor in a slot that is known while the kernel runs.
//
// RUN: layout-opt %s "--pass-pipeline=builtin.module(layout-place,layout-sync,layout-distribute)" | FileCheck %s

// Where a slot begins is of any sign before what is added to it: the sum is shifted.
// CHECK-LABEL: @behind
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: %[[WORD:.*]] = arith.index_castui %[[SUM]] : index to i32
// CHECK: arith.shrui %[[WORD]], %{{.*}} : i32
func.func @behind(%C: memref<64x32xf32>, %o: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %bytes = memref.alloc() {alignment = 1024 : i64} : memref<65536xi8, 3>
  %at = arith.addi %o, %c4096 : index
  %v = memref.view %bytes[%at][] : memref<65536xi8, 3> to memref<4096xf16, 3>
  %l = builtin.unrealized_conversion_cast %v : memref<4096xf16, 3> to memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
  %p = memref.assume_alignment %l, 1024 : memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
  %q = memref.alloc() {alignment = 1024 : i64} : memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>
  %z = arith.constant dense<0.0> : tensor<64x32xf32, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>
  %d = layout.mma %p, %q, %z : memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>, memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>, tensor<64x32xf32, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>
  layout.store %d, %C[%0, %0] : tensor<64x32xf32, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>, memref<64x32xf32>
  return
}
