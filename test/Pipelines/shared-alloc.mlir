// Shared memory that each thread would allocate for itself is refused.
//
// RUN: not layout-opt %s --layout-to-nvvm=chip=sm_90a 2>&1 | FileCheck %s

// CHECK: error: layout-check-memrefs: shared memory is a buffer that the kernel declares with its workgroup
gpu.module @kernels {
  gpu.func @alloc(%g: memref<32xf32>) kernel {
    %t = gpu.thread_id x
    %m = memref.alloc() : memref<32xf32, 3>
    %x = memref.load %g[%t] : memref<32xf32>
    memref.store %x, %m[%t] : memref<32xf32, 3>
    %y = memref.load %m[%t] : memref<32xf32, 3>
    memref.store %y, %g[%t] : memref<32xf32>
    gpu.return
  }
}
