// A loop by more than one that begins at no natural number: LLVM does not see how often it runs. The assembler makes copies of it, which
// load at once; where threads wait for each other in each iteration nobody does.
//
// RUN: layout-opt %s --layout-unroll | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a ptx=%t.ptx" -o /dev/null && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// CHECK-LABEL: gpu.func @sums
// CHECK: scf.for
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: memref.store
// CHECK-LABEL: gpu.func @waits
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: } {llvm.loop_annotation
// PTX: .entry sums
// PTX-NOT: nounroll
// PTX: .entry waits
// PTX: .pragma "nounroll"
gpu.module @kernels {
  gpu.func @sums(%m: memref<4096xf32>, %s: memref<64xf32>, %begin: index, %n: index, %ld: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %l = layout.make(%n, %n, %ld) : !layout<(?,?):(?,1)>
    %sum = scf.for %c = %begin to %n step %c32 iter_args(%a = %zero) -> (f32) {
      %i = layout.crd2idx %l(%t, %c) : !layout<(?,?):(?,1)>
      %x = memref.load %m[%i] : memref<4096xf32>
      %y = arith.addf %a, %x : f32
      scf.yield %y : f32
    }
    memref.store %sum, %s[%t] : memref<64xf32>
    gpu.return
  }
  gpu.func @waits(%m: memref<4096xf32>, %s: memref<64xf32, #gpu.address_space<workgroup>>, %begin: index, %n: index, %ld: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %l = layout.make(%n, %n, %ld) : !layout<(?,?):(?,1)>
    scf.for %c = %begin to %n step %c32 {
      %i = layout.crd2idx %l(%t, %c) : !layout<(?,?):(?,1)>
      %x = memref.load %m[%i] : memref<4096xf32>
      memref.store %x, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
    }
    gpu.return
  }
}
