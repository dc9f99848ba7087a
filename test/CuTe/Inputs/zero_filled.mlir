!copy_ldgsts = !cute.tiled_copy<!cute_nvgpu.atom.simt_async_copy<f32, cache = always, 128 b>, layout_copy_tv = <"((4,8),4):((32,1),8)">, tiler_mn = <"[8:1;16:1]">>
!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?,?{div=16}):(?{i64 div=16},1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(16,16):(16,1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "(16,16):(?{i64 div=16},1)">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, align<16>, "((4,1),2,1):((1,0),?{i64 div=128},0)">
!memref_gmem_f32_4 = !cute.memref<f32, gmem, align<16>, "((4,1),(2,1)):((1,0),(?{i64 div=128},0))">
!memref_rmem_i8 = !cute.memref<i8, rmem, align<32>, "(1,2,1):(0,1,0)">
!memref_rmem_i8_1 = !cute.memref<i8, rmem, align<32>, "(1,(2,1)):(0,(1,0))">
!memref_smem_f32 = !cute.memref<f32, smem, align<16>, "(16,16):(20,1)">
!memref_smem_f32_1 = !cute.memref<f32, smem, align<16>, "((4,1),2,1):((1,0),160,0)">
!memref_smem_f32_2 = !cute.memref<f32, smem, align<16>, "((4,1),(2,1)):((1,0),(160,0))">
!memref_smem_i8 = !cute.memref<i8, smem, align<16>, "1264:1">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1, !copy_ldgsts) -> (), sym_name = "zero_filled_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32_1, %arg4: !copy_ldgsts):
      %50 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %51 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %52 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %53 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %54 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=16}):(?{i64 div=16},1)">
      %55 = "cute.get_layout"(%arg3) : (!memref_gmem_f32_1) -> !cute.layout<"(16,16):(16,1)">
      %56 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %57 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %58 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %59 = "cute.make_shape"() : () -> !cute.shape<"(16,16)">
      %60 = "cute.make_stride"() : () -> !cute.stride<"(20,1)">
      %61 = "cute.make_layout"(%59, %60) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(16,16)">, !cute.stride<"(20,1)">) -> !cute.layout<"(16,16):(20,1)">
      %62 = "cute.make_coord"() : () -> !cute.coord<"0">
      %63 = "cute.crd2idx"(%62, %61) : (!cute.coord<"0">, !cute.layout<"(16,16):(20,1)">) -> !cute.int_tuple<"0">
      %64 = "cute.get_leaves"(%63) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %65 = "cute.cosize"(%61) <{mode = array<i32>}> : (!cute.layout<"(16,16):(20,1)">) -> !cute.int_tuple<"316">
      %66 = "cute.get_leaves"(%65) : (!cute.int_tuple<"316">) -> !cute.int_tuple<"316">
      %67 = "cute.make_shape"() : () -> !cute.shape<"1264">
      %68 = "cute.make_layout"(%67) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1264">) -> !cute.layout<"1264:1">
      %69 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8
      %70 = "cute.get_iter"(%69) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<16>>
      %71 = "cute.get_iter"(%69) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<16>>
      %72 = "cute.recast_iter"(%71) : (!cute.ptr<i8, smem, align<16>>) -> !cute.ptr<f32, smem, align<16>>
      %73 = "cute.make_view"(%72, %61) : (!cute.ptr<f32, smem, align<16>>, !cute.layout<"(16,16):(20,1)">) -> !memref_smem_f32
      %74 = "cute.get_iter"(%73) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
      %75 = "cute.get_iter"(%73) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
      %76 = "cute.make_tile"() : () -> !cute.tile<"[16:1;16:1]">
      %77 = "cute.make_coord"() : () -> !cute.coord<"(0,0)">
      %78 = "cute.local_tile"(%arg2, %76, %77) : (!memref_gmem_f32, !cute.tile<"[16:1;16:1]">, !cute.coord<"(0,0)">) -> !memref_gmem_f32_2
      %79 = "cute.get_iter"(%78) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %80 = "cute.get_iter"(%78) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %81 = "cute.make_coord"(%56) : (i32) -> !cute.coord<"?">
      %82 = "cute.tiled.copy.partition_S"(%arg4, %78, %81) : (!copy_ldgsts, !memref_gmem_f32_2, !cute.coord<"?">) -> !memref_gmem_f32_3
      %83 = "cute.get_iter"(%82) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %84 = "cute.get_shape"(%54) : (!cute.layout<"(?,?{div=16}):(?{i64 div=16},1)">) -> !cute.shape<"(?,?{div=16})">
      %85:2 = "cute.get_leaves"(%84) : (!cute.shape<"(?,?{div=16})">) -> (!cute.shape<"?">, !cute.shape<"?{div=16}">)
      %86 = "cute.to_int_tuple"(%85#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
      %87 = "cute.get_scalars"(%86) : (!cute.int_tuple<"?">) -> i32
      %88 = "cute.to_int_tuple"(%85#1) : (!cute.shape<"?{div=16}">) -> !cute.int_tuple<"?{div=16}">
      %89 = "cute.get_scalars"(%88) : (!cute.int_tuple<"?{div=16}">) -> i32
      %90 = "cute.make_shape"(%86, %88) : (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=16}">) -> !cute.shape<"(?,?{div=16})">
      %91 = "cute.make_identity_tensor"(%90) : (!cute.shape<"(?,?{div=16})">) -> !cute.coord_tensor<"(0,0)", "(?,?{div=16}):(1@0,1@1)">
      %92 = "cute.get_iter"(%91) : (!cute.coord_tensor<"(0,0)", "(?,?{div=16}):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(0,0)">
      %93 = "cute.deref_arith_tuple_iter"(%92) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %94:2 = "cute.get_leaves"(%93) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %95 = "cute.make_tile"() : () -> !cute.tile<"[16:1;16:1]">
      %96 = "cute.make_coord"() : () -> !cute.coord<"(0,0)">
      %97 = "cute.local_tile"(%91, %95, %96) : (!cute.coord_tensor<"(0,0)", "(?,?{div=16}):(1@0,1@1)">, !cute.tile<"[16:1;16:1]">, !cute.coord<"(0,0)">) -> !cute.coord_tensor<"(0,0)", "(16,16):(1@0,1@1)">
      %98 = "cute.get_iter"(%97) : (!cute.coord_tensor<"(0,0)", "(16,16):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(0,0)">
      %99 = "cute.deref_arith_tuple_iter"(%98) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %100:2 = "cute.get_leaves"(%99) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %101 = "cute.get_iter"(%97) : (!cute.coord_tensor<"(0,0)", "(16,16):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(0,0)">
      %102 = "cute.deref_arith_tuple_iter"(%101) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %103:2 = "cute.get_leaves"(%102) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %104 = "cute.make_coord"(%56) : (i32) -> !cute.coord<"?">
      %105 = "cute.tiled.copy.partition_S"(%arg4, %97, %104) : (!copy_ldgsts, !cute.coord_tensor<"(0,0)", "(16,16):(1@0,1@1)">, !cute.coord<"?">) -> !cute.coord_tensor<"(?,?{div=4})", "((4,1),2,1):((1@1,0),8@0,0)">
      %106 = "cute.get_iter"(%105) : (!cute.coord_tensor<"(?,?{div=4})", "((4,1),2,1):((1@1,0),8@0,0)">) -> !cute.arith_tuple_iter<"(?,?{div=4})">
      %107 = "cute.deref_arith_tuple_iter"(%106) : (!cute.arith_tuple_iter<"(?,?{div=4})">) -> !cute.int_tuple<"(?,?{div=4})">
      %108:2 = "cute.get_leaves"(%107) : (!cute.int_tuple<"(?,?{div=4})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=4}">)
      %109 = "cute.get_scalars"(%108#0) : (!cute.int_tuple<"?">) -> i32
      %110 = "cute.get_scalars"(%108#1) : (!cute.int_tuple<"?{div=4}">) -> i32
      %111 = "cute.get_layout"(%82) : (!memref_gmem_f32_3) -> !cute.layout<"((4,1),2,1):((1,0),?{i64 div=128},0)">
      %112 = "cute.get_shape"(%111) : (!cute.layout<"((4,1),2,1):((1,0),?{i64 div=128},0)">) -> !cute.shape<"((4,1),2,1)">
      %113:4 = "cute.get_leaves"(%112) : (!cute.shape<"((4,1),2,1)">) -> (!cute.shape<"4">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %114 = "cute.make_shape"() : () -> !cute.shape<"(1,2,1)">
      %115 = "cute.make_stride"() : () -> !cute.stride<"(0,1,0)">
      %116 = "cute.make_layout"(%114, %115) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(1,2,1)">, !cute.stride<"(0,1,0)">) -> !cute.layout<"(1,2,1):(0,1,0)">
      %117 = "cute.memref.alloca"(%116) : (!cute.layout<"(1,2,1):(0,1,0)">) -> !memref_rmem_i8
      %118 = "cute.get_iter"(%117) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %119 = "cute.get_iter"(%117) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %120 = "cute.size"(%82) <{mode = array<i32: 1>}> : (!memref_gmem_f32_3) -> !cute.int_tuple<"2">
      %121 = "cute.get_leaves"(%120) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %122 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %123 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %124 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %125 = "scf.for"(%122, %123, %124, %117) ({
      ^bb0(%arg9: i32, %arg10: !memref_rmem_i8):
        %216 = "cute.get_iter"(%arg10) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
        %217 = "cute.get_iter"(%arg10) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
        %218 = "cute.make_coord"(%arg9) : (i32) -> !cute.coord<"((0,0),?,0)">
        %219 = "cute.slice"(%105, %218) : (!cute.coord_tensor<"(?,?{div=4})", "((4,1),2,1):((1@1,0),8@0,0)">, !cute.coord<"((0,0),?,0)">) -> !cute.coord_tensor<"(?,?{div=4})", "():()">
        %220 = "cute.get_iter"(%219) : (!cute.coord_tensor<"(?,?{div=4})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=4})">
        %221 = "cute.deref_arith_tuple_iter"(%220) : (!cute.arith_tuple_iter<"(?,?{div=4})">) -> !cute.int_tuple<"(?,?{div=4})">
        %222:2 = "cute.get_leaves"(%221) : (!cute.int_tuple<"(?,?{div=4})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=4}">)
        %223 = "cute.get_scalars"(%222#0) : (!cute.int_tuple<"?">) -> i32
        %224 = "cute.get_scalars"(%222#1) : (!cute.int_tuple<"?{div=4}">) -> i32
        %225 = "cute.get_iter"(%219) : (!cute.coord_tensor<"(?,?{div=4})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=4})">
        %226 = "cute.deref_arith_tuple_iter"(%225) : (!cute.arith_tuple_iter<"(?,?{div=4})">) -> !cute.int_tuple<"(?,?{div=4})">
        %227:2 = "cute.get_leaves"(%226) : (!cute.int_tuple<"(?,?{div=4})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=4}">)
        %228 = "cute.get_scalars"(%227#0) : (!cute.int_tuple<"?">) -> i32
        %229 = "cute.get_scalars"(%227#1) : (!cute.int_tuple<"?{div=4}">) -> i32
        %230 = "cute.get_iter"(%219) : (!cute.coord_tensor<"(?,?{div=4})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=4})">
        %231 = "cute.deref_arith_tuple_iter"(%230) : (!cute.arith_tuple_iter<"(?,?{div=4})">) -> !cute.int_tuple<"(?,?{div=4})">
        %232:2 = "cute.get_leaves"(%231) : (!cute.int_tuple<"(?,?{div=4})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=4}">)
        %233 = "cute.get_scalars"(%232#0) : (!cute.int_tuple<"?">) -> i32
        %234 = "cute.get_scalars"(%232#1) : (!cute.int_tuple<"?{div=4}">) -> i32
        %235 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=16}):(?{i64 div=16},1)">
        %236 = "cute.get_shape"(%235) : (!cute.layout<"(?,?{div=16}):(?{i64 div=16},1)">) -> !cute.shape<"(?,?{div=16})">
        %237:2 = "cute.get_leaves"(%236) : (!cute.shape<"(?,?{div=16})">) -> (!cute.shape<"?">, !cute.shape<"?{div=16}">)
        %238 = "cute.to_int_tuple"(%237#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
        %239 = "cute.get_scalars"(%238) : (!cute.int_tuple<"?">) -> i32
        %240 = "cute.to_int_tuple"(%237#1) : (!cute.shape<"?{div=16}">) -> !cute.int_tuple<"?{div=16}">
        %241 = "cute.get_scalars"(%240) : (!cute.int_tuple<"?{div=16}">) -> i32
        %242 = "cute.make_coord"(%232#0) : (!cute.int_tuple<"?">) -> !cute.coord<"?">
        %243 = "cute.make_coord"(%238) : (!cute.int_tuple<"?">) -> !cute.coord<"?">
        %244 = "cute.elem_less"(%242, %243) : (!cute.coord<"?">, !cute.coord<"?">) -> i1
        %245 = "arith.extui"(%244) : (i1) -> i8
        %246 = "cute.make_coord"(%arg9) : (i32) -> !cute.coord<"(0,?,0)">
        "cute.memref.store"(%arg10, %246, %245) : (!memref_rmem_i8, !cute.coord<"(0,?,0)">, i8) -> ()
        %247 = "cute.get_iter"(%arg10) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
        %248 = "cute.get_iter"(%arg10) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
        "scf.yield"(%arg10) : (!memref_rmem_i8) -> ()
      }) : (i32, i32, i32, !memref_rmem_i8) -> !memref_rmem_i8
      %126 = "cute.get_iter"(%125) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %127 = "cute.get_iter"(%117) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %128 = "arith.constant"() <{value = 16 : i32}> : () -> i32
      %129 = "scf.for"(%122, %128, %124, %73) ({
      ^bb0(%arg7: i32, %arg8: !memref_smem_f32):
        %203 = "cute.get_iter"(%arg8) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
        %204 = "cute.get_iter"(%arg8) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
        %205 = "arith.constant"() <{value = 16 : i32}> : () -> i32
        %206 = "arith.remsi"(%56, %205) : (i32, i32) -> i32
        %207 = "arith.floordivsi"(%56, %205) : (i32, i32) -> i32
        %208 = "arith.constant"() <{value = 8 : i32}> : () -> i32
        %209 = "arith.muli"(%207, %208) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %210 = "arith.remsi"(%arg7, %208) : (i32, i32) -> i32
        %211 = "arith.addi"(%209, %210) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %212 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %213 = "cute.make_coord"(%206, %211) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg8, %213, %212) : (!memref_smem_f32, !cute.coord<"(?,?)">, f32) -> ()
        %214 = "cute.get_iter"(%arg8) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
        %215 = "cute.get_iter"(%arg8) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
        "scf.yield"(%arg8) : (!memref_smem_f32) -> ()
      }) : (i32, i32, i32, !memref_smem_f32) -> !memref_smem_f32
      %130 = "cute.get_iter"(%129) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
      %131 = "cute.get_iter"(%73) : (!memref_smem_f32) -> !cute.ptr<f32, smem, align<16>>
      "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
      %132 = "cute.make_coord"(%56) : (i32) -> !cute.coord<"?">
      %133 = "cute.tiled.copy.partition_D"(%arg4, %73, %132) : (!copy_ldgsts, !memref_smem_f32, !cute.coord<"?">) -> !memref_smem_f32_1
      %134 = "cute.get_iter"(%133) : (!memref_smem_f32_1) -> !cute.ptr<f32, smem, align<16>>
      %135 = "cute.get_layout"(%133) : (!memref_smem_f32_1) -> !cute.layout<"((4,1),2,1):((1,0),160,0)">
      %136 = "cute.get_shape"(%135) : (!cute.layout<"((4,1),2,1):((1,0),160,0)">) -> !cute.shape<"((4,1),2,1)">
      %137:4 = "cute.get_leaves"(%136) : (!cute.shape<"((4,1),2,1)">) -> (!cute.shape<"4">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %138 = "cute.make_shape"() : () -> !cute.shape<"1">
      %139 = "cute.make_layout"(%138) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %140 = "cute.append_to_rank"(%111, %139) <{rank = 2 : si32}> : (!cute.layout<"((4,1),2,1):((1,0),?{i64 div=128},0)">, !cute.layout<"1:0">) -> !cute.layout<"((4,1),2,1):((1,0),?{i64 div=128},0)">
      %141 = "cute.make_view"(%83, %140) : (!cute.ptr<f32, gmem, align<16>>, !cute.layout<"((4,1),2,1):((1,0),?{i64 div=128},0)">) -> !memref_gmem_f32_3
      %142 = "cute.get_iter"(%141) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %143 = "cute.get_layout"(%141) : (!memref_gmem_f32_3) -> !cute.layout<"((4,1),2,1):((1,0),?{i64 div=128},0)">
      %144 = "cute.get_shape"(%143) : (!cute.layout<"((4,1),2,1):((1,0),?{i64 div=128},0)">) -> !cute.shape<"((4,1),2,1)">
      %145:4 = "cute.get_leaves"(%144) : (!cute.shape<"((4,1),2,1)">) -> (!cute.shape<"4">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %146 = "cute.group_modes"(%141) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f32_3) -> !memref_gmem_f32_4
      %147 = "cute.get_iter"(%146) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %148 = "cute.get_iter"(%146) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %149 = "cute.make_shape"() : () -> !cute.shape<"1">
      %150 = "cute.make_layout"(%149) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %151 = "cute.append_to_rank"(%135, %150) <{rank = 2 : si32}> : (!cute.layout<"((4,1),2,1):((1,0),160,0)">, !cute.layout<"1:0">) -> !cute.layout<"((4,1),2,1):((1,0),160,0)">
      %152 = "cute.make_view"(%134, %151) : (!cute.ptr<f32, smem, align<16>>, !cute.layout<"((4,1),2,1):((1,0),160,0)">) -> !memref_smem_f32_1
      %153 = "cute.get_iter"(%152) : (!memref_smem_f32_1) -> !cute.ptr<f32, smem, align<16>>
      %154 = "cute.get_layout"(%152) : (!memref_smem_f32_1) -> !cute.layout<"((4,1),2,1):((1,0),160,0)">
      %155 = "cute.get_shape"(%154) : (!cute.layout<"((4,1),2,1):((1,0),160,0)">) -> !cute.shape<"((4,1),2,1)">
      %156:4 = "cute.get_leaves"(%155) : (!cute.shape<"((4,1),2,1)">) -> (!cute.shape<"4">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %157 = "cute.group_modes"(%152) <{begin = 1 : i32, end = 3 : i32}> : (!memref_smem_f32_1) -> !memref_smem_f32_2
      %158 = "cute.get_iter"(%157) : (!memref_smem_f32_2) -> !cute.ptr<f32, smem, align<16>>
      %159 = "cute.get_iter"(%157) : (!memref_smem_f32_2) -> !cute.ptr<f32, smem, align<16>>
      %160 = "cute.get_layout"(%117) : (!memref_rmem_i8) -> !cute.layout<"(1,2,1):(0,1,0)">
      %161 = "cute.make_shape"() : () -> !cute.shape<"1">
      %162 = "cute.make_layout"(%161) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %163 = "cute.append_to_rank"(%160, %162) <{rank = 2 : si32}> : (!cute.layout<"(1,2,1):(0,1,0)">, !cute.layout<"1:0">) -> !cute.layout<"(1,2,1):(0,1,0)">
      %164 = "cute.make_view"(%127, %163) : (!cute.ptr<i8, rmem, align<32>>, !cute.layout<"(1,2,1):(0,1,0)">) -> !memref_rmem_i8
      %165 = "cute.get_iter"(%164) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %166 = "cute.get_layout"(%164) : (!memref_rmem_i8) -> !cute.layout<"(1,2,1):(0,1,0)">
      %167 = "cute.get_shape"(%166) : (!cute.layout<"(1,2,1):(0,1,0)">) -> !cute.shape<"(1,2,1)">
      %168:3 = "cute.get_leaves"(%167) : (!cute.shape<"(1,2,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %169 = "cute.group_modes"(%164) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_i8) -> !memref_rmem_i8_1
      %170 = "cute.get_iter"(%169) : (!memref_rmem_i8_1) -> !cute.ptr<i8, rmem, align<32>>
      %171 = "cute.get_iter"(%169) : (!memref_rmem_i8_1) -> !cute.ptr<i8, rmem, align<32>>
      %172 = "cute.get_layout"(%146) : (!memref_gmem_f32_4) -> !cute.layout<"((4,1),(2,1)):((1,0),(?{i64 div=128},0))">
      %173 = "cute.get_shape"(%172) : (!cute.layout<"((4,1),(2,1)):((1,0),(?{i64 div=128},0))">) -> !cute.shape<"((4,1),(2,1))">
      %174:4 = "cute.get_leaves"(%173) : (!cute.shape<"((4,1),(2,1))">) -> (!cute.shape<"4">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %175 = "cute.get_layout"(%157) : (!memref_smem_f32_2) -> !cute.layout<"((4,1),(2,1)):((1,0),(160,0))">
      %176 = "cute.get_shape"(%175) : (!cute.layout<"((4,1),(2,1)):((1,0),(160,0))">) -> !cute.shape<"((4,1),(2,1))">
      %177:4 = "cute.get_leaves"(%176) : (!cute.shape<"((4,1),(2,1))">) -> (!cute.shape<"4">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
      %178 = "cute.size"(%146) <{mode = array<i32: 1>}> : (!memref_gmem_f32_4) -> !cute.int_tuple<"2">
      %179 = "cute.get_leaves"(%178) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %180 = "cute.size"(%157) <{mode = array<i32: 1>}> : (!memref_smem_f32_2) -> !cute.int_tuple<"2">
      %181 = "cute.get_leaves"(%180) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      "cute.copy"(%arg4, %146, %157, %169) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!copy_ldgsts, !memref_gmem_f32_4, !memref_smem_f32_2, !memref_rmem_i8_1) -> ()
      "nvvm.cp.async.commit.group"() : () -> ()
      "nvvm.cp.async.wait.group"() <{n = 0 : i32}> : () -> ()
      "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
      %182 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %183 = "scf.for"(%122, %182, %124, %arg3) ({
      ^bb0(%arg5: i32, %arg6: !memref_gmem_f32_1):
        %186 = "cute.get_iter"(%arg6) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        %187 = "cute.get_iter"(%arg6) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        %188 = "arith.constant"() <{value = 16 : i32}> : () -> i32
        %189 = "arith.remsi"(%56, %188) : (i32, i32) -> i32
        %190 = "arith.floordivsi"(%56, %188) : (i32, i32) -> i32
        %191 = "arith.constant"() <{value = 8 : i32}> : () -> i32
        %192 = "arith.muli"(%190, %191) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %193 = "arith.addi"(%192, %arg5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %194 = "cute.make_coord"(%189, %193) : (i32, i32) -> !cute.coord<"(?,?)">
        %195 = "cute.memref.load"(%73, %194) : (!memref_smem_f32, !cute.coord<"(?,?)">) -> f32
        %196 = "arith.remsi"(%56, %188) : (i32, i32) -> i32
        %197 = "arith.floordivsi"(%56, %188) : (i32, i32) -> i32
        %198 = "arith.muli"(%197, %191) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %199 = "arith.addi"(%198, %arg5) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %200 = "cute.make_coord"(%196, %199) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg6, %200, %195) : (!memref_gmem_f32_1, !cute.coord<"(?,?)">, f32) -> ()
        %201 = "cute.get_iter"(%arg6) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        %202 = "cute.get_iter"(%arg6) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
        "scf.yield"(%arg6) : (!memref_gmem_f32_1) -> ()
      }) : (i32, i32, i32, !memref_gmem_f32_1) -> !memref_gmem_f32_1
      %184 = "cute.get_iter"(%183) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %185 = "cute.get_iter"(%arg3) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32_1) -> i32, sym_name = "zero_filled"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32_1):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.make_atom"() : () -> !cute_nvgpu.atom.simt_async_copy<f32, cache = always, 128 b>
    %5 = "cute.make_shape"() : () -> !cute.shape<"(8,4)">
    %6 = "cute.make_stride"() : () -> !cute.stride<"(4,1)">
    %7 = "cute.make_layout"(%5, %6) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,4)">, !cute.stride<"(4,1)">) -> !cute.layout<"(8,4):(4,1)">
    %8 = "cute.make_shape"() : () -> !cute.shape<"(1,4)">
    %9 = "cute.make_layout"(%8) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(1,4)">) -> !cute.layout<"(1,4):(0,1)">
    %10 = "cute.raked_product"(%7, %9) : (!cute.layout<"(8,4):(4,1)">, !cute.layout<"(1,4):(0,1)">) -> !cute.layout<"(8,(4,4)):(4,(32,1))">
    %11 = "cute.size"(%7) <{mode = array<i32>}> : (!cute.layout<"(8,4):(4,1)">) -> !cute.int_tuple<"32">
    %12 = "cute.get_leaves"(%11) : (!cute.int_tuple<"32">) -> !cute.int_tuple<"32">
    %13 = "cute.size"(%9) <{mode = array<i32>}> : (!cute.layout<"(1,4):(0,1)">) -> !cute.int_tuple<"4">
    %14 = "cute.get_leaves"(%13) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
    %15 = "cute.make_shape"() : () -> !cute.shape<"(32,4)">
    %16 = "cute.make_layout"(%15) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(32,4)">) -> !cute.layout<"(32,4):(1,32)">
    %17 = "cute.right_inverse"(%10) : (!cute.layout<"(8,(4,4)):(4,(32,1))">) -> !cute.layout<"(4,32):(32,1)">
    %18 = "cute.composition"(%17, %16) : (!cute.layout<"(4,32):(32,1)">, !cute.layout<"(32,4):(1,32)">) -> !cute.layout<"((4,8),4):((32,1),8)">
    %19 = "cute.get_shape"(%10) : (!cute.layout<"(8,(4,4)):(4,(32,1))">) -> !cute.shape<"(8,(4,4))">
    %20:3 = "cute.get_leaves"(%19) : (!cute.shape<"(8,(4,4))">) -> (!cute.shape<"8">, !cute.shape<"4">, !cute.shape<"4">)
    %21 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(8,(4,4))">
    %22 = "cute.tuple.product_each"(%21) : (!cute.int_tuple<"(8,(4,4))">) -> !cute.int_tuple<"(8,16)">
    %23:2 = "cute.get_leaves"(%22) : (!cute.int_tuple<"(8,16)">) -> (!cute.int_tuple<"8">, !cute.int_tuple<"16">)
    %24 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(8,16)">
    %25 = "cute.tuple.product_each"(%24) : (!cute.int_tuple<"(8,16)">) -> !cute.int_tuple<"(8,16)">
    %26:2 = "cute.get_leaves"(%25) : (!cute.int_tuple<"(8,16)">) -> (!cute.int_tuple<"8">, !cute.int_tuple<"16">)
    %27 = "cute.make_tile"() : () -> !cute.tile<"[8:1;16:1]">
    %28 = "cute.make_tiled_copy"(%4) : (!cute_nvgpu.atom.simt_async_copy<f32, cache = always, 128 b>) -> !copy_ldgsts
    %29 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=16}):(?{i64 div=16},1)">
    %30 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_1) -> !cute.layout<"(16,16):(16,1)">
    %31 = "cute.static"() : () -> !cute.tile<"[8:1;16:1]">
    %32:2 = "cute.get_leaves"(%31) : (!cute.tile<"[8:1;16:1]">) -> (!cute.layout<"8:1">, !cute.layout<"16:1">)
    %33 = "cute.static"() : () -> !cute.layout<"((4,8),4):((32,1),8)">
    %34 = "cute.static"() : () -> !cute.layout<"1:0">
    %35 = "cute.static"() : () -> !cute.layout<"(1,4):(0,1)">
    %36 = "cute.static"() : () -> !cute.layout<"(1,4):(0,1)">
    %37 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@zero_filled_kernel}> : () -> i64
    %38 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %39 = "arith.cmpi"(%37, %38) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%39) ({
      "cute.print"(%37) <{fmt = "\0AError: kernel '@kernels::@zero_filled_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %40 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %41 = "cuda.cast"(%40) : (i64) -> !cuda.stream
    %42 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %43 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %44 = "cuda.launch_cfg.create"(%42, %43, %43, %37, %43, %43, %43, %41) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %45 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%44, %45) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %46 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%44, %46) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %47 = "cuda.launch_ex"(%44, %arg0, %arg1, %28) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@zero_filled_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32_1, !copy_ldgsts) -> !cuda.result
    %48 = "cuda.cast"(%47) : (!cuda.result) -> i32
    "cuda.return_if_error"(%48) : (i32) -> ()
    %49 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%49) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
