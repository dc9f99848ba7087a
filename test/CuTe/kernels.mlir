// A kernel of CuTe DSL: what its tensors, accesses, loops and launch become.
//
// RUN: layout-opt %s --allow-unregistered-dialect --convert-cute-to-layout --cse | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --convert-cute-to-layout --layout-to-nvvm="chip=sm_90a format=llvm" -o /dev/null

!matrix = !cute.memref<f32, gmem, align<16>, "(?{div=16},?{div=8}):(?{i64 div=8},1)">
!tiles = !cute.memref<f32, gmem, align<16>, "((16,8),(?,?)):((?{i64 div=8},1),(?{i64 div=128},8))">
!tile = !cute.memref<f32, gmem, align<16>, "(16,8):(?{i64 div=8},1)">
!row = !cute.memref<f32, gmem, align<16>, "(8):(1)">
!own = !cute.memref<f32, rmem, align<32>, "8:1">
!shared = !cute.memref<f16, smem, align<1024>, S<3,4,3>, "(8,64):(64,1)">
!coordinates = !cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">

// CHECK: gpu.module @kernels {
// CHECK: llvm.mlir.global internal @cute_shared_0() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<1024 x i8>
// CHECK: gpu.func @copy(%[[A:.*]]: !llvm.ptr<1> {llvm.align = 16 : i64}, %[[TM:.*]]: i32, %[[TN:.*]]: i32, %[[S:.*]]: i64, %[[S16:.*]]: i64, %[[M:.*]]: i32) kernel
// CHECK-SAME: known_block_size = array<i32: 32, 1, 1>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!tiles, i32) -> (), sym_name = "copy"}> ({
    ^bb0(%a: !tiles, %m: i32):
      // CHECK: %[[OWN:.*]] = llvm.alloca {{.*}} x f32 {alignment = 32 : i64}
      %t = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %b = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      // A slice is an offset.
      // CHECK: %[[L:.*]] = layout.make({{.*}}) : !layout<(?,?):(?{div=128},8)>
      // CHECK: %[[TILE:.*]] = layout.crd2idx %[[L]](%{{.*}})
      %c = "cute.make_coord"(%b) : (i32) -> !cute.coord<"((_,_),?)">
      %s = "cute.slice"(%a, %c) : (!tiles, !cute.coord<"((_,_),?)">) -> !tile
      %d = "cute.make_coord"(%t) : (i32) -> !cute.coord<"(?,_)">
      %r = "cute.slice"(%s, %d) : (!tile, !cute.coord<"(?,_)">) -> !row
      %e = "cute.static"() : () -> !cute.layout<"8:1">
      %o = "cute.memref.alloca"(%e) : (!cute.layout<"8:1">) -> !own
      // Elements together and aligned are moved together.
      // CHECK: %[[ROW:.*]] = arith.muli
      // CHECK: %[[SUM:.*]] = arith.addi %{{.*}}%[[TILE]]
      // CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[A]]
      // CHECK: llvm.load %[[FIRST]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
      // CHECK: llvm.store {{.*}} : vector<4xf32>, !llvm.ptr
      // CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
      %u = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
      "cute.copy"(%u, %r, %o) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> :
        (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !row, !own) -> ()

      // What a swizzle moves is counted in elements of 2 bytes.
      %bytes = "cute.memref.alloca"() : () -> !cute.memref<i8, smem, align<1024>, "1024:1">
      %i = "cute.get_iter"(%bytes) : (!cute.memref<i8, smem, align<1024>, "1024:1">) -> !cute.ptr<i8, smem, align<1024>>
      %p = "cute.recast_iter"(%i) : (!cute.ptr<i8, smem, align<1024>>) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %f = "cute.static"() : () -> !cute.layout<"(8,64):(64,1)">
      %v = "cute.make_view"(%p, %f) : (!cute.ptr<f16, smem, align<1024>, S<3,4,3>>, !cute.layout<"(8,64):(64,1)">) -> !shared
      %g = "cute.make_coord"(%t) : (i32) -> !cute.coord<"(3,?)">
      %half = arith.constant 1.0 : f16
      // CHECK: layout.make({{.*}}) : !layout<S<3,3,3> o ? o 1:0>
      // CHECK: llvm.store {{.*}} {alignment = 2 : i64} : f16, !llvm.ptr<3>
      "cute.memref.store"(%v, %g, %half) : (!shared, !cute.coord<"(3,?)">, f16) -> ()

      // Coordinates are numbers of their own; a branch is one on them.
      %h = "cute.make_shape"(%m, %m) : (i32, i32) -> !cute.shape<"(?,?)">
      %n = "cute.make_identity_tensor"(%h) : (!cute.shape<"(?,?)">) -> !coordinates
      %q = "cute.make_coord"(%t, %b) : (i32, i32) -> !cute.coord<"(?,?)">
      %w = "cute.slice"(%n, %q) : (!coordinates, !cute.coord<"(?,?)">) -> !cute.coord_tensor<"(?,?)", "():()">
      %x = "cute.get_iter"(%w) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %y = "cute.deref_arith_tuple_iter"(%x) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %less = "cute.elem_less"(%y, %h) : (!cute.int_tuple<"(?,?)">, !cute.shape<"(?,?)">) -> i1
      // CHECK: %[[X:.*]] = arith.cmpi slt
      // CHECK: %[[Y:.*]] = arith.cmpi slt
      // CHECK: %[[BOTH:.*]] = arith.andi %[[X]], %[[Y]]
      // CHECK: scf.if %[[BOTH]]
      "scf.if"(%less) ({
        "cute.memref.store"(%v, %g, %half) : (!shared, !cute.coord<"(3,?)">, f16) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()

      // A tensor that a loop hands on is a pointer and its numbers.
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      // CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %[[S]]) -> (!llvm.ptr<1>, i64)
      %z = "scf.for"(%c0, %m, %c1, %s) ({
      ^bb1(%k: i32, %tile: !tile):
        %at = "cute.make_coord"(%k) : (i32) -> !cute.coord<"(?,1)">
        // CHECK: arith.muli
        // CHECK: llvm.getelementptr %[[P]]
        %value = "cute.memref.load"(%tile, %at) : (!tile, !cute.coord<"(?,1)">) -> f32
        "cute.memref.store"(%tile, %at, %value) : (!tile, !cute.coord<"(?,1)">, f32) -> ()
        "scf.yield"(%tile) : (!tile) -> ()
      }) : (i32, i32, i32, !tile) -> !tile
      // CHECK: gpu.return
      "cuda.return"() : () -> ()
    }) {cute.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} : () -> ()
  }) : () -> ()
  // CHECK: func.func @host(%[[P:.*]]: !llvm.ptr<1> {llvm.align = 16 : i64}, %[[M:.*]]: i32, %[[N:.*]]: i32, %[[S:.*]]: i64) -> i32
  "func.func"() <{function_type = (!matrix) -> i32, sym_name = "host"}> ({
  ^bb0(%a: !matrix):
    %t = "cute.make_tile"() : () -> !cute.tile<"[16:1;8:1]">
    %d = "cute.zipped_divide"(%a, %t) : (!matrix, !cute.tile<"[16:1;8:1]">) -> !tiles
    %n = "cute.size"(%d) <{mode = array<i32: 1, 0>}> : (!tiles) -> !cute.int_tuple<"?">
    %g = "cute.get_scalars"(%n) : (!cute.int_tuple<"?">) -> i32
    %bytes = "cute.kernel_smem_size"() <{kernel_name = @kernels::@copy}> : () -> i64
    %zero = arith.constant 0 : i64
    %s = "cuda.cast"(%zero) : (i64) -> !cuda.stream
    %one = arith.constant 1 : i32
    %block = arith.constant 32 : i32
    %c = "cuda.launch_cfg.create"(%block, %one, %one, %bytes, %g, %one, %one, %s) : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream)
      -> !cuda.launch_cfg<max_attrs = 17>
    // CHECK: gpu.launch_func @kernels::@copy blocks in (%{{.*}}, %{{.*}}, %{{.*}}) threads in (%{{.*}}, %{{.*}}, %{{.*}}) : i32
    // CHECK-SAME: args(%[[P]] : !llvm.ptr<1>, %{{.*}} : i32, %{{.*}} : i32, %[[S]] : i64, %{{.*}} : i64, %{{.*}} : i32)
    %r = "cuda.launch_ex"(%c, %d, %block) <{callee = @kernels::@copy}> : (!cuda.launch_cfg<max_attrs = 17>, !tiles, i32) -> !cuda.result
    %e = "cuda.cast"(%r) : (!cuda.result) -> i32
    "cuda.return_if_error"(%e) : (i32) -> ()
    "func.return"(%one) : (i32) -> ()
  }) : () -> ()
}) {gpu.container_module} : () -> ()
