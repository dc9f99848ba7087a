// What a loop says of its index decides whether accesses need a condition, and which, and how wide they are.
// RUN: layout-opt %s --layout-distribute | FileCheck %s

!t = tensor<32xf32, #layout.tv<32:1, 1:0>>
!w = tensor<128xf32, #layout.tv<32:4, 4:1>>
!steps = tensor<128xf32, #layout.tv<32:1, 4:32>>
!m = memref<64xf32>
!o = memref<32xf32>
!by32 = memref<?xf32, #layout<?{div=32}:1>>
!by16 = memref<?xf32, #layout<?{div=16}:1>>

// The last index is 32, and 32 elements are behind it.
// CHECK-LABEL: @ends_inside
// CHECK-NOT: scf.if
// CHECK: memref.load
// CHECK-NOT: scf.if
// CHECK: return
func.func @ends_inside(%m: !m, %o: !o) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %33 = arith.constant 33 : index
  scf.for %k = %0 to %33 step %1 {
    %u = layout.load %m[%k] : !m -> !t
    layout.store %u, %o[%0] : !t, !o
  }
  return
}

// It is 33.
// CHECK-LABEL: @ends_outside
// CHECK: scf.if
// CHECK: memref.load
func.func @ends_outside(%m: !m, %o: !o) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %34 = arith.constant 34 : index
  scf.for %k = %0 to %34 step %1 {
    %u = layout.load %m[%k] : !m -> !t
    layout.store %u, %o[%0] : !t, !o
  }
  return
}

// The first one is below 0, where a comparison with signs would see an inside.
// CHECK-LABEL: @begins_outside
// CHECK: %[[IN:.+]] = arith.cmpi ult
// CHECK: scf.if %[[IN]]
// CHECK: memref.load
func.func @begins_outside(%m: !m, %o: !o) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %first = arith.constant -8 : index
  %8 = arith.constant 8 : index
  scf.for %k = %first to %8 step %8 {
    %u = layout.load %m[%k] : !m -> !t
    layout.store %u, %o[%0] : !t, !o
  }
  return
}

// An index without a sign may be one that is below 0 with one.
// CHECK-LABEL: @unsigned
// CHECK-NOT: slt
// CHECK: %[[IN:.+]] = arith.cmpi ult
// CHECK: scf.if %[[IN]]
// CHECK: memref.load
func.func @unsigned(%m: !m, %o: !o, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %8 = arith.constant 8 : index
  scf.for unsigned %k = %0 to %n step %8 {
    %u = layout.load %m[%k] : !m -> !t
    layout.store %u, %o[%0] : !t, !o
  }
  return
}

// Steps of 8 elements from the third one on.
// CHECK-LABEL: @begins_odd
// CHECK-NOT: vector<4xf32>
// CHECK: vector.load {{.*}}, vector<2xf32>
// CHECK-NOT: vector.load {{.*}}, vector<4xf32>
// CHECK-LABEL: @begins_even
// CHECK: vector.load {{.*}}, vector<4xf32>
func.func @begins_odd(%m: memref<256xf32> {llvm.align = 16 : i64}, %o: memref<128xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %2 = arith.constant 2 : index
  %8 = arith.constant 8 : index
  %100 = arith.constant 100 : index
  scf.for %k = %2 to %100 step %8 {
    %u = layout.load %m[%k] : memref<256xf32> -> !w
    layout.store %u, %o[%0] : !w, memref<128xf32>
  }
  return
}
func.func @begins_even(%m: memref<256xf32> {llvm.align = 16 : i64}, %o: memref<128xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %4 = arith.constant 4 : index
  %8 = arith.constant 8 : index
  %100 = arith.constant 100 : index
  scf.for %k = %4 to %100 step %8 {
    %u = layout.load %m[%k] : memref<256xf32> -> !w
    layout.store %u, %o[%0] : !w, memref<128xf32>
  }
  return
}

// To the end of memory in steps of the tile, of which memory has whole ones.
// CHECK-LABEL: @to_the_end
// CHECK-NOT: scf.if
// CHECK: memref.load
// CHECK-NOT: scf.if
// CHECK: return
func.func @to_the_end(%m: !by32, %o: !o) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  %n = memref.dim %m, %0 : !by32
  scf.for %k = %0 to %n step %32 {
    %u = layout.load %m[%k] : !by32 -> !t
    layout.store %u, %o[%0] : !t, !o
  }
  return
}

// In smaller steps; where memory has half a tile at its end; to another end.
// CHECK-LABEL: @half_steps
// CHECK: scf.if
// CHECK: memref.load
// CHECK-LABEL: @half_a_tile
// CHECK: scf.if
// CHECK: memref.load
// CHECK-LABEL: @another_end
// CHECK: scf.if
// CHECK: memref.load
func.func @half_steps(%m: !by32, %o: !o) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %16 = arith.constant 16 : index
  %n = memref.dim %m, %0 : !by32
  scf.for %k = %0 to %n step %16 {
    %u = layout.load %m[%k] : !by32 -> !t
    layout.store %u, %o[%0] : !t, !o
  }
  return
}
func.func @half_a_tile(%m: !by16, %o: !o) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  %n = memref.dim %m, %0 : !by16
  scf.for %k = %0 to %n step %32 {
    %u = layout.load %m[%k] : !by16 -> !t
    layout.store %u, %o[%0] : !t, !o
  }
  return
}
func.func @another_end(%m: !by32, %o: !o, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  scf.for %k = %0 to %n step %32 {
    %u = layout.load %m[%k] : !by32 -> !t
    layout.store %u, %o[%0] : !t, !o
  }
  return
}

// Vectors that are steps apart are compared with one limit, where the index has room for the steps.
// CHECK-LABEL: @steps
// CHECK: scf.for %[[K:.+]] = %{{.+}} to %{{.+}} step
// CHECK: %[[LIMIT:.+]] = arith.subi %{{.+}}, %[[THREAD:.+]] : index
// CHECK: arith.cmpi slt, %[[K]], %[[LIMIT]]
// CHECK: %[[AT:.+]] = arith.addi %[[K]], %c32{{.*}} overflow<nsw> : index
// CHECK: %[[SAME:.+]] = arith.subi %{{.+}}, %[[THREAD]] : index
// CHECK: arith.cmpi slt, %[[AT]], %[[SAME]]
// CHECK-LABEL: @steps_without_room
// CHECK: scf.for %[[K:.+]] = %{{.+}} to %{{.+}} step
// CHECK-NOT: arith.addi %[[K]],
// CHECK: return
func.func @steps(%m: memref<?xf32>, %o: memref<128xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %128 = arith.constant 128 : index
  %1000 = arith.constant 1000 : index
  scf.for %k = %0 to %1000 step %128 {
    %u = layout.load %m[%k] : memref<?xf32> -> !steps
    layout.store %u, %o[%0] : !steps, memref<128xf32>
  }
  return
}
func.func @steps_without_room(%m: memref<?xf32>, %o: memref<128xf32>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %128 = arith.constant 128 : index
  scf.for %k = %0 to %n step %128 {
    %u = layout.load %m[%k] : memref<?xf32> -> !steps
    layout.store %u, %o[%0] : !steps, memref<128xf32>
  }
  return
}
