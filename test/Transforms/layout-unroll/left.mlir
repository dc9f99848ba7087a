// Any annotation leaves a loop to LLVM and to the assembler, where it says nothing of unrolling; without one they are told to
// leave it alone, since its threads wait for each other.
//
// RUN: layout-opt %s --layout-unroll | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a ptx=%t.ptx" -o /dev/null && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: sed "s/ {llvm.loop_annotation.*//" %s | layout-opt --layout-to-nvvm="chip=sm_90a ptx=%t.told.ptx" -o /dev/null
// RUN: FileCheck %s --check-prefix=TOLD --input-file=%t.told.ptx
// CHECK: #[[$LEFT:.*]] = #llvm.loop_annotation<mustProgress = true>
// CHECK: scf.for
// CHECK: llvm.loop_annotation = #[[$LEFT]]}
// PTX: bar.sync
// PTX-NOT: nounroll
// TOLD: .pragma "nounroll"
gpu.module @kernels {
  gpu.func @ring(%m: memref<4096xf32>, %s: memref<64xf32, #gpu.address_space<workgroup>>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %l = layout.make : !layout<(64,64):(1,64)>
    scf.for %k = %c0 to %n step %c1 {
      %i = layout.crd2idx %l(%t, %k) : !layout<(64,64):(1,64)>
      %x = memref.load %m[%i] : memref<4096xf32>
      memref.store %x, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      memref.store %x, %m[%i] : memref<4096xf32>
    } {llvm.loop_annotation = #llvm.loop_annotation<mustProgress = true>}
    gpu.return
  }
}
