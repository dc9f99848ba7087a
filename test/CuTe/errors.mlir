// What is not understood, or wrong, is said where it stands: what it is, and what would do.
//
// RUN: layout-opt %s --allow-unregistered-dialect --convert-cute-to-layout --split-input-file --verify-diagnostics

func.func @operation(%l: !cute.layout<"(4,8):(8,1)">) {
  // expected-error @+1 {{'cute.stencil_divide' is not understood: it divides into tiles that overlap; what would do: cute.zipped_divide and a composition}}
  %0 = "cute.stencil_divide"(%l) : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(4,8):(8,1)">
  // Of what was refused nothing more is said.
  %1 = "cute.coalesce"(%0) : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(4,8):(8,1)">
  return
}

// -----

func.func @unheard_of(%l: !cute.layout<"(4,8):(8,1)">) {
  // expected-error @+1 {{'cute.fold' is not understood: it is no operation of CuTe that is known here; what would do: docs/cute.md lists those that are}}
  "cute.fold"(%l) : (!cute.layout<"(4,8):(8,1)">) -> ()
  return
}

// -----

func.func @descriptor(%p: !cute.ptr<f16, smem, align<1024>, S<3,4,3>>) {
  // expected-error @+1 {{'cute_nvgpu.make_gmma_smem_desc' is not understood: it makes a matrix descriptor; what would do: layout.mma of shared memory in a program on tiles}}
  %0 = "cute_nvgpu.make_gmma_smem_desc"(%p) : (!cute.ptr<f16, smem, align<1024>, S<3,4,3>>) -> i64
  return
}

// -----

func.func @text() {
  // expected-error @+1 {{'cute.static' has a type that is none: !cute.layout<"(4,8:(8,1)"> is no type: "(4,8:(8,1)", character 4: expected `,` or `)`, found `:(8,1)`}}
  %0 = "cute.static"() : () -> !cute.layout<"(4,8:(8,1)">
  return
}

// -----

func.func @divisor(%n: i32) {
  // expected-error @+1 {{'cute.make_shape' has a type that is none: !cute.shape<"(?{div=-2},4)"> is no type: "(?{div=-2},4)", character 7: expected a positive divisor, found `-2},4)`}}
  %0 = "cute.make_shape"(%n) : (i32) -> !cute.shape<"(?{div=-2},4)">
  return
}

// -----

// expected-error @+1 {{'func.func' has a type that is none: !cute.sheet<"4:1"> is not understood; types are layout, composed_layout, shape}}
func.func @type(%l: !cute.sheet<"4:1">) {
  return
}

// -----

func.func @congruent() {
  %s = "cute.make_shape"() : () -> !cute.shape<"(4,(2,3))">
  %d = "cute.make_stride"() : () -> !cute.stride<"(1,4)">
  // expected-error @+1 {{'cute.make_layout' has a shape (4,(2,3)) and strides (1,4) that are nested otherwise}}
  %0 = "cute.make_layout"(%s, %d) : (!cute.shape<"(4,(2,3))">, !cute.stride<"(1,4)">) -> !cute.layout<"(4,(2,3)):(1,4)">
  return
}

// -----

func.func @ranks(%l: !cute.layout<"(4,8):(8,1)">) {
  %c = "cute.make_coord"() : () -> !cute.coord<"(1,2,3)">
  // expected-error @+1 {{'cute.crd2idx'}}
  %0 = "cute.crd2idx"(%c, %l) : (!cute.coord<"(1,2,3)">, !cute.layout<"(4,8):(8,1)">) -> !cute.int_tuple<"?">
  return
}

// -----

func.func @leaves(%n: i32) {
  // expected-error @+1 {{'cute.make_coord' has no operand for a `?` of its type; there is one for each}}
  %0 = "cute.make_coord"(%n) : (i32) -> !cute.coord<"(?,?)">
  return
}

// -----

func.func @too_many(%n: i32) {
  // expected-error @+1 {{'cute.make_coord' has more operands than its type has `?`}}
  %0 = "cute.make_coord"(%n) : (i32) -> !cute.coord<"(3,_)">
  return
}

// -----

// The type says what the operation does not compute.
func.func @other(%l: !cute.layout<"(4,8):(8,1)">) {
  %t = "cute.make_tile"() : () -> !cute.tile<"[2:1;4:1]">
  // expected-error @+1 {{'cute.zipped_divide' is ((2,4),(2,2)):((8,1),(16,4)), and its type says ((2,4),(2,2)):((8,1),(16,8))}}
  %0 = "cute.zipped_divide"(%l, %t) : (!cute.layout<"(4,8):(8,1)">, !cute.tile<"[2:1;4:1]">) -> !cute.layout<"((2,4),(2,2)):((8,1),(16,8))">
  return
}

// -----

// A fact that does not hold.
func.func @fact(%l: !cute.layout<"(4,?):(?{div=6},1)">) {
  %m = "cute.make_shape"() : () -> !cute.shape<"12">
  %n = "cute.size"(%l) <{mode = array<i32: 0>}> : (!cute.layout<"(4,?):(?{div=6},1)">) -> !cute.int_tuple<"4">
  // expected-error @+1 {{'cute.assume' promises a divisor that 4 does not have}}
  %0 = "cute.assume"(%n) : (!cute.int_tuple<"4">) -> !cute.i32<divby 8>
  return
}

// -----

// What no layout is.
func.func @composition(%a: !cute.layout<"(4,6,8):(2,3,5)">, %b: !cute.layout<"6:3">) {
  // expected-error @+1 {{'cute.composition'}}
  %0 = "cute.composition"(%a, %b) : (!cute.layout<"(4,6,8):(2,3,5)">, !cute.layout<"6:3">) -> !cute.layout<"(2,3):(6,3)">
  return
}

// -----

// expected-error @+1 {{'func.func' has elements of f4E2M1FN; those of 8, 16, 32 and 64 bits have addresses of their own}}
func.func @elements(%p: !cute.memref<f4E2M1FN, gmem, "8:1">) {
  return
}

// -----

// 12 is no multiple of 8.
func.func @divided(%n: i32) {
  %t = "cute.make_int_tuple"() : () -> !cute.int_tuple<"12">
  // expected-error @+1 {{'cute.to_int_tuple' is 12, and its type says ?{div=8}}}
  %0 = "cute.to_int_tuple"(%t) : (!cute.int_tuple<"12">) -> !cute.int_tuple<"?{div=8}">
  return
}

// -----

func.func @sizes(%a: !cute.memref<f32, gmem, "8:1">, %b: !cute.memref<f32, gmem, "4:1">) {
  %u = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
  // expected-error @+1 {{'cute.copy' copies 8 elements to 4}}
  "cute.copy"(%u, %a, %b) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, "8:1">, !cute.memref<f32, gmem, "4:1">) -> ()
  return
}

// -----

func.func @unknown_size(%a: !cute.memref<f32, gmem, "?:1">, %b: !cute.memref<f32, gmem, "?:1">) {
  %u = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
  // expected-error @+1 {{'cute.copy' moves ?{min=1} elements at once; a thread's own are known and at most 4096}}
  "cute.copy"(%u, %a, %b) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, "?:1">, !cute.memref<f32, gmem, "?:1">) -> ()
  return
}

// -----

func.func @instruction(%a: !cute.memref<f16, gmem, "8:1">, %b: !cute.memref<f16, smem, "8:1">) {
  %u = "cute.make_atom"() : () -> !cute_nvgpu.atom.tma_load<f16>
  // expected-error @+1 {{'cute.copy' copies by the instruction atom.tma_load<f16>, which is not understood; universal_copy, simt_async_copy and ldsm are, and tensor maps as a layout.copy_async of a program on tiles}}
  "cute.copy"(%u, %a, %b) : (!cute_nvgpu.atom.tma_load<f16>, !cute.memref<f16, gmem, "8:1">, !cute.memref<f16, smem, "8:1">) -> ()
  return
}

// -----

func.func @kept(%a: !cute.memref<f32, gmem, "(8,4):(1,8)">) -> f32 {
  %c = "cute.make_coord"() : () -> !cute.coord<"(1,_)">
  // expected-error @+1 {{'cute.memref.load' accesses one element, and its coordinate keeps a mode (`_`)}}
  %0 = "cute.memref.load"(%a, %c) : (!cute.memref<f32, gmem, "(8,4):(1,8)">, !cute.coord<"(1,_)">) -> f32
  return %0 : f32
}

// -----

func.func @stranger(%a: !cute.layout<"?:1">) {
  // expected-error @+1 {{'test.use' is not of CuTe, and takes or yields a value of its types; scf.for, scf.if, scf.while and returns may}}
  "test.use"(%a) : (!cute.layout<"?:1">) -> ()
  return
}

// -----

func.func @swizzle(%a: !cute.memref<f32, smem, S<3,1,3>, "8:1">, %i: i32) -> f32 {
  %c = "cute.make_coord"(%i) : (i32) -> !cute.coord<"?">
  // expected-error @+1 {{'cute.memref.load' swizzles addresses by S<3,1,3>, which takes elements of 4 bytes apart}}
  %0 = "cute.memref.load"(%a, %c) : (!cute.memref<f32, smem, S<3,1,3>, "8:1">, !cute.coord<"?">) -> f32
  return %0 : f32
}

// -----

func.func @moved(%p: !cute.ptr<i8, smem, align<1024>>, %i: i32) {
  %t = "cute.make_int_tuple"(%i) : (i32) -> !cute.int_tuple<"?">
  %q = "cute.add_offset"(%p, %t) : (!cute.ptr<i8, smem, align<1024>>, !cute.int_tuple<"?">) -> !cute.ptr<i8, smem>
  // expected-error @+1 {{'cute.recast_iter' gives a swizzle to a pointer ? bytes into a buffer; it begins at multiples of 1024}}
  %r = "cute.recast_iter"(%q) : (!cute.ptr<i8, smem>) -> !cute.ptr<f16, smem, S<3,4,3>>
  return
}

// -----

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (i32) -> (), sym_name = "f"}> ({
    ^bb0(%m: i32):
      // expected-error @+1 {{'cute.print' prints in a kernel; gpu.printf does, of scalars}}
      "cute.print"(%m) <{fmt = "{}"}> : (i32) -> ()
      "cuda.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) {gpu.container_module} : () -> ()

// -----

func.func @cluster(%c: !cuda.launch_cfg<max_attrs = 17>, %n: i32) {
  // expected-error @+1 {{'cuda.launch_cfg.cluster_dim' is not understood: it configures a launch as gpu.launch_func cannot}}
  "cuda.launch_cfg.cluster_dim"(%c, %n) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
  return
}

// -----

// expected-error @+1 {{'cute.static' stands in no function; a cuda.kernel, a gpu.func and a func.func are converted}}
%0 = "cute.static"() : () -> !cute.layout<"4:1">

// -----

// Where a part of a composed layout begins CuTe decides bit by bit.
func.func @composed_part(%p: !cute.ptr<f32, gmem, align<16>>, %i: i32) {
  %l = "cute.static"() : () -> !cute.composed_layout<"S<2,0,3> o 0 o (8,8):(8,1)">
  %v = "cute.make_view"(%p, %l) : (!cute.ptr<f32, gmem, align<16>>, !cute.composed_layout<"S<2,0,3> o 0 o (8,8):(8,1)">)
    -> !cute.memref<f32, gmem, align<16>, "S<2,0,3> o 0 o (8,8):(8,1)">
  %c = "cute.make_coord"(%i) : (i32) -> !cute.coord<"(?,_)">
  // expected-error @+1 {{'cute.slice' slices a tensor whose layout is composed, S<2,0,3> o 0 o (8,8):(8,1); what would do: a pointer with the swizzle, in bytes, and the plain layout, as allocate_tensor(…, layout.outer, …, swizzle=layout.inner) makes them}}
  %s = "cute.slice"(%v, %c) : (!cute.memref<f32, gmem, align<16>, "S<2,0,3> o 0 o (8,8):(8,1)">, !cute.coord<"(?,_)">) -> !cute.memref<f32, gmem, "8:1">
  return
}

// -----

// The swizzle of a tensor's layout is not another one.
func.func @composed_view(%p: !cute.ptr<f32, gmem, align<16>>) {
  %l = "cute.static"() : () -> !cute.composed_layout<"S<2,0,3> o 0 o (8,8):(8,1)">
  // expected-error @+1 {{'cute.make_view' is S<2,0,3> o 0 o (8,8):(8,1) here, which its type does not say}}
  %v = "cute.make_view"(%p, %l) : (!cute.ptr<f32, gmem, align<16>>, !cute.composed_layout<"S<2,0,3> o 0 o (8,8):(8,1)">)
    -> !cute.memref<f32, gmem, align<16>, "S<3,0,3> o 0 o (8,8):(8,1)">
  return
}

// -----

func.func @loaded(%a: !cute.memref<bf16, gmem, "4:1">) -> f16 {
  %c = "cute.make_coord"() : () -> !cute.coord<"1">
  // expected-error @+1 {{'cute.memref.load' loads a f16 where elements are bf16}}
  %0 = "cute.memref.load"(%a, %c) : (!cute.memref<bf16, gmem, "4:1">, !cute.coord<"1">) -> f16
  return %0 : f16
}

// -----

func.func @pointed(%a: !cute.ptr<bf16, gmem>, %x: f16) -> f16 {
  // expected-error @+1 {{'cute.ptr.store' stores a f16 where elements are bf16}}
  "cute.ptr.store"(%x, %a) : (f16, !cute.ptr<bf16, gmem>) -> ()
  // expected-error @+1 {{'cute.ptr.load' loads a f16 where elements are bf16}}
  %0 = "cute.ptr.load"(%a) : (!cute.ptr<bf16, gmem>) -> f16
  return %0 : f16
}

// -----

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    // expected-error @+1 {{'cuda.kernel' has an argument number 0 of !cute.memref<f32, gmem, "(4,9):(1,4)">, and its block one of !cute.memref<f32, gmem, "(4,2):(1,4)">; the two are one}}
    "cuda.kernel"() <{function_type = (!cute.memref<f32, gmem, "(4,9):(1,4)">) -> (), sym_name = "k"}> ({
    ^bb0(%a: !cute.memref<f32, gmem, "(4,2):(1,4)">):
      "cuda.return"() : () -> ()
    }) : () -> ()
    // expected-error @+1 {{'cuda.kernel' has a type of 2 arguments, and its block has 1}}
    "cuda.kernel"() <{function_type = (i32, i32) -> (), sym_name = "l"}> ({
    ^bb0(%a: i32):
      "cuda.return"() : () -> ()
    }) : () -> ()
    // expected-error @+1 {{'cuda.kernel' has a value of !cute.memref<f32, gmem, "(4,-2):(1,4)">: mode 1: size -2 is not positive}}
    "cuda.kernel"() <{function_type = (!cute.memref<f32, gmem, "(4,-2):(1,4)">) -> (), sym_name = "m"}> ({
    ^bb0(%a: !cute.memref<f32, gmem, "(4,-2):(1,4)">):
      "cuda.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) {gpu.container_module} : () -> ()

// -----

func.func @leaf_types(%l: !cute.shape<"(16,64)">, %n: i32) {
  // expected-error @+1 {{'cute.get_leaves' has a result number 0 that is 16, and its type says 8}}
  %x:2 = "cute.get_leaves"(%l) : (!cute.shape<"(16,64)">) -> (!cute.shape<"8">, !cute.shape<"64">)
  %s = "cute.make_shape"(%n) : (i32) -> !cute.shape<"?{div=8}">
  // expected-error @+1 {{'cute.to_int_tuple' has a type that promises the divisor 3 of an integer of which 8 is known; cute.assume promises}}
  %t = "cute.to_int_tuple"(%s) : (!cute.shape<"?{div=8}">) -> !cute.int_tuple<"?{div=3}">
  return
}

// -----

!mma = !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32)>, atom_layout_MNK = <"(1,1,1):(0,0,0)">>
!part = !cute.memref<f32, gmem, align<8>, "((2,2),1,1):((1,128),0,0)">
!own = !cute.memref<f32, rmem, align<32>, "((2,2),1,1):((1,2),0,0)">
func.func @fragment(%p: !part) {
  %m = "cute.static"() : () -> !mma
  // expected-error @+1 {{'cute.mma.make_fragment' is of operand number 9; there are 0 (A), 1 (B) and 2 (C)}}
  %0 = "cute.mma.make_fragment"(%m, %p) <{operand_id = 9 : i32}> : (!mma, !part) -> !own
  // expected-error @+1 {{'cute.mma.make_fragment' makes a fragment of f32 for an operand whose elements are f16}}
  %1 = "cute.mma.make_fragment"(%m, %p) <{operand_id = 0 : i32}> : (!mma, !part) -> !own
  %2 = "cute.mma.make_fragment"(%m, %p) <{operand_id = 2 : i32}> : (!mma, !part) -> !own
  return
}

// -----

func.func @iterators(%a: !cute.memref<f32, gmem, align<16>, "8:1">) {
  // expected-error @+1 {{'cute.get_iter' yields a pointer to gmem, and its type says smem}}
  %0 = "cute.get_iter"(%a) : (!cute.memref<f32, gmem, align<16>, "8:1">) -> !cute.ptr<f32, smem, align<16>>
  // expected-error @+1 {{'cute.get_iter' yields a pointer to f32, and its type says f16}}
  %1 = "cute.get_iter"(%a) : (!cute.memref<f32, gmem, align<16>, "8:1">) -> !cute.ptr<f16, gmem, align<16>>
  // expected-error @+1 {{'cute.get_iter' yields a pointer to memory of no swizzle, and its type says memory of S<3,4,3>}}
  %2 = "cute.get_iter"(%a) : (!cute.memref<f32, gmem, align<16>, "8:1">) -> !cute.ptr<f32, gmem, align<16>, S<3,4,3>>
  return
}

// -----

func.func @another_kind(%a: !cute.memref<f32, gmem, align<16>, "8:1">) {
  // expected-error @+1 {{'cute.get_iter' yields a pointer, and its type says a layout}}
  %0 = "cute.get_iter"(%a) : (!cute.memref<f32, gmem, align<16>, "8:1">) -> !cute.layout<"8:1">
  // expected-error @+1 {{'cute.get_layout' yields a layout, and its type says a swizzle}}
  %1 = "cute.get_layout"(%a) : (!cute.memref<f32, gmem, align<16>, "8:1">) -> !cute.swizzle<"S<3,4,3>">
  return
}
