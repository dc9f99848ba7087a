!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(8,64):(64,1)">
!memref_smem_f16 = !cute.memref<f16, smem, align<1024>, S<3,4,3>, "(8,64):(64,1)">
!memref_smem_i8 = !cute.memref<i8, smem, align<1024>, "1024:1">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16, !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">) -> (), sym_name = "swizzle_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f16, %arg3: !memref_gmem_f16, %arg4: !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">):
      %31 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %32 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %33 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %34 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %35 = "cute.get_layout"(%arg2) : (!memref_gmem_f16) -> !cute.layout<"(8,64):(64,1)">
      %36 = "cute.get_layout"(%arg3) : (!memref_gmem_f16) -> !cute.layout<"(8,64):(64,1)">
      %37 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %38 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %39 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %40 = "cute.composed_get_outer"(%arg4) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">) -> !cute.layout<"(8,64):(64,1)">
      %41 = "cute.composed_get_inner"(%arg4) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">) -> !cute.swizzle<"S<3,4,3>">
      %42 = "cute.make_coord"() : () -> !cute.coord<"0">
      %43 = "cute.crd2idx"(%42, %40) : (!cute.coord<"0">, !cute.layout<"(8,64):(64,1)">) -> !cute.int_tuple<"0">
      %44 = "cute.get_leaves"(%43) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %45 = "cute.cosize"(%40) <{mode = array<i32>}> : (!cute.layout<"(8,64):(64,1)">) -> !cute.int_tuple<"512">
      %46 = "cute.get_leaves"(%45) : (!cute.int_tuple<"512">) -> !cute.int_tuple<"512">
      %47 = "cute.make_shape"() : () -> !cute.shape<"1024">
      %48 = "cute.make_layout"(%47) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1024">) -> !cute.layout<"1024:1">
      %49 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8
      %50 = "cute.get_iter"(%49) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<1024>>
      %51 = "cute.get_iter"(%49) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<1024>>
      %52 = "cute.recast_iter"(%51) : (!cute.ptr<i8, smem, align<1024>>) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %53 = "cute.make_view"(%52, %40) : (!cute.ptr<f16, smem, align<1024>, S<3,4,3>>, !cute.layout<"(8,64):(64,1)">) -> !memref_smem_f16
      %54 = "cute.get_iter"(%53) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %55 = "cute.get_iter"(%53) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %56 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %57 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %58 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %59 = "scf.for"(%56, %57, %58, %53) ({
      ^bb0(%arg7: i32, %arg8: !memref_smem_f16):
        %83 = "cute.get_iter"(%arg8) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
        %84 = "cute.get_iter"(%arg8) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
        %85 = "arith.constant"() <{value = 4 : i32}> : () -> i32
        %86 = "arith.floordivsi"(%37, %85) : (i32, i32) -> i32
        %87 = "arith.remsi"(%37, %85) : (i32, i32) -> i32
        %88 = "arith.constant"() <{value = 16 : i32}> : () -> i32
        %89 = "arith.muli"(%87, %88) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %90 = "arith.addi"(%89, %arg7) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %91 = "cute.make_coord"(%86, %90) : (i32, i32) -> !cute.coord<"(?,?)">
        %92 = "cute.memref.load"(%arg2, %91) : (!memref_gmem_f16, !cute.coord<"(?,?)">) -> f16
        %93 = "arith.floordivsi"(%37, %85) : (i32, i32) -> i32
        %94 = "arith.remsi"(%37, %85) : (i32, i32) -> i32
        %95 = "arith.muli"(%94, %88) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %96 = "arith.addi"(%95, %arg7) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %97 = "cute.make_coord"(%93, %96) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg8, %97, %92) : (!memref_smem_f16, !cute.coord<"(?,?)">, f16) -> ()
        %98 = "arith.floordivsi"(%37, %85) : (i32, i32) -> i32
        %99 = "arith.remsi"(%37, %85) : (i32, i32) -> i32
        %100 = "arith.muli"(%99, %88) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %101 = "arith.constant"() <{value = 8 : i32}> : () -> i32
        %102 = "arith.addi"(%100, %101) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %103 = "arith.addi"(%102, %arg7) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %104 = "cute.make_coord"(%98, %103) : (i32, i32) -> !cute.coord<"(?,?)">
        %105 = "cute.memref.load"(%arg2, %104) : (!memref_gmem_f16, !cute.coord<"(?,?)">) -> f16
        %106 = "arith.floordivsi"(%37, %85) : (i32, i32) -> i32
        %107 = "arith.remsi"(%37, %85) : (i32, i32) -> i32
        %108 = "arith.muli"(%107, %88) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %109 = "arith.addi"(%108, %101) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %110 = "arith.addi"(%109, %arg7) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %111 = "cute.make_coord"(%106, %110) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg8, %111, %105) : (!memref_smem_f16, !cute.coord<"(?,?)">, f16) -> ()
        %112 = "cute.get_iter"(%arg8) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
        %113 = "cute.get_iter"(%arg8) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
        "scf.yield"(%arg8) : (!memref_smem_f16) -> ()
      }) : (i32, i32, i32, !memref_smem_f16) -> !memref_smem_f16
      %60 = "cute.get_iter"(%59) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %61 = "cute.get_iter"(%53) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
      %62 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %63 = "scf.for"(%56, %62, %58, %arg3) ({
      ^bb0(%arg5: i32, %arg6: !memref_gmem_f16):
        %66 = "cute.get_iter"(%arg6) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %67 = "cute.get_iter"(%arg6) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %68 = "arith.constant"() <{value = 8 : i32}> : () -> i32
        %69 = "arith.remsi"(%arg5, %68) : (i32, i32) -> i32
        %70 = "arith.floordivsi"(%arg5, %68) : (i32, i32) -> i32
        %71 = "arith.constant"() <{value = 32 : i32}> : () -> i32
        %72 = "arith.muli"(%70, %71) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %73 = "arith.addi"(%37, %72) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %74 = "cute.make_coord"(%69, %73) : (i32, i32) -> !cute.coord<"(?,?)">
        %75 = "cute.memref.load"(%53, %74) : (!memref_smem_f16, !cute.coord<"(?,?)">) -> f16
        %76 = "arith.remsi"(%arg5, %68) : (i32, i32) -> i32
        %77 = "arith.floordivsi"(%arg5, %68) : (i32, i32) -> i32
        %78 = "arith.muli"(%77, %71) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %79 = "arith.addi"(%37, %78) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %80 = "cute.make_coord"(%76, %79) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg6, %80, %75) : (!memref_gmem_f16, !cute.coord<"(?,?)">, f16) -> ()
        %81 = "cute.get_iter"(%arg6) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %82 = "cute.get_iter"(%arg6) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        "scf.yield"(%arg6) : (!memref_gmem_f16) -> ()
      }) : (i32, i32, i32, !memref_gmem_f16) -> !memref_gmem_f16
      %64 = "cute.get_iter"(%63) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %65 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16) -> i32, sym_name = "swizzle"}> ({
  ^bb0(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %4 = "cute.static"() : () -> !cute.swizzle<"S<3,4,3>">
    %5 = "cute.make_shape"() : () -> !cute.shape<"(8,64)">
    %6 = "cute.make_stride"() : () -> !cute.stride<"(64,1)">
    %7 = "cute.make_layout"(%5, %6) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,64)">, !cute.stride<"(64,1)">) -> !cute.layout<"(8,64):(64,1)">
    %8 = "cute.get_stride"(%7) : (!cute.layout<"(8,64):(64,1)">) -> !cute.stride<"(64,1)">
    %9:2 = "cute.get_leaves"(%8) : (!cute.stride<"(64,1)">) -> (!cute.stride<"64">, !cute.stride<"1">)
    %10 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"0">
    %11 = "cute.make_composed_layout"(%4, %10, %7) : (!cute.swizzle<"S<3,4,3>">, !cute.int_tuple<"0">, !cute.layout<"(8,64):(64,1)">) -> !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">
    %12 = "cute.get_layout"(%arg0) : (!memref_gmem_f16) -> !cute.layout<"(8,64):(64,1)">
    %13 = "cute.get_layout"(%arg1) : (!memref_gmem_f16) -> !cute.layout<"(8,64):(64,1)">
    %14 = "cute.composed_get_inner"(%11) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">) -> !cute.swizzle<"S<3,4,3>">
    %15 = "cute.composed_get_offset"(%11) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">) -> !cute.int_tuple<"0">
    %16 = "cute.get_leaves"(%15) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
    %17 = "cute.composed_get_outer"(%11) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">) -> !cute.layout<"(8,64):(64,1)">
    %18 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@swizzle_kernel}> : () -> i64
    %19 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %20 = "arith.cmpi"(%18, %19) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%20) ({
      "cute.print"(%18) <{fmt = "\0AError: kernel '@kernels::@swizzle_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
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
    %28 = "cuda.launch_ex"(%25, %arg0, %arg1, %11) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@swizzle_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f16, !memref_gmem_f16, !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">) -> !cuda.result
    %29 = "cuda.cast"(%28) : (!cuda.result) -> i32
    "cuda.return_if_error"(%29) : (i32) -> ()
    %30 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%30) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
