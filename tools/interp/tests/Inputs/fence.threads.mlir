  gpu.module @kernels {
    gpu.func @f(%arg0: memref<8x8xi32, #layout<(8,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: memref<8x8xi32>, %arg2: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg3 : memref<264xi8, 3> {llvm.align = 128 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>, layout.tensor_maps = [{address = 0 : i64, argument = 2 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 8>]], strides = [[array<i64: 32>]], swizzle = 0 : i64}]} {
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %c32 = arith.constant 32 : index
      %0 = arith.divui %thread_id_x, %c32 : index
      %c0 = arith.constant 0 : index
      %1 = arith.cmpi eq, %0, %c0 : index
      %2 = nvvm.elect.sync -> i1
      %3 = arith.andi %1, %2 : i1
      %c0_i32 = arith.constant 0 : i32
      %c256 = arith.constant 256 : index
      %view = memref.view %arg3[%c256][] : memref<264xi8, 3> to memref<1xi64, 3>
      %assume_align = memref.assume_alignment %view, 16 {layout.barriers} : memref<1xi64, 3>
      %intptr = memref.extract_aligned_pointer_as_index %assume_align : memref<1xi64, 3> -> index
      %4 = arith.index_castui %intptr : index to i64
      scf.if %3 {
        nvvm.prefetch tensormap in_param_space, %arg2 : !llvm.ptr
        %c1_i32_10 = arith.constant 1 : i32
        %46 = llvm.inttoptr %4 : i64 to !llvm.ptr<3>
        nvvm.mbarrier.init %46, %c1_i32_10 : !llvm.ptr<3>, i32
        nvvm.fence.mbarrier.init
      }
      %alloca = memref.alloca() : memref<i32>
      %c0_i32_0 = arith.constant 0 : i32
      memref.store %c0_i32_0, %alloca[] : memref<i32>
      %c0_1 = arith.constant 0 : index
      %c0_2 = arith.constant 0 : index
      %view_3 = memref.view %arg3[%c0_2][] : memref<264xi8, 3> to memref<64xi32, 3>
      %5 = builtin.unrealized_conversion_cast %view_3 : memref<64xi32, 3> to memref<8x8xi32, #layout<(8,8):(8,1)>, 3>
      %assume_align_4 = memref.assume_alignment %5, 128 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3>
      %6 = builtin.unrealized_conversion_cast %arg0 : memref<8x8xi32, #layout<(8,8):(8,1)>> to memref<64xi32>
      %7 = layout.make : !layout<(32):(2)>
      %8 = layout.crd2idx %7(%thread_id_x) : !layout<(32):(2)>
      %9 = vector.load %6[%8] {alignment = 8 : i64} : memref<64xi32>, vector<2xi32>
      %10 = vector.extract %9[0] : i32 from vector<2xi32>
      %11 = vector.extract %9[1] : i32 from vector<2xi32>
      %12 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3> to memref<64xi32, 3>
      %13 = layout.make : !layout<(32):(2)>
      %14 = layout.crd2idx %13(%thread_id_x) : !layout<(32):(2)>
      %15 = vector.from_elements %10, %11 : vector<2xi32>
      vector.store %15, %12[%14] {alignment = 8 : i64} : memref<64xi32, 3>, vector<2xi32>
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
      gpu.barrier
      %16 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3> to memref<64xi32, 3>
      %17 = layout.make : !layout<((2,4,2,2)):((4,16,8,0))>
      %18 = layout.crd2idx %17(%thread_id_x) : !layout<((2,4,2,2)):((4,16,8,0))>
      %19 = nvgpu.ldmatrix %16[%18] {numTiles = 2 : i32, transpose = false} : memref<64xi32, 3> -> vector<2x1xi32>
      %20 = vector.extract %19[0, 0] : i32 from vector<2x1xi32>
      %21 = vector.extract %19[1, 0] : i32 from vector<2x1xi32>
      %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [64], strides: [1] : memref<8x8xi32> to memref<64xi32>
      %22 = layout.make : !layout<((8,4),2):((1,16),8)>
      %23 = layout.crd2idx %22(%thread_id_x, 0) : !layout<((8,4),2):((1,16),8)>
      %24 = layout.make : !layout<((8,4),2):((1,16),8)>
      %25 = layout.crd2idx %24(%thread_id_x, 1) : !layout<((8,4),2):((1,16),8)>
      memref.store %20, %reinterpret_cast[%23] : memref<64xi32>
      memref.store %21, %reinterpret_cast[%25] : memref<64xi32>
      gpu.barrier
      %26 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3> to memref<64xi32, 3>
      %27 = memref.load %alloca[] : memref<i32>
      %c2_i32 = arith.constant 2 : i32
      %c1_i32 = arith.constant 1 : i32
      %c0_i32_5 = arith.constant 0 : i32
      %28 = arith.xori %27, %c1_i32 : i32
      %c0_i32_6 = arith.constant 0 : i32
      %29 = arith.subi %28, %c0_i32_6 : i32
      memref.store %29, %alloca[] : memref<i32>
      scf.if %3 {
        %c1_i32_10 = arith.constant 1 : i32
        %46 = arith.shrui %27, %c1_i32_10 : i32
        %47 = arith.extui %46 : i32 to i64
        %c8_i64_11 = arith.constant 8 : i64
        %48 = arith.muli %47, %c8_i64_11 : i64
        %49 = arith.addi %4, %48 : i64
        %50 = llvm.inttoptr %49 : i64 to !llvm.ptr<3>
        %c256_i32 = arith.constant 256 : i32
        nvvm.mbarrier.arrive.expect_tx %50, %c256_i32 : !llvm.ptr<3>, i32
        %51 = arith.index_cast %c0_1 : index to i32
        %52 = arith.index_cast %c0_1 : index to i32
        %intptr_12 = memref.extract_aligned_pointer_as_index %26 : memref<64xi32, 3> -> index
        %53 = arith.index_castui %intptr_12 : index to i64
        %54 = llvm.inttoptr %53 : i64 to !llvm.ptr<3>
        %55 = llvm.addrspacecast %54 : !llvm.ptr<3> to !llvm.ptr<7>
        nvvm.cp.async.bulk.tensor.shared.cluster.global %55, %arg2, %50, box[%51, %52] : !llvm.ptr<7>, !llvm.ptr
      }
      %c1_i32_7 = arith.constant 1 : i32
      %30 = arith.shrui %27, %c1_i32_7 : i32
      %31 = arith.extui %30 : i32 to i64
      %c8_i64 = arith.constant 8 : i64
      %32 = arith.muli %31, %c8_i64 : i64
      %33 = arith.addi %4, %32 : i64
      %34 = llvm.inttoptr %33 : i64 to !llvm.ptr<3>
      %c1_i32_8 = arith.constant 1 : i32
      %35 = arith.andi %27, %c1_i32_8 : i32
      %c10000000_i32 = arith.constant 10000000 : i32
      nvvm.mbarrier.try_wait.parity %34, %35, %c10000000_i32 : !llvm.ptr<3>, i32, i32
      %36 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3> to memref<64xi32, 3>
      %37 = layout.make : !layout<((2,4,2,2)):((4,16,8,0))>
      %38 = layout.crd2idx %37(%thread_id_x) : !layout<((2,4,2,2)):((4,16,8,0))>
      %39 = nvgpu.ldmatrix %36[%38] {numTiles = 2 : i32, transpose = false} : memref<64xi32, 3> -> vector<2x1xi32>
      %40 = vector.extract %39[0, 0] : i32 from vector<2x1xi32>
      %41 = vector.extract %39[1, 0] : i32 from vector<2x1xi32>
      %reinterpret_cast_9 = memref.reinterpret_cast %arg1 to offset: [0], sizes: [64], strides: [1] : memref<8x8xi32> to memref<64xi32>
      %42 = layout.make : !layout<((8,4),2):((1,16),8)>
      %43 = layout.crd2idx %42(%thread_id_x, 0) : !layout<((8,4),2):((1,16),8)>
      %44 = layout.make : !layout<((8,4),2):((1,16),8)>
      %45 = layout.crd2idx %44(%thread_id_x, 1) : !layout<((8,4),2):((1,16),8)>
      memref.store %40, %reinterpret_cast_9[%43] : memref<64xi32>
      memref.store %41, %reinterpret_cast_9[%45] : memref<64xi32>
      gpu.return
    }
  }
