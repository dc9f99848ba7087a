// Products of floats of 8 bits: mma.sync as inline PTX, since no operation of MLIR is that. Judged by running it.
// RUN: split-file %s %t
// DEFINE: %{passes} = --layout-select=chip=sm_89 --layout-place=chip=sm_89 --layout-sync --layout-distribute=chip=sm_89
// RUN: layout-opt %t/product.mlir %{passes} -o %t/threads.mlir
// RUN: FileCheck %s --input-file %t/threads.mlir
// RUN: layout-interp %t/product.mlir %t/threads.mlir --job %t/job.json | FileCheck %s --check-prefix=SAME
// RUN: not layout-opt %t/product.mlir --layout-distribute=chip=sm_80 2>&1 | FileCheck %s --check-prefix=OLD

// Four products of 16 by 8, 64 deep: two steps of 32 each.
// CHECK-COUNT-8: llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};", "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f"
// CHECK-NOT: m16n8k32
// CHECK: "mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e5m2.f16 {$0, $1}, {$2, $3}, {$4}, {$5, $6};", "=r,=r,r,r,r,r,r" %{{.*}} : (i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
// SAME: right:
// OLD: sm_80 does not have its instruction, mma<m16n8k32{{.*}}, which came with sm_89

//--- product.mlir
#m = #layout.mma<SM89_16x8x32_F32E4M3E5M2F32_TN, warps = (1,1)>
#a = #layout.frag<#m, A, 32x64>
#b = #layout.frag<#m, B, 64x16>
#c = #layout.frag<#m, C, 32x16>
#n = #layout.mma<SM89_16x8x16_F16E5M2E5M2F16_TN, warps = (1,1)>
#d = #layout.frag<#n, A, 16x16>
#e = #layout.frag<#n, B, 16x8>
#f = #layout.frag<#n, C, 16x8>
func.func @product(%A: memref<32x64xf8E4M3FN>, %B: memref<64x16xf8E5M2>, %C: memref<32x16xf32>, %D: memref<16x16xf8E5M2>, %F: memref<16x8xf16>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %a = layout.load %A[%0, %0] : memref<32x64xf8E4M3FN> -> tensor<32x64xf8E4M3FN, #a>
  %b = layout.load %B[%0, %0] : memref<64x16xf8E5M2> -> tensor<64x16xf8E5M2, #b>
  %zero = arith.constant dense<0.5> : tensor<32x16xf32, #c>
  %c = layout.mma %a, %b, %zero : tensor<32x64xf8E4M3FN, #a>, tensor<64x16xf8E5M2, #b>, tensor<32x16xf32, #c>
  layout.store %c, %C[%0, %0] : tensor<32x16xf32, #c>, memref<32x16xf32>
  %d = layout.load %D[%0, %0] : memref<16x16xf8E5M2> -> tensor<16x16xf8E5M2, #d>
  %e = layout.load %B[%0, %0] : memref<64x16xf8E5M2> -> tensor<16x8xf8E5M2, #e>
  %one = arith.constant dense<1.0> : tensor<16x8xf16, #f>
  %f = layout.mma %d, %e, %one : tensor<16x16xf8E5M2, #d>, tensor<16x8xf8E5M2, #e>, tensor<16x8xf16, #f>
  layout.store %f, %F[%0, %0] : tensor<16x8xf16, #f>, memref<16x8xf16>
  return
}
//--- job.json
{"arguments": [{"seed": 1, "low": -2, "high": 2}, {"seed": 2, "low": -2, "high": 2}, {}, {"seed": 3, "low": -1, "high": 1}, {}]}
