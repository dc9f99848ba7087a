!copy_ldgsts = !cute.tiled_copy<!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, layout_copy_tv = <"((8,8),8):((64,1),8)">, tiler_mn = <"[8:1;64:1]">>
!copy_ldsm_4 = !cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>, layout_copy_tv = <"((4,8,2),((2,2,2),(1,1))):((64,1,16),((32,8,256),(0,0)))">, tiler_mn = <"[32:1;16:1]">>
!copy_ldsm_4_1 = !cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>, layout_copy_tv = <"((4,8,2),((2,2),(2,1))):((32,1,0),((16,128),(8,0)))">, tiler_mn = <"[16:1;16:1]">>
!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(?{div=32},?{div=64}):(?{i64 div=64},1)">
!memref_gmem_f16_1 = !cute.memref<f16, gmem, align<16>, "(?{div=16},?{div=64}):(?{i64 div=64},1)">
!memref_gmem_f16_2 = !cute.memref<f16, gmem, align<16>, "(?{div=32},?{div=16}):(?{i64 div=16},1)">
!memref_gmem_f16_3 = !cute.memref<f16, gmem, align<16>, "(32,64,?):(?{i64 div=64},1,64)">
!memref_gmem_f16_4 = !cute.memref<f16, gmem, align<16>, "(16,64,?):(?{i64 div=64},1,64)">
!memref_gmem_f16_5 = !cute.memref<f16, gmem, align<16>, "(32,16):(?{i64 div=16},1)">
!memref_gmem_f16_6 = !cute.memref<f16, gmem, align<16>, "((8,1),4,1,?):((1,0),?{i64 div=512},0,64)">
!memref_gmem_f16_7 = !cute.memref<f16, gmem, align<16>, "((8,1),2,1,?):((1,0),?{i64 div=512},0,64)">
!memref_gmem_f16_8 = !cute.memref<f16, gmem, align<4>, "((2,2),1,2):((1,?{i64 div=128}),0,8)">
!memref_gmem_f16_9 = !cute.memref<f16, gmem, align<16>, "((8,1),4,1):((1,0),?{i64 div=512},0)">
!memref_gmem_f16_10 = !cute.memref<f16, gmem, align<16>, "((8,1),(4,1)):((1,0),(?{i64 div=512},0))">
!memref_gmem_f16_11 = !cute.memref<f16, gmem, align<16>, "((8,1),2,1):((1,0),?{i64 div=512},0)">
!memref_gmem_f16_12 = !cute.memref<f16, gmem, align<16>, "((8,1),(2,1)):((1,0),(?{i64 div=512},0))">
!memref_gmem_f16_13 = !cute.memref<f16, gmem, align<4>, "(2,(2,2)):(1,(?{i64 div=128},8))">
!memref_rmem_f16 = !cute.memref<f16, rmem, align<16>, "((2,2,2),1,4):((1,2,4),0,8)">
!memref_rmem_f16_1 = !cute.memref<f16, rmem, align<8>, "((2,2),2,4):((1,2),16,4)">
!memref_rmem_f16_2 = !cute.memref<f16, rmem, align<16>, "((8,1),1,4):((1,0),0,8)">
!memref_rmem_f16_3 = !cute.memref<f16, rmem, align<8>, "(((4,2),1),1,4):(((1,16),0),0,4)">
!memref_rmem_f16_4 = !cute.memref<f16, rmem, align<16>, "((8,1),1):((1,0),0)">
!memref_rmem_f16_5 = !cute.memref<f16, rmem, align<16>, "((8,1),(1)):((1,0),(0))">
!memref_rmem_f16_6 = !cute.memref<f16, rmem, align<8>, "(((4,2),1),1):(((1,16),0),0)">
!memref_rmem_f16_7 = !cute.memref<f16, rmem, align<8>, "(((4,2),1),(1)):(((1,16),0),(0))">
!memref_rmem_f16_8 = !cute.memref<f16, rmem, align<16>, "((2,2,2),1):((1,2,4),0)">
!memref_rmem_f16_9 = !cute.memref<f16, rmem, align<8>, "((2,2),2):((1,2),16)">
!memref_rmem_f16_10 = !cute.memref<f16, rmem, align<32>, "((2,2),1,2):((1,2),0,4)">
!memref_rmem_f16_11 = !cute.memref<f16, rmem, align<32>, "(2,4):(1,2)">
!memref_rmem_f32 = !cute.memref<f32, rmem, align<16>, "((2,2),1,2):((1,2),0,4)">
!memref_smem_f16 = !cute.memref<f16, smem, align<1024>, S<3,4,3>, "((8,4),(64,1)):((64,512),(1,0))">
!memref_smem_f16_1 = !cute.memref<f16, smem, align<1024>, S<3,4,3>, "((8,2),(64,1)):((64,512),(1,0))">
!memref_smem_f16_2 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),4,1):((1,0),512,0)">
!memref_smem_f16_3 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),2,1):((1,0),512,0)">
!memref_smem_f16_4 = !cute.memref<f16, smem, align<4>, S<3,4,3>, "((2,2,2),1,4):((1,512,8),0,16)">
!memref_smem_f16_5 = !cute.memref<f16, smem, align<4>, S<3,4,3>, "((2,2),2,4):((1,8),512,16)">
!memref_smem_f16_6 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),1,4):((1,0),0,16)">
!memref_smem_f16_7 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),(4,1)):((1,0),(512,0))">
!memref_smem_f16_8 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),(2,1)):((1,0),(512,0))">
!memref_smem_f16_9 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),1):((1,0),0)">
!memref_smem_f16_10 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),(1)):((1,0),(0))">
!memref_smem_i8 = !cute.memref<i8, smem, align<1024>, "4096:1">
!memref_smem_i8_1 = !cute.memref<i8, smem, align<1024>, "2048:1">
!mma_f16_f16_f32_16x8x16 = !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;16:1;16:1]">>
#loop_unroll = #llvm.loop_unroll<disable = true, count = 1 : i32>
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16_1, !memref_gmem_f16_2, !cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">, !cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">, !copy_ldgsts, !mma_f16_f16_f32_16x8x16, !copy_ldsm_4, !copy_ldsm_4_1) -> (), sym_name = "whole_product_kernel"}> ({
    ^bb0(%arg3: !memref_gmem_f16, %arg4: !memref_gmem_f16_1, %arg5: !memref_gmem_f16_2, %arg6: !cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">, %arg7: !cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">, %arg8: !copy_ldgsts, %arg9: !mma_f16_f16_f32_16x8x16, %arg10: !copy_ldsm_4, %arg11: !copy_ldsm_4_1):
      %129 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %130 = "cute.get_iter"(%arg4) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %131 = "cute.get_iter"(%arg5) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
      %132 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %133 = "cute.get_iter"(%arg4) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %134 = "cute.get_iter"(%arg5) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
      %135 = "cute.get_layout"(%arg3) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
      %136 = "cute.get_layout"(%arg4) : (!memref_gmem_f16_1) -> !cute.layout<"(?{div=16},?{div=64}):(?{i64 div=64},1)">
      %137 = "cute.get_layout"(%arg5) : (!memref_gmem_f16_2) -> !cute.layout<"(?{div=32},?{div=16}):(?{i64 div=16},1)">
      %138 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %139 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %140 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %141 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %142 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %143 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %144 = "cute.composed_get_outer"(%arg6) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">) -> !cute.layout<"((8,4),(64,1)):((64,512),(1,0))">
      %145 = "cute.composed_get_inner"(%arg6) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">) -> !cute.swizzle<"S<3,4,3>">
      %146 = "cute.make_coord"() : () -> !cute.coord<"0">
      %147 = "cute.crd2idx"(%146, %144) : (!cute.coord<"0">, !cute.layout<"((8,4),(64,1)):((64,512),(1,0))">) -> !cute.int_tuple<"0">
      %148 = "cute.get_leaves"(%147) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %149 = "cute.cosize"(%144) <{mode = array<i32>}> : (!cute.layout<"((8,4),(64,1)):((64,512),(1,0))">) -> !cute.int_tuple<"2048">
      %150 = "cute.get_leaves"(%149) : (!cute.int_tuple<"2048">) -> !cute.int_tuple<"2048">
      %151 = "cute.make_shape"() : () -> !cute.shape<"4096">
      %152 = "cute.make_layout"(%151) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4096">) -> !cute.layout<"4096:1">
      %153 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8
      %154 = "cute.get_iter"(%153) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<1024>>
      %155 = "cute.get_iter"(%153) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<1024>>
      %156 = "cute.recast_iter"(%155) : (!cute.ptr<i8, smem, align<1024>>) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %157 = "cute.make_view"(%156, %144) : (!cute.ptr<f16, smem, align<1024>, S<3,4,3>>, !cute.layout<"((8,4),(64,1)):((64,512),(1,0))">) -> !memref_smem_f16
      %158 = "cute.get_iter"(%157) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %159 = "cute.get_iter"(%157) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %160 = "cute.composed_get_outer"(%arg7) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">) -> !cute.layout<"((8,2),(64,1)):((64,512),(1,0))">
      %161 = "cute.composed_get_inner"(%arg7) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">) -> !cute.swizzle<"S<3,4,3>">
      %162 = "cute.make_coord"() : () -> !cute.coord<"0">
      %163 = "cute.crd2idx"(%162, %160) : (!cute.coord<"0">, !cute.layout<"((8,2),(64,1)):((64,512),(1,0))">) -> !cute.int_tuple<"0">
      %164 = "cute.get_leaves"(%163) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %165 = "cute.cosize"(%160) <{mode = array<i32>}> : (!cute.layout<"((8,2),(64,1)):((64,512),(1,0))">) -> !cute.int_tuple<"1024">
      %166 = "cute.get_leaves"(%165) : (!cute.int_tuple<"1024">) -> !cute.int_tuple<"1024">
      %167 = "cute.make_shape"() : () -> !cute.shape<"2048">
      %168 = "cute.make_layout"(%167) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2048">) -> !cute.layout<"2048:1">
      %169 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8_1
      %170 = "cute.get_iter"(%169) : (!memref_smem_i8_1) -> !cute.ptr<i8, smem, align<1024>>
      %171 = "cute.get_iter"(%169) : (!memref_smem_i8_1) -> !cute.ptr<i8, smem, align<1024>>
      %172 = "cute.recast_iter"(%171) : (!cute.ptr<i8, smem, align<1024>>) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %173 = "cute.make_view"(%172, %160) : (!cute.ptr<f16, smem, align<1024>, S<3,4,3>>, !cute.layout<"((8,2),(64,1)):((64,512),(1,0))">) -> !memref_smem_f16_1
      %174 = "cute.get_iter"(%173) : (!memref_smem_f16_1) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %175 = "cute.get_iter"(%173) : (!memref_smem_f16_1) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %176 = "cute.make_tile"() : () -> !cute.tile<"[32:1;64:1]">
      %177 = "cute.make_coord"(%141) : (i32) -> !cute.coord<"(?,_)">
      %178 = "cute.local_tile"(%arg3, %176, %177) : (!memref_gmem_f16, !cute.tile<"[32:1;64:1]">, !cute.coord<"(?,_)">) -> !memref_gmem_f16_3
      %179 = "cute.get_iter"(%178) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<16>>
      %180 = "cute.get_iter"(%178) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<16>>
      %181 = "cute.make_tile"() : () -> !cute.tile<"[16:1;64:1]">
      %182 = "cute.make_coord"() : () -> !cute.coord<"(0,_)">
      %183 = "cute.local_tile"(%arg4, %181, %182) : (!memref_gmem_f16_1, !cute.tile<"[16:1;64:1]">, !cute.coord<"(0,_)">) -> !memref_gmem_f16_4
      %184 = "cute.get_iter"(%183) : (!memref_gmem_f16_4) -> !cute.ptr<f16, gmem, align<16>>
      %185 = "cute.get_iter"(%183) : (!memref_gmem_f16_4) -> !cute.ptr<f16, gmem, align<16>>
      %186 = "cute.make_tile"() : () -> !cute.tile<"[32:1;16:1]">
      %187 = "cute.make_coord"(%141) : (i32) -> !cute.coord<"(?,0)">
      %188 = "cute.local_tile"(%arg5, %186, %187) : (!memref_gmem_f16_2, !cute.tile<"[32:1;16:1]">, !cute.coord<"(?,0)">) -> !memref_gmem_f16_5
      %189 = "cute.get_iter"(%188) : (!memref_gmem_f16_5) -> !cute.ptr<f16, gmem, align<16>>
      %190 = "cute.get_iter"(%188) : (!memref_gmem_f16_5) -> !cute.ptr<f16, gmem, align<16>>
      %191 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %192 = "cute.tiled.copy.partition_S"(%arg8, %178, %191) : (!copy_ldgsts, !memref_gmem_f16_3, !cute.coord<"?">) -> !memref_gmem_f16_6
      %193 = "cute.get_iter"(%192) : (!memref_gmem_f16_6) -> !cute.ptr<f16, gmem, align<16>>
      %194 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %195 = "cute.tiled.copy.partition_D"(%arg8, %157, %194) : (!copy_ldgsts, !memref_smem_f16, !cute.coord<"?">) -> !memref_smem_f16_2
      %196 = "cute.get_iter"(%195) : (!memref_smem_f16_2) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
      %197 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %198 = "cute.tiled.copy.partition_S"(%arg8, %183, %197) : (!copy_ldgsts, !memref_gmem_f16_4, !cute.coord<"?">) -> !memref_gmem_f16_7
      %199 = "cute.get_iter"(%198) : (!memref_gmem_f16_7) -> !cute.ptr<f16, gmem, align<16>>
      %200 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %201 = "cute.tiled.copy.partition_D"(%arg8, %173, %200) : (!copy_ldgsts, !memref_smem_f16_1, !cute.coord<"?">) -> !memref_smem_f16_3
      %202 = "cute.get_iter"(%201) : (!memref_smem_f16_3) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
      %203 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %204 = "cute.tiled.mma.partition"(%arg9, %188, %203) <{operand_id = 2 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f16_5, !cute.coord<"?">) -> !memref_gmem_f16_8
      %205 = "cute.get_iter"(%204) : (!memref_gmem_f16_8) -> !cute.ptr<f16, gmem, align<4>>
      %206 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %207 = "cute.tiled.mma.partition"(%arg9, %157, %206) <{operand_id = 0 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_smem_f16, !cute.coord<"?">) -> !memref_smem_f16_4
      %208 = "cute.get_iter"(%207) : (!memref_smem_f16_4) -> !cute.ptr<f16, smem, align<4>, S<3,4,3>>
      %209 = "cute.mma.make_fragment"(%arg9, %207) <{operand_id = 0 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_smem_f16_4) -> !memref_rmem_f16
      %210 = "cute.get_iter"(%209) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<16>>
      %211 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %212 = "cute.tiled.mma.partition"(%arg9, %173, %211) <{operand_id = 1 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_smem_f16_1, !cute.coord<"?">) -> !memref_smem_f16_5
      %213 = "cute.get_iter"(%212) : (!memref_smem_f16_5) -> !cute.ptr<f16, smem, align<4>, S<3,4,3>>
      %214 = "cute.mma.make_fragment"(%arg9, %212) <{operand_id = 1 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_smem_f16_5) -> !memref_rmem_f16_1
      %215 = "cute.get_iter"(%214) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<8>>
      %216 = "cute.mma.make_fragment"(%arg9, %204) <{operand_id = 2 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f16_8) -> !memref_rmem_f32
      %217 = "cute.get_iter"(%216) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<16>>
      %218 = "cute.get_layout"(%216) : (!memref_rmem_f32) -> !cute.layout<"((2,2),1,2):((1,2),0,4)">
      %219 = "cute.size"(%216) <{mode = array<i32>}> : (!memref_rmem_f32) -> !cute.int_tuple<"8">
      %220 = "cute.get_leaves"(%219) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %221 = "cute.get_shape"(%218) : (!cute.layout<"((2,2),1,2):((1,2),0,4)">) -> !cute.shape<"((2,2),1,2)">
      %222:4 = "cute.get_leaves"(%221) : (!cute.shape<"((2,2),1,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"2">)
      %223 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %224 = "cute.tuple.product"(%223) : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %225 = "cute.get_leaves"(%224) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %226 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %227 = "vector.broadcast"(%226) : (f32) -> vector<8xf32>
      %228 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %229 = "cute.size"(%228) <{mode = array<i32>}> : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %230 = "cute.get_leaves"(%229) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %231 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %232 = "cute.size"(%231) <{mode = array<i32>}> : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %233 = "cute.get_leaves"(%232) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      "cute.memref.store_vec"(%227, %216) : (vector<8xf32>, !memref_rmem_f32) -> ()
      %234 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %235 = "cute.tiled.copy.partition_S"(%arg10, %157, %234) : (!copy_ldsm_4, !memref_smem_f16, !cute.coord<"?">) -> !memref_smem_f16_6
      %236 = "cute.get_iter"(%235) : (!memref_smem_f16_6) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
      %237 = "cute.make_coord"(%138) : (i32) -> !cute.coord<"?">
      %238 = "cute.tiled.copy.partition_S"(%arg11, %173, %237) : (!copy_ldsm_4_1, !memref_smem_f16_1, !cute.coord<"?">) -> !memref_smem_f16_6
      %239 = "cute.get_iter"(%238) : (!memref_smem_f16_6) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
      %240 = "cute.tiled.copy.retile"(%arg10, %209) : (!copy_ldsm_4, !memref_rmem_f16) -> !memref_rmem_f16_2
      %241 = "cute.get_iter"(%240) : (!memref_rmem_f16_2) -> !cute.ptr<f16, rmem, align<16>>
      %242 = "cute.tiled.copy.retile"(%arg11, %214) : (!copy_ldsm_4_1, !memref_rmem_f16_1) -> !memref_rmem_f16_3
      %243 = "cute.get_iter"(%242) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<8>>
      %244 = "cute.size"(%192) <{mode = array<i32: 3>}> : (!memref_gmem_f16_6) -> !cute.int_tuple<"?">
      %245 = "cute.get_leaves"(%244) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
      %246 = "cute.get_scalars"(%245) : (!cute.int_tuple<"?">) -> i32
      %247 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %248 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "scf.for"(%247, %246, %248) ({
      ^bb0(%arg12: i32):
        %301 = "cute.make_coord"(%arg12) : (i32) -> !cute.coord<"(_,_,_,?)">
        %302 = "cute.slice"(%192, %301) : (!memref_gmem_f16_6, !cute.coord<"(_,_,_,?)">) -> !memref_gmem_f16_9
        %303 = "cute.get_iter"(%302) : (!memref_gmem_f16_9) -> !cute.ptr<f16, gmem, align<16>>
        %304 = "cute.get_iter"(%302) : (!memref_gmem_f16_9) -> !cute.ptr<f16, gmem, align<16>>
        %305 = "cute.get_layout"(%302) : (!memref_gmem_f16_9) -> !cute.layout<"((8,1),4,1):((1,0),?{i64 div=512},0)">
        %306 = "cute.get_shape"(%305) : (!cute.layout<"((8,1),4,1):((1,0),?{i64 div=512},0)">) -> !cute.shape<"((8,1),4,1)">
        %307:4 = "cute.get_leaves"(%306) : (!cute.shape<"((8,1),4,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"4">, !cute.shape<"1">)
        %308 = "cute.get_layout"(%195) : (!memref_smem_f16_2) -> !cute.layout<"((8,1),4,1):((1,0),512,0)">
        %309 = "cute.get_shape"(%308) : (!cute.layout<"((8,1),4,1):((1,0),512,0)">) -> !cute.shape<"((8,1),4,1)">
        %310:4 = "cute.get_leaves"(%309) : (!cute.shape<"((8,1),4,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"4">, !cute.shape<"1">)
        %311 = "cute.make_shape"() : () -> !cute.shape<"1">
        %312 = "cute.make_layout"(%311) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %313 = "cute.append_to_rank"(%305, %312) <{rank = 2 : si32}> : (!cute.layout<"((8,1),4,1):((1,0),?{i64 div=512},0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),4,1):((1,0),?{i64 div=512},0)">
        %314 = "cute.make_view"(%304, %313) : (!cute.ptr<f16, gmem, align<16>>, !cute.layout<"((8,1),4,1):((1,0),?{i64 div=512},0)">) -> !memref_gmem_f16_9
        %315 = "cute.get_iter"(%314) : (!memref_gmem_f16_9) -> !cute.ptr<f16, gmem, align<16>>
        %316 = "cute.get_layout"(%314) : (!memref_gmem_f16_9) -> !cute.layout<"((8,1),4,1):((1,0),?{i64 div=512},0)">
        %317 = "cute.get_shape"(%316) : (!cute.layout<"((8,1),4,1):((1,0),?{i64 div=512},0)">) -> !cute.shape<"((8,1),4,1)">
        %318:4 = "cute.get_leaves"(%317) : (!cute.shape<"((8,1),4,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"4">, !cute.shape<"1">)
        %319 = "cute.group_modes"(%314) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f16_9) -> !memref_gmem_f16_10
        %320 = "cute.get_iter"(%319) : (!memref_gmem_f16_10) -> !cute.ptr<f16, gmem, align<16>>
        %321 = "cute.get_iter"(%319) : (!memref_gmem_f16_10) -> !cute.ptr<f16, gmem, align<16>>
        %322 = "cute.make_shape"() : () -> !cute.shape<"1">
        %323 = "cute.make_layout"(%322) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %324 = "cute.append_to_rank"(%308, %323) <{rank = 2 : si32}> : (!cute.layout<"((8,1),4,1):((1,0),512,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),4,1):((1,0),512,0)">
        %325 = "cute.make_view"(%196, %324) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),4,1):((1,0),512,0)">) -> !memref_smem_f16_2
        %326 = "cute.get_iter"(%325) : (!memref_smem_f16_2) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %327 = "cute.get_layout"(%325) : (!memref_smem_f16_2) -> !cute.layout<"((8,1),4,1):((1,0),512,0)">
        %328 = "cute.get_shape"(%327) : (!cute.layout<"((8,1),4,1):((1,0),512,0)">) -> !cute.shape<"((8,1),4,1)">
        %329:4 = "cute.get_leaves"(%328) : (!cute.shape<"((8,1),4,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"4">, !cute.shape<"1">)
        %330 = "cute.group_modes"(%325) <{begin = 1 : i32, end = 3 : i32}> : (!memref_smem_f16_2) -> !memref_smem_f16_7
        %331 = "cute.get_iter"(%330) : (!memref_smem_f16_7) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %332 = "cute.get_iter"(%330) : (!memref_smem_f16_7) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %333 = "cute.get_layout"(%319) : (!memref_gmem_f16_10) -> !cute.layout<"((8,1),(4,1)):((1,0),(?{i64 div=512},0))">
        %334 = "cute.get_shape"(%333) : (!cute.layout<"((8,1),(4,1)):((1,0),(?{i64 div=512},0))">) -> !cute.shape<"((8,1),(4,1))">
        %335:4 = "cute.get_leaves"(%334) : (!cute.shape<"((8,1),(4,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"4">, !cute.shape<"1">)
        %336 = "cute.get_layout"(%330) : (!memref_smem_f16_7) -> !cute.layout<"((8,1),(4,1)):((1,0),(512,0))">
        %337 = "cute.get_shape"(%336) : (!cute.layout<"((8,1),(4,1)):((1,0),(512,0))">) -> !cute.shape<"((8,1),(4,1))">
        %338:4 = "cute.get_leaves"(%337) : (!cute.shape<"((8,1),(4,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"4">, !cute.shape<"1">)
        %339 = "cute.size"(%319) <{mode = array<i32: 1>}> : (!memref_gmem_f16_10) -> !cute.int_tuple<"4">
        %340 = "cute.get_leaves"(%339) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
        %341 = "cute.size"(%330) <{mode = array<i32: 1>}> : (!memref_smem_f16_7) -> !cute.int_tuple<"4">
        %342 = "cute.get_leaves"(%341) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
        "cute.copy"(%arg8, %319, %330) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldgsts, !memref_gmem_f16_10, !memref_smem_f16_7) -> ()
        %343 = "cute.make_coord"(%arg12) : (i32) -> !cute.coord<"(_,_,_,?)">
        %344 = "cute.slice"(%198, %343) : (!memref_gmem_f16_7, !cute.coord<"(_,_,_,?)">) -> !memref_gmem_f16_11
        %345 = "cute.get_iter"(%344) : (!memref_gmem_f16_11) -> !cute.ptr<f16, gmem, align<16>>
        %346 = "cute.get_iter"(%344) : (!memref_gmem_f16_11) -> !cute.ptr<f16, gmem, align<16>>
        %347 = "cute.get_layout"(%344) : (!memref_gmem_f16_11) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=512},0)">
        %348 = "cute.get_shape"(%347) : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=512},0)">) -> !cute.shape<"((8,1),2,1)">
        %349:4 = "cute.get_leaves"(%348) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
        %350 = "cute.get_layout"(%201) : (!memref_smem_f16_3) -> !cute.layout<"((8,1),2,1):((1,0),512,0)">
        %351 = "cute.get_shape"(%350) : (!cute.layout<"((8,1),2,1):((1,0),512,0)">) -> !cute.shape<"((8,1),2,1)">
        %352:4 = "cute.get_leaves"(%351) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
        %353 = "cute.make_shape"() : () -> !cute.shape<"1">
        %354 = "cute.make_layout"(%353) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %355 = "cute.append_to_rank"(%347, %354) <{rank = 2 : si32}> : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=512},0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=512},0)">
        %356 = "cute.make_view"(%346, %355) : (!cute.ptr<f16, gmem, align<16>>, !cute.layout<"((8,1),2,1):((1,0),?{i64 div=512},0)">) -> !memref_gmem_f16_11
        %357 = "cute.get_iter"(%356) : (!memref_gmem_f16_11) -> !cute.ptr<f16, gmem, align<16>>
        %358 = "cute.get_layout"(%356) : (!memref_gmem_f16_11) -> !cute.layout<"((8,1),2,1):((1,0),?{i64 div=512},0)">
        %359 = "cute.get_shape"(%358) : (!cute.layout<"((8,1),2,1):((1,0),?{i64 div=512},0)">) -> !cute.shape<"((8,1),2,1)">
        %360:4 = "cute.get_leaves"(%359) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
        %361 = "cute.group_modes"(%356) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f16_11) -> !memref_gmem_f16_12
        %362 = "cute.get_iter"(%361) : (!memref_gmem_f16_12) -> !cute.ptr<f16, gmem, align<16>>
        %363 = "cute.get_iter"(%361) : (!memref_gmem_f16_12) -> !cute.ptr<f16, gmem, align<16>>
        %364 = "cute.make_shape"() : () -> !cute.shape<"1">
        %365 = "cute.make_layout"(%364) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %366 = "cute.append_to_rank"(%350, %365) <{rank = 2 : si32}> : (!cute.layout<"((8,1),2,1):((1,0),512,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),2,1):((1,0),512,0)">
        %367 = "cute.make_view"(%202, %366) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),2,1):((1,0),512,0)">) -> !memref_smem_f16_3
        %368 = "cute.get_iter"(%367) : (!memref_smem_f16_3) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %369 = "cute.get_layout"(%367) : (!memref_smem_f16_3) -> !cute.layout<"((8,1),2,1):((1,0),512,0)">
        %370 = "cute.get_shape"(%369) : (!cute.layout<"((8,1),2,1):((1,0),512,0)">) -> !cute.shape<"((8,1),2,1)">
        %371:4 = "cute.get_leaves"(%370) : (!cute.shape<"((8,1),2,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
        %372 = "cute.group_modes"(%367) <{begin = 1 : i32, end = 3 : i32}> : (!memref_smem_f16_3) -> !memref_smem_f16_8
        %373 = "cute.get_iter"(%372) : (!memref_smem_f16_8) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %374 = "cute.get_iter"(%372) : (!memref_smem_f16_8) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %375 = "cute.get_layout"(%361) : (!memref_gmem_f16_12) -> !cute.layout<"((8,1),(2,1)):((1,0),(?{i64 div=512},0))">
        %376 = "cute.get_shape"(%375) : (!cute.layout<"((8,1),(2,1)):((1,0),(?{i64 div=512},0))">) -> !cute.shape<"((8,1),(2,1))">
        %377:4 = "cute.get_leaves"(%376) : (!cute.shape<"((8,1),(2,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
        %378 = "cute.get_layout"(%372) : (!memref_smem_f16_8) -> !cute.layout<"((8,1),(2,1)):((1,0),(512,0))">
        %379 = "cute.get_shape"(%378) : (!cute.layout<"((8,1),(2,1)):((1,0),(512,0))">) -> !cute.shape<"((8,1),(2,1))">
        %380:4 = "cute.get_leaves"(%379) : (!cute.shape<"((8,1),(2,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">)
        %381 = "cute.size"(%361) <{mode = array<i32: 1>}> : (!memref_gmem_f16_12) -> !cute.int_tuple<"2">
        %382 = "cute.get_leaves"(%381) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
        %383 = "cute.size"(%372) <{mode = array<i32: 1>}> : (!memref_smem_f16_8) -> !cute.int_tuple<"2">
        %384 = "cute.get_leaves"(%383) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
        "cute.copy"(%arg8, %361, %372) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldgsts, !memref_gmem_f16_12, !memref_smem_f16_8) -> ()
        "nvvm.cp.async.commit.group"() : () -> ()
        "nvvm.cp.async.wait.group"() <{n = 0 : i32}> : () -> ()
        "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
        %385 = "cute.size"(%235) <{mode = array<i32: 2>}> : (!memref_smem_f16_6) -> !cute.int_tuple<"4">
        %386 = "cute.get_leaves"(%385) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
        %387 = "cute.make_coord"() : () -> !cute.coord<"(_,_,0)">
        %388 = "cute.slice"(%235, %387) : (!memref_smem_f16_6, !cute.coord<"(_,_,0)">) -> !memref_smem_f16_9
        %389 = "cute.get_iter"(%388) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %390 = "cute.get_iter"(%388) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %391 = "cute.make_coord"() : () -> !cute.coord<"(_,_,0)">
        %392 = "cute.slice"(%240, %391) : (!memref_rmem_f16_2, !cute.coord<"(_,_,0)">) -> !memref_rmem_f16_4
        %393 = "cute.get_iter"(%392) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %394 = "cute.get_iter"(%392) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %395 = "cute.get_layout"(%388) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %396 = "cute.get_shape"(%395) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %397:3 = "cute.get_leaves"(%396) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %398 = "cute.get_layout"(%392) : (!memref_rmem_f16_4) -> !cute.layout<"((8,1),1):((1,0),0)">
        %399 = "cute.get_shape"(%398) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %400:3 = "cute.get_leaves"(%399) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %401 = "cute.make_shape"() : () -> !cute.shape<"1">
        %402 = "cute.make_layout"(%401) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %403 = "cute.append_to_rank"(%395, %402) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %404 = "cute.make_view"(%390, %403) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_smem_f16_9
        %405 = "cute.get_iter"(%404) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %406 = "cute.get_layout"(%404) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %407 = "cute.get_shape"(%406) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %408:3 = "cute.get_leaves"(%407) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %409 = "cute.group_modes"(%404) <{begin = 1 : i32, end = 2 : i32}> : (!memref_smem_f16_9) -> !memref_smem_f16_10
        %410 = "cute.get_iter"(%409) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %411 = "cute.get_iter"(%409) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %412 = "cute.make_shape"() : () -> !cute.shape<"1">
        %413 = "cute.make_layout"(%412) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %414 = "cute.append_to_rank"(%398, %413) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %415 = "cute.make_view"(%394, %414) : (!cute.ptr<f16, rmem, align<16>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_rmem_f16_4
        %416 = "cute.get_iter"(%415) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %417 = "cute.get_layout"(%415) : (!memref_rmem_f16_4) -> !cute.layout<"((8,1),1):((1,0),0)">
        %418 = "cute.get_shape"(%417) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %419:3 = "cute.get_leaves"(%418) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %420 = "cute.group_modes"(%415) <{begin = 1 : i32, end = 2 : i32}> : (!memref_rmem_f16_4) -> !memref_rmem_f16_5
        %421 = "cute.get_iter"(%420) : (!memref_rmem_f16_5) -> !cute.ptr<f16, rmem, align<16>>
        %422 = "cute.get_iter"(%420) : (!memref_rmem_f16_5) -> !cute.ptr<f16, rmem, align<16>>
        %423 = "cute.get_layout"(%409) : (!memref_smem_f16_10) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %424 = "cute.get_shape"(%423) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %425:3 = "cute.get_leaves"(%424) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %426 = "cute.get_layout"(%420) : (!memref_rmem_f16_5) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %427 = "cute.get_shape"(%426) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %428:3 = "cute.get_leaves"(%427) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %429 = "cute.size"(%409) <{mode = array<i32: 1>}> : (!memref_smem_f16_10) -> !cute.int_tuple<"1">
        %430 = "cute.get_leaves"(%429) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %431 = "cute.size"(%420) <{mode = array<i32: 1>}> : (!memref_rmem_f16_5) -> !cute.int_tuple<"1">
        %432 = "cute.get_leaves"(%431) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg10, %409, %420) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4, !memref_smem_f16_10, !memref_rmem_f16_5) -> ()
        %433 = "cute.make_coord"() : () -> !cute.coord<"(_,_,0)">
        %434 = "cute.slice"(%238, %433) : (!memref_smem_f16_6, !cute.coord<"(_,_,0)">) -> !memref_smem_f16_9
        %435 = "cute.get_iter"(%434) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %436 = "cute.get_iter"(%434) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %437 = "cute.make_coord"() : () -> !cute.coord<"(_,_,0)">
        %438 = "cute.slice"(%242, %437) : (!memref_rmem_f16_3, !cute.coord<"(_,_,0)">) -> !memref_rmem_f16_6
        %439 = "cute.get_iter"(%438) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %440 = "cute.get_iter"(%438) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %441 = "cute.get_layout"(%434) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %442 = "cute.get_shape"(%441) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %443:3 = "cute.get_leaves"(%442) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %444 = "cute.get_layout"(%438) : (!memref_rmem_f16_6) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %445 = "cute.get_shape"(%444) : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !cute.shape<"(((4,2),1),1)">
        %446:4 = "cute.get_leaves"(%445) : (!cute.shape<"(((4,2),1),1)">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %447 = "cute.make_shape"() : () -> !cute.shape<"1">
        %448 = "cute.make_layout"(%447) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %449 = "cute.append_to_rank"(%441, %448) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %450 = "cute.make_view"(%436, %449) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_smem_f16_9
        %451 = "cute.get_iter"(%450) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %452 = "cute.get_layout"(%450) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %453 = "cute.get_shape"(%452) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %454:3 = "cute.get_leaves"(%453) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %455 = "cute.group_modes"(%450) <{begin = 1 : i32, end = 2 : i32}> : (!memref_smem_f16_9) -> !memref_smem_f16_10
        %456 = "cute.get_iter"(%455) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %457 = "cute.get_iter"(%455) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %458 = "cute.make_shape"() : () -> !cute.shape<"1">
        %459 = "cute.make_layout"(%458) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %460 = "cute.append_to_rank"(%444, %459) <{rank = 2 : si32}> : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">, !cute.layout<"1:0">) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %461 = "cute.make_view"(%440, %460) : (!cute.ptr<f16, rmem, align<8>>, !cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !memref_rmem_f16_6
        %462 = "cute.get_iter"(%461) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %463 = "cute.get_layout"(%461) : (!memref_rmem_f16_6) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %464 = "cute.get_shape"(%463) : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !cute.shape<"(((4,2),1),1)">
        %465:4 = "cute.get_leaves"(%464) : (!cute.shape<"(((4,2),1),1)">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %466 = "cute.group_modes"(%461) <{begin = 1 : i32, end = 2 : i32}> : (!memref_rmem_f16_6) -> !memref_rmem_f16_7
        %467 = "cute.get_iter"(%466) : (!memref_rmem_f16_7) -> !cute.ptr<f16, rmem, align<8>>
        %468 = "cute.get_iter"(%466) : (!memref_rmem_f16_7) -> !cute.ptr<f16, rmem, align<8>>
        %469 = "cute.get_layout"(%455) : (!memref_smem_f16_10) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %470 = "cute.get_shape"(%469) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %471:3 = "cute.get_leaves"(%470) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %472 = "cute.get_layout"(%466) : (!memref_rmem_f16_7) -> !cute.layout<"(((4,2),1),(1)):(((1,16),0),(0))">
        %473 = "cute.get_shape"(%472) : (!cute.layout<"(((4,2),1),(1)):(((1,16),0),(0))">) -> !cute.shape<"(((4,2),1),(1))">
        %474:4 = "cute.get_leaves"(%473) : (!cute.shape<"(((4,2),1),(1))">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %475 = "cute.size"(%455) <{mode = array<i32: 1>}> : (!memref_smem_f16_10) -> !cute.int_tuple<"1">
        %476 = "cute.get_leaves"(%475) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %477 = "cute.size"(%466) <{mode = array<i32: 1>}> : (!memref_rmem_f16_7) -> !cute.int_tuple<"1">
        %478 = "cute.get_leaves"(%477) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg11, %455, %466) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4_1, !memref_smem_f16_10, !memref_rmem_f16_7) -> ()
        %479 = "cute.make_coord"() : () -> !cute.coord<"(_,_,0)">
        %480 = "cute.slice"(%209, %479) : (!memref_rmem_f16, !cute.coord<"(_,_,0)">) -> !memref_rmem_f16_8
        %481 = "cute.get_iter"(%480) : (!memref_rmem_f16_8) -> !cute.ptr<f16, rmem, align<16>>
        %482 = "cute.get_iter"(%480) : (!memref_rmem_f16_8) -> !cute.ptr<f16, rmem, align<16>>
        %483 = "cute.make_coord"() : () -> !cute.coord<"(_,_,0)">
        %484 = "cute.slice"(%214, %483) : (!memref_rmem_f16_1, !cute.coord<"(_,_,0)">) -> !memref_rmem_f16_9
        %485 = "cute.get_iter"(%484) : (!memref_rmem_f16_9) -> !cute.ptr<f16, rmem, align<8>>
        %486 = "cute.get_iter"(%484) : (!memref_rmem_f16_9) -> !cute.ptr<f16, rmem, align<8>>
        %487 = "cute.get_layout"(%480) : (!memref_rmem_f16_8) -> !cute.layout<"((2,2,2),1):((1,2,4),0)">
        %488 = "cute.get_shape"(%487) : (!cute.layout<"((2,2,2),1):((1,2,4),0)">) -> !cute.shape<"((2,2,2),1)">
        %489:4 = "cute.get_leaves"(%488) : (!cute.shape<"((2,2,2),1)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">)
        %490 = "cute.get_layout"(%484) : (!memref_rmem_f16_9) -> !cute.layout<"((2,2),2):((1,2),16)">
        %491 = "cute.get_shape"(%490) : (!cute.layout<"((2,2),2):((1,2),16)">) -> !cute.shape<"((2,2),2)">
        %492:3 = "cute.get_leaves"(%491) : (!cute.shape<"((2,2),2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">)
        %493 = "cute.get_layout"(%216) : (!memref_rmem_f32) -> !cute.layout<"((2,2),1,2):((1,2),0,4)">
        %494 = "cute.get_shape"(%493) : (!cute.layout<"((2,2),1,2):((1,2),0,4)">) -> !cute.shape<"((2,2),1,2)">
        %495:4 = "cute.get_leaves"(%494) : (!cute.shape<"((2,2),1,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"2">)
        "cute.gemm"(%arg9, %216, %480, %484, %216) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!mma_f16_f16_f32_16x8x16, !memref_rmem_f32, !memref_rmem_f16_8, !memref_rmem_f16_9, !memref_rmem_f32) -> ()
        %496 = "cute.make_coord"() : () -> !cute.coord<"(_,_,1)">
        %497 = "cute.slice"(%235, %496) : (!memref_smem_f16_6, !cute.coord<"(_,_,1)">) -> !memref_smem_f16_9
        %498 = "cute.get_iter"(%497) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %499 = "cute.get_iter"(%497) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %500 = "cute.make_coord"() : () -> !cute.coord<"(_,_,1)">
        %501 = "cute.slice"(%240, %500) : (!memref_rmem_f16_2, !cute.coord<"(_,_,1)">) -> !memref_rmem_f16_4
        %502 = "cute.get_iter"(%501) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %503 = "cute.get_iter"(%501) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %504 = "cute.get_layout"(%497) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %505 = "cute.get_shape"(%504) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %506:3 = "cute.get_leaves"(%505) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %507 = "cute.get_layout"(%501) : (!memref_rmem_f16_4) -> !cute.layout<"((8,1),1):((1,0),0)">
        %508 = "cute.get_shape"(%507) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %509:3 = "cute.get_leaves"(%508) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %510 = "cute.make_shape"() : () -> !cute.shape<"1">
        %511 = "cute.make_layout"(%510) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %512 = "cute.append_to_rank"(%504, %511) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %513 = "cute.make_view"(%499, %512) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_smem_f16_9
        %514 = "cute.get_iter"(%513) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %515 = "cute.get_layout"(%513) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %516 = "cute.get_shape"(%515) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %517:3 = "cute.get_leaves"(%516) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %518 = "cute.group_modes"(%513) <{begin = 1 : i32, end = 2 : i32}> : (!memref_smem_f16_9) -> !memref_smem_f16_10
        %519 = "cute.get_iter"(%518) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %520 = "cute.get_iter"(%518) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %521 = "cute.make_shape"() : () -> !cute.shape<"1">
        %522 = "cute.make_layout"(%521) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %523 = "cute.append_to_rank"(%507, %522) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %524 = "cute.make_view"(%503, %523) : (!cute.ptr<f16, rmem, align<16>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_rmem_f16_4
        %525 = "cute.get_iter"(%524) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %526 = "cute.get_layout"(%524) : (!memref_rmem_f16_4) -> !cute.layout<"((8,1),1):((1,0),0)">
        %527 = "cute.get_shape"(%526) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %528:3 = "cute.get_leaves"(%527) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %529 = "cute.group_modes"(%524) <{begin = 1 : i32, end = 2 : i32}> : (!memref_rmem_f16_4) -> !memref_rmem_f16_5
        %530 = "cute.get_iter"(%529) : (!memref_rmem_f16_5) -> !cute.ptr<f16, rmem, align<16>>
        %531 = "cute.get_iter"(%529) : (!memref_rmem_f16_5) -> !cute.ptr<f16, rmem, align<16>>
        %532 = "cute.get_layout"(%518) : (!memref_smem_f16_10) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %533 = "cute.get_shape"(%532) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %534:3 = "cute.get_leaves"(%533) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %535 = "cute.get_layout"(%529) : (!memref_rmem_f16_5) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %536 = "cute.get_shape"(%535) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %537:3 = "cute.get_leaves"(%536) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %538 = "cute.size"(%518) <{mode = array<i32: 1>}> : (!memref_smem_f16_10) -> !cute.int_tuple<"1">
        %539 = "cute.get_leaves"(%538) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %540 = "cute.size"(%529) <{mode = array<i32: 1>}> : (!memref_rmem_f16_5) -> !cute.int_tuple<"1">
        %541 = "cute.get_leaves"(%540) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg10, %518, %529) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4, !memref_smem_f16_10, !memref_rmem_f16_5) -> ()
        %542 = "cute.make_coord"() : () -> !cute.coord<"(_,_,1)">
        %543 = "cute.slice"(%238, %542) : (!memref_smem_f16_6, !cute.coord<"(_,_,1)">) -> !memref_smem_f16_9
        %544 = "cute.get_iter"(%543) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %545 = "cute.get_iter"(%543) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %546 = "cute.make_coord"() : () -> !cute.coord<"(_,_,1)">
        %547 = "cute.slice"(%242, %546) : (!memref_rmem_f16_3, !cute.coord<"(_,_,1)">) -> !memref_rmem_f16_6
        %548 = "cute.get_iter"(%547) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %549 = "cute.get_iter"(%547) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %550 = "cute.get_layout"(%543) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %551 = "cute.get_shape"(%550) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %552:3 = "cute.get_leaves"(%551) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %553 = "cute.get_layout"(%547) : (!memref_rmem_f16_6) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %554 = "cute.get_shape"(%553) : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !cute.shape<"(((4,2),1),1)">
        %555:4 = "cute.get_leaves"(%554) : (!cute.shape<"(((4,2),1),1)">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %556 = "cute.make_shape"() : () -> !cute.shape<"1">
        %557 = "cute.make_layout"(%556) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %558 = "cute.append_to_rank"(%550, %557) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %559 = "cute.make_view"(%545, %558) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_smem_f16_9
        %560 = "cute.get_iter"(%559) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %561 = "cute.get_layout"(%559) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %562 = "cute.get_shape"(%561) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %563:3 = "cute.get_leaves"(%562) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %564 = "cute.group_modes"(%559) <{begin = 1 : i32, end = 2 : i32}> : (!memref_smem_f16_9) -> !memref_smem_f16_10
        %565 = "cute.get_iter"(%564) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %566 = "cute.get_iter"(%564) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %567 = "cute.make_shape"() : () -> !cute.shape<"1">
        %568 = "cute.make_layout"(%567) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %569 = "cute.append_to_rank"(%553, %568) <{rank = 2 : si32}> : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">, !cute.layout<"1:0">) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %570 = "cute.make_view"(%549, %569) : (!cute.ptr<f16, rmem, align<8>>, !cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !memref_rmem_f16_6
        %571 = "cute.get_iter"(%570) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %572 = "cute.get_layout"(%570) : (!memref_rmem_f16_6) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %573 = "cute.get_shape"(%572) : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !cute.shape<"(((4,2),1),1)">
        %574:4 = "cute.get_leaves"(%573) : (!cute.shape<"(((4,2),1),1)">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %575 = "cute.group_modes"(%570) <{begin = 1 : i32, end = 2 : i32}> : (!memref_rmem_f16_6) -> !memref_rmem_f16_7
        %576 = "cute.get_iter"(%575) : (!memref_rmem_f16_7) -> !cute.ptr<f16, rmem, align<8>>
        %577 = "cute.get_iter"(%575) : (!memref_rmem_f16_7) -> !cute.ptr<f16, rmem, align<8>>
        %578 = "cute.get_layout"(%564) : (!memref_smem_f16_10) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %579 = "cute.get_shape"(%578) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %580:3 = "cute.get_leaves"(%579) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %581 = "cute.get_layout"(%575) : (!memref_rmem_f16_7) -> !cute.layout<"(((4,2),1),(1)):(((1,16),0),(0))">
        %582 = "cute.get_shape"(%581) : (!cute.layout<"(((4,2),1),(1)):(((1,16),0),(0))">) -> !cute.shape<"(((4,2),1),(1))">
        %583:4 = "cute.get_leaves"(%582) : (!cute.shape<"(((4,2),1),(1))">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %584 = "cute.size"(%564) <{mode = array<i32: 1>}> : (!memref_smem_f16_10) -> !cute.int_tuple<"1">
        %585 = "cute.get_leaves"(%584) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %586 = "cute.size"(%575) <{mode = array<i32: 1>}> : (!memref_rmem_f16_7) -> !cute.int_tuple<"1">
        %587 = "cute.get_leaves"(%586) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg11, %564, %575) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4_1, !memref_smem_f16_10, !memref_rmem_f16_7) -> ()
        %588 = "cute.make_coord"() : () -> !cute.coord<"(_,_,1)">
        %589 = "cute.slice"(%209, %588) : (!memref_rmem_f16, !cute.coord<"(_,_,1)">) -> !memref_rmem_f16_8
        %590 = "cute.get_iter"(%589) : (!memref_rmem_f16_8) -> !cute.ptr<f16, rmem, align<16>>
        %591 = "cute.get_iter"(%589) : (!memref_rmem_f16_8) -> !cute.ptr<f16, rmem, align<16>>
        %592 = "cute.make_coord"() : () -> !cute.coord<"(_,_,1)">
        %593 = "cute.slice"(%214, %592) : (!memref_rmem_f16_1, !cute.coord<"(_,_,1)">) -> !memref_rmem_f16_9
        %594 = "cute.get_iter"(%593) : (!memref_rmem_f16_9) -> !cute.ptr<f16, rmem, align<8>>
        %595 = "cute.get_iter"(%593) : (!memref_rmem_f16_9) -> !cute.ptr<f16, rmem, align<8>>
        %596 = "cute.get_layout"(%589) : (!memref_rmem_f16_8) -> !cute.layout<"((2,2,2),1):((1,2,4),0)">
        %597 = "cute.get_shape"(%596) : (!cute.layout<"((2,2,2),1):((1,2,4),0)">) -> !cute.shape<"((2,2,2),1)">
        %598:4 = "cute.get_leaves"(%597) : (!cute.shape<"((2,2,2),1)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">)
        %599 = "cute.get_layout"(%593) : (!memref_rmem_f16_9) -> !cute.layout<"((2,2),2):((1,2),16)">
        %600 = "cute.get_shape"(%599) : (!cute.layout<"((2,2),2):((1,2),16)">) -> !cute.shape<"((2,2),2)">
        %601:3 = "cute.get_leaves"(%600) : (!cute.shape<"((2,2),2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">)
        "cute.gemm"(%arg9, %216, %589, %593, %216) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!mma_f16_f16_f32_16x8x16, !memref_rmem_f32, !memref_rmem_f16_8, !memref_rmem_f16_9, !memref_rmem_f32) -> ()
        %602 = "cute.make_coord"() : () -> !cute.coord<"(_,_,2)">
        %603 = "cute.slice"(%235, %602) : (!memref_smem_f16_6, !cute.coord<"(_,_,2)">) -> !memref_smem_f16_9
        %604 = "cute.get_iter"(%603) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %605 = "cute.get_iter"(%603) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %606 = "cute.make_coord"() : () -> !cute.coord<"(_,_,2)">
        %607 = "cute.slice"(%240, %606) : (!memref_rmem_f16_2, !cute.coord<"(_,_,2)">) -> !memref_rmem_f16_4
        %608 = "cute.get_iter"(%607) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %609 = "cute.get_iter"(%607) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %610 = "cute.get_layout"(%603) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %611 = "cute.get_shape"(%610) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %612:3 = "cute.get_leaves"(%611) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %613 = "cute.get_layout"(%607) : (!memref_rmem_f16_4) -> !cute.layout<"((8,1),1):((1,0),0)">
        %614 = "cute.get_shape"(%613) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %615:3 = "cute.get_leaves"(%614) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %616 = "cute.make_shape"() : () -> !cute.shape<"1">
        %617 = "cute.make_layout"(%616) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %618 = "cute.append_to_rank"(%610, %617) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %619 = "cute.make_view"(%605, %618) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_smem_f16_9
        %620 = "cute.get_iter"(%619) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %621 = "cute.get_layout"(%619) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %622 = "cute.get_shape"(%621) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %623:3 = "cute.get_leaves"(%622) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %624 = "cute.group_modes"(%619) <{begin = 1 : i32, end = 2 : i32}> : (!memref_smem_f16_9) -> !memref_smem_f16_10
        %625 = "cute.get_iter"(%624) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %626 = "cute.get_iter"(%624) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %627 = "cute.make_shape"() : () -> !cute.shape<"1">
        %628 = "cute.make_layout"(%627) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %629 = "cute.append_to_rank"(%613, %628) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %630 = "cute.make_view"(%609, %629) : (!cute.ptr<f16, rmem, align<16>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_rmem_f16_4
        %631 = "cute.get_iter"(%630) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %632 = "cute.get_layout"(%630) : (!memref_rmem_f16_4) -> !cute.layout<"((8,1),1):((1,0),0)">
        %633 = "cute.get_shape"(%632) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %634:3 = "cute.get_leaves"(%633) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %635 = "cute.group_modes"(%630) <{begin = 1 : i32, end = 2 : i32}> : (!memref_rmem_f16_4) -> !memref_rmem_f16_5
        %636 = "cute.get_iter"(%635) : (!memref_rmem_f16_5) -> !cute.ptr<f16, rmem, align<16>>
        %637 = "cute.get_iter"(%635) : (!memref_rmem_f16_5) -> !cute.ptr<f16, rmem, align<16>>
        %638 = "cute.get_layout"(%624) : (!memref_smem_f16_10) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %639 = "cute.get_shape"(%638) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %640:3 = "cute.get_leaves"(%639) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %641 = "cute.get_layout"(%635) : (!memref_rmem_f16_5) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %642 = "cute.get_shape"(%641) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %643:3 = "cute.get_leaves"(%642) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %644 = "cute.size"(%624) <{mode = array<i32: 1>}> : (!memref_smem_f16_10) -> !cute.int_tuple<"1">
        %645 = "cute.get_leaves"(%644) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %646 = "cute.size"(%635) <{mode = array<i32: 1>}> : (!memref_rmem_f16_5) -> !cute.int_tuple<"1">
        %647 = "cute.get_leaves"(%646) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg10, %624, %635) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4, !memref_smem_f16_10, !memref_rmem_f16_5) -> ()
        %648 = "cute.make_coord"() : () -> !cute.coord<"(_,_,2)">
        %649 = "cute.slice"(%238, %648) : (!memref_smem_f16_6, !cute.coord<"(_,_,2)">) -> !memref_smem_f16_9
        %650 = "cute.get_iter"(%649) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %651 = "cute.get_iter"(%649) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %652 = "cute.make_coord"() : () -> !cute.coord<"(_,_,2)">
        %653 = "cute.slice"(%242, %652) : (!memref_rmem_f16_3, !cute.coord<"(_,_,2)">) -> !memref_rmem_f16_6
        %654 = "cute.get_iter"(%653) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %655 = "cute.get_iter"(%653) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %656 = "cute.get_layout"(%649) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %657 = "cute.get_shape"(%656) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %658:3 = "cute.get_leaves"(%657) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %659 = "cute.get_layout"(%653) : (!memref_rmem_f16_6) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %660 = "cute.get_shape"(%659) : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !cute.shape<"(((4,2),1),1)">
        %661:4 = "cute.get_leaves"(%660) : (!cute.shape<"(((4,2),1),1)">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %662 = "cute.make_shape"() : () -> !cute.shape<"1">
        %663 = "cute.make_layout"(%662) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %664 = "cute.append_to_rank"(%656, %663) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %665 = "cute.make_view"(%651, %664) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_smem_f16_9
        %666 = "cute.get_iter"(%665) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %667 = "cute.get_layout"(%665) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %668 = "cute.get_shape"(%667) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %669:3 = "cute.get_leaves"(%668) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %670 = "cute.group_modes"(%665) <{begin = 1 : i32, end = 2 : i32}> : (!memref_smem_f16_9) -> !memref_smem_f16_10
        %671 = "cute.get_iter"(%670) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %672 = "cute.get_iter"(%670) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %673 = "cute.make_shape"() : () -> !cute.shape<"1">
        %674 = "cute.make_layout"(%673) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %675 = "cute.append_to_rank"(%659, %674) <{rank = 2 : si32}> : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">, !cute.layout<"1:0">) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %676 = "cute.make_view"(%655, %675) : (!cute.ptr<f16, rmem, align<8>>, !cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !memref_rmem_f16_6
        %677 = "cute.get_iter"(%676) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %678 = "cute.get_layout"(%676) : (!memref_rmem_f16_6) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %679 = "cute.get_shape"(%678) : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !cute.shape<"(((4,2),1),1)">
        %680:4 = "cute.get_leaves"(%679) : (!cute.shape<"(((4,2),1),1)">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %681 = "cute.group_modes"(%676) <{begin = 1 : i32, end = 2 : i32}> : (!memref_rmem_f16_6) -> !memref_rmem_f16_7
        %682 = "cute.get_iter"(%681) : (!memref_rmem_f16_7) -> !cute.ptr<f16, rmem, align<8>>
        %683 = "cute.get_iter"(%681) : (!memref_rmem_f16_7) -> !cute.ptr<f16, rmem, align<8>>
        %684 = "cute.get_layout"(%670) : (!memref_smem_f16_10) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %685 = "cute.get_shape"(%684) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %686:3 = "cute.get_leaves"(%685) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %687 = "cute.get_layout"(%681) : (!memref_rmem_f16_7) -> !cute.layout<"(((4,2),1),(1)):(((1,16),0),(0))">
        %688 = "cute.get_shape"(%687) : (!cute.layout<"(((4,2),1),(1)):(((1,16),0),(0))">) -> !cute.shape<"(((4,2),1),(1))">
        %689:4 = "cute.get_leaves"(%688) : (!cute.shape<"(((4,2),1),(1))">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %690 = "cute.size"(%670) <{mode = array<i32: 1>}> : (!memref_smem_f16_10) -> !cute.int_tuple<"1">
        %691 = "cute.get_leaves"(%690) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %692 = "cute.size"(%681) <{mode = array<i32: 1>}> : (!memref_rmem_f16_7) -> !cute.int_tuple<"1">
        %693 = "cute.get_leaves"(%692) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg11, %670, %681) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4_1, !memref_smem_f16_10, !memref_rmem_f16_7) -> ()
        %694 = "cute.make_coord"() : () -> !cute.coord<"(_,_,2)">
        %695 = "cute.slice"(%209, %694) : (!memref_rmem_f16, !cute.coord<"(_,_,2)">) -> !memref_rmem_f16_8
        %696 = "cute.get_iter"(%695) : (!memref_rmem_f16_8) -> !cute.ptr<f16, rmem, align<16>>
        %697 = "cute.get_iter"(%695) : (!memref_rmem_f16_8) -> !cute.ptr<f16, rmem, align<16>>
        %698 = "cute.make_coord"() : () -> !cute.coord<"(_,_,2)">
        %699 = "cute.slice"(%214, %698) : (!memref_rmem_f16_1, !cute.coord<"(_,_,2)">) -> !memref_rmem_f16_9
        %700 = "cute.get_iter"(%699) : (!memref_rmem_f16_9) -> !cute.ptr<f16, rmem, align<8>>
        %701 = "cute.get_iter"(%699) : (!memref_rmem_f16_9) -> !cute.ptr<f16, rmem, align<8>>
        %702 = "cute.get_layout"(%695) : (!memref_rmem_f16_8) -> !cute.layout<"((2,2,2),1):((1,2,4),0)">
        %703 = "cute.get_shape"(%702) : (!cute.layout<"((2,2,2),1):((1,2,4),0)">) -> !cute.shape<"((2,2,2),1)">
        %704:4 = "cute.get_leaves"(%703) : (!cute.shape<"((2,2,2),1)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">)
        %705 = "cute.get_layout"(%699) : (!memref_rmem_f16_9) -> !cute.layout<"((2,2),2):((1,2),16)">
        %706 = "cute.get_shape"(%705) : (!cute.layout<"((2,2),2):((1,2),16)">) -> !cute.shape<"((2,2),2)">
        %707:3 = "cute.get_leaves"(%706) : (!cute.shape<"((2,2),2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">)
        "cute.gemm"(%arg9, %216, %695, %699, %216) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!mma_f16_f16_f32_16x8x16, !memref_rmem_f32, !memref_rmem_f16_8, !memref_rmem_f16_9, !memref_rmem_f32) -> ()
        %708 = "cute.make_coord"() : () -> !cute.coord<"(_,_,3)">
        %709 = "cute.slice"(%235, %708) : (!memref_smem_f16_6, !cute.coord<"(_,_,3)">) -> !memref_smem_f16_9
        %710 = "cute.get_iter"(%709) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %711 = "cute.get_iter"(%709) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %712 = "cute.make_coord"() : () -> !cute.coord<"(_,_,3)">
        %713 = "cute.slice"(%240, %712) : (!memref_rmem_f16_2, !cute.coord<"(_,_,3)">) -> !memref_rmem_f16_4
        %714 = "cute.get_iter"(%713) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %715 = "cute.get_iter"(%713) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %716 = "cute.get_layout"(%709) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %717 = "cute.get_shape"(%716) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %718:3 = "cute.get_leaves"(%717) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %719 = "cute.get_layout"(%713) : (!memref_rmem_f16_4) -> !cute.layout<"((8,1),1):((1,0),0)">
        %720 = "cute.get_shape"(%719) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %721:3 = "cute.get_leaves"(%720) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %722 = "cute.make_shape"() : () -> !cute.shape<"1">
        %723 = "cute.make_layout"(%722) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %724 = "cute.append_to_rank"(%716, %723) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %725 = "cute.make_view"(%711, %724) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_smem_f16_9
        %726 = "cute.get_iter"(%725) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %727 = "cute.get_layout"(%725) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %728 = "cute.get_shape"(%727) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %729:3 = "cute.get_leaves"(%728) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %730 = "cute.group_modes"(%725) <{begin = 1 : i32, end = 2 : i32}> : (!memref_smem_f16_9) -> !memref_smem_f16_10
        %731 = "cute.get_iter"(%730) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %732 = "cute.get_iter"(%730) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %733 = "cute.make_shape"() : () -> !cute.shape<"1">
        %734 = "cute.make_layout"(%733) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %735 = "cute.append_to_rank"(%719, %734) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %736 = "cute.make_view"(%715, %735) : (!cute.ptr<f16, rmem, align<16>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_rmem_f16_4
        %737 = "cute.get_iter"(%736) : (!memref_rmem_f16_4) -> !cute.ptr<f16, rmem, align<16>>
        %738 = "cute.get_layout"(%736) : (!memref_rmem_f16_4) -> !cute.layout<"((8,1),1):((1,0),0)">
        %739 = "cute.get_shape"(%738) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %740:3 = "cute.get_leaves"(%739) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %741 = "cute.group_modes"(%736) <{begin = 1 : i32, end = 2 : i32}> : (!memref_rmem_f16_4) -> !memref_rmem_f16_5
        %742 = "cute.get_iter"(%741) : (!memref_rmem_f16_5) -> !cute.ptr<f16, rmem, align<16>>
        %743 = "cute.get_iter"(%741) : (!memref_rmem_f16_5) -> !cute.ptr<f16, rmem, align<16>>
        %744 = "cute.get_layout"(%730) : (!memref_smem_f16_10) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %745 = "cute.get_shape"(%744) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %746:3 = "cute.get_leaves"(%745) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %747 = "cute.get_layout"(%741) : (!memref_rmem_f16_5) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %748 = "cute.get_shape"(%747) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %749:3 = "cute.get_leaves"(%748) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %750 = "cute.size"(%730) <{mode = array<i32: 1>}> : (!memref_smem_f16_10) -> !cute.int_tuple<"1">
        %751 = "cute.get_leaves"(%750) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %752 = "cute.size"(%741) <{mode = array<i32: 1>}> : (!memref_rmem_f16_5) -> !cute.int_tuple<"1">
        %753 = "cute.get_leaves"(%752) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg10, %730, %741) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4, !memref_smem_f16_10, !memref_rmem_f16_5) -> ()
        %754 = "cute.make_coord"() : () -> !cute.coord<"(_,_,3)">
        %755 = "cute.slice"(%238, %754) : (!memref_smem_f16_6, !cute.coord<"(_,_,3)">) -> !memref_smem_f16_9
        %756 = "cute.get_iter"(%755) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %757 = "cute.get_iter"(%755) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %758 = "cute.make_coord"() : () -> !cute.coord<"(_,_,3)">
        %759 = "cute.slice"(%242, %758) : (!memref_rmem_f16_3, !cute.coord<"(_,_,3)">) -> !memref_rmem_f16_6
        %760 = "cute.get_iter"(%759) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %761 = "cute.get_iter"(%759) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %762 = "cute.get_layout"(%755) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %763 = "cute.get_shape"(%762) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %764:3 = "cute.get_leaves"(%763) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %765 = "cute.get_layout"(%759) : (!memref_rmem_f16_6) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %766 = "cute.get_shape"(%765) : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !cute.shape<"(((4,2),1),1)">
        %767:4 = "cute.get_leaves"(%766) : (!cute.shape<"(((4,2),1),1)">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %768 = "cute.make_shape"() : () -> !cute.shape<"1">
        %769 = "cute.make_layout"(%768) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %770 = "cute.append_to_rank"(%762, %769) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1):((1,0),0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1):((1,0),0)">
        %771 = "cute.make_view"(%757, %770) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1):((1,0),0)">) -> !memref_smem_f16_9
        %772 = "cute.get_iter"(%771) : (!memref_smem_f16_9) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %773 = "cute.get_layout"(%771) : (!memref_smem_f16_9) -> !cute.layout<"((8,1),1):((1,0),0)">
        %774 = "cute.get_shape"(%773) : (!cute.layout<"((8,1),1):((1,0),0)">) -> !cute.shape<"((8,1),1)">
        %775:3 = "cute.get_leaves"(%774) : (!cute.shape<"((8,1),1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %776 = "cute.group_modes"(%771) <{begin = 1 : i32, end = 2 : i32}> : (!memref_smem_f16_9) -> !memref_smem_f16_10
        %777 = "cute.get_iter"(%776) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %778 = "cute.get_iter"(%776) : (!memref_smem_f16_10) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %779 = "cute.make_shape"() : () -> !cute.shape<"1">
        %780 = "cute.make_layout"(%779) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %781 = "cute.append_to_rank"(%765, %780) <{rank = 2 : si32}> : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">, !cute.layout<"1:0">) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %782 = "cute.make_view"(%761, %781) : (!cute.ptr<f16, rmem, align<8>>, !cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !memref_rmem_f16_6
        %783 = "cute.get_iter"(%782) : (!memref_rmem_f16_6) -> !cute.ptr<f16, rmem, align<8>>
        %784 = "cute.get_layout"(%782) : (!memref_rmem_f16_6) -> !cute.layout<"(((4,2),1),1):(((1,16),0),0)">
        %785 = "cute.get_shape"(%784) : (!cute.layout<"(((4,2),1),1):(((1,16),0),0)">) -> !cute.shape<"(((4,2),1),1)">
        %786:4 = "cute.get_leaves"(%785) : (!cute.shape<"(((4,2),1),1)">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %787 = "cute.group_modes"(%782) <{begin = 1 : i32, end = 2 : i32}> : (!memref_rmem_f16_6) -> !memref_rmem_f16_7
        %788 = "cute.get_iter"(%787) : (!memref_rmem_f16_7) -> !cute.ptr<f16, rmem, align<8>>
        %789 = "cute.get_iter"(%787) : (!memref_rmem_f16_7) -> !cute.ptr<f16, rmem, align<8>>
        %790 = "cute.get_layout"(%776) : (!memref_smem_f16_10) -> !cute.layout<"((8,1),(1)):((1,0),(0))">
        %791 = "cute.get_shape"(%790) : (!cute.layout<"((8,1),(1)):((1,0),(0))">) -> !cute.shape<"((8,1),(1))">
        %792:3 = "cute.get_leaves"(%791) : (!cute.shape<"((8,1),(1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">)
        %793 = "cute.get_layout"(%787) : (!memref_rmem_f16_7) -> !cute.layout<"(((4,2),1),(1)):(((1,16),0),(0))">
        %794 = "cute.get_shape"(%793) : (!cute.layout<"(((4,2),1),(1)):(((1,16),0),(0))">) -> !cute.shape<"(((4,2),1),(1))">
        %795:4 = "cute.get_leaves"(%794) : (!cute.shape<"(((4,2),1),(1))">) -> (!cute.shape<"4">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
        %796 = "cute.size"(%776) <{mode = array<i32: 1>}> : (!memref_smem_f16_10) -> !cute.int_tuple<"1">
        %797 = "cute.get_leaves"(%796) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %798 = "cute.size"(%787) <{mode = array<i32: 1>}> : (!memref_rmem_f16_7) -> !cute.int_tuple<"1">
        %799 = "cute.get_leaves"(%798) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg11, %776, %787) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4_1, !memref_smem_f16_10, !memref_rmem_f16_7) -> ()
        %800 = "cute.make_coord"() : () -> !cute.coord<"(_,_,3)">
        %801 = "cute.slice"(%209, %800) : (!memref_rmem_f16, !cute.coord<"(_,_,3)">) -> !memref_rmem_f16_8
        %802 = "cute.get_iter"(%801) : (!memref_rmem_f16_8) -> !cute.ptr<f16, rmem, align<16>>
        %803 = "cute.get_iter"(%801) : (!memref_rmem_f16_8) -> !cute.ptr<f16, rmem, align<16>>
        %804 = "cute.make_coord"() : () -> !cute.coord<"(_,_,3)">
        %805 = "cute.slice"(%214, %804) : (!memref_rmem_f16_1, !cute.coord<"(_,_,3)">) -> !memref_rmem_f16_9
        %806 = "cute.get_iter"(%805) : (!memref_rmem_f16_9) -> !cute.ptr<f16, rmem, align<8>>
        %807 = "cute.get_iter"(%805) : (!memref_rmem_f16_9) -> !cute.ptr<f16, rmem, align<8>>
        %808 = "cute.get_layout"(%801) : (!memref_rmem_f16_8) -> !cute.layout<"((2,2,2),1):((1,2,4),0)">
        %809 = "cute.get_shape"(%808) : (!cute.layout<"((2,2,2),1):((1,2,4),0)">) -> !cute.shape<"((2,2,2),1)">
        %810:4 = "cute.get_leaves"(%809) : (!cute.shape<"((2,2,2),1)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">)
        %811 = "cute.get_layout"(%805) : (!memref_rmem_f16_9) -> !cute.layout<"((2,2),2):((1,2),16)">
        %812 = "cute.get_shape"(%811) : (!cute.layout<"((2,2),2):((1,2),16)">) -> !cute.shape<"((2,2),2)">
        %813:3 = "cute.get_leaves"(%812) : (!cute.shape<"((2,2),2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">)
        "cute.gemm"(%arg9, %216, %801, %805, %216) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!mma_f16_f16_f32_16x8x16, !memref_rmem_f32, !memref_rmem_f16_8, !memref_rmem_f16_9, !memref_rmem_f32) -> ()
        "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
        "scf.yield"() : () -> ()
      }) {loop_annotation = #loop_annotation} : (i32, i32, i32) -> ()
      %249 = "cute.make_layout_like"(%218) : (!cute.layout<"((2,2),1,2):((1,2),0,4)">) -> !cute.layout<"((2,2),1,2):((1,2),0,4)">
      %250 = "cute.memref.alloca"(%249) : (!cute.layout<"((2,2),1,2):((1,2),0,4)">) -> !memref_rmem_f16_10
      %251 = "cute.get_iter"(%250) : (!memref_rmem_f16_10) -> !cute.ptr<f16, rmem, align<32>>
      %252 = "cute.get_iter"(%250) : (!memref_rmem_f16_10) -> !cute.ptr<f16, rmem, align<32>>
      %253 = "cute.memref.load_vec"(%216) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!memref_rmem_f32) -> vector<8xf32>
      %254 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %255 = "cute.size"(%254) <{mode = array<i32>}> : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %256 = "cute.get_leaves"(%255) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %257 = "arith.truncf"(%253) : (vector<8xf32>) -> vector<8xf16>
      %258 = "cute.get_layout"(%250) : (!memref_rmem_f16_10) -> !cute.layout<"((2,2),1,2):((1,2),0,4)">
      %259 = "cute.get_shape"(%258) : (!cute.layout<"((2,2),1,2):((1,2),0,4)">) -> !cute.shape<"((2,2),1,2)">
      %260:4 = "cute.get_leaves"(%259) : (!cute.shape<"((2,2),1,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"2">)
      %261 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %262 = "cute.size"(%261) <{mode = array<i32>}> : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %263 = "cute.get_leaves"(%262) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %264 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %265 = "cute.size"(%264) <{mode = array<i32>}> : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %266 = "cute.get_leaves"(%265) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      "cute.memref.store_vec"(%257, %250) : (vector<8xf16>, !memref_rmem_f16_10) -> ()
      %267 = "cute.get_layout"(%204) : (!memref_gmem_f16_8) -> !cute.layout<"((2,2),1,2):((1,?{i64 div=128}),0,8)">
      %268 = "cute.get_shape"(%267) : (!cute.layout<"((2,2),1,2):((1,?{i64 div=128}),0,8)">) -> !cute.shape<"((2,2),1,2)">
      %269:4 = "cute.get_leaves"(%268) : (!cute.shape<"((2,2),1,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"2">)
      %270 = "cute.right_inverse"(%267) : (!cute.layout<"((2,2),1,2):((1,?{i64 div=128}),0,8)">) -> !cute.layout<"2:1">
      %271 = "cute.composition"(%258, %270) : (!cute.layout<"((2,2),1,2):((1,2),0,4)">, !cute.layout<"2:1">) -> !cute.layout<"2:1">
      %272 = "cute.coalesce"(%271) : (!cute.layout<"2:1">) -> !cute.layout<"2:1">
      %273 = "cute.get_shape"(%272) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %274 = "cute.get_leaves"(%273) : (!cute.shape<"2">) -> !cute.shape<"2">
      %275 = "cute.get_stride"(%272) : (!cute.layout<"2:1">) -> !cute.stride<"1">
      %276 = "cute.get_leaves"(%275) : (!cute.stride<"1">) -> !cute.stride<"1">
      %277 = "cute.get_shape"(%272) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %278 = "cute.get_leaves"(%277) : (!cute.shape<"2">) -> !cute.shape<"2">
      %279 = "cute.get_shape"(%272) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %280 = "cute.get_leaves"(%279) : (!cute.shape<"2">) -> !cute.shape<"2">
      %281 = "cute.composition"(%270, %272) : (!cute.layout<"2:1">, !cute.layout<"2:1">) -> !cute.layout<"2:1">
      %282 = "cute.size"(%281) <{mode = array<i32>}> : (!cute.layout<"2:1">) -> !cute.int_tuple<"2">
      %283 = "cute.get_leaves"(%282) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %284 = "cute.logical_divide"(%250, %281) : (!memref_rmem_f16_10, !cute.layout<"2:1">) -> !memref_rmem_f16_11
      %285 = "cute.get_iter"(%284) : (!memref_rmem_f16_11) -> !cute.ptr<f16, rmem, align<32>>
      %286 = "cute.get_iter"(%284) : (!memref_rmem_f16_11) -> !cute.ptr<f16, rmem, align<32>>
      %287 = "cute.logical_divide"(%204, %281) : (!memref_gmem_f16_8, !cute.layout<"2:1">) -> !memref_gmem_f16_13
      %288 = "cute.get_iter"(%287) : (!memref_gmem_f16_13) -> !cute.ptr<f16, gmem, align<4>>
      %289 = "cute.get_iter"(%287) : (!memref_gmem_f16_13) -> !cute.ptr<f16, gmem, align<4>>
      %290 = "cute.make_shape"() : () -> !cute.shape<"2">
      %291 = "cute.make_layout"(%290) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %292 = "cute.logical_divide"(%284, %291) : (!memref_rmem_f16_11, !cute.layout<"2:1">) -> !memref_rmem_f16_11
      %293 = "cute.get_iter"(%292) : (!memref_rmem_f16_11) -> !cute.ptr<f16, rmem, align<32>>
      %294 = "cute.get_iter"(%292) : (!memref_rmem_f16_11) -> !cute.ptr<f16, rmem, align<32>>
      %295 = "cute.make_shape"() : () -> !cute.shape<"2">
      %296 = "cute.make_layout"(%295) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %297 = "cute.logical_divide"(%287, %296) : (!memref_gmem_f16_13, !cute.layout<"2:1">) -> !memref_gmem_f16_13
      %298 = "cute.get_iter"(%297) : (!memref_gmem_f16_13) -> !cute.ptr<f16, gmem, align<4>>
      %299 = "cute.get_iter"(%297) : (!memref_gmem_f16_13) -> !cute.ptr<f16, gmem, align<4>>
      %300 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f16, 32 b>
      "cute.copy"(%300, %292, %297) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f16, 32 b>, !memref_rmem_f16_11, !memref_gmem_f16_13) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 64, 1, 1>, exact_grid_dim = array<i64: 2, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16_1, !memref_gmem_f16_2) -> i32, sym_name = "whole_product"}> ({
  ^bb0(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16_1, %arg2: !memref_gmem_f16_2):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
    %2 = "cute.get_iter"(%arg2) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
    %3 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %4 = "cute.get_iter"(%arg1) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
    %5 = "cute.get_iter"(%arg2) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
    %6 = "cute.static"() : () -> !cute.swizzle<"S<3,4,3>">
    %7 = "cute.make_shape"() : () -> !cute.shape<"(8,64)">
    %8 = "cute.make_stride"() : () -> !cute.stride<"(64,1)">
    %9 = "cute.make_layout"(%7, %8) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,64)">, !cute.stride<"(64,1)">) -> !cute.layout<"(8,64):(64,1)">
    %10 = "cute.get_stride"(%9) : (!cute.layout<"(8,64):(64,1)">) -> !cute.stride<"(64,1)">
    %11:2 = "cute.get_leaves"(%10) : (!cute.stride<"(64,1)">) -> (!cute.stride<"64">, !cute.stride<"1">)
    %12 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"0">
    %13 = "cute.make_composed_layout"(%6, %12, %9) : (!cute.swizzle<"S<3,4,3>">, !cute.int_tuple<"0">, !cute.layout<"(8,64):(64,1)">) -> !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">
    %14 = "cute.make_shape"() : () -> !cute.shape<"(32,64)">
    %15 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(0,1)">
    %16 = "cute.tile_to_shape"(%13, %14, %15) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, !cute.shape<"(32,64)">, !cute.int_tuple<"(0,1)">) -> !cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">
    %17 = "cute.make_shape"() : () -> !cute.shape<"(16,64)">
    %18 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(0,1)">
    %19 = "cute.tile_to_shape"(%13, %17, %18) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, !cute.shape<"(16,64)">, !cute.int_tuple<"(0,1)">) -> !cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">
    %20 = "cute.make_atom"() : () -> !cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>
    %21 = "cute.make_shape"() : () -> !cute.shape<"(8,8)">
    %22 = "cute.make_stride"() : () -> !cute.stride<"(8,1)">
    %23 = "cute.make_layout"(%21, %22) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,8)">, !cute.stride<"(8,1)">) -> !cute.layout<"(8,8):(8,1)">
    %24 = "cute.make_shape"() : () -> !cute.shape<"(1,8)">
    %25 = "cute.make_layout"(%24) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(1,8)">) -> !cute.layout<"(1,8):(0,1)">
    %26 = "cute.raked_product"(%23, %25) : (!cute.layout<"(8,8):(8,1)">, !cute.layout<"(1,8):(0,1)">) -> !cute.layout<"(8,(8,8)):(8,(64,1))">
    %27 = "cute.size"(%23) <{mode = array<i32>}> : (!cute.layout<"(8,8):(8,1)">) -> !cute.int_tuple<"64">
    %28 = "cute.get_leaves"(%27) : (!cute.int_tuple<"64">) -> !cute.int_tuple<"64">
    %29 = "cute.size"(%25) <{mode = array<i32>}> : (!cute.layout<"(1,8):(0,1)">) -> !cute.int_tuple<"8">
    %30 = "cute.get_leaves"(%29) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
    %31 = "cute.make_shape"() : () -> !cute.shape<"(64,8)">
    %32 = "cute.make_layout"(%31) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(64,8)">) -> !cute.layout<"(64,8):(1,64)">
    %33 = "cute.right_inverse"(%26) : (!cute.layout<"(8,(8,8)):(8,(64,1))">) -> !cute.layout<"(8,64):(64,1)">
    %34 = "cute.composition"(%33, %32) : (!cute.layout<"(8,64):(64,1)">, !cute.layout<"(64,8):(1,64)">) -> !cute.layout<"((8,8),8):((64,1),8)">
    %35 = "cute.get_shape"(%26) : (!cute.layout<"(8,(8,8)):(8,(64,1))">) -> !cute.shape<"(8,(8,8))">
    %36:3 = "cute.get_leaves"(%35) : (!cute.shape<"(8,(8,8))">) -> (!cute.shape<"8">, !cute.shape<"8">, !cute.shape<"8">)
    %37 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(8,(8,8))">
    %38 = "cute.tuple.product_each"(%37) : (!cute.int_tuple<"(8,(8,8))">) -> !cute.int_tuple<"(8,64)">
    %39:2 = "cute.get_leaves"(%38) : (!cute.int_tuple<"(8,64)">) -> (!cute.int_tuple<"8">, !cute.int_tuple<"64">)
    %40 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(8,64)">
    %41 = "cute.tuple.product_each"(%40) : (!cute.int_tuple<"(8,64)">) -> !cute.int_tuple<"(8,64)">
    %42:2 = "cute.get_leaves"(%41) : (!cute.int_tuple<"(8,64)">) -> (!cute.int_tuple<"8">, !cute.int_tuple<"64">)
    %43 = "cute.make_tile"() : () -> !cute.tile<"[8:1;64:1]">
    %44 = "cute.make_tiled_copy"(%20) : (!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>) -> !copy_ldgsts
    %45 = "cute.make_shape"() : () -> !cute.shape<"(2,1,1)">
    %46 = "cute.make_layout"(%45) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(2,1,1)">) -> !cute.layout<"(2,1,1):(1,0,0)">
    %47 = "cute.make_shape"() : () -> !cute.shape<"(16,8,16)">
    %48 = "cute.make_atom"() : () -> !cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >
    %49 = "cute.get_shape"(%46) : (!cute.layout<"(2,1,1):(1,0,0)">) -> !cute.shape<"(2,1,1)">
    %50:3 = "cute.get_leaves"(%49) : (!cute.shape<"(2,1,1)">) -> (!cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
    %51 = "cute.make_tile"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %52 = "cute.make_tiled_mma"(%48) : (!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >) -> !mma_f16_f16_f32_16x8x16
    %53 = "cute.make_shape"() : () -> !cute.shape<"(8,8)">
    %54 = "cute.make_atom"() : () -> !cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>
    %55 = "cute.static"() : () -> !cute.layout<"((4,8,2),((2,2,2),(1,1))):((64,1,16),((32,8,256),(0,0)))">
    %56 = "cute.static"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %57:3 = "cute.get_leaves"(%56) : (!cute.tile<"[32:1;16:1;16:1]">) -> (!cute.layout<"32:1">, !cute.layout<"16:1">, !cute.layout<"16:1">)
    %58 = "cute.size"(%57#0) <{mode = array<i32>}> : (!cute.layout<"32:1">) -> !cute.int_tuple<"32">
    %59 = "cute.get_leaves"(%58) : (!cute.int_tuple<"32">) -> !cute.int_tuple<"32">
    %60 = "cute.static"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %61:3 = "cute.get_leaves"(%60) : (!cute.tile<"[32:1;16:1;16:1]">) -> (!cute.layout<"32:1">, !cute.layout<"16:1">, !cute.layout<"16:1">)
    %62 = "cute.size"(%61#2) <{mode = array<i32>}> : (!cute.layout<"16:1">) -> !cute.int_tuple<"16">
    %63 = "cute.get_leaves"(%62) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
    %64 = "cute.make_tile"() : () -> !cute.tile<"[32:1;16:1]">
    %65 = "cute.make_tiled_copy"(%54) : (!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>) -> !copy_ldsm_4
    %66 = "cute.static"() : () -> !cute.layout<"((4,8,2),((2,2),(2,1))):((32,1,0),((16,128),(8,0)))">
    %67 = "cute.static"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %68:3 = "cute.get_leaves"(%67) : (!cute.tile<"[32:1;16:1;16:1]">) -> (!cute.layout<"32:1">, !cute.layout<"16:1">, !cute.layout<"16:1">)
    %69 = "cute.size"(%68#1) <{mode = array<i32>}> : (!cute.layout<"16:1">) -> !cute.int_tuple<"16">
    %70 = "cute.get_leaves"(%69) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
    %71 = "cute.static"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %72:3 = "cute.get_leaves"(%71) : (!cute.tile<"[32:1;16:1;16:1]">) -> (!cute.layout<"32:1">, !cute.layout<"16:1">, !cute.layout<"16:1">)
    %73 = "cute.size"(%72#2) <{mode = array<i32>}> : (!cute.layout<"16:1">) -> !cute.int_tuple<"16">
    %74 = "cute.get_leaves"(%73) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
    %75 = "cute.make_tile"() : () -> !cute.tile<"[16:1;16:1]">
    %76 = "cute.make_tiled_copy"(%54) : (!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>) -> !copy_ldsm_4_1
    %77 = "cute.get_layout"(%arg0) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
    %78 = "cute.get_layout"(%arg1) : (!memref_gmem_f16_1) -> !cute.layout<"(?{div=16},?{div=64}):(?{i64 div=64},1)">
    %79 = "cute.get_layout"(%arg2) : (!memref_gmem_f16_2) -> !cute.layout<"(?{div=32},?{div=16}):(?{i64 div=16},1)">
    %80 = "cute.composed_get_inner"(%16) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">) -> !cute.swizzle<"S<3,4,3>">
    %81 = "cute.composed_get_offset"(%16) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">) -> !cute.int_tuple<"0">
    %82 = "cute.get_leaves"(%81) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
    %83 = "cute.composed_get_outer"(%16) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">) -> !cute.layout<"((8,4),(64,1)):((64,512),(1,0))">
    %84 = "cute.composed_get_inner"(%19) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">) -> !cute.swizzle<"S<3,4,3>">
    %85 = "cute.composed_get_offset"(%19) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">) -> !cute.int_tuple<"0">
    %86 = "cute.get_leaves"(%85) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
    %87 = "cute.composed_get_outer"(%19) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">) -> !cute.layout<"((8,2),(64,1)):((64,512),(1,0))">
    %88 = "cute.static"() : () -> !cute.tile<"[8:1;64:1]">
    %89:2 = "cute.get_leaves"(%88) : (!cute.tile<"[8:1;64:1]">) -> (!cute.layout<"8:1">, !cute.layout<"64:1">)
    %90 = "cute.static"() : () -> !cute.layout<"((8,8),8):((64,1),8)">
    %91 = "cute.static"() : () -> !cute.layout<"1:0">
    %92 = "cute.static"() : () -> !cute.layout<"(1,8):(0,1)">
    %93 = "cute.static"() : () -> !cute.layout<"(1,8):(0,1)">
    %94 = "cute.static"() : () -> !cute.layout<"(32,2,1,1):(1,32,0,0)">
    %95 = "cute.static"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %96:3 = "cute.get_leaves"(%95) : (!cute.tile<"[32:1;16:1;16:1]">) -> (!cute.layout<"32:1">, !cute.layout<"16:1">, !cute.layout<"16:1">)
    %97 = "cute.static"() : () -> !cute.layout<"32:1">
    %98 = "cute.static"() : () -> !cute.shape<"(16,8,16)">
    %99:3 = "cute.get_leaves"(%98) : (!cute.shape<"(16,8,16)">) -> (!cute.shape<"16">, !cute.shape<"8">, !cute.shape<"16">)
    %100 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2,2)):((32,1),(16,8,128))">
    %101 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2)):((16,1),(8,64))">
    %102 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">
    %103 = "cute.static"() : () -> !cute.tile<"[32:1;16:1]">
    %104:2 = "cute.get_leaves"(%103) : (!cute.tile<"[32:1;16:1]">) -> (!cute.layout<"32:1">, !cute.layout<"16:1">)
    %105 = "cute.static"() : () -> !cute.layout<"((4,8,2),((2,2,2),(1,1))):((64,1,16),((32,8,256),(0,0)))">
    %106 = "cute.static"() : () -> !cute.layout<"32:1">
    %107 = "cute.static"() : () -> !cute.layout<"(32,8):(8,1)">
    %108 = "cute.static"() : () -> !cute.layout<"(32,(2,4)):(2,(1,64))">
    %109 = "cute.static"() : () -> !cute.tile<"[16:1;16:1]">
    %110:2 = "cute.get_leaves"(%109) : (!cute.tile<"[16:1;16:1]">) -> (!cute.layout<"16:1">, !cute.layout<"16:1">)
    %111 = "cute.static"() : () -> !cute.layout<"((4,8,2),((2,2),(2,1))):((32,1,0),((16,128),(8,0)))">
    %112 = "cute.static"() : () -> !cute.layout<"32:1">
    %113 = "cute.static"() : () -> !cute.layout<"(32,8):(8,1)">
    %114 = "cute.static"() : () -> !cute.layout<"(32,(2,4)):(2,(1,64))">
    %115 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@whole_product_kernel}> : () -> i64
    %116 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %117 = "arith.cmpi"(%115, %116) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%117) ({
      "cute.print"(%115) <{fmt = "\0AError: kernel '@kernels::@whole_product_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %118 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %119 = "cuda.cast"(%118) : (i64) -> !cuda.stream
    %120 = "arith.constant"() <{value = 64 : i32}> : () -> i32
    %121 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %122 = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %123 = "cuda.launch_cfg.create"(%120, %121, %121, %115, %122, %121, %121, %119) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %124 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%123, %124) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %125 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%123, %125) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %126 = "cuda.launch_ex"(%123, %arg0, %arg1, %arg2, %16, %19, %44, %52, %65, %76) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@whole_product_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f16, !memref_gmem_f16_1, !memref_gmem_f16_2, !cute.composed_layout<"S<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))">, !cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1)):((64,512),(1,0))">, !copy_ldgsts, !mma_f16_f16_f32_16x8x16, !copy_ldsm_4, !copy_ldsm_4_1) -> !cuda.result
    %127 = "cuda.cast"(%126) : (!cuda.result) -> i32
    "cuda.return_if_error"(%127) : (i32) -> ()
    %128 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%128) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
