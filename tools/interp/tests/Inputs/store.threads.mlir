  gpu.module @kernels {
    gpu.func @f(%arg0: memref<?x8xi32, #layout<(?,8):(8,1)>> {llvm.align = 16 : i64}, %arg1: memref<?x8xi32, #layout<(?,8):(8,1)>> {llvm.align = 16 : i64}, %arg2: memref<?x8xi32, #layout<(?,8):(8,1)>> {llvm.align = 16 : i64}, %arg3: !llvm.ptr {llvm.align = 64 : i64}, %arg4: !llvm.ptr {llvm.align = 64 : i64}) workgroup(%arg5 : memref<256xi8, 3> {llvm.align = 256 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>, layout.tensor_maps = [{address = 2 : i64, argument = 6 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 1, 3, 0>]], strides = [[array<i64: 32>]], swizzle = 32 : i64}, {address = 4 : i64, argument = 7 : i64, bits = 32 : i64, box = array<i64: 8, 8>, sizes = [[array<i64: 8>], [array<i64: 1, 5, 0>]], strides = [[array<i64: 32>]], swizzle = 32 : i64}]} {
      %thread_id_x = gpu.thread_id  x upper_bound 64
      %c32 = arith.constant 32 : index
      %0 = arith.divui %thread_id_x, %c32 : index
      %c0 = arith.constant 0 : index
      %1 = arith.cmpi eq, %0, %c0 : index
      %2 = nvvm.elect.sync -> i1
      %3 = arith.andi %1, %2 : i1
      scf.if %3 {
        nvvm.prefetch tensormap in_param_space, %arg3 : !llvm.ptr
        nvvm.prefetch tensormap in_param_space, %arg4 : !llvm.ptr
      }
      %c0_i32 = arith.constant 0 : i32
      %4 = layout.make : !layout<(8,8):(0,1)>
      %5 = layout.crd2idx %4(%thread_id_x) : !layout<(8,8):(0,1)>
      %6 = layout.make : !layout<(8,8):(1,0)>
      %7 = layout.crd2idx %6(%thread_id_x) : !layout<(8,8):(1,0)>
      %c0_0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c32_1 = arith.constant 32 : index
      %c0_2 = arith.constant 0 : index
      %view = memref.view %arg5[%c0_2][] : memref<256xi8, 3> to memref<64xi32, 3>
      %8 = builtin.unrealized_conversion_cast %view : memref<64xi32, 3> to memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      %assume_align = memref.assume_alignment %8, 256 : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3>
      scf.for %arg6 = %c0_0 to %c32_1 step %c8 {
        %20:2 = builtin.unrealized_conversion_cast %arg0 : memref<?x8xi32, #layout<(?,8):(8,1)>> to memref<?xi32>, index
        %21 = layout.make(%20#1) : !layout<(?,64):(8,1)>
        %22 = layout.crd2idx %21(%arg6, %thread_id_x) : !layout<(?,64):(8,1)>
        %23 = arith.subi %20#1, %5 : index
        %24 = arith.cmpi slt, %arg6, %23 : index
        %25 = scf.if %24 -> (i32) {
          %30 = memref.load %20#0[%22] : memref<?xi32>
          scf.yield %30 : i32
        } else {
          scf.yield %c0_i32 : i32
        }
        gpu.barrier
        %26 = builtin.unrealized_conversion_cast %assume_align : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        %27 = layout.make : !layout<S<1,2,3> o 0 o (64):(1)>
        %28 = layout.crd2idx %27(%thread_id_x) : !layout<S<1,2,3> o 0 o (64):(1)>
        memref.store %25, %26[%28] : memref<64xi32, 3>
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        gpu.barrier
        %29 = builtin.unrealized_conversion_cast %assume_align : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
        scf.if %3 {
          %30 = arith.index_cast %c0_0 : index to i32
          %31 = arith.index_cast %arg6 : index to i64
          %32 = llvm.inline_asm "// the same index", "=l,0" %31 : (i64) -> i64
          %33 = arith.index_cast %32 : i64 to index
          %34 = arith.index_cast %33 : index to i32
          %intptr = memref.extract_aligned_pointer_as_index %29 : memref<64xi32, 3> -> index
          %35 = arith.index_castui %intptr : index to i64
          %36 = llvm.inttoptr %35 : i64 to !llvm.ptr<3>
          nvvm.cp.async.bulk.tensor.global.shared.cta %arg3, %36, box[%30, %34] : !llvm.ptr, <3>
          nvvm.cp.async.bulk.commit.group
        }
        scf.if %3 {
          nvvm.cp.async.bulk.wait_group 0
        }
      }
      gpu.barrier
      %9:2 = builtin.unrealized_conversion_cast %arg1 : memref<?x8xi32, #layout<(?,8):(8,1)>> to memref<?xi32>, index
      %10 = arith.addi %c8, %5 : index
      %11 = layout.make(%9#1) : !layout<(?,8):(8,1)>
      %12 = layout.crd2idx %11(%10, %7) : !layout<(?,8):(8,1)>
      %13 = arith.addi %c8, %5 : index
      %14 = arith.cmpi ult, %13, %9#1 : index
      %15 = scf.if %14 -> (i32) {
        %20 = memref.load %9#0[%12] : memref<?xi32>
        scf.yield %20 : i32
      } else {
        scf.yield %c0_i32 : i32
      }
      %16 = builtin.unrealized_conversion_cast %assume_align : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
      %17 = layout.make : !layout<S<1,2,3> o 0 o (64):(1)>
      %18 = layout.crd2idx %17(%thread_id_x) : !layout<S<1,2,3> o 0 o (64):(1)>
      memref.store %15, %16[%18] : memref<64xi32, 3>
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
      gpu.barrier
      %19 = builtin.unrealized_conversion_cast %assume_align : memref<8x8xi32, #layout<S<1,2,3> o 0 o (8,8):(8,1)>, 3> to memref<64xi32, 3>
      scf.if %3 {
        %20 = arith.index_cast %c0_0 : index to i32
        %21 = arith.index_cast %c0_0 : index to i32
        %intptr = memref.extract_aligned_pointer_as_index %19 : memref<64xi32, 3> -> index
        %22 = arith.index_castui %intptr : index to i64
        %23 = llvm.inttoptr %22 : i64 to !llvm.ptr<3>
        nvvm.cp.async.bulk.tensor.global.shared.cta %arg4, %23, box[%20, %21] : !llvm.ptr, <3>
        nvvm.cp.async.bulk.commit.group
      }
      scf.if %3 {
        nvvm.cp.async.bulk.wait_group 0 {read}
      }
      gpu.return
    }
  }
