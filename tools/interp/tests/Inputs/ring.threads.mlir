  gpu.module @kernels {
    gpu.func @f(%arg0: memref<?x8xi32, #layout<(?,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: memref<8x8xi32>, %arg2: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg3 : memref<528xi8, 3> {llvm.align = 256 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>, layout.tensor_maps = [{address = 0 : i64, argument = 3 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 1, 1, 0>]], strides = [[array<i64: 32>]], swizzle = 32 : i64}]} {
      %thread_id_x = gpu.thread_id  x upper_bound 64
      %c32 = arith.constant 32 : index
      %0 = arith.divui %thread_id_x, %c32 : index
      %c0 = arith.constant 0 : index
      %1 = arith.cmpi eq, %0, %c0 : index
      %2 = nvvm.elect.sync -> i1
      %3 = arith.andi %1, %2 : i1
      %c0_i32 = arith.constant 0 : i32
      %c512 = arith.constant 512 : index
      %view = memref.view %arg3[%c512][] : memref<528xi8, 3> to memref<2xi64, 3>
      %assume_align = memref.assume_alignment %view, 16 {layout.barriers} : memref<2xi64, 3>
      %intptr = memref.extract_aligned_pointer_as_index %assume_align : memref<2xi64, 3> -> index
      %4 = arith.index_castui %intptr : index to i64
      scf.if %3 {
        nvvm.prefetch tensormap in_param_space, %arg2 : !llvm.ptr
        %c1_i32_16 = arith.constant 1 : i32
        %26 = llvm.inttoptr %4 : i64 to !llvm.ptr<3>
        nvvm.mbarrier.init %26, %c1_i32_16 : !llvm.ptr<3>, i32
        %c8_i64_17 = arith.constant 8 : i64
        %27 = arith.addi %4, %c8_i64_17 : i64
        %28 = llvm.inttoptr %27 : i64 to !llvm.ptr<3>
        nvvm.mbarrier.init %28, %c1_i32_16 : !llvm.ptr<3>, i32
        nvvm.fence.mbarrier.init
      }
      %alloca = memref.alloca() : memref<i32>
      %c0_i32_0 = arith.constant 0 : i32
      memref.store %c0_i32_0, %alloca[] : memref<i32>
      %c0_1 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c32_2 = arith.constant 32 : index
      %c0_i32_3 = arith.constant 0 : i32
      %c0_4 = arith.constant 0 : index
      %view_5 = memref.view %arg3[%c0_4][] : memref<528xi8, 3> to memref<512xi8, 3>
      %assume_align_6 = memref.assume_alignment %view_5, 256 : memref<512xi8, 3>
      %5 = arith.cmpi slt, %c0_1, %c32_2 : index
      %c0_7 = arith.constant 0 : index
      %view_8 = memref.view %assume_align_6[%c0_7][] : memref<512xi8, 3> to memref<64xi32, 3>
      %6 = builtin.unrealized_conversion_cast %view_8 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      %assume_align_9 = memref.assume_alignment %6, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      %c0_10 = arith.constant 0 : index
      %dim = memref.dim %arg0, %c0_10 : memref<?x8xi32, #layout<(?,8):(8,1)>>
      %7 = arith.select %5, %c0_1, %dim : index
      %8 = builtin.unrealized_conversion_cast %assume_align_9 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
      %9 = memref.load %alloca[] : memref<i32>
      %c2_i32 = arith.constant 2 : i32
      %c1_i32 = arith.constant 1 : i32
      %c2_i32_11 = arith.constant 2 : i32
      %10 = arith.xori %9, %c1_i32 : i32
      %c2_i32_12 = arith.constant 2 : i32
      %11 = arith.subi %10, %c2_i32_12 : i32
      %12 = arith.cmpi ult, %9, %c2_i32_11 : i32
      %13 = arith.addi %9, %c2_i32 : i32
      %14 = arith.select %12, %13, %11 : i32
      memref.store %14, %alloca[] : memref<i32>
      scf.if %3 {
        %c1_i32_16 = arith.constant 1 : i32
        %26 = arith.shrui %9, %c1_i32_16 : i32
        %27 = arith.extui %26 : i32 to i64
        %c8_i64_17 = arith.constant 8 : i64
        %28 = arith.muli %27, %c8_i64_17 : i64
        %29 = arith.addi %4, %28 : i64
        %30 = llvm.inttoptr %29 : i64 to !llvm.ptr<3>
        %c256_i32 = arith.constant 256 : i32
        nvvm.mbarrier.arrive.expect_tx %30, %c256_i32 : !llvm.ptr<3>, i32
        %31 = arith.index_cast %c0_1 : index to i32
        %32 = arith.index_cast %7 : index to i32
        %intptr_18 = memref.extract_aligned_pointer_as_index %8 : memref<64xi32, 3> -> index
        %33 = arith.index_castui %intptr_18 : index to i64
        %34 = llvm.inttoptr %33 : i64 to !llvm.ptr<3>
        %35 = llvm.addrspacecast %34 : !llvm.ptr<3> to !llvm.ptr<7>
        nvvm.cp.async.bulk.tensor.shared.cluster.global %35, %arg2, %30, box[%31, %32] : !llvm.ptr<7>, !llvm.ptr
      }
      %c0_13 = arith.constant 0 : index
      %c256 = arith.constant 256 : index
      gpu.barrier
      %15:5 = scf.for %arg4 = %c0_1 to %c32_2 step %c8 iter_args(%arg5 = %c0_i32_3, %arg6 = %c0_i32_3, %arg7 = %9, %arg8 = %c0_13, %arg9 = %c256) -> (i32, i32, i32, index, index) {
        %view_16 = memref.view %assume_align_6[%arg8][] : memref<512xi8, 3> to memref<64xi32, 3>
        %26 = builtin.unrealized_conversion_cast %view_16 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %assume_align_17 = memref.assume_alignment %26, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %c1_i32_18 = arith.constant 1 : i32
        %27 = arith.shrui %arg7, %c1_i32_18 : i32
        %28 = arith.extui %27 : i32 to i64
        %c8_i64_19 = arith.constant 8 : i64
        %29 = arith.muli %28, %c8_i64_19 : i64
        %30 = arith.addi %4, %29 : i64
        %31 = llvm.inttoptr %30 : i64 to !llvm.ptr<3>
        %c1_i32_20 = arith.constant 1 : i32
        %32 = arith.andi %arg7, %c1_i32_20 : i32
        %c10000000_i32_21 = arith.constant 10000000 : i32
        nvvm.mbarrier.try_wait.parity %31, %32, %c10000000_i32_21 : !llvm.ptr<3>, i32, i32
        %c8_22 = arith.constant 8 : index
        %33 = arith.addi %arg4, %c8_22 overflow<nsw> : index
        %34 = arith.cmpi slt, %33, %c32_2 : index
        %view_23 = memref.view %assume_align_6[%arg9][] : memref<512xi8, 3> to memref<64xi32, 3>
        %35 = builtin.unrealized_conversion_cast %view_23 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %assume_align_24 = memref.assume_alignment %35, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %c0_25 = arith.constant 0 : index
        %dim_26 = memref.dim %arg0, %c0_25 : memref<?x8xi32, #layout<(?,8):(8,1)>>
        %36 = arith.select %34, %33, %dim_26 : index
        gpu.barrier
        %37 = builtin.unrealized_conversion_cast %assume_align_24 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        %38 = memref.load %alloca[] : memref<i32>
        %c2_i32_27 = arith.constant 2 : i32
        %c1_i32_28 = arith.constant 1 : i32
        %c2_i32_29 = arith.constant 2 : i32
        %39 = arith.xori %38, %c1_i32_28 : i32
        %c2_i32_30 = arith.constant 2 : i32
        %40 = arith.subi %39, %c2_i32_30 : i32
        %41 = arith.cmpi ult, %38, %c2_i32_29 : i32
        %42 = arith.addi %38, %c2_i32_27 : i32
        %43 = arith.select %41, %42, %40 : i32
        memref.store %43, %alloca[] : memref<i32>
        scf.if %3 {
          %c1_i32_34 = arith.constant 1 : i32
          %55 = arith.shrui %38, %c1_i32_34 : i32
          %56 = arith.extui %55 : i32 to i64
          %c8_i64_35 = arith.constant 8 : i64
          %57 = arith.muli %56, %c8_i64_35 : i64
          %58 = arith.addi %4, %57 : i64
          %59 = llvm.inttoptr %58 : i64 to !llvm.ptr<3>
          %c256_i32 = arith.constant 256 : i32
          nvvm.mbarrier.arrive.expect_tx %59, %c256_i32 : !llvm.ptr<3>, i32
          %60 = arith.index_cast %c0_1 : index to i32
          %c-2147483648 = arith.constant -2147483648 : index
          %61 = arith.maxsi %36, %c-2147483648 : index
          %c2146435072 = arith.constant 2146435072 : index
          %62 = arith.minsi %61, %c2146435072 : index
          %63 = arith.index_cast %62 : index to i32
          %intptr_36 = memref.extract_aligned_pointer_as_index %37 : memref<64xi32, 3> -> index
          %64 = arith.index_castui %intptr_36 : index to i64
          %65 = llvm.inttoptr %64 : i64 to !llvm.ptr<3>
          %66 = llvm.addrspacecast %65 : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %66, %arg2, %59, box[%60, %63] : !llvm.ptr<7>, !llvm.ptr
        }
        %44 = builtin.unrealized_conversion_cast %assume_align_17 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        %45 = layout.make : !layout<S<1,2,3> o 0 o ((32,2)):((2,0))>
        %46 = layout.crd2idx %45(%thread_id_x) : !layout<S<1,2,3> o 0 o ((32,2)):((2,0))>
        %47 = vector.load %44[%46] {alignment = 8 : i64} : memref<64xi32, 3>, vector<2xi32>
        %48 = vector.extract %47[0] : i32 from vector<2xi32>
        %49 = vector.extract %47[1] : i32 from vector<2xi32>
        %50 = arith.addi %arg5, %48 : i32
        %51 = arith.addi %arg6, %49 : i32
        %c256_31 = arith.constant 256 : index
        %52 = arith.addi %arg8, %c256_31 overflow<nsw> : index
        %c512_32 = arith.constant 512 : index
        %53 = arith.cmpi eq, %52, %c512_32 : index
        %c0_33 = arith.constant 0 : index
        %54 = arith.select %53, %c0_33, %52 : index
        scf.yield %50, %51, %38, %54, %arg8 : i32, i32, i32, index, index
      }
      %c1_i32_14 = arith.constant 1 : i32
      %16 = arith.shrui %15#2, %c1_i32_14 : i32
      %17 = arith.extui %16 : i32 to i64
      %c8_i64 = arith.constant 8 : i64
      %18 = arith.muli %17, %c8_i64 : i64
      %19 = arith.addi %4, %18 : i64
      %20 = llvm.inttoptr %19 : i64 to !llvm.ptr<3>
      %c1_i32_15 = arith.constant 1 : i32
      %21 = arith.andi %15#2, %c1_i32_15 : i32
      %c10000000_i32 = arith.constant 10000000 : i32
      nvvm.mbarrier.try_wait.parity %20, %21, %c10000000_i32 : !llvm.ptr<3>, i32, i32
      %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [64], strides: [1] : memref<8x8xi32> to memref<64xi32>
      %22 = layout.make : !layout<((32,2),2):((2,0),1)>
      %23 = layout.crd2idx %22(%thread_id_x, 0) : !layout<((32,2),2):((2,0),1)>
      %24 = layout.make : !layout<((32,2),2):((2,0),1)>
      %25 = layout.crd2idx %24(%thread_id_x, 1) : !layout<((32,2),2):((2,0),1)>
      scf.if %1 {
        memref.store %15#0, %reinterpret_cast[%23] : memref<64xi32>
        memref.store %15#1, %reinterpret_cast[%25] : memref<64xi32>
      }
      gpu.return
    }
  }
