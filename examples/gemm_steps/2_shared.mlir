// Step 2 of docs/gemm.md: a block copies to shared memory what all its threads multiply.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_80 bare-pointers=false ptx=-" -o /dev/null | FileCheck %s

// CHECK: .visible .entry gemm
// CHECK: cp.async.cg.shared.global
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16

#m = #layout.mma<m16n8k16, warps = (2,2)>
#a = #layout.frag<#m, A, 128x64>
#b = #layout.frag<#m, B, 64x128>
#c = #layout.frag<#m, C, 128x128>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<128x64xf16, #layout<(128,64):(64,1)>, 3>
!q = memref<64x128xf16, #layout<(64,128):(128,1)>, 3>
!acc = tensor<128x128xf32, #c>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %zero = arith.constant dense<0.0> : !acc
      %p = memref.alloc() : !p
      %q = memref.alloc() : !q
      %x = gpu.block_id x
      %y = gpu.block_id y
      %z = gpu.block_id z
      %band = arith.muli %z, %8 : index
      %down = arith.addi %band, %x : index
      %i = arith.muli %down, %128 : index
      %j = arith.muli %y, %128 : index
      %K = memref.dim %A, %1 : !g
      %sum = scf.for %k = %0 to %K step %64 iter_args(%acc = %zero) -> !acc {
        %s = layout.copy_async %A[%i, %k], %p : !g, !p
        %t = layout.copy_async %B[%k, %j], %q : !g, !q
        layout.wait %s, %t
        %a = layout.load %p[%0, %0] : !p -> tensor<128x64xf16, #a>
        %b = layout.load %q[%0, %0] : !q -> tensor<64x128xf16, #b>
        %d = layout.mma %a, %b, %acc : tensor<128x64xf16, #a>, tensor<64x128xf16, #b>, !acc
        scf.yield %d : !acc
      }
      %h = arith.truncf %sum : !acc to tensor<128x128xf16, #c>
      layout.store %h, %C[%i, %j] : tensor<128x128xf16, #c>, !g
      gpu.return
    }
  }
}
