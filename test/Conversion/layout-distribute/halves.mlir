// Sums of 16 bits: two are a register of mma.sync, as they are.
// RUN: layout-opt %s --layout-distribute | FileCheck %s

#m = #layout.mma<SM80_16x8x16_F16F16F16F16_TN, warps = (1,1)>
#a = #layout.frag<#m, A, 16x16>
#b = #layout.frag<#m, B, 16x8>
#c = #layout.frag<#m, C, 16x8>
// CHECK: nvvm.mma.sync
// CHECK-SAME: -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
func.func @halves(%A: memref<16x16xf16>, %B: memref<16x8xf16>, %C: memref<16x8xf16>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %a = layout.load %A[%0, %0] : memref<16x16xf16> -> tensor<16x16xf16, #a>
  %b = layout.load %B[%0, %0] : memref<16x8xf16> -> tensor<16x8xf16, #b>
  %c = layout.load %C[%0, %0] : memref<16x8xf16> -> tensor<16x8xf16, #c>
  %d = layout.mma %a, %b, %c : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf16, #c>
  layout.store %d, %C[%0, %0] : tensor<16x8xf16, #c>, memref<16x8xf16>
  return
}
