// What is known is computed: a number of tiles is rounded up, and of a branch one side is left.
// RUN: layout-opt %s --layout-launches | FileCheck %s
// CHECK: @f_launches("{{.*}}\22do\22: [{\22kernel\22: \22s\22, \22grid\22: [3, 2, 1], \22block\22: [128, 1, 1],
// CHECK-NOT: \22kernel\22
// CHECK: func.func private @f(

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<8xf32>) kernel {
      gpu.return
    }
    gpu.func @s(%m: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @f(%m: memref<8xf32>) attributes {layout.launches} {
    %1 = arith.constant 1 : index
    %128 = arith.constant 128 : index
    %256 = arith.constant 256 : index
    %257 = arith.constant 257 : index
    %x = arith.ceildivui %257, %128 : index
    %y = arith.ceildivsi %256, %128 : index
    %one = arith.cmpi eq, %x, %1 : index
    scf.if %one {
      gpu.launch_func @kernels::@k blocks in (%x, %1, %1) threads in (%128, %1, %1) args(%m : memref<8xf32>)
    } else {
      gpu.launch_func @kernels::@s blocks in (%x, %y, %1) threads in (%128, %1, %1) args(%m : memref<8xf32>)
    }
    return
  }
}
