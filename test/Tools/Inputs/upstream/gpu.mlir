// Kernels, the host that launches them, and what threads do together.
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    gpu.func @scale(%m: memref<?x32xf32>, %a: f32) workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>>)
        private(%p: memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %c0 = arith.constant 0 : index
      %t = gpu.thread_id x upper_bound 32
      %b = gpu.block_id x
      %d = gpu.block_dim y
      %g = gpu.global_id x
      %l = gpu.lane_id upper_bound 32
      %row = arith.muli %b, %d : index
      %x = memref.load %m[%row, %t] : memref<?x32xf32>
      %y = arith.mulf %x, %a : f32
      memref.store %y, %w[%t] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %z = memref.load %w[%l] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %z, %p[%c0] : memref<1xf32, #gpu.address_space<private>>
      %s = gpu.all_reduce add %z uniform {} : (f32) -> f32
      %q = gpu.subgroup_reduce maximumf %s : (f32) -> f32
      %i = arith.constant 3 : i32
      %n = arith.constant 32 : i32
      %v, %ok = gpu.shuffle xor %q, %i, %n : f32
      memref.store %v, %m[%row, %t] : memref<?x32xf32>
      gpu.printf "%f %lld\0A", %v, %g : f32, index
      gpu.return
    }
  }
  func.func @host(%m: memref<?x32xf32>, %n: index, %a: f32) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] (%n) : memref<?x32xf32>
    %t2 = gpu.memcpy async [%t1] %d, %m : memref<?x32xf32>, memref<?x32xf32>
    %t3 = gpu.launch_func async [%t2] @kernels::@scale blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%d : memref<?x32xf32>, %a : f32)
    %t4 = gpu.dealloc async [%t3] %d : memref<?x32xf32>
    gpu.wait [%t4]
    return
  }
}

// -----

func.func @outlined(%m: memref<128xf32>, %a: f32) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %x = memref.load %m[%tx] : memref<128xf32>
    %y = arith.addf %x, %a : f32
    memref.store %y, %m[%tx] : memref<128xf32>
    gpu.terminator
  }
  return
}

// -----

func.func @mapped(%a: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<32x32xf32>
    %y = math.exp %x : f32
    memref.store %y, %a[%i, %j] : memref<32x32xf32>
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>,
                #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

// -----

gpu.module @matrices {
  gpu.func @products(%a: memref<16x16xf16, 3>, %c: memref<16x16xf32, 3>) kernel {
    %c0 = arith.constant 0 : index
    %0 = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %1 = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<16x16xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %2 = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32, 3> -> !gpu.mma_matrix<16x16xf32, "COp">
    %3 = gpu.subgroup_mma_compute %0, %1, %2 : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %3, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32, 3>
    gpu.return
  }
}
