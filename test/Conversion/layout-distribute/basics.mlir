// RUN: layout-opt %s --layout-distribute --canonicalize --cse --split-input-file | FileCheck %s

#pairs = #layout.tv<32:2, 2:1>

// CHECK-LABEL: func @elementwise
func.func @elementwise(%m: memref<64xf32>, %n: memref<64xf32>, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : tensor<64xf32, #pairs>
  %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32, #pairs>
  %u = arith.addf %t, %one : tensor<64xf32, #pairs>
  %v = math.exp %u : tensor<64xf32, #pairs>
  %b = arith.cmpf olt, %v, %one : tensor<64xf32, #pairs>
  %w = arith.select %b, %t, %v : tensor<64xi1, #pairs>, tensor<64xf32, #pairs>
  %x = arith.select %c, %w, %v : tensor<64xf32, #pairs>
  layout.store %x, %n[%0] : tensor<64xf32, #pairs>, memref<64xf32>
  return
}

// -----

#rows = #layout.tv<(4,8):(8,1), 8:32>
!t = tensor<8x32xf32, #rows>
!s = tensor<8xf32, #layout.tv<(4,8):(0,1), 1:0>>
// CHECK-LABEL: func @softmax
func.func @softmax(%m: memref<?x32xf32, #layout<(?,32):(32,1)>>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %ninf = arith.constant 0xFF800000 : f32
  %x = layout.load %m[%i, %0] pad %ninf : memref<?x32xf32, #layout<(?,32):(32,1)>> -> !t
  %h = layout.reduce maximumf %x dim 1 : !t -> !s
  %g = layout.broadcast %h dim 1 : !s -> !t
  %d = arith.subf %x, %g : !t
  %e = math.exp %d : !t
  %z = layout.reduce addf %e dim 1 : !t -> !s
  %y = layout.broadcast %z dim 1 : !s -> !t
  %r = arith.divf %e, %y : !t
  layout.store %r, %m[%i, %0] : !t, memref<?x32xf32, #layout<(?,32):(32,1)>>
  return
}

// -----

#rows = #layout.tv<32:1, 8:32>
#other = #layout.tv<32:8, 8:1>
// CHECK-LABEL: func @converted
func.func @converted(%m: memref<256xf16>, %n: memref<256xf16>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %a = memref.assume_alignment %m, 16 : memref<256xf16>
  %t = layout.load %a[%0] : memref<256xf16> -> tensor<256xf16, #other>
  %u = layout.convert %t : tensor<256xf16, #other> -> tensor<256xf16, #rows>
  layout.store %u, %n[%0] : tensor<256xf16, #rows>, memref<256xf16>
  return
}

// -----

#t = #layout.tv<32:1, 4:32>
// CHECK-LABEL: func @loops
func.func @loops(%m: memref<?xf32>, %n: index, %out: memref<f32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %128 = arith.constant 128 : index
  %z = arith.constant dense<0.0> : tensor<128xf32, #t>
  %s = scf.for %i = %0 to %n step %128 iter_args(%acc = %z) -> tensor<128xf32, #t> {
    %x = layout.load %m[%i] : memref<?xf32> -> tensor<128xf32, #t>
    %y = arith.addf %acc, %x : tensor<128xf32, #t>
    scf.yield %y : tensor<128xf32, #t>
  }
  %r = layout.reduce %s dim 0 : (tensor<128xf32, #t>) -> (f32) {
  ^bb0(%x: f32, %y: f32):
    %w = arith.addf %x, %y : f32
    layout.yield %w : f32
  }
  memref.store %r, %out[] : memref<f32>
  return
}

// -----

#t = #layout.tv<(8,4):(4,1), 1:0>
// CHECK-LABEL: func @positions
func.func @positions(%m: memref<8x4xi32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %a = layout.iota dim 0 : tensor<4x8xi32, #t>
  %b = layout.iota dim 1 : tensor<4x8xi32, #t>
  %c = arith.addi %a, %b : tensor<4x8xi32, #t>
  %k = arith.constant dense<[0,1,2,3]> : tensor<4xi32, #layout.tv<(8,4):(0,1), 1:0>>
  %kk = layout.broadcast %k dim 1 : tensor<4xi32, #layout.tv<(8,4):(0,1), 1:0>> -> tensor<4x8xi32, #t>
  %d = arith.muli %c, %kk : tensor<4x8xi32, #t>
  %e = layout.transpose %d [1, 0] : tensor<4x8xi32, #t> -> tensor<8x4xi32, #layout.tv<32:1, 1:0>>
  layout.store %e, %m[%0, %0] : tensor<8x4xi32, #layout.tv<32:1, 1:0>>, memref<8x4xi32>
  return
}
