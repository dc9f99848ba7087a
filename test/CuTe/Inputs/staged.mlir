!copy_simt = !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16, 128 b>, layout_copy_tv = <"((8,16),8):((128,1),16)">, tiler_mn = <"[16:1;64:1]">>
!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(?{div=32},?{div=64}):(?{i64 div=64},1)">
!memref_gmem_f16_1 = !cute.memref<f16, gmem, align<16>, "(16,64,?):(?{i64 div=64},1,?{i64 div=1024})">
!memref_gmem_f16_2 = !cute.memref<f16, gmem, align<16>, "(16,64):(?{i64 div=64},1)">
!memref_gmem_f16_3 = !cute.memref<f16, gmem, align<16>, "((8,1),1,1):((1,0),0,0)">
!memref_gmem_f16_4 = !cute.memref<f16, gmem, align<16>, "((8,1),(1,1)):((1,0),(0,0))">
!memref_rmem_f16 = !cute.memref<f16, rmem, align<32>, "((8,1),1,1):((1,0),0,0)">
!memref_rmem_f16_1 = !cute.memref<f16, rmem, align<32>, "((8,1),(1,1)):((1,0),(0,0))">
!memref_smem_f16 = !cute.memref<f16, smem, align<1024>, S<3,4,3>, "((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">
!memref_smem_f16_1 = !cute.memref<f16, smem, align<1024>, S<3,4,3>, "((8,2),(64,1)):((64,512),(1,0))">
!memref_smem_f16_2 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),1,1):((1,0),0,0)">
!memref_smem_f16_3 = !cute.memref<f16, smem, align<16>, S<3,4,3>, "((8,1),(1,1)):((1,0),(0,0))">
!memref_smem_i8 = !cute.memref<i8, smem, align<1024>, "4096:1">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16, !cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">, !copy_simt) -> (), sym_name = "staged_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f16, %arg3: !memref_gmem_f16, %arg4: !cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">, %arg5: !copy_simt):
      %65 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %66 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %67 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %68 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %69 = "cute.get_layout"(%arg2) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
      %70 = "cute.get_layout"(%arg3) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
      %71 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %72 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %73 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %74 = "cute.composed_get_outer"(%arg4) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">) -> !cute.layout<"((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">
      %75 = "cute.composed_get_inner"(%arg4) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">) -> !cute.swizzle<"S<3,4,3>">
      %76 = "cute.make_coord"() : () -> !cute.coord<"0">
      %77 = "cute.crd2idx"(%76, %74) : (!cute.coord<"0">, !cute.layout<"((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">) -> !cute.int_tuple<"0">
      %78 = "cute.get_leaves"(%77) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %79 = "cute.cosize"(%74) <{mode = array<i32>}> : (!cute.layout<"((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">) -> !cute.int_tuple<"2048">
      %80 = "cute.get_leaves"(%79) : (!cute.int_tuple<"2048">) -> !cute.int_tuple<"2048">
      %81 = "cute.make_shape"() : () -> !cute.shape<"4096">
      %82 = "cute.make_layout"(%81) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4096">) -> !cute.layout<"4096:1">
      %83 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8
      %84 = "cute.get_iter"(%83) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<1024>>
      %85 = "cute.get_iter"(%83) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<1024>>
      %86 = "cute.recast_iter"(%85) : (!cute.ptr<i8, smem, align<1024>>) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %87 = "cute.make_view"(%86, %74) : (!cute.ptr<f16, smem, align<1024>, S<3,4,3>>, !cute.layout<"((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">) -> !memref_smem_f16
      %88 = "cute.get_iter"(%87) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %89 = "cute.get_iter"(%87) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
      %90 = "cute.make_tile"() : () -> !cute.tile<"[16:1;64:1]">
      %91 = "cute.make_coord"() : () -> !cute.coord<"(_,0)">
      %92 = "cute.local_tile"(%arg2, %90, %91) : (!memref_gmem_f16, !cute.tile<"[16:1;64:1]">, !cute.coord<"(_,0)">) -> !memref_gmem_f16_1
      %93 = "cute.get_iter"(%92) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %94 = "cute.get_iter"(%92) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %95 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %96 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %97 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %98 = "scf.for"(%95, %96, %97, %arg5) ({
      ^bb0(%arg10: i32, %arg11: !copy_simt):
        %131 = "cute.make_coord"(%arg10) : (i32) -> !cute.coord<"(_,_,?)">
        %132 = "cute.slice"(%92, %131) : (!memref_gmem_f16_1, !cute.coord<"(_,_,?)">) -> !memref_gmem_f16_2
        %133 = "cute.get_iter"(%132) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
        %134 = "cute.get_iter"(%132) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<16>>
        %135 = "cute.make_coord"(%71) : (i32) -> !cute.coord<"?">
        %136 = "cute.tiled.copy.partition_S"(%arg11, %132, %135) : (!copy_simt, !memref_gmem_f16_2, !cute.coord<"?">) -> !memref_gmem_f16_3
        %137 = "cute.get_iter"(%136) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<16>>
        %138 = "cute.get_layout"(%136) : (!memref_gmem_f16_3) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %139 = "cute.make_layout_like"(%138) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %140 = "cute.memref.alloca"(%139) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_rmem_f16
        %141 = "cute.get_iter"(%140) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<32>>
        %142 = "cute.get_iter"(%140) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<32>>
        %143 = "cute.get_shape"(%138) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
        %144:4 = "cute.get_leaves"(%143) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %145 = "cute.get_layout"(%140) : (!memref_rmem_f16) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %146 = "cute.get_shape"(%145) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
        %147:4 = "cute.get_leaves"(%146) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %148 = "cute.make_shape"() : () -> !cute.shape<"1">
        %149 = "cute.make_layout"(%148) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %150 = "cute.append_to_rank"(%138, %149) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %151 = "cute.make_view"(%137, %150) : (!cute.ptr<f16, gmem, align<16>>, !cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_gmem_f16_3
        %152 = "cute.get_iter"(%151) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<16>>
        %153 = "cute.get_layout"(%151) : (!memref_gmem_f16_3) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %154 = "cute.get_shape"(%153) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
        %155:4 = "cute.get_leaves"(%154) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %156 = "cute.group_modes"(%151) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f16_3) -> !memref_gmem_f16_4
        %157 = "cute.get_iter"(%156) : (!memref_gmem_f16_4) -> !cute.ptr<f16, gmem, align<16>>
        %158 = "cute.get_iter"(%156) : (!memref_gmem_f16_4) -> !cute.ptr<f16, gmem, align<16>>
        %159 = "cute.make_shape"() : () -> !cute.shape<"1">
        %160 = "cute.make_layout"(%159) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %161 = "cute.append_to_rank"(%145, %160) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %162 = "cute.make_view"(%142, %161) : (!cute.ptr<f16, rmem, align<32>>, !cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_rmem_f16
        %163 = "cute.get_iter"(%162) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<32>>
        %164 = "cute.get_layout"(%162) : (!memref_rmem_f16) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %165 = "cute.get_shape"(%164) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
        %166:4 = "cute.get_leaves"(%165) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %167 = "cute.group_modes"(%162) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_f16) -> !memref_rmem_f16_1
        %168 = "cute.get_iter"(%167) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<32>>
        %169 = "cute.get_iter"(%167) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<32>>
        %170 = "cute.get_layout"(%156) : (!memref_gmem_f16_4) -> !cute.layout<"((8,1),(1,1)):((1,0),(0,0))">
        %171 = "cute.get_shape"(%170) : (!cute.layout<"((8,1),(1,1)):((1,0),(0,0))">) -> !cute.shape<"((8,1),(1,1))">
        %172:4 = "cute.get_leaves"(%171) : (!cute.shape<"((8,1),(1,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %173 = "cute.get_layout"(%167) : (!memref_rmem_f16_1) -> !cute.layout<"((8,1),(1,1)):((1,0),(0,0))">
        %174 = "cute.get_shape"(%173) : (!cute.layout<"((8,1),(1,1)):((1,0),(0,0))">) -> !cute.shape<"((8,1),(1,1))">
        %175:4 = "cute.get_leaves"(%174) : (!cute.shape<"((8,1),(1,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %176 = "cute.size"(%156) <{mode = array<i32: 1>}> : (!memref_gmem_f16_4) -> !cute.int_tuple<"1">
        %177 = "cute.get_leaves"(%176) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %178 = "cute.size"(%167) <{mode = array<i32: 1>}> : (!memref_rmem_f16_1) -> !cute.int_tuple<"1">
        %179 = "cute.get_leaves"(%178) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg5, %156, %167) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_simt, !memref_gmem_f16_4, !memref_rmem_f16_1) -> ()
        %180 = "cute.make_coord"(%arg10) : (i32) -> !cute.coord<"(_,_,?)">
        %181 = "cute.slice"(%87, %180) : (!memref_smem_f16, !cute.coord<"(_,_,?)">) -> !memref_smem_f16_1
        %182 = "cute.get_iter"(%181) : (!memref_smem_f16_1) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
        %183 = "cute.get_iter"(%181) : (!memref_smem_f16_1) -> !cute.ptr<f16, smem, align<1024>, S<3,4,3>>
        %184 = "cute.make_coord"(%71) : (i32) -> !cute.coord<"?">
        %185 = "cute.tiled.copy.partition_D"(%arg11, %181, %184) : (!copy_simt, !memref_smem_f16_1, !cute.coord<"?">) -> !memref_smem_f16_2
        %186 = "cute.get_iter"(%185) : (!memref_smem_f16_2) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %187 = "cute.get_layout"(%185) : (!memref_smem_f16_2) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %188 = "cute.get_shape"(%187) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
        %189:4 = "cute.get_leaves"(%188) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %190 = "cute.make_shape"() : () -> !cute.shape<"1">
        %191 = "cute.make_layout"(%190) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %192 = "cute.append_to_rank"(%145, %191) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %193 = "cute.make_view"(%142, %192) : (!cute.ptr<f16, rmem, align<32>>, !cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_rmem_f16
        %194 = "cute.get_iter"(%193) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<32>>
        %195 = "cute.get_layout"(%193) : (!memref_rmem_f16) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %196 = "cute.get_shape"(%195) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
        %197:4 = "cute.get_leaves"(%196) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %198 = "cute.group_modes"(%193) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_f16) -> !memref_rmem_f16_1
        %199 = "cute.get_iter"(%198) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<32>>
        %200 = "cute.get_iter"(%198) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<32>>
        %201 = "cute.make_shape"() : () -> !cute.shape<"1">
        %202 = "cute.make_layout"(%201) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
        %203 = "cute.append_to_rank"(%187, %202) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %204 = "cute.make_view"(%186, %203) : (!cute.ptr<f16, smem, align<16>, S<3,4,3>>, !cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_smem_f16_2
        %205 = "cute.get_iter"(%204) : (!memref_smem_f16_2) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %206 = "cute.get_layout"(%204) : (!memref_smem_f16_2) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
        %207 = "cute.get_shape"(%206) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
        %208:4 = "cute.get_leaves"(%207) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %209 = "cute.group_modes"(%204) <{begin = 1 : i32, end = 3 : i32}> : (!memref_smem_f16_2) -> !memref_smem_f16_3
        %210 = "cute.get_iter"(%209) : (!memref_smem_f16_3) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %211 = "cute.get_iter"(%209) : (!memref_smem_f16_3) -> !cute.ptr<f16, smem, align<16>, S<3,4,3>>
        %212 = "cute.get_layout"(%198) : (!memref_rmem_f16_1) -> !cute.layout<"((8,1),(1,1)):((1,0),(0,0))">
        %213 = "cute.get_shape"(%212) : (!cute.layout<"((8,1),(1,1)):((1,0),(0,0))">) -> !cute.shape<"((8,1),(1,1))">
        %214:4 = "cute.get_leaves"(%213) : (!cute.shape<"((8,1),(1,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %215 = "cute.get_layout"(%209) : (!memref_smem_f16_3) -> !cute.layout<"((8,1),(1,1)):((1,0),(0,0))">
        %216 = "cute.get_shape"(%215) : (!cute.layout<"((8,1),(1,1)):((1,0),(0,0))">) -> !cute.shape<"((8,1),(1,1))">
        %217:4 = "cute.get_leaves"(%216) : (!cute.shape<"((8,1),(1,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
        %218 = "cute.size"(%198) <{mode = array<i32: 1>}> : (!memref_rmem_f16_1) -> !cute.int_tuple<"1">
        %219 = "cute.get_leaves"(%218) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        %220 = "cute.size"(%209) <{mode = array<i32: 1>}> : (!memref_smem_f16_3) -> !cute.int_tuple<"1">
        %221 = "cute.get_leaves"(%220) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
        "cute.copy"(%arg5, %198, %209) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_simt, !memref_rmem_f16_1, !memref_smem_f16_3) -> ()
        "scf.yield"(%arg11) : (!copy_simt) -> ()
      }) : (i32, i32, i32, !copy_simt) -> !copy_simt
      "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
      %99 = "scf.for"(%95, %96, %97, %arg3) ({
      ^bb0(%arg6: i32, %arg7: !memref_gmem_f16):
        %102 = "cute.get_iter"(%arg7) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %103 = "cute.get_iter"(%arg7) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %104 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %105 = "arith.constant"() <{value = 8 : i32}> : () -> i32
        %106 = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %107 = "scf.for"(%104, %105, %106, %arg7) ({
        ^bb0(%arg8: i32, %arg9: !memref_gmem_f16):
          %112 = "cute.get_iter"(%arg9) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
          %113 = "cute.get_iter"(%arg9) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
          %114 = "arith.constant"() <{value = 16 : i32}> : () -> i32
          %115 = "arith.remsi"(%71, %114) : (i32, i32) -> i32
          %116 = "arith.floordivsi"(%71, %114) : (i32, i32) -> i32
          %117 = "arith.constant"() <{value = 8 : i32}> : () -> i32
          %118 = "arith.muli"(%116, %117) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
          %119 = "arith.addi"(%118, %arg8) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
          %120 = "cute.make_coord"(%115, %119, %arg6) : (i32, i32, i32) -> !cute.coord<"(?,?,?)">
          %121 = "cute.memref.load"(%87, %120) : (!memref_smem_f16, !cute.coord<"(?,?,?)">) -> f16
          %122 = "arith.remsi"(%71, %114) : (i32, i32) -> i32
          %123 = "arith.muli"(%arg6, %114) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
          %124 = "arith.addi"(%122, %123) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
          %125 = "arith.floordivsi"(%71, %114) : (i32, i32) -> i32
          %126 = "arith.muli"(%125, %117) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
          %127 = "arith.addi"(%126, %arg8) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
          %128 = "cute.make_coord"(%124, %127) : (i32, i32) -> !cute.coord<"(?,?)">
          "cute.memref.store"(%arg9, %128, %121) : (!memref_gmem_f16, !cute.coord<"(?,?)">, f16) -> ()
          %129 = "cute.get_iter"(%arg9) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
          %130 = "cute.get_iter"(%arg9) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
          "scf.yield"(%arg9) : (!memref_gmem_f16) -> ()
        }) : (i32, i32, i32, !memref_gmem_f16) -> !memref_gmem_f16
        %108 = "cute.get_iter"(%107) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %109 = "cute.get_iter"(%arg7) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %110 = "cute.get_iter"(%arg7) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        %111 = "cute.get_iter"(%arg7) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
        "scf.yield"(%arg7) : (!memref_gmem_f16) -> ()
      }) : (i32, i32, i32, !memref_gmem_f16) -> !memref_gmem_f16
      %100 = "cute.get_iter"(%99) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %101 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 128, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16) -> i32, sym_name = "staged"}> ({
  ^bb0(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %4 = "cute.static"() : () -> !cute.swizzle<"S<3,4,3>">
    %5 = "cute.make_shape"() : () -> !cute.shape<"(8,64)">
    %6 = "cute.make_stride"() : () -> !cute.stride<"(64,1)">
    %7 = "cute.make_layout"(%5, %6) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(8,64)">, !cute.stride<"(64,1)">) -> !cute.layout<"(8,64):(64,1)">
    %8 = "cute.get_stride"(%7) : (!cute.layout<"(8,64):(64,1)">) -> !cute.stride<"(64,1)">
    %9:2 = "cute.get_leaves"(%8) : (!cute.stride<"(64,1)">) -> (!cute.stride<"64">, !cute.stride<"1">)
    %10 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"0">
    %11 = "cute.make_composed_layout"(%4, %10, %7) : (!cute.swizzle<"S<3,4,3>">, !cute.int_tuple<"0">, !cute.layout<"(8,64):(64,1)">) -> !cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">
    %12 = "cute.make_shape"() : () -> !cute.shape<"(16,64,2)">
    %13 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(0,1,2)">
    %14 = "cute.tile_to_shape"(%11, %12, %13) : (!cute.composed_layout<"S<3,4,3> o 0 o (8,64):(64,1)">, !cute.shape<"(16,64,2)">, !cute.int_tuple<"(0,1,2)">) -> !cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">
    %15 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f16, 128 b>
    %16 = "cute.make_shape"() : () -> !cute.shape<"(16,8)">
    %17 = "cute.make_stride"() : () -> !cute.stride<"(8,1)">
    %18 = "cute.make_layout"(%16, %17) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(16,8)">, !cute.stride<"(8,1)">) -> !cute.layout<"(16,8):(8,1)">
    %19 = "cute.make_shape"() : () -> !cute.shape<"(1,8)">
    %20 = "cute.make_layout"(%19) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(1,8)">) -> !cute.layout<"(1,8):(0,1)">
    %21 = "cute.raked_product"(%18, %20) : (!cute.layout<"(16,8):(8,1)">, !cute.layout<"(1,8):(0,1)">) -> !cute.layout<"(16,(8,8)):(8,(128,1))">
    %22 = "cute.size"(%18) <{mode = array<i32>}> : (!cute.layout<"(16,8):(8,1)">) -> !cute.int_tuple<"128">
    %23 = "cute.get_leaves"(%22) : (!cute.int_tuple<"128">) -> !cute.int_tuple<"128">
    %24 = "cute.size"(%20) <{mode = array<i32>}> : (!cute.layout<"(1,8):(0,1)">) -> !cute.int_tuple<"8">
    %25 = "cute.get_leaves"(%24) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
    %26 = "cute.make_shape"() : () -> !cute.shape<"(128,8)">
    %27 = "cute.make_layout"(%26) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(128,8)">) -> !cute.layout<"(128,8):(1,128)">
    %28 = "cute.right_inverse"(%21) : (!cute.layout<"(16,(8,8)):(8,(128,1))">) -> !cute.layout<"(8,128):(128,1)">
    %29 = "cute.composition"(%28, %27) : (!cute.layout<"(8,128):(128,1)">, !cute.layout<"(128,8):(1,128)">) -> !cute.layout<"((8,16),8):((128,1),16)">
    %30 = "cute.get_shape"(%21) : (!cute.layout<"(16,(8,8)):(8,(128,1))">) -> !cute.shape<"(16,(8,8))">
    %31:3 = "cute.get_leaves"(%30) : (!cute.shape<"(16,(8,8))">) -> (!cute.shape<"16">, !cute.shape<"8">, !cute.shape<"8">)
    %32 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(16,(8,8))">
    %33 = "cute.tuple.product_each"(%32) : (!cute.int_tuple<"(16,(8,8))">) -> !cute.int_tuple<"(16,64)">
    %34:2 = "cute.get_leaves"(%33) : (!cute.int_tuple<"(16,64)">) -> (!cute.int_tuple<"16">, !cute.int_tuple<"64">)
    %35 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(16,64)">
    %36 = "cute.tuple.product_each"(%35) : (!cute.int_tuple<"(16,64)">) -> !cute.int_tuple<"(16,64)">
    %37:2 = "cute.get_leaves"(%36) : (!cute.int_tuple<"(16,64)">) -> (!cute.int_tuple<"16">, !cute.int_tuple<"64">)
    %38 = "cute.make_tile"() : () -> !cute.tile<"[16:1;64:1]">
    %39 = "cute.make_tiled_copy"(%15) : (!cute_nvgpu.atom.universal_copy<f16, 128 b>) -> !copy_simt
    %40 = "cute.get_layout"(%arg0) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
    %41 = "cute.get_layout"(%arg1) : (!memref_gmem_f16) -> !cute.layout<"(?{div=32},?{div=64}):(?{i64 div=64},1)">
    %42 = "cute.composed_get_inner"(%14) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">) -> !cute.swizzle<"S<3,4,3>">
    %43 = "cute.composed_get_offset"(%14) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">) -> !cute.int_tuple<"0">
    %44 = "cute.get_leaves"(%43) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
    %45 = "cute.composed_get_outer"(%14) : (!cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">) -> !cute.layout<"((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">
    %46 = "cute.static"() : () -> !cute.tile<"[16:1;64:1]">
    %47:2 = "cute.get_leaves"(%46) : (!cute.tile<"[16:1;64:1]">) -> (!cute.layout<"16:1">, !cute.layout<"64:1">)
    %48 = "cute.static"() : () -> !cute.layout<"((8,16),8):((128,1),16)">
    %49 = "cute.static"() : () -> !cute.layout<"1:0">
    %50 = "cute.static"() : () -> !cute.layout<"(1,8):(0,1)">
    %51 = "cute.static"() : () -> !cute.layout<"(1,8):(0,1)">
    %52 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@staged_kernel}> : () -> i64
    %53 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %54 = "arith.cmpi"(%52, %53) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%54) ({
      "cute.print"(%52) <{fmt = "\0AError: kernel '@kernels::@staged_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %55 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %56 = "cuda.cast"(%55) : (i64) -> !cuda.stream
    %57 = "arith.constant"() <{value = 128 : i32}> : () -> i32
    %58 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %59 = "cuda.launch_cfg.create"(%57, %58, %58, %52, %58, %58, %58, %56) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %60 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%59, %60) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %61 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%59, %61) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %62 = "cuda.launch_ex"(%59, %arg0, %arg1, %14, %39) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@staged_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f16, !memref_gmem_f16, !cute.composed_layout<"S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))">, !copy_simt) -> !cuda.result
    %63 = "cuda.cast"(%62) : (!cuda.result) -> i32
    "cuda.return_if_error"(%63) : (i32) -> ()
    %64 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%64) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
