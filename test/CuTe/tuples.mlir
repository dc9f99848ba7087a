// Tuples: numbers where they are static, arithmetic where somebody asks for them.
//
// RUN: layout-opt %s --allow-unregistered-dialect --convert-cute-to-layout --cse | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --convert-cute-to-layout --layout-to-llvm -o /dev/null

// CHECK-LABEL: func.func @coordinate(
// CHECK-SAME: %[[I:.*]]: i32, %[[N:.*]]: i32) -> (i32, i32, i32)
func.func @coordinate(%i: i32, %n: i32) -> !cute.coord<"(?,(?,?))"> {
  // The last mode takes all of the quotient that is left, the others its remainders.
  // CHECK: %[[C4:.*]] = arith.constant 4 : index
  // CHECK: arith.floordivsi %{{.*}}, %[[C4]]
  // CHECK: arith.subi
  // CHECK: %[[C2:.*]] = arith.constant 2 : index
  // CHECK: arith.floordivsi %{{.*}}, %[[C2]]
  // CHECK: arith.subi
  // CHECK-NOT: arith.maxsi
  %s = "cute.make_shape"(%n) : (i32) -> !cute.shape<"(4,(2,?))">
  %t = "cute.make_int_tuple"(%i) : (i32) -> !cute.int_tuple<"?">
  %c = "cute.idx2crd"(%t, %s) : (!cute.int_tuple<"?">, !cute.shape<"(4,(2,?))">) -> !cute.coord<"(?,(?,?))">
  return %c : !cute.coord<"(?,(?,?))">
}

// A divisor that might be 0 does not trap.
// CHECK-LABEL: func.func @divisor(
func.func @divisor(%i: i32, %n: i32) -> !cute.coord<"(?,?)"> {
  // CHECK: %[[D:.*]] = arith.maxsi
  // CHECK: arith.floordivsi %{{.*}}, %[[D]]
  %s = "cute.make_shape"(%n) : (i32) -> !cute.shape<"(?,4)">
  %t = "cute.make_int_tuple"(%i) : (i32) -> !cute.int_tuple<"?">
  %c = "cute.idx2crd"(%t, %s) : (!cute.int_tuple<"?">, !cute.shape<"(?,4)">) -> !cute.coord<"(?,?)">
  return %c : !cute.coord<"(?,?)">
}

// Modes that one has not are 0.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[I:.*]]: i32) -> (i32, i32)
func.func @sums(%i: i32) -> (!cute.int_tuple<"(?,7,3)">, !cute.int_tuple<"(4,?)">) {
  %a = "cute.make_int_tuple"(%i) : (i32) -> !cute.int_tuple<"(?,2,3)">
  %b = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(4,5)">
  %c = "cute.tuple_add"(%a, %b) : (!cute.int_tuple<"(?,2,3)">, !cute.int_tuple<"(4,5)">) -> !cute.int_tuple<"(?,7,3)">
  // CHECK: arith.addi %{{.*}}, %{{.*}} : index
  %d = "cute.make_int_tuple"(%i) : (i32) -> !cute.int_tuple<"(9,?)">
  %e = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(2,16)">
  %f = "cute.tuple_div"(%d, %e) : (!cute.int_tuple<"(9,?)">, !cute.int_tuple<"(2,16)">) -> !cute.int_tuple<"(4,?)">
  // CHECK: arith.floordivsi
  return %c, %f : !cute.int_tuple<"(?,7,3)">, !cute.int_tuple<"(4,?)">
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%m: i32) -> !cute.int_tuple<"(?,3)"> {
  %s = "cute.make_int_tuple"(%m) : (i32) -> !cute.int_tuple<"(?,20)">
  %t = "cute.make_tile"() : () -> !cute.tile<"[16:1;8:1]">
  // CHECK: arith.constant 15
  // CHECK: arith.addi
  // CHECK: arith.constant 16
  // CHECK: arith.floordivsi
  %c = "cute.ceil_div"(%s, %t) : (!cute.int_tuple<"(?,20)">, !cute.tile<"[16:1;8:1]">) -> !cute.int_tuple<"(?,3)">
  return %c : !cute.int_tuple<"(?,3)">
}

// What is decided is a constant.
// CHECK-LABEL: func.func @compared(
func.func @compared(%i: i32) -> (i1, i1, i1) {
  %a = "cute.make_coord"() : () -> !cute.coord<"(1,2)">
  %b = "cute.make_coord"() : () -> !cute.coord<"(4,8)">
  %c = "cute.make_coord"(%i) : (i32) -> !cute.coord<"(?,2)">
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  %0 = "cute.elem_less"(%a, %b) : (!cute.coord<"(1,2)">, !cute.coord<"(4,8)">) -> i1
  %1 = "cute.equal"(%c, %c) : (!cute.coord<"(?,2)">, !cute.coord<"(?,2)">) -> i1
  // CHECK: %[[LESS:.*]] = arith.andi
  %2 = "cute.elem_less"(%c, %b) : (!cute.coord<"(?,2)">, !cute.coord<"(4,8)">) -> i1
  // CHECK: return %[[TRUE]], %[[TRUE]], %[[LESS]]
  return %0, %1, %2 : i1, i1, i1
}

// A divisor that is not known divides as it is.
// CHECK-LABEL: func.func @quotients(
func.func @quotients(%a: i32, %b: i32) -> (i32, i32) {
  %x = "cute.make_int_tuple"(%a) : (i32) -> !cute.int_tuple<"?">
  %y = "cute.make_int_tuple"(%b) : (i32) -> !cute.int_tuple<"?">
  // CHECK: %[[Q:.*]] = arith.floordivsi %{{.*}}, %{{.*}} : index
  // CHECK: arith.index_cast %[[Q]] : index to i32
  // CHECK: %[[W:.*]] = arith.muli %{{.*}}, %[[Q]] : index
  %q = "cute.tuple_div"(%x, %y) : (!cute.int_tuple<"?">, !cute.int_tuple<"?">) -> !cute.int_tuple<"?">
  %r = "cute.tuple_mod"(%x, %y) : (!cute.int_tuple<"?">, !cute.int_tuple<"?">) -> !cute.int_tuple<"?">
  %s = "cute.get_scalars"(%q) : (!cute.int_tuple<"?">) -> i32
  %t = "cute.get_scalars"(%r) : (!cute.int_tuple<"?">) -> i32
  return %s, %t : i32, i32
}
