// Step 7 of docs/gemm.md: copies are two iterations ahead, and a product runs while the next one begins.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s

// CHECK: .visible .entry gemm
// CHECK-DAG: cp.async.bulk.tensor.2d
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// CHECK-DAG: wgmma.wait_group.sync.aligned 1;

#c = #layout.frag<#layout.mma<m64n256k16, warps = (8,1)>, C, 128x256>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<128x64xf16, 3>
!q = memref<64x256xf16, 3>
!acc = tensor<128x256xf32, #c>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %256 = arith.constant 256 : index
      %zero = arith.constant dense<0.0> : !acc
      %p = memref.alloc() {layout.auto} : !p
      %q = memref.alloc() {layout.auto} : !q
      %x = gpu.block_id x
      %y = gpu.block_id y
      %z = gpu.block_id z
      %band = arith.muli %z, %8 : index
      %down = arith.addi %band, %x : index
      %i = arith.muli %down, %128 : index
      %j = arith.muli %y, %256 : index
      %K = memref.dim %A, %1 : !g
      %sum = scf.for %k = %0 to %K step %64 iter_args(%acc = %zero) -> !acc {
        %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !p
        %t = layout.copy_async %B[%k, %j], %q {layout.tma} : !g, !q
        layout.wait %s, %t
        %d = layout.mma %p, %q, %acc : !p, !q, !acc
        scf.yield %d : !acc
      } {layout.stages = 4 : i64}
      %h = arith.truncf %sum : !acc to tensor<128x256xf16, #c>
      layout.store %h, %C[%i, %j] : tensor<128x256xf16, #c>, !g
      gpu.return
    }
  }
}
