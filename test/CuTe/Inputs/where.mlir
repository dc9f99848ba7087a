!memref_gmem_f32 = !cute.memref<f32, gmem, align<16>, "(32,16):(16,1)">
!memref_gmem_f32_1 = !cute.memref<f32, gmem, align<8>, "((2,2),1,2):((1,128),0,8)">
!mma_f16_f16_f32_16x8x16 = !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(2,1,1):(1,0,0)">, permutation_MNK = <"[32:1;16:1;16:1]">>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f32, !mma_f16_f16_f32_16x8x16, i32, i32) -> (), sym_name = "where_kernel"}> ({
    ^bb0(%arg3: !memref_gmem_f32, %arg4: !mma_f16_f16_f32_16x8x16, %arg5: i32, %arg6: i32):
      %33 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %34 = "cute.get_iter"(%arg3) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
      %35 = "cute.get_layout"(%arg3) : (!memref_gmem_f32) -> !cute.layout<"(32,16):(16,1)">
      %36 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %37 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %38 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %39 = "cute.make_coord"(%36) : (i32) -> !cute.coord<"?">
      %40 = "cute.tiled.mma.partition"(%arg4, %arg3, %39) <{operand_id = 2 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f32, !cute.coord<"?">) -> !memref_gmem_f32_1
      %41 = "cute.get_iter"(%40) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %42 = "cute.get_shape"(%35) : (!cute.layout<"(32,16):(16,1)">) -> !cute.shape<"(32,16)">
      %43:2 = "cute.get_leaves"(%42) : (!cute.shape<"(32,16)">) -> (!cute.shape<"32">, !cute.shape<"16">)
      %44 = "cute.make_shape"() : () -> !cute.shape<"(32,16)">
      %45 = "cute.make_identity_tensor"(%44) : (!cute.shape<"(32,16)">) -> !cute.coord_tensor<"(0,0)", "(32,16):(1@0,1@1)">
      %46 = "cute.get_iter"(%45) : (!cute.coord_tensor<"(0,0)", "(32,16):(1@0,1@1)">) -> !cute.arith_tuple_iter<"(0,0)">
      %47 = "cute.deref_arith_tuple_iter"(%46) : (!cute.arith_tuple_iter<"(0,0)">) -> !cute.int_tuple<"(0,0)">
      %48:2 = "cute.get_leaves"(%47) : (!cute.int_tuple<"(0,0)">) -> (!cute.int_tuple<"0">, !cute.int_tuple<"0">)
      %49 = "cute.make_coord"(%36) : (i32) -> !cute.coord<"?">
      %50 = "cute.tiled.mma.partition"(%arg4, %45, %49) <{operand_id = 2 : i32}> : (!mma_f16_f16_f32_16x8x16, !cute.coord_tensor<"(0,0)", "(32,16):(1@0,1@1)">, !cute.coord<"?">) -> !cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">
      %51 = "cute.get_iter"(%50) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %52 = "cute.deref_arith_tuple_iter"(%51) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %53:2 = "cute.get_leaves"(%52) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %54 = "cute.get_scalars"(%53#0) : (!cute.int_tuple<"?">) -> i32
      %55 = "cute.get_scalars"(%53#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %56 = "cute.size"(%40) <{mode = array<i32>}> : (!memref_gmem_f32_1) -> !cute.int_tuple<"8">
      %57 = "cute.get_leaves"(%56) : (!cute.int_tuple<"8">) -> !cute.int_tuple<"8">
      %58 = "cute.make_coord"() : () -> !cute.coord<"0">
      %59 = "cute.slice"(%50, %58) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"0">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %60 = "cute.get_iter"(%59) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %61 = "cute.deref_arith_tuple_iter"(%60) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %62:2 = "cute.get_leaves"(%61) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %63 = "cute.get_scalars"(%62#0) : (!cute.int_tuple<"?">) -> i32
      %64 = "cute.get_scalars"(%62#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %65 = "cute.get_iter"(%59) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %66 = "cute.deref_arith_tuple_iter"(%65) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %67:2 = "cute.get_leaves"(%66) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %68 = "cute.get_scalars"(%67#0) : (!cute.int_tuple<"?">) -> i32
      %69 = "cute.get_scalars"(%67#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %70 = "cute.get_iter"(%59) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %71 = "cute.deref_arith_tuple_iter"(%70) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %72:2 = "cute.get_leaves"(%71) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %73 = "cute.get_scalars"(%72#0) : (!cute.int_tuple<"?">) -> i32
      %74 = "cute.get_scalars"(%72#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %75 = "arith.cmpi"(%73, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %76 = "cute.make_coord"() : () -> !cute.coord<"0">
      %77 = "cute.slice"(%50, %76) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"0">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %78 = "cute.get_iter"(%77) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %79 = "cute.deref_arith_tuple_iter"(%78) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %80:2 = "cute.get_leaves"(%79) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %81 = "cute.get_scalars"(%80#0) : (!cute.int_tuple<"?">) -> i32
      %82 = "cute.get_scalars"(%80#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %83 = "cute.get_iter"(%77) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %84 = "cute.deref_arith_tuple_iter"(%83) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %85:2 = "cute.get_leaves"(%84) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %86 = "cute.get_scalars"(%85#0) : (!cute.int_tuple<"?">) -> i32
      %87 = "cute.get_scalars"(%85#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %88 = "cute.get_iter"(%77) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %89 = "cute.deref_arith_tuple_iter"(%88) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %90:2 = "cute.get_leaves"(%89) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %91 = "cute.get_scalars"(%90#0) : (!cute.int_tuple<"?">) -> i32
      %92 = "cute.get_scalars"(%90#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %93 = "arith.cmpi"(%91, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %94 = "cute.make_coord"() : () -> !cute.coord<"0">
      %95 = "cute.slice"(%50, %94) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"0">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %96 = "cute.get_iter"(%95) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %97 = "cute.deref_arith_tuple_iter"(%96) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %98:2 = "cute.get_leaves"(%97) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %99 = "cute.get_scalars"(%98#0) : (!cute.int_tuple<"?">) -> i32
      %100 = "cute.get_scalars"(%98#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %101 = "cute.get_iter"(%95) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %102 = "cute.deref_arith_tuple_iter"(%101) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %103:2 = "cute.get_leaves"(%102) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %104 = "cute.get_scalars"(%103#0) : (!cute.int_tuple<"?">) -> i32
      %105 = "cute.get_scalars"(%103#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %106 = "cute.get_iter"(%95) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %107 = "cute.deref_arith_tuple_iter"(%106) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %108:2 = "cute.get_leaves"(%107) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %109 = "cute.get_scalars"(%108#0) : (!cute.int_tuple<"?">) -> i32
      %110 = "cute.get_scalars"(%108#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %111 = "arith.cmpi"(%110, %arg6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %112 = "arith.andi"(%93, %111) : (i1, i1) -> i1
      %113 = "scf.if"(%112) ({
        %551 = "cute.get_iter"(%40) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        %552 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %553 = "cute.make_coord"() : () -> !cute.coord<"0">
        "cute.memref.store"(%40, %553, %552) : (!memref_gmem_f32_1, !cute.coord<"0">, f32) -> ()
        "scf.yield"(%40) : (!memref_gmem_f32_1) -> ()
      }, {
        %550 = "cute.get_iter"(%40) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        "scf.yield"(%40) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %114 = "cute.get_iter"(%113) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %115 = "cute.get_iter"(%113) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %116 = "cute.make_coord"() : () -> !cute.coord<"1">
      %117 = "cute.slice"(%50, %116) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"1">) -> !cute.coord_tensor<"(?,?)", "():()">
      %118 = "cute.get_iter"(%117) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %119 = "cute.deref_arith_tuple_iter"(%118) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %120:2 = "cute.get_leaves"(%119) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %121 = "cute.get_scalars"(%120#0) : (!cute.int_tuple<"?">) -> i32
      %122 = "cute.get_scalars"(%120#1) : (!cute.int_tuple<"?">) -> i32
      %123 = "cute.get_iter"(%117) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %124 = "cute.deref_arith_tuple_iter"(%123) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %125:2 = "cute.get_leaves"(%124) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %126 = "cute.get_scalars"(%125#0) : (!cute.int_tuple<"?">) -> i32
      %127 = "cute.get_scalars"(%125#1) : (!cute.int_tuple<"?">) -> i32
      %128 = "cute.get_iter"(%117) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %129 = "cute.deref_arith_tuple_iter"(%128) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %130:2 = "cute.get_leaves"(%129) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %131 = "cute.get_scalars"(%130#0) : (!cute.int_tuple<"?">) -> i32
      %132 = "cute.get_scalars"(%130#1) : (!cute.int_tuple<"?">) -> i32
      %133 = "arith.cmpi"(%131, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %134 = "cute.make_coord"() : () -> !cute.coord<"1">
      %135 = "cute.slice"(%50, %134) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"1">) -> !cute.coord_tensor<"(?,?)", "():()">
      %136 = "cute.get_iter"(%135) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %137 = "cute.deref_arith_tuple_iter"(%136) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %138:2 = "cute.get_leaves"(%137) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %139 = "cute.get_scalars"(%138#0) : (!cute.int_tuple<"?">) -> i32
      %140 = "cute.get_scalars"(%138#1) : (!cute.int_tuple<"?">) -> i32
      %141 = "cute.get_iter"(%135) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %142 = "cute.deref_arith_tuple_iter"(%141) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %143:2 = "cute.get_leaves"(%142) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %144 = "cute.get_scalars"(%143#0) : (!cute.int_tuple<"?">) -> i32
      %145 = "cute.get_scalars"(%143#1) : (!cute.int_tuple<"?">) -> i32
      %146 = "cute.get_iter"(%135) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %147 = "cute.deref_arith_tuple_iter"(%146) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %148:2 = "cute.get_leaves"(%147) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %149 = "cute.get_scalars"(%148#0) : (!cute.int_tuple<"?">) -> i32
      %150 = "cute.get_scalars"(%148#1) : (!cute.int_tuple<"?">) -> i32
      %151 = "arith.cmpi"(%149, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %152 = "cute.make_coord"() : () -> !cute.coord<"1">
      %153 = "cute.slice"(%50, %152) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"1">) -> !cute.coord_tensor<"(?,?)", "():()">
      %154 = "cute.get_iter"(%153) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %155 = "cute.deref_arith_tuple_iter"(%154) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %156:2 = "cute.get_leaves"(%155) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %157 = "cute.get_scalars"(%156#0) : (!cute.int_tuple<"?">) -> i32
      %158 = "cute.get_scalars"(%156#1) : (!cute.int_tuple<"?">) -> i32
      %159 = "cute.get_iter"(%153) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %160 = "cute.deref_arith_tuple_iter"(%159) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %161:2 = "cute.get_leaves"(%160) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %162 = "cute.get_scalars"(%161#0) : (!cute.int_tuple<"?">) -> i32
      %163 = "cute.get_scalars"(%161#1) : (!cute.int_tuple<"?">) -> i32
      %164 = "cute.get_iter"(%153) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %165 = "cute.deref_arith_tuple_iter"(%164) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %166:2 = "cute.get_leaves"(%165) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %167 = "cute.get_scalars"(%166#0) : (!cute.int_tuple<"?">) -> i32
      %168 = "cute.get_scalars"(%166#1) : (!cute.int_tuple<"?">) -> i32
      %169 = "arith.cmpi"(%168, %arg6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %170 = "arith.andi"(%151, %169) : (i1, i1) -> i1
      %171 = "scf.if"(%170) ({
        %547 = "cute.get_iter"(%113) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        %548 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %549 = "cute.make_coord"() : () -> !cute.coord<"1">
        "cute.memref.store"(%113, %549, %548) : (!memref_gmem_f32_1, !cute.coord<"1">, f32) -> ()
        "scf.yield"(%113) : (!memref_gmem_f32_1) -> ()
      }, {
        %546 = "cute.get_iter"(%113) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        "scf.yield"(%113) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %172 = "cute.get_iter"(%171) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %173 = "cute.get_iter"(%171) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %174 = "cute.make_coord"() : () -> !cute.coord<"2">
      %175 = "cute.slice"(%50, %174) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"2">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %176 = "cute.get_iter"(%175) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %177 = "cute.deref_arith_tuple_iter"(%176) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %178:2 = "cute.get_leaves"(%177) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %179 = "cute.get_scalars"(%178#0) : (!cute.int_tuple<"?">) -> i32
      %180 = "cute.get_scalars"(%178#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %181 = "cute.get_iter"(%175) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %182 = "cute.deref_arith_tuple_iter"(%181) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %183:2 = "cute.get_leaves"(%182) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %184 = "cute.get_scalars"(%183#0) : (!cute.int_tuple<"?">) -> i32
      %185 = "cute.get_scalars"(%183#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %186 = "cute.get_iter"(%175) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %187 = "cute.deref_arith_tuple_iter"(%186) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %188:2 = "cute.get_leaves"(%187) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %189 = "cute.get_scalars"(%188#0) : (!cute.int_tuple<"?">) -> i32
      %190 = "cute.get_scalars"(%188#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %191 = "arith.cmpi"(%189, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %192 = "cute.make_coord"() : () -> !cute.coord<"2">
      %193 = "cute.slice"(%50, %192) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"2">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %194 = "cute.get_iter"(%193) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %195 = "cute.deref_arith_tuple_iter"(%194) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %196:2 = "cute.get_leaves"(%195) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %197 = "cute.get_scalars"(%196#0) : (!cute.int_tuple<"?">) -> i32
      %198 = "cute.get_scalars"(%196#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %199 = "cute.get_iter"(%193) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %200 = "cute.deref_arith_tuple_iter"(%199) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %201:2 = "cute.get_leaves"(%200) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %202 = "cute.get_scalars"(%201#0) : (!cute.int_tuple<"?">) -> i32
      %203 = "cute.get_scalars"(%201#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %204 = "cute.get_iter"(%193) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %205 = "cute.deref_arith_tuple_iter"(%204) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %206:2 = "cute.get_leaves"(%205) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %207 = "cute.get_scalars"(%206#0) : (!cute.int_tuple<"?">) -> i32
      %208 = "cute.get_scalars"(%206#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %209 = "arith.cmpi"(%207, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %210 = "cute.make_coord"() : () -> !cute.coord<"2">
      %211 = "cute.slice"(%50, %210) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"2">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %212 = "cute.get_iter"(%211) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %213 = "cute.deref_arith_tuple_iter"(%212) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %214:2 = "cute.get_leaves"(%213) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %215 = "cute.get_scalars"(%214#0) : (!cute.int_tuple<"?">) -> i32
      %216 = "cute.get_scalars"(%214#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %217 = "cute.get_iter"(%211) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %218 = "cute.deref_arith_tuple_iter"(%217) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %219:2 = "cute.get_leaves"(%218) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %220 = "cute.get_scalars"(%219#0) : (!cute.int_tuple<"?">) -> i32
      %221 = "cute.get_scalars"(%219#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %222 = "cute.get_iter"(%211) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %223 = "cute.deref_arith_tuple_iter"(%222) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %224:2 = "cute.get_leaves"(%223) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %225 = "cute.get_scalars"(%224#0) : (!cute.int_tuple<"?">) -> i32
      %226 = "cute.get_scalars"(%224#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %227 = "arith.cmpi"(%226, %arg6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %228 = "arith.andi"(%209, %227) : (i1, i1) -> i1
      %229 = "scf.if"(%228) ({
        %543 = "cute.get_iter"(%171) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        %544 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %545 = "cute.make_coord"() : () -> !cute.coord<"2">
        "cute.memref.store"(%171, %545, %544) : (!memref_gmem_f32_1, !cute.coord<"2">, f32) -> ()
        "scf.yield"(%171) : (!memref_gmem_f32_1) -> ()
      }, {
        %542 = "cute.get_iter"(%171) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        "scf.yield"(%171) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %230 = "cute.get_iter"(%229) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %231 = "cute.get_iter"(%229) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %232 = "cute.make_coord"() : () -> !cute.coord<"3">
      %233 = "cute.slice"(%50, %232) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"3">) -> !cute.coord_tensor<"(?,?)", "():()">
      %234 = "cute.get_iter"(%233) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %235 = "cute.deref_arith_tuple_iter"(%234) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %236:2 = "cute.get_leaves"(%235) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %237 = "cute.get_scalars"(%236#0) : (!cute.int_tuple<"?">) -> i32
      %238 = "cute.get_scalars"(%236#1) : (!cute.int_tuple<"?">) -> i32
      %239 = "cute.get_iter"(%233) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %240 = "cute.deref_arith_tuple_iter"(%239) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %241:2 = "cute.get_leaves"(%240) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %242 = "cute.get_scalars"(%241#0) : (!cute.int_tuple<"?">) -> i32
      %243 = "cute.get_scalars"(%241#1) : (!cute.int_tuple<"?">) -> i32
      %244 = "cute.get_iter"(%233) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %245 = "cute.deref_arith_tuple_iter"(%244) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %246:2 = "cute.get_leaves"(%245) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %247 = "cute.get_scalars"(%246#0) : (!cute.int_tuple<"?">) -> i32
      %248 = "cute.get_scalars"(%246#1) : (!cute.int_tuple<"?">) -> i32
      %249 = "arith.cmpi"(%247, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %250 = "cute.make_coord"() : () -> !cute.coord<"3">
      %251 = "cute.slice"(%50, %250) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"3">) -> !cute.coord_tensor<"(?,?)", "():()">
      %252 = "cute.get_iter"(%251) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %253 = "cute.deref_arith_tuple_iter"(%252) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %254:2 = "cute.get_leaves"(%253) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %255 = "cute.get_scalars"(%254#0) : (!cute.int_tuple<"?">) -> i32
      %256 = "cute.get_scalars"(%254#1) : (!cute.int_tuple<"?">) -> i32
      %257 = "cute.get_iter"(%251) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %258 = "cute.deref_arith_tuple_iter"(%257) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %259:2 = "cute.get_leaves"(%258) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %260 = "cute.get_scalars"(%259#0) : (!cute.int_tuple<"?">) -> i32
      %261 = "cute.get_scalars"(%259#1) : (!cute.int_tuple<"?">) -> i32
      %262 = "cute.get_iter"(%251) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %263 = "cute.deref_arith_tuple_iter"(%262) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %264:2 = "cute.get_leaves"(%263) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %265 = "cute.get_scalars"(%264#0) : (!cute.int_tuple<"?">) -> i32
      %266 = "cute.get_scalars"(%264#1) : (!cute.int_tuple<"?">) -> i32
      %267 = "arith.cmpi"(%265, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %268 = "cute.make_coord"() : () -> !cute.coord<"3">
      %269 = "cute.slice"(%50, %268) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"3">) -> !cute.coord_tensor<"(?,?)", "():()">
      %270 = "cute.get_iter"(%269) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %271 = "cute.deref_arith_tuple_iter"(%270) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %272:2 = "cute.get_leaves"(%271) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %273 = "cute.get_scalars"(%272#0) : (!cute.int_tuple<"?">) -> i32
      %274 = "cute.get_scalars"(%272#1) : (!cute.int_tuple<"?">) -> i32
      %275 = "cute.get_iter"(%269) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %276 = "cute.deref_arith_tuple_iter"(%275) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %277:2 = "cute.get_leaves"(%276) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %278 = "cute.get_scalars"(%277#0) : (!cute.int_tuple<"?">) -> i32
      %279 = "cute.get_scalars"(%277#1) : (!cute.int_tuple<"?">) -> i32
      %280 = "cute.get_iter"(%269) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %281 = "cute.deref_arith_tuple_iter"(%280) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %282:2 = "cute.get_leaves"(%281) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %283 = "cute.get_scalars"(%282#0) : (!cute.int_tuple<"?">) -> i32
      %284 = "cute.get_scalars"(%282#1) : (!cute.int_tuple<"?">) -> i32
      %285 = "arith.cmpi"(%284, %arg6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %286 = "arith.andi"(%267, %285) : (i1, i1) -> i1
      %287 = "scf.if"(%286) ({
        %539 = "cute.get_iter"(%229) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        %540 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %541 = "cute.make_coord"() : () -> !cute.coord<"3">
        "cute.memref.store"(%229, %541, %540) : (!memref_gmem_f32_1, !cute.coord<"3">, f32) -> ()
        "scf.yield"(%229) : (!memref_gmem_f32_1) -> ()
      }, {
        %538 = "cute.get_iter"(%229) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        "scf.yield"(%229) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %288 = "cute.get_iter"(%287) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %289 = "cute.get_iter"(%287) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %290 = "cute.make_coord"() : () -> !cute.coord<"4">
      %291 = "cute.slice"(%50, %290) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"4">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %292 = "cute.get_iter"(%291) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %293 = "cute.deref_arith_tuple_iter"(%292) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %294:2 = "cute.get_leaves"(%293) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %295 = "cute.get_scalars"(%294#0) : (!cute.int_tuple<"?">) -> i32
      %296 = "cute.get_scalars"(%294#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %297 = "cute.get_iter"(%291) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %298 = "cute.deref_arith_tuple_iter"(%297) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %299:2 = "cute.get_leaves"(%298) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %300 = "cute.get_scalars"(%299#0) : (!cute.int_tuple<"?">) -> i32
      %301 = "cute.get_scalars"(%299#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %302 = "cute.get_iter"(%291) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %303 = "cute.deref_arith_tuple_iter"(%302) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %304:2 = "cute.get_leaves"(%303) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %305 = "cute.get_scalars"(%304#0) : (!cute.int_tuple<"?">) -> i32
      %306 = "cute.get_scalars"(%304#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %307 = "arith.cmpi"(%305, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %308 = "cute.make_coord"() : () -> !cute.coord<"4">
      %309 = "cute.slice"(%50, %308) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"4">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %310 = "cute.get_iter"(%309) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %311 = "cute.deref_arith_tuple_iter"(%310) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %312:2 = "cute.get_leaves"(%311) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %313 = "cute.get_scalars"(%312#0) : (!cute.int_tuple<"?">) -> i32
      %314 = "cute.get_scalars"(%312#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %315 = "cute.get_iter"(%309) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %316 = "cute.deref_arith_tuple_iter"(%315) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %317:2 = "cute.get_leaves"(%316) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %318 = "cute.get_scalars"(%317#0) : (!cute.int_tuple<"?">) -> i32
      %319 = "cute.get_scalars"(%317#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %320 = "cute.get_iter"(%309) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %321 = "cute.deref_arith_tuple_iter"(%320) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %322:2 = "cute.get_leaves"(%321) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %323 = "cute.get_scalars"(%322#0) : (!cute.int_tuple<"?">) -> i32
      %324 = "cute.get_scalars"(%322#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %325 = "arith.cmpi"(%323, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %326 = "cute.make_coord"() : () -> !cute.coord<"4">
      %327 = "cute.slice"(%50, %326) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"4">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %328 = "cute.get_iter"(%327) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %329 = "cute.deref_arith_tuple_iter"(%328) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %330:2 = "cute.get_leaves"(%329) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %331 = "cute.get_scalars"(%330#0) : (!cute.int_tuple<"?">) -> i32
      %332 = "cute.get_scalars"(%330#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %333 = "cute.get_iter"(%327) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %334 = "cute.deref_arith_tuple_iter"(%333) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %335:2 = "cute.get_leaves"(%334) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %336 = "cute.get_scalars"(%335#0) : (!cute.int_tuple<"?">) -> i32
      %337 = "cute.get_scalars"(%335#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %338 = "cute.get_iter"(%327) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %339 = "cute.deref_arith_tuple_iter"(%338) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %340:2 = "cute.get_leaves"(%339) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %341 = "cute.get_scalars"(%340#0) : (!cute.int_tuple<"?">) -> i32
      %342 = "cute.get_scalars"(%340#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %343 = "arith.cmpi"(%342, %arg6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %344 = "arith.andi"(%325, %343) : (i1, i1) -> i1
      %345 = "scf.if"(%344) ({
        %535 = "cute.get_iter"(%287) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        %536 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %537 = "cute.make_coord"() : () -> !cute.coord<"4">
        "cute.memref.store"(%287, %537, %536) : (!memref_gmem_f32_1, !cute.coord<"4">, f32) -> ()
        "scf.yield"(%287) : (!memref_gmem_f32_1) -> ()
      }, {
        %534 = "cute.get_iter"(%287) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        "scf.yield"(%287) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %346 = "cute.get_iter"(%345) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %347 = "cute.get_iter"(%345) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %348 = "cute.make_coord"() : () -> !cute.coord<"5">
      %349 = "cute.slice"(%50, %348) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"5">) -> !cute.coord_tensor<"(?,?)", "():()">
      %350 = "cute.get_iter"(%349) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %351 = "cute.deref_arith_tuple_iter"(%350) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %352:2 = "cute.get_leaves"(%351) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %353 = "cute.get_scalars"(%352#0) : (!cute.int_tuple<"?">) -> i32
      %354 = "cute.get_scalars"(%352#1) : (!cute.int_tuple<"?">) -> i32
      %355 = "cute.get_iter"(%349) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %356 = "cute.deref_arith_tuple_iter"(%355) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %357:2 = "cute.get_leaves"(%356) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %358 = "cute.get_scalars"(%357#0) : (!cute.int_tuple<"?">) -> i32
      %359 = "cute.get_scalars"(%357#1) : (!cute.int_tuple<"?">) -> i32
      %360 = "cute.get_iter"(%349) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %361 = "cute.deref_arith_tuple_iter"(%360) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %362:2 = "cute.get_leaves"(%361) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %363 = "cute.get_scalars"(%362#0) : (!cute.int_tuple<"?">) -> i32
      %364 = "cute.get_scalars"(%362#1) : (!cute.int_tuple<"?">) -> i32
      %365 = "arith.cmpi"(%363, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %366 = "cute.make_coord"() : () -> !cute.coord<"5">
      %367 = "cute.slice"(%50, %366) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"5">) -> !cute.coord_tensor<"(?,?)", "():()">
      %368 = "cute.get_iter"(%367) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %369 = "cute.deref_arith_tuple_iter"(%368) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %370:2 = "cute.get_leaves"(%369) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %371 = "cute.get_scalars"(%370#0) : (!cute.int_tuple<"?">) -> i32
      %372 = "cute.get_scalars"(%370#1) : (!cute.int_tuple<"?">) -> i32
      %373 = "cute.get_iter"(%367) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %374 = "cute.deref_arith_tuple_iter"(%373) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %375:2 = "cute.get_leaves"(%374) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %376 = "cute.get_scalars"(%375#0) : (!cute.int_tuple<"?">) -> i32
      %377 = "cute.get_scalars"(%375#1) : (!cute.int_tuple<"?">) -> i32
      %378 = "cute.get_iter"(%367) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %379 = "cute.deref_arith_tuple_iter"(%378) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %380:2 = "cute.get_leaves"(%379) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %381 = "cute.get_scalars"(%380#0) : (!cute.int_tuple<"?">) -> i32
      %382 = "cute.get_scalars"(%380#1) : (!cute.int_tuple<"?">) -> i32
      %383 = "arith.cmpi"(%381, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %384 = "cute.make_coord"() : () -> !cute.coord<"5">
      %385 = "cute.slice"(%50, %384) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"5">) -> !cute.coord_tensor<"(?,?)", "():()">
      %386 = "cute.get_iter"(%385) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %387 = "cute.deref_arith_tuple_iter"(%386) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %388:2 = "cute.get_leaves"(%387) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %389 = "cute.get_scalars"(%388#0) : (!cute.int_tuple<"?">) -> i32
      %390 = "cute.get_scalars"(%388#1) : (!cute.int_tuple<"?">) -> i32
      %391 = "cute.get_iter"(%385) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %392 = "cute.deref_arith_tuple_iter"(%391) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %393:2 = "cute.get_leaves"(%392) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %394 = "cute.get_scalars"(%393#0) : (!cute.int_tuple<"?">) -> i32
      %395 = "cute.get_scalars"(%393#1) : (!cute.int_tuple<"?">) -> i32
      %396 = "cute.get_iter"(%385) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %397 = "cute.deref_arith_tuple_iter"(%396) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %398:2 = "cute.get_leaves"(%397) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %399 = "cute.get_scalars"(%398#0) : (!cute.int_tuple<"?">) -> i32
      %400 = "cute.get_scalars"(%398#1) : (!cute.int_tuple<"?">) -> i32
      %401 = "arith.cmpi"(%400, %arg6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %402 = "arith.andi"(%383, %401) : (i1, i1) -> i1
      %403 = "scf.if"(%402) ({
        %531 = "cute.get_iter"(%345) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        %532 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %533 = "cute.make_coord"() : () -> !cute.coord<"5">
        "cute.memref.store"(%345, %533, %532) : (!memref_gmem_f32_1, !cute.coord<"5">, f32) -> ()
        "scf.yield"(%345) : (!memref_gmem_f32_1) -> ()
      }, {
        %530 = "cute.get_iter"(%345) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        "scf.yield"(%345) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %404 = "cute.get_iter"(%403) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %405 = "cute.get_iter"(%403) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %406 = "cute.make_coord"() : () -> !cute.coord<"6">
      %407 = "cute.slice"(%50, %406) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"6">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %408 = "cute.get_iter"(%407) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %409 = "cute.deref_arith_tuple_iter"(%408) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %410:2 = "cute.get_leaves"(%409) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %411 = "cute.get_scalars"(%410#0) : (!cute.int_tuple<"?">) -> i32
      %412 = "cute.get_scalars"(%410#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %413 = "cute.get_iter"(%407) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %414 = "cute.deref_arith_tuple_iter"(%413) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %415:2 = "cute.get_leaves"(%414) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %416 = "cute.get_scalars"(%415#0) : (!cute.int_tuple<"?">) -> i32
      %417 = "cute.get_scalars"(%415#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %418 = "cute.get_iter"(%407) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %419 = "cute.deref_arith_tuple_iter"(%418) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %420:2 = "cute.get_leaves"(%419) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %421 = "cute.get_scalars"(%420#0) : (!cute.int_tuple<"?">) -> i32
      %422 = "cute.get_scalars"(%420#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %423 = "arith.cmpi"(%421, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %424 = "cute.make_coord"() : () -> !cute.coord<"6">
      %425 = "cute.slice"(%50, %424) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"6">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %426 = "cute.get_iter"(%425) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %427 = "cute.deref_arith_tuple_iter"(%426) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %428:2 = "cute.get_leaves"(%427) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %429 = "cute.get_scalars"(%428#0) : (!cute.int_tuple<"?">) -> i32
      %430 = "cute.get_scalars"(%428#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %431 = "cute.get_iter"(%425) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %432 = "cute.deref_arith_tuple_iter"(%431) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %433:2 = "cute.get_leaves"(%432) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %434 = "cute.get_scalars"(%433#0) : (!cute.int_tuple<"?">) -> i32
      %435 = "cute.get_scalars"(%433#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %436 = "cute.get_iter"(%425) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %437 = "cute.deref_arith_tuple_iter"(%436) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %438:2 = "cute.get_leaves"(%437) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %439 = "cute.get_scalars"(%438#0) : (!cute.int_tuple<"?">) -> i32
      %440 = "cute.get_scalars"(%438#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %441 = "arith.cmpi"(%439, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %442 = "cute.make_coord"() : () -> !cute.coord<"6">
      %443 = "cute.slice"(%50, %442) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"6">) -> !cute.coord_tensor<"(?,?{div=2})", "():()">
      %444 = "cute.get_iter"(%443) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %445 = "cute.deref_arith_tuple_iter"(%444) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %446:2 = "cute.get_leaves"(%445) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %447 = "cute.get_scalars"(%446#0) : (!cute.int_tuple<"?">) -> i32
      %448 = "cute.get_scalars"(%446#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %449 = "cute.get_iter"(%443) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %450 = "cute.deref_arith_tuple_iter"(%449) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %451:2 = "cute.get_leaves"(%450) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %452 = "cute.get_scalars"(%451#0) : (!cute.int_tuple<"?">) -> i32
      %453 = "cute.get_scalars"(%451#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %454 = "cute.get_iter"(%443) : (!cute.coord_tensor<"(?,?{div=2})", "():()">) -> !cute.arith_tuple_iter<"(?,?{div=2})">
      %455 = "cute.deref_arith_tuple_iter"(%454) : (!cute.arith_tuple_iter<"(?,?{div=2})">) -> !cute.int_tuple<"(?,?{div=2})">
      %456:2 = "cute.get_leaves"(%455) : (!cute.int_tuple<"(?,?{div=2})">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?{div=2}">)
      %457 = "cute.get_scalars"(%456#0) : (!cute.int_tuple<"?">) -> i32
      %458 = "cute.get_scalars"(%456#1) : (!cute.int_tuple<"?{div=2}">) -> i32
      %459 = "arith.cmpi"(%458, %arg6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %460 = "arith.andi"(%441, %459) : (i1, i1) -> i1
      %461 = "scf.if"(%460) ({
        %527 = "cute.get_iter"(%403) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        %528 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %529 = "cute.make_coord"() : () -> !cute.coord<"6">
        "cute.memref.store"(%403, %529, %528) : (!memref_gmem_f32_1, !cute.coord<"6">, f32) -> ()
        "scf.yield"(%403) : (!memref_gmem_f32_1) -> ()
      }, {
        %526 = "cute.get_iter"(%403) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        "scf.yield"(%403) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %462 = "cute.get_iter"(%461) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %463 = "cute.get_iter"(%461) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %464 = "cute.make_coord"() : () -> !cute.coord<"7">
      %465 = "cute.slice"(%50, %464) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"7">) -> !cute.coord_tensor<"(?,?)", "():()">
      %466 = "cute.get_iter"(%465) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %467 = "cute.deref_arith_tuple_iter"(%466) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %468:2 = "cute.get_leaves"(%467) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %469 = "cute.get_scalars"(%468#0) : (!cute.int_tuple<"?">) -> i32
      %470 = "cute.get_scalars"(%468#1) : (!cute.int_tuple<"?">) -> i32
      %471 = "cute.get_iter"(%465) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %472 = "cute.deref_arith_tuple_iter"(%471) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %473:2 = "cute.get_leaves"(%472) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %474 = "cute.get_scalars"(%473#0) : (!cute.int_tuple<"?">) -> i32
      %475 = "cute.get_scalars"(%473#1) : (!cute.int_tuple<"?">) -> i32
      %476 = "cute.get_iter"(%465) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %477 = "cute.deref_arith_tuple_iter"(%476) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %478:2 = "cute.get_leaves"(%477) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %479 = "cute.get_scalars"(%478#0) : (!cute.int_tuple<"?">) -> i32
      %480 = "cute.get_scalars"(%478#1) : (!cute.int_tuple<"?">) -> i32
      %481 = "arith.cmpi"(%479, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %482 = "cute.make_coord"() : () -> !cute.coord<"7">
      %483 = "cute.slice"(%50, %482) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"7">) -> !cute.coord_tensor<"(?,?)", "():()">
      %484 = "cute.get_iter"(%483) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %485 = "cute.deref_arith_tuple_iter"(%484) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %486:2 = "cute.get_leaves"(%485) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %487 = "cute.get_scalars"(%486#0) : (!cute.int_tuple<"?">) -> i32
      %488 = "cute.get_scalars"(%486#1) : (!cute.int_tuple<"?">) -> i32
      %489 = "cute.get_iter"(%483) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %490 = "cute.deref_arith_tuple_iter"(%489) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %491:2 = "cute.get_leaves"(%490) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %492 = "cute.get_scalars"(%491#0) : (!cute.int_tuple<"?">) -> i32
      %493 = "cute.get_scalars"(%491#1) : (!cute.int_tuple<"?">) -> i32
      %494 = "cute.get_iter"(%483) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %495 = "cute.deref_arith_tuple_iter"(%494) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %496:2 = "cute.get_leaves"(%495) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %497 = "cute.get_scalars"(%496#0) : (!cute.int_tuple<"?">) -> i32
      %498 = "cute.get_scalars"(%496#1) : (!cute.int_tuple<"?">) -> i32
      %499 = "arith.cmpi"(%497, %arg5) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %500 = "cute.make_coord"() : () -> !cute.coord<"7">
      %501 = "cute.slice"(%50, %500) : (!cute.coord_tensor<"(?,?{div=2})", "((2,2),1,2):((1@1,8@0),0,8@1)">, !cute.coord<"7">) -> !cute.coord_tensor<"(?,?)", "():()">
      %502 = "cute.get_iter"(%501) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %503 = "cute.deref_arith_tuple_iter"(%502) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %504:2 = "cute.get_leaves"(%503) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %505 = "cute.get_scalars"(%504#0) : (!cute.int_tuple<"?">) -> i32
      %506 = "cute.get_scalars"(%504#1) : (!cute.int_tuple<"?">) -> i32
      %507 = "cute.get_iter"(%501) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %508 = "cute.deref_arith_tuple_iter"(%507) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %509:2 = "cute.get_leaves"(%508) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %510 = "cute.get_scalars"(%509#0) : (!cute.int_tuple<"?">) -> i32
      %511 = "cute.get_scalars"(%509#1) : (!cute.int_tuple<"?">) -> i32
      %512 = "cute.get_iter"(%501) : (!cute.coord_tensor<"(?,?)", "():()">) -> !cute.arith_tuple_iter<"(?,?)">
      %513 = "cute.deref_arith_tuple_iter"(%512) : (!cute.arith_tuple_iter<"(?,?)">) -> !cute.int_tuple<"(?,?)">
      %514:2 = "cute.get_leaves"(%513) : (!cute.int_tuple<"(?,?)">) -> (!cute.int_tuple<"?">, !cute.int_tuple<"?">)
      %515 = "cute.get_scalars"(%514#0) : (!cute.int_tuple<"?">) -> i32
      %516 = "cute.get_scalars"(%514#1) : (!cute.int_tuple<"?">) -> i32
      %517 = "arith.cmpi"(%516, %arg6) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %518 = "arith.andi"(%499, %517) : (i1, i1) -> i1
      %519 = "scf.if"(%518) ({
        %523 = "cute.get_iter"(%461) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        %524 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
        %525 = "cute.make_coord"() : () -> !cute.coord<"7">
        "cute.memref.store"(%461, %525, %524) : (!memref_gmem_f32_1, !cute.coord<"7">, f32) -> ()
        "scf.yield"(%461) : (!memref_gmem_f32_1) -> ()
      }, {
        %522 = "cute.get_iter"(%461) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
        "scf.yield"(%461) : (!memref_gmem_f32_1) -> ()
      }) : (i1) -> !memref_gmem_f32_1
      %520 = "cute.get_iter"(%519) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      %521 = "cute.get_iter"(%519) : (!memref_gmem_f32_1) -> !cute.ptr<f32, gmem, align<8>>
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 64, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f32, i32, i32) -> i32, sym_name = "where"}> ({
  ^bb0(%arg0: !memref_gmem_f32, %arg1: i32, %arg2: i32):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %1 = "cute.get_iter"(%arg0) : (!memref_gmem_f32) -> !cute.ptr<f32, gmem, align<16>>
    %2 = "cute.make_shape"() : () -> !cute.shape<"(2,1,1)">
    %3 = "cute.make_layout"(%2) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(2,1,1)">) -> !cute.layout<"(2,1,1):(1,0,0)">
    %4 = "cute.make_shape"() : () -> !cute.shape<"(16,8,16)">
    %5 = "cute.make_atom"() : () -> !cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >
    %6 = "cute.get_shape"(%3) : (!cute.layout<"(2,1,1):(1,0,0)">) -> !cute.shape<"(2,1,1)">
    %7:3 = "cute.get_leaves"(%6) : (!cute.shape<"(2,1,1)">) -> (!cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
    %8 = "cute.make_tile"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %9 = "cute.make_tiled_mma"(%5) : (!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >) -> !mma_f16_f16_f32_16x8x16
    %10 = "cute.get_layout"(%arg0) : (!memref_gmem_f32) -> !cute.layout<"(32,16):(16,1)">
    %11 = "cute.static"() : () -> !cute.layout<"(32,2,1,1):(1,32,0,0)">
    %12 = "cute.static"() : () -> !cute.tile<"[32:1;16:1;16:1]">
    %13:3 = "cute.get_leaves"(%12) : (!cute.tile<"[32:1;16:1;16:1]">) -> (!cute.layout<"32:1">, !cute.layout<"16:1">, !cute.layout<"16:1">)
    %14 = "cute.static"() : () -> !cute.layout<"32:1">
    %15 = "cute.static"() : () -> !cute.shape<"(16,8,16)">
    %16:3 = "cute.get_leaves"(%15) : (!cute.shape<"(16,8,16)">) -> (!cute.shape<"16">, !cute.shape<"8">, !cute.shape<"16">)
    %17 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2,2)):((32,1),(16,8,128))">
    %18 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2)):((16,1),(8,64))">
    %19 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">
    %20 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@where_kernel}> : () -> i64
    %21 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %22 = "arith.cmpi"(%20, %21) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%22) ({
      "cute.print"(%20) <{fmt = "\0AError: kernel '@kernels::@where_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %23 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %24 = "cuda.cast"(%23) : (i64) -> !cuda.stream
    %25 = "arith.constant"() <{value = 64 : i32}> : () -> i32
    %26 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %27 = "cuda.launch_cfg.create"(%25, %26, %26, %20, %26, %26, %26, %24) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %28 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%27, %28) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %29 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%27, %29) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %30 = "cuda.launch_ex"(%27, %arg0, %9, %arg1, %arg2) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@where_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f32, !mma_f16_f16_f32_16x8x16, i32, i32) -> !cuda.result
    %31 = "cuda.cast"(%30) : (!cuda.result) -> i32
    "cuda.return_if_error"(%31) : (i32) -> ()
    %32 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%32) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
