// Addresses of memory have 64 bits, also where an index has 32.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a index-bitwidth=32 ptx=-" -o /dev/null | FileCheck %s

// CHECK: .visible .entry copied(
// CHECK-NOT: and.b64
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
// CHECK-NOT: and.b64
// CHECK: cp.async.bulk.global.shared::cta.bulk_group
gpu.module @kernels {
  gpu.func @copied(%X: memref<1024xf32> {llvm.align = 16 : i64}, %Y: memref<1024xf32> {llvm.align = 16 : i64}) kernel
      attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %s = memref.alloc() : memref<1024xf32, 3>
    %t = layout.copy_async %X[%0], %s {layout.bulk} : memref<1024xf32>, memref<1024xf32, 3>
    layout.wait %t
    %u = layout.store_async %s, %Y[%0] {layout.bulk} : memref<1024xf32, 3>, memref<1024xf32>
    layout.wait %u
    gpu.return
  }
}
