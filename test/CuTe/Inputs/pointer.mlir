!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?):(1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(4,8):(?{div=4},1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "(4,8,2):(8,1,0)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, i32) -> (), sym_name = "pointer_kernel"}> ({
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
      %28 = "cute.assume"(%arg5) : (i32) -> !cute.i32<divby 4>
      %29 = "cute.make_int_tuple"(%28) : (!cute.i32<divby 4>) -> !cute.int_tuple<"?{div=4}">
      %30 = "cute.get_scalars"(%29) : (!cute.int_tuple<"?{div=4}">) -> i32
      %31 = "cute.make_int_tuple"(%29) : (!cute.int_tuple<"?{div=4}">) -> !cute.int_tuple<"?{div=4}">
      %32 = "cute.add_offset"(%21, %31) : (!cute.ptr<f32, gmem, align<16>>, !cute.int_tuple<"?{div=4}">) -> !cute.ptr<f32, gmem, align<16>>
      %33 = "cute.make_shape"() : () -> !cute.shape<"(4,8)">
      %34 = "cute.make_stride"(%29) : (!cute.int_tuple<"?{div=4}">) -> !cute.stride<"(?{div=4},1)">
      %35 = "cute.make_layout"(%33, %34) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(4,8)">, !cute.stride<"(?{div=4},1)">) -> !cute.layout<"(4,8):(?{div=4},1)">
      %36 = "cute.make_view"(%32, %35) : (!cute.ptr<f32, gmem, align<16>>, !cute.layout<"(4,8):(?{div=4},1)">) -> !memref_gmem_f32_1
      %37 = "cute.get_iter"(%36) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %38 = "cute.get_layout"(%36) : (!memref_gmem_f32_1) -> !cute.layout<"(4,8):(?{div=4},1)">
      %39 = "cute.make_coord"() : () -> !cute.coord<"(1,0)">
      %40 = "cute.crd2idx"(%39, %38) : (!cute.coord<"(1,0)">, !cute.layout<"(4,8):(?{div=4},1)">) -> !cute.int_tuple<"?{div=4}">
      %41 = "cute.get_leaves"(%40) : (!cute.int_tuple<"?{div=4}">) -> !cute.int_tuple<"?{div=4}">
      %42 = "cute.get_scalars"(%41) : (!cute.int_tuple<"?{div=4}">) -> i32
      %43 = "cute.make_int_tuple"(%41) : (!cute.int_tuple<"?{div=4}">) -> !cute.int_tuple<"?{div=4}">
      %44 = "cute.add_offset"(%37, %43) : (!cute.ptr<f32, gmem, align<16>>, !cute.int_tuple<"?{div=4}">) -> !cute.ptr<f32, gmem, align<16>>
      %45 = "cute.make_view"(%44, %38) : (!cute.ptr<f32, gmem, align<16>>, !cute.layout<"(4,8):(?{div=4},1)">) -> !memref_gmem_f32_1
      %46 = "cute.get_iter"(%45) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %47 = "cute.make_shape"() : () -> !cute.shape<"(4,8,2)">
      %48 = "cute.make_stride"() : () -> !cute.stride<"(8,1,0)">
      %49 = "cute.make_layout"(%47, %48) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(4,8,2)">, !cute.stride<"(8,1,0)">) -> !cute.layout<"(4,8,2):(8,1,0)">
      %50 = "cute.make_view"(%22, %49) : (!cute.ptr<f32, gmem, align<16>>, !cute.layout<"(4,8,2):(8,1,0)">) -> !memref_gmem_f32_2
      %51 = "cute.get_iter"(%50) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %52 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %53 = "arith.floordivsi"(%25, %52) : (i32, i32) -> i32
      %54 = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %55 = "arith.remsi"(%53, %54) : (i32, i32) -> i32
      %56 = "arith.remsi"(%25, %52) : (i32, i32) -> i32
      %57 = "cute.make_coord"(%55, %56) : (i32, i32) -> !cute.coord<"(?,?)">
      %58 = "cute.memref.load"(%45, %57) : (!memref_gmem_f32_1, !cute.coord<"(?,?)">) -> f32
      %59 = "arith.floordivsi"(%25, %52) : (i32, i32) -> i32
      %60 = "arith.remsi"(%25, %52) : (i32, i32) -> i32
      %61 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %62 = "arith.remsi"(%25, %61) : (i32, i32) -> i32
      %63 = "cute.make_coord"(%59, %60, %62) : (i32, i32, i32) -> !cute.coord<"(?,?,?)">
      "cute.memref.store"(%50, %63, %58) : (!memref_gmem_f32_2, !cute.coord<"(?,?,?)">, f32) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, i32) -> i32, sym_name = "pointer"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32, %arg2: i32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32) -> !cute.layout<"(?):(1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@pointer_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@pointer_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
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
    %16 = "cuda.launch_ex"(%13, %arg0, %arg1, %arg2) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@pointer_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32, i32) -> !cuda.result
    %17 = "cuda.cast"(%16) : (!cuda.result) -> i32
    "cuda.return_if_error"(%17) : (i32) -> ()
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%18) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
