!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?,?):(?{i64},1)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, i32) -> (), sym_name = "guarded_kernel"}> ({
    ^bb0(%arg3: !memref_gmem_f32, %arg4: !memref_gmem_f32, %arg5: i32):
      %20 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg4) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_iter"(%arg4) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %24 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"(?,?):(?{i64},1)">
      %25 = "cute.get_layout"(%arg4) : (!memref_gmem_f32) -> !cute.layout<"(?,?):(?{i64},1)">
      %26 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %28 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %29 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %30 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %31 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %32 = "cute.get_shape"(%24) : (!cute.layout<"(?,?):(?{i64},1)">) -> !cute.shape<"(?,?)">
      %33:2 = "cute.get_leaves"(%32) : (!cute.shape<"(?,?)">) -> (!cute.shape<"?">, !cute.shape<"?">)
      %34 = "cute.to_int_tuple"(%33#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
      %35 = "cute.get_scalars"(%34) : (!cute.int_tuple<"?">) -> i32
      %36 = "cute.to_int_tuple"(%33#1) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
      %37 = "cute.get_scalars"(%36) : (!cute.int_tuple<"?">) -> i32
      %38 = "cute.make_shape"(%34, %36) : (!cute.int_tuple<"?">, !cute.int_tuple<"?">) -> !cute.shape<"(?,?)">
      %39 = "cute.make_identity_tensor"(%38) : (!cute.shape<"(?,?)">) -> !cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">
      %40 = "cute.get_iter"(%39) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(0,0)">
      %41 = "cute.deref_arith_tuple_iter"(%40) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %42:2 = "cute.get_leaves"(%41) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %43 = "arith.constant"() <{value = 32 : i32}> : () -> i32
      %44 = "arith.muli"(%29, %43) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %45 = "arith.addi"(%44, %26) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %46 = "cute.make_coord"(%45) : (i32) -> !cute.coord<"(?,3)">
      %47 = "cute.slice"(%39, %46) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">, !cute.coord<"(?,3)">) -> !cute.coord_tensor<"(?,3)", "():()">
      %48 = "cute.get_iter"(%47) : (!cute.coord_tensor<"(?,3)", "():()">) -> !cute.arith_tuple_iter<"(?,3)">
      %49 = "cute.deref_arith_tuple_iter"(%48) : (!cute.arith_tuple_iter<"(?,3)">) -> !cute.int_tuple<"(?,3)">
      %50:2 = "cute.get_leaves"(%49) : (!cute.int_tuple<"(?,3)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"3">)
      %51 = "cute.get_scalars"(%50#0) : (!cute.int_tuple<"?">) -> i32
      %52 = "cute.get_iter"(%47) : (!cute.coord_tensor<"(?,3)", "():()">) -> !cute.arith_tuple_iter<"(?,3)">
      %53 = "cute.deref_arith_tuple_iter"(%52) : (!cute.arith_tuple_iter<"(?,3)">) -> !cute.int_tuple<"(?,3)">
      %54:2 = "cute.get_leaves"(%53) : (!cute.int_tuple<"(?,3)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"3">)
      %55 = "cute.get_scalars"(%54#0) : (!cute.int_tuple<"?">) -> i32
      %56 = "cute.get_iter"(%47) : (!cute.coord_tensor<"(?,3)", "():()">) -> !cute.arith_tuple_iter<"(?,3)">
      %57 = "cute.deref_arith_tuple_iter"(%56) : (!cute.arith_tuple_iter<"(?,3)">) -> !cute.int_tuple<"(?,3)">
      %58:2 = "cute.get_leaves"(%57) : (!cute.int_tuple<"(?,3)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"3">)
      %59 = "cute.get_scalars"(%58#0) : (!cute.int_tuple<"?">) -> i32
      %60 = "arith.cmpi"(%59, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %61 = "scf.if"(%60) ({
        %65 = "cute.get_iter"(%arg4) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
        %66 = "cute.make_coord"(%58#0) : (!cute.int_tuple<"?">) -> !cute.coord<"(?,3)">
        %67 = "cute.memref.load"(%arg3, %66) : (!memref_gmem_f32, !cute.coord<"(?,3)">) -> f32
        %68 = "cute.make_coord"(%58#0) : (!cute.int_tuple<"?">) -> !cute.coord<"(?,3)">
        "cute.memref.store"(%arg4, %68, %67) : (!memref_gmem_f32, !cute.coord<"(?,3)">, f32) -> ()
        "scf.yield"(%arg4) : (!memref_gmem_f32) -> ()
      }, {
        %64 = "cute.get_iter"(%arg4) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
        "scf.yield"(%arg4) : (!memref_gmem_f32) -> ()
      }) : (i1) -> !memref_gmem_f32
      %62 = "cute.get_iter"(%61) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %63 = "cute.get_iter"(%61) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 2, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, i32) -> i32, sym_name = "guarded"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32, %arg2: i32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?,?):(?{i64},1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32) -> !cute.layout<"(?,?):(?{i64},1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@guarded_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@guarded_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
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
    %17 = "cuda.launch_ex"(%14, %arg0, %arg1, %arg2) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@guarded_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32, i32) -> !cuda.result
    %18 = "cuda.cast"(%17) : (!cuda.result) -> i32
    "cuda.return_if_error"(%18) : (i32) -> ()
    %19 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%19) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
