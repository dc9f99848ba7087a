!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(9,32):(32,1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(8,32):(32,1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "S<2,0,3> o 4 o (8,32):(32,1)">
!memref_smem_f32 = !cute.memref<f32, smem, align<1024>, "S<2,3,3> o 0 o (8,32):(32,1)">
!memref_smem_i8 = !cute.memref<i8, smem, align<1024>, "1024:1">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1, !cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> (), sym_name = "composed_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32_1, %arg4: !cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">):
      %31 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %32 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %33 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %34 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %35 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(9,32):(32,1)">
      %36 = "cute.get_layout"(%arg3) : (!memref_gmem_f32_1) -> !cute.layout<"(8,32):(32,1)">
      %37 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %38 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %39 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %40 = "cute.composed_get_inner"(%arg4) : (!cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !cute.swizzle<"S<2,3,3>">
      %41 = "cute.make_coord"() : () -> !cute.coord<"0">
      %42 = "cute.crd2idx"(%41, %arg4) : (!cute.coord<"0">, !cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !cute.int_tuple<"0">
      %43 = "cute.get_leaves"(%42) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %44 = "cute.cosize"(%arg4) <{mode = array<i32>}> : (!cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !cute.int_tuple<"256">
      %45 = "cute.get_leaves"(%44) : (!cute.int_tuple<"256">) -> !cute.int_tuple<"256">
      %46 = "cute.make_shape"() : () -> !cute.shape<"1024">
      %47 = "cute.make_layout"(%46) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1024">) -> !cute.layout<"1024:1">
      %48 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8
      %49 = "cute.get_iter"(%48) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<1024>>
      %50 = "cute.get_iter"(%48) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<1024>>
      %51 = "cute.recast_iter"(%50) : (!cute.ptr<i8, smem, align<1024>>) -> !cute.ptr<f32, smem, align<1024>>
      %52 = "cute.make_view"(%51, %arg4) : (!cute.ptr<f32, smem, align<1024>>, !cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !memref_smem_f32
      %53 = "cute.get_iter"(%52) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<1024>>
      %54 = "cute.get_iter"(%52) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<1024>>
      %55 = "cute.static"() : () -> !cute.swizzle<"S<2,0,3>">
      %56 = "cute.composed_get_outer"(%arg4) : (!cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !cute.layout<"(8,32):(32,1)">
      %57 = "cute.get_stride"(%56) : (!cute.layout<"(8,32):(32,1)">) -> !cute.stride<"(32,1)">
      %58:2 = "cute.get_leaves"(%57) : (!cute.stride<"(32,1)">) -> (!cute.stride<"32">, !cute.stride<"1">)
      %59 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"4">
      %60 = "cute.make_composed_layout"(%55, %59, %56) : (!cute.swizzle<"S<2,0,3>">, !cute.int_tuple<"4">, !cute.layout<"(8,32):(32,1)">) -> !cute.composed_layout<"S<2,0,3> o 4 o (8,32):(32,1)">
      %61 = "cute.make_view"(%33, %60) : (!cute.ptr<f32, gmem, align<16>>, !cute.composed_layout<"S<2,0,3> o 4 o (8,32):(32,1)">) -> !memref_gmem_f32_2
      %62 = "cute.get_iter"(%61) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %63 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(0,?)">
      %64 = "cute.memref.load"(%61, %63) : (!memref_gmem_f32_2, !cute.coord<"(0,?)">) -> f32
      %65 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(0,?)">
      "cute.memref.store"(%52, %65, %64) : (!memref_smem_f32, !cute.coord<"(0,?)">, f32) -> ()
      %66 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(1,?)">
      %67 = "cute.memref.load"(%61, %66) : (!memref_gmem_f32_2, !cute.coord<"(1,?)">) -> f32
      %68 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(1,?)">
      "cute.memref.store"(%52, %68, %67) : (!memref_smem_f32, !cute.coord<"(1,?)">, f32) -> ()
      %69 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(2,?)">
      %70 = "cute.memref.load"(%61, %69) : (!memref_gmem_f32_2, !cute.coord<"(2,?)">) -> f32
      %71 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(2,?)">
      "cute.memref.store"(%52, %71, %70) : (!memref_smem_f32, !cute.coord<"(2,?)">, f32) -> ()
      %72 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(3,?)">
      %73 = "cute.memref.load"(%61, %72) : (!memref_gmem_f32_2, !cute.coord<"(3,?)">) -> f32
      %74 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(3,?)">
      "cute.memref.store"(%52, %74, %73) : (!memref_smem_f32, !cute.coord<"(3,?)">, f32) -> ()
      %75 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(4,?)">
      %76 = "cute.memref.load"(%61, %75) : (!memref_gmem_f32_2, !cute.coord<"(4,?)">) -> f32
      %77 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(4,?)">
      "cute.memref.store"(%52, %77, %76) : (!memref_smem_f32, !cute.coord<"(4,?)">, f32) -> ()
      %78 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(5,?)">
      %79 = "cute.memref.load"(%61, %78) : (!memref_gmem_f32_2, !cute.coord<"(5,?)">) -> f32
      %80 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(5,?)">
      "cute.memref.store"(%52, %80, %79) : (!memref_smem_f32, !cute.coord<"(5,?)">, f32) -> ()
      %81 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(6,?)">
      %82 = "cute.memref.load"(%61, %81) : (!memref_gmem_f32_2, !cute.coord<"(6,?)">) -> f32
      %83 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(6,?)">
      "cute.memref.store"(%52, %83, %82) : (!memref_smem_f32, !cute.coord<"(6,?)">, f32) -> ()
      %84 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(7,?)">
      %85 = "cute.memref.load"(%61, %84) : (!memref_gmem_f32_2, !cute.coord<"(7,?)">) -> f32
      %86 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(7,?)">
      "cute.memref.store"(%52, %86, %85) : (!memref_smem_f32, !cute.coord<"(7,?)">, f32) -> ()
      "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
      %87 = "arith.constant"() <{value = 31 : i32}> : () -> i32
      %88 = "arith.subi"(%87, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %89 = "cute.make_coord"(%88) : (i32) -> !cute.coord<"(0,?)">
      %90 = "cute.memref.load"(%52, %89) : (!memref_smem_f32, !cute.coord<"(0,?)">) -> f32
      %91 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(0,?)">
      "cute.memref.store"(%arg3, %91, %90) : (!memref_gmem_f32_1, !cute.coord<"(0,?)">, f32) -> ()
      %92 = "arith.subi"(%87, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %93 = "cute.make_coord"(%92) : (i32) -> !cute.coord<"(1,?)">
      %94 = "cute.memref.load"(%52, %93) : (!memref_smem_f32, !cute.coord<"(1,?)">) -> f32
      %95 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(1,?)">
      "cute.memref.store"(%arg3, %95, %94) : (!memref_gmem_f32_1, !cute.coord<"(1,?)">, f32) -> ()
      %96 = "arith.subi"(%87, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %97 = "cute.make_coord"(%96) : (i32) -> !cute.coord<"(2,?)">
      %98 = "cute.memref.load"(%52, %97) : (!memref_smem_f32, !cute.coord<"(2,?)">) -> f32
      %99 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(2,?)">
      "cute.memref.store"(%arg3, %99, %98) : (!memref_gmem_f32_1, !cute.coord<"(2,?)">, f32) -> ()
      %100 = "arith.subi"(%87, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %101 = "cute.make_coord"(%100) : (i32) -> !cute.coord<"(3,?)">
      %102 = "cute.memref.load"(%52, %101) : (!memref_smem_f32, !cute.coord<"(3,?)">) -> f32
      %103 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(3,?)">
      "cute.memref.store"(%arg3, %103, %102) : (!memref_gmem_f32_1, !cute.coord<"(3,?)">, f32) -> ()
      %104 = "arith.subi"(%87, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %105 = "cute.make_coord"(%104) : (i32) -> !cute.coord<"(4,?)">
      %106 = "cute.memref.load"(%52, %105) : (!memref_smem_f32, !cute.coord<"(4,?)">) -> f32
      %107 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(4,?)">
      "cute.memref.store"(%arg3, %107, %106) : (!memref_gmem_f32_1, !cute.coord<"(4,?)">, f32) -> ()
      %108 = "arith.subi"(%87, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %109 = "cute.make_coord"(%108) : (i32) -> !cute.coord<"(5,?)">
      %110 = "cute.memref.load"(%52, %109) : (!memref_smem_f32, !cute.coord<"(5,?)">) -> f32
      %111 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(5,?)">
      "cute.memref.store"(%arg3, %111, %110) : (!memref_gmem_f32_1, !cute.coord<"(5,?)">, f32) -> ()
      %112 = "arith.subi"(%87, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %113 = "cute.make_coord"(%112) : (i32) -> !cute.coord<"(6,?)">
      %114 = "cute.memref.load"(%52, %113) : (!memref_smem_f32, !cute.coord<"(6,?)">) -> f32
      %115 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(6,?)">
      "cute.memref.store"(%arg3, %115, %114) : (!memref_gmem_f32_1, !cute.coord<"(6,?)">, f32) -> ()
      %116 = "arith.subi"(%87, %37) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %117 = "cute.make_coord"(%116) : (i32) -> !cute.coord<"(7,?)">
      %118 = "cute.memref.load"(%52, %117) : (!memref_smem_f32, !cute.coord<"(7,?)">) -> f32
      %119 = "cute.make_coord"(%37) : (i32) -> !cute.coord<"(7,?)">
      "cute.memref.store"(%arg3, %119, %118) : (!memref_gmem_f32_1, !cute.coord<"(7,?)">, f32) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1) -> i32, sym_name = "composed"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32_1):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.static"() : () -> !cute.swizzle<"S<2,3,3>">
    %5 = "cute.make_shape"() : () -> !cute.shape<"(8,32)">
    %6 = "cute.make_stride"() : () -> !cute.stride<"(32,1)">
    %7 = "cute.make_layout"(%5, %6) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,32)">, !cute.stride<"(32,1)">) -> !cute.layout<"(8,32):(32,1)">
    %8 = "cute.get_stride"(%7) : (!cute.layout<"(8,32):(32,1)">) -> !cute.stride<"(32,1)">
    %9:2 = "cute.get_leaves"(%8) : (!cute.stride<"(32,1)">) -> (!cute.stride<"32">, !cute.stride<"1">)
    %10 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"0">
    %11 = "cute.make_composed_layout"(%4, %10, %7) : (!cute.swizzle<"S<2,3,3>">, !cute.int_tuple<"0">, !cute.layout<"(8,32):(32,1)">) -> !cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">
    %12 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(9,32):(32,1)">
    %13 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_1) -> !cute.layout<"(8,32):(32,1)">
    %14 = "cute.composed_get_inner"(%11) : (!cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !cute.swizzle<"S<2,3,3>">
    %15 = "cute.composed_get_offset"(%11) : (!cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !cute.int_tuple<"0">
    %16 = "cute.get_leaves"(%15) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
    %17 = "cute.composed_get_outer"(%11) : (!cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !cute.layout<"(8,32):(32,1)">
    %18 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@composed_kernel}> : () -> i64
    %19 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %20 = "arith.cmpi"(%18, %19) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%20) ({
      "cute.print"(%18) <{fmt = "\0AError: kernel '@kernels::@composed_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %21 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %22 = "cuda.cast"(%21) : (i64) -> !cuda.stream
    %23 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %24 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %25 = "cuda.launch_cfg.create"(%23, %24, %24, %18, %24, %24, %24, %22) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %26 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%25, %26) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %27 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%25, %27) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %28 = "cuda.launch_ex"(%25, %arg0, %arg1, %11) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@composed_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32_1, !cute.composed_layout<"S<2,3,3> o 0 o (8,32):(32,1)">) -> !cuda.result
    %29 = "cuda.cast"(%28) : (!cuda.result) -> i32
    "cuda.return_if_error"(%29) : (i32) -> ()
    %30 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%30) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
