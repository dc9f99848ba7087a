!copy_ldsm_4 = !cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, t>, layout_copy_tv = <"((4,8),((2,2,2),(1,1))):((32,1),((16,8,128),(0,0)))">, tiler_mn = <"[16:1;16:1]">>
!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(16,16):(16,1)">
!memref_gmem_f16_1 = !cute.memref<f16, gmem, align<4>, "((2,2,2),1,1):((1,128,8),0,0)">
!memref_gmem_f16_2 = !cute.memref<f16, gmem, align<4>, "(2,(2,2)):(1,(128,8))">
!memref_rmem_f16 = !cute.memref<f16, rmem, align<16>, "((2,2,2),1,1):((1,2,4),0,0)">
!memref_rmem_f16_1 = !cute.memref<f16, rmem, align<16>, "((8,1),1,1):((1,0),0,0)">
!memref_rmem_f16_2 = !cute.memref<f16, rmem, align<16>, "((8,1),(1,1)):((1,0),(0,0))">
!memref_rmem_f16_3 = !cute.memref<f16, rmem, align<16>, "(2,4):(1,2)">
!memref_smem_f16 = !cute.memref<f16, smem, align<16>, "(16,16):(1,24)">
!memref_smem_f16_1 = !cute.memref<f16, smem, "((2,2,2),1,1):((24,8,192),0,0)">
!memref_smem_f16_2 = !cute.memref<f16, smem, align<16>, "((8,1),1,1):((1,0),0,0)">
!memref_smem_f16_3 = !cute.memref<f16, smem, align<16>, "((8,1),(1,1)):((1,0),(0,0))">
!memref_smem_i8 = !cute.memref<i8, smem, align<16>, "752:1">
!mma_f16_f16_f32_16x8x16 = !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(1,1,1):(0,0,0)">, permutation_MNK = <"[_;_;_]">>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "cuda.kernel"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16, !mma_f16_f16_f32_16x8x16, !copy_ldsm_4) -> (), sym_name = "turned_kernel"}> ({
    ^bb0(%arg2: !memref_gmem_f16, %arg3: !memref_gmem_f16, %arg4: !mma_f16_f16_f32_16x8x16, %arg5: !copy_ldsm_4):
      %66 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %67 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %68 = "cute.get_iter"(%arg2) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %69 = "cute.get_iter"(%arg3) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
      %70 = "cute.get_layout"(%arg2) : (!memref_gmem_f16) -> !cute.layout<"(16,16):(16,1)">
      %71 = "cute.get_layout"(%arg3) : (!memref_gmem_f16) -> !cute.layout<"(16,16):(16,1)">
      %72 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %73 = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
      %74 = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
      %75 = "cute.make_shape"() : () -> !cute.shape<"(16,16)">
      %76 = "cute.make_stride"() : () -> !cute.stride<"(1,24)">
      %77 = "cute.make_layout"(%75, %76) <{operandSegmentSizes = array<i32: 1, 1>}> : (!cute.shape<"(16,16)">, !cute.stride<"(1,24)">) -> !cute.layout<"(16,16):(1,24)">
      %78 = "cute.make_coord"() : () -> !cute.coord<"0">
      %79 = "cute.crd2idx"(%78, %77) : (!cute.coord<"0">, !cute.layout<"(16,16):(1,24)">) -> !cute.int_tuple<"0">
      %80 = "cute.get_leaves"(%79) : (!cute.int_tuple<"0">) -> !cute.int_tuple<"0">
      %81 = "cute.cosize"(%77) <{mode = array<i32>}> : (!cute.layout<"(16,16):(1,24)">) -> !cute.int_tuple<"376">
      %82 = "cute.get_leaves"(%81) : (!cute.int_tuple<"376">) -> !cute.int_tuple<"376">
      %83 = "cute.make_shape"() : () -> !cute.shape<"752">
      %84 = "cute.make_layout"(%83) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"752">) -> !cute.layout<"752:1">
      %85 = "cute.memref.alloca"() {smem.partition_id = 1 : i32} : () -> !memref_smem_i8
      %86 = "cute.get_iter"(%85) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<16>>
      %87 = "cute.get_iter"(%85) : (!memref_smem_i8) -> !cute.ptr<i8, smem, align<16>>
      %88 = "cute.recast_iter"(%87) : (!cute.ptr<i8, smem, align<16>>) -> !cute.ptr<f16, smem, align<16>>
      %89 = "cute.make_view"(%88, %77) : (!cute.ptr<f16, smem, align<16>>, !cute.layout<"(16,16):(1,24)">) -> !memref_smem_f16
      %90 = "cute.get_iter"(%89) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
      %91 = "cute.get_iter"(%89) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
      %92 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %93 = "arith.constant"() <{value = 8 : i32}> : () -> i32
      %94 = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %95 = "scf.for"(%92, %93, %94, %89) ({
      ^bb0(%arg6: i32, %arg7: !memref_smem_f16):
        %186 = "cute.get_iter"(%arg7) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
        %187 = "cute.get_iter"(%arg7) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
        %188 = "arith.constant"() <{value = 2 : i32}> : () -> i32
        %189 = "arith.floordivsi"(%72, %188) : (i32, i32) -> i32
        %190 = "arith.remsi"(%72, %188) : (i32, i32) -> i32
        %191 = "arith.constant"() <{value = 8 : i32}> : () -> i32
        %192 = "arith.muli"(%190, %191) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %193 = "arith.addi"(%192, %arg6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %194 = "cute.make_coord"(%189, %193) : (i32, i32) -> !cute.coord<"(?,?)">
        %195 = "cute.memref.load"(%arg2, %194) : (!memref_gmem_f16, !cute.coord<"(?,?)">) -> f16
        %196 = "arith.floordivsi"(%72, %188) : (i32, i32) -> i32
        %197 = "arith.remsi"(%72, %188) : (i32, i32) -> i32
        %198 = "arith.muli"(%197, %191) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %199 = "arith.addi"(%198, %arg6) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        %200 = "cute.make_coord"(%196, %199) : (i32, i32) -> !cute.coord<"(?,?)">
        "cute.memref.store"(%arg7, %200, %195) : (!memref_smem_f16, !cute.coord<"(?,?)">, f16) -> ()
        %201 = "cute.get_iter"(%arg7) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
        %202 = "cute.get_iter"(%arg7) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
        "scf.yield"(%arg7) : (!memref_smem_f16) -> ()
      }) : (i32, i32, i32, !memref_smem_f16) -> !memref_smem_f16
      %96 = "cute.get_iter"(%95) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
      %97 = "cute.get_iter"(%89) : (!memref_smem_f16) -> !cute.ptr<f16, smem, align<16>>
      "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()
      %98 = "cute.make_coord"(%72) : (i32) -> !cute.coord<"?">
      %99 = "cute.tiled.mma.partition"(%arg4, %89, %98) <{operand_id = 0 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_smem_f16, !cute.coord<"?">) -> !memref_smem_f16_1
      %100 = "cute.get_iter"(%99) : (!memref_smem_f16_1) -> !cute.ptr<f16, smem>
      %101 = "cute.mma.make_fragment"(%arg4, %99) <{operand_id = 0 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_smem_f16_1) -> !memref_rmem_f16
      %102 = "cute.get_iter"(%101) : (!memref_rmem_f16) -> !cute.ptr<f16, rmem, align<16>>
      %103 = "cute.make_coord"(%72) : (i32) -> !cute.coord<"?">
      %104 = "cute.tiled.copy.partition_S"(%arg5, %89, %103) : (!copy_ldsm_4, !memref_smem_f16, !cute.coord<"?">) -> !memref_smem_f16_2
      %105 = "cute.get_iter"(%104) : (!memref_smem_f16_2) -> !cute.ptr<f16, smem, align<16>>
      %106 = "cute.tiled.copy.retile"(%arg5, %101) : (!copy_ldsm_4, !memref_rmem_f16) -> !memref_rmem_f16_1
      %107 = "cute.get_iter"(%106) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<16>>
      %108 = "cute.get_layout"(%104) : (!memref_smem_f16_2) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %109 = "cute.get_shape"(%108) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
      %110:4 = "cute.get_leaves"(%109) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %111 = "cute.get_layout"(%106) : (!memref_rmem_f16_1) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %112 = "cute.get_shape"(%111) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
      %113:4 = "cute.get_leaves"(%112) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %114 = "cute.make_shape"() : () -> !cute.shape<"1">
      %115 = "cute.make_layout"(%114) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %116 = "cute.append_to_rank"(%108, %115) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %117 = "cute.make_view"(%105, %116) : (!cute.ptr<f16, smem, align<16>>, !cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_smem_f16_2
      %118 = "cute.get_iter"(%117) : (!memref_smem_f16_2) -> !cute.ptr<f16, smem, align<16>>
      %119 = "cute.get_layout"(%117) : (!memref_smem_f16_2) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %120 = "cute.get_shape"(%119) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
      %121:4 = "cute.get_leaves"(%120) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %122 = "cute.group_modes"(%117) <{begin = 1 : i32, end = 3 : i32}> : (!memref_smem_f16_2) -> !memref_smem_f16_3
      %123 = "cute.get_iter"(%122) : (!memref_smem_f16_3) -> !cute.ptr<f16, smem, align<16>>
      %124 = "cute.get_iter"(%122) : (!memref_smem_f16_3) -> !cute.ptr<f16, smem, align<16>>
      %125 = "cute.make_shape"() : () -> !cute.shape<"1">
      %126 = "cute.make_layout"(%125) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"1">) -> !cute.layout<"1:0">
      %127 = "cute.append_to_rank"(%111, %126) <{rank = 2 : si32}> : (!cute.layout<"((8,1),1,1):((1,0),0,0)">, !cute.layout<"1:0">) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %128 = "cute.make_view"(%107, %127) : (!cute.ptr<f16, rmem, align<16>>, !cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !memref_rmem_f16_1
      %129 = "cute.get_iter"(%128) : (!memref_rmem_f16_1) -> !cute.ptr<f16, rmem, align<16>>
      %130 = "cute.get_layout"(%128) : (!memref_rmem_f16_1) -> !cute.layout<"((8,1),1,1):((1,0),0,0)">
      %131 = "cute.get_shape"(%130) : (!cute.layout<"((8,1),1,1):((1,0),0,0)">) -> !cute.shape<"((8,1),1,1)">
      %132:4 = "cute.get_leaves"(%131) : (!cute.shape<"((8,1),1,1)">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %133 = "cute.group_modes"(%128) <{begin = 1 : i32, end = 3 : i32}> : (!memref_rmem_f16_1) -> !memref_rmem_f16_2
      %134 = "cute.get_iter"(%133) : (!memref_rmem_f16_2) -> !cute.ptr<f16, rmem, align<16>>
      %135 = "cute.get_iter"(%133) : (!memref_rmem_f16_2) -> !cute.ptr<f16, rmem, align<16>>
      %136 = "cute.get_layout"(%122) : (!memref_smem_f16_3) -> !cute.layout<"((8,1),(1,1)):((1,0),(0,0))">
      %137 = "cute.get_shape"(%136) : (!cute.layout<"((8,1),(1,1)):((1,0),(0,0))">) -> !cute.shape<"((8,1),(1,1))">
      %138:4 = "cute.get_leaves"(%137) : (!cute.shape<"((8,1),(1,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %139 = "cute.get_layout"(%133) : (!memref_rmem_f16_2) -> !cute.layout<"((8,1),(1,1)):((1,0),(0,0))">
      %140 = "cute.get_shape"(%139) : (!cute.layout<"((8,1),(1,1)):((1,0),(0,0))">) -> !cute.shape<"((8,1),(1,1))">
      %141:4 = "cute.get_leaves"(%140) : (!cute.shape<"((8,1),(1,1))">) -> (!cute.shape<"8">, !cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
      %142 = "cute.size"(%122) <{mode = array<i32: 1>}> : (!memref_smem_f16_3) -> !cute.int_tuple<"1">
      %143 = "cute.get_leaves"(%142) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      %144 = "cute.size"(%133) <{mode = array<i32: 1>}> : (!memref_rmem_f16_2) -> !cute.int_tuple<"1">
      %145 = "cute.get_leaves"(%144) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
      "cute.copy"(%arg5, %122, %133) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!copy_ldsm_4, !memref_smem_f16_3, !memref_rmem_f16_2) -> ()
      %146 = "cute.make_coord"(%72) : (i32) -> !cute.coord<"?">
      %147 = "cute.tiled.mma.partition"(%arg4, %arg3, %146) <{operand_id = 0 : i32}> : (!mma_f16_f16_f32_16x8x16, !memref_gmem_f16, !cute.coord<"?">) -> !memref_gmem_f16_1
      %148 = "cute.get_iter"(%147) : (!memref_gmem_f16_1) -> !cute.ptr<f16, gmem, align<4>>
      %149 = "cute.get_layout"(%101) : (!memref_rmem_f16) -> !cute.layout<"((2,2,2),1,1):((1,2,4),0,0)">
      %150 = "cute.get_shape"(%149) : (!cute.layout<"((2,2,2),1,1):((1,2,4),0,0)">) -> !cute.shape<"((2,2,2),1,1)">
      %151:5 = "cute.get_leaves"(%150) : (!cute.shape<"((2,2,2),1,1)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %152 = "cute.get_layout"(%147) : (!memref_gmem_f16_1) -> !cute.layout<"((2,2,2),1,1):((1,128,8),0,0)">
      %153 = "cute.get_shape"(%152) : (!cute.layout<"((2,2,2),1,1):((1,128,8),0,0)">) -> !cute.shape<"((2,2,2),1,1)">
      %154:5 = "cute.get_leaves"(%153) : (!cute.shape<"((2,2,2),1,1)">) -> (!cute.shape<"2">, !cute.shape<"2">, !cute.shape<"2">, !cute.shape<"1">, !cute.shape<"1">)
      %155 = "cute.right_inverse"(%152) : (!cute.layout<"((2,2,2),1,1):((1,128,8),0,0)">) -> !cute.layout<"2:1">
      %156 = "cute.composition"(%149, %155) : (!cute.layout<"((2,2,2),1,1):((1,2,4),0,0)">, !cute.layout<"2:1">) -> !cute.layout<"2:1">
      %157 = "cute.coalesce"(%156) : (!cute.layout<"2:1">) -> !cute.layout<"2:1">
      %158 = "cute.get_shape"(%157) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %159 = "cute.get_leaves"(%158) : (!cute.shape<"2">) -> !cute.shape<"2">
      %160 = "cute.get_stride"(%157) : (!cute.layout<"2:1">) -> !cute.stride<"1">
      %161 = "cute.get_leaves"(%160) : (!cute.stride<"1">) -> !cute.stride<"1">
      %162 = "cute.get_shape"(%157) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %163 = "cute.get_leaves"(%162) : (!cute.shape<"2">) -> !cute.shape<"2">
      %164 = "cute.get_shape"(%157) : (!cute.layout<"2:1">) -> !cute.shape<"2">
      %165 = "cute.get_leaves"(%164) : (!cute.shape<"2">) -> !cute.shape<"2">
      %166 = "cute.composition"(%155, %157) : (!cute.layout<"2:1">, !cute.layout<"2:1">) -> !cute.layout<"2:1">
      %167 = "cute.size"(%166) <{mode = array<i32>}> : (!cute.layout<"2:1">) -> !cute.int_tuple<"2">
      %168 = "cute.get_leaves"(%167) : (!cute.int_tuple<"2">) -> !cute.int_tuple<"2">
      %169 = "cute.logical_divide"(%101, %166) : (!memref_rmem_f16, !cute.layout<"2:1">) -> !memref_rmem_f16_3
      %170 = "cute.get_iter"(%169) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<16>>
      %171 = "cute.get_iter"(%169) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<16>>
      %172 = "cute.logical_divide"(%147, %166) : (!memref_gmem_f16_1, !cute.layout<"2:1">) -> !memref_gmem_f16_2
      %173 = "cute.get_iter"(%172) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<4>>
      %174 = "cute.get_iter"(%172) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<4>>
      %175 = "cute.make_shape"() : () -> !cute.shape<"2">
      %176 = "cute.make_layout"(%175) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %177 = "cute.logical_divide"(%169, %176) : (!memref_rmem_f16_3, !cute.layout<"2:1">) -> !memref_rmem_f16_3
      %178 = "cute.get_iter"(%177) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<16>>
      %179 = "cute.get_iter"(%177) : (!memref_rmem_f16_3) -> !cute.ptr<f16, rmem, align<16>>
      %180 = "cute.make_shape"() : () -> !cute.shape<"2">
      %181 = "cute.make_layout"(%180) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"2">) -> !cute.layout<"2:1">
      %182 = "cute.logical_divide"(%172, %181) : (!memref_gmem_f16_2, !cute.layout<"2:1">) -> !memref_gmem_f16_2
      %183 = "cute.get_iter"(%182) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<4>>
      %184 = "cute.get_iter"(%182) : (!memref_gmem_f16_2) -> !cute.ptr<f16, gmem, align<4>>
      %185 = "cute.make_atom"() : () -> !cute_nvgpu.atom.universal_copy<f16, 32 b>
      "cute.copy"(%185, %177, %182) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cute_nvgpu.atom.universal_copy<f16, 32 b>, !memref_rmem_f16_3, !memref_gmem_f16_2) -> ()
      "cuda.return"() : () -> ()
    }) {cu_attrs = {max_dynamic_shared_size_bytes = #cuda.dev_max_shared_memory_optin, non_portable_cluster_size_allowed = 1 : i32}, cute.kernel, cutlass_launch_facts = {cluster_launch = false, cooperative_launch = false, exact_block_dim = array<i64: 32, 1, 1>, exact_grid_dim = array<i64: 1, 1, 1>, schema_version = 1 : i64}, gpu.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, smem.hint_smem_base_uniform, smem.partition_num = 2 : i32} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!memref_gmem_f16, !memref_gmem_f16) -> i32, sym_name = "turned"}> ({
  ^bb0(%arg0: !memref_gmem_f16, %arg1: !memref_gmem_f16):
    %0 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %1 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %2 = "cute.get_iter"(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %3 = "cute.get_iter"(%arg1) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %4 = "cute.make_shape"() : () -> !cute.shape<"(16,8,16)">
    %5 = "cute.make_atom"() : () -> !cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >
    %6 = "cute.make_shape"() : () -> !cute.shape<"(1,1,1)">
    %7 = "cute.make_layout"(%6) <{operandSegmentSizes = array<i32: 1, 0>}> : (!cute.shape<"(1,1,1)">) -> !cute.layout<"(1,1,1):(0,0,0)">
    %8 = "cute.get_shape"(%7) : (!cute.layout<"(1,1,1):(0,0,0)">) -> !cute.shape<"(1,1,1)">
    %9:3 = "cute.get_leaves"(%8) : (!cute.shape<"(1,1,1)">) -> (!cute.shape<"1">, !cute.shape<"1">, !cute.shape<"1">)
    %10 = "cute.make_tiled_mma"(%5) : (!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >) -> !mma_f16_f16_f32_16x8x16
    %11 = "cute.make_shape"() : () -> !cute.shape<"(8,8)">
    %12 = "cute.make_atom"() : () -> !cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, t>
    %13 = "cute.static"() : () -> !cute.layout<"((4,8),((2,2,2),(1,1))):((32,1),((16,8,128),(0,0)))">
    %14 = "cute.static"() : () -> !cute.tile<"[_;_;_]">
    %15:3 = "cute.get_leaves"(%14) : (!cute.tile<"[_;_;_]">) -> (!cute.tile<"_">, !cute.tile<"_">, !cute.tile<"_">)
    %16 = "cute.static"() : () -> !cute.layout<"(32,1,1,1):(1,0,0,0)">
    %17 = "cute.static"() : () -> !cute.shape<"(16,8,16)">
    %18:3 = "cute.get_leaves"(%17) : (!cute.shape<"(16,8,16)">) -> (!cute.shape<"16">, !cute.shape<"8">, !cute.shape<"16">)
    %19 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(16,8,16)">
    %20 = "cute.size"(%19) <{mode = array<i32: 0>}> : (!cute.int_tuple<"(16,8,16)">) -> !cute.int_tuple<"16">
    %21 = "cute.get_leaves"(%20) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
    %22 = "cute.size"(%16) <{mode = array<i32: 1>}> : (!cute.layout<"(32,1,1,1):(1,0,0,0)">) -> !cute.int_tuple<"1">
    %23 = "cute.get_leaves"(%22) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
    %24 = "cute.static"() : () -> !cute.tile<"[_;_;_]">
    %25:3 = "cute.get_leaves"(%24) : (!cute.tile<"[_;_;_]">) -> (!cute.tile<"_">, !cute.tile<"_">, !cute.tile<"_">)
    %26 = "cute.static"() : () -> !cute.layout<"(32,1,1,1):(1,0,0,0)">
    %27 = "cute.static"() : () -> !cute.shape<"(16,8,16)">
    %28:3 = "cute.get_leaves"(%27) : (!cute.shape<"(16,8,16)">) -> (!cute.shape<"16">, !cute.shape<"8">, !cute.shape<"16">)
    %29 = "cute.make_int_tuple"() : () -> !cute.int_tuple<"(16,8,16)">
    %30 = "cute.size"(%29) <{mode = array<i32: 2>}> : (!cute.int_tuple<"(16,8,16)">) -> !cute.int_tuple<"16">
    %31 = "cute.get_leaves"(%30) : (!cute.int_tuple<"16">) -> !cute.int_tuple<"16">
    %32 = "cute.size"(%26) <{mode = array<i32: 3>}> : (!cute.layout<"(32,1,1,1):(1,0,0,0)">) -> !cute.int_tuple<"1">
    %33 = "cute.get_leaves"(%32) : (!cute.int_tuple<"1">) -> !cute.int_tuple<"1">
    %34 = "cute.make_tile"() : () -> !cute.tile<"[16:1;16:1]">
    %35 = "cute.make_tiled_copy"(%12) : (!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, t>) -> !copy_ldsm_4
    %36 = "cute.get_layout"(%arg0) : (!memref_gmem_f16) -> !cute.layout<"(16,16):(16,1)">
    %37 = "cute.get_layout"(%arg1) : (!memref_gmem_f16) -> !cute.layout<"(16,16):(16,1)">
    %38 = "cute.static"() : () -> !cute.layout<"(32,1,1,1):(1,0,0,0)">
    %39 = "cute.static"() : () -> !cute.tile<"[_;_;_]">
    %40:3 = "cute.get_leaves"(%39) : (!cute.tile<"[_;_;_]">) -> (!cute.tile<"_">, !cute.tile<"_">, !cute.tile<"_">)
    %41 = "cute.static"() : () -> !cute.layout<"32:1">
    %42 = "cute.static"() : () -> !cute.shape<"(16,8,16)">
    %43:3 = "cute.get_leaves"(%42) : (!cute.shape<"(16,8,16)">) -> (!cute.shape<"16">, !cute.shape<"8">, !cute.shape<"16">)
    %44 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2,2)):((32,1),(16,8,128))">
    %45 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2)):((16,1),(8,64))">
    %46 = "cute.static"() : () -> !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">
    %47 = "cute.static"() : () -> !cute.tile<"[16:1;16:1]">
    %48:2 = "cute.get_leaves"(%47) : (!cute.tile<"[16:1;16:1]">) -> (!cute.layout<"16:1">, !cute.layout<"16:1">)
    %49 = "cute.static"() : () -> !cute.layout<"((4,8),((2,2,2),(1,1))):((32,1),((16,8,128),(0,0)))">
    %50 = "cute.static"() : () -> !cute.layout<"32:1">
    %51 = "cute.static"() : () -> !cute.layout<"(32,8):(8,1)">
    %52 = "cute.static"() : () -> !cute.layout<"((4,8),(1,2,4)):((16,1),(1,8,64))">
    %53 = "cute.kernel_smem_size"() <{kernel_name = @kernels::@turned_kernel}> : () -> i64
    %54 = "arith.constant"() <{value = 232448 : i64}> : () -> i64
    %55 = "arith.cmpi"(%53, %54) <{predicate = 4 : i64}> : (i64, i64) -> i1
    "scf.if"(%55) ({
      "cute.print"(%53) <{fmt = "\0AError: kernel '@kernels::@turned_kernel' launch shared memory exceeds current GPU arch sm_90a allowed. Allocated: {} bytes. Max: 232448 bytes.\0A\0A"}> : (i64) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    %56 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %57 = "cuda.cast"(%56) : (i64) -> !cuda.stream
    %58 = "arith.constant"() <{value = 32 : i32}> : () -> i32
    %59 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %60 = "cuda.launch_cfg.create"(%58, %59, %59, %53, %59, %59, %59, %57) <{maxNumAttrs = 17 : i32}> : (i32, i32, i32, i64, i32, i32, i32, !cuda.stream) -> !cuda.launch_cfg<max_attrs = 17>
    %61 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.programmatic_stream_serialization_allowed"(%60, %61) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %62 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "cuda.launch_cfg.cooperative"(%60, %62) : (!cuda.launch_cfg<max_attrs = 17>, i32) -> ()
    %63 = "cuda.launch_ex"(%60, %arg0, %arg1, %10, %35) <{assume_kernel_attr = #cuda.assume_kernel_attr<true>, callee = @kernels::@turned_kernel}> : (!cuda.launch_cfg<max_attrs = 17>, !memref_gmem_f16, !memref_gmem_f16, !mma_f16_f16_f32_16x8x16, !copy_ldsm_4) -> !cuda.result
    %64 = "cuda.cast"(%63) : (!cuda.result) -> i32
    "cuda.return_if_error"(%64) : (i32) -> ()
    %65 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"(%65) : (i32) -> ()
  }) {llvm.emit_c_interface} : () -> ()
}) {gpu.container_module} : () -> ()
