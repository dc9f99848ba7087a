!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?{div=16},?{div=4}):(?{i64 div=4},1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(?{div=8},?{div=4}):(?{i64 div=4},1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "(?{div=16},?{div=8}):(?{i64 div=8},1)">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, align<16>, "(16,4,?):(?{i64 div=4},1,4)">
!memref_gmem_f32_4 = !cute.memref<f32, gmem, align<16>, "(8,4,?):(?{i64 div=4},1,4)">
!memref_gmem_f32_5 = !cute.memref<f32, gmem, align<16>, "(16,8):(?{i64 div=8},1)">
!memref_gmem_f32_6 = !cute.memref<f32, gmem, "(1,2,2):(0,?{i64 div=64},4)">
!memref_gmem_f32_7 = !cute.memref<f32, gmem, align<16>, "(1,2,4,?):(0,?{i64 div=32},1,4)">
!memref_gmem_f32_8 = !cute.memref<f32, gmem, align<16>, "(1,2,4,?):(0,?{i64 div=16},1,4)">
!memref_gmem_f32_9 = !cute.memref<f32, gmem, align<16>, "(1,2,4):(0,?{i64 div=32},1)">
!memref_gmem_f32_10 = !cute.memref<f32, gmem, align<16>, "(1,2,4):(0,?{i64 div=16},1)">
!memref_gmem_f32_11 = !cute.memref<f32, gmem, align<16>, "(4,2):(1,?{i64 div=32})">
!memref_gmem_f32_12 = !cute.memref<f32, gmem, align<16>, "(4,2):(1,?{i64 div=16})">
!memref_rmem_f32 = !cute.memref<f32, rmem, align<32>, "(1,2,2):(0,2,1)">
!memref_rmem_f32_1 = !cute.memref<f32, rmem, "(1,2,4):(0,4,1)">
!memref_rmem_f32_2 = !cute.memref<f32, rmem, "(4,2):(1,4)">
!mma_f32_f32_f32_1x1x1 = !cute.tiled_mma<!cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >, atom_layout_MNK = <"(8,4,1):(4,1,0)">, permutation_MNK = <"[_;_;_]">>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1, !memref_gmem_f32_2, !mma_f32_f32_f32_1x1x1) -> (), sym_name = "product_kernel"}> ({
    ^bb0(%arg3: !memref_gmem_f32, %arg4: !memref_gmem_f32_1, %arg5: !memref_gmem_f32_2, %arg6: !mma_f32_f32_f32_1x1x1):
      %39 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %40 = "cute.get_iter"(%arg4) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %41 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %42 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %43 = "cute.get_iter"(%arg4) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %44 = "cute.get_iter"(%arg5) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %45 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"(?{div=16},?{div=4}):(?{i64 div=4},1)">
      %46 = "cute.get_layout"(%arg4) : (!memref_gmem_f32_1) -> !cute.layout<"(?{div=8},?{div=4}):(?{i64 div=4},1)">
      %47 = "cute.get_layout"(%arg5) : (!memref_gmem_f32_2) -> !cute.layout<"(?{div=16},?{div=8}):(?{i64 div=8},1)">
      %48 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %49 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %50 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %51 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %52 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %53 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %54 = "cute.make_tile"() : () -> !cute.tile<"[16:1;4:1]">
      %55 = "cute.make_coord"(%51) : (i32) -> !cute.coord<"(?,_)">
      %56 = "cute.local_tile"(%arg3, %54, %55) : (!memref_gmem_f32, !cute.tile<"[16:1;4:1]">, !cute.coord<"(?,_)">) -> !memref_gmem_f32_3
      %57 = "cute.get_iter"(%56) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %58 = "cute.get_iter"(%56) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %59 = "cute.make_tile"() : () -> !cute.tile<"[8:1;4:1]">
      %60 = "cute.make_coord"() : () -> !cute.coord<"(0,_)">
      %61 = "cute.local_tile"(%arg4, %59, %60) : (!memref_gmem_f32_1, !cute.tile<"[8:1;4:1]">, !cute.coord<"(0,_)">) -> !memref_gmem_f32_4
      %62 = "cute.get_iter"(%61) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %63 = "cute.get_iter"(%61) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %64 = "cute.make_tile"() : () -> !cute.tile<"[16:1;8:1]">
      %65 = "cute.make_coord"(%51) : (i32) -> !cute.coord<"(?,0)">
      %66 = "cute.local_tile"(%arg5, %64, %65) : (!memref_gmem_f32_2, !cute.tile<"[16:1;8:1]">, !cute.coord<"(?,0)">) -> !memref_gmem_f32_5
      %67 = "cute.get_iter"(%66) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem, align<16>>
      %68 = "cute.get_iter"(%66) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem, align<16>>
      %69 = "cute.make_coord"(%48) : (i32) -> !cute.coord<"?">
      %70 = "cute.tiled.mma.partition"(%arg6, %66, %69) <{operand_id = 2 : i32}> : (!mma_f32_f32_f32_1x1x1, !memref_gmem_f32_5, !cute.coord<"?">) -> !memref_gmem_f32_6
      %71 = "cute.get_iter"(%70) : (!memref_gmem_f32_6) -> !cute.ptr<f32, gmem>
      %72 = "cute.make_coord"(%48) : (i32) -> !cute.coord<"?">
      %73 = "cute.tiled.mma.partition"(%arg6, %56, %72) <{operand_id = 0 : i32}> : (!mma_f32_f32_f32_1x1x1, !memref_gmem_f32_3, !cute.coord<"?">) -> !memref_gmem_f32_7
      %74 = "cute.get_iter"(%73) : (!memref_gmem_f32_7) -> !cute.ptr<f32, gmem, align<16>>
      %75 = "cute.make_coord"(%48) : (i32) -> !cute.coord<"?">
      %76 = "cute.tiled.mma.partition"(%arg6, %61, %75) <{operand_id = 1 : i32}> : (!mma_f32_f32_f32_1x1x1, !memref_gmem_f32_4, !cute.coord<"?">) -> !memref_gmem_f32_8
      %77 = "cute.get_iter"(%76) : (!memref_gmem_f32_8) -> !cute.ptr<f32, gmem, align<16>>
      %78 = "cute.get_layout"(%70) : (!memref_gmem_f32_6) -> !cute.layout<"(1,2,2):(0,?{i64 div=64},4)">
      %79 = "cute.make_layout_like"(%78) : (!cute.layout<"(1,2,2):(0,?{i64 div=64},4)">) -> !cute.layout<"(1,2,2):(0,2,1)">
      %80 = "cute.memref.alloca"(%79) : (!cute.layout<"(1,2,2):(0,2,1)">) -> !memref_rmem_f32
      %81 = "cute.get_iter"(%80) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %82 = "cute.get_iter"(%80) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %83 = "cute.get_layout"(%80) : (!memref_rmem_f32) -> !cute.layout<"(1,2,2):(0,2,1)">
      %84 = "cute.size"(%80) <{mode = array<i32>}> : (!memref_rmem_f32) -> !cute.int_tuple<"4">
      %85 = "cute.get_leaves"(%84) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %86 = "cute.get_shape"(%83) : (!cute.layout<"(1,2,2):(0,2,1)">) -> !cute.shape<"(1,2,2)">
      %87:3 = "cute.get_leaves"(%86) : (!cute.shape<"(1,2,2)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"2">)
      %88 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(1,2,2)">
      %89 = "cute.tuple.product"(%88) : (!cute.int_tuple<"(1,2,2)">) -> !cute.int_tuple<"4">
      %90 = "cute.get_leaves"(%89) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %91 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %92 = "vector.broadcast"(%91) : (f32) -> vector<4xf32>
      %93 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(1,2,2)">
      %94 = "cute.size"(%93) <{mode = array<i32>}> : (!cute.int_tuple<"(1,2,2)">) -> !cute.int_tuple<"4">
      %95 = "cute.get_leaves"(%94) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %96 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(1,2,2)">
      %97 = "cute.size"(%96) <{mode = array<i32>}> : (!cute.int_tuple<"(1,2,2)">) -> !cute.int_tuple<"4">
      %98 = "cute.get_leaves"(%97) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      "cute.memref.store_vec"(%92, %80) : (vector<4xf32>, !memref_rmem_f32) -> ()
      %99 = "cute.make_coord"() : () -> !cute.coord<"(_,_,_,0)">
      %100 = "cute.slice"(%73, %99) : (!memref_gmem_f32_7, !cute.coord<"(_,_,_,0)">) -> !memref_gmem_f32_9
      %101 = "cute.get_iter"(%100) : (!memref_gmem_f32_9) -> !cute.ptr<f32, gmem, align<16>>
      %102 = "cute.get_iter"(%100) : (!memref_gmem_f32_9) -> !cute.ptr<f32, gmem, align<16>>
      %103 = "cute.mma.make_fragment"(%arg6, %100) <{operand_id = 0 : i32}> : (!mma_f32_f32_f32_1x1x1, !memref_gmem_f32_9) -> !memref_rmem_f32_1
      %104 = "cute.get_iter"(%103) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem>
      %105 = "cute.make_coord"() : () -> !cute.coord<"(_,_,_,0)">
      %106 = "cute.slice"(%76, %105) : (!memref_gmem_f32_8, !cute.coord<"(_,_,_,0)">) -> !memref_gmem_f32_10
      %107 = "cute.get_iter"(%106) : (!memref_gmem_f32_10) -> !cute.ptr<f32, gmem, align<16>>
      %108 = "cute.get_iter"(%106) : (!memref_gmem_f32_10) -> !cute.ptr<f32, gmem, align<16>>
      %109 = "cute.mma.make_fragment"(%arg6, %106) <{operand_id = 1 : i32}> : (!mma_f32_f32_f32_1x1x1, !memref_gmem_f32_10) -> !memref_rmem_f32_1
      %110 = "cute.get_iter"(%109) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem>
      %111 = "cute.size"(%73) <{mode = array<i32: 3>}> : (!memref_gmem_f32_7) -> !cute.int_tuple<"?">
      %112 = "cute.get_leaves"(%111) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %113 = "cute.get_scalars"(%112) : (!cute.int_tuple<"?">) -> i32
      %114 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %115 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "scf.for"(%114, %113, %115) ({
      ^bb0(%arg7: i32):
        %131 = "cute.make_coord"(%arg7) : (i32) -> !cute.coord<"(_,_,_,?)">
        %132 = "cute.slice"(%73, %131) : (!memref_gmem_f32_7, !cute.coord<"(_,_,_,?)">) -> !memref_gmem_f32_9
        %133 = "cute.get_iter"(%132) : (!memref_gmem_f32_9) -> !cute.ptr<f32, gmem, align<16>>
        %134 = "cute.get_iter"(%132) : (!memref_gmem_f32_9) -> !cute.ptr<f32, gmem, align<16>>
        %135 = "cute.get_layout"(%132) : (!memref_gmem_f32_9) -> !cute.layout<"(1,2,4):(0,?{i64 div=32},1)">
        %136 = "cute.get_shape"(%135) : (!cute.layout<"(1,2,4):(0,?{i64 div=32},1)">) -> !cute.shape<"(1,2,4)">
        %137:3 = "cute.get_leaves"(%136) : (!cute.shape<"(1,2,4)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"4">)
        %138 = "cute.get_layout"(%103) : (!memref_rmem_f32_1) -> !cute.layout<"(1,2,4):(0,4,1)">
        %139 = "cute.get_shape"(%138) : (!cute.layout<"(1,2,4):(0,4,1)">) -> !cute.shape<"(1,2,4)">
        %140:3 = "cute.get_leaves"(%139) : (!cute.shape<"(1,2,4)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"4">)
        %141 = "cute.right_inverse"(%138) : (!cute.layout<"(1,2,4):(0,4,1)">) -> !cute.layout<"(4,2):(2,1)">
        %142 = "cute.composition"(%135, %141) : (!cute.layout<"(1,2,4):(0,?{i64 div=32},1)">, !cute.layout<"(4,2):(2,1)">) -> !cute.layout<"(4,2):(1,?{i64 div=32})">
        %143 = "cute.coalesce"(%142) : (!cute.layout<"(4,2):(1,?{i64 div=32})">) -> !cute.layout<"(4,2):(1,?{i64 div=32})">
        %144 = "cute.get_shape"(%143) : (!cute.layout<"(4,2):(1,?{i64 div=32})">) -> !cute.shape<"(4,2)">
        %145:2 = "cute.get_leaves"(%144) : (!cute.shape<"(4,2)">) -> (!cute.shape<"4">, !cute.shape<"2">)
        %146 = "cute.get_stride"(%143) : (!cute.layout<"(4,2):(1,?{i64 div=32})">) -> !cute.stride<"(1,?{i64 div=32})">
        %147:2 = "cute.get_leaves"(%146) : (!cute.stride<"(1,?{i64 div=32})">) -> (!cute.stride<"1">, !cute.stride<"?{i64 div=32}">)
        %148 = "cute.to_int_tuple"(%147#1) : (!cute.stride<"?{i64 div=32}">) -> !cute.int_tuple<"?{i64 div=32}">
        %149 = "cute.get_scalars"(%148) : (!cute.int_tuple<"?{i64 div=32}">) -> i64
        %150 = "cute.get_shape"(%143) : (!cute.layout<"(4,2):(1,?{i64 div=32})">) -> !cute.shape<"(4,2)">
        %151:2 = "cute.get_leaves"(%150) : (!cute.shape<"(4,2)">) -> (!cute.shape<"4">, !cute.shape<"2">)
        %152 = "cute.get_shape"(%143) : (!cute.layout<"(4,2):(1,?{i64 div=32})">) -> !cute.shape<"(4,2)">
        %153:2 = "cute.get_leaves"(%152) : (!cute.shape<"(4,2)">) -> (!cute.shape<"4">, !cute.shape<"2">)
        %154 = "cute.get"(%143) <{mode = array<i32: 0>}> : (!cute.layout<"(4,2):(1,?{i64 div=32})">) -> !cute.layout<"4:1">
        %155 = "cute.composition"(%141, %154) : (!cute.layout<"(4,2):(2,1)">, !cute.layout<"4:1">) -> !cute.layout<"4:2">
        %156 = "cute.size"(%155) <{mode = array<i32>}> : (!cute.layout<"4:2">) -> !cute.int_tuple<"4">
        %157 = "cute.get_leaves"(%156) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
        %158 = "cute.logical_divide"(%132, %155) : (!memref_gmem_f32_9, !cute.layout<"4:2">) -> !memref_gmem_f32_11
        %159 = "cute.get_iter"(%158) : (!memref_gmem_f32_11) -> !cute.ptr<f32, gmem, align<16>>
        %160 = "cute.get_iter"(%158) : (!memref_gmem_f32_11) -> !cute.ptr<f32, gmem, align<16>>
        %161 = "cute.logical_divide"(%103, %155) : (!memref_rmem_f32_1, !cute.layout<"4:2">) -> !memref_rmem_f32_2
        %162 = "cute.get_iter"(%161) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem>
        %163 = "cute.get_iter"(%161) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem>
        %164 = "cute.make_shape"() : () -> !cute.shape<"4">
        %165 = "cute.make_layout"(%164) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
        %166 = "cute.logical_divide"(%158, %165) : (!memref_gmem_f32_11, !cute.layout<"4:1">) -> !memref_gmem_f32_11
        %167 = "cute.get_iter"(%166) : (!memref_gmem_f32_11) -> !cute.ptr<f32, gmem, align<16>>
        %168 = "cute.get_iter"(%166) : (!memref_gmem_f32_11) -> !cute.ptr<f32, gmem, align<16>>
        %169 = "cute.make_shape"() : () -> !cute.shape<"4">
        %170 = "cute.make_layout"(%169) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
        %171 = "cute.logical_divide"(%161, %170) : (!memref_rmem_f32_2, !cute.layout<"4:1">) -> !memref_rmem_f32_2
        %172 = "cute.get_iter"(%171) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem>
        %173 = "cute.get_iter"(%171) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem>
        %174 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
        "cute.copy"(%174, %166, %171) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !memref_gmem_f32_11, !memref_rmem_f32_2) -> ()
        %175 = "cute.make_coord"(%arg7) : (i32) -> !cute.coord<"(_,_,_,?)">
        %176 = "cute.slice"(%76, %175) : (!memref_gmem_f32_8, !cute.coord<"(_,_,_,?)">) -> !memref_gmem_f32_10
        %177 = "cute.get_iter"(%176) : (!memref_gmem_f32_10) -> !cute.ptr<f32, gmem, align<16>>
        %178 = "cute.get_iter"(%176) : (!memref_gmem_f32_10) -> !cute.ptr<f32, gmem, align<16>>
        %179 = "cute.get_layout"(%176) : (!memref_gmem_f32_10) -> !cute.layout<"(1,2,4):(0,?{i64 div=16},1)">
        %180 = "cute.get_shape"(%179) : (!cute.layout<"(1,2,4):(0,?{i64 div=16},1)">) -> !cute.shape<"(1,2,4)">
        %181:3 = "cute.get_leaves"(%180) : (!cute.shape<"(1,2,4)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"4">)
        %182 = "cute.get_layout"(%109) : (!memref_rmem_f32_1) -> !cute.layout<"(1,2,4):(0,4,1)">
        %183 = "cute.get_shape"(%182) : (!cute.layout<"(1,2,4):(0,4,1)">) -> !cute.shape<"(1,2,4)">
        %184:3 = "cute.get_leaves"(%183) : (!cute.shape<"(1,2,4)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"4">)
        %185 = "cute.right_inverse"(%182) : (!cute.layout<"(1,2,4):(0,4,1)">) -> !cute.layout<"(4,2):(2,1)">
        %186 = "cute.composition"(%179, %185) : (!cute.layout<"(1,2,4):(0,?{i64 div=16},1)">, !cute.layout<"(4,2):(2,1)">) -> !cute.layout<"(4,2):(1,?{i64 div=16})">
        %187 = "cute.coalesce"(%186) : (!cute.layout<"(4,2):(1,?{i64 div=16})">) -> !cute.layout<"(4,2):(1,?{i64 div=16})">
        %188 = "cute.get_shape"(%187) : (!cute.layout<"(4,2):(1,?{i64 div=16})">) -> !cute.shape<"(4,2)">
        %189:2 = "cute.get_leaves"(%188) : (!cute.shape<"(4,2)">) -> (!cute.shape<"4">, !cute.shape<"2">)
        %190 = "cute.get_stride"(%187) : (!cute.layout<"(4,2):(1,?{i64 div=16})">) -> !cute.stride<"(1,?{i64 div=16})">
        %191:2 = "cute.get_leaves"(%190) : (!cute.stride<"(1,?{i64 div=16})">) -> (!cute.stride<"1">, !cute.stride<"?{i64 div=16}">)
        %192 = "cute.to_int_tuple"(%191#1) : (!cute.stride<"?{i64 div=16}">) -> !cute.int_tuple<"?{i64 div=16}">
        %193 = "cute.get_scalars"(%192) : (!cute.int_tuple<"?{i64 div=16}">) -> i64
        %194 = "cute.get_shape"(%187) : (!cute.layout<"(4,2):(1,?{i64 div=16})">) -> !cute.shape<"(4,2)">
        %195:2 = "cute.get_leaves"(%194) : (!cute.shape<"(4,2)">) -> (!cute.shape<"4">, !cute.shape<"2">)
        %196 = "cute.get_shape"(%187) : (!cute.layout<"(4,2):(1,?{i64 div=16})">) -> !cute.shape<"(4,2)">
        %197:2 = "cute.get_leaves"(%196) : (!cute.shape<"(4,2)">) -> (!cute.shape<"4">, !cute.shape<"2">)
        %198 = "cute.get"(%187) <{mode = array<i32: 0>}> : (!cute.layout<"(4,2):(1,?{i64 div=16})">) -> !cute.layout<"4:1">
        %199 = "cute.composition"(%185, %198) : (!cute.layout<"(4,2):(2,1)">, !cute.layout<"4:1">) -> !cute.layout<"4:2">
        %200 = "cute.size"(%199) <{mode = array<i32>}> : (!cute.layout<"4:2">) -> !cute.int_tuple<"4">
        %201 = "cute.get_leaves"(%200) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
        %202 = "cute.logical_divide"(%176, %199) : (!memref_gmem_f32_10, !cute.layout<"4:2">) -> !memref_gmem_f32_12
        %203 = "cute.get_iter"(%202) : (!memref_gmem_f32_12) -> !cute.ptr<f32, gmem, align<16>>
        %204 = "cute.get_iter"(%202) : (!memref_gmem_f32_12) -> !cute.ptr<f32, gmem, align<16>>
        %205 = "cute.logical_divide"(%109, %199) : (!memref_rmem_f32_1, !cute.layout<"4:2">) -> !memref_rmem_f32_2
        %206 = "cute.get_iter"(%205) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem>
        %207 = "cute.get_iter"(%205) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem>
        %208 = "cute.make_shape"() : () -> !cute.shape<"4">
        %209 = "cute.make_layout"(%208) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
        %210 = "cute.logical_divide"(%202, %209) : (!memref_gmem_f32_12, !cute.layout<"4:1">) -> !memref_gmem_f32_12
        %211 = "cute.get_iter"(%210) : (!memref_gmem_f32_12) -> !cute.ptr<f32, gmem, align<16>>
        %212 = "cute.get_iter"(%210) : (!memref_gmem_f32_12) -> !cute.ptr<f32, gmem, align<16>>
        %213 = "cute.make_shape"() : () -> !cute.shape<"4">
        %214 = "cute.make_layout"(%213) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
        %215 = "cute.logical_divide"(%205, %214) : (!memref_rmem_f32_2, !cute.layout<"4:1">) -> !memref_rmem_f32_2
        %216 = "cute.get_iter"(%215) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem>
        %217 = "cute.get_iter"(%215) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem>
        %218 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
        "cute.copy"(%218, %210, %215) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !memref_gmem_f32_12, !memref_rmem_f32_2) -> ()
        %219 = "cute.get_layout"(%80) : (!memref_rmem_f32) -> !cute.layout<"(1,2,2):(0,2,1)">
        %220 = "cute.get_shape"(%219) : (!cute.layout<"(1,2,2):(0,2,1)">) -> !cute.shape<"(1,2,2)">
        %221:3 = "cute.get_leaves"(%220) : (!cute.shape<"(1,2,2)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"2">)
        "cute.gemm"(%arg6, %80, %103, %109, %80) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!mma_f32_f32_f32_1x1x1, !memref_rmem_f32, !memref_rmem_f32_1, !memref_rmem_f32_1, !memref_rmem_f32) -> ()
        "scf.yield"() : () -> ()
      }) : (i32, i32, i32) -> ()
      %116 = "cute.get_shape"(%78) : (!cute.layout<"(1,2,2):(0,?{i64 div=64},4)">) -> !cute.shape<"(1,2,2)">
      %117:3 = "cute.get_leaves"(%116) : (!cute.shape<"(1,2,2)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"2">)
      %118 = "cute.right_inverse"(%78) : (!cute.layout<"(1,2,2):(0,?{i64 div=64},4)">) -> !cute.layout<"1:0">
      %119 = "cute.composition"(%83, %118) : (!cute.layout<"(1,2,2):(0,2,1)">, !cute.layout<"1:0">) -> !cute.layout<"1:0">
      %120 = "cute.coalesce"(%119) : (!cute.layout<"1:0">) -> !cute.layout<"1:0">
      %121 = "cute.get_shape"(%120) : (!cute.layout<"1:0">) -> !cute.shape<"1">
      %122 = "cute.get_leaves"(%121) : (!cute.shape<"1">) -> !cute.shape<"1">
      %123 = "cute.get_stride"(%120) : (!cute.layout<"1:0">) -> !cute.stride<"0">
      %124 = "cute.get_leaves"(%123) : (!cute.stride<"0">) -> !cute.stride<"0">
      %125 = "cute.make_shape"() : () -> !cute.shape<"1">
      %126 = "cute.make_stride"() : () -> !cute.stride<"0">
      %127 = "cute.make_layout"(%125, %126) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"1">, !cute.stride<"0">) -> !cute.layout<"1:0">
      %128 = "cute.size"(%127) <{mode = array<i32>}> : (!cute.layout<"1:0">) -> !cute.int_tuple<"1">
      %129 = "cute.get_leaves"(%128) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      %130 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 32 b>
      "cute.copy"(%130, %80, %70) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 32 b>, !memref_rmem_f32, !memref_gmem_f32_6) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 2, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1, !memref_gmem_f32_2) -> i32, sym_name = "product"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32_1, %arg2: !memref_gmem_f32_2):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg2) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %5 = "cute.get_iter"(%arg2) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
    %6 = "cute.make_shape"() : () -> !cute.shape<"(8,4,1)">
    %7 = "cute.make_stride"() : () -> !cute.stride<"(4,1,0)">
    %8 = "cute.make_layout"(%6, %7) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,4,1)">, !cute.stride<"(4,1,0)">) -> !cute.layout<"(8,4,1):(4,1,0)">
    %9 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >
    %10 = "cute.get_shape"(%8) : (!cute.layout<"(8,4,1):(4,1,0)">) -> !cute.shape<"(8,4,1)">
    %11:3 = "cute.get_leaves"(%10) : (!cute.shape<"(8,4,1)">) -> (!cute.shape<"8">, !cute.shape<"4">, !cute.shape<"1">)
    %12 = "cute.make_tiled_mma"(%9) : (!cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >) -> !mma_f32_f32_f32_1x1x1
    %13 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?{div=16},?{div=4}):(?{i64 div=4},1)">
    %14 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_1) -> !cute.layout<"(?{div=8},?{div=4}):(?{i64 div=4},1)">
    %15 = "cute.get_layout"(%arg2) : (!memref_gmem_f32_2) -> !cute.layout<"(?{div=16},?{div=8}):(?{i64 div=8},1)">
    %16 = "cute.static"() : () -> !cute.layout<"(1,8,4,1):(0,4,1,0)">
    %17 = "cute.static"() : () -> !cute.tile<"[_;_;_]">
    %18:3 = "cute.get_leaves"(%17) : (!cute.tile<"[_;_;_]">) -> (!cute.tile<"_">, !cute.tile<"_">, !cute.tile<"_">)
    %19 = "cute.static"() : () -> !cute.layout<"1:0">
    %20 = "cute.static"() : () -> !cute.shape<"(1,1,1)">
    %21:3 = "cute.get_leaves"(%20) : (!cute.shape<"(1,1,1)">) -> (!cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
    %22 = "cute.static"() : () -> !cute.layout<"(1,1):(0,0)">
    %23 = "cute.static"() : () -> !cute.layout<"(1,1):(0,0)">
    %24 = "cute.static"() : () -> !cute.layout<"(1,1):(0,0)">
    %25 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@product_kernel}> : () -> i64
    %26 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %27 = "arith.cmpi"(%25, %26) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%27) ({
      "cute.print"(%25) <{fmt = "\0AError: kernel '@kernels::@product_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %28 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %29 = "cuda.cast"(%28) : (i64) -> !cuda.stream
    %30 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %31 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %32 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %33 = "cuda.launch_cfg.create"(%30, %31, %31, %25, %32, %31, %31, %29) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %34 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%33, %34) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %35 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%33, %35) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %36 = "cuda.launch_ex"(%33, %arg0, %arg1, %arg2, %12) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@product_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32_1, !memref_gmem_f32_2, !mma_f32_f32_f32_1x1x1) -> !cuda.result
    %37 = "cuda.cast"(%36) : (!cuda.result) -> i32
    "cuda.return_if_error"(%37) : (i32) -> ()
    %38 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%38) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
