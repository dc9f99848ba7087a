// What is computed behind a loop is in the order of what is stored of it, one element after the other, so that few values live at once;
// what its body computes stays as it is.
// RUN: layout-opt %s --layout-distribute | FileCheck %s

#two = #layout.tv<32:1, 2:32>

// CHECK-LABEL: @stored
// CHECK: %[[S:.*]]:2 = scf.for
// CHECK-NEXT: %[[A:.*]] = math.exp %[[S0:.*]] : f32
// CHECK-NEXT: %[[B:.*]] = math.exp %[[S1:.*]] : f32
// CHECK-NEXT: arith.negf %[[A]]
// CHECK-NEXT: arith.negf %[[B]]
// CHECK-NEXT: scf.yield
// CHECK: %[[E0:.*]] = math.exp %[[S]]#0
// CHECK-NEXT: %[[F0:.*]] = arith.negf %[[E0]]
// CHECK-NEXT: %[[G0:.*]] = arith.addf %[[F0]], %[[S]]#0
// CHECK: %[[E1:.*]] = math.exp %[[S]]#1
// CHECK-NEXT: %[[F1:.*]] = arith.negf %[[E1]]
// CHECK-NEXT: %[[G1:.*]] = arith.addf %[[F1]], %[[S]]#1
// CHECK: memref.store %[[G0]]
// CHECK: memref.store %[[G1]]
// Of what stands before a store, what is for one behind it stays before it.
// CHECK: %[[H0:.*]] = arith.mulf %[[G0]], %[[E0]]
// CHECK: %[[H1:.*]] = arith.mulf %[[G1]], %[[E1]]
// CHECK: memref.store %[[H0]]
// CHECK: memref.store %[[H1]]
func.func @stored(%o: memref<64xf32>, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<64xf32, #two>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> tensor<64xf32, #two> {
    %e = math.exp %a : tensor<64xf32, #two>
    %f = arith.negf %e : tensor<64xf32, #two>
    scf.yield %f : tensor<64xf32, #two>
  }
  %e = math.exp %s : tensor<64xf32, #two>
  %f = arith.negf %e : tensor<64xf32, #two>
  %g = arith.addf %f, %s : tensor<64xf32, #two>
  layout.store %g, %o[%c0] : tensor<64xf32, #two>, memref<64xf32>
  %h = arith.mulf %g, %e : tensor<64xf32, #two>
  layout.store %h, %o[%c0] : tensor<64xf32, #two>, memref<64xf32>
  return
}

// What is taken inside of an operation counts as taken there.
// CHECK-LABEL: @inside
// CHECK: %[[S:.*]]:2 = scf.for
// CHECK: %[[E0:.*]] = math.exp %[[S]]#0
// CHECK-NEXT: %[[F0:.*]] = arith.negf %[[E0]]
// CHECK-NEXT: %[[E1:.*]] = math.exp %[[S]]#1
// CHECK-NEXT: %[[F1:.*]] = arith.negf %[[E1]]
// CHECK: scf.if
// CHECK: memref.store %[[F0]]
// CHECK: memref.store %[[F1]]
func.func @inside(%o: memref<64xf32>, %n: index, %p: i1) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<64xf32, #two>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> tensor<64xf32, #two> {
    %e = math.exp %a : tensor<64xf32, #two>
    scf.yield %e : tensor<64xf32, #two>
  }
  %e = math.exp %s : tensor<64xf32, #two>
  %f = arith.negf %e : tensor<64xf32, #two>
  scf.if %p {
    layout.store %f, %o[%c0] : tensor<64xf32, #two>, memref<64xf32>
  }
  return
}

// Between two loops it stays there.
// CHECK-LABEL: @between
// CHECK: %[[S:.*]]:2 = scf.for
// CHECK: %[[E0:.*]] = math.exp %[[S]]#0
// CHECK-NEXT: %[[F0:.*]] = arith.negf %[[E0]]
// CHECK-NEXT: %[[E1:.*]] = math.exp %[[S]]#1
// CHECK-NEXT: %[[F1:.*]] = arith.negf %[[E1]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[F0]], %{{.*}} = %[[F1]])
// CHECK: math.absf
// CHECK: memref.store
func.func @between(%o: memref<64xf32>, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<64xf32, #two>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> tensor<64xf32, #two> {
    %e = math.exp %a : tensor<64xf32, #two>
    scf.yield %e : tensor<64xf32, #two>
  }
  %e = math.exp %s : tensor<64xf32, #two>
  %f = arith.negf %e : tensor<64xf32, #two>
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f) -> tensor<64xf32, #two> {
    %b = math.absf %a : tensor<64xf32, #two>
    scf.yield %b : tensor<64xf32, #two>
  }
  layout.store %t, %o[%c0] : tensor<64xf32, #two>, memref<64xf32>
  return
}

// A load stays behind what is written before it, and before what is written behind it.
// CHECK-LABEL: @loaded
// CHECK: scf.for
// CHECK: memref.store
// CHECK: memref.store
// CHECK: %[[L0:.*]] = memref.load %arg0
// CHECK: %[[L1:.*]] = memref.load %arg0
// CHECK: memref.store %{{.*}}, %arg0
// CHECK: memref.store %{{.*}}, %arg0
// CHECK: memref.store %[[L0]], %arg1
// CHECK: memref.store %[[L1]], %arg1
func.func @loaded(%m: memref<64xf32>, %o: memref<64xf32>, %n: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<64xf32, #two>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> tensor<64xf32, #two> {
    %e = math.exp %a : tensor<64xf32, #two>
    scf.yield %e : tensor<64xf32, #two>
  }
  layout.store %s, %m[%c0] : tensor<64xf32, #two>, memref<64xf32>
  %l = layout.load %m[%c0] : memref<64xf32> -> tensor<64xf32, #two>
  layout.store %z, %m[%c0] : tensor<64xf32, #two>, memref<64xf32>
  layout.store %l, %o[%c0] : tensor<64xf32, #two>, memref<64xf32>
  return
}
