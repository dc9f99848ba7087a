// Where ldmatrix may load, a lane reads what others wrote, though each thread holds in the load what it held in the store.
// RUN: layout-opt %s --layout-sync | FileCheck %s

#m = #layout.mma<m16n8k16, warps = (1,1)>
!a = tensor<16x16xf16, #layout.frag<#m, A, 16x16>>
!b = tensor<16x8xf16, #layout.frag<#m, B, 16x8>>

// Of a part of memory it is not looked at whether it does.
// CHECK-LABEL: @part
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @part(%t: !a, %m: memref<32x16xf16, 3>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  layout.store %t, %m[%0, %0] : !a, memref<32x16xf16, 3>
  %u = layout.load %m[%0, %0] : memref<32x16xf16, 3> -> !a
  return
}

// Columns of B are loaded transposed.
// CHECK-LABEL: @columns
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @columns(%t: !b, %m: memref<16x8xf16, 3>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  layout.store %t, %m[%0, %0] : !b, memref<16x8xf16, 3>
  %u = layout.load %m[%0, %0] : memref<16x8xf16, 3> -> !b
  return
}

// Where rows do not lie together none does.
// CHECK-LABEL: @neither
// CHECK: layout.store
// CHECK-NEXT: layout.load
func.func @neither(%t: !a, %m: memref<16x16xf16, strided<[33, 2]>, 3>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  layout.store %t, %m[%0, %0] : !a, memref<16x16xf16, strided<[33, 2]>, 3>
  %u = layout.load %m[%0, %0] : memref<16x16xf16, strided<[33, 2]>, 3> -> !a
  return
}
