!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?,?):(?{i64},1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(?,?):(1,?{i64})">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "(16,8):(?{i64},1)">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, align<16>, "(16,8):(1,?{i64})">
!memref_gmem_f32_4 = !cute.memref<f32, gmem, "(2,2):(?{i64 div=8},4)">
!memref_gmem_f32_5 = !cute.memref<f32, gmem, "(2,2):(8,?{i64 div=4})">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1) -> (), sym_name = "local_partition_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32_1):
      %20 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %24 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(?,?):(?{i64},1)">
      %25 = "cute.get_layout"(%arg3) : (!memref_gmem_f32_1) -> !cute.layout<"(?,?):(1,?{i64})">
      %26 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %28 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %29 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %30 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %31 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %32 = "cute.make_shape"() : () -> !cute.shape<"(8,4)">
      %33 = "cute.make_stride"() : () -> !cute.stride<"(4,1)">
      %34 = "cute.make_layout"(%32, %33) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,4)">, !cute.stride<"(4,1)">) -> !cute.layout<"(8,4):(4,1)">
      %35 = "cute.make_tile"() : () -> !cute.tile<"[16:1;8:1]">
      %36 = "cute.make_coord"(%29) : (i32) -> !cute.coord<"(?,1)">
      %37 = "cute.local_tile"(%arg2, %35, %36) : (!memref_gmem_f32, !cute.tile<"[16:1;8:1]">, !cute.coord<"(?,1)">) -> !memref_gmem_f32_2
      %38 = "cute.get_iter"(%37) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %39 = "cute.get_iter"(%37) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %40 = "cute.make_tile"() : () -> !cute.tile<"[16:1;8:1]">
      %41 = "cute.make_coord"(%29) : (i32) -> !cute.coord<"(?,1)">
      %42 = "cute.local_tile"(%arg3, %40, %41) : (!memref_gmem_f32_1, !cute.tile<"[16:1;8:1]">, !cute.coord<"(?,1)">) -> !memref_gmem_f32_3
      %43 = "cute.get_iter"(%42) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %44 = "cute.get_iter"(%42) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %45 = "cute.make_coord"() : () -> !cute.coord<"1">
      %46 = "cute.dice"(%34) <{coord = #cute.coord<"1">}> : (!cute.layout<"(8,4):(4,1)">) -> !cute.layout<"(8,4):(4,1)">
      %47 = "cute.local_partition"(%37, %46, %26) : (!memref_gmem_f32_2, !cute.layout<"(8,4):(4,1)">, i32) -> !memref_gmem_f32_4
      %48 = "cute.get_iter"(%47) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem>
      %49 = "cute.get_iter"(%47) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem>
      %50 = "cute.make_coord"() : () -> !cute.coord<"1">
      %51 = "cute.dice"(%34) <{coord = #cute.coord<"1">}> : (!cute.layout<"(8,4):(4,1)">) -> !cute.layout<"(8,4):(4,1)">
      %52 = "cute.local_partition"(%42, %51, %26) : (!memref_gmem_f32_3, !cute.layout<"(8,4):(4,1)">, i32) -> !memref_gmem_f32_5
      %53 = "cute.get_iter"(%52) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem>
      %54 = "cute.get_iter"(%52) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem>
      %55 = "cute.size"(%47) <{mode = array<i32>}> : (!memref_gmem_f32_4) -> !cute.int_tuple<"4">
      %56 = "cute.get_leaves"(%55) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %57 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %58 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %59 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %60 = "scf.for"(%57, %58, %59, %52) ({
      ^bb0(%arg4: i32, %arg5: !memref_gmem_f32_5):
        %63 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem>
        %64 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem>
        %65 = "cute.make_coord"(%arg4) : (i32) -> !cute.coord<"?">
        %66 = "cute.memref.load"(%47, %65) : (!memref_gmem_f32_4, !cute.coord<"?">) -> f32
        %67 = "cute.make_coord"(%arg4) : (i32) -> !cute.coord<"?">
        "cute.memref.store"(%arg5, %67, %66) : (!memref_gmem_f32_5, !cute.coord<"?">, f32) -> ()
        %68 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem>
        %69 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem>
        "scf.yield"(%arg5) : (!memref_gmem_f32_5) -> ()
      }) : (i32, i32, i32, !memref_gmem_f32_5) -> !memref_gmem_f32_5
      %61 = "cute.get_iter"(%60) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem>
      %62 = "cute.get_iter"(%52) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 2, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1) -> i32, sym_name = "local_partition"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32_1):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?,?):(?{i64},1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_1) -> !cute.layout<"(?,?):(1,?{i64})">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@local_partition_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@local_partition_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %9 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %10 = "cuda.cast"(%9) : (i64) -> !cuda.stream
    %11 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %12 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %13 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %14 = "cuda.launch_cfg.create"(%11, %12, %12, %6, %13, %12, %12, %10) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %15 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%14, %15) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %16 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%14, %16) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %17 = "cuda.launch_ex"(%14, %arg0, %arg1) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@local_partition_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32_1) -> !cuda.result
    %18 = "cuda.cast"(%17) : (!cuda.result) -> i32
    "cuda.return_if_error"(%18) : (i32) -> ()
    %19 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%19) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
