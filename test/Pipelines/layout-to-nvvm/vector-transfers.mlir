// Transfers of any rank, and beside them what the device library has no function for, and
// barriers that are inline assembly.
// RUN: layout-opt %s --layout-to-nvvm=format=nvvm | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="format=nvvm index-bitwidth=32" | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm -o /dev/null

!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
gpu.module @kernels {
  // CHECK-LABEL: llvm.func @tile
  // CHECK-NOT: vector.
  // CHECK: mbarrier
  // CHECK-NOT: math.
  // CHECK: llvm.return
  gpu.func @tile(%m: memref<16x16xf32>, %x: f32, %i: index, %ready: i1) kernel {
    %c0 = arith.constant 0 : index
    %y = math.trunc %x : f32
    %v = vector.broadcast %y : f32 to vector<2x4xf32>
    vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<2x4xf32>, memref<16x16xf32>
    %b = nvgpu.mbarrier.create -> !barrier
    nvgpu.mbarrier.init %b[%c0], %i : !barrier
    nvgpu.mbarrier.try_wait.parity %b[%c0], %ready, %i : !barrier
    gpu.return
  }
}
