!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?):(1)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, i32) -> (), sym_name = "coordinates_kernel"}> ({
    ^bb0(%arg3: !memref_gmem_f32, %arg4: !memref_gmem_f32, %arg5: i32):
      %19 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %20 = "cute.get_iter"(%arg4) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg4) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
      %24 = "cute.get_layout"(%arg4) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
      %25 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %26 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %28 = "cute.make_int_tuple"(%25) : (i32) -> !cute.int_tuple<"?">
      %29 = "cute.make_shape"(%arg5) : (i32) -> !cute.shape<"(4,(2,?))">
      %30 = "cute.idx2crd"(%28, %29) : (!cute.int_tuple<"?">, !cute.shape<"(4,(2,?))">) -> !cute.coord<"(?,(?,?))">
      %31:3 = "cute.get_leaves"(%30) : (!cute.coord<"(?,(?,?))">) -> (!cute.coord<"?">, !cute.coord<"?">, !cute.coord<"?">)
      %32 = "cute.to_int_tuple"(%31#0) : (!cute.coord<"?">) -> !cute.int_tuple<"?">
      %33 = "cute.get_scalars"(%32) : (!cute.int_tuple<"?">) -> i32
      %34 = "cute.to_int_tuple"(%31#1) : (!cute.coord<"?">) -> !cute.int_tuple<"?">
      %35 = "cute.get_scalars"(%34) : (!cute.int_tuple<"?">) -> i32
      %36 = "cute.to_int_tuple"(%31#2) : (!cute.coord<"?">) -> !cute.int_tuple<"?">
      %37 = "cute.get_scalars"(%36) : (!cute.int_tuple<"?">) -> i32
      %38 = "cute.make_shape"(%arg5) : (i32) -> !cute.shape<"(4,(2,?))">
      %39 = "cute.make_stride"() : () -> !cute.stride<"(1,(16,4))">
      %40 = "cute.make_layout"(%38, %39) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(4,(2,?))">, !cute.stride<"(1,(16,4))">) -> !cute.layout<"(4,(2,?)):(1,(16,4))">
      %41 = "cute.make_coord"(%32, %34, %36) : (!cute.int_tuple<"?">, !cute.int_tuple<"?">, !cute.int_tuple<"?">) -> !cute.coord<"(?,(?,?))">
      %42 = "cute.crd2idx"(%41, %40) : (!cute.coord<"(?,(?,?))">, !cute.layout<"(4,(2,?)):(1,(16,4))">) -> !cute.int_tuple<"?">
      %43 = "cute.get_leaves"(%42) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %44 = "cute.get_scalars"(%43) : (!cute.int_tuple<"?">) -> i32
      %45 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %46 = "arith.remsi"(%25, %45) : (i32, i32) -> i32
      %47 = "arith.floordivsi"(%25, %45) : (i32, i32) -> i32
      %48 = "cute.make_coord"(%46, %47) : (i32, i32) -> !cute.coord<"(?,?)">
      %49 = "cute.make_shape"() : () -> !cute.shape<"(4,8)">
      %50 = "cute.make_layout"(%49) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(4,8)">) -> !cute.layout<"(4,8):(1,4)">
      %51 = "cute.crd2idx"(%48, %50) : (!cute.coord<"(?,?)">, !cute.layout<"(4,8):(1,4)">) -> !cute.int_tuple<"?">
      %52 = "cute.get_leaves"(%51) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %53 = "cute.get_scalars"(%52) : (!cute.int_tuple<"?">) -> i32
      %54 = "cute.make_coord"(%43) : (!cute.int_tuple<"?">) -> !cute.coord<"?">
      %55 = "cute.memref.load"(%arg3, %54) : (!memref_gmem_f32, !cute.coord<"?">) -> f32
      %56 = "cute.make_coord"(%52) : (!cute.int_tuple<"?">) -> !cute.coord<"?">
      "cute.memref.store"(%arg4, %56, %55) : (!memref_gmem_f32, !cute.coord<"?">, f32) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, i32) -> i32, sym_name = "coordinates"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32, %arg2: i32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@coordinates_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@coordinates_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
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
    %16 = "cuda.launch_ex"(%13, %arg0, %arg1, %arg2) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@coordinates_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32, i32) -> !cuda.result
    %17 = "cuda.cast"(%16) : (!cuda.result) -> i32
    "cuda.return_if_error"(%17) : (i32) -> ()
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%18) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
