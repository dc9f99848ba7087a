module {
  gpu.module @kernels {
    gpu.func @f(%arg0: memref<?x8xi32, #layout<(?,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: memref<32x8xi32>, %arg2: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg3 : memref<1056xi8, 3> {llvm.align = 256 : i64}) kernel attributes {known_block_size = array<i32: 96, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>, layout.tensor_maps = [{address = 0 : i64, argument = 3 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 1, 1, 0>]], strides = [[array<i64: 32>]], swizzle = 32 : i64}]} {
      %c32 = arith.constant 32 : index
      %c-1_i32 = arith.constant -1 : i32
      %c10000000_i32 = arith.constant 10000000 : i32
      %c512 = arith.constant 512 : index
      %c3_i16 = arith.constant 3 : i16
      %c8_i32 = arith.constant 8 : i32
      %c256_i64 = arith.constant 256 : i64
      %c512_i32 = arith.constant 512 : i32
      %c2_i32 = arith.constant 2 : i32
      %c24_i64 = arith.constant 24 : i64
      %c16_i64 = arith.constant 16 : i64
      %c4_i32 = arith.constant 4 : i32
      %c8_i64 = arith.constant 8 : i64
      %c1_i32 = arith.constant 1 : i32
      %c0_i32 = arith.constant 0 : i32
      %c63 = arith.constant 63 : index
      %c64 = arith.constant 64 : index
      %c16 = arith.constant 16 : index
      %c0 = arith.constant 0 : index
      %c1024 = arith.constant 1024 : index
      %view = memref.view %arg3[%c1024][] : memref<1056xi8, 3> to memref<4xi64, 3>
      %assume_align = memref.assume_alignment %view, 16 {layout.barriers} : memref<4xi64, 3>
      %intptr = memref.extract_aligned_pointer_as_index %assume_align : memref<4xi64, 3> -> index
      %0 = arith.index_castui %intptr : index to i64
      %block_id_x = gpu.block_id  x
      %1 = arith.muli %block_id_x, %c16 : index
      %thread_id_x = gpu.thread_id  x upper_bound 96
      %2 = arith.cmpi ugt, %thread_id_x, %c63 : index
      %alloca = memref.alloca() : memref<i32>
      memref.store %c0_i32, %alloca[] : memref<i32>
      scf.if %2 {
        %3 = nvvm.elect.sync -> i1
        %cluster_block_id_x = gpu.cluster_block_id  x upper_bound 2
        scf.if %3 {
          nvvm.prefetch tensormap in_param_space, %arg2 : !llvm.ptr
          %13 = llvm.inttoptr %0 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %13, %c1_i32 : !llvm.ptr<3>, i32
          %14 = arith.addi %0, %c8_i64 : i64
          %15 = llvm.inttoptr %14 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %15, %c1_i32 : !llvm.ptr<3>, i32
          %16 = arith.addi %0, %c16_i64 : i64
          %17 = llvm.inttoptr %16 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %17, %c4_i32 : !llvm.ptr<3>, i32
          %18 = arith.addi %0, %c24_i64 : i64
          %19 = llvm.inttoptr %18 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.init %19, %c4_i32 : !llvm.ptr<3>, i32
          nvvm.fence.mbarrier.init
        }
        %view_0 = memref.view %arg3[%c0][] : memref<1056xi8, 3> to memref<1024xi8, 3>
        %assume_align_1 = memref.assume_alignment %view_0, 256 : memref<1024xi8, 3>
        nvvm.cluster.arrive.relaxed {aligned}
        nvvm.cluster.wait {aligned}
        %view_2 = memref.view %assume_align_1[%c0][] : memref<1024xi8, 3> to memref<128xi32, 3>
        %4 = builtin.unrealized_conversion_cast %view_2 : memref<128xi32, 3> to memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3>
        %assume_align_3 = memref.assume_alignment %4, 256 : memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3>
        %5 = builtin.unrealized_conversion_cast %assume_align_3 : memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3> to memref<128xi32, 3>
        %6 = memref.load %alloca[] : memref<i32>
        %7 = arith.xori %6, %c1_i32 : i32
        %8 = arith.subi %7, %c2_i32 : i32
        %9 = arith.cmpi ult, %6, %c2_i32 : i32
        %10 = arith.addi %6, %c2_i32 : i32
        %11 = arith.select %9, %10, %8 : i32
        memref.store %11, %alloca[] : memref<i32>
        scf.if %3 {
          %13 = arith.shrui %6, %c1_i32 : i32
          %14 = arith.extui %13 : i32 to i64
          %15 = arith.muli %14, %c8_i64 : i64
          %16 = arith.addi %0, %15 : i64
          %17 = llvm.inttoptr %16 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.arrive.expect_tx %17, %c512_i32 : !llvm.ptr<3>, i32
          %intptr_4 = memref.extract_aligned_pointer_as_index %5 : memref<128xi32, 3> -> index
          %18 = arith.index_castui %intptr_4 : index to i64
          %19 = arith.index_castui %cluster_block_id_x : index to i64
          %20 = arith.muli %19, %c256_i64 : i64
          %21 = arith.addi %18, %20 : i64
          %22 = arith.index_castui %cluster_block_id_x : index to i32
          %23 = arith.muli %22, %c8_i32 : i32
          %24 = llvm.inttoptr %21 : i64 to !llvm.ptr<3>
          %25 = llvm.addrspacecast %24 : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %25, %arg2, %17, box[%c0_i32, %23] multicast_mask = %c3_i16 : !llvm.ptr<7>, !llvm.ptr
        }
        %12:2 = scf.for %arg4 = %c0 to %c64 step %c16 iter_args(%arg5 = %c0, %arg6 = %c512) -> (index, index) {
          %13 = arith.addi %arg4, %c16 overflow<nsw> : index
          %14 = arith.cmpi slt, %13, %c64 : index
          scf.if %14 {
            %view_4 = memref.view %assume_align_1[%arg6][] : memref<1024xi8, 3> to memref<128xi32, 3>
            %18 = builtin.unrealized_conversion_cast %view_4 : memref<128xi32, 3> to memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3>
            %assume_align_5 = memref.assume_alignment %18, 256 : memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3>
            %19 = builtin.unrealized_conversion_cast %assume_align_5 : memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3> to memref<128xi32, 3>
            %20 = memref.load %alloca[] : memref<i32>
            %21 = arith.xori %20, %c1_i32 : i32
            %22 = arith.subi %21, %c2_i32 : i32
            %23 = arith.cmpi ult, %20, %c2_i32 : i32
            %24 = arith.addi %20, %c2_i32 : i32
            %25 = arith.select %23, %24, %22 : i32
            memref.store %25, %alloca[] : memref<i32>
            scf.if %3 {
              %26 = arith.andi %20, %c1_i32 : i32
              %27 = arith.xori %26, %c1_i32 : i32
              %28 = arith.select %23, %27, %26 : i32
              %29 = arith.shrui %20, %c1_i32 : i32
              %30 = arith.extui %29 : i32 to i64
              %31 = arith.muli %30, %c8_i64 : i64
              %32 = arith.addi %0, %31 : i64
              %33 = arith.addi %32, %c16_i64 : i64
              %34 = llvm.inttoptr %33 : i64 to !llvm.ptr<3>
              nvvm.mbarrier.try_wait.parity %34, %28, %c10000000_i32 : !llvm.ptr<3>, i32, i32
              %35 = llvm.inttoptr %32 : i64 to !llvm.ptr<3>
              nvvm.mbarrier.arrive.expect_tx %35, %c512_i32 : !llvm.ptr<3>, i32
              %36 = arith.index_cast %13 : index to i32
              %intptr_6 = memref.extract_aligned_pointer_as_index %19 : memref<128xi32, 3> -> index
              %37 = arith.index_castui %intptr_6 : index to i64
              %38 = arith.index_castui %cluster_block_id_x : index to i64
              %39 = arith.muli %38, %c256_i64 : i64
              %40 = arith.addi %37, %39 : i64
              %41 = arith.index_castui %cluster_block_id_x : index to i32
              %42 = arith.muli %41, %c8_i32 : i32
              %43 = arith.addi %36, %42 : i32
              %44 = llvm.inttoptr %40 : i64 to !llvm.ptr<3>
              %45 = llvm.addrspacecast %44 : !llvm.ptr<3> to !llvm.ptr<7>
              nvvm.cp.async.bulk.tensor.shared.cluster.global %45, %arg2, %35, box[%c0_i32, %43] multicast_mask = %c3_i16 : !llvm.ptr<7>, !llvm.ptr
            }
          }
          %15 = arith.addi %arg5, %c512 overflow<nsw> : index
          %16 = arith.cmpi eq, %15, %c1024 : index
          %17 = arith.select %16, %c0, %15 : index
          scf.yield %17, %arg5 : index, index
        }
        nvvm.cluster.arrive.relaxed {aligned}
        nvvm.cluster.wait {aligned}
      } else {
        %3 = nvvm.elect.sync -> i1
        %thread_id_x_0 = gpu.thread_id  x upper_bound 64
        %4 = layout.make : !layout<(4,16):(0,1)>
        %5 = layout.crd2idx %4(%thread_id_x_0) : !layout<(4,16):(0,1)>
        %view_1 = memref.view %arg3[%c0][] : memref<1056xi8, 3> to memref<1024xi8, 3>
        %assume_align_2 = memref.assume_alignment %view_1, 256 : memref<1024xi8, 3>
        %6 = memref.load %alloca[] : memref<i32>
        %7 = arith.xori %6, %c1_i32 : i32
        %8 = arith.subi %7, %c2_i32 : i32
        %9 = arith.cmpi ult, %6, %c2_i32 : i32
        %10 = arith.addi %6, %c2_i32 : i32
        %11 = arith.select %9, %10, %8 : i32
        memref.store %11, %alloca[] : memref<i32>
        nvvm.cluster.arrive.relaxed {aligned}
        nvvm.cluster.wait {aligned}
        %12:4 = scf.for %arg4 = %c0 to %c64 step %c16 iter_args(%arg5 = %c0_i32, %arg6 = %c0_i32, %arg7 = %6, %arg8 = %c0) -> (i32, i32, i32, index) {
          %view_3 = memref.view %assume_align_2[%arg8][] : memref<1024xi8, 3> to memref<128xi32, 3>
          %18 = builtin.unrealized_conversion_cast %view_3 : memref<128xi32, 3> to memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3>
          %assume_align_4 = memref.assume_alignment %18, 256 : memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3>
          %19 = arith.addi %arg4, %c16 overflow<nsw> : index
          %20 = arith.cmpi slt, %19, %c64 : index
          %21 = scf.if %20 -> (i32) {
            %39 = memref.load %alloca[] : memref<i32>
            %40 = arith.xori %39, %c1_i32 : i32
            %41 = arith.subi %40, %c2_i32 : i32
            %42 = arith.cmpi ult, %39, %c2_i32 : i32
            %43 = arith.addi %39, %c2_i32 : i32
            %44 = arith.select %42, %43, %41 : i32
            memref.store %44, %alloca[] : memref<i32>
            %45 = arith.shrui %39, %c1_i32 : i32
            %46 = arith.extui %45 : i32 to i64
            %47 = arith.muli %46, %c8_i64 : i64
            %48 = arith.addi %0, %47 : i64
            %49 = arith.addi %48, %c16_i64 : i64
            %50 = llvm.inttoptr %49 : i64 to !llvm.ptr<3>
            nvvm.bar.warp.sync %c-1_i32 : i32
            scf.if %3 {
              %51 = nvvm.mapa %50, %c0_i32 : !llvm.ptr<3> -> !llvm.ptr<7>
              nvvm.mbarrier.arrive %51 : !llvm.ptr<7>
              %52 = nvvm.mapa %50, %c1_i32 : !llvm.ptr<3> -> !llvm.ptr<7>
              nvvm.mbarrier.arrive %52 : !llvm.ptr<7>
            }
            scf.yield %39 : i32
          } else {
            %39 = memref.load %alloca[] : memref<i32>
            %40 = arith.xori %39, %c1_i32 : i32
            scf.yield %40 : i32
          }
          %22 = arith.shrui %arg7, %c1_i32 : i32
          %23 = arith.extui %22 : i32 to i64
          %24 = arith.muli %23, %c8_i64 : i64
          %25 = arith.addi %0, %24 : i64
          %26 = llvm.inttoptr %25 : i64 to !llvm.ptr<3>
          %27 = arith.andi %arg7, %c1_i32 : i32
          nvvm.mbarrier.try_wait.parity %26, %27, %c10000000_i32 : !llvm.ptr<3>, i32, i32
          %28 = builtin.unrealized_conversion_cast %assume_align_4 : memref<16x8xi32, #layout<S<1,2,3> o 0 o (16,8):(8,1)>, 3> to memref<128xi32, 3>
          %29 = layout.make : !layout<S<1,2,3> o 0 o (64):(2)>
          %30 = layout.crd2idx %29(%thread_id_x_0) : !layout<S<1,2,3> o 0 o (64):(2)>
          %31 = vector.load %28[%30] {alignment = 8 : i64} : memref<128xi32, 3>, vector<2xi32>
          %32 = vector.extract %31[0] : i32 from vector<2xi32>
          %33 = vector.extract %31[1] : i32 from vector<2xi32>
          %34 = arith.addi %arg5, %32 : i32
          %35 = arith.addi %arg6, %33 : i32
          %36 = arith.addi %arg8, %c512 overflow<nsw> : index
          %37 = arith.cmpi eq, %36, %c1024 : index
          %38 = arith.select %37, %c0, %36 : index
          scf.yield %34, %35, %21, %38 : i32, i32, i32, index
        }
        nvvm.cluster.arrive.relaxed {aligned}
        %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [256], strides: [1] : memref<32x8xi32> to memref<256xi32>
        %13 = layout.make : !layout<(32,64,2):(8,2,1)>
        %14 = layout.crd2idx %13(%1, %thread_id_x_0, 0) : !layout<(32,64,2):(8,2,1)>
        %15 = layout.crd2idx %13(%1, %thread_id_x_0, 1) : !layout<(32,64,2):(8,2,1)>
        %16 = arith.addi %1, %5 : index
        %17 = arith.cmpi ult, %16, %c32 : index
        scf.if %17 {
          memref.store %12#0, %reinterpret_cast[%14] : memref<256xi32>
          memref.store %12#1, %reinterpret_cast[%15] : memref<256xi32>
        }
        nvvm.cluster.wait {aligned}
      }
      gpu.return
    }
  }
}

