!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "((16,128),(?,?)):((?{i64 div=128},1),(?{i64 div=2048},128))">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "(16,128):(?{i64 div=128},1)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "((32,4),(4,4)):((4,?{i64 div=512}),(1,?{i64 div=128}))">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, align<16>, "((4,4)):((1,?{i64 div=128}))">
!memref_gmem_f32_4 = !cute.memref<f32, gmem, align<16>, "(4,4):(1,?{i64 div=128})">
!memref_gmem_f32_5 = !cute.memref<f32, gmem, align<16>, "(?{div=16},?{div=128}):(?{i64 div=128},1)">
!memref_rmem_f32 = !cute.memref<f32, rmem, align<32>, "((4,4)):((1,4))">
!memref_rmem_f32_1 = !cute.memref<f32, rmem, align<32>, "(4,4):(1,4)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32, !cute.layout<"((32,4),(4,4)):((64,4),(16,1))">) -> (), sym_name = "tv_copy_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32, %arg4: !cute.layout<"((32,4),(4,4)):((64,4),(16,1))">):
      %66 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %67 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %68 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %69 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %70 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"((16,128),(?,?)):((?{i64 div=128},1),(?{i64 div=2048},128))">
      %71 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"((16,128),(?,?)):((?{i64 div=128},1),(?{i64 div=2048},128))">
      %72 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %73 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %74 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %75 = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
      %76 = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
      %77 = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
      %78 = "cute.make_coord"(%75) : (i32) -> !cute.coord<"((_,_),?)">
      %79 = "cute.slice"(%arg2, %78) : (!memref_gmem_f32, !cute.coord<"((_,_),?)">) -> !memref_gmem_f32_1
      %80 = "cute.get_iter"(%79) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %81 = "cute.get_iter"(%79) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %82 = "cute.composition"(%79, %arg4) : (!memref_gmem_f32_1, !cute.layout<"((32,4),(4,4)):((64,4),(16,1))">) -> !memref_gmem_f32_2
      %83 = "cute.get_iter"(%82) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %84 = "cute.make_coord"(%72) : (i32) -> !cute.coord<"(?,_)">
      %85 = "cute.slice"(%82, %84) : (!memref_gmem_f32_2, !cute.coord<"(?,_)">) -> !memref_gmem_f32_3
      %86 = "cute.get_iter"(%85) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %87 = "cute.get_iter"(%85) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %88 = "cute.make_coord"(%75) : (i32) -> !cute.coord<"((_,_),?)">
      %89 = "cute.slice"(%arg3, %88) : (!memref_gmem_f32, !cute.coord<"((_,_),?)">) -> !memref_gmem_f32_1
      %90 = "cute.get_iter"(%89) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %91 = "cute.get_iter"(%89) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %92 = "cute.composition"(%89, %arg4) : (!memref_gmem_f32_1, !cute.layout<"((32,4),(4,4)):((64,4),(16,1))">) -> !memref_gmem_f32_2
      %93 = "cute.get_iter"(%92) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %94 = "cute.make_coord"(%72) : (i32) -> !cute.coord<"(?,_)">
      %95 = "cute.slice"(%92, %94) : (!memref_gmem_f32_2, !cute.coord<"(?,_)">) -> !memref_gmem_f32_3
      %96 = "cute.get_iter"(%95) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %97 = "cute.get_iter"(%95) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %98 = "cute.get_layout"(%85) : (!memref_gmem_f32_3) -> !cute.layout<"((4,4)):((1,?{i64 div=128}))">
      %99 = "cute.make_layout_like"(%98) : (!cute.layout<"((4,4)):((1,?{i64 div=128}))">) -> !cute.layout<"((4,4)):((1,4))">
      %100 = "cute.memref.alloca"(%99) : (!cute.layout<"((4,4)):((1,4))">) -> !memref_rmem_f32
      %101 = "cute.get_iter"(%100) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %102 = "cute.get_iter"(%100) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %103 = "cute.get_shape"(%98) : (!cute.layout<"((4,4)):((1,?{i64 div=128}))">) -> !cute.shape<"((4,4))">
      %104:2 = "cute.get_leaves"(%103) : (!cute.shape<"((4,4))">) -> (!cute.shape<"4">, !cute.shape<"4">)
      %105 = "cute.make_layout_like"(%98) : (!cute.layout<"((4,4)):((1,?{i64 div=128}))">) -> !cute.layout<"((4,4)):((1,4))">
      %106 = "cute.memref.alloca"(%105) : (!cute.layout<"((4,4)):((1,4))">) -> !memref_rmem_f32
      %107 = "cute.get_iter"(%106) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %108 = "cute.get_iter"(%106) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %109 = "cute.get_layout"(%106) : (!memref_rmem_f32) -> !cute.layout<"((4,4)):((1,4))">
      %110 = "cute.get_shape"(%109) : (!cute.layout<"((4,4)):((1,4))">) -> !cute.shape<"((4,4))">
      %111:2 = "cute.get_leaves"(%110) : (!cute.shape<"((4,4))">) -> (!cute.shape<"4">, !cute.shape<"4">)
      %112 = "cute.right_inverse"(%109) : (!cute.layout<"((4,4)):((1,4))">) -> !cute.layout<"16:1">
      %113 = "cute.composition"(%98, %112) : (!cute.layout<"((4,4)):((1,?{i64 div=128}))">, !cute.layout<"16:1">) -> !cute.layout<"(4,4):(1,?{i64 div=128})">
      %114 = "cute.coalesce"(%113) : (!cute.layout<"(4,4):(1,?{i64 div=128})">) -> !cute.layout<"(4,4):(1,?{i64 div=128})">
      %115 = "cute.get_shape"(%114) : (!cute.layout<"(4,4):(1,?{i64 div=128})">) -> !cute.shape<"(4,4)">
      %116:2 = "cute.get_leaves"(%115) : (!cute.shape<"(4,4)">) -> (!cute.shape<"4">, !cute.shape<"4">)
      %117 = "cute.get_stride"(%114) : (!cute.layout<"(4,4):(1,?{i64 div=128})">) -> !cute.stride<"(1,?{i64 div=128})">
      %118:2 = "cute.get_leaves"(%117) : (!cute.stride<"(1,?{i64 div=128})">) -> (!cute.stride<"1">, !cute.stride<"?{i64 div=128}">)
      %119 = "cute.to_int_tuple"(%118#1) : (!cute.stride<"?{i64 div=128}">) -> !cute.int_tuple<"?{i64 div=128}">
      %120 = "cute.get_scalars"(%119) : (!cute.int_tuple<"?{i64 div=128}">) -> i64
      %121 = "cute.get_shape"(%114) : (!cute.layout<"(4,4):(1,?{i64 div=128})">) -> !cute.shape<"(4,4)">
      %122:2 = "cute.get_leaves"(%121) : (!cute.shape<"(4,4)">) -> (!cute.shape<"4">, !cute.shape<"4">)
      %123 = "cute.get_shape"(%114) : (!cute.layout<"(4,4):(1,?{i64 div=128})">) -> !cute.shape<"(4,4)">
      %124:2 = "cute.get_leaves"(%123) : (!cute.shape<"(4,4)">) -> (!cute.shape<"4">, !cute.shape<"4">)
      %125 = "cute.get"(%114) <{mode = array<i32: 0>}> : (!cute.layout<"(4,4):(1,?{i64 div=128})">) -> !cute.layout<"4:1">
      %126 = "cute.composition"(%112, %125) : (!cute.layout<"16:1">, !cute.layout<"4:1">) -> !cute.layout<"4:1">
      %127 = "cute.size"(%126) <{mode = array<i32>}> : (!cute.layout<"4:1">) -> !cute.int_tuple<"4">
      %128 = "cute.get_leaves"(%127) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %129 = "cute.logical_divide"(%85, %126) : (!memref_gmem_f32_3, !cute.layout<"4:1">) -> !memref_gmem_f32_4
      %130 = "cute.get_iter"(%129) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %131 = "cute.get_iter"(%129) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %132 = "cute.logical_divide"(%106, %126) : (!memref_rmem_f32, !cute.layout<"4:1">) -> !memref_rmem_f32_1
      %133 = "cute.get_iter"(%132) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %134 = "cute.get_iter"(%132) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %135 = "cute.make_shape"() : () -> !cute.shape<"4">
      %136 = "cute.make_layout"(%135) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %137 = "cute.logical_divide"(%129, %136) : (!memref_gmem_f32_4, !cute.layout<"4:1">) -> !memref_gmem_f32_4
      %138 = "cute.get_iter"(%137) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %139 = "cute.get_iter"(%137) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %140 = "cute.make_shape"() : () -> !cute.shape<"4">
      %141 = "cute.make_layout"(%140) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %142 = "cute.logical_divide"(%132, %141) : (!memref_rmem_f32_1, !cute.layout<"4:1">) -> !memref_rmem_f32_1
      %143 = "cute.get_iter"(%142) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %144 = "cute.get_iter"(%142) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %145 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
      "cute.copy"(%145, %137, %142) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !memref_gmem_f32_4, !memref_rmem_f32_1) -> ()
      %146 = "cute.memref.load_vec"(%106) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!memref_rmem_f32) -> vector<16xf32>
      %147 = "cute.get_layout"(%100) : (!memref_rmem_f32) -> !cute.layout<"((4,4)):((1,4))">
      %148 = "cute.get_shape"(%147) : (!cute.layout<"((4,4)):((1,4))">) -> !cute.shape<"((4,4))">
      %149:2 = "cute.get_leaves"(%148) : (!cute.shape<"((4,4))">) -> (!cute.shape<"4">, !cute.shape<"4">)
      %150 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((4,4))">
      %151 = "cute.size"(%150) <{mode = array<i32>}> : (!cute.int_tuple<"((4,4))">) -> !cute.int_tuple<"16">
      %152 = "cute.get_leaves"(%151) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
      %153 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((4,4))">
      %154 = "cute.size"(%153) <{mode = array<i32>}> : (!cute.int_tuple<"((4,4))">) -> !cute.int_tuple<"16">
      %155 = "cute.get_leaves"(%154) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
      "cute.memref.store_vec"(%146, %100) : (vector<16xf32>, !memref_rmem_f32) -> ()
      %156 = "cute.memref.load_vec"(%100) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!memref_rmem_f32) -> vector<16xf32>
      %157 = "cute.get_layout"(%95) : (!memref_gmem_f32_3) -> !cute.layout<"((4,4)):((1,?{i64 div=128}))">
      %158 = "cute.get_shape"(%157) : (!cute.layout<"((4,4)):((1,?{i64 div=128}))">) -> !cute.shape<"((4,4))">
      %159:2 = "cute.get_leaves"(%158) : (!cute.shape<"((4,4))">) -> (!cute.shape<"4">, !cute.shape<"4">)
      %160 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((4,4))">
      %161 = "cute.size"(%160) <{mode = array<i32>}> : (!cute.int_tuple<"((4,4))">) -> !cute.int_tuple<"16">
      %162 = "cute.get_leaves"(%161) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
      %163 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((4,4))">
      %164 = "cute.size"(%163) <{mode = array<i32>}> : (!cute.int_tuple<"((4,4))">) -> !cute.int_tuple<"16">
      %165 = "cute.get_leaves"(%164) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
      %166 = "cute.make_layout_like"(%157) : (!cute.layout<"((4,4)):((1,?{i64 div=128}))">) -> !cute.layout<"((4,4)):((1,4))">
      %167 = "cute.memref.alloca"(%166) : (!cute.layout<"((4,4)):((1,4))">) -> !memref_rmem_f32
      %168 = "cute.get_iter"(%167) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %169 = "cute.get_iter"(%167) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %170 = "cute.size"(%167) <{mode = array<i32>}> : (!memref_rmem_f32) -> !cute.int_tuple<"16">
      %171 = "cute.get_leaves"(%170) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
      %172 = "cute.make_shape"() : () -> !cute.shape<"((4,4))">
      %173 = "cute.make_layout"(%172) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"((4,4))">) -> !cute.layout<"((4,4)):((1,4))">
      %174 = "cute.make_coord"() : () -> !cute.coord<"0">
      %175 = "cute.crd2idx"(%174, %173) : (!cute.coord<"0">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"0">
      %176 = "cute.get_leaves"(%175) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %177 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %178 = "arith.index_cast"(%177) : (i32) -> index
      %179 = "vector.extract"(%156, %178) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %180 = "cute.make_coord"() : () -> !cute.coord<"0">
      "cute.memref.store"(%167, %180, %179) : (!memref_rmem_f32, !cute.coord<"0">, f32) -> ()
      %181 = "cute.make_coord"() : () -> !cute.coord<"1">
      %182 = "cute.crd2idx"(%181, %173) : (!cute.coord<"1">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"1">
      %183 = "cute.get_leaves"(%182) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      %184 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %185 = "arith.index_cast"(%184) : (i32) -> index
      %186 = "vector.extract"(%156, %185) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %187 = "cute.make_coord"() : () -> !cute.coord<"1">
      "cute.memref.store"(%167, %187, %186) : (!memref_rmem_f32, !cute.coord<"1">, f32) -> ()
      %188 = "cute.make_coord"() : () -> !cute.coord<"2">
      %189 = "cute.crd2idx"(%188, %173) : (!cute.coord<"2">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"2">
      %190 = "cute.get_leaves"(%189) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %191 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %192 = "arith.index_cast"(%191) : (i32) -> index
      %193 = "vector.extract"(%156, %192) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %194 = "cute.make_coord"() : () -> !cute.coord<"2">
      "cute.memref.store"(%167, %194, %193) : (!memref_rmem_f32, !cute.coord<"2">, f32) -> ()
      %195 = "cute.make_coord"() : () -> !cute.coord<"3">
      %196 = "cute.crd2idx"(%195, %173) : (!cute.coord<"3">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"3">
      %197 = "cute.get_leaves"(%196) : (!cute.int_tuple<"3">) -> !cute.int_tuple<"3">
      %198 = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %199 = "arith.index_cast"(%198) : (i32) -> index
      %200 = "vector.extract"(%156, %199) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %201 = "cute.make_coord"() : () -> !cute.coord<"3">
      "cute.memref.store"(%167, %201, %200) : (!memref_rmem_f32, !cute.coord<"3">, f32) -> ()
      %202 = "cute.make_coord"() : () -> !cute.coord<"4">
      %203 = "cute.crd2idx"(%202, %173) : (!cute.coord<"4">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"4">
      %204 = "cute.get_leaves"(%203) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %205 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %206 = "arith.index_cast"(%205) : (i32) -> index
      %207 = "vector.extract"(%156, %206) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %208 = "cute.make_coord"() : () -> !cute.coord<"4">
      "cute.memref.store"(%167, %208, %207) : (!memref_rmem_f32, !cute.coord<"4">, f32) -> ()
      %209 = "cute.make_coord"() : () -> !cute.coord<"5">
      %210 = "cute.crd2idx"(%209, %173) : (!cute.coord<"5">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"5">
      %211 = "cute.get_leaves"(%210) : (!cute.int_tuple<"5">) -> !cute.int_tuple<"5">
      %212 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %213 = "arith.index_cast"(%212) : (i32) -> index
      %214 = "vector.extract"(%156, %213) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %215 = "cute.make_coord"() : () -> !cute.coord<"5">
      "cute.memref.store"(%167, %215, %214) : (!memref_rmem_f32, !cute.coord<"5">, f32) -> ()
      %216 = "cute.make_coord"() : () -> !cute.coord<"6">
      %217 = "cute.crd2idx"(%216, %173) : (!cute.coord<"6">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"6">
      %218 = "cute.get_leaves"(%217) : (!cute.int_tuple<"6">) -> !cute.int_tuple<"6">
      %219 = "arith.constant"() <{value = 6 : i32}> : () -> i32
      %220 = "arith.index_cast"(%219) : (i32) -> index
      %221 = "vector.extract"(%156, %220) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %222 = "cute.make_coord"() : () -> !cute.coord<"6">
      "cute.memref.store"(%167, %222, %221) : (!memref_rmem_f32, !cute.coord<"6">, f32) -> ()
      %223 = "cute.make_coord"() : () -> !cute.coord<"7">
      %224 = "cute.crd2idx"(%223, %173) : (!cute.coord<"7">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"7">
      %225 = "cute.get_leaves"(%224) : (!cute.int_tuple<"7">) -> !cute.int_tuple<"7">
      %226 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %227 = "arith.index_cast"(%226) : (i32) -> index
      %228 = "vector.extract"(%156, %227) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %229 = "cute.make_coord"() : () -> !cute.coord<"7">
      "cute.memref.store"(%167, %229, %228) : (!memref_rmem_f32, !cute.coord<"7">, f32) -> ()
      %230 = "cute.make_coord"() : () -> !cute.coord<"8">
      %231 = "cute.crd2idx"(%230, %173) : (!cute.coord<"8">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"8">
      %232 = "cute.get_leaves"(%231) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %233 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %234 = "arith.index_cast"(%233) : (i32) -> index
      %235 = "vector.extract"(%156, %234) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %236 = "cute.make_coord"() : () -> !cute.coord<"8">
      "cute.memref.store"(%167, %236, %235) : (!memref_rmem_f32, !cute.coord<"8">, f32) -> ()
      %237 = "cute.make_coord"() : () -> !cute.coord<"9">
      %238 = "cute.crd2idx"(%237, %173) : (!cute.coord<"9">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"9">
      %239 = "cute.get_leaves"(%238) : (!cute.int_tuple<"9">) -> !cute.int_tuple<"9">
      %240 = "arith.constant"() <{value = 9 : i32}> : () -> i32
      %241 = "arith.index_cast"(%240) : (i32) -> index
      %242 = "vector.extract"(%156, %241) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %243 = "cute.make_coord"() : () -> !cute.coord<"9">
      "cute.memref.store"(%167, %243, %242) : (!memref_rmem_f32, !cute.coord<"9">, f32) -> ()
      %244 = "cute.make_coord"() : () -> !cute.coord<"10">
      %245 = "cute.crd2idx"(%244, %173) : (!cute.coord<"10">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"10">
      %246 = "cute.get_leaves"(%245) : (!cute.int_tuple<"10">) -> !cute.int_tuple<"10">
      %247 = "arith.constant"() <{value = 10 : i32}> : () -> i32
      %248 = "arith.index_cast"(%247) : (i32) -> index
      %249 = "vector.extract"(%156, %248) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %250 = "cute.make_coord"() : () -> !cute.coord<"10">
      "cute.memref.store"(%167, %250, %249) : (!memref_rmem_f32, !cute.coord<"10">, f32) -> ()
      %251 = "cute.make_coord"() : () -> !cute.coord<"11">
      %252 = "cute.crd2idx"(%251, %173) : (!cute.coord<"11">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"11">
      %253 = "cute.get_leaves"(%252) : (!cute.int_tuple<"11">) -> !cute.int_tuple<"11">
      %254 = "arith.constant"() <{value = 11 : i32}> : () -> i32
      %255 = "arith.index_cast"(%254) : (i32) -> index
      %256 = "vector.extract"(%156, %255) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %257 = "cute.make_coord"() : () -> !cute.coord<"11">
      "cute.memref.store"(%167, %257, %256) : (!memref_rmem_f32, !cute.coord<"11">, f32) -> ()
      %258 = "cute.make_coord"() : () -> !cute.coord<"12">
      %259 = "cute.crd2idx"(%258, %173) : (!cute.coord<"12">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"12">
      %260 = "cute.get_leaves"(%259) : (!cute.int_tuple<"12">) -> !cute.int_tuple<"12">
      %261 = "arith.constant"() <{value = 12 : i32}> : () -> i32
      %262 = "arith.index_cast"(%261) : (i32) -> index
      %263 = "vector.extract"(%156, %262) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %264 = "cute.make_coord"() : () -> !cute.coord<"12">
      "cute.memref.store"(%167, %264, %263) : (!memref_rmem_f32, !cute.coord<"12">, f32) -> ()
      %265 = "cute.make_coord"() : () -> !cute.coord<"13">
      %266 = "cute.crd2idx"(%265, %173) : (!cute.coord<"13">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"13">
      %267 = "cute.get_leaves"(%266) : (!cute.int_tuple<"13">) -> !cute.int_tuple<"13">
      %268 = "arith.constant"() <{value = 13 : i32}> : () -> i32
      %269 = "arith.index_cast"(%268) : (i32) -> index
      %270 = "vector.extract"(%156, %269) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %271 = "cute.make_coord"() : () -> !cute.coord<"13">
      "cute.memref.store"(%167, %271, %270) : (!memref_rmem_f32, !cute.coord<"13">, f32) -> ()
      %272 = "cute.make_coord"() : () -> !cute.coord<"14">
      %273 = "cute.crd2idx"(%272, %173) : (!cute.coord<"14">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"14">
      %274 = "cute.get_leaves"(%273) : (!cute.int_tuple<"14">) -> !cute.int_tuple<"14">
      %275 = "arith.constant"() <{value = 14 : i32}> : () -> i32
      %276 = "arith.index_cast"(%275) : (i32) -> index
      %277 = "vector.extract"(%156, %276) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %278 = "cute.make_coord"() : () -> !cute.coord<"14">
      "cute.memref.store"(%167, %278, %277) : (!memref_rmem_f32, !cute.coord<"14">, f32) -> ()
      %279 = "cute.make_coord"() : () -> !cute.coord<"15">
      %280 = "cute.crd2idx"(%279, %173) : (!cute.coord<"15">, !cute.layout<"((4,4)):((1,4))">) -> !cute.int_tuple<"15">
      %281 = "cute.get_leaves"(%280) : (!cute.int_tuple<"15">) -> !cute.int_tuple<"15">
      %282 = "arith.constant"() <{value = 15 : i32}> : () -> i32
      %283 = "arith.index_cast"(%282) : (i32) -> index
      %284 = "vector.extract"(%156, %283) <{static_position = array<i64: -9223372036854775808>}> : (vector<16xf32>, index) -> f32
      %285 = "cute.make_coord"() : () -> !cute.coord<"15">
      "cute.memref.store"(%167, %285, %284) : (!memref_rmem_f32, !cute.coord<"15">, f32) -> ()
      %286 = "cute.get_layout"(%167) : (!memref_rmem_f32) -> !cute.layout<"((4,4)):((1,4))">
      %287 = "cute.get_shape"(%286) : (!cute.layout<"((4,4)):((1,4))">) -> !cute.shape<"((4,4))">
      %288:2 = "cute.get_leaves"(%287) : (!cute.shape<"((4,4))">) -> (!cute.shape<"4">, !cute.shape<"4">)
      %289 = "cute.right_inverse"(%157) : (!cute.layout<"((4,4)):((1,?{i64 div=128}))">) -> !cute.layout<"4:1">
      %290 = "cute.composition"(%286, %289) : (!cute.layout<"((4,4)):((1,4))">, !cute.layout<"4:1">) -> !cute.layout<"4:1">
      %291 = "cute.coalesce"(%290) : (!cute.layout<"4:1">) -> !cute.layout<"4:1">
      %292 = "cute.get_shape"(%291) : (!cute.layout<"4:1">) -> !cute.shape<"4">
      %293 = "cute.get_leaves"(%292) : (!cute.shape<"4">) -> !cute.shape<"4">
      %294 = "cute.get_stride"(%291) : (!cute.layout<"4:1">) -> !cute.stride<"1">
      %295 = "cute.get_leaves"(%294) : (!cute.stride<"1">) -> !cute.stride<"1">
      %296 = "cute.get_shape"(%291) : (!cute.layout<"4:1">) -> !cute.shape<"4">
      %297 = "cute.get_leaves"(%296) : (!cute.shape<"4">) -> !cute.shape<"4">
      %298 = "cute.get_shape"(%291) : (!cute.layout<"4:1">) -> !cute.shape<"4">
      %299 = "cute.get_leaves"(%298) : (!cute.shape<"4">) -> !cute.shape<"4">
      %300 = "cute.composition"(%289, %291) : (!cute.layout<"4:1">, !cute.layout<"4:1">) -> !cute.layout<"4:1">
      %301 = "cute.size"(%300) <{mode = array<i32>}> : (!cute.layout<"4:1">) -> !cute.int_tuple<"4">
      %302 = "cute.get_leaves"(%301) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %303 = "cute.logical_divide"(%167, %300) : (!memref_rmem_f32, !cute.layout<"4:1">) -> !memref_rmem_f32_1
      %304 = "cute.get_iter"(%303) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %305 = "cute.get_iter"(%303) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %306 = "cute.logical_divide"(%95, %300) : (!memref_gmem_f32_3, !cute.layout<"4:1">) -> !memref_gmem_f32_4
      %307 = "cute.get_iter"(%306) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %308 = "cute.get_iter"(%306) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %309 = "cute.make_shape"() : () -> !cute.shape<"4">
      %310 = "cute.make_layout"(%309) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %311 = "cute.logical_divide"(%303, %310) : (!memref_rmem_f32_1, !cute.layout<"4:1">) -> !memref_rmem_f32_1
      %312 = "cute.get_iter"(%311) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %313 = "cute.get_iter"(%311) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %314 = "cute.make_shape"() : () -> !cute.shape<"4">
      %315 = "cute.make_layout"(%314) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %316 = "cute.logical_divide"(%306, %315) : (!memref_gmem_f32_4, !cute.layout<"4:1">) -> !memref_gmem_f32_4
      %317 = "cute.get_iter"(%316) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %318 = "cute.get_iter"(%316) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %319 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
      "cute.copy"(%319, %311, %316) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !memref_rmem_f32_1, !memref_gmem_f32_4) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 128, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32_5, !memref_gmem_f32_5) -> i32, sym_name = "tv_copy"}> ({
  ^bb0(%arg0: !memref_gmem_f32_5, %arg1: !memref_gmem_f32_5):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32_5) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.make_shape"() : () -> !cute.shape<"(4,32)">
    %5 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(1,0)">
    %6 = "cute.make_ordered_layout"(%4, %5) : (!cute.shape<"(4,32)">, !cute.int_tuple<"(1,0)">) -> !cute.layout<"(4,32):(32,1)">
    %7 = "cute.make_shape"() : () -> !cute.shape<"(4,4)">
    %8 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(1,0)">
    %9 = "cute.make_ordered_layout"(%7, %8) : (!cute.shape<"(4,4)">, !cute.int_tuple<"(1,0)">) -> !cute.layout<"(4,4):(4,1)">
    %10 = "cute.raked_product"(%6, %9) : (!cute.layout<"(4,32):(32,1)">, !cute.layout<"(4,4):(4,1)">) -> !cute.layout<"((4,4),(4,32)):((512,32),(128,1))">
    %11 = "cute.size"(%6) <{mode = array<i32>}> : (!cute.layout<"(4,32):(32,1)">) -> !cute.int_tuple<"128">
    %12 = "cute.get_leaves"(%11) : (!cute.int_tuple<"128">) -> !cute.int_tuple<"128">
    %13 = "cute.size"(%9) <{mode = array<i32>}> : (!cute.layout<"(4,4):(4,1)">) -> !cute.int_tuple<"16">
    %14 = "cute.get_leaves"(%13) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
    %15 = "cute.make_shape"() : () -> !cute.shape<"(128,16)">
    %16 = "cute.make_layout"(%15) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(128,16)">) -> !cute.layout<"(128,16):(1,128)">
    %17 = "cute.right_inverse"(%10) : (!cute.layout<"((4,4),(4,32)):((512,32),(128,1))">) -> !cute.layout<"(32,16,4):(64,4,1)">
    %18 = "cute.composition"(%17, %16) : (!cute.layout<"(32,16,4):(64,4,1)">, !cute.layout<"(128,16):(1,128)">) -> !cute.layout<"((32,4),(4,4)):((64,4),(16,1))">
    %19 = "cute.get_shape"(%10) : (!cute.layout<"((4,4),(4,32)):((512,32),(128,1))">) -> !cute.shape<"((4,4),(4,32))">
    %20:4 = "cute.get_leaves"(%19) : (!cute.shape<"((4,4),(4,32))">) -> (!cute.shape<"4">, !cute.shape<"4">, !cute.shape<"4">, !cute.shape<"32">)
    %21 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((4,4),(4,32))">
    %22 = "cute.tuple.product_each"(%21) : (!cute.int_tuple<"((4,4),(4,32))">) -> !cute.int_tuple<"(16,128)">
    %23:2 = "cute.get_leaves"(%22) : (!cute.int_tuple<"(16,128)">) -> (!cute.int_tuple<"16">, !cute.int_tuple<"128">)
    %24 = "cute.get_layout"(%arg0) : (!memref_gmem_f32_5) -> !cute.layout<"(?{div=16},?{div=128}):(?{i64 div=128},1)">
    %25 = "cute.get_shape"(%24) : (!cute.layout<"(?{div=16},?{div=128}):(?{i64 div=128},1)">) -> !cute.shape<"(?{div=16},?{div=128})">
    %26:2 = "cute.get_leaves"(%25) : (!cute.shape<"(?{div=16},?{div=128})">) -> (!cute.shape<"?{div=16}">, !cute.shape<"?{div=128}">)
    %27 = "cute.to_int_tuple"(%26#0) : (!cute.shape<"?{div=16}">) -> !cute.int_tuple<"?{div=16}">
    %28 = "cute.get_scalars"(%27) : (!cute.int_tuple<"?{div=16}">) -> i32
    %29 = "cute.to_int_tuple"(%26#1) : (!cute.shape<"?{div=128}">) -> !cute.int_tuple<"?{div=128}">
    %30 = "cute.get_scalars"(%29) : (!cute.int_tuple<"?{div=128}">) -> i32
    %31 = "cute.make_tile"() : () -> !cute.tile<"[16:1;128:1]">
    %32 = "cute.zipped_divide"(%arg0, %31) : (!memref_gmem_f32_5, !cute.tile<"[16:1;128:1]">) -> !memref_gmem_f32
    %33 = "cute.get_iter"(%32) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %34 = "cute.get_iter"(%32) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %35 = "cute.get_layout"(%arg1) : (!memref_gmem_f32_5) -> !cute.layout<"(?{div=16},?{div=128}):(?{i64 div=128},1)">
    %36 = "cute.get_shape"(%35) : (!cute.layout<"(?{div=16},?{div=128}):(?{i64 div=128},1)">) -> !cute.shape<"(?{div=16},?{div=128})">
    %37:2 = "cute.get_leaves"(%36) : (!cute.shape<"(?{div=16},?{div=128})">) -> (!cute.shape<"?{div=16}">, !cute.shape<"?{div=128}">)
    %38 = "cute.to_int_tuple"(%37#0) : (!cute.shape<"?{div=16}">) -> !cute.int_tuple<"?{div=16}">
    %39 = "cute.get_scalars"(%38) : (!cute.int_tuple<"?{div=16}">) -> i32
    %40 = "cute.to_int_tuple"(%37#1) : (!cute.shape<"?{div=128}">) -> !cute.int_tuple<"?{div=128}">
    %41 = "cute.get_scalars"(%40) : (!cute.int_tuple<"?{div=128}">) -> i32
    %42 = "cute.make_tile"() : () -> !cute.tile<"[16:1;128:1]">
    %43 = "cute.zipped_divide"(%arg1, %42) : (!memref_gmem_f32_5, !cute.tile<"[16:1;128:1]">) -> !memref_gmem_f32
    %44 = "cute.get_iter"(%43) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %45 = "cute.get_iter"(%43) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %46 = "cute.size"(%32) <{mode = array<i32: 1>}> : (!memref_gmem_f32) -> !cute.int_tuple<"?">
    %47 = "cute.get_leaves"(%46) : (!cute.int_tuple<"?">) -> !cute.int_tuple<"?">
    %48 = "cute.get_scalars"(%47) : (!cute.int_tuple<"?">) -> i32
    %49 = "cute.size"(%18) <{mode = array<i32: 0>}> : (!cute.layout<"((32,4),(4,4)):((64,4),(16,1))">) -> !cute.int_tuple<"128">
    %50 = "cute.get_leaves"(%49) : (!cute.int_tuple<"128">) -> !cute.int_tuple<"128">
    %51 = "cute.get_layout"(%32) : (!memref_gmem_f32) -> !cute.layout<"((16,128),(?,?)):((?{i64 div=128},1),(?{i64 div=2048},128))">
    %52 = "cute.get_layout"(%43) : (!memref_gmem_f32) -> !cute.layout<"((16,128),(?,?)):((?{i64 div=128},1),(?{i64 div=2048},128))">
    %53 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@tv_copy_kernel}> : () -> i64
    %54 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %55 = "arith.cmpi"(%53, %54) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%55) ({
      "cute.print"(%53) <{fmt = "\0AError: kernel '@kernels::@tv_copy_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %56 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %57 = "cuda.cast"(%56) : (i64) -> !cuda.stream
    %58 = "arith.constant"() <{value = 128 : i32}> : () -> i32
    %59 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %60 = "cuda.launch_cfg.create"(%58, %59, %59, %53, %48, %59, %59, %57) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %61 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%60, %61) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %62 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%60, %62) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %63 = "cuda.launch_ex"(%60, %32, %43, %18) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@tv_copy_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32, !cute.layout<"((32,4),(4,4)):((64,4),(16,1))">) -> !cuda.result
    %64 = "cuda.cast"(%63) : (!cuda.result) -> i32
    "cuda.return_if_error"(%64) : (i32) -> ()
    %65 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%65) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
