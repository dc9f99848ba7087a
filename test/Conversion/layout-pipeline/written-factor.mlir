// A product of what the next iteration overwrites is not under way then: one factor is written by threads, in one buffer.
// RUN: layout-opt %s --layout-select --layout-pipeline | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t
// RUN: layout-interp %s %t --schedules 2 --job %S/Inputs/written-factor.json | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared

// CHECK: layout.mma
// CHECK-NOT: under_way
// CHECK-NOT: layout.wait_mma

#c = #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!o = memref<?x?xf32, #layout<(?,?):(?,1)>>
!p = memref<64x32xf16, 3>
!q = memref<32x16xf16, 3>
!acc = tensor<64x16xf32, #c>
module attributes {gpu.container_module} {
gpu.module @k {
gpu.func @f(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !o, %n: index) kernel attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : !acc
  %p = memref.alloc() {layout.auto} : !p
  %q = memref.alloc() {layout.auto} : !q
  %sum = scf.for %k = %0 to %n step %1 iter_args(%acc = %zero) -> !acc {
   %u = layout.copy_async %B[%k, %0], %q : !g, !q
   layout.wait %u
   %ki = arith.index_cast %k : index to i32
   %kf = arith.sitofp %ki : i32 to f16
   %z = tensor.splat %kf : tensor<64x32xf16, #layout.tv<128:1, 16:128>>
   layout.store %z, %p[%0, %0] : tensor<64x32xf16, #layout.tv<128:1, 16:128>>, !p
   %d = layout.mma %p, %q, %acc : !p, !q, !acc
   scf.yield %d : !acc
  } {layout.stages = 3 : i64}
  layout.store %sum, %C[%0, %0] : !acc, !o
  gpu.return
}
}
}
