!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?,?{div=8}):(?{i64 div=8},1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(?{div=8}):(1)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, i32) -> (), sym_name = "control_kernel"}> ({
    ^bb0(%arg3: !memref_gmem_f32, %arg4: !memref_gmem_f32, %arg5: i32):
      %19 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %20 = "cute.get_iter"(%arg4) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg4) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">
      %24 = "cute.get_layout"(%arg4) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">
      %25 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %26 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %28 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"(?,_)">
      %29 = "cute.slice"(%arg3, %28) : (!memref_gmem_f32, !cute.coord<"(?,_)">) -> !memref_gmem_f32_1
      %30 = "cute.get_iter"(%29) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %31 = "cute.get_iter"(%29) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %32 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %33 = "arith.cmpi"(%arg5, %32) <{predicate = 4 : i64}> : (i32, i32) -> i1
      %34 = "scf.if"(%33) ({
        %48 = "cute.get_iter"(%29) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        %49 = "arith.constant"() <{value = 31 : i32}> : () -> i32
        %50 = "arith.subi"(%49, %25) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %51 = "cute.make_coord"(%50) : (i32) -> !cute.coord<"(?,_)">
        %52 = "cute.slice"(%arg3, %51) : (!memref_gmem_f32, !cute.coord<"(?,_)">) -> !memref_gmem_f32_1
        %53 = "cute.get_iter"(%52) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        %54 = "cute.get_iter"(%52) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        "scf.yield"(%52) : (!memref_gmem_f32_1) -> ()
      }, {
        %47 = "cute.get_iter"(%29) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        "scf.yield"(%29) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %35 = "cute.get_iter"(%34) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %36 = "cute.get_iter"(%34) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %37 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %38 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %39:2 = "scf.while"(%37, %38) ({
      ^bb0(%arg8: f32, %arg9: i32):
        %46 = "arith.cmpi"(%arg9, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
        "scf.condition"(%46, %arg8, %arg9) : (i1, f32, i32) -> ()
      }, {
      ^bb0(%arg6: f32, %arg7: i32):
        %41 = "cute.make_coord"(%arg7) : (i32) -> !cute.coord<"?">
        %42 = "cute.memref.load"(%34, %41) : (!memref_gmem_f32_1, !cute.coord<"?">) -> f32
        %43 = "arith.addf"(%arg6, %42) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        %44 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %45 = "arith.addi"(%arg7, %44) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.yield"(%43, %45) : (f32, i32) -> ()
      }) : (f32, i32) -> (f32, i32)
      %40 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"(?,0)">
      "cute.memref.store"(%arg4, %40, %39#0) : (!memref_gmem_f32, !cute.coord<"(?,0)">, f32) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, i32) -> i32, sym_name = "control"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32, %arg2: i32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@control_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@control_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
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
    %16 = "cuda.launch_ex"(%13, %arg0, %arg1, %arg2) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@control_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32, i32) -> !cuda.result
    %17 = "cuda.cast"(%16) : (!cuda.result) -> i32
    "cuda.return_if_error"(%17) : (i32) -> ()
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%18) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
