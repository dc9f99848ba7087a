!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "((8,16),(?,?)):((?{i64},1),(?{i64 div=8},16))">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(8,16):(?{i64},1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, "(2,2):(?{i64 div=4},8)">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, align<16>, "(?,?):(?{i64},1)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, !cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">, i32, i32) -> (), sym_name = "residue_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32, %arg4: !cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">, %arg5: i32, %arg6: i32):
      %65 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %66 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %67 = "cute.get_iter"(%arg4) : (!cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">) -> !cute.arith_tuple_iter<"(0,0)">
      %68 = "cute.deref_arith_tuple_iter"(%67) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %69:2 = "cute.get_leaves"(%68) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %70 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %71 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %72 = "cute.get_iter"(%arg4) : (!cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">) -> !cute.arith_tuple_iter<"(0,0)">
      %73 = "cute.deref_arith_tuple_iter"(%72) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %74:2 = "cute.get_leaves"(%73) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %75 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"((8,16),(?,?)):((?{i64},1),(?{i64 div=8},16))">
      %76 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"((8,16),(?,?)):((?{i64},1),(?{i64 div=8},16))">
      %77 = "cute.get_layout"(%arg4) : (!cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">) -> !cute.layout<"((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">
      %78 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %79 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %80 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %81 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %82 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %83 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %84 = "cute.make_shape"() : () -> !cute.shape<"(4,8)">
      %85 = "cute.make_stride"() : () -> !cute.stride<"(8,1)">
      %86 = "cute.make_layout"(%84, %85) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(4,8)">, !cute.stride<"(8,1)">) -> !cute.layout<"(4,8):(8,1)">
      %87 = "cute.make_coord"(%81, %82) : (i32, i32) -> !cute.coord<"((_,_),(?,?))">
      %88 = "cute.slice"(%arg2, %87) : (!memref_gmem_f32, !cute.coord<"((_,_),(?,?))">) -> !memref_gmem_f32_1
      %89 = "cute.get_iter"(%88) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %90 = "cute.get_iter"(%88) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %91 = "cute.make_coord"() : () -> !cute.coord<"1">
      %92 = "cute.dice"(%86) <{coord = #cute.coord<"1">}> : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(4,8):(8,1)">
      %93 = "cute.local_partition"(%88, %92, %78) : (!memref_gmem_f32_1, !cute.layout<"(4,8):(8,1)">, i32) -> !memref_gmem_f32_2
      %94 = "cute.get_iter"(%93) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %95 = "cute.get_iter"(%93) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %96 = "cute.make_coord"(%81, %82) : (i32, i32) -> !cute.coord<"((_,_),(?,?))">
      %97 = "cute.slice"(%arg3, %96) : (!memref_gmem_f32, !cute.coord<"((_,_),(?,?))">) -> !memref_gmem_f32_1
      %98 = "cute.get_iter"(%97) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %99 = "cute.get_iter"(%97) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %100 = "cute.make_coord"() : () -> !cute.coord<"1">
      %101 = "cute.dice"(%86) <{coord = #cute.coord<"1">}> : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(4,8):(8,1)">
      %102 = "cute.local_partition"(%97, %101, %78) : (!memref_gmem_f32_1, !cute.layout<"(4,8):(8,1)">, i32) -> !memref_gmem_f32_2
      %103 = "cute.get_iter"(%102) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %104 = "cute.get_iter"(%102) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %105 = "cute.make_coord"(%81, %82) : (i32, i32) -> !cute.coord<"((_,_),(?,?))">
      %106 = "cute.slice"(%arg4, %105) : (!cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">, !cute.coord<"((_,_),(?,?))">) -> !cute.coord_tensor<"(?{div=8},?{div=16})", "(8,16):(1@0,1@1)">
      %107 = "cute.get_iter"(%106) : (!cute.coord_tensor<"(?{div=8},?{div=16})", "(8,16):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(?{div=8},?{div=16})">
      %108 = "cute.deref_arith_tuple_iter"(%107) : (!cute.arith_tuple_iter<"(?{div=8},?{div=16})">) -> !cute.int_tuple<"(?{div=8},?{div=16})">
      %109:2 = "cute.get_leaves"(%108) : (!cute.int_tuple<"(?{div=8},?{div=16})">) -> (!cute.int_tuple<"?{div=8}">, !cute.int_tuple<"?{div=16}">)
      %110 = "cute.get_scalars"(%109#0) : (!cute.int_tuple<"?{div=8}">) -> i32
      %111 = "cute.get_scalars"(%109#1) : (!cute.int_tuple<"?{div=16}">) -> i32
      %112 = "cute.get_iter"(%106) : (!cute.coord_tensor<"(?{div=8},?{div=16})", "(8,16):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(?{div=8},?{div=16})">
      %113 = "cute.deref_arith_tuple_iter"(%112) : (!cute.arith_tuple_iter<"(?{div=8},?{div=16})">) -> !cute.int_tuple<"(?{div=8},?{div=16})">
      %114:2 = "cute.get_leaves"(%113) : (!cute.int_tuple<"(?{div=8},?{div=16})">) -> (!cute.int_tuple<"?{div=8}">, !cute.int_tuple<"?{div=16}">)
      %115 = "cute.get_scalars"(%114#0) : (!cute.int_tuple<"?{div=8}">) -> i32
      %116 = "cute.get_scalars"(%114#1) : (!cute.int_tuple<"?{div=16}">) -> i32
      %117 = "cute.make_coord"() : () -> !cute.coord<"1">
      %118 = "cute.dice"(%86) <{coord = #cute.coord<"1">}> : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(4,8):(8,1)">
      %119 = "cute.local_partition"(%106, %118, %78) : (!cute.coord_tensor<"(?{div=8},?{div=16})", "(8,16):(1@0,1@1)">, !cute.layout<"(4,8):(8,1)">, i32) -> !cute.coord_tensor<"(?,?)", "(2,2):(4@0,8@1)">
      %120 = "cute.get_iter"(%119) : (!cute.coord_tensor<"(?,?)", "(2,2):(4@0,8@1)">) -> !cute.arith_tuple_iter<"(?,?)">
      %121 = "cute.deref_arith_tuple_iter"(%120) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %122:2 = "cute.get_leaves"(%121) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %123 = "cute.get_scalars"(%122#0) : (!cute.int_tuple<"?">) -> i32
      %124 = "cute.get_scalars"(%122#1) : (!cute.int_tuple<"?">) -> i32
      %125 = "cute.get_iter"(%119) : (!cute.coord_tensor<"(?,?)", "(2,2):(4@0,8@1)">) -> !cute.arith_tuple_iter<"(?,?)">
      %126 = "cute.deref_arith_tuple_iter"(%125) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %127:2 = "cute.get_leaves"(%126) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %128 = "cute.get_scalars"(%127#0) : (!cute.int_tuple<"?">) -> i32
      %129 = "cute.get_scalars"(%127#1) : (!cute.int_tuple<"?">) -> i32
      %130 = "cute.size"(%93) <{mode = array<i32>}> : (!memref_gmem_f32_2) -> !cute.int_tuple<"4">
      %131 = "cute.get_leaves"(%130) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %132 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %133 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %134 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %135 = "scf.for"(%132, %133, %134, %102) ({
      ^bb0(%arg7: i32, %arg8: !memref_gmem_f32_2):
        %138 = "cute.get_iter"(%arg8) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
        %139 = "cute.get_iter"(%arg8) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
        %140 = "cute.make_coord"(%arg7) : (i32) -> !cute.coord<"?">
        %141 = "cute.slice"(%119, %140) : (!cute.coord_tensor<"(?,?)", "(2,2):(4@0,8@1)">, !cute.coord<"?">) -> !cute.coord_tensor<"(?,?)", "():()">
        %142 = "cute.get_iter"(%141) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %143 = "cute.deref_arith_tuple_iter"(%142) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %144:2 = "cute.get_leaves"(%143) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %145 = "cute.get_scalars"(%144#0) : (!cute.int_tuple<"?">) -> i32
        %146 = "cute.get_scalars"(%144#1) : (!cute.int_tuple<"?">) -> i32
        %147 = "cute.get_iter"(%141) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %148 = "cute.deref_arith_tuple_iter"(%147) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %149:2 = "cute.get_leaves"(%148) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %150 = "cute.get_scalars"(%149#0) : (!cute.int_tuple<"?">) -> i32
        %151 = "cute.get_scalars"(%149#1) : (!cute.int_tuple<"?">) -> i32
        %152 = "cute.get_iter"(%141) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %153 = "cute.deref_arith_tuple_iter"(%152) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %154:2 = "cute.get_leaves"(%153) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %155 = "cute.get_scalars"(%154#0) : (!cute.int_tuple<"?">) -> i32
        %156 = "cute.get_scalars"(%154#1) : (!cute.int_tuple<"?">) -> i32
        %157 = "cute.make_coord"(%154#0, %154#1) : (!cute.int_tuple<"?">, !cute.int_tuple<"?">) -> !cute.coord<"(?,?)">
        %158 = "cute.make_coord"(%arg5, %arg6) : (i32, i32) -> !cute.coord<"(?,?)">
        %159 = "cute.elem_less"(%157, %158) : (!cute.coord<"(?,?)">, !cute.coord<"(?,?)">) -> i1
        %160 = "scf.if"(%159) ({
          %166 = "cute.get_iter"(%arg8) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
          %167 = "cute.make_coord"(%arg7) : (i32) -> !cute.coord<"?">
          %168 = "cute.memref.load"(%93, %167) : (!memref_gmem_f32_2, !cute.coord<"?">) -> f32
          %169 = "cute.make_coord"(%arg7) : (i32) -> !cute.coord<"?">
          "cute.memref.store"(%arg8, %169, %168) : (!memref_gmem_f32_2, !cute.coord<"?">, f32) -> ()
          "scf.yield"(%arg8) : (!memref_gmem_f32_2) -> ()
        }, {
          %165 = "cute.get_iter"(%arg8) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
          "scf.yield"(%arg8) : (!memref_gmem_f32_2) -> ()
        }) : (i1) -> !memref_gmem_f32_2
        %161 = "cute.get_iter"(%160) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
        %162 = "cute.get_iter"(%160) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
        %163 = "cute.get_iter"(%160) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
        %164 = "cute.get_iter"(%arg8) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
        "scf.yield"(%160) : (!memref_gmem_f32_2) -> ()
      }) : (i32, i32, i32, !memref_gmem_f32_2) -> !memref_gmem_f32_2
      %136 = "cute.get_iter"(%135) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %137 = "cute.get_iter"(%135) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32_3, !memref_gmem_f32_3) -> i32, sym_name = "residue"}> ({
  ^bb0(%arg0: !memref_gmem_f32_3, %arg1: !memref_gmem_f32_3):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32_3) -> !cute.layout<"(?,?):(?{i64},1)">
    %5 = "cute.get_shape"(%4) : (!cute.layout<"(?,?):(?{i64},1)">) -> !cute.shape<"(?,?)">
    %6:2 = "cute.get_leaves"(%5) : (!cute.shape<"(?,?)">) -> (!cute.shape<"?">, !cute.shape<"?">)
    %7 = "cute.to_int_tuple"(%6#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %8 = "cute.get_scalars"(%7) : (!cute.int_tuple<"?">) -> i32
    %9 = "cute.to_int_tuple"(%6#1) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %10 = "cute.get_scalars"(%9) : (!cute.int_tuple<"?">) -> i32
    %11 = "cute.make_shape"(%7, %9) : (!cute.int_tuple<"?">, !cute.int_tuple<"?">) -> !cute.shape<"(?,?)">
    %12 = "cute.make_identity_tensor"(%11) : (!cute.shape<"(?,?)">) -> !cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">
    %13 = "cute.get_iter"(%12) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(0,0)">
    %14 = "cute.deref_arith_tuple_iter"(%13) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
    %15:2 = "cute.get_leaves"(%14) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
    %16 = "cute.make_tile"() : () -> !cute.tile<"[8:1;16:1]">
    %17 = "cute.zipped_divide"(%arg0, %16) : (!memref_gmem_f32_3, !cute.tile<"[8:1;16:1]">) -> !memref_gmem_f32
    %18 = "cute.get_iter"(%17) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %19 = "cute.get_iter"(%17) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %20 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_3) -> !cute.layout<"(?,?):(?{i64},1)">
    %21 = "cute.get_shape"(%20) : (!cute.layout<"(?,?):(?{i64},1)">) -> !cute.shape<"(?,?)">
    %22:2 = "cute.get_leaves"(%21) : (!cute.shape<"(?,?)">) -> (!cute.shape<"?">, !cute.shape<"?">)
    %23 = "cute.to_int_tuple"(%22#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %24 = "cute.get_scalars"(%23) : (!cute.int_tuple<"?">) -> i32
    %25 = "cute.to_int_tuple"(%22#1) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %26 = "cute.get_scalars"(%25) : (!cute.int_tuple<"?">) -> i32
    %27 = "cute.make_tile"() : () -> !cute.tile<"[8:1;16:1]">
    %28 = "cute.zipped_divide"(%arg1, %27) : (!memref_gmem_f32_3, !cute.tile<"[8:1;16:1]">) -> !memref_gmem_f32
    %29 = "cute.get_iter"(%28) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %30 = "cute.get_iter"(%28) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %31 = "cute.get_layout"(%12) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">) -> !cute.layout<"(?,?):(1@0,1@1)">
    %32 = "cute.get_shape"(%31) : (!cute.layout<"(?,?):(1@0,1@1)">) -> !cute.shape<"(?,?)">
    %33:2 = "cute.get_leaves"(%32) : (!cute.shape<"(?,?)">) -> (!cute.shape<"?">, !cute.shape<"?">)
    %34 = "cute.to_int_tuple"(%33#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %35 = "cute.get_scalars"(%34) : (!cute.int_tuple<"?">) -> i32
    %36 = "cute.to_int_tuple"(%33#1) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %37 = "cute.get_scalars"(%36) : (!cute.int_tuple<"?">) -> i32
    %38 = "cute.make_tile"() : () -> !cute.tile<"[8:1;16:1]">
    %39 = "cute.zipped_divide"(%12, %38) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">, !cute.tile<"[8:1;16:1]">) -> !cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">
    %40 = "cute.get_iter"(%39) : (!cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">) -> !cute.arith_tuple_iter<"(0,0)">
    %41 = "cute.deref_arith_tuple_iter"(%40) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
    %42:2 = "cute.get_leaves"(%41) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
    %43 = "cute.get_iter"(%39) : (!cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">) -> !cute.arith_tuple_iter<"(0,0)">
    %44 = "cute.deref_arith_tuple_iter"(%43) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
    %45:2 = "cute.get_leaves"(%44) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
    %46 = "cute.size"(%17) <{mode = array<i32: 1, 0>}> : (!memref_gmem_f32) -> !cute.int_tuple<"?">
    %47 = "cute.get_leaves"(%46) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
    %48 = "cute.get_scalars"(%47) : (!cute.int_tuple<"?">) -> i32
    %49 = "cute.get_layout"(%17) : (!memref_gmem_f32) -> !cute.layout<"((8,16),(?,?)):((?{i64},1),(?{i64 div=8},16))">
    %50 = "cute.get_layout"(%28) : (!memref_gmem_f32) -> !cute.layout<"((8,16),(?,?)):((?{i64},1),(?{i64 div=8},16))">
    %51 = "cute.get_layout"(%39) : (!cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">) -> !cute.layout<"((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">
    %52 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@residue_kernel}> : () -> i64
    %53 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %54 = "arith.cmpi"(%52, %53) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%54) ({
      "cute.print"(%52) <{fmt = "\0AError: kernel '@kernels::@residue_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %55 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %56 = "cuda.cast"(%55) : (i64) -> !cuda.stream
    %57 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %58 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %59 = "cuda.launch_cfg.create"(%57, %58, %58, %52, %48, %58, %58, %56) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %60 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%59, %60) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %61 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%59, %61) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %62 = "cuda.launch_ex"(%59, %17, %28, %39, %8, %10) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@residue_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32, !cute.coord_tensor<"(0,0)", "((8,16),(?,?)):((1@0,1@1),(8@0,16@1))">, i32, i32) -> !cuda.result
    %63 = "cuda.cast"(%62) : (!cuda.result) -> i32
    "cuda.return_if_error"(%63) : (i32) -> ()
    %64 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%64) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
