// What becomes of a loop with stages: slots, a prologue, copies behind the first wait and what it loads, one barrier.
// RUN: layout-opt %s --layout-pipeline --cse | FileCheck %s
// RUN: layout-opt %s --layout-pipeline --layout-pipeline --cse | FileCheck %s
// RUN: layout-opt %s --layout-pipeline --layout-place --layout-sync --cse | FileCheck %s --check-prefix=SYNC
// RUN: layout-opt %s --layout-pipeline --layout-place --layout-sync --layout-distribute --cse | FileCheck %s --check-prefix=WAIT

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<16x32xf16, #layout<S<2,3,3> o 0 o (16,32):(32,1)>, 3>
!q = memref<24xf16, 3>
!t = tensor<16x32xf16, #layout.tv<(4,8):(128,1), (8,2):(16,8)>>

// The end of the loop is that of the memory: no coordinate is chosen.
// CHECK-LABEL: func.func @three
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[K:.*]] = memref.dim
// CHECK: %[[SLOTS:.*]] = memref.alloc() {alignment = 128 : i64, layout.purpose = "layout.stages = 3 of memref<16x32xf16, #layout<S<2,3,3> o 0 o (16,32):(32,1)>, 3>"} : memref<3072xi8, 3>
// CHECK: memref.view %[[SLOTS]][%[[C0]]]
// CHECK: %[[T0:.*]] = layout.copy_async %{{.*}}[%{{.*}}, %[[C0]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[C0]], %[[C32]] overflow<nsw>
// CHECK: %[[C1024:.*]] = arith.constant 1024 : index
// CHECK: memref.view %[[SLOTS]][%[[C1024]]]
// CHECK: %[[T1:.*]] = layout.copy_async %{{.*}}[%{{.*}}, %[[NEXT]]]
// CHECK-DAG: %[[FIRST_SLOT:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[LAST_SLOT:.*]] = arith.constant 2048 : i32
// CHECK: %[[LOOP:.*]]:5 = scf.for %[[IV:.*]] = %[[C0]] to %[[K]] step %[[C32]] iter_args(%{{.*}} = %{{.*}}, %[[OLD:.*]] = %[[T0]], %[[LATER:.*]] = %[[T1]], %[[READ:.*]] = %[[FIRST_SLOT]], %[[FILL:.*]] = %[[LAST_SLOT]])
// CHECK: %[[AT:.*]] = arith.index_castui %[[READ]] : i32 to index
// CHECK: memref.view %[[SLOTS]][%[[AT]]]
// CHECK: layout.wait %[[OLD]]
// CHECK-NEXT: layout.load
// CHECK: %[[AHEAD:.*]] = arith.addi %[[IV]], %{{.*}} overflow<nsw>
// CHECK-NOT: arith.select
// CHECK: %[[TO:.*]] = arith.index_castui %[[FILL]] : i32 to index
// CHECK: memref.view %[[SLOTS]][%[[TO]]]
// CHECK: %[[NEW:.*]] = layout.copy_async %{{.*}}[%{{.*}}, %[[AHEAD]]]
// CHECK: %[[STEP:.*]] = arith.addi %[[READ]], %c1024_i32 : i32
// CHECK: %[[END:.*]] = arith.cmpi eq, %[[STEP]]
// CHECK: %[[ROUND:.*]] = arith.select %[[END]], %[[FIRST_SLOT]], %[[STEP]]
// CHECK: scf.yield %{{.*}}, %[[LATER]], %[[NEW]], %[[ROUND]], %[[READ]]
// CHECK: layout.wait %[[LOOP]]#1, %[[LOOP]]#2
// CHECK-NOT: layout.stages

// SYNC-LABEL: func.func @three
// SYNC: scf.for
// SYNC: layout.wait
// SYNC-NEXT: gpu.barrier
// SYNC-NEXT: layout.load
// SYNC-NOT: gpu.barrier
// SYNC: return

// WAIT-LABEL: func.func @three
// WAIT: scf.for
// WAIT: nvvm.cp.async.wait.group 1
// WAIT: scf.yield
// WAIT: nvvm.cp.async.wait.group 0
func.func @three(%A: !g {llvm.align = 16 : i64}, %C: !g, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %K = memref.dim %A, %1 : !g
  %r = scf.for %k = %0 to %K step %32 iter_args(%x = %zero) -> !t {
    %s = layout.copy_async %A[%i, %k], %p : !g, !p
    layout.wait %s
    %u = layout.load %p[%0, %0] : !p -> !t
    %y = arith.addf %x, %u : !t
    scf.yield %y : !t
  } {layout.stages = 3 : i64}
  memref.dealloc %p : !p
  layout.store %r, %C[%i, %0] : !t, !g
  return
}

// Coordinates that the program carries are carried for the later iteration; a buffer of 48 bytes has 128.
// CHECK-LABEL: func.func @carried
// CHECK: memref.alloc() {alignment = 128 : i64, layout.purpose = {{.*}}} : memref<256xi8, 3>
// CHECK: %[[FIRST:.*]] = arith.cmpi slt
// CHECK: %[[SECOND:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK: %[[AT:.*]] = arith.select %[[FIRST]]
// CHECK: layout.copy_async %{{.*}}[%[[AT]]]
// CHECK: scf.for %[[IV:.*]] = {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[AHEAD:.*]] = %[[SECOND]],
// CHECK: %[[LEFT:.*]] = arith.subi %{{.*}}, %[[IV]]
// CHECK: %[[THERE:.*]] = arith.cmpi ult, %{{.*}}, %[[LEFT]]
// CHECK: %[[CHOSEN:.*]] = arith.select %[[THERE]], %[[AHEAD]]
// CHECK: layout.copy_async %{{.*}}[%[[CHOSEN]]]
func.func @carried(%A: memref<?xf16>, %i: index, %n: index, %x: f16) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %3 = arith.constant 3 : index
  %q = memref.alloc() : !q
  %r = scf.for %k = %0 to %n step %1 iter_args(%at = %1) -> index {
    %s = layout.copy_async %A[%at], %q : memref<?xf16>, !q
    layout.wait %s
    %v = memref.cast %q : !q to memref<?xf16, 3>
    %u = layout.load %v[%0] : memref<?xf16, 3> -> tensor<8xf16, #layout.tv<(8,4):(1,0), 1:0>>
    %next = arith.muli %at, %3 overflow<nsw> : index
    scf.yield %next : index
  } {layout.stages = 2 : i64}
  return
}

// One stage is the loop as it is.
// CHECK-LABEL: func.func @one
// CHECK: memref.alloc() : memref<24xf16, 3>
// CHECK: scf.for
// CHECK-NEXT: layout.copy_async
// CHECK-NEXT: layout.wait
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @one(%A: memref<?xf16>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %q = memref.alloc() : !q
  scf.for %k = %0 to %n step %1 {
    %s = layout.copy_async %A[%k], %q : memref<?xf16>, !q
    layout.wait %s
  } {layout.stages = 1 : i64}
  return
}
