!copy_simt = !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16, 128 b>, layout_copy_tv = <"((8,16),8):((128,1),16)">, tiler_mn = <"[16:1;64:1]">>
!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(?{div=32},?{div=64}):(?{i64 div=64},1)">
!memref_gmem_f16_1 = !cute.memref<f16, gmem, align<16>, "(32,64):(?{i64 div=64},1)">
!memref_gmem_f16_2 = !cute.memref<f16, gmem, align<16>, "((8,1),2,1):((1,0),?{i64 div=1024},0)">
!memref_gmem_f16_3 = !cute.memref<f16, gmem, align<16>, "((8,1),(2,1)):((1,0),(?{i64 div=1024},0))">
!memref_rmem_f16 = !cute.memref<f16, rmem, align<32>, "((8,1),2,1):((1,0),8,0)">
!memref_rmem_f16_1 = !cute.memref<f16, rmem, align<32>, "((8,1),(2,1)):((1,0),(8,0))">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16, !copy_simt) -> (), sym_name = "tiled_copy_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f16, %arg3: !memref_gmem_f16, %arg4: !copy_simt):
      %51 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %52 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %53 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %54 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %55 = "cute.get_layout"(%arg2) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
      %56 = "cute.get_layout"(%arg3) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
      %57 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %58 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %59 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %60 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %61 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %62 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %63 = "cute.make_tile"() : () -> !cute.tile<"[32:1;64:1]">
      %64 = "cute.make_coord"(%60, %61) : (i32, i32) -> !cute.coord<"(?,?)">
      %65 = "cute.local_tile"(%arg2, %63, %64) : (!memref_gmem_f16, !cute.tile<"[32:1;64:1]">, !cute.coord<"(?,?)">) -> !memref_gmem_f16_1
      %66 = "cute.get_iter"(%65) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %67 = "cute.get_iter"(%65) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %68 = "cute.make_tile"() : () -> !cute.tile<"[32:1;64:1]">
      %69 = "cute.make_coord"(%60, %61) : (i32, i32) -> !cute.coord<"(?,?)">
      %70 = "cute.local_tile"(%arg3, %68, %69) : (!memref_gmem_f16, !cute.tile<"[32:1;64:1]">, !cute.coord<"(?,?)">) -> !memref_gmem_f16_1
      %71 = "cute.get_iter"(%70) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %72 = "cute.get_iter"(%70) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %73 = "cute.make_coord"(%57) : (i32) -> !cute.coord<"?">
      %74 = "cute.tiled.copy.partition_S"(%arg4, %65, %73) : (!copy_simt, !memref_gmem_f16_1, !cute.coord<"?">) -> !memref_gmem_f16_2
      %75 = "cute.get_iter"(%74) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
      %76 = "cute.make_coord"(%57) : (i32) -> !cute.coord<"?">
      %77 = "cute.tiled.copy.partition_D"(%arg4, %70, %76) : (!copy_simt, !memref_gmem_f16_1, !cute.coord<"?">) -> !memref_gmem_f16_2
      %78 = "cute.get_iter"(%77) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
      %79 = "cute.get_layout"(%74) : (!memref_gmem_f16_2) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">
      %80 = "cute.make_layout_like"(%79) : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">) -> !cute.layout<"((8,1),2,1):((1,0),8,0)">
      %81 = "cute.memref.alloca"(%80) : (!cute.layout<"((8,1),2,1):((1,0),8,0)">) -> !memref_rmem_f16
      %82 = "cute.get_iter"(%81) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<32>>
      %83 = "cute.get_iter"(%81) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<32>>
      %84 = "cute.get_shape"(%79) : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">) -> !cute.shape<"((8,1),2,1)">
      %85:4 = "cute.get_leaves"(%84) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %86 = "cute.get_layout"(%81) : (!memref_rmem_f16) -> !cute.layout<"((8,1),2,1):((1,0),8,0)">
      %87 = "cute.get_shape"(%86) : (!cute.layout<"((8,1),2,1):((1,0),8,0)">) -> !cute.shape<"((8,1),2,1)">
      %88:4 = "cute.get_leaves"(%87) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %89 = "cute.make_shape"() : () -> !cute.shape<"1">
      %90 = "cute.make_layout"(%89) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %91 = "cute.append_to_rank"(%79, %90) <{rank = 2 : si32}> : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">
      %92 = "cute.make_view"(%75, %91) : (!cute.ptr<f16, gmem, align<16>>, !cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">) -> !memref_gmem_f16_2
      %93 = "cute.get_iter"(%92) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
      %94 = "cute.get_layout"(%92) : (!memref_gmem_f16_2) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">
      %95 = "cute.get_shape"(%94) : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">) -> !cute.shape<"((8,1),2,1)">
      %96:4 = "cute.get_leaves"(%95) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %97 = "cute.group_modes"(%92) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f16_2) -> !memref_gmem_f16_3
      %98 = "cute.get_iter"(%97) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<16>>
      %99 = "cute.get_iter"(%97) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<16>>
      %100 = "cute.make_shape"() : () -> !cute.shape<"1">
      %101 = "cute.make_layout"(%100) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %102 = "cute.append_to_rank"(%86, %101) <{rank = 2 : si32}> : (!cute.layout<"((8,1),2,1):((1,0),8,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),2,1):((1,0),8,0)">
      %103 = "cute.make_view"(%83, %102) : (!cute.ptr<f16, rmem, align<32>>, !cute.layout<"((8,1),2,1):((1,0),8,0)">) -> !memref_rmem_f16
      %104 = "cute.get_iter"(%103) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<32>>
      %105 = "cute.get_layout"(%103) : (!memref_rmem_f16) -> !cute.layout<"((8,1),2,1):((1,0),8,0)">
      %106 = "cute.get_shape"(%105) : (!cute.layout<"((8,1),2,1):((1,0),8,0)">) -> !cute.shape<"((8,1),2,1)">
      %107:4 = "cute.get_leaves"(%106) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %108 = "cute.group_modes"(%103) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_f16) -> !memref_rmem_f16_1
      %109 = "cute.get_iter"(%108) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<32>>
      %110 = "cute.get_iter"(%108) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<32>>
      %111 = "cute.get_layout"(%97) : (!memref_gmem_f16_3) -> !cute.layout<"((8,1),(2,1)):((1,0),(?{i64 div=1024},0))">
      %112 = "cute.get_shape"(%111) : (!cute.layout<"((8,1),(2,1)):((1,0),(?{i64 div=1024},0))">) -> !cute.shape<"((8,1),(2,1))">
      %113:4 = "cute.get_leaves"(%112) : (!cute.shape<"((8,1),(2,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %114 = "cute.get_layout"(%108) : (!memref_rmem_f16_1) -> !cute.layout<"((8,1),(2,1)):((1,0),(8,0))">
      %115 = "cute.get_shape"(%114) : (!cute.layout<"((8,1),(2,1)):((1,0),(8,0))">) -> !cute.shape<"((8,1),(2,1))">
      %116:4 = "cute.get_leaves"(%115) : (!cute.shape<"((8,1),(2,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %117 = "cute.size"(%97) <{mode = array<i32: 1>}> : (!memref_gmem_f16_3) -> !cute.int_tuple<"2">
      %118 = "cute.get_leaves"(%117) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %119 = "cute.size"(%108) <{mode = array<i32: 1>}> : (!memref_rmem_f16_1) -> !cute.int_tuple<"2">
      %120 = "cute.get_leaves"(%119) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      "cute.copy"(%arg4, %97, %108) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_simt, !memref_gmem_f16_3, !memref_rmem_f16_1) -> ()
      %121 = "cute.get_layout"(%77) : (!memref_gmem_f16_2) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">
      %122 = "cute.get_shape"(%121) : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">) -> !cute.shape<"((8,1),2,1)">
      %123:4 = "cute.get_leaves"(%122) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %124 = "cute.make_shape"() : () -> !cute.shape<"1">
      %125 = "cute.make_layout"(%124) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %126 = "cute.append_to_rank"(%86, %125) <{rank = 2 : si32}> : (!cute.layout<"((8,1),2,1):((1,0),8,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),2,1):((1,0),8,0)">
      %127 = "cute.make_view"(%83, %126) : (!cute.ptr<f16, rmem, align<32>>, !cute.layout<"((8,1),2,1):((1,0),8,0)">) -> !memref_rmem_f16
      %128 = "cute.get_iter"(%127) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<32>>
      %129 = "cute.get_layout"(%127) : (!memref_rmem_f16) -> !cute.layout<"((8,1),2,1):((1,0),8,0)">
      %130 = "cute.get_shape"(%129) : (!cute.layout<"((8,1),2,1):((1,0),8,0)">) -> !cute.shape<"((8,1),2,1)">
      %131:4 = "cute.get_leaves"(%130) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %132 = "cute.group_modes"(%127) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_f16) -> !memref_rmem_f16_1
      %133 = "cute.get_iter"(%132) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<32>>
      %134 = "cute.get_iter"(%132) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<32>>
      %135 = "cute.make_shape"() : () -> !cute.shape<"1">
      %136 = "cute.make_layout"(%135) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %137 = "cute.append_to_rank"(%121, %136) <{rank = 2 : si32}> : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">
      %138 = "cute.make_view"(%78, %137) : (!cute.ptr<f16, gmem, align<16>>, !cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">) -> !memref_gmem_f16_2
      %139 = "cute.get_iter"(%138) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
      %140 = "cute.get_layout"(%138) : (!memref_gmem_f16_2) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">
      %141 = "cute.get_shape"(%140) : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=1024},0)">) -> !cute.shape<"((8,1),2,1)">
      %142:4 = "cute.get_leaves"(%141) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %143 = "cute.group_modes"(%138) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f16_2) -> !memref_gmem_f16_3
      %144 = "cute.get_iter"(%143) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<16>>
      %145 = "cute.get_iter"(%143) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<16>>
      %146 = "cute.get_layout"(%132) : (!memref_rmem_f16_1) -> !cute.layout<"((8,1),(2,1)):((1,0),(8,0))">
      %147 = "cute.get_shape"(%146) : (!cute.layout<"((8,1),(2,1)):((1,0),(8,0))">) -> !cute.shape<"((8,1),(2,1))">
      %148:4 = "cute.get_leaves"(%147) : (!cute.shape<"((8,1),(2,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %149 = "cute.get_layout"(%143) : (!memref_gmem_f16_3) -> !cute.layout<"((8,1),(2,1)):((1,0),(?{i64 div=1024},0))">
      %150 = "cute.get_shape"(%149) : (!cute.layout<"((8,1),(2,1)):((1,0),(?{i64 div=1024},0))">) -> !cute.shape<"((8,1),(2,1))">
      %151:4 = "cute.get_leaves"(%150) : (!cute.shape<"((8,1),(2,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %152 = "cute.size"(%132) <{mode = array<i32: 1>}> : (!memref_rmem_f16_1) -> !cute.int_tuple<"2">
      %153 = "cute.get_leaves"(%152) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %154 = "cute.size"(%143) <{mode = array<i32: 1>}> : (!memref_gmem_f16_3) -> !cute.int_tuple<"2">
      %155 = "cute.get_leaves"(%154) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      "cute.copy"(%arg4, %132, %143) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_simt, !memref_rmem_f16_1, !memref_gmem_f16_3) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 128, 1, 1>, exact_grid_dim = array<i64: 3, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16) -> i32, sym_name = "tiled_copy"}> ({
  ^bb0(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %4 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f16, 128 b>
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
    %28 = "cute.make_tiled_copy"(%4) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>) -> !copy_simt
    %29 = "cute.get_layout"(%arg0) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
    %30 = "cute.get_layout"(%arg1) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
    %31 = "cute.static"() : () -> !cute.tile<"[16:1;64:1]">
    %32:2 = "cute.get_leaves"(%31) : (!cute.tile<"[16:1;64:1]">) -> (!cute.layout<"16:1">, !cute.layout<"64:1">)
    %33 = "cute.static"() : () -> !cute.layout<"((8,16),8):((128,1),16)">
    %34 = "cute.static"() : () -> !cute.layout<"1:0">
    %35 = "cute.static"() : () -> !cute.layout<"(1,8):(0,1)">
    %36 = "cute.static"() : () -> !cute.layout<"(1,8):(0,1)">
    %37 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@tiled_copy_kernel}> : () -> i64
    %38 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %39 = "arith.cmpi"(%37, %38) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%39) ({
      "cute.print"(%37) <{fmt = "\0AError: kernel '@kernels::@tiled_copy_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %40 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %41 = "cuda.cast"(%40) : (i64) -> !cuda.stream
    %42 = "arith.constant"() <{value = 128 : i32}> : () -> i32
    %43 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %44 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %45 = "cuda.launch_cfg.create"(%42, %43, %43, %37, %44, %43, %43, %41) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %46 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%45, %46) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %47 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%45, %47) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %48 = "cuda.launch_ex"(%45, %arg0, %arg1, %28) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@tiled_copy_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f16, !memref_gmem_f16, !copy_simt) -> !cuda.result
    %49 = "cuda.cast"(%48) : (!cuda.result) -> i32
    "cuda.return_if_error"(%49) : (i32) -> ()
    %50 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%50) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
