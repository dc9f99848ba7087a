  gpu.module @kernels {
    gpu.func @f(%arg0: memref<8x8xi32, #layout<(8,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: memref<8x8xi32, #layout<(8,8):(8,1)>> {llvm.align = 16 : i64}, %arg2: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg3 : memref<256xi8, 3> {llvm.align = 256 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>, layout.tensor_maps = [{address = 1 : i64, argument = 2 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 8>]], strides = [[array<i64: 32>]], swizzle = 32 : i64}]} {
      %c0_i32 = arith.constant 0 : i32
      %c0 = arith.constant 0 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x upper_bound 64
      %0 = arith.divui %thread_id_x, %c32 : index
      %1 = arith.cmpi eq, %0, %c0 : index
      %2 = nvvm.elect.sync -> i1
      %3 = arith.andi %1, %2 : i1
      scf.if %3 {
        nvvm.prefetch tensormap in_param_space, %arg2 : !llvm.ptr
      }
      %view = memref.view %arg3[%c0][] : memref<256xi8, 3> to memref<64xi32, 3>
      %4 = builtin.unrealized_conversion_cast %view : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      %assume_align = memref.assume_alignment %4, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      %5 = builtin.unrealized_conversion_cast %arg0 : memref<8x8xi32, #layout<(8,8):(8,1)>> to memref<64xi32>
      %6 = layout.make : !layout<((8,8)):((8,1))>
      %7 = layout.crd2idx %6(%thread_id_x) : !layout<((8,8)):((8,1))>
      %8 = memref.load %5[%7] : memref<64xi32>
      %9 = builtin.unrealized_conversion_cast %assume_align : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
      %10 = layout.make : !layout<S<1,2,3> o 0 o ((8,8)):((8,1))>
      %11 = layout.crd2idx %10(%thread_id_x) : !layout<S<1,2,3> o 0 o ((8,8)):((8,1))>
      memref.store %8, %9[%11] : memref<64xi32, 3>
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
      gpu.barrier
      scf.if %3 {
        %intptr = memref.extract_aligned_pointer_as_index %9 : memref<64xi32, 3> -> index
        %12 = arith.index_castui %intptr : index to i64
        %13 = llvm.inttoptr %12 : i64 to !llvm.ptr<3>
        nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %13, box[%c0_i32, %c0_i32] : !llvm.ptr, <3>
        nvvm.cp.async.bulk.commit.group
        nvvm.cp.async.bulk.wait_group 0 {read}
      }
      gpu.return
    }
  }
