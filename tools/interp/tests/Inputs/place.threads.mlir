  gpu.module @kernels {
    gpu.func @f(%arg0: memref<?x8xi32, #layout<(?,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: index, %arg2: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg3 : memref<264xi8, 3> {llvm.align = 256 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>, layout.tensor_maps = [{address = 0 : i64, argument = 3 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 1, 1, 0>]], strides = [[array<i64: 32>]], swizzle = 32 : i64}]} {
      %c10000000_i32 = arith.constant 10000000 : i32
      %c2146435072 = arith.constant 2146435072 : index
      %c-2147483648 = arith.constant -2147483648 : index
      %c256_i32 = arith.constant 256 : i32
      %c8_i64 = arith.constant 8 : i64
      %c8 = arith.constant 8 : index
      %c1_i32 = arith.constant 1 : i32
      %c256 = arith.constant 256 : index
      %c0_i32 = arith.constant 0 : i32
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 64
      %0 = arith.divui %thread_id_x, %c32 : index
      %1 = arith.cmpi eq, %0, %c0 : index
      %2 = nvvm.elect.sync -> i1
      %3 = arith.andi %1, %2 : i1
      %4 = layout.make : !layout<(8,8):(1,0)>
      %5 = layout.crd2idx %4(%thread_id_x) : !layout<(8,8):(1,0)>
      %view = memref.view %arg3[%c256][] : memref<264xi8, 3> to memref<1xi64, 3>
      %assume_align = memref.assume_alignment %view, 16 {layout.barriers} : memref<1xi64, 3>
      %intptr = memref.extract_aligned_pointer_as_index %assume_align : memref<1xi64, 3> -> index
      %6 = arith.index_castui %intptr : index to i64
      scf.if %3 {
        nvvm.prefetch tensormap in_param_space, %arg2 : !llvm.ptr
        %8 = llvm.inttoptr %6 : i64 to !llvm.ptr<3>
        nvvm.mbarrier.init %8, %c1_i32 : !llvm.ptr<3>, i32
        nvvm.fence.mbarrier.init
      }
      %alloca = memref.alloca() : memref<i32>
      memref.store %c0_i32, %alloca[] : memref<i32>
      %view_0 = memref.view %arg3[%c0][] : memref<264xi8, 3> to memref<64xi32, 3>
      %7 = builtin.unrealized_conversion_cast %view_0 : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      %assume_align_1 = memref.assume_alignment %7, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      gpu.barrier
      scf.for %arg4 = %c0 to %arg1 step %c8 {
        gpu.barrier
        %8 = builtin.unrealized_conversion_cast %assume_align_1 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        %9 = memref.load %alloca[] : memref<i32>
        %10 = arith.xori %9, %c1_i32 : i32
        memref.store %10, %alloca[] : memref<i32>
        scf.if %3 {
          %26 = arith.shrui %9, %c1_i32 : i32
          %27 = arith.extui %26 : i32 to i64
          %28 = arith.muli %27, %c8_i64 : i64
          %29 = arith.addi %6, %28 : i64
          %30 = llvm.inttoptr %29 : i64 to !llvm.ptr<3>
          nvvm.mbarrier.arrive.expect_tx %30, %c256_i32 : !llvm.ptr<3>, i32
          %31 = arith.maxsi %arg4, %c-2147483648 : index
          %32 = arith.minsi %31, %c2146435072 : index
          %33 = arith.index_cast %32 : index to i32
          %intptr_2 = memref.extract_aligned_pointer_as_index %8 : memref<64xi32, 3> -> index
          %34 = arith.index_castui %intptr_2 : index to i64
          %35 = llvm.inttoptr %34 : i64 to !llvm.ptr<3>
          %36 = llvm.addrspacecast %35 : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %36, %arg2, %30, box[%c0_i32, %33] : !llvm.ptr<7>, !llvm.ptr
        }
        %11 = arith.shrui %9, %c1_i32 : i32
        %12 = arith.extui %11 : i32 to i64
        %13 = arith.muli %12, %c8_i64 : i64
        %14 = arith.addi %6, %13 : i64
        %15 = llvm.inttoptr %14 : i64 to !llvm.ptr<3>
        %16 = arith.andi %9, %c1_i32 : i32
        nvvm.mbarrier.try_wait.parity %15, %16, %c10000000_i32 : !llvm.ptr<3>, i32, i32
        %17 = layout.make : !layout<S<1,2,3> o 0 o ((8,8)):((8,1))>
        %18 = layout.crd2idx %17(%thread_id_x) : !layout<S<1,2,3> o 0 o ((8,8)):((8,1))>
        %19 = memref.load %8[%18] : memref<64xi32, 3>
        %20 = arith.addi %19, %19 : i32
        %21:2 = builtin.unrealized_conversion_cast %arg0 : memref<?x8xi32, #layout<(?,8):(8,1)>> to memref<?xi32>, index
        %22 = layout.make(%21#1) : !layout<(?,(8,8)):(8,(8,1))>
        %23 = layout.crd2idx %22(%arg4, %thread_id_x) : !layout<(?,(8,8)):(8,(8,1))>
        %24 = arith.subi %21#1, %5 : index
        %25 = arith.cmpi slt, %arg4, %24 : index
        scf.if %25 {
          memref.store %20, %21#0[%23] : memref<?xi32>
        }
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
      }
      gpu.return
    }
  }
