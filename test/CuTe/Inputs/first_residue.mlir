!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?,?):(?{i64},1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(?):(1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "(8,4,?):(?{i64},1,4)">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, "(8,4,?):(?{i64},1,4)">
#loop_unroll = #llvm.loop_unroll<disable = true, count = 1 : i32>
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1) -> (), sym_name = "first_residue_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32_1):
      %19 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %20 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(?,?):(?{i64},1)">
      %24 = "cute.get_layout"(%arg3) : (!memref_gmem_f32_1) -> !cute.layout<"(?):(1)">
      %25 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %26 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %28 = "cute.make_tile"() : () -> !cute.tile<"[8:1;4:1]">
      %29 = "cute.make_coord"() : () -> !cute.coord<"(0,_)">
      %30 = "cute.local_tile"(%arg2, %28, %29) : (!memref_gmem_f32, !cute.tile<"[8:1;4:1]">, !cute.coord<"(0,_)">) -> !memref_gmem_f32_2
      %31 = "cute.get_iter"(%30) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %32 = "cute.get_iter"(%30) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %33 = "cute.get_shape"(%23) : (!cute.layout<"(?,?):(?{i64},1)">) -> !cute.shape<"(?,?)">
      %34:2 = "cute.get_leaves"(%33) : (!cute.shape<"(?,?)">) -> (!cute.shape<"?">, !cute.shape<"?">)
      %35 = "cute.to_int_tuple"(%34#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
      %36 = "cute.get_scalars"(%35) : (!cute.int_tuple<"?">) -> i32
      %37 = "cute.to_int_tuple"(%34#1) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
      %38 = "cute.get_scalars"(%37) : (!cute.int_tuple<"?">) -> i32
      %39 = "cute.make_shape"(%35, %37) : (!cute.int_tuple<"?">, !cute.int_tuple<"?">) -> !cute.shape<"(?,?)">
      %40 = "cute.make_identity_tensor"(%39) : (!cute.shape<"(?,?)">) -> !cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">
      %41 = "cute.get_iter"(%40) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(0,0)">
      %42 = "cute.deref_arith_tuple_iter"(%41) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %43:2 = "cute.get_leaves"(%42) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %44 = "cute.make_tile"() : () -> !cute.tile<"[8:1;4:1]">
      %45 = "cute.make_coord"() : () -> !cute.coord<"(0,_)">
      %46 = "cute.local_tile"(%40, %44, %45) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">, !cute.tile<"[8:1;4:1]">, !cute.coord<"(0,_)">) -> !cute.coord_tensor<"(0,0)", "(8,4,?):(1@0,1@1,4@1)">
      %47 = "cute.get_iter"(%46) : (!cute.coord_tensor<"(0,0)", "(8,4,?):(1@0,1@1,4@1)">) -> !cute.arith_tuple_iter<"(0,0)">
      %48 = "cute.deref_arith_tuple_iter"(%47) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %49:2 = "cute.get_leaves"(%48) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %50 = "cute.get_iter"(%46) : (!cute.coord_tensor<"(0,0)", "(8,4,?):(1@0,1@1,4@1)">) -> !cute.arith_tuple_iter<"(0,0)">
      %51 = "cute.deref_arith_tuple_iter"(%50) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %52:2 = "cute.get_leaves"(%51) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %53 = "cute.get_layout"(%30) : (!memref_gmem_f32_2) -> !cute.layout<"(8,4,?):(?{i64},1,4)">
      %54 = "cute.get_shape"(%53) : (!cute.layout<"(8,4,?):(?{i64},1,4)">) -> !cute.shape<"(8,4,?)">
      %55:3 = "cute.get_leaves"(%54) : (!cute.shape<"(8,4,?)">) -> (!cute.shape<"8">, !cute.shape<"4">, !cute.shape<"?">)
      %56 = "cute.to_int_tuple"(%55#2) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
      %57 = "cute.get_scalars"(%56) : (!cute.int_tuple<"?">) -> i32
      %58 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"4">
      %59 = "cute.tuple_mul"(%56, %58) : (!cute.int_tuple<"?">, !cute.int_tuple<"4">) -> !cute.int_tuple<"?{div=4}">
      %60 = "cute.get_scalars"(%59) : (!cute.int_tuple<"?{div=4}">) -> i32
      %61 = "cute.tuple_sub"(%37, %59) : (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=4}">) -> !cute.int_tuple<"?">
      %62 = "cute.get_scalars"(%61) : (!cute.int_tuple<"?">) -> i32
      %63 = "cute.make_coord"(%61) : (!cute.int_tuple<"?">) -> !cute.coord<"(0,?,0)">
      %64 = "cute.crd2idx"(%63, %53) : (!cute.coord<"(0,?,0)">, !cute.layout<"(8,4,?):(?{i64},1,4)">) -> !cute.int_tuple<"?">
      %65 = "cute.get_leaves"(%64) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %66 = "cute.get_scalars"(%65) : (!cute.int_tuple<"?">) -> i32
      %67 = "cute.make_int_tuple"(%65) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %68 = "cute.add_offset"(%32, %67) : (!cute.ptr<f32, gmem, align<16>>, !cute.int_tuple<"?">) -> !cute.ptr<f32, gmem>
      %69 = "cute.make_view"(%68, %53) : (!cute.ptr<f32, gmem>, !cute.layout<"(8,4,?):(?{i64},1,4)">) -> !memref_gmem_f32_3
      %70 = "cute.get_iter"(%69) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem>
      %71 = "cute.get_layout"(%46) : (!cute.coord_tensor<"(0,0)", "(8,4,?):(1@0,1@1,4@1)">) -> !cute.layout<"(8,4,?):(1@0,1@1,4@1)">
      %72 = "cute.make_coord"(%61) : (!cute.int_tuple<"?">) -> !cute.coord<"(0,?,0)">
      %73 = "cute.crd2idx"(%72, %71) : (!cute.coord<"(0,?,0)">, !cute.layout<"(8,4,?):(1@0,1@1,4@1)">) -> !cute.int_tuple<"(0,?)">
      %74:2 = "cute.get_leaves"(%73) : (!cute.int_tuple<"(0,?)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"?">)
      %75 = "cute.get_scalars"(%74#1) : (!cute.int_tuple<"?">) -> i32
      %76 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(0,0)">
      %77 = "cute.make_int_tuple"(%74#1) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"(0,?)">
      %78 = "cute.tuple_add"(%76, %77) : (!cute.int_tuple<"(0,0)">, !cute.int_tuple<"(0,?)">) -> !cute.int_tuple<"(0,?)">
      %79:2 = "cute.get_leaves"(%78) : (!cute.int_tuple<"(0,?)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"?">)
      %80 = "cute.get_scalars"(%79#1) : (!cute.int_tuple<"?">) -> i32
      %81 = "cute.make_int_tuple"(%79#1) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"(0,?)">
      %82 = "cute.make_arith_tuple_iter"(%81) : (!cute.int_tuple<"(0,?)">) -> !cute.arith_tuple_iter<"(0,?)">
      %83 = "cute.make_view"(%82, %71) : (!cute.arith_tuple_iter<"(0,?)">, !cute.layout<"(8,4,?):(1@0,1@1,4@1)">) -> !cute.coord_tensor<"(0,?)", "(8,4,?):(1@0,1@1,4@1)">
      %84 = "cute.get_iter"(%83) : (!cute.coord_tensor<"(0,?)", "(8,4,?):(1@0,1@1,4@1)">) -> !cute.arith_tuple_iter<"(0,?)">
      %85 = "cute.deref_arith_tuple_iter"(%84) : (!cute.arith_tuple_iter<"(0,?)">) -> !cute.int_tuple<"(0,?)">
      %86:2 = "cute.get_leaves"(%85) : (!cute.int_tuple<"(0,?)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"?">)
      %87 = "cute.get_scalars"(%86#1) : (!cute.int_tuple<"?">) -> i32
      %88 = "cute.size"(%69) <{mode = array<i32: 2>}> : (!memref_gmem_f32_3) -> !cute.int_tuple<"?">
      %89 = "cute.get_leaves"(%88) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %90 = "cute.get_scalars"(%89) : (!cute.int_tuple<"?">) -> i32
      %91 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %92 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %93 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %94 = "scf.for"(%92, %90, %93, %91) ({
      ^bb0(%arg4: i32, %arg5: f32):
        %96 = "arith.constant"() <{value = 4 : i32}> : () -> i32
        %97 = "arith.floordivsi"(%25, %96) : (i32, i32) -> i32
        %98 = "arith.remsi"(%25, %96) : (i32, i32) -> i32
        %99 = "cute.make_coord"(%97, %98, %arg4) : (i32, i32, i32) -> !cute.coord<"(?,?,?)">
        %100 = "cute.slice"(%83, %99) : (!cute.coord_tensor<"(0,?)", "(8,4,?):(1@0,1@1,4@1)">, !cute.coord<"(?,?,?)">) -> !cute.coord_tensor<"(?,?)", "():()">
        %101 = "cute.get_iter"(%100) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %102 = "cute.deref_arith_tuple_iter"(%101) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %103:2 = "cute.get_leaves"(%102) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %104 = "cute.get_scalars"(%103#0) : (!cute.int_tuple<"?">) -> i32
        %105 = "cute.get_scalars"(%103#1) : (!cute.int_tuple<"?">) -> i32
        %106 = "cute.get_iter"(%100) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %107 = "cute.deref_arith_tuple_iter"(%106) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %108:2 = "cute.get_leaves"(%107) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %109 = "cute.get_scalars"(%108#0) : (!cute.int_tuple<"?">) -> i32
        %110 = "cute.get_scalars"(%108#1) : (!cute.int_tuple<"?">) -> i32
        %111 = "cute.get_iter"(%100) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %112 = "cute.deref_arith_tuple_iter"(%111) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %113:2 = "cute.get_leaves"(%112) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %114 = "cute.get_scalars"(%113#0) : (!cute.int_tuple<"?">) -> i32
        %115 = "cute.get_scalars"(%113#1) : (!cute.int_tuple<"?">) -> i32
        %116 = "arith.constant"() <{value = -1 : i32}> : () -> i32
        %117 = "cute.make_coord"(%116) : (i32) -> !cute.coord<"?">
        %118 = "cute.make_coord"(%113#1) : (!cute.int_tuple<"?">) -> !cute.coord<"?">
        %119 = "cute.elem_less"(%117, %118) : (!cute.coord<"?">, !cute.coord<"?">) -> i1
        %120 = "scf.if"(%119) ({
          %121 = "arith.constant"() <{value = 4 : i32}> : () -> i32
          %122 = "arith.floordivsi"(%25, %121) : (i32, i32) -> i32
          %123 = "arith.remsi"(%25, %121) : (i32, i32) -> i32
          %124 = "cute.make_coord"(%122, %123, %arg4) : (i32, i32, i32) -> !cute.coord<"(?,?,?)">
          %125 = "cute.memref.load"(%69, %124) : (!memref_gmem_f32_3, !cute.coord<"(?,?,?)">) -> f32
          %126 = "arith.addf"(%arg5, %125) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "scf.yield"(%126) : (f32) -> ()
        }, {
          "scf.yield"(%arg5) : (f32) -> ()
        }) : (i1) -> f32
        "scf.yield"(%120) : (f32) -> ()
      }) {loop_annotation = #loop_annotation} : (i32, i32, i32, f32) -> f32
      %95 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"?">
      "cute.memref.store"(%arg3, %95, %94) : (!memref_gmem_f32_1, !cute.coord<"?">, f32) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1) -> i32, sym_name = "first_residue"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32_1):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?,?):(?{i64},1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_1) -> !cute.layout<"(?):(1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@first_residue_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@first_residue_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %9 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %10 = "cuda.cast"(%9) : (i64) -> !cuda.stream
    %11 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %12 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %13 = "cuda.launch_cfg.create"(%11, %12, %12, %6, %12, %12, %12, %10) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %14 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%13, %14) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %15 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%13, %15) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %16 = "cuda.launch_ex"(%13, %arg0, %arg1) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@first_residue_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32_1) -> !cuda.result
    %17 = "cuda.cast"(%16) : (!cuda.result) -> i32
    "cuda.return_if_error"(%17) : (i32) -> ()
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%18) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
