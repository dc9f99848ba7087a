// What loops and branches of kernels carry as indices are integers of 32 bits, where indices are.
// RUN: layout-opt %s --layout-narrow-carried | FileCheck %s
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a index-bitwidth=32 bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: FileCheck %s --check-prefix=PTX --input-file %t.ptx

// Outside of kernels they stay.
// CHECK-LABEL: func.func @host
// CHECK: scf.for {{.*}} -> (index)
// CHECK-NOT: index_cast
// CHECK: return
func.func @host(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c3 iter_args(%x = %c0) -> (index) {
    %y = arith.addi %x, %i : index
    scf.yield %y : index
  }
  return %r : index
}

gpu.module @kernels {
  // A loop: what it begins with, its argument, what it yields, and its result; other types stay.
  // CHECK-LABEL: gpu.func @loop
  // CHECK: %[[FROM:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK: %[[R:.*]]:3 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[F:.*]] = %{{.*}}, %[[N:.*]] = %[[FROM]], %{{.*}} = %{{.*}}) -> (f32, i32, i64) {
  // CHECK-NEXT: %[[X:.*]] = arith.index_cast %[[N]] : i32 to index
  // CHECK: %[[Y:.*]] = arith.muli %[[X]], %[[I]] : index
  // CHECK: %[[NEXT:.*]] = arith.index_cast %[[Y]] : index to i32
  // CHECK-NEXT: scf.yield %{{.*}}, %[[NEXT]], %{{.*}} : f32, i32, i64
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[R]]#1 : i32 to index
  // CHECK: memref.store %[[R]]#0, %{{.*}}[%[[WIDE]]]
  // PTX-LABEL: .entry loop(
  // PTX: $L__BB
  // PTX-NOT: mul.lo.s64
  // PTX: mul.lo.s32
  // PTX-NOT: mul.lo.s64
  // PTX: ret;
  gpu.func @loop(%m: memref<?xf32>, %n: index, %from: index) kernel {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %f = arith.constant 0.0 : f32
    %z = arith.constant 1 : i64
    %r:3 = scf.for %i = %c0 to %n step %c3 iter_args(%s = %f, %x = %from, %w = %z) -> (f32, index, i64) {
      %v = memref.load %m[%x] : memref<?xf32>
      %t = arith.addf %s, %v : f32
      %y = arith.muli %x, %i : index
      %u = arith.shli %w, %z : i64
      scf.yield %t, %y, %u : f32, index, i64
    }
    memref.store %r#0, %m[%r#1] : memref<?xf32>
    gpu.return
  }

  // One whose condition is asked: both of its blocks have arguments, which need not be of the same types, and the condition stays.
  // CHECK-LABEL: gpu.func @while
  // CHECK: %[[FROM:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK: scf.while (%[[N:.*]] = %[[FROM]]) : (i32) -> (i1, i32) {
  // CHECK-NEXT: %[[X:.*]] = arith.index_cast %[[N]] : i32 to index
  // CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[X]]
  // CHECK: %[[GIVEN:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK-NEXT: scf.condition(%[[MORE]]) %{{.*}}, %[[GIVEN]] : i1, i32
  // CHECK: ^bb0(%{{.*}}: i1, %[[B:.*]]: i32):
  // CHECK-NEXT: arith.index_cast %[[B]] : i32 to index
  // CHECK: %[[NEXT:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK-NEXT: scf.yield %[[NEXT]] : i32
  // CHECK: arith.index_cast %{{.*}}#1 : i32 to index
  // PTX-LABEL: .entry while(
  // PTX-NOT: mul.lo.s64
  // PTX: mul.lo.s32
  // PTX-NOT: mul.lo.s64
  // PTX: ret;
  gpu.func @while(%m: memref<?xf32>, %n: index, %from: index) kernel {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %f = arith.constant 1.0 : f32
    %r:2 = scf.while (%x = %from) : (index) -> (i1, index) {
      %more = arith.cmpi slt, %x, %n : index
      %y = arith.addi %x, %c3 : index
      scf.condition(%more) %more, %y : i1, index
    } do {
    ^bb0(%some: i1, %x: index):
      memref.store %f, %m[%x] : memref<?xf32>
      %y = arith.muli %x, %x : index
      scf.yield %y : index
    }
    memref.store %f, %m[%r#1] : memref<?xf32>
    gpu.return
  }

  // Branches yield; one of no results stays.
  // CHECK-LABEL: gpu.func @branches
  // CHECK: %[[IF:.*]] = scf.if %{{.*}} -> (i32) {
  // CHECK: %[[A:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK-NEXT: scf.yield %[[A]] : i32
  // CHECK: } else {
  // CHECK: %[[B:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK-NEXT: scf.yield %[[B]] : i32
  // CHECK: arith.index_cast %[[IF]] : i32 to index
  // CHECK: scf.index_switch %{{.*}} -> i32
  // CHECK-COUNT-2: scf.yield %{{.*}} : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: arith.index_cast %{{.*}} : i32 to index
  // CHECK: scf.if
  // CHECK-NOT: index_cast
  // CHECK: gpu.return
  gpu.func @branches(%m: memref<?xf32>, %c: i1, %a: index, %b: index) kernel {
    %f = arith.constant 1.0 : f32
    %i = scf.if %c -> (index) {
      memref.store %f, %m[%a] : memref<?xf32>
      scf.yield %a : index
    } else {
      scf.yield %b : index
    }
    %j = scf.index_switch %i -> index
    case 1 {
      scf.yield %a : index
    }
    default {
      scf.yield %b : index
    }
    scf.if %c {
      memref.store %f, %m[%j] : memref<?xf32>
    }
    gpu.return
  }
}
