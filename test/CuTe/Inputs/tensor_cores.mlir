!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(32,32):(32,1)">
!memref_gmem_f16_1 = !cute.memref<f16, gmem, align<16>, "(16,32):(32,1)">
!memref_gmem_f16_2 = !cute.memref<f16, gmem, align<4>, "((2,2,2),1,2):((1,256,8),0,16)">
!memref_gmem_f16_3 = !cute.memref<f16, gmem, align<4>, "((2,2),2,2):((1,8),256,16)">
!memref_gmem_f16_4 = !cute.memref<f16, gmem, align<4>, "(2,(2,4)):(1,(256,8))">
!memref_gmem_f16_5 = !cute.memref<f16, gmem, align<4>, "(2,(2,2,2)):(1,(8,256,16))">
!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(32,16):(16,1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<8>, "((2,2),1,2):((1,128),0,8)">
!memref_gmem_f32_2 = !cute.memref<f32, gmem, align<8>, "(2,(2,2)):(1,(128,8))">
!memref_rmem_f16 = !cute.memref<f16, rmem, align<16>, "((2,2,2),1,2):((1,2,4),0,8)">
!memref_rmem_f16_1 = !cute.memref<f16, rmem, align<8>, "((2,2),2,2):((1,2),8,4)">
!memref_rmem_f16_2 = !cute.memref<f16, rmem, align<16>, "(2,8):(1,2)">
!memref_rmem_f16_3 = !cute.memref<f16, rmem, align<8>, "(2,(2,2,2)):(1,(2,8,4))">
!memref_rmem_f32 = !cute.memref<f32, rmem, align<16>, "((2,2),1,2):((1,2),0,4)">
!memref_rmem_f32_1 = !cute.memref<f32, rmem, align<16>, "(2,4):(1,2)">
!mma_f16_f16_f32_16x8x16 = !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;16:1;16:1]">>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16_1, !memref_gmem_f32, !mma_f16_f16_f32_16x8x16) -> (), sym_name = "tensor_cores_kernel"}> ({
    ^bb0(%arg3: !memref_gmem_f16, %arg4: !memref_gmem_f16_1, %arg5: !memref_gmem_f32, %arg6: !mma_f16_f16_f32_16x8x16):
      %39 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %40 = "cute.get_iter"(%arg4) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %41 = "cute.get_iter"(%arg5) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %42 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %43 = "cute.get_iter"(%arg4) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
      %44 = "cute.get_iter"(%arg5) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %45 = "cute.get_layout"(%arg3) : (!memref_gmem_f16) -> !cute.layout<"(32,32):(32,1)">
      %46 = "cute.get_layout"(%arg4) : (!memref_gmem_f16_1) -> !cute.layout<"(16,32):(32,1)">
      %47 = "cute.get_layout"(%arg5) : (!memref_gmem_f32) -> !cute.layout<"(32,16):(16,1)">
      %48 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %49 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %50 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %51 = "cute.make_coord"(%48) : (i32) -> !cute.coord<"?">
      %52 = "cute.tiled.mma.partition"(%arg6, %arg3, %51) <{operand_id = 0 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f16, !cute.coord<"?">) -> !memref_gmem_f16_2
      %53 = "cute.get_iter"(%52) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<4>>
      %54 = "cute.make_coord"(%48) : (i32) -> !cute.coord<"?">
      %55 = "cute.tiled.mma.partition"(%arg6, %arg4, %54) <{operand_id = 1 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f16_1, !cute.coord<"?">) -> !memref_gmem_f16_3
      %56 = "cute.get_iter"(%55) : (!memref_gmem_f16_3) -> !cute.ptr<f16, gmem, align<4>>
      %57 = "cute.make_coord"(%48) : (i32) -> !cute.coord<"?">
      %58 = "cute.tiled.mma.partition"(%arg6, %arg5, %57) <{operand_id = 2 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f32, !cute.coord<"?">) -> !memref_gmem_f32_1
      %59 = "cute.get_iter"(%58) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %60 = "cute.mma.make_fragment"(%arg6, %52) <{operand_id = 0 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f16_2) -> !memref_rmem_f16
      %61 = "cute.get_iter"(%60) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<16>>
      %62 = "cute.mma.make_fragment"(%arg6, %55) <{operand_id = 1 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f16_3) -> !memref_rmem_f16_1
      %63 = "cute.get_iter"(%62) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<8>>
      %64 = "cute.mma.make_fragment"(%arg6, %58) <{operand_id = 2 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f32_1) -> !memref_rmem_f32
      %65 = "cute.get_iter"(%64) : (!memref_rmem_f32) -> !cute.ptr<f32, rmem, align<16>>
      %66 = "cute.get_layout"(%52) : (!memref_gmem_f16_2) -> !cute.layout<"((2,2,2),1,2):((1,256,8),0,16)">
      %67 = "cute.get_shape"(%66) : (!cute.layout<"((2,2,2),1,2):((1,256,8),0,16)">) -> !cute.shape<"((2,2,2),1,2)">
      %68:5 = "cute.get_leaves"(%67) : (!cute.shape<"((2,2,2),1,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"2">)
      %69 = "cute.get_layout"(%60) : (!memref_rmem_f16) -> !cute.layout<"((2,2,2),1,2):((1,2,4),0,8)">
      %70 = "cute.get_shape"(%69) : (!cute.layout<"((2,2,2),1,2):((1,2,4),0,8)">) -> !cute.shape<"((2,2,2),1,2)">
      %71:5 = "cute.get_leaves"(%70) : (!cute.shape<"((2,2,2),1,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"2">)
      %72 = "cute.right_inverse"(%69) : (!cute.layout<"((2,2,2),1,2):((1,2,4),0,8)">) -> !cute.layout<"16:1">
      %73 = "cute.composition"(%66, %72) : (!cute.layout<"((2,2,2),1,2):((1,256,8),0,16)">, !cute.layout<"16:1">) -> !cute.layout<"(2,2,4):(1,256,8)">
      %74 = "cute.coalesce"(%73) : (!cute.layout<"(2,2,4):(1,256,8)">) -> !cute.layout<"(2,2,4):(1,256,8)">
      %75 = "cute.get_shape"(%74) : (!cute.layout<"(2,2,4):(1,256,8)">) -> !cute.shape<"(2,2,4)">
      %76:3 = "cute.get_leaves"(%75) : (!cute.shape<"(2,2,4)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"4">)
      %77 = "cute.get_stride"(%74) : (!cute.layout<"(2,2,4):(1,256,8)">) -> !cute.stride<"(1,256,8)">
      %78:3 = "cute.get_leaves"(%77) : (!cute.stride<"(1,256,8)">) -> (!cute.stride<"1">, !cute.stride<"256">, !cute.stride<"8">)
      %79 = "cute.get_shape"(%74) : (!cute.layout<"(2,2,4):(1,256,8)">) -> !cute.shape<"(2,2,4)">
      %80:3 = "cute.get_leaves"(%79) : (!cute.shape<"(2,2,4)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"4">)
      %81 = "cute.get_shape"(%74) : (!cute.layout<"(2,2,4):(1,256,8)">) -> !cute.shape<"(2,2,4)">
      %82:3 = "cute.get_leaves"(%81) : (!cute.shape<"(2,2,4)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"4">)
      %83 = "cute.get"(%74) <{mode = array<i32: 0>}> : (!cute.layout<"(2,2,4):(1,256,8)">) -> !cute.layout<"2:1">
      %84 = "cute.composition"(%72, %83) : (!cute.layout<"16:1">, !cute.layout<"2:1">) -> !cute.layout<"2:1">
      %85 = "cute.size"(%84) <{mode = array<i32>}> : (!cute.layout<"2:1">) -> !cute.int_tuple<"2">
      %86 = "cute.get_leaves"(%85) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %87 = "cute.logical_divide"(%52, %84) : (!memref_gmem_f16_2, !cute.layout<"2:1">) -> !memref_gmem_f16_4
      %88 = "cute.get_iter"(%87) : (!memref_gmem_f16_4) -> !cute.ptr<f16, gmem, align<4>>
      %89 = "cute.get_iter"(%87) : (!memref_gmem_f16_4) -> !cute.ptr<f16, gmem, align<4>>
      %90 = "cute.logical_divide"(%60, %84) : (!memref_rmem_f16, !cute.layout<"2:1">) -> !memref_rmem_f16_2
      %91 = "cute.get_iter"(%90) : (!memref_rmem_f16_2) -> !cute.ptr<f16, rmem, align<16>>
      %92 = "cute.get_iter"(%90) : (!memref_rmem_f16_2) -> !cute.ptr<f16, rmem, align<16>>
      %93 = "cute.make_shape"() : () -> !cute.shape<"2">
      %94 = "cute.make_layout"(%93) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %95 = "cute.logical_divide"(%87, %94) : (!memref_gmem_f16_4, !cute.layout<"2:1">) -> !memref_gmem_f16_4
      %96 = "cute.get_iter"(%95) : (!memref_gmem_f16_4) -> !cute.ptr<f16, gmem, align<4>>
      %97 = "cute.get_iter"(%95) : (!memref_gmem_f16_4) -> !cute.ptr<f16, gmem, align<4>>
      %98 = "cute.make_shape"() : () -> !cute.shape<"2">
      %99 = "cute.make_layout"(%98) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %100 = "cute.logical_divide"(%90, %99) : (!memref_rmem_f16_2, !cute.layout<"2:1">) -> !memref_rmem_f16_2
      %101 = "cute.get_iter"(%100) : (!memref_rmem_f16_2) -> !cute.ptr<f16, rmem, align<16>>
      %102 = "cute.get_iter"(%100) : (!memref_rmem_f16_2) -> !cute.ptr<f16, rmem, align<16>>
      %103 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f16, 32 b>
      "cute.copy"(%103, %95, %100) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f16, 32 b>, !memref_gmem_f16_4, !memref_rmem_f16_2) -> ()
      %104 = "cute.get_layout"(%55) : (!memref_gmem_f16_3) -> !cute.layout<"((2,2),2,2):((1,8),256,16)">
      %105 = "cute.get_shape"(%104) : (!cute.layout<"((2,2),2,2):((1,8),256,16)">) -> !cute.shape<"((2,2),2,2)">
      %106:4 = "cute.get_leaves"(%105) : (!cute.shape<"((2,2),2,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">)
      %107 = "cute.get_layout"(%62) : (!memref_rmem_f16_1) -> !cute.layout<"((2,2),2,2):((1,2),8,4)">
      %108 = "cute.get_shape"(%107) : (!cute.layout<"((2,2),2,2):((1,2),8,4)">) -> !cute.shape<"((2,2),2,2)">
      %109:4 = "cute.get_leaves"(%108) : (!cute.shape<"((2,2),2,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">)
      %110 = "cute.right_inverse"(%107) : (!cute.layout<"((2,2),2,2):((1,2),8,4)">) -> !cute.layout<"(4,2,2):(1,8,4)">
      %111 = "cute.composition"(%104, %110) : (!cute.layout<"((2,2),2,2):((1,8),256,16)">, !cute.layout<"(4,2,2):(1,8,4)">) -> !cute.layout<"((2,2),2,2):((1,8),16,256)">
      %112 = "cute.coalesce"(%111) : (!cute.layout<"((2,2),2,2):((1,8),16,256)">) -> !cute.layout<"(2,4,2):(1,8,256)">
      %113 = "cute.get_shape"(%112) : (!cute.layout<"(2,4,2):(1,8,256)">) -> !cute.shape<"(2,4,2)">
      %114:3 = "cute.get_leaves"(%113) : (!cute.shape<"(2,4,2)">) -> (!cute.shape<"2">, !cute.shape<"4">, !cute.shape<"2">)
      %115 = "cute.get_stride"(%112) : (!cute.layout<"(2,4,2):(1,8,256)">) -> !cute.stride<"(1,8,256)">
      %116:3 = "cute.get_leaves"(%115) : (!cute.stride<"(1,8,256)">) -> (!cute.stride<"1">, !cute.stride<"8">, !cute.stride<"256">)
      %117 = "cute.get_shape"(%112) : (!cute.layout<"(2,4,2):(1,8,256)">) -> !cute.shape<"(2,4,2)">
      %118:3 = "cute.get_leaves"(%117) : (!cute.shape<"(2,4,2)">) -> (!cute.shape<"2">, !cute.shape<"4">, !cute.shape<"2">)
      %119 = "cute.get_shape"(%112) : (!cute.layout<"(2,4,2):(1,8,256)">) -> !cute.shape<"(2,4,2)">
      %120:3 = "cute.get_leaves"(%119) : (!cute.shape<"(2,4,2)">) -> (!cute.shape<"2">, !cute.shape<"4">, !cute.shape<"2">)
      %121 = "cute.get"(%112) <{mode = array<i32: 0>}> : (!cute.layout<"(2,4,2):(1,8,256)">) -> !cute.layout<"2:1">
      %122 = "cute.composition"(%110, %121) : (!cute.layout<"(4,2,2):(1,8,4)">, !cute.layout<"2:1">) -> !cute.layout<"2:1">
      %123 = "cute.size"(%122) <{mode = array<i32>}> : (!cute.layout<"2:1">) -> !cute.int_tuple<"2">
      %124 = "cute.get_leaves"(%123) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %125 = "cute.logical_divide"(%55, %122) : (!memref_gmem_f16_3, !cute.layout<"2:1">) -> !memref_gmem_f16_5
      %126 = "cute.get_iter"(%125) : (!memref_gmem_f16_5) -> !cute.ptr<f16, gmem, align<4>>
      %127 = "cute.get_iter"(%125) : (!memref_gmem_f16_5) -> !cute.ptr<f16, gmem, align<4>>
      %128 = "cute.logical_divide"(%62, %122) : (!memref_rmem_f16_1, !cute.layout<"2:1">) -> !memref_rmem_f16_3
      %129 = "cute.get_iter"(%128) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<8>>
      %130 = "cute.get_iter"(%128) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<8>>
      %131 = "cute.make_shape"() : () -> !cute.shape<"2">
      %132 = "cute.make_layout"(%131) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %133 = "cute.logical_divide"(%125, %132) : (!memref_gmem_f16_5, !cute.layout<"2:1">) -> !memref_gmem_f16_5
      %134 = "cute.get_iter"(%133) : (!memref_gmem_f16_5) -> !cute.ptr<f16, gmem, align<4>>
      %135 = "cute.get_iter"(%133) : (!memref_gmem_f16_5) -> !cute.ptr<f16, gmem, align<4>>
      %136 = "cute.make_shape"() : () -> !cute.shape<"2">
      %137 = "cute.make_layout"(%136) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %138 = "cute.logical_divide"(%128, %137) : (!memref_rmem_f16_3, !cute.layout<"2:1">) -> !memref_rmem_f16_3
      %139 = "cute.get_iter"(%138) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<8>>
      %140 = "cute.get_iter"(%138) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<8>>
      %141 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f16, 32 b>
      "cute.copy"(%141, %133, %138) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f16, 32 b>, !memref_gmem_f16_5, !memref_rmem_f16_3) -> ()
      %142 = "cute.get_layout"(%64) : (!memref_rmem_f32) -> !cute.layout<"((2,2),1,2):((1,2),0,4)">
      %143 = "cute.size"(%64) <{mode = array<i32>}> : (!memref_rmem_f32) -> !cute.int_tuple<"8">
      %144 = "cute.get_leaves"(%143) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %145 = "cute.get_shape"(%142) : (!cute.layout<"((2,2),1,2):((1,2),0,4)">) -> !cute.shape<"((2,2),1,2)">
      %146:4 = "cute.get_leaves"(%145) : (!cute.shape<"((2,2),1,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"2">)
      %147 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %148 = "cute.tuple.product"(%147) : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %149 = "cute.get_leaves"(%148) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %150 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %151 = "vector.broadcast"(%150) : (f32) -> vector<8xf32>
      %152 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %153 = "cute.size"(%152) <{mode = array<i32>}> : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %154 = "cute.get_leaves"(%153) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %155 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"((2,2),1,2)">
      %156 = "cute.size"(%155) <{mode = array<i32>}> : (!cute.int_tuple<"((2,2),1,2)">) -> !cute.int_tuple<"8">
      %157 = "cute.get_leaves"(%156) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      "cute.memref.store_vec"(%151, %64) : (vector<8xf32>, !memref_rmem_f32) -> ()
      "cute.gemm"(%arg6, %64, %60, %62, %64) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!mma_f16_f16_f32_16x8x16, !memref_rmem_f32, !memref_rmem_f16, !memref_rmem_f16_1, !memref_rmem_f32) -> ()
      %158 = "cute.get_layout"(%58) : (!memref_gmem_f32_1) -> !cute.layout<"((2,2),1,2):((1,128),0,8)">
      %159 = "cute.get_shape"(%158) : (!cute.layout<"((2,2),1,2):((1,128),0,8)">) -> !cute.shape<"((2,2),1,2)">
      %160:4 = "cute.get_leaves"(%159) : (!cute.shape<"((2,2),1,2)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"2">)
      %161 = "cute.right_inverse"(%158) : (!cute.layout<"((2,2),1,2):((1,128),0,8)">) -> !cute.layout<"2:1">
      %162 = "cute.composition"(%142, %161) : (!cute.layout<"((2,2),1,2):((1,2),0,4)">, !cute.layout<"2:1">) -> !cute.layout<"2:1">
      %163 = "cute.coalesce"(%162) : (!cute.layout<"2:1">) -> !cute.layout<"2:1">
      %164 = "cute.get_shape"(%163) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %165 = "cute.get_leaves"(%164) : (!cute.shape<"2">) -> !cute.shape<"2">
      %166 = "cute.get_stride"(%163) : (!cute.layout<"2:1">) -> !cute.stride<"1">
      %167 = "cute.get_leaves"(%166) : (!cute.stride<"1">) -> !cute.stride<"1">
      %168 = "cute.get_shape"(%163) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %169 = "cute.get_leaves"(%168) : (!cute.shape<"2">) -> !cute.shape<"2">
      %170 = "cute.get_shape"(%163) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %171 = "cute.get_leaves"(%170) : (!cute.shape<"2">) -> !cute.shape<"2">
      %172 = "cute.composition"(%161, %163) : (!cute.layout<"2:1">, !cute.layout<"2:1">) -> !cute.layout<"2:1">
      %173 = "cute.size"(%172) <{mode = array<i32>}> : (!cute.layout<"2:1">) -> !cute.int_tuple<"2">
      %174 = "cute.get_leaves"(%173) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %175 = "cute.logical_divide"(%64, %172) : (!memref_rmem_f32, !cute.layout<"2:1">) -> !memref_rmem_f32_1
      %176 = "cute.get_iter"(%175) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<16>>
      %177 = "cute.get_iter"(%175) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<16>>
      %178 = "cute.logical_divide"(%58, %172) : (!memref_gmem_f32_1, !cute.layout<"2:1">) -> !memref_gmem_f32_2
      %179 = "cute.get_iter"(%178) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<8>>
      %180 = "cute.get_iter"(%178) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<8>>
      %181 = "cute.make_shape"() : () -> !cute.shape<"2">
      %182 = "cute.make_layout"(%181) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %183 = "cute.logical_divide"(%175, %182) : (!memref_rmem_f32_1, !cute.layout<"2:1">) -> !memref_rmem_f32_1
      %184 = "cute.get_iter"(%183) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<16>>
      %185 = "cute.get_iter"(%183) : (!memref_rmem_f32_1) -> !cute.ptr<f32, rmem, align<16>>
      %186 = "cute.make_shape"() : () -> !cute.shape<"2">
      %187 = "cute.make_layout"(%186) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %188 = "cute.logical_divide"(%178, %187) : (!memref_gmem_f32_2, !cute.layout<"2:1">) -> !memref_gmem_f32_2
      %189 = "cute.get_iter"(%188) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<8>>
      %190 = "cute.get_iter"(%188) : (!memref_gmem_f32_2) -> !cute.ptr<f32, gmem, align<8>>
      %191 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f32, 64 b>
      "cute.copy"(%191, %183, %188) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f32, 64 b>, !memref_rmem_f32_1, !memref_gmem_f32_2) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 64, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16_1, !memref_gmem_f32) -> i32, sym_name = "tensor_cores"}> ({
  ^bb0(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16_1, %arg2: !memref_gmem_f32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
    %2 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %3 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %4 = "cute.get_iter"(%arg1) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<16>>
    %5 = "cute.get_iter"(%arg2) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %6 = "cute.make_shape"() : () -> !cute.shape<"(2,1,1)">
    %7 = "cute.make_layout"(%6) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(2,1,1)">) -> !cute.layout<"(2,1,1):(1,0,0)">
    %8 = "cute.make_shape"() : () -> !cute.shape<"(16,8,16)">
    %9 = "cute.make_atom"() : () -> !cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >
    %10 = "cute.get_shape"(%7) : (!cute.layout<"(2,1,1):(1,0,0)">) -> !cute.shape<"(2,1,1)">
    %11:3 = "cute.get_leaves"(%10) : (!cute.shape<"(2,1,1)">) -> (!cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
    %12 = "cute.make_tile"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %13 = "cute.make_tiled_mma"(%9) : (!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >) -> !mma_f16_f16_f32_16x8x16
    %14 = "cute.get_layout"(%arg0) : (!memref_gmem_f16) -> !cute.layout<"(32,32):(32,1)">
    %15 = "cute.get_layout"(%arg1) : (!memref_gmem_f16_1) -> !cute.layout<"(16,32):(32,1)">
    %16 = "cute.get_layout"(%arg2) : (!memref_gmem_f32) -> !cute.layout<"(32,16):(16,1)">
    %17 = "cute.static"() : () -> !cute.layout<"(32,2,1,1):(1,32,0,0)">
    %18 = "cute.static"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %19:3 = "cute.get_leaves"(%18) : (!cute.tile<"[32:1;16:1;16:1]">) -> (!cute.layout<"32:1">, !cute.layout<"16:1">, !cute.layout<"16:1">)
    %20 = "cute.static"() : () -> !cute.layout<"32:1">
    %21 = "cute.static"() : () -> !cute.shape<"(16,8,16)">
    %22:3 = "cute.get_leaves"(%21) : (!cute.shape<"(16,8,16)">) -> (!cute.shape<"16">, !cute.shape<"8">, !cute.shape<"16">)
    %23 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2,2)):((32,1),(16,8,128))">
    %24 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2)):((16,1),(8,64))">
    %25 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">
    %26 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@tensor_cores_kernel}> : () -> i64
    %27 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %28 = "arith.cmpi"(%26, %27) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%28) ({
      "cute.print"(%26) <{fmt = "\0AError: kernel '@kernels::@tensor_cores_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %29 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %30 = "cuda.cast"(%29) : (i64) -> !cuda.stream
    %31 = "arith.constant"() <{value = 64 : i32}> : () -> i32
    %32 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %33 = "cuda.launch_cfg.create"(%31, %32, %32, %26, %32, %32, %32, %30) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %34 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%33, %34) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %35 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%33, %35) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %36 = "cuda.launch_ex"(%33, %arg0, %arg1, %arg2, %13) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@tensor_cores_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f16, !memref_gmem_f16_1, !memref_gmem_f32, !mma_f16_f16_f32_16x8x16) -> !cuda.result
    %37 = "cuda.cast"(%36) : (!cuda.result) -> i32
    "cuda.return_if_error"(%37) : (i32) -> ()
    %38 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%38) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
