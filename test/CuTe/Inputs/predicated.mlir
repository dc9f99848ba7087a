!copy_simt = !cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32>, layout_copy_tv = <"((8,4),2):((8,2),1)">, tiler_mn = <"[8:1;8:1]">>
!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "((8,8),(?,?)):((?{i64},1),(?{i64 div=8},8))">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(8,8):(?{i64},1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, "((1,2),1,1):((0,?{i64}),0,0)">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, "((1,2),(1,1)):((0,?{i64}),(0,0))">
!memref_gmem_f32_4 = !cute.memref<f32, gmem, align<16>, "(?,?):(?{i64},1)">
!memref_rmem_f32 = !cute.memref<f32, rmem, align<32>, "((1,2),1,1):((0,1),0,0)">
!memref_rmem_f32_1 = !cute.memref<f32, rmem, align<32>, "((1,2),(1,1)):((0,1),(0,0))">
!memref_rmem_i8 = !cute.memref<i8, rmem, align<32>, "((1,2),1,1):((0,1),0,0)">
!memref_rmem_i8_1 = !cute.memref<i8, rmem, align<32>, "((1,2),(1,1)):((0,1),(0,0))">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, !cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">, i32, i32, !cute.layout<"((8,4),2):((8,2),1)">) -> (), sym_name = "predicated_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32, %arg4: !cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">, %arg5: i32, %arg6: i32, %arg7: !cute.layout<"((8,4),2):((8,2),1)">):
      %84 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %85 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %86 = "cute.get_iter"(%arg4) : (!cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">) -> !cute.arith_tuple_iter<"(0,0)">
      %87 = "cute.deref_arith_tuple_iter"(%86) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %88:2 = "cute.get_leaves"(%87) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %89 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %90 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %91 = "cute.get_iter"(%arg4) : (!cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">) -> !cute.arith_tuple_iter<"(0,0)">
      %92 = "cute.deref_arith_tuple_iter"(%91) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %93:2 = "cute.get_leaves"(%92) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %94 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"((8,8),(?,?)):((?{i64},1),(?{i64 div=8},8))">
      %95 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"((8,8),(?,?)):((?{i64},1),(?{i64 div=8},8))">
      %96 = "cute.get_layout"(%arg4) : (!cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">) -> !cute.layout<"((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">
      %97 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %98 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %99 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %100 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %101 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %102 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %103 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32>
      %104 = "cute.make_tile"() : () -> !cute.tile<"[8:1;8:1]">
      %105 = "cute.make_tiled_copy"(%103) : (!cute_nvgpu.atom.universal_copy<f32>) -> !copy_simt
      %106 = "cute.make_coord"(%100) : (i32) -> !cute.coord<"((_,_),?)">
      %107 = "cute.slice"(%arg2, %106) : (!memref_gmem_f32, !cute.coord<"((_,_),?)">) -> !memref_gmem_f32_1
      %108 = "cute.get_iter"(%107) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %109 = "cute.get_iter"(%107) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %110 = "cute.make_coord"(%97) : (i32) -> !cute.coord<"?">
      %111 = "cute.tiled.copy.partition_S"(%105, %107, %110) : (!copy_simt, !memref_gmem_f32_1, !cute.coord<"?">) -> !memref_gmem_f32_2
      %112 = "cute.get_iter"(%111) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %113 = "cute.make_coord"(%100) : (i32) -> !cute.coord<"((_,_),?)">
      %114 = "cute.slice"(%arg3, %113) : (!memref_gmem_f32, !cute.coord<"((_,_),?)">) -> !memref_gmem_f32_1
      %115 = "cute.get_iter"(%114) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %116 = "cute.get_iter"(%114) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %117 = "cute.make_coord"(%97) : (i32) -> !cute.coord<"?">
      %118 = "cute.tiled.copy.partition_D"(%105, %114, %117) : (!copy_simt, !memref_gmem_f32_1, !cute.coord<"?">) -> !memref_gmem_f32_2
      %119 = "cute.get_iter"(%118) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %120 = "cute.make_coord"(%100) : (i32) -> !cute.coord<"((_,_),?)">
      %121 = "cute.slice"(%arg4, %120) : (!cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">, !cute.coord<"((_,_),?)">) -> !cute.coord_tensor<"(?{div=8},?{div=8})", "(8,8):(1@0,1@1)">
      %122 = "cute.get_iter"(%121) : (!cute.coord_tensor<"(?{div=8},?{div=8})", "(8,8):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(?{div=8},?{div=8})">
      %123 = "cute.deref_arith_tuple_iter"(%122) : (!cute.arith_tuple_iter<"(?{div=8},?{div=8})">) -> !cute.int_tuple<"(?{div=8},?{div=8})">
      %124:2 = "cute.get_leaves"(%123) : (!cute.int_tuple<"(?{div=8},?{div=8})">) -> (!cute.int_tuple<"?{div=8}">, !cute.int_tuple<"?{div=8}">)
      %125 = "cute.get_scalars"(%124#0) : (!cute.int_tuple<"?{div=8}">) -> i32
      %126 = "cute.get_scalars"(%124#1) : (!cute.int_tuple<"?{div=8}">) -> i32
      %127 = "cute.get_iter"(%121) : (!cute.coord_tensor<"(?{div=8},?{div=8})", "(8,8):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(?{div=8},?{div=8})">
      %128 = "cute.deref_arith_tuple_iter"(%127) : (!cute.arith_tuple_iter<"(?{div=8},?{div=8})">) -> !cute.int_tuple<"(?{div=8},?{div=8})">
      %129:2 = "cute.get_leaves"(%128) : (!cute.int_tuple<"(?{div=8},?{div=8})">) -> (!cute.int_tuple<"?{div=8}">, !cute.int_tuple<"?{div=8}">)
      %130 = "cute.get_scalars"(%129#0) : (!cute.int_tuple<"?{div=8}">) -> i32
      %131 = "cute.get_scalars"(%129#1) : (!cute.int_tuple<"?{div=8}">) -> i32
      %132 = "cute.make_coord"(%97) : (i32) -> !cute.coord<"?">
      %133 = "cute.tiled.copy.partition_S"(%105, %121, %132) : (!copy_simt, !cute.coord_tensor<"(?{div=8},?{div=8})", "(8,8):(1@0,1@1)">, !cute.coord<"?">) -> !cute.coord_tensor<"(?{div=2},?)", "((1,2),1,1):((0,1@0),0,0)">
      %134 = "cute.get_iter"(%133) : (!cute.coord_tensor<"(?{div=2},?)", "((1,2),1,1):((0,1@0),0,0)">) -> !cute.arith_tuple_iter<"(?{div=2},?)">
      %135 = "cute.deref_arith_tuple_iter"(%134) : (!cute.arith_tuple_iter<"(?{div=2},?)">) -> !cute.int_tuple<"(?{div=2},?)">
      %136:2 = "cute.get_leaves"(%135) : (!cute.int_tuple<"(?{div=2},?)">) -> (!cute.int_tuple<"?{div=2}">, !cute.int_tuple<"?">)
      %137 = "cute.get_scalars"(%136#0) : (!cute.int_tuple<"?{div=2}">) -> i32
      %138 = "cute.get_scalars"(%136#1) : (!cute.int_tuple<"?">) -> i32
      %139 = "cute.get_layout"(%111) : (!memref_gmem_f32_2) -> !cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">
      %140 = "cute.make_layout_like"(%139) : (!cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %141 = "cute.memref.alloca"(%140) : (!cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !memref_rmem_f32
      %142 = "cute.get_iter"(%141) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %143 = "cute.get_iter"(%141) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %144 = "cute.get_layout"(%133) : (!cute.coord_tensor<"(?{div=2},?)", "((1,2),1,1):((0,1@0),0,0)">) -> !cute.layout<"((1,2),1,1):((0,1@0),0,0)">
      %145 = "cute.get_shape"(%144) : (!cute.layout<"((1,2),1,1):((0,1@0),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %146:4 = "cute.get_leaves"(%145) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %147 = "cute.make_shape"() : () -> !cute.shape<"((1,2),1,1)">
      %148 = "cute.make_layout"(%147) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"((1,2),1,1)">) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %149 = "cute.memref.alloca"(%148) : (!cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !memref_rmem_i8
      %150 = "cute.get_iter"(%149) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %151 = "cute.get_iter"(%149) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %152 = "cute.size"(%149) <{mode = array<i32>}> : (!memref_rmem_i8) -> !cute.int_tuple<"2">
      %153 = "cute.get_leaves"(%152) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %154 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %155 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %156 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %157 = "scf.for"(%154, %155, %156, %149) ({
      ^bb0(%arg8: i32, %arg9: !memref_rmem_i8):
        %255 = "cute.get_iter"(%arg9) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
        %256 = "cute.get_iter"(%arg9) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
        %257 = "cute.make_coord"(%arg8) : (i32) -> !cute.coord<"?">
        %258 = "cute.slice"(%133, %257) : (!cute.coord_tensor<"(?{div=2},?)", "((1,2),1,1):((0,1@0),0,0)">, !cute.coord<"?">) -> !cute.coord_tensor<"(?,?)", "():()">
        %259 = "cute.get_iter"(%258) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %260 = "cute.deref_arith_tuple_iter"(%259) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %261:2 = "cute.get_leaves"(%260) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %262 = "cute.get_scalars"(%261#0) : (!cute.int_tuple<"?">) -> i32
        %263 = "cute.get_scalars"(%261#1) : (!cute.int_tuple<"?">) -> i32
        %264 = "cute.get_iter"(%258) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %265 = "cute.deref_arith_tuple_iter"(%264) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %266:2 = "cute.get_leaves"(%265) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %267 = "cute.get_scalars"(%266#0) : (!cute.int_tuple<"?">) -> i32
        %268 = "cute.get_scalars"(%266#1) : (!cute.int_tuple<"?">) -> i32
        %269 = "cute.get_iter"(%258) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
        %270 = "cute.deref_arith_tuple_iter"(%269) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
        %271:2 = "cute.get_leaves"(%270) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
        %272 = "cute.get_scalars"(%271#0) : (!cute.int_tuple<"?">) -> i32
        %273 = "cute.get_scalars"(%271#1) : (!cute.int_tuple<"?">) -> i32
        %274 = "cute.make_coord"(%271#0, %271#1) : (!cute.int_tuple<"?">, !cute.int_tuple<"?">) -> !cute.coord<"(?,?)">
        %275 = "cute.make_coord"(%arg5, %arg6) : (i32, i32) -> !cute.coord<"(?,?)">
        %276 = "cute.elem_less"(%274, %275) : (!cute.coord<"(?,?)">, !cute.coord<"(?,?)">) -> i1
        %277 = "arith.extui"(%276) : (i1) -> i8
        %278 = "cute.make_coord"(%arg8) : (i32) -> !cute.coord<"?">
        "cute.memref.store"(%arg9, %278, %277) : (!memref_rmem_i8, !cute.coord<"?">, i8) -> ()
        %279 = "cute.get_iter"(%arg9) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
        %280 = "cute.get_iter"(%arg9) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
        "scf.yield"(%arg9) : (!memref_rmem_i8) -> ()
      }) : (i32, i32, i32, !memref_rmem_i8) -> !memref_rmem_i8
      %158 = "cute.get_iter"(%157) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %159 = "cute.get_iter"(%149) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %160 = "cute.get_shape"(%139) : (!cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %161:4 = "cute.get_leaves"(%160) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %162 = "cute.get_layout"(%141) : (!memref_rmem_f32) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %163 = "cute.get_shape"(%162) : (!cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %164:4 = "cute.get_leaves"(%163) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %165 = "cute.make_shape"() : () -> !cute.shape<"1">
      %166 = "cute.make_layout"(%165) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %167 = "cute.append_to_rank"(%139, %166) <{rank = 2 : si32}> : (!cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">
      %168 = "cute.make_view"(%112, %167) : (!cute.ptr<f32, gmem>, !cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">) -> !memref_gmem_f32_2
      %169 = "cute.get_iter"(%168) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %170 = "cute.get_layout"(%168) : (!memref_gmem_f32_2) -> !cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">
      %171 = "cute.get_shape"(%170) : (!cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %172:4 = "cute.get_leaves"(%171) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %173 = "cute.group_modes"(%168) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f32_2) -> !memref_gmem_f32_3
      %174 = "cute.get_iter"(%173) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem>
      %175 = "cute.get_iter"(%173) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem>
      %176 = "cute.make_shape"() : () -> !cute.shape<"1">
      %177 = "cute.make_layout"(%176) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %178 = "cute.append_to_rank"(%162, %177) <{rank = 2 : si32}> : (!cute.layout<"((1,2),1,1):((0,1),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %179 = "cute.make_view"(%143, %178) : (!cute.ptr<f32, rmem, align<32>>, !cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !memref_rmem_f32
      %180 = "cute.get_iter"(%179) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %181 = "cute.get_layout"(%179) : (!memref_rmem_f32) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %182 = "cute.get_shape"(%181) : (!cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %183:4 = "cute.get_leaves"(%182) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %184 = "cute.group_modes"(%179) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_f32) -> !memref_rmem_f32_1
      %185 = "cute.get_iter"(%184) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %186 = "cute.get_iter"(%184) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %187 = "cute.get_layout"(%149) : (!memref_rmem_i8) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %188 = "cute.make_shape"() : () -> !cute.shape<"1">
      %189 = "cute.make_layout"(%188) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %190 = "cute.append_to_rank"(%187, %189) <{rank = 2 : si32}> : (!cute.layout<"((1,2),1,1):((0,1),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %191 = "cute.make_view"(%159, %190) : (!cute.ptr<i8, rmem, align<32>>, !cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !memref_rmem_i8
      %192 = "cute.get_iter"(%191) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %193 = "cute.get_layout"(%191) : (!memref_rmem_i8) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %194 = "cute.get_shape"(%193) : (!cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %195:4 = "cute.get_leaves"(%194) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %196 = "cute.group_modes"(%191) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_i8) -> !memref_rmem_i8_1
      %197 = "cute.get_iter"(%196) : (!memref_rmem_i8_1) -> !cute.ptr<i8, rmem, align<32>>
      %198 = "cute.get_iter"(%196) : (!memref_rmem_i8_1) -> !cute.ptr<i8, rmem, align<32>>
      %199 = "cute.get_layout"(%173) : (!memref_gmem_f32_3) -> !cute.layout<"((1,2),(1,1)):((0,?{i64}),(0,0))">
      %200 = "cute.get_shape"(%199) : (!cute.layout<"((1,2),(1,1)):((0,?{i64}),(0,0))">) -> !cute.shape<"((1,2),(1,1))">
      %201:4 = "cute.get_leaves"(%200) : (!cute.shape<"((1,2),(1,1))">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %202 = "cute.get_layout"(%184) : (!memref_rmem_f32_1) -> !cute.layout<"((1,2),(1,1)):((0,1),(0,0))">
      %203 = "cute.get_shape"(%202) : (!cute.layout<"((1,2),(1,1)):((0,1),(0,0))">) -> !cute.shape<"((1,2),(1,1))">
      %204:4 = "cute.get_leaves"(%203) : (!cute.shape<"((1,2),(1,1))">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %205 = "cute.size"(%173) <{mode = array<i32: 1>}> : (!memref_gmem_f32_3) -> !cute.int_tuple<"1">
      %206 = "cute.get_leaves"(%205) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      %207 = "cute.size"(%184) <{mode = array<i32: 1>}> : (!memref_rmem_f32_1) -> !cute.int_tuple<"1">
      %208 = "cute.get_leaves"(%207) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      "cute.copy"(%103, %173, %184, %196) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!cute_nvgpu.atom.universal_copy<f32>, !memref_gmem_f32_3, !memref_rmem_f32_1, !memref_rmem_i8_1) -> ()
      %209 = "cute.get_layout"(%118) : (!memref_gmem_f32_2) -> !cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">
      %210 = "cute.get_shape"(%209) : (!cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %211:4 = "cute.get_leaves"(%210) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %212 = "cute.make_shape"() : () -> !cute.shape<"1">
      %213 = "cute.make_layout"(%212) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %214 = "cute.append_to_rank"(%162, %213) <{rank = 2 : si32}> : (!cute.layout<"((1,2),1,1):((0,1),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %215 = "cute.make_view"(%143, %214) : (!cute.ptr<f32, rmem, align<32>>, !cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !memref_rmem_f32
      %216 = "cute.get_iter"(%215) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %217 = "cute.get_layout"(%215) : (!memref_rmem_f32) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %218 = "cute.get_shape"(%217) : (!cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %219:4 = "cute.get_leaves"(%218) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %220 = "cute.group_modes"(%215) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_f32) -> !memref_rmem_f32_1
      %221 = "cute.get_iter"(%220) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %222 = "cute.get_iter"(%220) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %223 = "cute.make_shape"() : () -> !cute.shape<"1">
      %224 = "cute.make_layout"(%223) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %225 = "cute.append_to_rank"(%209, %224) <{rank = 2 : si32}> : (!cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">
      %226 = "cute.make_view"(%119, %225) : (!cute.ptr<f32, gmem>, !cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">) -> !memref_gmem_f32_2
      %227 = "cute.get_iter"(%226) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem>
      %228 = "cute.get_layout"(%226) : (!memref_gmem_f32_2) -> !cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">
      %229 = "cute.get_shape"(%228) : (!cute.layout<"((1,2),1,1):((0,?{i64}),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %230:4 = "cute.get_leaves"(%229) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %231 = "cute.group_modes"(%226) <{begin = 1 : i32, end = 3 : i32}> : (!memref_gmem_f32_2) -> !memref_gmem_f32_3
      %232 = "cute.get_iter"(%231) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem>
      %233 = "cute.get_iter"(%231) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem>
      %234 = "cute.make_shape"() : () -> !cute.shape<"1">
      %235 = "cute.make_layout"(%234) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %236 = "cute.append_to_rank"(%187, %235) <{rank = 2 : si32}> : (!cute.layout<"((1,2),1,1):((0,1),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %237 = "cute.make_view"(%159, %236) : (!cute.ptr<i8, rmem, align<32>>, !cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !memref_rmem_i8
      %238 = "cute.get_iter"(%237) : (!memref_rmem_i8) -> !cute.ptr<i8, rmem, align<32>>
      %239 = "cute.get_layout"(%237) : (!memref_rmem_i8) -> !cute.layout<"((1,2),1,1):((0,1),0,0)">
      %240 = "cute.get_shape"(%239) : (!cute.layout<"((1,2),1,1):((0,1),0,0)">) -> !cute.shape<"((1,2),1,1)">
      %241:4 = "cute.get_leaves"(%240) : (!cute.shape<"((1,2),1,1)">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %242 = "cute.group_modes"(%237) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_i8) -> !memref_rmem_i8_1
      %243 = "cute.get_iter"(%242) : (!memref_rmem_i8_1) -> !cute.ptr<i8, rmem, align<32>>
      %244 = "cute.get_iter"(%242) : (!memref_rmem_i8_1) -> !cute.ptr<i8, rmem, align<32>>
      %245 = "cute.get_layout"(%220) : (!memref_rmem_f32_1) -> !cute.layout<"((1,2),(1,1)):((0,1),(0,0))">
      %246 = "cute.get_shape"(%245) : (!cute.layout<"((1,2),(1,1)):((0,1),(0,0))">) -> !cute.shape<"((1,2),(1,1))">
      %247:4 = "cute.get_leaves"(%246) : (!cute.shape<"((1,2),(1,1))">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %248 = "cute.get_layout"(%231) : (!memref_gmem_f32_3) -> !cute.layout<"((1,2),(1,1)):((0,?{i64}),(0,0))">
      %249 = "cute.get_shape"(%248) : (!cute.layout<"((1,2),(1,1)):((0,?{i64}),(0,0))">) -> !cute.shape<"((1,2),(1,1))">
      %250:4 = "cute.get_leaves"(%249) : (!cute.shape<"((1,2),(1,1))">) -> (!cute.shape<"1">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %251 = "cute.size"(%220) <{mode = array<i32: 1>}> : (!memref_rmem_f32_1) -> !cute.int_tuple<"1">
      %252 = "cute.get_leaves"(%251) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      %253 = "cute.size"(%231) <{mode = array<i32: 1>}> : (!memref_gmem_f32_3) -> !cute.int_tuple<"1">
      %254 = "cute.get_leaves"(%253) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      "cute.copy"(%103, %220, %231, %242) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!cute_nvgpu.atom.universal_copy<f32>, !memref_rmem_f32_1, !memref_gmem_f32_3, !memref_rmem_i8_1) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32_4, !memref_gmem_f32_4) -> i32, sym_name = "predicated"}> ({
  ^bb0(%arg0: !memref_gmem_f32_4, %arg1: !memref_gmem_f32_4):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32_4) -> !cute.layout<"(?,?):(?{i64},1)">
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
    %16 = "cute.make_shape"() : () -> !cute.shape<"(4,8)">
    %17 = "cute.make_stride"() : () -> !cute.stride<"(8,1)">
    %18 = "cute.make_layout"(%16, %17) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(4,8)">, !cute.stride<"(8,1)">) -> !cute.layout<"(4,8):(8,1)">
    %19 = "cute.make_shape"() : () -> !cute.shape<"(2,1)">
    %20 = "cute.make_layout"(%19) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(2,1)">) -> !cute.layout<"(2,1):(1,0)">
    %21 = "cute.raked_product"(%18, %20) : (!cute.layout<"(4,8):(8,1)">, !cute.layout<"(2,1):(1,0)">) -> !cute.layout<"((2,4),8):((32,8),1)">
    %22 = "cute.size"(%18) <{mode = array<i32>}> : (!cute.layout<"(4,8):(8,1)">) -> !cute.int_tuple<"32">
    %23 = "cute.get_leaves"(%22) : (!cute.int_tuple<"32">) -> !cute.int_tuple<"32">
    %24 = "cute.size"(%20) <{mode = array<i32>}> : (!cute.layout<"(2,1):(1,0)">) -> !cute.int_tuple<"2">
    %25 = "cute.get_leaves"(%24) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
    %26 = "cute.make_shape"() : () -> !cute.shape<"(32,2)">
    %27 = "cute.make_layout"(%26) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(32,2)">) -> !cute.layout<"(32,2):(1,32)">
    %28 = "cute.right_inverse"(%21) : (!cute.layout<"((2,4),8):((32,8),1)">) -> !cute.layout<"(8,4,2):(8,2,1)">
    %29 = "cute.composition"(%28, %27) : (!cute.layout<"(8,4,2):(8,2,1)">, !cute.layout<"(32,2):(1,32)">) -> !cute.layout<"((8,4),2):((8,2),1)">
    %30 = "cute.get_shape"(%21) : (!cute.layout<"((2,4),8):((32,8),1)">) -> !cute.shape<"((2,4),8)">
    %31:3 = "cute.get_leaves"(%30) : (!cute.shape<"((2,4),8)">) -> (!cute.shape<"2">, !cute.shape<"4">, !cute.shape<"8">)
    %32 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,4),8)">
    %33 = "cute.tuple.product_each"(%32) : (!cute.int_tuple<"((2,4),8)">) -> !cute.int_tuple<"(8,8)">
    %34:2 = "cute.get_leaves"(%33) : (!cute.int_tuple<"(8,8)">) -> (!cute.int_tuple<"8">, !cute.int_tuple<"8">)
    %35 = "cute.make_tile"() : () -> !cute.tile<"[8:1;8:1]">
    %36 = "cute.zipped_divide"(%arg0, %35) : (!memref_gmem_f32_4, !cute.tile<"[8:1;8:1]">) -> !memref_gmem_f32
    %37 = "cute.get_iter"(%36) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %38 = "cute.get_iter"(%36) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %39 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_4) -> !cute.layout<"(?,?):(?{i64},1)">
    %40 = "cute.get_shape"(%39) : (!cute.layout<"(?,?):(?{i64},1)">) -> !cute.shape<"(?,?)">
    %41:2 = "cute.get_leaves"(%40) : (!cute.shape<"(?,?)">) -> (!cute.shape<"?">, !cute.shape<"?">)
    %42 = "cute.to_int_tuple"(%41#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %43 = "cute.get_scalars"(%42) : (!cute.int_tuple<"?">) -> i32
    %44 = "cute.to_int_tuple"(%41#1) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %45 = "cute.get_scalars"(%44) : (!cute.int_tuple<"?">) -> i32
    %46 = "cute.make_tile"() : () -> !cute.tile<"[8:1;8:1]">
    %47 = "cute.zipped_divide"(%arg1, %46) : (!memref_gmem_f32_4, !cute.tile<"[8:1;8:1]">) -> !memref_gmem_f32
    %48 = "cute.get_iter"(%47) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %49 = "cute.get_iter"(%47) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %50 = "cute.get_layout"(%12) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">) -> !cute.layout<"(?,?):(1@0,1@1)">
    %51 = "cute.get_shape"(%50) : (!cute.layout<"(?,?):(1@0,1@1)">) -> !cute.shape<"(?,?)">
    %52:2 = "cute.get_leaves"(%51) : (!cute.shape<"(?,?)">) -> (!cute.shape<"?">, !cute.shape<"?">)
    %53 = "cute.to_int_tuple"(%52#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %54 = "cute.get_scalars"(%53) : (!cute.int_tuple<"?">) -> i32
    %55 = "cute.to_int_tuple"(%52#1) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
    %56 = "cute.get_scalars"(%55) : (!cute.int_tuple<"?">) -> i32
    %57 = "cute.make_tile"() : () -> !cute.tile<"[8:1;8:1]">
    %58 = "cute.zipped_divide"(%12, %57) : (!cute.coord_tensor<"(0,0)", "(?,?):(1@0,1@1)">, !cute.tile<"[8:1;8:1]">) -> !cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">
    %59 = "cute.get_iter"(%58) : (!cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">) -> !cute.arith_tuple_iter<"(0,0)">
    %60 = "cute.deref_arith_tuple_iter"(%59) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
    %61:2 = "cute.get_leaves"(%60) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
    %62 = "cute.get_iter"(%58) : (!cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">) -> !cute.arith_tuple_iter<"(0,0)">
    %63 = "cute.deref_arith_tuple_iter"(%62) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
    %64:2 = "cute.get_leaves"(%63) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
    %65 = "cute.size"(%36) <{mode = array<i32: 1>}> : (!memref_gmem_f32) -> !cute.int_tuple<"?">
    %66 = "cute.get_leaves"(%65) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
    %67 = "cute.get_scalars"(%66) : (!cute.int_tuple<"?">) -> i32
    %68 = "cute.get_layout"(%36) : (!memref_gmem_f32) -> !cute.layout<"((8,8),(?,?)):((?{i64},1),(?{i64 div=8},8))">
    %69 = "cute.get_layout"(%47) : (!memref_gmem_f32) -> !cute.layout<"((8,8),(?,?)):((?{i64},1),(?{i64 div=8},8))">
    %70 = "cute.get_layout"(%58) : (!cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">) -> !cute.layout<"((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">
    %71 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@predicated_kernel}> : () -> i64
    %72 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %73 = "arith.cmpi"(%71, %72) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%73) ({
      "cute.print"(%71) <{fmt = "\0AError: kernel '@kernels::@predicated_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %74 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %75 = "cuda.cast"(%74) : (i64) -> !cuda.stream
    %76 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %77 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %78 = "cuda.launch_cfg.create"(%76, %77, %77, %71, %67, %77, %77, %75) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %79 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%78, %79) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %80 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%78, %80) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %81 = "cuda.launch_ex"(%78, %36, %47, %58, %8, %10, %29) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@predicated_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32, !cute.coord_tensor<"(0,0)", "((8,8),(?,?)):((1@0,1@1),(8@0,8@1))">, i32, i32, !cute.layout<"((8,4),2):((8,2),1)">) -> !cuda.result
    %82 = "cuda.cast"(%81) : (!cuda.result) -> i32
    "cuda.return_if_error"(%82) : (i32) -> ()
    %83 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%83) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
