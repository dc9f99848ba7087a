module {
  gpu.module @kernels {
    gpu.func @f(%arg0: memref<?x8xi32, #layout<(?,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: memref<8x8xi32>, %arg2: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg3 : memref<816xi8, 3> {llvm.align = 256 : i64}) kernel attributes {known_block_size = array<i32: 96, 1, 1>, layout.tensor_maps = [{address = 0 : i64, argument = 3 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 1, 1, 0>]], strides = [[array<i64: 32>]], swizzle = 32 : i64}]} {
      %c8_i32 = arith.constant 8 : i32
      %c-1_i32 = arith.constant -1 : i32
      %c10000000_i32 = arith.constant 10000000 : i32
      %c16 = arith.constant 16 : index
      %c512 = arith.constant 512 : index
      %c256 = arith.constant 256 : index
      %c256_i32 = arith.constant 256 : i32
      %c4_i32 = arith.constant 4 : i32
      %c40_i64 = arith.constant 40 : i64
      %c32_i64 = arith.constant 32 : i64
      %c24_i64 = arith.constant 24 : i64
      %c16_i64 = arith.constant 16 : i64
      %c8_i64 = arith.constant 8 : i64
      %c1_i32 = arith.constant 1 : i32
      %c2_i32 = arith.constant 2 : i32
      %c0_i32 = arith.constant 0 : i32
      %c63 = arith.constant 63 : index
      %c32 = arith.constant 32 : index
      %c8 = arith.constant 8 : index
      %c0 = arith.constant 0 : index
      %c768 = arith.constant 768 : index
      %view = memref.view %arg3[%c768][] : memref<816xi8, 3> to memref<6xi64, 3>
      %assume_align = memref.assume_alignment %view, 16 {layout.barriers} : memref<6xi64, 3>
      %intptr = memref.extract_aligned_pointer_as_index %assume_align : memref<6xi64, 3> -> index
      %0 = arith.index_castui %intptr : index to i64
      %thread_id_x = gpu.thread_id  x upper_bound 96
      %1 = arith.cmpi ugt, %thread_id_x, %c63 : index
      %alloca = memref.alloca() : memref<i32>
      memref.store %c0_i32, %alloca[] : memref<i32>
      scf.if %1 {
        %2 = nvvm.elect.sync -> i1
        scf.if %2 {
          nvvm.prefetch tensormap in_param_space, %arg2 : !llvm.ptr
          %20 = llvm.inttoptr %0 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %20, %c1_i32 : !llvm.ptr<3>, i32
          %21 = arith.addi %0, %c8_i64 : i64
          %22 = llvm.inttoptr %21 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %22, %c1_i32 : !llvm.ptr<3>, i32
          %23 = arith.addi %0, %c16_i64 : i64
          %24 = llvm.inttoptr %23 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %24, %c1_i32 : !llvm.ptr<3>, i32
          %25 = arith.addi %0, %c24_i64 : i64
          %26 = llvm.inttoptr %25 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %26, %c2_i32 : !llvm.ptr<3>, i32
          %27 = arith.addi %0, %c32_i64 : i64
          %28 = llvm.inttoptr %27 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %28, %c2_i32 : !llvm.ptr<3>, i32
          %29 = arith.addi %0, %c40_i64 : i64
          %30 = llvm.inttoptr %29 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %30, %c2_i32 : !llvm.ptr<3>, i32
          nvvm.fence.mbarrier.init
        }
        %view_0 = memref.view %arg3[%c0][] : memref<816xi8, 3> to memref<768xi8, 3>
        %assume_align_1 = memref.assume_alignment %view_0, 256 : memref<768xi8, 3>
        %view_2 = memref.view %assume_align_1[%c0][] : memref<768xi8, 3> to memref<64xi32, 3>
        %3 = builtin.unrealized_conversion_cast %view_2 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %assume_align_3 = memref.assume_alignment %3, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %4 = builtin.unrealized_conversion_cast %assume_align_3 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        %5 = memref.load %alloca[] : memref<i32>
        %6 = arith.xori %5, %c1_i32 : i32
        %7 = arith.subi %6, %c4_i32 : i32
        %8 = arith.cmpi ult, %5, %c4_i32 : i32
        %9 = arith.addi %5, %c2_i32 : i32
        %10 = arith.select %8, %9, %7 : i32
        memref.store %10, %alloca[] : memref<i32>
        scf.if %2 {
          %20 = arith.shrui %5, %c1_i32 : i32
          %21 = arith.extui %20 : i32 to i64
          %22 = arith.muli %21, %c8_i64 : i64
          %23 = arith.addi %0, %22 : i64
          %24 = llvm.inttoptr %23 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.arrive.expect_tx %24, %c256_i32 : !llvm.ptr<3>, i32
          %intptr_6 = memref.extract_aligned_pointer_as_index %4 : memref<64xi32, 3> -> index
          %25 = arith.index_castui %intptr_6 : index to i64
          %26 = llvm.inttoptr %25 : i64 to !llvm.ptr<3>
          %27 = llvm.addrspacecast %26 : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %27, %arg2, %24, box[%c0_i32, %c0_i32] : !llvm.ptr<7>, !llvm.ptr
        }
        %view_4 = memref.view %assume_align_1[%c256][] : memref<768xi8, 3> to memref<64xi32, 3>
        %11 = builtin.unrealized_conversion_cast %view_4 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %assume_align_5 = memref.assume_alignment %11, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
        %12 = builtin.unrealized_conversion_cast %assume_align_5 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        %13 = memref.load %alloca[] : memref<i32>
        %14 = arith.xori %13, %c1_i32 : i32
        %15 = arith.subi %14, %c4_i32 : i32
        %16 = arith.cmpi ult, %13, %c4_i32 : i32
        %17 = arith.addi %13, %c2_i32 : i32
        %18 = arith.select %16, %17, %15 : i32
        memref.store %18, %alloca[] : memref<i32>
        scf.if %2 {
          %20 = arith.shrui %13, %c1_i32 : i32
          %21 = arith.extui %20 : i32 to i64
          %22 = arith.muli %21, %c8_i64 : i64
          %23 = arith.addi %0, %22 : i64
          %24 = llvm.inttoptr %23 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.arrive.expect_tx %24, %c256_i32 : !llvm.ptr<3>, i32
          %intptr_6 = memref.extract_aligned_pointer_as_index %12 : memref<64xi32, 3> -> index
          %25 = arith.index_castui %intptr_6 : index to i64
          %26 = llvm.inttoptr %25 : i64 to !llvm.ptr<3>
          %27 = llvm.addrspacecast %26 : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %27, %arg2, %24, box[%c0_i32, %c8_i32] : !llvm.ptr<7>, !llvm.ptr
        }
        gpu.barrier
        %19:2 = scf.for %arg4 = %c0 to %c32 step %c8 iter_args(%arg5 = %c0, %arg6 = %c512) -> (index, index) {
          %20 = arith.addi %arg4, %c16 overflow<nsw> : index
          %21 = arith.cmpi slt, %20, %c32 : index
          scf.if %21 {
            %view_6 = memref.view %assume_align_1[%arg6][] : memref<768xi8, 3> to memref<64xi32, 3>
            %25 = builtin.unrealized_conversion_cast %view_6 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
            %assume_align_7 = memref.assume_alignment %25, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
            %26 = builtin.unrealized_conversion_cast %assume_align_7 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
            %27 = memref.load %alloca[] : memref<i32>
            %28 = arith.xori %27, %c1_i32 : i32
            %29 = arith.subi %28, %c4_i32 : i32
            %30 = arith.cmpi ult, %27, %c4_i32 : i32
            %31 = arith.addi %27, %c2_i32 : i32
            %32 = arith.select %30, %31, %29 : i32
            memref.store %32, %alloca[] : memref<i32>
            scf.if %2 {
              %33 = arith.andi %27, %c1_i32 : i32
              %34 = arith.xori %33, %c1_i32 : i32
              %35 = arith.select %30, %34, %33 : i32
              %36 = arith.shrui %27, %c1_i32 : i32
              %37 = arith.extui %36 : i32 to i64
              %38 = arith.muli %37, %c8_i64 : i64
              %39 = arith.addi %0, %38 : i64
              %40 = arith.addi %39, %c24_i64 : i64
              %41 = llvm.inttoptr %40 : i64 to !llvm.ptr<3>
              nvvm.mbarrier.try_wait.parity %41, %35, %c10000000_i32 : !llvm.ptr<3>, i32, i32
              %42 = llvm.inttoptr %39 : i64 to !llvm.ptr<3>
              nvvm.mbarrier.arrive.expect_tx %42, %c256_i32 : !llvm.ptr<3>, i32
              %43 = arith.index_cast %20 : index to i32
              %intptr_8 = memref.extract_aligned_pointer_as_index %26 : memref<64xi32, 3> -> index
              %44 = arith.index_castui %intptr_8 : index to i64
              %45 = llvm.inttoptr %44 : i64 to !llvm.ptr<3>
              %46 = llvm.addrspacecast %45 : !llvm.ptr<3> to !llvm.ptr<7>
              nvvm.cp.async.bulk.tensor.shared.cluster.global %46, %arg2, %42, box[%c0_i32, %43] : !llvm.ptr<7>, !llvm.ptr
            }
          }
          %22 = arith.addi %arg5, %c256 overflow<nsw> : index
          %23 = arith.cmpi eq, %22, %c768 : index
          %24 = arith.select %23, %c0, %22 : index
          scf.yield %24, %arg5 : index, index
        }
      } else {
        %2 = nvvm.elect.sync -> i1
        %thread_id_x_0 = gpu.thread_id  x upper_bound 64
        %3 = arith.divui %thread_id_x_0, %c32 : index
        %4 = arith.cmpi eq, %3, %c0 : index
        %view_1 = memref.view %arg3[%c0][] : memref<816xi8, 3> to memref<768xi8, 3>
        %assume_align_2 = memref.assume_alignment %view_1, 256 : memref<768xi8, 3>
        %5 = memref.load %alloca[] : memref<i32>
        %6 = arith.xori %5, %c1_i32 : i32
        %7 = arith.subi %6, %c4_i32 : i32
        %8 = arith.cmpi ult, %5, %c4_i32 : i32
        %9 = arith.addi %5, %c2_i32 : i32
        %10 = arith.select %8, %9, %7 : i32
        memref.store %10, %alloca[] : memref<i32>
        %11 = memref.load %alloca[] : memref<i32>
        %12 = arith.xori %11, %c1_i32 : i32
        %13 = arith.subi %12, %c4_i32 : i32
        %14 = arith.cmpi ult, %11, %c4_i32 : i32
        %15 = arith.addi %11, %c2_i32 : i32
        %16 = arith.select %14, %15, %13 : i32
        memref.store %16, %alloca[] : memref<i32>
        gpu.barrier
        %17:5 = scf.for %arg4 = %c0 to %c32 step %c8 iter_args(%arg5 = %c0_i32, %arg6 = %c0_i32, %arg7 = %5, %arg8 = %11, %arg9 = %c0) -> (i32, i32, i32, i32, index) {
          %view_3 = memref.view %assume_align_2[%arg9][] : memref<768xi8, 3> to memref<64xi32, 3>
          %21 = builtin.unrealized_conversion_cast %view_3 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
          %assume_align_4 = memref.assume_alignment %21, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
          %22 = arith.addi %arg4, %c16 overflow<nsw> : index
          %23 = arith.cmpi slt, %22, %c32 : index
          %24 = scf.if %23 -> (i32) {
            %42 = memref.load %alloca[] : memref<i32>
            %43 = arith.xori %42, %c1_i32 : i32
            %44 = arith.subi %43, %c4_i32 : i32
            %45 = arith.cmpi ult, %42, %c4_i32 : i32
            %46 = arith.addi %42, %c2_i32 : i32
            %47 = arith.select %45, %46, %44 : i32
            memref.store %47, %alloca[] : memref<i32>
            %48 = arith.shrui %42, %c1_i32 : i32
            %49 = arith.extui %48 : i32 to i64
            %50 = arith.muli %49, %c8_i64 : i64
            %51 = arith.addi %0, %50 : i64
            %52 = arith.addi %51, %c24_i64 : i64
            %53 = llvm.inttoptr %52 : i64 to !llvm.ptr<3>
            nvvm.bar.warp.sync %c-1_i32 : i32
            scf.if %2 {
              %54 = nvvm.mbarrier.arrive %53 : !llvm.ptr<3> -> i64
            }
            scf.yield %42 : i32
          } else {
            %42 = memref.load %alloca[] : memref<i32>
            %43 = arith.xori %42, %c1_i32 : i32
            scf.yield %43 : i32
          }
          %25 = arith.shrui %arg7, %c1_i32 : i32
          %26 = arith.extui %25 : i32 to i64
          %27 = arith.muli %26, %c8_i64 : i64
          %28 = arith.addi %0, %27 : i64
          %29 = llvm.inttoptr %28 : i64 to !llvm.ptr<3>
          %30 = arith.andi %arg7, %c1_i32 : i32
          nvvm.mbarrier.try_wait.parity %29, %30, %c10000000_i32 : !llvm.ptr<3>, i32, i32
          %31 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
          %32 = layout.make : !layout<S<1,2,3> o 0 o ((32,2)):((2,0))>
          %33 = layout.crd2idx %32(%thread_id_x_0) : !layout<S<1,2,3> o 0 o ((32,2)):((2,0))>
          %34 = vector.load %31[%33] {alignment = 8 : i64} : memref<64xi32, 3>, vector<2xi32>
          %35 = vector.extract %34[0] : i32 from vector<2xi32>
          %36 = vector.extract %34[1] : i32 from vector<2xi32>
          %37 = arith.addi %arg5, %35 : i32
          %38 = arith.addi %arg6, %36 : i32
          %39 = arith.addi %arg9, %c256 overflow<nsw> : index
          %40 = arith.cmpi eq, %39, %c768 : index
          %41 = arith.select %40, %c0, %39 : index
          scf.yield %37, %38, %arg8, %24, %41 : i32, i32, i32, i32, index
        }
        %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [64], strides: [1] : memref<8x8xi32> to memref<64xi32>
        %18 = layout.make : !layout<((32,2),2):((2,0),1)>
        %19 = layout.crd2idx %18(%thread_id_x_0, 0) : !layout<((32,2),2):((2,0),1)>
        %20 = layout.crd2idx %18(%thread_id_x_0, 1) : !layout<((32,2),2):((2,0),1)>
        scf.if %4 {
          memref.store %17#0, %reinterpret_cast[%19] : memref<64xi32>
          memref.store %17#1, %reinterpret_cast[%20] : memref<64xi32>
        }
      }
      gpu.return
    }
  }
}

