// RUN: layout-opt %s --layout-distribute --canonicalize --cse --split-input-file | FileCheck %s

#pairs = #layout.tv<32:2, 2:1>

// The first of two values of each thread; the block's size in place of the group's.
// CHECK-LABEL: func @elementwise
// CHECK-SAME: attributes {gpu.known_block_size = array<i32: 32, 1, 1>}
// CHECK: %[[T:.+]] = gpu.thread_id x upper_bound 32
// CHECK: %[[L:.+]] = layout.make : !layout<(32,2):(2,1)>
// CHECK: %[[I:.+]] = layout.crd2idx %[[L]](%[[T]], 0)
// CHECK: %[[J:.+]] = layout.crd2idx %[[L]](%[[T]], 1)
// CHECK: memref.load %{{.+}}[%[[I]]]
// CHECK: memref.load %{{.+}}[%[[J]]]
// CHECK-COUNT-2: arith.addf %{{.+}}, %{{.+}} : f32
// CHECK-COUNT-2: math.exp %{{.+}} : f32
// CHECK-COUNT-2: arith.cmpf olt
// CHECK-COUNT-4: arith.select
// CHECK: memref.store %{{.+}}, %{{.+}}[%[[I]]]
// CHECK: memref.store %{{.+}}, %{{.+}}[%[[J]]]
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
// Rows of 32 by four lanes: whether there is a row decides for all of a thread's elements.
// CHECK-LABEL: func @softmax
// CHECK: %[[M:.+]]:2 = builtin.unrealized_conversion_cast %{{.+}} to memref<?xf32>, index
// CHECK: %[[IN:.+]] = arith.cmpi ult, %{{.+}}, %[[M]]#1
// CHECK: %[[X:.+]]:8 = scf.if %[[IN]]
// CHECK-COUNT-8: memref.load %[[M]]#0
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[PAD:.+]], %[[PAD]],
// CHECK-COUNT-7: arith.maximumf
// CHECK: gpu.shuffle xor %{{.+}}, %c1_i32, %c32_i32
// CHECK: arith.maximumf
// CHECK: gpu.shuffle xor %{{.+}}, %c2_i32, %c32_i32
// CHECK: %[[H:.+]] = arith.maximumf
// CHECK-COUNT-8: arith.subf %[[X]]#{{[0-7]}}, %[[H]]
// CHECK-COUNT-2: gpu.shuffle
// CHECK-NOT: gpu.shuffle
// CHECK: scf.if %[[IN]] {
// CHECK-COUNT-8: memref.store
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
// Eight halves in one vector; shuffles of two at a time, as many as leave their lane.
// CHECK-LABEL: func @converted
// CHECK: vector.load %{{.+}} {alignment = 16 : i64} : memref<256xf16>, vector<8xf16>
// CHECK-COUNT-6: gpu.shuffle
// CHECK-NOT: gpu.shuffle
// CHECK-COUNT-8: memref.store
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
// A tile in a loop is four values; a region combines them, and then those of the lanes.
// CHECK-LABEL: func @loops
// CHECK: %[[S:.+]]:4 = scf.for {{.*}} -> (f32, f32, f32, f32) {
// CHECK-COUNT-4: scf.if
// CHECK: scf.yield %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : f32, f32, f32, f32
// CHECK: arith.addf %[[S]]#0, %[[S]]#1
// CHECK: arith.addf %[[S]]#2, %[[S]]#3
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK: memref.store %{{.+}}, %{{.+}}[] : memref<f32>
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
// Coordinates are digits of the thread, a dense constant is selected by them; a transpose is nothing.
// CHECK-LABEL: func @positions
// CHECK-DAG: layout.make : !layout<(8,4):(0,1)>
// CHECK-DAG: layout.make : !layout<(8,4):(1,0)>
// CHECK: arith.addi
// CHECK-COUNT-2: arith.select
// CHECK-NOT: arith.select
// CHECK: arith.muli
// CHECK: memref.store
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
