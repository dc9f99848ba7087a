// Which bytes two accesses have in common, and which thread has which of them.
// RUN: layout-opt %s --layout-sync | FileCheck %s

!m = memref<64xf32, 3>
!swizzled = memref<4x16x8xf32, #layout<Sw<2,0,3> o 0 o (4,(8,2),8):(8,(32,256),1)>, 3>
!pairs = memref<256x2xf32, 3>
!e = tensor<64xf32, #layout.tv<32:2, 2:1>>
!f = tensor<64xf32, #layout.tv<(2,16):(1,4), 2:2>>
!square = tensor<8x8xf32, #layout.tv<32:2, 2:1>>

// The end of one is the beginning of the other.
// CHECK-LABEL: @partly
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @partly(%t: !e) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %252 = arith.constant 252 : index
  %all = memref.alloc() : memref<512xi8, 3>
  %p = memref.view %all[%0][] : memref<512xi8, 3> to !m
  %q = memref.view %all[%252][] : memref<512xi8, 3> to !m
  layout.store %t, %p[%0] : !e, !m
  %u = layout.load %q[%0] : !m -> !f
  return
}

// Two places that are not known are not one place.
// CHECK-LABEL: @somewhere
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @somewhere(%t: !e, %i: index, %j: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %all = memref.alloc() : memref<512xi8, 3>
  %p = memref.view %all[%i][] : memref<512xi8, 3> to !m
  %q = memref.view %all[%j][] : memref<512xi8, 3> to !m
  layout.store %t, %p[%0] : !e, !m
  %u = layout.load %q[%0] : !m -> !e
  return
}

// The same bytes, but rows are columns: a thread has others.
// CHECK-LABEL: @turned
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @turned(%t: !square) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %all = memref.alloc() : memref<64xf32, 3>
  %p = memref.reinterpret_cast %all to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xf32, 3> to memref<8x8xf32, strided<[8, 1]>, 3>
  %q = memref.reinterpret_cast %all to offset: [0], sizes: [8, 8], strides: [1, 8] : memref<64xf32, 3> to memref<8x8xf32, strided<[1, 8]>, 3>
  layout.store %t, %p[%0, %0] : !square, memref<8x8xf32, strided<[8, 1]>, 3>
  %u = layout.load %q[%0, %0] : memref<8x8xf32, strided<[1, 8]>, 3> -> !square
  return
}

// What is made of a half may reach into the other.
// CHECK-LABEL: @beyond
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @beyond(%t: !e, %o: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %256 = arith.constant 256 : index
  %all = memref.alloc() : memref<512xi8, 3>
  %p = memref.view %all[%0][] : memref<512xi8, 3> to !m
  %q = memref.view %all[%256][] : memref<512xi8, 3> to !m
  %r = memref.reinterpret_cast %p to offset: [%o], sizes: [64], strides: [1] : !m to memref<64xf32, strided<[1], offset: ?>, 3>
  layout.store %t, %q[%0] : !e, !m
  %u = layout.load %r[%0] : memref<64xf32, strided<[1], offset: ?>, 3> -> !f
  return
}

// A loop that goes on by 256 bytes comes to all.
// CHECK-LABEL: @shifted
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK: layout.load
func.func @shifted(%t: !e, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %256 = arith.constant 256 : index
  %512 = arith.constant 512 : index
  %768 = arith.constant 768 : index
  %all = memref.alloc() : memref<1024xi8, 3>
  %first = memref.view %all[%0][%256] : memref<1024xi8, 3> to memref<?xi8, 3>
  %w = memref.view %all[%512][] : memref<1024xi8, 3> to !m
  layout.store %t, %w[%0] : !e, !m
  %r = scf.for %k = %0 to %n step %256 iter_args(%p = %first) -> memref<?xi8, 3> {
    %q = memref.view %p[%0][] : memref<?xi8, 3> to !m
    %u = layout.load %q[%0] : !m -> !f
    %next = memref.view %p[%256][%256] : memref<?xi8, 3> to memref<?xi8, 3>
    scf.yield %next : memref<?xi8, 3>
  }
  return
}

// One of two.
// CHECK-LABEL: @chosen
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: scf.if
// CHECK: gpu.barrier
// CHECK-NEXT: layout.load
func.func @chosen(%t: !e, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  %one = arith.select %c, %p, %q : !m
  layout.store %t, %q[%0] : !e, !m
  %u = layout.load %one[%0] : !m -> !f
  layout.store %t, %q[%0] : !e, !m
  %other = scf.if %c -> !m {
    scf.yield %p : !m
  } else {
    scf.yield %q : !m
  }
  %v = layout.load %other[%0] : !m -> !f
  return
}

// CHECK-LABEL: @carried_by_while
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.while
// CHECK: layout.load
func.func @carried_by_while(%t: !e, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  layout.store %t, %q[%0] : !e, !m
  %r = scf.while (%a = %p) : (!m) -> !m {
    %u = layout.load %a[%0] : !m -> !f
    scf.condition(%c) %a : !m
  } do {
  ^bb0(%b: !m):
    scf.yield %q : !m
  }
  return
}

// One ends where the other begins, whichever is first.
// CHECK-LABEL: @side_by_side
// CHECK: layout.store
// CHECK-NEXT: layout.load
// CHECK-NEXT: layout.store
// CHECK-NEXT: layout.load
func.func @side_by_side(%t: !e) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %256 = arith.constant 256 : index
  %all = memref.alloc() : memref<512xi8, 3>
  %other = memref.alloc() : memref<512xi8, 3>
  %p = memref.view %all[%0][] : memref<512xi8, 3> to !m
  %q = memref.view %all[%256][] : memref<512xi8, 3> to !m
  %r = memref.view %other[%0][] : memref<512xi8, 3> to !m
  %s = memref.view %other[%256][] : memref<512xi8, 3> to !m
  layout.store %t, %p[%0] : !e, !m
  %u = layout.load %q[%0] : !m -> !f
  layout.store %t, %s[%0] : !e, !m
  %v = layout.load %r[%0] : !m -> !f
  return
}

// A swizzle takes elements of a column as far as its period goes: here to 255, and from 24.
// CHECK-LABEL: @swizzled
// CHECK: layout.store
// CHECK-NEXT: layout.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @swizzled(%t: tensor<8xf32, #layout.tv<(8,4):(1,0), 1:0>>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : !swizzled
  %q = memref.alloc() : !swizzled
  %of_p = memref.reinterpret_cast %p to offset: [0], sizes: [256, 2], strides: [2, 1] : !swizzled to !pairs
  %of_q = memref.reinterpret_cast %q to offset: [0], sizes: [256, 2], strides: [2, 1] : !swizzled to !pairs
  %last = layout.slice %of_p(127, _) : !pairs
  %behind = layout.slice %of_p(128, _) : !pairs
  %first = layout.slice %of_q(12, _) : !pairs
  %a = layout.slice %p(3, (_, 0), 4) : !swizzled
  %b = layout.slice %q(3, (_, 0), 3) : !swizzled
  layout.store %t, %a[%0] : tensor<8xf32, #layout.tv<(8,4):(1,0), 1:0>>, memref<8xf32, #layout<Sw<2,0,3> o 28 o (8):(32)>, 3>
  %u = layout.load %behind[%0] : memref<2xf32, #layout<Sw<0,4,3> o 256 o (2):(1)>, 3> -> tensor<2xf32, #layout.tv<(2,16):(1,0), 1:0>>
  %v = layout.load %last[%0] : memref<2xf32, #layout<Sw<0,4,3> o 254 o (2):(1)>, 3> -> tensor<2xf32, #layout.tv<(2,16):(1,0), 1:0>>
  layout.store %t, %b[%0] : tensor<8xf32, #layout.tv<(8,4):(1,0), 1:0>>, memref<8xf32, #layout<Sw<2,0,3> o 27 o (8):(32)>, 3>
  %w = layout.load %first[%0] : memref<2xf32, #layout<Sw<0,4,3> o 24 o (2):(1)>, 3> -> tensor<2xf32, #layout.tv<(2,16):(1,0), 1:0>>
  return
}
