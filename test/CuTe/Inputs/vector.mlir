!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(?,?{div=8}):(?{i64 div=8},1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<16>, "((1,8),(?,?)):((0,1),(?{i64 div=8},8))">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<16>, "((1,8)):((0,1))">
!memref_gmem_f32_3 = !cute.memref<f32, gmem, align<16>, "(8,1):(1,0)">
!memref_gmem_f32_4 = !cute.memref<f32, gmem, align<16>, "(4,2):(1,4)">
!memref_rmem_f32 = !cute.memref<f32, rmem, align<32>, "((1,8)):((0,1))">
!memref_rmem_f32_1 = !cute.memref<f32, rmem, align<32>, "(8,1):(1,0)">
!memref_rmem_f32_2 = !cute.memref<f32, rmem, align<32>, "(4,2):(1,4)">
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32) -> (), sym_name = "vector_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f32, %arg3: !memref_gmem_f32):
      %19 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %20 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %21 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %22 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %23 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">
      %24 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">
      %25 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %26 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %27 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %28 = "cute.get_shape"(%23) : (!cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">) -> !cute.shape<"(?,?{div=8})">
      %29:2 = "cute.get_leaves"(%28) : (!cute.shape<"(?,?{div=8})">) -> (!cute.shape<"?">, !cute.shape<"?{div=8}">)
      %30 = "cute.to_int_tuple"(%29#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
      %31 = "cute.get_scalars"(%30) : (!cute.int_tuple<"?">) -> i32
      %32 = "cute.to_int_tuple"(%29#1) : (!cute.shape<"?{div=8}">) -> !cute.int_tuple<"?{div=8}">
      %33 = "cute.get_scalars"(%32) : (!cute.int_tuple<"?{div=8}">) -> i32
      %34 = "cute.make_tile"() : () -> !cute.tile<"[1:0;8:1]">
      %35 = "cute.zipped_divide"(%arg2, %34) : (!memref_gmem_f32, !cute.tile<"[1:0;8:1]">) -> !memref_gmem_f32_1
      %36 = "cute.get_iter"(%35) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %37 = "cute.get_iter"(%35) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %38 = "cute.get_shape"(%24) : (!cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">) -> !cute.shape<"(?,?{div=8})">
      %39:2 = "cute.get_leaves"(%38) : (!cute.shape<"(?,?{div=8})">) -> (!cute.shape<"?">, !cute.shape<"?{div=8}">)
      %40 = "cute.to_int_tuple"(%39#0) : (!cute.shape<"?">) -> !cute.int_tuple<"?">
      %41 = "cute.get_scalars"(%40) : (!cute.int_tuple<"?">) -> i32
      %42 = "cute.to_int_tuple"(%39#1) : (!cute.shape<"?{div=8}">) -> !cute.int_tuple<"?{div=8}">
      %43 = "cute.get_scalars"(%42) : (!cute.int_tuple<"?{div=8}">) -> i32
      %44 = "cute.make_tile"() : () -> !cute.tile<"[1:0;8:1]">
      %45 = "cute.zipped_divide"(%arg3, %44) : (!memref_gmem_f32, !cute.tile<"[1:0;8:1]">) -> !memref_gmem_f32_1
      %46 = "cute.get_iter"(%45) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %47 = "cute.get_iter"(%45) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<16>>
      %48 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"(_,(?,0))">
      %49 = "cute.slice"(%35, %48) : (!memref_gmem_f32_1, !cute.coord<"(_,(?,0))">) -> !memref_gmem_f32_2
      %50 = "cute.get_iter"(%49) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %51 = "cute.get_iter"(%49) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %52 = "cute.get_layout"(%49) : (!memref_gmem_f32_2) -> !cute.layout<"((1,8)):((0,1))">
      %53 = "cute.get_shape"(%52) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.shape<"((1,8))">
      %54:2 = "cute.get_leaves"(%53) : (!cute.shape<"((1,8))">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %55 = "cute.make_layout_like"(%52) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.layout<"((1,8)):((0,1))">
      %56 = "cute.memref.alloca"(%55) : (!cute.layout<"((1,8)):((0,1))">) -> !memref_rmem_f32
      %57 = "cute.get_iter"(%56) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %58 = "cute.get_iter"(%56) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %59 = "cute.get_layout"(%56) : (!memref_rmem_f32) -> !cute.layout<"((1,8)):((0,1))">
      %60 = "cute.get_shape"(%59) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.shape<"((1,8))">
      %61:2 = "cute.get_leaves"(%60) : (!cute.shape<"((1,8))">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %62 = "cute.right_inverse"(%59) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.layout<"8:1">
      %63 = "cute.composition"(%52, %62) : (!cute.layout<"((1,8)):((0,1))">, !cute.layout<"8:1">) -> !cute.layout<"8:1">
      %64 = "cute.coalesce"(%63) : (!cute.layout<"8:1">) -> !cute.layout<"8:1">
      %65 = "cute.get_shape"(%64) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %66 = "cute.get_leaves"(%65) : (!cute.shape<"8">) -> !cute.shape<"8">
      %67 = "cute.get_stride"(%64) : (!cute.layout<"8:1">) -> !cute.stride<"1">
      %68 = "cute.get_leaves"(%67) : (!cute.stride<"1">) -> !cute.stride<"1">
      %69 = "cute.get_shape"(%64) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %70 = "cute.get_leaves"(%69) : (!cute.shape<"8">) -> !cute.shape<"8">
      %71 = "cute.get_shape"(%64) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %72 = "cute.get_leaves"(%71) : (!cute.shape<"8">) -> !cute.shape<"8">
      %73 = "cute.composition"(%62, %64) : (!cute.layout<"8:1">, !cute.layout<"8:1">) -> !cute.layout<"8:1">
      %74 = "cute.size"(%73) <{mode = array<i32>}> : (!cute.layout<"8:1">) -> !cute.int_tuple<"8">
      %75 = "cute.get_leaves"(%74) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %76 = "cute.logical_divide"(%49, %73) : (!memref_gmem_f32_2, !cute.layout<"8:1">) -> !memref_gmem_f32_3
      %77 = "cute.get_iter"(%76) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %78 = "cute.get_iter"(%76) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %79 = "cute.logical_divide"(%56, %73) : (!memref_rmem_f32, !cute.layout<"8:1">) -> !memref_rmem_f32_1
      %80 = "cute.get_iter"(%79) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %81 = "cute.get_iter"(%79) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %82 = "cute.make_shape"() : () -> !cute.shape<"4">
      %83 = "cute.make_layout"(%82) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %84 = "cute.logical_divide"(%76, %83) : (!memref_gmem_f32_3, !cute.layout<"4:1">) -> !memref_gmem_f32_4
      %85 = "cute.get_iter"(%84) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %86 = "cute.get_iter"(%84) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %87 = "cute.make_shape"() : () -> !cute.shape<"4">
      %88 = "cute.make_layout"(%87) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %89 = "cute.logical_divide"(%79, %88) : (!memref_rmem_f32_1, !cute.layout<"4:1">) -> !memref_rmem_f32_2
      %90 = "cute.get_iter"(%89) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem, align<32>>
      %91 = "cute.get_iter"(%89) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem, align<32>>
      %92 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
      "cute.copy"(%92, %84, %89) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !memref_gmem_f32_4, !memref_rmem_f32_2) -> ()
      %93 = "cute.memref.load_vec"(%56) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!memref_rmem_f32) -> vector<8xf32>
      %94 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"(_,(?,1))">
      %95 = "cute.slice"(%35, %94) : (!memref_gmem_f32_1, !cute.coord<"(_,(?,1))">) -> !memref_gmem_f32_2
      %96 = "cute.get_iter"(%95) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %97 = "cute.get_iter"(%95) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %98 = "cute.get_layout"(%95) : (!memref_gmem_f32_2) -> !cute.layout<"((1,8)):((0,1))">
      %99 = "cute.get_shape"(%98) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.shape<"((1,8))">
      %100:2 = "cute.get_leaves"(%99) : (!cute.shape<"((1,8))">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %101 = "cute.make_layout_like"(%98) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.layout<"((1,8)):((0,1))">
      %102 = "cute.memref.alloca"(%101) : (!cute.layout<"((1,8)):((0,1))">) -> !memref_rmem_f32
      %103 = "cute.get_iter"(%102) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %104 = "cute.get_iter"(%102) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %105 = "cute.get_layout"(%102) : (!memref_rmem_f32) -> !cute.layout<"((1,8)):((0,1))">
      %106 = "cute.get_shape"(%105) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.shape<"((1,8))">
      %107:2 = "cute.get_leaves"(%106) : (!cute.shape<"((1,8))">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %108 = "cute.right_inverse"(%105) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.layout<"8:1">
      %109 = "cute.composition"(%98, %108) : (!cute.layout<"((1,8)):((0,1))">, !cute.layout<"8:1">) -> !cute.layout<"8:1">
      %110 = "cute.coalesce"(%109) : (!cute.layout<"8:1">) -> !cute.layout<"8:1">
      %111 = "cute.get_shape"(%110) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %112 = "cute.get_leaves"(%111) : (!cute.shape<"8">) -> !cute.shape<"8">
      %113 = "cute.get_stride"(%110) : (!cute.layout<"8:1">) -> !cute.stride<"1">
      %114 = "cute.get_leaves"(%113) : (!cute.stride<"1">) -> !cute.stride<"1">
      %115 = "cute.get_shape"(%110) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %116 = "cute.get_leaves"(%115) : (!cute.shape<"8">) -> !cute.shape<"8">
      %117 = "cute.get_shape"(%110) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %118 = "cute.get_leaves"(%117) : (!cute.shape<"8">) -> !cute.shape<"8">
      %119 = "cute.composition"(%108, %110) : (!cute.layout<"8:1">, !cute.layout<"8:1">) -> !cute.layout<"8:1">
      %120 = "cute.size"(%119) <{mode = array<i32>}> : (!cute.layout<"8:1">) -> !cute.int_tuple<"8">
      %121 = "cute.get_leaves"(%120) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %122 = "cute.logical_divide"(%95, %119) : (!memref_gmem_f32_2, !cute.layout<"8:1">) -> !memref_gmem_f32_3
      %123 = "cute.get_iter"(%122) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %124 = "cute.get_iter"(%122) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %125 = "cute.logical_divide"(%102, %119) : (!memref_rmem_f32, !cute.layout<"8:1">) -> !memref_rmem_f32_1
      %126 = "cute.get_iter"(%125) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %127 = "cute.get_iter"(%125) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %128 = "cute.make_shape"() : () -> !cute.shape<"4">
      %129 = "cute.make_layout"(%128) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %130 = "cute.logical_divide"(%122, %129) : (!memref_gmem_f32_3, !cute.layout<"4:1">) -> !memref_gmem_f32_4
      %131 = "cute.get_iter"(%130) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %132 = "cute.get_iter"(%130) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %133 = "cute.make_shape"() : () -> !cute.shape<"4">
      %134 = "cute.make_layout"(%133) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %135 = "cute.logical_divide"(%125, %134) : (!memref_rmem_f32_1, !cute.layout<"4:1">) -> !memref_rmem_f32_2
      %136 = "cute.get_iter"(%135) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem, align<32>>
      %137 = "cute.get_iter"(%135) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem, align<32>>
      %138 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
      "cute.copy"(%138, %130, %135) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !memref_gmem_f32_4, !memref_rmem_f32_2) -> ()
      %139 = "cute.memref.load_vec"(%102) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!memref_rmem_f32) -> vector<8xf32>
      %140 = "arith.addf"(%93, %139) <{fastmath = #arith.fastmath<none>}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %141 = "arith.constant"() <{value = 2.000000e+00 : f32}> : () -> f32
      %142 = "vector.broadcast"(%141) : (f32) -> vector<8xf32>
      %143 = "arith.mulf"(%140, %142) <{fastmath = #arith.fastmath<none>}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
      %144 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"(_,(?,0))">
      %145 = "cute.slice"(%45, %144) : (!memref_gmem_f32_1, !cute.coord<"(_,(?,0))">) -> !memref_gmem_f32_2
      %146 = "cute.get_iter"(%145) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %147 = "cute.get_iter"(%145) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %148 = "cute.get_layout"(%145) : (!memref_gmem_f32_2) -> !cute.layout<"((1,8)):((0,1))">
      %149 = "cute.get_shape"(%148) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.shape<"((1,8))">
      %150:2 = "cute.get_leaves"(%149) : (!cute.shape<"((1,8))">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %151 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((1,8))">
      %152 = "cute.size"(%151) <{mode = array<i32>}> : (!cute.int_tuple<"((1,8))">) -> !cute.int_tuple<"8">
      %153 = "cute.get_leaves"(%152) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %154 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((1,8))">
      %155 = "cute.size"(%154) <{mode = array<i32>}> : (!cute.int_tuple<"((1,8))">) -> !cute.int_tuple<"8">
      %156 = "cute.get_leaves"(%155) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %157 = "cute.make_layout_like"(%148) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.layout<"((1,8)):((0,1))">
      %158 = "cute.memref.alloca"(%157) : (!cute.layout<"((1,8)):((0,1))">) -> !memref_rmem_f32
      %159 = "cute.get_iter"(%158) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %160 = "cute.get_iter"(%158) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %161 = "cute.size"(%158) <{mode = array<i32>}> : (!memref_rmem_f32) -> !cute.int_tuple<"8">
      %162 = "cute.get_leaves"(%161) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %163 = "cute.make_shape"() : () -> !cute.shape<"((1,8))">
      %164 = "cute.make_layout"(%163) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"((1,8))">) -> !cute.layout<"((1,8)):((0,1))">
      %165 = "cute.make_coord"() : () -> !cute.coord<"0">
      %166 = "cute.crd2idx"(%165, %164) : (!cute.coord<"0">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"0">
      %167 = "cute.get_leaves"(%166) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %168 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %169 = "arith.index_cast"(%168) : (i32) -> index
      %170 = "vector.extract"(%143, %169) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %171 = "cute.make_coord"() : () -> !cute.coord<"0">
      "cute.memref.store"(%158, %171, %170) : (!memref_rmem_f32, !cute.coord<"0">, f32) -> ()
      %172 = "cute.make_coord"() : () -> !cute.coord<"1">
      %173 = "cute.crd2idx"(%172, %164) : (!cute.coord<"1">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"1">
      %174 = "cute.get_leaves"(%173) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      %175 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %176 = "arith.index_cast"(%175) : (i32) -> index
      %177 = "vector.extract"(%143, %176) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %178 = "cute.make_coord"() : () -> !cute.coord<"1">
      "cute.memref.store"(%158, %178, %177) : (!memref_rmem_f32, !cute.coord<"1">, f32) -> ()
      %179 = "cute.make_coord"() : () -> !cute.coord<"2">
      %180 = "cute.crd2idx"(%179, %164) : (!cute.coord<"2">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"2">
      %181 = "cute.get_leaves"(%180) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %182 = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %183 = "arith.index_cast"(%182) : (i32) -> index
      %184 = "vector.extract"(%143, %183) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %185 = "cute.make_coord"() : () -> !cute.coord<"2">
      "cute.memref.store"(%158, %185, %184) : (!memref_rmem_f32, !cute.coord<"2">, f32) -> ()
      %186 = "cute.make_coord"() : () -> !cute.coord<"3">
      %187 = "cute.crd2idx"(%186, %164) : (!cute.coord<"3">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"3">
      %188 = "cute.get_leaves"(%187) : (!cute.int_tuple<"3">) -> !cute.int_tuple<"3">
      %189 = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %190 = "arith.index_cast"(%189) : (i32) -> index
      %191 = "vector.extract"(%143, %190) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %192 = "cute.make_coord"() : () -> !cute.coord<"3">
      "cute.memref.store"(%158, %192, %191) : (!memref_rmem_f32, !cute.coord<"3">, f32) -> ()
      %193 = "cute.make_coord"() : () -> !cute.coord<"4">
      %194 = "cute.crd2idx"(%193, %164) : (!cute.coord<"4">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"4">
      %195 = "cute.get_leaves"(%194) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %196 = "arith.constant"() <{value = 4 : i32}> : () -> i32
      %197 = "arith.index_cast"(%196) : (i32) -> index
      %198 = "vector.extract"(%143, %197) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %199 = "cute.make_coord"() : () -> !cute.coord<"4">
      "cute.memref.store"(%158, %199, %198) : (!memref_rmem_f32, !cute.coord<"4">, f32) -> ()
      %200 = "cute.make_coord"() : () -> !cute.coord<"5">
      %201 = "cute.crd2idx"(%200, %164) : (!cute.coord<"5">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"5">
      %202 = "cute.get_leaves"(%201) : (!cute.int_tuple<"5">) -> !cute.int_tuple<"5">
      %203 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %204 = "arith.index_cast"(%203) : (i32) -> index
      %205 = "vector.extract"(%143, %204) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %206 = "cute.make_coord"() : () -> !cute.coord<"5">
      "cute.memref.store"(%158, %206, %205) : (!memref_rmem_f32, !cute.coord<"5">, f32) -> ()
      %207 = "cute.make_coord"() : () -> !cute.coord<"6">
      %208 = "cute.crd2idx"(%207, %164) : (!cute.coord<"6">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"6">
      %209 = "cute.get_leaves"(%208) : (!cute.int_tuple<"6">) -> !cute.int_tuple<"6">
      %210 = "arith.constant"() <{value = 6 : i32}> : () -> i32
      %211 = "arith.index_cast"(%210) : (i32) -> index
      %212 = "vector.extract"(%143, %211) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %213 = "cute.make_coord"() : () -> !cute.coord<"6">
      "cute.memref.store"(%158, %213, %212) : (!memref_rmem_f32, !cute.coord<"6">, f32) -> ()
      %214 = "cute.make_coord"() : () -> !cute.coord<"7">
      %215 = "cute.crd2idx"(%214, %164) : (!cute.coord<"7">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"7">
      %216 = "cute.get_leaves"(%215) : (!cute.int_tuple<"7">) -> !cute.int_tuple<"7">
      %217 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %218 = "arith.index_cast"(%217) : (i32) -> index
      %219 = "vector.extract"(%143, %218) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %220 = "cute.make_coord"() : () -> !cute.coord<"7">
      "cute.memref.store"(%158, %220, %219) : (!memref_rmem_f32, !cute.coord<"7">, f32) -> ()
      %221 = "cute.get_layout"(%158) : (!memref_rmem_f32) -> !cute.layout<"((1,8)):((0,1))">
      %222 = "cute.get_shape"(%221) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.shape<"((1,8))">
      %223:2 = "cute.get_leaves"(%222) : (!cute.shape<"((1,8))">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %224 = "cute.right_inverse"(%148) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.layout<"8:1">
      %225 = "cute.composition"(%221, %224) : (!cute.layout<"((1,8)):((0,1))">, !cute.layout<"8:1">) -> !cute.layout<"8:1">
      %226 = "cute.coalesce"(%225) : (!cute.layout<"8:1">) -> !cute.layout<"8:1">
      %227 = "cute.get_shape"(%226) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %228 = "cute.get_leaves"(%227) : (!cute.shape<"8">) -> !cute.shape<"8">
      %229 = "cute.get_stride"(%226) : (!cute.layout<"8:1">) -> !cute.stride<"1">
      %230 = "cute.get_leaves"(%229) : (!cute.stride<"1">) -> !cute.stride<"1">
      %231 = "cute.get_shape"(%226) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %232 = "cute.get_leaves"(%231) : (!cute.shape<"8">) -> !cute.shape<"8">
      %233 = "cute.get_shape"(%226) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %234 = "cute.get_leaves"(%233) : (!cute.shape<"8">) -> !cute.shape<"8">
      %235 = "cute.composition"(%224, %226) : (!cute.layout<"8:1">, !cute.layout<"8:1">) -> !cute.layout<"8:1">
      %236 = "cute.size"(%235) <{mode = array<i32>}> : (!cute.layout<"8:1">) -> !cute.int_tuple<"8">
      %237 = "cute.get_leaves"(%236) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %238 = "cute.logical_divide"(%158, %235) : (!memref_rmem_f32, !cute.layout<"8:1">) -> !memref_rmem_f32_1
      %239 = "cute.get_iter"(%238) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %240 = "cute.get_iter"(%238) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %241 = "cute.logical_divide"(%145, %235) : (!memref_gmem_f32_2, !cute.layout<"8:1">) -> !memref_gmem_f32_3
      %242 = "cute.get_iter"(%241) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %243 = "cute.get_iter"(%241) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %244 = "cute.make_shape"() : () -> !cute.shape<"4">
      %245 = "cute.make_layout"(%244) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %246 = "cute.logical_divide"(%238, %245) : (!memref_rmem_f32_1, !cute.layout<"4:1">) -> !memref_rmem_f32_2
      %247 = "cute.get_iter"(%246) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem, align<32>>
      %248 = "cute.get_iter"(%246) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem, align<32>>
      %249 = "cute.make_shape"() : () -> !cute.shape<"4">
      %250 = "cute.make_layout"(%249) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %251 = "cute.logical_divide"(%241, %250) : (!memref_gmem_f32_3, !cute.layout<"4:1">) -> !memref_gmem_f32_4
      %252 = "cute.get_iter"(%251) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %253 = "cute.get_iter"(%251) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %254 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
      "cute.copy"(%254, %246, %251) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !memref_rmem_f32_2, !memref_gmem_f32_4) -> ()
      %255 = "cute.make_coord"(%25) : (i32) -> !cute.coord<"(_,(?,1))">
      %256 = "cute.slice"(%45, %255) : (!memref_gmem_f32_1, !cute.coord<"(_,(?,1))">) -> !memref_gmem_f32_2
      %257 = "cute.get_iter"(%256) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %258 = "cute.get_iter"(%256) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<16>>
      %259 = "cute.get_layout"(%256) : (!memref_gmem_f32_2) -> !cute.layout<"((1,8)):((0,1))">
      %260 = "cute.get_shape"(%259) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.shape<"((1,8))">
      %261:2 = "cute.get_leaves"(%260) : (!cute.shape<"((1,8))">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %262 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((1,8))">
      %263 = "cute.size"(%262) <{mode = array<i32>}> : (!cute.int_tuple<"((1,8))">) -> !cute.int_tuple<"8">
      %264 = "cute.get_leaves"(%263) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %265 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((1,8))">
      %266 = "cute.size"(%265) <{mode = array<i32>}> : (!cute.int_tuple<"((1,8))">) -> !cute.int_tuple<"8">
      %267 = "cute.get_leaves"(%266) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %268 = "cute.make_layout_like"(%259) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.layout<"((1,8)):((0,1))">
      %269 = "cute.memref.alloca"(%268) : (!cute.layout<"((1,8)):((0,1))">) -> !memref_rmem_f32
      %270 = "cute.get_iter"(%269) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %271 = "cute.get_iter"(%269) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<32>>
      %272 = "cute.size"(%269) <{mode = array<i32>}> : (!memref_rmem_f32) -> !cute.int_tuple<"8">
      %273 = "cute.get_leaves"(%272) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %274 = "cute.make_shape"() : () -> !cute.shape<"((1,8))">
      %275 = "cute.make_layout"(%274) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"((1,8))">) -> !cute.layout<"((1,8)):((0,1))">
      %276 = "cute.make_coord"() : () -> !cute.coord<"0">
      %277 = "cute.crd2idx"(%276, %275) : (!cute.coord<"0">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"0">
      %278 = "cute.get_leaves"(%277) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %279 = "arith.index_cast"(%168) : (i32) -> index
      %280 = "vector.extract"(%93, %279) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %281 = "cute.make_coord"() : () -> !cute.coord<"0">
      "cute.memref.store"(%269, %281, %280) : (!memref_rmem_f32, !cute.coord<"0">, f32) -> ()
      %282 = "cute.make_coord"() : () -> !cute.coord<"1">
      %283 = "cute.crd2idx"(%282, %275) : (!cute.coord<"1">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"1">
      %284 = "cute.get_leaves"(%283) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      %285 = "arith.index_cast"(%175) : (i32) -> index
      %286 = "vector.extract"(%93, %285) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %287 = "cute.make_coord"() : () -> !cute.coord<"1">
      "cute.memref.store"(%269, %287, %286) : (!memref_rmem_f32, !cute.coord<"1">, f32) -> ()
      %288 = "cute.make_coord"() : () -> !cute.coord<"2">
      %289 = "cute.crd2idx"(%288, %275) : (!cute.coord<"2">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"2">
      %290 = "cute.get_leaves"(%289) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %291 = "arith.index_cast"(%182) : (i32) -> index
      %292 = "vector.extract"(%93, %291) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %293 = "cute.make_coord"() : () -> !cute.coord<"2">
      "cute.memref.store"(%269, %293, %292) : (!memref_rmem_f32, !cute.coord<"2">, f32) -> ()
      %294 = "cute.make_coord"() : () -> !cute.coord<"3">
      %295 = "cute.crd2idx"(%294, %275) : (!cute.coord<"3">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"3">
      %296 = "cute.get_leaves"(%295) : (!cute.int_tuple<"3">) -> !cute.int_tuple<"3">
      %297 = "arith.index_cast"(%189) : (i32) -> index
      %298 = "vector.extract"(%93, %297) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %299 = "cute.make_coord"() : () -> !cute.coord<"3">
      "cute.memref.store"(%269, %299, %298) : (!memref_rmem_f32, !cute.coord<"3">, f32) -> ()
      %300 = "cute.make_coord"() : () -> !cute.coord<"4">
      %301 = "cute.crd2idx"(%300, %275) : (!cute.coord<"4">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"4">
      %302 = "cute.get_leaves"(%301) : (!cute.int_tuple<"4">) -> !cute.int_tuple<"4">
      %303 = "arith.index_cast"(%196) : (i32) -> index
      %304 = "vector.extract"(%93, %303) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %305 = "cute.make_coord"() : () -> !cute.coord<"4">
      "cute.memref.store"(%269, %305, %304) : (!memref_rmem_f32, !cute.coord<"4">, f32) -> ()
      %306 = "cute.make_coord"() : () -> !cute.coord<"5">
      %307 = "cute.crd2idx"(%306, %275) : (!cute.coord<"5">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"5">
      %308 = "cute.get_leaves"(%307) : (!cute.int_tuple<"5">) -> !cute.int_tuple<"5">
      %309 = "arith.index_cast"(%203) : (i32) -> index
      %310 = "vector.extract"(%93, %309) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %311 = "cute.make_coord"() : () -> !cute.coord<"5">
      "cute.memref.store"(%269, %311, %310) : (!memref_rmem_f32, !cute.coord<"5">, f32) -> ()
      %312 = "cute.make_coord"() : () -> !cute.coord<"6">
      %313 = "cute.crd2idx"(%312, %275) : (!cute.coord<"6">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"6">
      %314 = "cute.get_leaves"(%313) : (!cute.int_tuple<"6">) -> !cute.int_tuple<"6">
      %315 = "arith.index_cast"(%210) : (i32) -> index
      %316 = "vector.extract"(%93, %315) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %317 = "cute.make_coord"() : () -> !cute.coord<"6">
      "cute.memref.store"(%269, %317, %316) : (!memref_rmem_f32, !cute.coord<"6">, f32) -> ()
      %318 = "cute.make_coord"() : () -> !cute.coord<"7">
      %319 = "cute.crd2idx"(%318, %275) : (!cute.coord<"7">, !cute.layout<"((1,8)):((0,1))">) -> !cute.int_tuple<"7">
      %320 = "cute.get_leaves"(%319) : (!cute.int_tuple<"7">) -> !cute.int_tuple<"7">
      %321 = "arith.index_cast"(%217) : (i32) -> index
      %322 = "vector.extract"(%93, %321) <{static_position = array<i64: -9223372036854775808>}> : (vector<8xf32>, index) -> f32
      %323 = "cute.make_coord"() : () -> !cute.coord<"7">
      "cute.memref.store"(%269, %323, %322) : (!memref_rmem_f32, !cute.coord<"7">, f32) -> ()
      %324 = "cute.get_layout"(%269) : (!memref_rmem_f32) -> !cute.layout<"((1,8)):((0,1))">
      %325 = "cute.get_shape"(%324) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.shape<"((1,8))">
      %326:2 = "cute.get_leaves"(%325) : (!cute.shape<"((1,8))">) -> (!cute.shape<"1">, !cute.shape<"8">)
      %327 = "cute.right_inverse"(%259) : (!cute.layout<"((1,8)):((0,1))">) -> !cute.layout<"8:1">
      %328 = "cute.composition"(%324, %327) : (!cute.layout<"((1,8)):((0,1))">, !cute.layout<"8:1">) -> !cute.layout<"8:1">
      %329 = "cute.coalesce"(%328) : (!cute.layout<"8:1">) -> !cute.layout<"8:1">
      %330 = "cute.get_shape"(%329) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %331 = "cute.get_leaves"(%330) : (!cute.shape<"8">) -> !cute.shape<"8">
      %332 = "cute.get_stride"(%329) : (!cute.layout<"8:1">) -> !cute.stride<"1">
      %333 = "cute.get_leaves"(%332) : (!cute.stride<"1">) -> !cute.stride<"1">
      %334 = "cute.get_shape"(%329) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %335 = "cute.get_leaves"(%334) : (!cute.shape<"8">) -> !cute.shape<"8">
      %336 = "cute.get_shape"(%329) : (!cute.layout<"8:1">) -> !cute.shape<"8">
      %337 = "cute.get_leaves"(%336) : (!cute.shape<"8">) -> !cute.shape<"8">
      %338 = "cute.composition"(%327, %329) : (!cute.layout<"8:1">, !cute.layout<"8:1">) -> !cute.layout<"8:1">
      %339 = "cute.size"(%338) <{mode = array<i32>}> : (!cute.layout<"8:1">) -> !cute.int_tuple<"8">
      %340 = "cute.get_leaves"(%339) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %341 = "cute.logical_divide"(%269, %338) : (!memref_rmem_f32, !cute.layout<"8:1">) -> !memref_rmem_f32_1
      %342 = "cute.get_iter"(%341) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %343 = "cute.get_iter"(%341) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<32>>
      %344 = "cute.logical_divide"(%256, %338) : (!memref_gmem_f32_2, !cute.layout<"8:1">) -> !memref_gmem_f32_3
      %345 = "cute.get_iter"(%344) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %346 = "cute.get_iter"(%344) : (!memref_gmem_f32_3) -> !cute.ptr<f32, gmem, align<16>>
      %347 = "cute.make_shape"() : () -> !cute.shape<"4">
      %348 = "cute.make_layout"(%347) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %349 = "cute.logical_divide"(%341, %348) : (!memref_rmem_f32_1, !cute.layout<"4:1">) -> !memref_rmem_f32_2
      %350 = "cute.get_iter"(%349) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem, align<32>>
      %351 = "cute.get_iter"(%349) : (!memref_rmem_f32_2) -> !cute.ptr<f32, rmem, align<32>>
      %352 = "cute.make_shape"() : () -> !cute.shape<"4">
      %353 = "cute.make_layout"(%352) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"4">) -> !cute.layout<"4:1">
      %354 = "cute.logical_divide"(%344, %353) : (!memref_gmem_f32_3, !cute.layout<"4:1">) -> !memref_gmem_f32_4
      %355 = "cute.get_iter"(%354) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %356 = "cute.get_iter"(%354) : (!memref_gmem_f32_4) -> !cute.ptr<f32, gmem, align<16>>
      %357 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 128 b>
      "cute.copy"(%357, %349, %354) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !memref_rmem_f32_2, !memref_gmem_f32_4) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, !memref_gmem_f32) -> i32, sym_name = "vector"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: !memref_gmem_f32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %4 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">
    %5 = "cute.get_layout"(%arg1) : (!memref_gmem_f32) -> !cute.layout<"(?,?{div=8}):(?{i64 div=8},1)">
    %6 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@vector_kernel}> : () -> i64
    %7 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %8 = "arith.cmpi"(%6, %7) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%8) ({
      "cute.print"(%6) <{fmt = "\0AError: kernel '@kernels::@vector_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %9 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %10 = "cuda.cast"(%9) : (i64) -> !cuda.stream
    %11 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %12 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %13 = "cuda.launch_cfg.create"(%11, %12, %12, %6, %12, %12, %12, %10) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %14 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%13, %14) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %15 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%13, %15) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %16 = "cuda.launch_ex"(%13, %arg0, %arg1) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@vector_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !memref_gmem_f32) -> !cuda.result
    %17 = "cuda.cast"(%16) : (!cuda.result) -> i32
    "cuda.return_if_error"(%17) : (i32) -> ()
    %18 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%18) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
