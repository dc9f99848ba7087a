  gpu.module @kernels {
    gpu.func @f(%arg0: memref<?x8xi32, #layout<(?,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: memref<8x8xi32>, %arg2: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg3 : memref<528xi8, 3> {llvm.align = 256 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>, layout.tensor_maps = [{address = 0 : i64, argument = 3 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 1, 1, 0>]], strides = [[array<i64: 32>]], swizzle = 32 : i64}]} {
      %thread_id_x = gpu.thread_id  x upper_bound 64
      %c0 = arith.constant 0 : index
      %0 = arith.cmpi eq, %thread_id_x, %c0 : index
      %c0_i32 = arith.constant 0 : i32
      %c32 = arith.constant 32 : index
      %1 = arith.divui %thread_id_x, %c32 : index
      %2 = arith.cmpi eq, %1, %c0 : index
      %c512 = arith.constant 512 : index
      %view = memref.view %arg3[%c512][] : memref<528xi8, 3> to memref<2xi64, 3>
      %assume_align = memref.assume_alignment %view, 16 {layout.barriers} : memref<2xi64, 3>
      %intptr = memref.extract_aligned_pointer_as_index %assume_align : memref<2xi64, 3> -> index
      %3 = arith.index_castui %intptr : index to i64
      scf.if %0 {
        %c1_i32_16 = arith.constant 1 : i32
        %25 = llvm.inttoptr %3 : i64 to !llvm.ptr<3>
        nvvm.mbarrier.init %25, %c1_i32_16 : !llvm.ptr<3>, i32
        %c8_i64_17 = arith.constant 8 : i64
        %26 = arith.addi %3, %c8_i64_17 : i64
        %27 = llvm.inttoptr %26 : i64 to !llvm.ptr<3>
        nvvm.mbarrier.init %27, %c1_i32_16 : !llvm.ptr<3>, i32
        nvvm.fence.mbarrier.init
      }
      gpu.barrier
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
      %4 = arith.cmpi slt, %c0_1, %c32_2 : index
      %c0_7 = arith.constant 0 : index
      %view_8 = memref.view %assume_align_6[%c0_7][] : memref<512xi8, 3> to memref<64xi32, 3>
      %5 = builtin.unrealized_conversion_cast %view_8 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      %assume_align_9 = memref.assume_alignment %5, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      %c0_10 = arith.constant 0 : index
      %dim = memref.dim %arg0, %c0_10 : memref<?x8xi32, #layout<(?,8):(8,1)>>
      %6 = arith.select %4, %c0_1, %dim : index
      %7 = builtin.unrealized_conversion_cast %assume_align_9 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
      %8 = memref.load %alloca[] : memref<i32>
      %c2_i32 = arith.constant 2 : i32
      %c1_i32 = arith.constant 1 : i32
      %c2_i32_11 = arith.constant 2 : i32
      %9 = arith.xori %8, %c1_i32 : i32
      %c2_i32_12 = arith.constant 2 : i32
      %10 = arith.subi %9, %c2_i32_12 : i32
      %11 = arith.cmpi ult, %8, %c2_i32_11 : i32
      %12 = arith.addi %8, %c2_i32 : i32
      %13 = arith.select %11, %12, %10 : i32
      memref.store %13, %alloca[] : memref<i32>
      scf.if %0 {
        %c1_i32_16 = arith.constant 1 : i32
        %25 = arith.shrui %8, %c1_i32_16 : i32
        %26 = arith.extui %25 : i32 to i64
        %c8_i64_17 = arith.constant 8 : i64
        %27 = arith.muli %26, %c8_i64_17 : i64
        %28 = arith.addi %3, %27 : i64
        %29 = llvm.inttoptr %28 : i64 to !llvm.ptr<3>
        %c256_i32 = arith.constant 256 : i32
        nvvm.mbarrier.arrive.expect_tx %29, %c256_i32 : !llvm.ptr<3>, i32
        %30 = arith.index_cast %c0_1 : index to i32
        %31 = arith.index_cast %6 : index to i32
        %intptr_18 = memref.extract_aligned_pointer_as_index %7 : memref<64xi32, 3> -> index
        %32 = arith.index_castui %intptr_18 : index to i64
        %33 = llvm.inttoptr %32 : i64 to !llvm.ptr<3>
        %34 = llvm.addrspacecast %33 : !llvm.ptr<3> to !llvm.ptr<7>
        nvvm.cp.async.bulk.tensor.shared.cluster.global %34, %arg2, %29, box[%30, %31] : !llvm.ptr<7>, !llvm.ptr
      }
      %c0_13 = arith.constant 0 : index
      %c256 = arith.constant 256 : index
      %14:5 = scf.for %arg4 = %c0_1 to %c32_2 step %c8 iter_args(%arg5 = %c0_i32_3, %arg6 = %c0_i32_3, %arg7 = %8, %arg8 = %c0_13, %arg9 = %c256) -> (i32, i32, i32, index, index) {
        %view_16 = memref.view %assume_align_6[%arg8][] : memref<512xi8, 3> to memref<64xi32, 3>
        %25 = builtin.unrealized_conversion_cast %view_16 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %assume_align_17 = memref.assume_alignment %25, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %c1_i32_18 = arith.constant 1 : i32
        %26 = arith.shrui %arg7, %c1_i32_18 : i32
        %27 = arith.extui %26 : i32 to i64
        %c8_i64_19 = arith.constant 8 : i64
        %28 = arith.muli %27, %c8_i64_19 : i64
        %29 = arith.addi %3, %28 : i64
        %30 = llvm.inttoptr %29 : i64 to !llvm.ptr<3>
        %c1_i32_20 = arith.constant 1 : i32
        %31 = arith.andi %arg7, %c1_i32_20 : i32
        %c10000000_i32_21 = arith.constant 10000000 : i32
        nvvm.mbarrier.try_wait.parity %30, %31, %c10000000_i32_21 : !llvm.ptr<3>, i32, i32
        %c8_22 = arith.constant 8 : index
        %32 = arith.addi %arg4, %c8_22 overflow<nsw> : index
        %33 = arith.cmpi slt, %32, %c32_2 : index
        %view_23 = memref.view %assume_align_6[%arg9][] : memref<512xi8, 3> to memref<64xi32, 3>
        %34 = builtin.unrealized_conversion_cast %view_23 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %assume_align_24 = memref.assume_alignment %34, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %c0_25 = arith.constant 0 : index
        %dim_26 = memref.dim %arg0, %c0_25 : memref<?x8xi32, #layout<(?,8):(8,1)>>
        %35 = arith.select %33, %32, %dim_26 : index
        gpu.barrier
        %36 = builtin.unrealized_conversion_cast %assume_align_24 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        %37 = memref.load %alloca[] : memref<i32>
        %c2_i32_27 = arith.constant 2 : i32
        %c1_i32_28 = arith.constant 1 : i32
        %c2_i32_29 = arith.constant 2 : i32
        %38 = arith.xori %37, %c1_i32_28 : i32
        %c2_i32_30 = arith.constant 2 : i32
        %39 = arith.subi %38, %c2_i32_30 : i32
        %40 = arith.cmpi ult, %37, %c2_i32_29 : i32
        %41 = arith.addi %37, %c2_i32_27 : i32
        %42 = arith.select %40, %41, %39 : i32
        memref.store %42, %alloca[] : memref<i32>
        scf.if %0 {
          %c1_i32_34 = arith.constant 1 : i32
          %54 = arith.shrui %37, %c1_i32_34 : i32
          %55 = arith.extui %54 : i32 to i64
          %c8_i64_35 = arith.constant 8 : i64
          %56 = arith.muli %55, %c8_i64_35 : i64
          %57 = arith.addi %3, %56 : i64
          %58 = llvm.inttoptr %57 : i64 to !llvm.ptr<3>
          %c256_i32 = arith.constant 256 : i32
          nvvm.mbarrier.arrive.expect_tx %58, %c256_i32 : !llvm.ptr<3>, i32
          %59 = arith.index_cast %c0_1 : index to i32
          %c-2147483648 = arith.constant -2147483648 : index
          %60 = arith.maxsi %35, %c-2147483648 : index
          %c2146435072 = arith.constant 2146435072 : index
          %61 = arith.minsi %60, %c2146435072 : index
          %62 = arith.index_cast %61 : index to i32
          %intptr_36 = memref.extract_aligned_pointer_as_index %36 : memref<64xi32, 3> -> index
          %63 = arith.index_castui %intptr_36 : index to i64
          %64 = llvm.inttoptr %63 : i64 to !llvm.ptr<3>
          %65 = llvm.addrspacecast %64 : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %65, %arg2, %58, box[%59, %62] : !llvm.ptr<7>, !llvm.ptr
        }
        %43 = builtin.unrealized_conversion_cast %assume_align_17 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        %44 = layout.make : !layout<S<1,2,3> o 0 o ((32,2)):((2,0))>
        %45 = layout.crd2idx %44(%thread_id_x) : !layout<S<1,2,3> o 0 o ((32,2)):((2,0))>
        %46 = vector.load %43[%45] {alignment = 8 : i64} : memref<64xi32, 3>, vector<2xi32>
        %47 = vector.extract %46[0] : i32 from vector<2xi32>
        %48 = vector.extract %46[1] : i32 from vector<2xi32>
        %49 = arith.addi %arg5, %47 : i32
        %50 = arith.addi %arg6, %48 : i32
        %c256_31 = arith.constant 256 : index
        %51 = arith.addi %arg8, %c256_31 overflow<nsw> : index
        %c512_32 = arith.constant 512 : index
        %52 = arith.cmpi eq, %51, %c512_32 : index
        %c0_33 = arith.constant 0 : index
        %53 = arith.select %52, %c0_33, %51 : index
        scf.yield %49, %50, %37, %53, %arg8 : i32, i32, i32, index, index
      }
      %c1_i32_14 = arith.constant 1 : i32
      %15 = arith.shrui %14#2, %c1_i32_14 : i32
      %16 = arith.extui %15 : i32 to i64
      %c8_i64 = arith.constant 8 : i64
      %17 = arith.muli %16, %c8_i64 : i64
      %18 = arith.addi %3, %17 : i64
      %19 = llvm.inttoptr %18 : i64 to !llvm.ptr<3>
      %c1_i32_15 = arith.constant 1 : i32
      %20 = arith.andi %14#2, %c1_i32_15 : i32
      %c10000000_i32 = arith.constant 10000000 : i32
      nvvm.mbarrier.try_wait.parity %19, %20, %c10000000_i32 : !llvm.ptr<3>, i32, i32
      %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [64], strides: [1] : memref<8x8xi32> to memref<64xi32>
      %21 = layout.make : !layout<((32,2),2):((2,0),1)>
      %22 = layout.crd2idx %21(%thread_id_x, 0) : !layout<((32,2),2):((2,0),1)>
      %23 = layout.make : !layout<((32,2),2):((2,0),1)>
      %24 = layout.crd2idx %23(%thread_id_x, 1) : !layout<((32,2),2):((2,0),1)>
      scf.if %2 {
        memref.store %14#0, %reinterpret_cast[%22] : memref<64xi32>
        memref.store %14#1, %reinterpret_cast[%24] : memref<64xi32>
      }
      gpu.return
    }
  }
