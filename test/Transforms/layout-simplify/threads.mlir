// Functions are simplified at once, in the threads that there are; what comes of it, what is warned of, and what is counted is as if one
// came after the other.
// RUN: %python %S/Inputs/functions.py 40 > %t.mlir
// RUN: layout-opt %t.mlir --layout-simplify --mlir-pass-statistics -o %t.threads 2> %t.said
// RUN: layout-opt %t.mlir --layout-simplify --mlir-pass-statistics --mlir-disable-threading -o %t.thread 2> %t.other
// RUN: cmp %t.threads %t.thread
// RUN: cmp %t.said %t.other
// RUN: FileCheck %s --input-file=%t.said
// CHECK: the coordinate 9 is outside mode 0
// CHECK: the coordinate 48 is outside mode 0
// CHECK: (S) {{[1-9][0-9]*}} e-nodes
// The values of a function in a module inside of another function are its own.
// RUN: layout-opt %s --layout-simplify | FileCheck %s --check-prefix=INSIDE
// INSIDE: func.func @outer(
// INSIDE: func.func @inner(
// INSIDE: %[[EIGHT:.*]] = arith.constant 8 : i32
// INSIDE: arith.muli %{{.*}}, %[[EIGHT]]
// INSIDE: return
// INSIDE: arith.muli

func.func @outer(%i: index) -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  %j = layout.crd2idx %l(%i) : !layout<(4,8):(8,1)>
  builtin.module {
    func.func @inner(%k: index) -> index {
      %n = layout.make : !layout<(4,8):(8,1)>
      %o = layout.crd2idx %n(%k) : !layout<(4,8):(8,1)>
      return %o : index
    }
  }
  return %j : index
}
