!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?{div=8},?{div=4}):(?{i64 div=4},1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(8,4):(4,1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "(8,4,?):(?{i64 div=4},1,4)">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, "(1,1):(0,0)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1) -> (), sym_name = "projection_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32_1):
      %19 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %20 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(?{div=8},?{div=4}):(?{i64 div=4},1)">
      %24 = "cute.get_layout"(%arg3) : (!memref_gmem_f32_1) -> !cute.layout<"(8,4):(4,1)">
      %25 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %26 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %28 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %29 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %30 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %31 = "cute.make_tile"() : () -> !cute.tile<"[8:1;16:1;4:1]">
      %32 = "cute.make_coord"(%28) : (i32) -> !cute.coord<"(?,0,_)">
      %33 = "cute.make_coord"() : () -> !cute.coord<"(1,_,1)">
      %34 = "cute.local_tile"(%arg2, %31, %32) <{proj = #cute.coord<"(1,_,1)">}> : (!memref_gmem_f32, !cute.tile<"[8:1;16:1;4:1]">, !cute.coord<"(?,0,_)">) -> !memref_gmem_f32_2
      %35 = "cute.get_iter"(%34) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %36 = "cute.get_iter"(%34) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %37 = "cute.make_shape"() : () -> !cute.shape<"(8,4)">
      %38 = "cute.make_stride"() : () -> !cute.stride<"(4,1)">
      %39 = "cute.make_layout"(%37, %38) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,4)">, !cute.stride<"(4,1)">) -> !cute.layout<"(8,4):(4,1)">
      %40 = "cute.make_coord"() : () -> !cute.coord<"1">
      %41 = "cute.dice"(%39) <{coord = #cute.coord<"1">}> : (!cute.layout<"(8,4):(4,1)">) -> !cute.layout<"(8,4):(4,1)">
      %42 = "cute.local_partition"(%arg3, %41, %25) : (!memref_gmem_f32_1, !cute.layout<"(8,4):(4,1)">, i32) -> !memref_gmem_f32_3
      %43 = "cute.get_iter"(%42) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem>
      %44 = "cute.get_iter"(%42) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem>
      %45 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %46 = "arith.remsi"(%25, %45) : (i32, i32) -> i32
      %47 = "arith.floordivsi"(%25, %45) : (i32, i32) -> i32
      %48 = "cute.make_coord"(%46, %47) : (i32, i32) -> !cute.coord<"(?,?,0)">
      %49 = "cute.memref.load"(%34, %48) : (!memref_gmem_f32_2, !cute.coord<"(?,?,0)">) -> f32
      %50 = "cute.make_coord"() : () -> !cute.coord<"0">
      "cute.memref.store"(%42, %50, %49) : (!memref_gmem_f32_3, !cute.coord<"0">, f32) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1) -> i32, sym_name = "projection"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32_1):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?{div=8},?{div=4}):(?{i64 div=4},1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_1) -> !cute.layout<"(8,4):(4,1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@projection_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@projection_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
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
    %16 = "cuda.launch_ex"(%13, %arg0, %arg1) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@projection_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32_1) -> !cuda.result
    %17 = "cuda.cast"(%16) : (!cuda.result) -> i32
    "cuda.return_if_error"(%17) : (i32) -> ()
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%18) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
