// Layouts that CuTe's operations make, and what is known of them where indices are computed.
//
// RUN: layout-opt %s --allow-unregistered-dialect --convert-cute-to-layout --cse | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --convert-cute-to-layout --layout-to-llvm -o /dev/null

// The parts of a layout are its `?`, sizes before strides.
// CHECK-LABEL: func.func @divide(
// CHECK-SAME: %[[M:.*]]: i32, %[[N:.*]]: i32, %[[S:.*]]: i64, %[[I:.*]]: i32) -> i64
func.func @divide(%l: !cute.layout<"(?{div=16},?{div=8}):(?{i64 div=8},1)">, %i: i32) -> !cute.int_tuple<"?{i64}"> {
  // CHECK-DAG: %[[M64:.*]] = arith.index_cast %[[M]]
  // CHECK-DAG: %[[N64:.*]] = arith.index_cast %[[N]]
  // CHECK-DAG: %[[S64:.*]] = arith.index_cast %[[S]]
  // CHECK: %[[L:.*]] = layout.make(%[[M64]], %[[N64]], %[[S64]]) : !layout<(floordiv(?{div=16},16),floordiv(?{div=8},8)):(16*?{div=8},8)>
  // CHECK: %[[I64:.*]] = arith.index_cast %[[I]]
  // CHECK: %[[X:.*]] = layout.crd2idx %[[L]](%[[I64]])
  // CHECK: %[[C3:.*]] = arith.constant 3
  // CHECK: arith.addi %[[C3]], %[[X]]
  %t = "cute.make_tile"() : () -> !cute.tile<"[16:1;8:1]">
  %d = "cute.zipped_divide"(%l, %t) : (!cute.layout<"(?{div=16},?{div=8}):(?{i64 div=8},1)">, !cute.tile<"[16:1;8:1]">)
    -> !cute.layout<"((16,8),(?,?)):((?{i64 div=8},1),(?{i64 div=128},8))">
  %c = "cute.make_coord"(%i) : (i32) -> !cute.coord<"((0,3),?)">
  %x = "cute.crd2idx"(%c, %d) : (!cute.coord<"((0,3),?)">, !cute.layout<"((16,8),(?,?)):((?{i64 div=8},1),(?{i64 div=128},8))">)
    -> !cute.int_tuple<"?{i64}">
  return %x : !cute.int_tuple<"?{i64}">
}

// Tiles that do not divide cover; what divides is not known here.
// CHECK-LABEL: func.func @cover(
func.func @cover(%l: !cute.layout<"?:1">) -> !cute.int_tuple<"?"> {
  %t = "cute.make_tile"() : () -> !cute.tile<"[8:1]">
  %s = "cute.static"() : () -> !cute.layout<"8:1">
  %d = "cute.logical_divide"(%l, %s) : (!cute.layout<"?:1">, !cute.layout<"8:1">) -> !cute.layout<"(8,?):(1,8)">
  // ceil(n / 8)
  // CHECK: %[[C:.*]] = arith.constant 7
  // CHECK: arith.addi {{.*}}%[[C]]
  // CHECK: arith.floordivsi
  %n = "cute.size"(%d) <{mode = array<i32: 1>}> : (!cute.layout<"(8,?):(1,8)">) -> !cute.int_tuple<"?">
  return %n : !cute.int_tuple<"?">
}

// What is static is computed at once.
// CHECK-LABEL: func.func @static(
func.func @static() -> (i32, i32, i32, i32) {
  // CHECK-NOT: layout.
  %a = "cute.static"() : () -> !cute.layout<"(4,8):(8,1)">
  %r = "cute.right_inverse"(%a) : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(8,4):(4,1)">
  %e = "cute.left_inverse"(%a) : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(8,4):(4,1)">
  %c = "cute.composition"(%a, %r) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"(8,4):(4,1)">) -> !cute.layout<"(8,4):(1,8)">
  %o = "cute.coalesce"(%c) : (!cute.layout<"(8,4):(1,8)">) -> !cute.layout<"32:1">
  %z = "cute.static"() : () -> !cute.layout<"(4,8):(0,1)">
  %f = "cute.filter_zeros"(%z) : (!cute.layout<"(4,8):(0,1)">) -> !cute.layout<"(1,8):(0,1)">
  %p = "cute.blocked_product"(%a, %e) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"(8,4):(4,1)">)
    -> !cute.layout<"((4,8),(8,4)):((8,128),(1,32))">
  %q = "cute.raked_product"(%a, %e) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"(8,4):(4,1)">)
    -> !cute.layout<"((8,4),(4,8)):((128,8),(32,1))">
  %sixteen = "cute.make_shape"() : () -> !cute.shape<"16">
  %four = "cute.static"() : () -> !cute.layout<"4:2">
  %k = "cute.complement"(%four, %sixteen) : (!cute.layout<"4:2">, !cute.shape<"16">) -> !cute.layout<"(2,2):(1,8)">
  %five = "cute.make_coord"() : () -> !cute.coord<"5">
  %three = "cute.make_coord"() : () -> !cute.coord<"3">
  %i0 = "cute.crd2idx"(%five, %p) : (!cute.coord<"5">, !cute.layout<"((4,8),(8,4)):((8,128),(1,32))">) -> !cute.int_tuple<"136">
  %i1 = "cute.crd2idx"(%five, %q) : (!cute.coord<"5">, !cute.layout<"((8,4),(4,8)):((128,8),(32,1))">) -> !cute.int_tuple<"640">
  %i2 = "cute.crd2idx"(%three, %k) : (!cute.coord<"3">, !cute.layout<"(2,2):(1,8)">) -> !cute.int_tuple<"9">
  %i3 = "cute.size"(%f) <{mode = array<i32: 1>}> : (!cute.layout<"(1,8):(0,1)">) -> !cute.int_tuple<"8">
  %s0 = "cute.get_scalars"(%i0) : (!cute.int_tuple<"136">) -> i32
  %s1 = "cute.get_scalars"(%i1) : (!cute.int_tuple<"640">) -> i32
  %s2 = "cute.get_scalars"(%i2) : (!cute.int_tuple<"9">) -> i32
  %s3 = "cute.get_scalars"(%i3) : (!cute.int_tuple<"8">) -> i32
  // CHECK-DAG: %[[A:.*]] = arith.constant 136
  // CHECK-DAG: %[[B:.*]] = arith.constant 640
  // CHECK-DAG: %[[C:.*]] = arith.constant 9
  // CHECK-DAG: %[[D:.*]] = arith.constant 8
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  return %s0, %s1, %s2, %s3 : i32, i32, i32, i32
}

// A swizzle is the layout's, and composed ones are taken apart and put together.
// CHECK-LABEL: func.func @swizzled(
func.func @swizzled(%i: i32, %j: i32) -> !cute.int_tuple<"?"> {
  %s = "cute.static"() : () -> !cute.swizzle<"S<3,3,3>">
  %l = "cute.static"() : () -> !cute.layout<"(8,64):(64,1)">
  %o = "cute.make_int_tuple"() : () -> !cute.int_tuple<"0">
  %c = "cute.make_composed_layout"(%s, %o, %l) : (!cute.swizzle<"S<3,3,3>">, !cute.int_tuple<"0">, !cute.layout<"(8,64):(64,1)">)
    -> !cute.composed_layout<"S<3,3,3> o 0 o (8,64):(64,1)">
  %h = "cute.make_shape"() : () -> !cute.shape<"(16,64)">
  %t = "cute.tile_to_shape"(%c, %h) : (!cute.composed_layout<"S<3,3,3> o 0 o (8,64):(64,1)">, !cute.shape<"(16,64)">)
    -> !cute.composed_layout<"S<3,3,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">
  %x = "cute.make_coord"(%i, %j) : (i32, i32) -> !cute.coord<"(?,?)">
  // What goes through the swizzle is strides times integers, where there is one for each mode.
  // CHECK: %[[ROW:.*]] = layout.crd2idx %{{.*}}(%{{.*}}) : !layout<(8,2):(64,512)>
  // CHECK: %[[SUM:.*]] = arith.addi
  // CHECK: %[[L:.*]] = layout.make(%[[SUM]]) : !layout<S<3,3,3> o ? o 1:0>
  // CHECK: layout.crd2idx %[[L]](0)
  %r = "cute.crd2idx"(%x, %t) : (!cute.coord<"(?,?)">, !cute.composed_layout<"S<3,3,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">)
    -> !cute.int_tuple<"?">
  return %r : !cute.int_tuple<"?">
}

// An integer for each mode is one of any sign, as CuTe's are.
// CHECK-LABEL: func.func @before(
// CHECK-SAME: %[[I:.*]]: i32) -> i32
func.func @before(%i: i32) -> !cute.int_tuple<"?"> {
  // CHECK-NOT: layout.
  // CHECK: %[[C:.*]] = arith.constant 16 : index
  // CHECK: arith.muli %{{.*}}, %[[C]]
  %l = "cute.static"() : () -> !cute.layout<"(8,4):(1,16)">
  %c = "cute.make_coord"(%i) : (i32) -> !cute.coord<"(3,?)">
  %x = "cute.crd2idx"(%c, %l) : (!cute.coord<"(3,?)">, !cute.layout<"(8,4):(1,16)">) -> !cute.int_tuple<"?">
  return %x : !cute.int_tuple<"?">
}

// Modes of 1 that CuTe keeps and the algebra does not are the program's own.
// CHECK-LABEL: func.func @modes(
func.func @modes() -> i32 {
  %a = "cute.static"() : () -> !cute.layout<"((2,2),3):((1,8),2)">
  %g = "cute.group_modes"(%a) <{begin = 0 : i32, end = 2 : i32}> : (!cute.layout<"((2,2),3):((1,8),2)">)
    -> !cute.layout<"(((2,2),3)):(((1,8),2))">
  %b = "cute.select"(%a) <{mode = array<i32: 1, 0>}> : (!cute.layout<"((2,2),3):((1,8),2)">) -> !cute.layout<"(3,(2,2)):(2,(1,8))">
  %c = "cute.get"(%b) <{mode = array<i32: 1, 1>}> : (!cute.layout<"(3,(2,2)):(2,(1,8))">) -> !cute.layout<"2:8">
  %d = "cute.dice"(%b) <{coord = #cute.coord<"(1,_)">}> : (!cute.layout<"(3,(2,2)):(2,(1,8))">) -> !cute.layout<"(3):(2)">
  %z = "cute.cosize"(%c) <{mode = array<i32>}> : (!cute.layout<"2:8">) -> !cute.int_tuple<"9">
  %s = "cute.get_scalars"(%z) : (!cute.int_tuple<"9">) -> i32
  // CHECK: arith.constant 9
  return %s : i32
}

// One value is one symbol, whatever is known of it where: the size in one layout is the stride in the other, and each step
// goes to the next of the first's modes.
// CHECK-LABEL: func.func @facts(
func.func @facts(%n: i32, %i: i32) -> !cute.int_tuple<"?"> {
  %s = "cute.make_shape"(%n) : (i32) -> !cute.shape<"(?,4)">
  %e = "cute.make_stride"() : () -> !cute.stride<"(1,16)">
  %a = "cute.make_layout"(%s, %e) : (!cute.shape<"(?,4)">, !cute.stride<"(1,16)">) -> !cute.layout<"(?,4):(1,16)">
  %t = "cute.make_shape"() : () -> !cute.shape<"4">
  %d = "cute.make_stride"(%n) : (i32) -> !cute.stride<"?">
  %b = "cute.make_layout"(%t, %d) : (!cute.shape<"4">, !cute.stride<"?">) -> !cute.layout<"4:?">
  %c = "cute.composition"(%a, %b) : (!cute.layout<"(?,4):(1,16)">, !cute.layout<"4:?">) -> !cute.layout<"4:16">
  %x = "cute.make_coord"(%i) : (i32) -> !cute.coord<"?">
  // CHECK: %[[C:.*]] = arith.constant 16
  // CHECK: arith.muli %{{.*}}, %[[C]]
  %r = "cute.crd2idx"(%x, %c) : (!cute.coord<"?">, !cute.layout<"4:16">) -> !cute.int_tuple<"?">
  return %r : !cute.int_tuple<"?">
}

// A dynamic stride divides an index as it is: CuTe says nothing of its sign.
// CHECK-LABEL: func.func @coordinate(
func.func @coordinate(%t: i32, %l: !cute.layout<"(?,?):(?{i64},1)">) -> i32 {
  // CHECK: %[[I:.*]] = arith.index_cast %{{.*}} : i32 to index
  // CHECK: %[[D:.*]] = arith.index_cast %{{.*}} : i64 to index
  // CHECK: %[[Q:.*]] = arith.floordivsi %[[I]], %[[D]] : index
  // CHECK: arith.floordivsi %[[Q]], %{{.*}} : index
  %c = "cute.get_hier_coord"(%t, %l) : (i32, !cute.layout<"(?,?):(?{i64},1)">) -> !cute.coord<"(?,?)">
  %x:2 = "cute.get_leaves"(%c) : (!cute.coord<"(?,?)">) -> (!cute.coord<"?">, !cute.coord<"?">)
  %y = "cute.get_scalars"(%x#0) : (!cute.coord<"?">) -> i32
  return %y : i32
}

// The swizzle of a layout is one of indices, in elements; that of a pointer one of addresses, in bytes, and comes after.
// CHECK-LABEL: func.func @composed_tensors(
func.func @composed_tensors(%p: !cute.ptr<f32, gmem, align<16>>, %q: !cute.ptr<f32, smem, align<1024>, S<3,4,3>>, %i: i32) -> f32 {
  %l = "cute.static"() : () -> !cute.composed_layout<"S<2,0,3> o 4 o (8,8):(8,1)">
  %v = "cute.make_view"(%p, %l) : (!cute.ptr<f32, gmem, align<16>>, !cute.composed_layout<"S<2,0,3> o 4 o (8,8):(8,1)">)
    -> !cute.memref<f32, gmem, align<16>, "S<2,0,3> o 4 o (8,8):(8,1)">
  // 4 + 9 = 0b01101 is 0b01100.
  %c = "cute.make_coord"() : () -> !cute.coord<"(1,1)">
  // CHECK: llvm.getelementptr %{{.*}}[12] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
  %x = "cute.memref.load"(%v, %c) : (!cute.memref<f32, gmem, align<16>, "S<2,0,3> o 4 o (8,8):(8,1)">, !cute.coord<"(1,1)">) -> f32
  %d = "cute.make_coord"(%i) : (i32) -> !cute.coord<"(?,1)">
  // CHECK: layout.make({{.*}}) : !layout<S<2,0,3> o ? o 1:0>
  "cute.memref.store"(%v, %d, %x) : (!cute.memref<f32, gmem, align<16>, "S<2,0,3> o 4 o (8,8):(8,1)">, !cute.coord<"(?,1)">, f32) -> ()
  %w = "cute.make_view"(%q, %l) : (!cute.ptr<f32, smem, align<1024>, S<3,4,3>>, !cute.composed_layout<"S<2,0,3> o 4 o (8,8):(8,1)">)
    -> !cute.memref<f32, smem, align<1024>, S<3,4,3>, "S<2,0,3> o 4 o (8,8):(8,1)">
  // CHECK: layout.make({{.*}}) : !layout<S<3,2,3>
  %y = "cute.memref.load"(%w, %d) : (!cute.memref<f32, smem, align<1024>, S<3,4,3>, "S<2,0,3> o 4 o (8,8):(8,1)">, !cute.coord<"(?,1)">) -> f32
  return %y : f32
}

// A buffer has places for all that the swizzle makes of an index: up to 27, where the layout goes to 24.
// CHECK-LABEL: func.func @composed_buffer(
func.func @composed_buffer() -> f32 {
  // CHECK: %[[N:.*]] = arith.constant 28 : i32
  // CHECK: llvm.alloca %[[N]] x f32
  %l = "cute.static"() : () -> !cute.composed_layout<"S<2,0,3> o 0 o (4):(8)">
  %b = "cute.memref.alloca"(%l) : (!cute.composed_layout<"S<2,0,3> o 0 o (4):(8)">) -> !cute.memref<f32, rmem, align<32>, "S<2,0,3> o 0 o (4):(8)">
  %c = "cute.make_coord"() : () -> !cute.coord<"3">
  // CHECK: llvm.getelementptr %{{.*}}[27] : (!llvm.ptr) -> !llvm.ptr, f32
  %x = "cute.memref.load"(%b, %c) : (!cute.memref<f32, rmem, align<32>, "S<2,0,3> o 0 o (4):(8)">, !cute.coord<"3">) -> f32
  return %x : f32
}
