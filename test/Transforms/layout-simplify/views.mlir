// Indices of layouts of which nothing is known, by the laws of their operations.
// RUN: layout-opt %s --layout-simplify=verify-egraph=true | FileCheck %s
// RUN: layout-opt %s --layout-simplify=explain=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// EXPLAIN: layout-simplify: (A0 o right_inverse(A0))(v1)
// EXPLAIN-NEXT: L23: v1
// EXPLAIN: layout-simplify: zipped_divide(A0, [128:1, 64:1])((v1, v3), (v5, v7))
// EXPLAIN-NEXT: V6: element i of tile k is element i + k·m, in each mode: A0((v1 + 128*v5), (v3 + 64*v7))

// CHECK-LABEL: func @inverse(
// CHECK-SAME: %{{.*}}: !layout<*>, %[[I:.*]]: index)
// CHECK-NEXT: return %[[I]]
func.func @inverse(%a: !layout<*>, %i: index) -> index {
  %r = layout.right_inverse %a : !layout<*>
  %c = layout.composition %a, %r : !layout<*>, !layout<*>
  %x = layout.crd2idx %c(%i) : !layout<*>
  return %x : index
}

// Element (i, j) of tile (k, l) is element (i + 128·k, j + 64·l).
// CHECK-LABEL: func @tile(
// CHECK-SAME: %[[A:.*]]: !layout<*>, %[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index, %[[L:.*]]: index)
// CHECK: %[[KM:.*]] = arith.muli %[[K]], %c128
// CHECK-NEXT: %[[R:.*]] = arith.addi %[[KM]], %[[I]]
// CHECK-NEXT: %[[LN:.*]] = arith.muli %[[L]], %c64
// CHECK-NEXT: %[[C:.*]] = arith.addi %[[LN]], %[[J]]
// CHECK-NEXT: layout.crd2idx %[[A]](%[[R]], %[[C]]) : !layout<*>
// CHECK-NEXT: return
func.func @tile(%a: !layout<*>, %i: index, %j: index, %k: index, %l: index) -> index {
  %t = layout.zipped_divide %a : !layout<*> by #layout.tile<[128:1, 64:1]>
  %x = layout.crd2idx %t((%i, %j), (%k, %l)) : !layout<*>
  return %x : index
}

// A number within the tile is its digits.
// CHECK-LABEL: func @number_in_tile(
// CHECK-DAG: arith.andi %arg1, %c15
// CHECK-DAG: arith.shrui %arg1, %c4
// CHECK-NOT: layout.zipped_divide
// CHECK: layout.crd2idx %arg0(
func.func @number_in_tile(%a: !layout<*>, %i: index, %k: index, %l: index) -> index {
  %t = layout.zipped_divide %a : !layout<*> by #layout.tile<[16:1, 8:1]>
  %x = layout.crd2idx %t(%i, (%k, %l)) : !layout<*>
  return %x : index
}

// CHECK-LABEL: func @divided(
// CHECK-NOT: layout.logical_divide
// CHECK: %[[K:.*]] = arith.muli %arg2, %c8
// CHECK-NEXT: %[[X:.*]] = arith.addi %[[K]], %arg1
// CHECK-NEXT: layout.crd2idx %arg0(%[[X]]) : !layout<*>
func.func @divided(%a: !layout<*>, %i: index, %k: index) -> index {
  %m = layout.make : !layout<8:1>
  %t = layout.logical_divide %a, %m : !layout<*>, !layout<8:1>
  %x = layout.crd2idx %t(%i, %k) : !layout<*>
  return %x : index
}

// CHECK-LABEL: func @composed(
// CHECK-NOT: layout.composition
// CHECK: %[[R:.*]] = arith.muli %arg1, %c4
// CHECK-NEXT: %[[X:.*]] = arith.addi %[[R]], %arg2
// CHECK-NEXT: layout.crd2idx %arg0(%[[X]]) : !layout<*>
func.func @composed(%a: !layout<*>, %i: index, %k: index) -> index {
  %m = layout.make : !layout<(8,4):(4,1)>
  %t = layout.composition %a, %m : !layout<*>, !layout<(8,4):(4,1)>
  %x = layout.crd2idx %t(%i, %k) : !layout<*>
  return %x : index
}

// A view, and back, is nothing; neither is a change of its profile.
// CHECK-LABEL: func @there_and_back(
// CHECK-NEXT: %[[X:.*]] = layout.crd2idx %arg0(%arg1) : !layout<*>
// CHECK-NEXT: return %[[X]]
func.func @there_and_back(%a: !layout<*>, %i: index) -> index {
  %l = layout.left_inverse %a : !layout<*>
  %c = layout.composition %l, %a : !layout<*>, !layout<*>
  %d = layout.composition %a, %c : !layout<*>, !layout<*>
  %f = layout.flatten %d : !layout<*>
  %e = layout.coalesce %f : !layout<*>
  %x = layout.crd2idx %e(%i) : !layout<*>
  return %x : index
}

// By-mode compositions leave modes out: without its rank the layout stays as it is.
// CHECK-LABEL: func @unknown_rank(
// CHECK: %[[T:.*]] = layout.composition %arg0 : !layout<*> by #layout.tile<[8:2, 4:1]>
// CHECK-NEXT: layout.crd2idx %[[T]](%arg1, %arg2) : !layout<*>
func.func @unknown_rank(%a: !layout<*>, %i: index, %k: index) -> index {
  %t = layout.composition %a : !layout<*> by #layout.tile<[8:2, 4:1]>
  %x = layout.crd2idx %t(%i, %k) : !layout<*>
  return %x : index
}

// A divide that covers is no node of the e-graph: it stays what it is.
// CHECK-LABEL: func @covered(
// CHECK: %[[T:.*]] = layout.zipped_divide %arg0 : !layout<*> by #layout.tile<[16:1, 8:1]> cover
// CHECK: layout.crd2idx %[[T]](
func.func @covered(%a: !layout<*>, %i: index, %k: index, %l: index) -> index {
  %t = layout.zipped_divide %a : !layout<*> by #layout.tile<[16:1, 8:1]> cover
  %x = layout.crd2idx %t(%i, (%k, %l)) : !layout<*>
  return %x : index
}
