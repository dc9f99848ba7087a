!copy_ldgsts = !cute.tiled_copy<!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, layout_copy_tv = <"((8,16),8):((128,1),16)">, tiler_mn = <"[16:1;64:1]">>
!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(16,64):(64,1)">
!memref_gmem_f16_1 = !cute.memref<f16, gmem, align<16>, "((8,1),1,1):((1,0),0,0)">
!memref_gmem_f16_2 = !cute.memref<f16, gmem, align<16>, "((8,1),(1,1)):((1,0),(0,0))">
!memref_smem_f16 = !cute.memref<f16, smem, align<16>, "(16,64):(72,1)">
!memref_smem_f16_1 = !cute.memref<f16, smem, align<16>, "((8,1),1,1):((1,0),0,0)">
!memref_smem_f16_2 = !cute.memref<f16, smem, align<16>, "((8,1),(1,1)):((1,0),(0,0))">
!memref_smem_i8 = !cute.memref<i8, smem, align<16>, "2288:1">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16, !copy_ldgsts) -> (), sym_name = "asynchronous_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f16, %arg3: !memref_gmem_f16, %arg4: !copy_ldgsts):
      %50 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %51 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %52 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %53 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %54 = "cute.get_layout"(%arg2) : (!memref_gmem_f16) -> !cute.layout<"(16,64):(64,1)">
      %55 = "cute.get_layout"(%arg3) : (!memref_gmem_f16) -> !cute.layout<"(16,64):(64,1)">
      %56 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %57 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %58 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %59 = "cute.make_shape"() : () -> !cute.shape<"(16,64)">
      %60 = "cute.make_stride"() : () -> !cute.stride<"(72,1)">
      %61 = "cute.make_layout"(%59, %60) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(16,64)">, !cute.stride<"(72,1)">) -> !cute.layout<"(16,64):(72,1)">
      %62 = "cute.make_coord"() : () -> !cute.coord<"0">
      %63 = "cute.crd2idx"(%62, %61) : (!cute.coord<"0">, !cute.layout<"(16,64):(72,1)">) -> !cute.int_tuple<"0">
      %64 = "cute.get_leaves"(%63) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %65 = "cute.cosize"(%61) <{mode = array<i32>}> : (!cute.layout<"(16,64):(72,1)">) -> !cute.int_tuple<"1144">
      %66 = "cute.get_leaves"(%65) : (!cute.int_tuple<"1144">) -> !cute.int_tuple<"1144">
      %67 = "cute.make_shape"() : () -> !cute.shape<"2288">
      %68 = "cute.make_layout"(%67) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2288">) -> !cute.layout<"2288:1">
      %69 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8
      %70 = "cute.get_iter"(%69) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<16>>
      %71 = "cute.get_iter"(%69) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<16>>
      %72 = "cute.recast_iter"(%71) : (!cute.ptr<i8, smem, align<16>>) -> !cute.ptr<f16, smem, align<16>>
      %73 = "cute.make_view"(%72, %61) : (!cute.ptr<f16, smem, align<16>>, !cute.layout<"(16,64):(72,1)">) -> !memref_smem_f16
      %74 = "cute.get_iter"(%73) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
      %75 = "cute.get_iter"(%73) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
      %76 = "cute.make_coord"(%56) : (i32) -> !cute.coord<"?">
      %77 = "cute.tiled.copy.partition_S"(%arg4, %arg2, %76) : (!copy_ldgsts, !memref_gmem_f16, !cute.coord<"?">) -> !memref_gmem_f16_1
      %78 = "cute.get_iter"(%77) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %79 = "cute.make_coord"(%56) : (i32) -> !cute.coord<"?">
      %80 = "cute.tiled.copy.partition_D"(%arg4, %73, %79) : (!copy_ldgsts, !memref_smem_f16, !cute.coord<"?">) -> !memref_smem_f16_1
      %81 = "cute.get_iter"(%80) : (!memref_smem_f16_1) -> !cute.ptr<f16, smem, align<16>>
      %82 = "cute.get_layout"(%77) : (!memref_gmem_f16_1) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %83 = "cute.get_shape"(%82) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
      %84:4 = "cute.get_leaves"(%83) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %85 = "cute.get_layout"(%80) : (!memref_smem_f16_1) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %86 = "cute.get_shape"(%85) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
      %87:4 = "cute.get_leaves"(%86) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %88 = "cute.make_shape"() : () -> !cute.shape<"1">
      %89 = "cute.make_layout"(%88) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %90 = "cute.append_to_rank"(%82, %89) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %91 = "cute.make_view"(%78, %90) : (!cute.ptr<f16, gmem, align<16>>, !cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_gmem_f16_1
      %92 = "cute.get_iter"(%91) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %93 = "cute.get_layout"(%91) : (!memref_gmem_f16_1) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %94 = "cute.get_shape"(%93) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
      %95:4 = "cute.get_leaves"(%94) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %96 = "cute.group_modes"(%91) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f16_1) -> !memref_gmem_f16_2
      %97 = "cute.get_iter"(%96) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
      %98 = "cute.get_iter"(%96) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
      %99 = "cute.make_shape"() : () -> !cute.shape<"1">
      %100 = "cute.make_layout"(%99) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %101 = "cute.append_to_rank"(%85, %100) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %102 = "cute.make_view"(%81, %101) : (!cute.ptr<f16, smem, align<16>>, !cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_smem_f16_1
      %103 = "cute.get_iter"(%102) : (!memref_smem_f16_1) -> !cute.ptr<f16, smem, align<16>>
      %104 = "cute.get_layout"(%102) : (!memref_smem_f16_1) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %105 = "cute.get_shape"(%104) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
      %106:4 = "cute.get_leaves"(%105) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %107 = "cute.group_modes"(%102) <{begin = 1 : i32, end = 3 : i32}> : (!memref_smem_f16_1) -> !memref_smem_f16_2
      %108 = "cute.get_iter"(%107) : (!memref_smem_f16_2) -> !cute.ptr<f16, smem, align<16>>
      %109 = "cute.get_iter"(%107) : (!memref_smem_f16_2) -> !cute.ptr<f16, smem, align<16>>
      %110 = "cute.get_layout"(%96) : (!memref_gmem_f16_2) -> !cute.layout<"((8,1),(1,1)):((1,0),(0,0))">
      %111 = "cute.get_shape"(%110) : (!cute.layout<"((8,1),(1,1)):((1,0),(0,0))">) -> !cute.shape<"((8,1),(1,1))">
      %112:4 = "cute.get_leaves"(%111) : (!cute.shape<"((8,1),(1,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %113 = "cute.get_layout"(%107) : (!memref_smem_f16_2) -> !cute.layout<"((8,1),(1,1)):((1,0),(0,0))">
      %114 = "cute.get_shape"(%113) : (!cute.layout<"((8,1),(1,1)):((1,0),(0,0))">) -> !cute.shape<"((8,1),(1,1))">
      %115:4 = "cute.get_leaves"(%114) : (!cute.shape<"((8,1),(1,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %116 = "cute.size"(%96) <{mode = array<i32: 1>}> : (!memref_gmem_f16_2) -> !cute.int_tuple<"1">
      %117 = "cute.get_leaves"(%116) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      %118 = "cute.size"(%107) <{mode = array<i32: 1>}> : (!memref_smem_f16_2) -> !cute.int_tuple<"1">
      %119 = "cute.get_leaves"(%118) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      "cute.copy"(%arg4, %96, %107) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldgsts, !memref_gmem_f16_2, !memref_smem_f16_2) -> ()
      "nvvm.cp.async.commit.group"() : () -> ()
      "nvvm.cp.async.wait.group"() <{n = 0 : i32}> : () -> ()
      "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
      %120 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %121 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %122 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %123 = "scf.for"(%120, %121, %122, %arg3) ({
      ^bb0(%arg5: i32, %arg6: !memref_gmem_f16):
        %126 = "cute.get_iter"(%arg6) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %127 = "cute.get_iter"(%arg6) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %128 = "arith.constant"() <{value = 16 : i32}> : () -> i32
        %129 = "arith.remsi"(%56, %128) : (i32, i32) -> i32
        %130 = "arith.floordivsi"(%56, %128) : (i32, i32) -> i32
        %131 = "arith.constant"() <{value = 8 : i32}> : () -> i32
        %132 = "arith.muli"(%130, %131) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %133 = "arith.addi"(%132, %arg5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %134 = "cute.make_coord"(%129, %133) : (i32, i32) -> !cute.coord<"(?,?)">
        %135 = "cute.memref.load"(%73, %134) : (!memref_smem_f16, !cute.coord<"(?,?)">) -> f16
        %136 = "arith.remsi"(%56, %128) : (i32, i32) -> i32
        %137 = "arith.floordivsi"(%56, %128) : (i32, i32) -> i32
        %138 = "arith.muli"(%137, %131) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %139 = "arith.addi"(%138, %arg5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %140 = "cute.make_coord"(%136, %139) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg6, %140, %135) : (!memref_gmem_f16, !cute.coord<"(?,?)">, f16) -> ()
        %141 = "cute.get_iter"(%arg6) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %142 = "cute.get_iter"(%arg6) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        "scf.yield"(%arg6) : (!memref_gmem_f16) -> ()
      }) : (i32, i32, i32, !memref_gmem_f16) -> !memref_gmem_f16
      %124 = "cute.get_iter"(%123) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %125 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 128, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16) -> i32, sym_name = "asynchronous"}> ({
  ^bb0(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %4 = "cute.make_atom"() : () -> !cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>
    %5 = "cute.make_shape"() : () -> !cute.shape<"(16,8)">
    %6 = "cute.make_stride"() : () -> !cute.stride<"(8,1)">
    %7 = "cute.make_layout"(%5, %6) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(16,8)">, !cute.stride<"(8,1)">) -> !cute.layout<"(16,8):(8,1)">
    %8 = "cute.make_shape"() : () -> !cute.shape<"(1,8)">
    %9 = "cute.make_layout"(%8) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(1,8)">) -> !cute.layout<"(1,8):(0,1)">
    %10 = "cute.raked_product"(%7, %9) : (!cute.layout<"(16,8):(8,1)">, !cute.layout<"(1,8):(0,1)">) -> !cute.layout<"(16,(8,8)):(8,(128,1))">
    %11 = "cute.size"(%7) <{mode = array<i32>}> : (!cute.layout<"(16,8):(8,1)">) -> !cute.int_tuple<"128">
    %12 = "cute.get_leaves"(%11) : (!cute.int_tuple<"128">) -> !cute.int_tuple<"128">
    %13 = "cute.size"(%9) <{mode = array<i32>}> : (!cute.layout<"(1,8):(0,1)">) -> !cute.int_tuple<"8">
    %14 = "cute.get_leaves"(%13) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
    %15 = "cute.make_shape"() : () -> !cute.shape<"(128,8)">
    %16 = "cute.make_layout"(%15) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(128,8)">) -> !cute.layout<"(128,8):(1,128)">
    %17 = "cute.right_inverse"(%10) : (!cute.layout<"(16,(8,8)):(8,(128,1))">) -> !cute.layout<"(8,128):(128,1)">
    %18 = "cute.composition"(%17, %16) : (!cute.layout<"(8,128):(128,1)">, !cute.layout<"(128,8):(1,128)">) -> !cute.layout<"((8,16),8):((128,1),16)">
    %19 = "cute.get_shape"(%10) : (!cute.layout<"(16,(8,8)):(8,(128,1))">) -> !cute.shape<"(16,(8,8))">
    %20:3 = "cute.get_leaves"(%19) : (!cute.shape<"(16,(8,8))">) -> (!cute.shape<"16">, !cute.shape<"8">, !cute.shape<"8">)
    %21 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(16,(8,8))">
    %22 = "cute.tuple.product_each"(%21) : (!cute.int_tuple<"(16,(8,8))">) -> !cute.int_tuple<"(16,64)">
    %23:2 = "cute.get_leaves"(%22) : (!cute.int_tuple<"(16,64)">) -> (!cute.int_tuple<"16">, !cute.int_tuple<"64">)
    %24 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(16,64)">
    %25 = "cute.tuple.product_each"(%24) : (!cute.int_tuple<"(16,64)">) -> !cute.int_tuple<"(16,64)">
    %26:2 = "cute.get_leaves"(%25) : (!cute.int_tuple<"(16,64)">) -> (!cute.int_tuple<"16">, !cute.int_tuple<"64">)
    %27 = "cute.make_tile"() : () -> !cute.tile<"[16:1;64:1]">
    %28 = "cute.make_tiled_copy"(%4) : (!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>) -> !copy_ldgsts
    %29 = "cute.get_layout"(%arg0) : (!memref_gmem_f16) -> !cute.layout<"(16,64):(64,1)">
    %30 = "cute.get_layout"(%arg1) : (!memref_gmem_f16) -> !cute.layout<"(16,64):(64,1)">
    %31 = "cute.static"() : () -> !cute.tile<"[16:1;64:1]">
    %32:2 = "cute.get_leaves"(%31) : (!cute.tile<"[16:1;64:1]">) -> (!cute.layout<"16:1">, !cute.layout<"64:1">)
    %33 = "cute.static"() : () -> !cute.layout<"((8,16),8):((128,1),16)">
    %34 = "cute.static"() : () -> !cute.layout<"1:0">
    %35 = "cute.static"() : () -> !cute.layout<"(1,8):(0,1)">
    %36 = "cute.static"() : () -> !cute.layout<"(1,8):(0,1)">
    %37 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@asynchronous_kernel}> : () -> i64
    %38 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %39 = "arith.cmpi"(%37, %38) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%39) ({
      "cute.print"(%37) <{fmt = "\0AError: kernel '@kernels::@asynchronous_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %40 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %41 = "cuda.cast"(%40) : (i64) -> !cuda.stream
    %42 = "arith.constant"() <{value = 128 : i32}> : () -> i32
    %43 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %44 = "cuda.launch_cfg.create"(%42, %43, %43, %37, %43, %43, %43, %41) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %45 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%44, %45) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %46 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%44, %46) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %47 = "cuda.launch_ex"(%44, %arg0, %arg1, %28) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@asynchronous_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f16, !memref_gmem_f16, !copy_ldgsts) -> !cuda.result
    %48 = "cuda.cast"(%47) : (!cuda.result) -> i32
    "cuda.return_if_error"(%48) : (i32) -> ()
    %49 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%49) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
