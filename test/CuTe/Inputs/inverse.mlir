!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?):(1)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32) -> (), sym_name = "inverse_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32):
      %19 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %20 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
      %24 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
      %25 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %26 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %28 = "cute.make_shape"() : () -> !cute.shape<"(4,8)">
      %29 = "cute.make_stride"() : () -> !cute.stride<"(8,1)">
      %30 = "cute.make_layout"(%28, %29) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(4,8)">, !cute.stride<"(8,1)">) -> !cute.layout<"(4,8):(8,1)">
      %31 = "cute.right_inverse"(%30) : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(8,4):(4,1)">
      %32 = "cute.left_inverse"(%30) : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(8,4):(4,1)">
      %33 = "cute.make_shape"() : () -> !cute.shape<"(4,8)">
      %34 = "cute.make_stride"() : () -> !cute.stride<"(0,1)">
      %35 = "cute.make_layout"(%33, %34) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(4,8)">, !cute.stride<"(0,1)">) -> !cute.layout<"(4,8):(0,1)">
      %36 = "cute.filter_zeros"(%35) : (!cute.layout<"(4,8):(0,1)">) -> !cute.layout<"(1,8):(0,1)">
      %37 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"?">
      %38 = "cute.crd2idx"(%37, %31) : (!cute.coord<"?">, !cute.layout<"(8,4):(4,1)">) -> !cute.int_tuple<"?">
      %39 = "cute.get_leaves"(%38) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %40 = "cute.get_scalars"(%39) : (!cute.int_tuple<"?">) -> i32
      %41 = "cute.make_coord"(%39) : (!cute.int_tuple<"?">) -> !cute.coord<"?">
      %42 = "cute.memref.load"(%arg2, %41) : (!memref_gmem_f32, !cute.coord<"?">) -> f32
      %43 = "cute.make_shape"() : () -> !cute.shape<"1">
      %44 = "cute.make_layout"(%43) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %45 = "cute.get_shape"(%36) : (!cute.layout<"(1,8):(0,1)">) -> !cute.shape<"(1,8)">
      %46:2 = "cute.get_leaves"(%45) : (!cute.shape<"(1,8)">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %47 = "cute.append_to_rank"(%36, %44) <{rank = 3 : si32}> : (!cute.layout<"(1,8):(0,1)">, !cute.layout<"1:0">) -> !cute.layout<"(1,8,1):(0,1,0)">
      %48 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %49 = "arith.remsi"(%25, %48) : (i32, i32) -> i32
      %50 = "cute.make_coord"(%49) : (i32) -> !cute.coord<"?">
      %51 = "cute.crd2idx"(%50, %47) : (!cute.coord<"?">, !cute.layout<"(1,8,1):(0,1,0)">) -> !cute.int_tuple<"?">
      %52 = "cute.get_leaves"(%51) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %53 = "cute.get_scalars"(%52) : (!cute.int_tuple<"?">) -> i32
      %54 = "cute.make_coord"(%52) : (!cute.int_tuple<"?">) -> !cute.coord<"?">
      %55 = "cute.memref.load"(%arg2, %54) : (!memref_gmem_f32, !cute.coord<"?">) -> f32
      %56 = "arith.addf"(%42, %55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %57 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"?">
      %58 = "cute.crd2idx"(%57, %32) : (!cute.coord<"?">, !cute.layout<"(8,4):(4,1)">) -> !cute.int_tuple<"?">
      %59 = "cute.get_leaves"(%58) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %60 = "cute.get_scalars"(%59) : (!cute.int_tuple<"?">) -> i32
      %61 = "cute.make_coord"(%59) : (!cute.int_tuple<"?">) -> !cute.coord<"?">
      "cute.memref.store"(%arg3, %61, %56) : (!memref_gmem_f32, !cute.coord<"?">, f32) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32) -> i32, sym_name = "inverse"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@inverse_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@inverse_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
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
    %16 = "cuda.launch_ex"(%13, %arg0, %arg1) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@inverse_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32) -> !cuda.result
    %17 = "cuda.cast"(%16) : (!cuda.result) -> i32
    "cuda.return_if_error"(%17) : (i32) -> ()
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%18) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
