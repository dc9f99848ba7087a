// How many elements a copy moves at once: as many as its instruction, where both layouts have them behind each other and the
// pointers are aligned so, and a swizzle does not take them apart.
//
// RUN: layout-opt %s --allow-unregistered-dialect --convert-cute-to-layout --cse | FileCheck %s

!wide = !cute_nvgpu.atom.universal_copy<f32, 128 b>
!own = !cute.memref<f32, rmem, align<32>, "8:1">

// CHECK-LABEL: func.func @aligned(
func.func @aligned(%a: !cute.memref<f32, gmem, align<16>, "8:1">) {
  %l = "cute.static"() : () -> !cute.layout<"8:1">
  %o = "cute.memref.alloca"(%l) : (!cute.layout<"8:1">) -> !own
  %u = "cute.make_atom"() : () -> !wide
  // CHECK-COUNT-2: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  // CHECK-NOT: llvm.load
  "cute.copy"(%u, %a, %o) : (!wide, !cute.memref<f32, gmem, align<16>, "8:1">, !own) -> ()
  return
}

// Of a pointer that is aligned as two elements are.
// CHECK-LABEL: func.func @half(
func.func @half(%a: !cute.memref<f32, gmem, align<8>, "8:1">) {
  %l = "cute.static"() : () -> !cute.layout<"8:1">
  %o = "cute.memref.alloca"(%l) : (!cute.layout<"8:1">) -> !own
  %u = "cute.make_atom"() : () -> !wide
  // CHECK-COUNT-4: llvm.load {{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
  // CHECK-NOT: llvm.load
  "cute.copy"(%u, %a, %o) : (!wide, !cute.memref<f32, gmem, align<8>, "8:1">, !own) -> ()
  return
}

// Rows of a stride of which nothing is known begin anywhere.
// CHECK-LABEL: func.func @anywhere(
func.func @anywhere(%a: !cute.memref<f32, gmem, align<16>, "(4,2):(1,?{i64 div=2})">) {
  %l = "cute.static"() : () -> !cute.layout<"(4,2):(1,4)">
  %o = "cute.memref.alloca"(%l) : (!cute.layout<"(4,2):(1,4)">) -> !cute.memref<f32, rmem, align<32>, "(4,2):(1,4)">
  %u = "cute.make_atom"() : () -> !wide
  // CHECK-COUNT-4: llvm.load {{.*}} -> vector<2xf32>
  // CHECK-NOT: llvm.load
  "cute.copy"(%u, %a, %o) : (!wide, !cute.memref<f32, gmem, align<16>, "(4,2):(1,?{i64 div=2})">,
    !cute.memref<f32, rmem, align<32>, "(4,2):(1,4)">) -> ()
  return
}

// A swizzle whose base is 8 bytes moves each 8 for itself.
// CHECK-LABEL: func.func @swizzled(
func.func @swizzled(%a: !cute.memref<f16, smem, align<1024>, S<3,3,3>, "8:1">, %b: !cute.memref<f16, smem, align<1024>, S<3,4,3>, "8:1">) {
  %l = "cute.static"() : () -> !cute.layout<"8:1">
  %o = "cute.memref.alloca"(%l) : (!cute.layout<"8:1">) -> !cute.memref<f16, rmem, align<32>, "8:1">
  %u = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f16, 128 b>
  // CHECK: layout.make({{.*}}) : !layout<S<3,2,3> o ? o 1:0>
  // CHECK-COUNT-2: llvm.load {{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<4xf16>
  // CHECK: layout.make({{.*}}) : !layout<S<3,3,3> o ? o 1:0>
  // CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
  "cute.copy"(%u, %a, %o) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, smem, align<1024>, S<3,3,3>, "8:1">,
    !cute.memref<f16, rmem, align<32>, "8:1">) -> ()
  "cute.copy"(%u, %b, %o) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>, !cute.memref<f16, smem, align<1024>, S<3,4,3>, "8:1">,
    !cute.memref<f16, rmem, align<32>, "8:1">) -> ()
  return
}

// A predicate is for what the instruction moves.
// CHECK-LABEL: func.func @predicated(
func.func @predicated(%a: !cute.memref<f32, gmem, align<16>, "(4,2):(1,4)">, %p: !cute.memref<i8, rmem, "(1,2):(0,1)">) {
  %l = "cute.static"() : () -> !cute.layout<"(4,2):(1,4)">
  %o = "cute.memref.alloca"(%l) : (!cute.layout<"(4,2):(1,4)">) -> !cute.memref<f32, rmem, align<32>, "(4,2):(1,4)">
  %u = "cute.make_atom"() : () -> !wide
  // CHECK: %[[P:.*]] = llvm.load %{{.*}} -> i8
  // CHECK: %[[C:.*]] = arith.cmpi ne, %[[P]]
  // CHECK: scf.if %[[C]]
  // CHECK: llvm.load {{.*}} -> vector<4xf32>
  // CHECK: %[[N:.*]] = llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, i8
  // CHECK: llvm.load %[[N]]
  // CHECK: scf.if
  "cute.copy"(%u, %a, %o, %p) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!wide, !cute.memref<f32, gmem, align<16>, "(4,2):(1,4)">,
    !cute.memref<f32, rmem, align<32>, "(4,2):(1,4)">, !cute.memref<i8, rmem, "(1,2):(0,1)">) -> ()
  return
}

// cp.async fills with zeros what a predicate leaves out.
// CHECK-LABEL: func.func @filled(
func.func @filled(%a: !cute.memref<f32, gmem, align<16>, "(4,2):(1,4)">, %b: !cute.memref<f32, smem, align<16>, "(4,2):(1,4)">,
                  %p: !cute.memref<i8, rmem, "(1,2):(0,0)">) {
  %u = "cute.make_atom"() : () -> !cute_nvgpu.atom.simt_async_copy<f32, cache = global, 128 b>
  // CHECK: %[[C:.*]] = arith.cmpi ne
  // CHECK-DAG: %[[ALL:.*]] = arith.constant 16 : i32
  // CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : i32
  // CHECK: %[[BYTES:.*]] = arith.select %[[C]], %[[ALL]], %[[NONE]]
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %[[BYTES]]
  // CHECK: nvvm.cp.async.shared.global
  // CHECK-NOT: scf.if
  "cute.copy"(%u, %a, %b, %p) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!cute_nvgpu.atom.simt_async_copy<f32, cache = global, 128 b>,
    !cute.memref<f32, gmem, align<16>, "(4,2):(1,4)">, !cute.memref<f32, smem, align<16>, "(4,2):(1,4)">, !cute.memref<i8, rmem, "(1,2):(0,0)">) -> ()
  return
}

// A swizzle that begins anew inside of a buffer, as a member of a structure has one.
// CHECK-LABEL: func.func @member(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr<3>
func.func @member(%p: !cute.ptr<i8, smem, align<1024>>, %i: i32) -> f16 {
  %t = "cute.make_int_tuple"() : () -> !cute.int_tuple<"2048">
  // CHECK: %[[BASE:.*]] = llvm.getelementptr %[[P]][2048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %q = "cute.add_offset"(%p, %t) : (!cute.ptr<i8, smem, align<1024>>, !cute.int_tuple<"2048">) -> !cute.ptr<i8, smem, align<1024>>
  %r = "cute.recast_iter"(%q) : (!cute.ptr<i8, smem, align<1024>>) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
  %l = "cute.static"() : () -> !cute.layout<"(8,64):(64,1)">
  %v = "cute.make_view"(%r, %l) : (!cute.ptr<f16, smem, align<1024>, S<3,4,3>>, !cute.layout<"(8,64):(64,1)">)
    -> !cute.memref<f16, smem, align<1024>, S<3,4,3>, "(8,64):(64,1)">
  %c = "cute.make_coord"(%i) : (i32) -> !cute.coord<"(?,3)">
  // CHECK: llvm.getelementptr %[[BASE]]
  %x = "cute.memref.load"(%v, %c) : (!cute.memref<f16, smem, align<1024>, S<3,4,3>, "(8,64):(64,1)">, !cute.coord<"(?,3)">) -> f16
  return %x : f16
}
