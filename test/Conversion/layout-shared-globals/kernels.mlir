// Shared memory is aligned for vectors, and what the launch sizes is external: PTX puts nothing on top of it.
//
// RUN: layout-opt %s -o /dev/null "--layout-to-nvvm=chip=sm_90a ptx=-" | FileCheck %s

// CHECK: .extern .shared .align 1024 .b8 [[DYNAMIC:.*]][];
// CHECK: .shared .align 16 .b8 {{.*}}[512];
gpu.module @kernels {
  gpu.func @both(%g: memref<128xf32>) workgroup(%w: memref<128xf32, 3>) kernel {
    %0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %v = memref.view %d[%0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<128xf32, #gpu.address_space<workgroup>>
    %x = memref.load %g[%t] : memref<128xf32>
    memref.store %x, %w[%t] : memref<128xf32, 3>
    memref.store %x, %v[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %y = vector.load %w[%0] : memref<128xf32, 3>, vector<4xf32>
    %z = vector.load %v[%0] : memref<128xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %s = arith.addf %y, %z : vector<4xf32>
    vector.store %s, %g[%0] : memref<128xf32>, vector<4xf32>
    gpu.return
  }
}
