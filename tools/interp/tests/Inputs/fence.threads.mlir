  gpu.module @kernels {
    gpu.func @f(%arg0: memref<8x8xi32, #layout<(8,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: memref<8x8xi32>, %arg2: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg3 : memref<264xi8, 3> {llvm.align = 128 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>, layout.tensor_maps = [{address = 0 : i64, argument = 2 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 8>]], strides = [[array<i64: 32>]], swizzle = 0 : i64}]} {
      %thread_id_x = gpu.thread_id  x upper_bound 32
      %c0 = arith.constant 0 : index
      %0 = arith.cmpi eq, %thread_id_x, %c0 : index
      %c0_i32 = arith.constant 0 : i32
      %c256 = arith.constant 256 : index
      %view = memref.view %arg3[%c256][] : memref<264xi8, 3> to memref<1xi64, 3>
      %assume_align = memref.assume_alignment %view, 16 {layout.barriers} : memref<1xi64, 3>
      %intptr = memref.extract_aligned_pointer_as_index %assume_align : memref<1xi64, 3> -> index
      %1 = arith.index_castui %intptr : index to i64
      scf.if %0 {
        %c1_i32_10 = arith.constant 1 : i32
        %43 = llvm.inttoptr %1 : i64 to !llvm.ptr<3>
        nvvm.mbarrier.init %43, %c1_i32_10 : !llvm.ptr<3>, i32
        nvvm.fence.mbarrier.init
      }
      gpu.barrier
      %alloca = memref.alloca() : memref<i32>
      %c0_i32_0 = arith.constant 0 : i32
      memref.store %c0_i32_0, %alloca[] : memref<i32>
      %c0_1 = arith.constant 0 : index
      %c0_2 = arith.constant 0 : index
      %view_3 = memref.view %arg3[%c0_2][] : memref<264xi8, 3> to memref<64xi32, 3>
      %2 = builtin.unrealized_conversion_cast %view_3 : memref<64xi32, 3> to memref<8x8xi32, #layout<(8,8):(8,1)>, 3>
      %assume_align_4 = memref.assume_alignment %2, 128 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3>
      %3 = builtin.unrealized_conversion_cast %arg0 : memref<8x8xi32, #layout<(8,8):(8,1)>> to memref<64xi32>
      %4 = layout.make : !layout<(32):(2)>
      %5 = layout.crd2idx %4(%thread_id_x) : !layout<(32):(2)>
      %6 = vector.load %3[%5] {alignment = 8 : i64} : memref<64xi32>, vector<2xi32>
      %7 = vector.extract %6[0] : i32 from vector<2xi32>
      %8 = vector.extract %6[1] : i32 from vector<2xi32>
      %9 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3> to memref<64xi32, 3>
      %10 = layout.make : !layout<(32):(2)>
      %11 = layout.crd2idx %10(%thread_id_x) : !layout<(32):(2)>
      %12 = vector.from_elements %7, %8 : vector<2xi32>
      vector.store %12, %9[%11] {alignment = 8 : i64} : memref<64xi32, 3>, vector<2xi32>
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
      gpu.barrier
      %13 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3> to memref<64xi32, 3>
      %14 = layout.make : !layout<((2,4,2,2)):((4,16,8,0))>
      %15 = layout.crd2idx %14(%thread_id_x) : !layout<((2,4,2,2)):((4,16,8,0))>
      %16 = nvgpu.ldmatrix %13[%15] {numTiles = 2 : i32, transpose = false} : memref<64xi32, 3> -> vector<2x1xi32>
      %17 = vector.extract %16[0, 0] : i32 from vector<2x1xi32>
      %18 = vector.extract %16[1, 0] : i32 from vector<2x1xi32>
      %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [64], strides: [1] : memref<8x8xi32> to memref<64xi32>
      %19 = layout.make : !layout<((8,4),2):((1,16),8)>
      %20 = layout.crd2idx %19(%thread_id_x, 0) : !layout<((8,4),2):((1,16),8)>
      %21 = layout.make : !layout<((8,4),2):((1,16),8)>
      %22 = layout.crd2idx %21(%thread_id_x, 1) : !layout<((8,4),2):((1,16),8)>
      memref.store %17, %reinterpret_cast[%20] : memref<64xi32>
      memref.store %18, %reinterpret_cast[%22] : memref<64xi32>
      gpu.barrier
      %23 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3> to memref<64xi32, 3>
      %24 = memref.load %alloca[] : memref<i32>
      %c2_i32 = arith.constant 2 : i32
      %c1_i32 = arith.constant 1 : i32
      %c0_i32_5 = arith.constant 0 : i32
      %25 = arith.xori %24, %c1_i32 : i32
      %c0_i32_6 = arith.constant 0 : i32
      %26 = arith.subi %25, %c0_i32_6 : i32
      memref.store %26, %alloca[] : memref<i32>
      scf.if %0 {
        %c1_i32_10 = arith.constant 1 : i32
        %43 = arith.shrui %24, %c1_i32_10 : i32
        %44 = arith.extui %43 : i32 to i64
        %c8_i64_11 = arith.constant 8 : i64
        %45 = arith.muli %44, %c8_i64_11 : i64
        %46 = arith.addi %1, %45 : i64
        %47 = llvm.inttoptr %46 : i64 to !llvm.ptr<3>
        %c256_i32 = arith.constant 256 : i32
        nvvm.mbarrier.arrive.expect_tx %47, %c256_i32 : !llvm.ptr<3>, i32
        %48 = arith.index_cast %c0_1 : index to i32
        %49 = arith.index_cast %c0_1 : index to i32
        %intptr_12 = memref.extract_aligned_pointer_as_index %23 : memref<64xi32, 3> -> index
        %50 = arith.index_castui %intptr_12 : index to i64
        %51 = llvm.inttoptr %50 : i64 to !llvm.ptr<3>
        %52 = llvm.addrspacecast %51 : !llvm.ptr<3> to !llvm.ptr<7>
        nvvm.cp.async.bulk.tensor.shared.cluster.global %52, %arg2, %47, box[%48, %49] : !llvm.ptr<7>, !llvm.ptr
      }
      %c1_i32_7 = arith.constant 1 : i32
      %27 = arith.shrui %24, %c1_i32_7 : i32
      %28 = arith.extui %27 : i32 to i64
      %c8_i64 = arith.constant 8 : i64
      %29 = arith.muli %28, %c8_i64 : i64
      %30 = arith.addi %1, %29 : i64
      %31 = llvm.inttoptr %30 : i64 to !llvm.ptr<3>
      %c1_i32_8 = arith.constant 1 : i32
      %32 = arith.andi %24, %c1_i32_8 : i32
      %c10000000_i32 = arith.constant 10000000 : i32
      nvvm.mbarrier.try_wait.parity %31, %32, %c10000000_i32 : !llvm.ptr<3>, i32, i32
      %33 = builtin.unrealized_conversion_cast %assume_align_4 : memref<8x8xi32, #layout<(8,8):(8,1)>, 3> to memref<64xi32, 3>
      %34 = layout.make : !layout<((2,4,2,2)):((4,16,8,0))>
      %35 = layout.crd2idx %34(%thread_id_x) : !layout<((2,4,2,2)):((4,16,8,0))>
      %36 = nvgpu.ldmatrix %33[%35] {numTiles = 2 : i32, transpose = false} : memref<64xi32, 3> -> vector<2x1xi32>
      %37 = vector.extract %36[0, 0] : i32 from vector<2x1xi32>
      %38 = vector.extract %36[1, 0] : i32 from vector<2x1xi32>
      %reinterpret_cast_9 = memref.reinterpret_cast %arg1 to offset: [0], sizes: [64], strides: [1] : memref<8x8xi32> to memref<64xi32>
      %39 = layout.make : !layout<((8,4),2):((1,16),8)>
      %40 = layout.crd2idx %39(%thread_id_x, 0) : !layout<((8,4),2):((1,16),8)>
      %41 = layout.make : !layout<((8,4),2):((1,16),8)>
      %42 = layout.crd2idx %41(%thread_id_x, 1) : !layout<((8,4),2):((1,16),8)>
      memref.store %37, %reinterpret_cast_9[%40] : memref<64xi32>
      memref.store %38, %reinterpret_cast_9[%42] : memref<64xi32>
      gpu.return
    }
  }
