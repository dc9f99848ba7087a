!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?{div=32},?{div=32}):(?{i64 div=32},1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(32,32):(?{i64 div=32},1)">
!memref_smem_f32 = !cute.memref<f32, smem, align<16>, "(32,32):(33,1)">
!memref_smem_i8 = !cute.memref<i8, smem, align<16>, "4220:1">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32) -> (), sym_name = "transpose_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32):
      %20 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %24 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(?{div=32},?{div=32}):(?{i64 div=32},1)">
      %25 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"(?{div=32},?{div=32}):(?{i64 div=32},1)">
      %26 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %28 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %29 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %30 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %31 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %32 = "cute.make_shape"() : () -> !cute.shape<"(32,32)">
      %33 = "cute.make_stride"() : () -> !cute.stride<"(33,1)">
      %34 = "cute.make_layout"(%32, %33) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(32,32)">, !cute.stride<"(33,1)">) -> !cute.layout<"(32,32):(33,1)">
      %35 = "cute.make_coord"() : () -> !cute.coord<"0">
      %36 = "cute.crd2idx"(%35, %34) : (!cute.coord<"0">, !cute.layout<"(32,32):(33,1)">) -> !cute.int_tuple<"0">
      %37 = "cute.get_leaves"(%36) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %38 = "cute.cosize"(%34) <{mode = array<i32>}> : (!cute.layout<"(32,32):(33,1)">) -> !cute.int_tuple<"1055">
      %39 = "cute.get_leaves"(%38) : (!cute.int_tuple<"1055">) -> !cute.int_tuple<"1055">
      %40 = "cute.make_shape"() : () -> !cute.shape<"4220">
      %41 = "cute.make_layout"(%40) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4220">) -> !cute.layout<"4220:1">
      %42 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8
      %43 = "cute.get_iter"(%42) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<16>>
      %44 = "cute.get_iter"(%42) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<16>>
      %45 = "cute.recast_iter"(%44) : (!cute.ptr<i8, smem, align<16>>) -> !cute.ptr<f32, smem, align<16>>
      %46 = "cute.make_view"(%45, %34) : (!cute.ptr<f32, smem, align<16>>, !cute.layout<"(32,32):(33,1)">) -> !memref_smem_f32
      %47 = "cute.get_iter"(%46) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
      %48 = "cute.get_iter"(%46) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
      %49 = "cute.make_tile"() : () -> !cute.tile<"[32:1;32:1]">
      %50 = "cute.make_coord"(%29) : (i32) -> !cute.coord<"(?,0)">
      %51 = "cute.local_tile"(%arg2, %49, %50) : (!memref_gmem_f32, !cute.tile<"[32:1;32:1]">, !cute.coord<"(?,0)">) -> !memref_gmem_f32_1
      %52 = "cute.get_iter"(%51) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %53 = "cute.get_iter"(%51) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %54 = "cute.make_tile"() : () -> !cute.tile<"[32:1;32:1]">
      %55 = "cute.make_coord"(%29) : (i32) -> !cute.coord<"(0,?)">
      %56 = "cute.local_tile"(%arg3, %54, %55) : (!memref_gmem_f32, !cute.tile<"[32:1;32:1]">, !cute.coord<"(0,?)">) -> !memref_gmem_f32_1
      %57 = "cute.get_iter"(%56) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %58 = "cute.get_iter"(%56) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %59 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %60 = "arith.constant"() <{value = 32 : i32}> : () -> i32
      %61 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %62 = "scf.for"(%59, %60, %61, %46) ({
      ^bb0(%arg6: i32, %arg7: !memref_smem_f32):
        %75 = "cute.get_iter"(%arg7) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
        %76 = "cute.get_iter"(%arg7) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
        %77 = "cute.make_coord"(%arg6, %26) : (i32, i32) -> !cute.coord<"(?,?)">
        %78 = "cute.memref.load"(%51, %77) : (!memref_gmem_f32_1, !cute.coord<"(?,?)">) -> f32
        %79 = "cute.make_coord"(%arg6, %26) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg7, %79, %78) : (!memref_smem_f32, !cute.coord<"(?,?)">, f32) -> ()
        %80 = "cute.get_iter"(%arg7) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
        %81 = "cute.get_iter"(%arg7) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
        "scf.yield"(%arg7) : (!memref_smem_f32) -> ()
      }) : (i32, i32, i32, !memref_smem_f32) -> !memref_smem_f32
      %63 = "cute.get_iter"(%62) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
      %64 = "cute.get_iter"(%46) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
      "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
      %65 = "scf.for"(%59, %60, %61, %56) ({
      ^bb0(%arg4: i32, %arg5: !memref_gmem_f32_1):
        %68 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        %69 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        %70 = "cute.make_coord"(%26, %arg4) : (i32, i32) -> !cute.coord<"(?,?)">
        %71 = "cute.memref.load"(%46, %70) : (!memref_smem_f32, !cute.coord<"(?,?)">) -> f32
        %72 = "cute.make_coord"(%arg4, %26) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg5, %72, %71) : (!memref_gmem_f32_1, !cute.coord<"(?,?)">, f32) -> ()
        %73 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        %74 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        "scf.yield"(%arg5) : (!memref_gmem_f32_1) -> ()
      }) : (i32, i32, i32, !memref_gmem_f32_1) -> !memref_gmem_f32_1
      %66 = "cute.get_iter"(%65) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %67 = "cute.get_iter"(%56) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 2, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32) -> i32, sym_name = "transpose"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?{div=32},?{div=32}):(?{i64 div=32},1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32) -> !cute.layout<"(?{div=32},?{div=32}):(?{i64 div=32},1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@transpose_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@transpose_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
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
    %17 = "cuda.launch_ex"(%14, %arg0, %arg1) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@transpose_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32) -> !cuda.result
    %18 = "cuda.cast"(%17) : (!cuda.result) -> i32
    "cuda.return_if_error"(%18) : (i32) -> ()
    %19 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%19) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
