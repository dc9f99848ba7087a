// Which copies need a guard behind the last iteration: those that would begin inside of their source there.
// RUN: layout-opt %s --layout-pipeline | FileCheck %s

!g = memref<?x64xf32>
!h = memref<64xf32>
!m = memref<1x64xf32, 3>
!n = memref<32xf32, 3>
!t = tensor<1x64xf32, #layout.tv<32:2, 2:1>>
!u = tensor<32xf32, #layout.tv<32:1, 1:0>>

// Up to the end of the dimension: none.
// CHECK-LABEL: @to_the_end
// CHECK-NOT: arith.cmpi slt
// CHECK: scf.for
// CHECK: return
func.func @to_the_end(%g: !g) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %p = memref.alloc() : !m
  %n = memref.dim %g, %0 : !g
  scf.for %k = %0 to %n step %1 {
    %s = layout.copy_async %g[%k, %0], %p : !g, !m
    layout.wait %s
    %u = layout.load %p[%0, %0] : !m -> !t
  } {layout.stages = 2 : i64}
  return
}

// Without signs, another memory's end, and the end of another dimension, each is one.
// CHECK-LABEL: @unsigned
// CHECK: arith.cmpi ult
// CHECK-NOT: arith.cmpi slt
// CHECK: scf.for unsigned
// CHECK-LABEL: @of_another
// CHECK: %[[THERE:.+]] = arith.cmpi slt
// CHECK: arith.select %[[THERE]]
// CHECK: scf.for
// CHECK-LABEL: @of_another_dimension
// CHECK: %[[THERE:.+]] = arith.cmpi slt
// CHECK: arith.select %[[THERE]]
// CHECK: scf.for
func.func @unsigned(%g: !g) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %p = memref.alloc() : !m
  %n = memref.dim %g, %0 : !g
  scf.for unsigned %k = %0 to %n step %1 {
    %s = layout.copy_async %g[%k, %0], %p : !g, !m
    layout.wait %s
    %u = layout.load %p[%0, %0] : !m -> !t
  } {layout.stages = 2 : i64}
  return
}
func.func @of_another(%g: !g, %h: !g) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %p = memref.alloc() : !m
  %n = memref.dim %h, %0 : !g
  scf.for %k = %0 to %n step %1 {
    %s = layout.copy_async %g[%k, %0], %p : !g, !m
    layout.wait %s
    %u = layout.load %p[%0, %0] : !m -> !t
  } {layout.stages = 2 : i64}
  return
}
func.func @of_another_dimension(%g: memref<?x?xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %p = memref.alloc() : !m
  %n = memref.dim %g, %1 : memref<?x?xf32>
  scf.for %k = %0 to %n step %1 {
    %s = layout.copy_async %g[%k, %0], %p : memref<?x?xf32>, !m
    layout.wait %s
    %u = layout.load %p[%0, %0] : !m -> !t
  } {layout.stages = 2 : i64}
  return
}

// An element before the end.
// CHECK-LABEL: @almost
// CHECK: scf.for
// CHECK: %[[THERE:.+]] = arith.cmpi slt
// CHECK: arith.select %[[THERE]]
// CHECK-LABEL: @exactly
// CHECK: scf.for
// CHECK-NOT: arith.cmpi slt
// CHECK: return
func.func @almost(%h: !h) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %63 = arith.constant 63 : index
  %p = memref.alloc() : !n
  scf.for %k = %0 to %63 step %1 {
    %s = layout.copy_async %h[%k], %p : !h, !n
    layout.wait %s
    %u = layout.load %p[%0] : !n -> !u
  } {layout.stages = 2 : i64}
  return
}
func.func @exactly(%h: !h) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %64 = arith.constant 64 : index
  %p = memref.alloc() : !n
  scf.for %k = %0 to %64 step %1 {
    %s = layout.copy_async %h[%k], %p : !h, !n
    layout.wait %s
    %u = layout.load %p[%0] : !n -> !u
  } {layout.stages = 2 : i64}
  return
}

// What is computed for an iteration that there is not is promised nothing. Copies begin behind the first wait of two.
// CHECK-LABEL: @promises
// CHECK: scf.for
// CHECK: arith.muli %{{.+}}, %{{.+}} overflow<nsw> : index
// CHECK: layout.wait
// CHECK: arith.muli %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : index
// CHECK: layout.copy_async
// CHECK: layout.copy_async
// CHECK: layout.wait
// CHECK: scf.yield
func.func @promises(%h: !h, %by: index, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %p = memref.alloc() : !n
  %q = memref.alloc() : !n
  scf.for %k = %0 to %n step %1 {
    %at = arith.muli %k, %by overflow<nsw> : index
    %s = layout.copy_async %h[%at], %p : !h, !n
    %t = layout.copy_async %h[%k], %q : !h, !n
    layout.wait %s
    %u = layout.load %p[%0] : !n -> !u
    layout.wait %t
    %v = layout.load %q[%0] : !n -> !u
  } {layout.stages = 2 : i64}
  return
}
