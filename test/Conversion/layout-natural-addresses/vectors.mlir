// What a vector access says of its index is said of its address; of addresses that the program computes, nothing.
//
// RUN: layout-opt %s --layout-to-nvvm="format=nvvm bare-pointers=false index-bitwidth=32" | FileCheck %s

// CHECK-LABEL: llvm.func @vectors(
// CHECK-NOT: layout.own
// CHECK: %[[P:.*]] = llvm.getelementptr inbounds|nuw %{{.*}} : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: %[[X:.*]] = llvm.load %[[P]] {{.*}} -> vector<4xf32>
// CHECK: %[[Q:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: llvm.store %[[X]], %[[Q]]
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @vectors(%m: memref<?xf32>, %p: !llvm.ptr, %i: index, %j: i32) kernel {
      %a = memref.assume_alignment %m, 16 : memref<?xf32>
      %x = vector.load %a[%i] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
      %q = llvm.getelementptr %p[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      llvm.store %x, %q {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr
      gpu.return
    }
  }
}
