// Numbers of 8 bits to wider ones and back; what is too large becomes what arith.truncf makes of it.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_89 ptx=-" -o /dev/null | FileCheck %s
// RUN: not layout-opt %s "--layout-to-nvvm=chip=sm_80" -o /dev/null 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: narrow.mlir:{{[0-9]+}}:10: error: layout-expand-math: 'arith.extf' of f8E4M3FN to f32: sm_80 has no instruction for it, sm_89 and later have

gpu.module @kernels {
  // CHECK-LABEL: .entry e4m3(
  // CHECK: cvt.rn.f16x2.e4m3x2
  // CHECK: cvt.f32.f16
  // CHECK: cvt.rn.satfinite.e4m3x2.f32
  // Beyond 464 it is no number.
  // CHECK: setp.gt.u32 {{.*}}, 1139277824;
  gpu.func @e4m3(%X: memref<64xf8E4M3FN>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %x = layout.load %X[%0] : memref<64xf8E4M3FN> -> tensor<64xf8E4M3FN, #layout.tv<32:2, 2:1>>
    // (Twice what it was.)
    %y = arith.extf %x : tensor<64xf8E4M3FN, #layout.tv<32:2, 2:1>> to tensor<64xf32, #layout.tv<32:2, 2:1>>
    %z = arith.addf %y, %y : tensor<64xf32, #layout.tv<32:2, 2:1>>
    %w = arith.truncf %z : tensor<64xf32, #layout.tv<32:2, 2:1>> to tensor<64xf8E4M3FN, #layout.tv<32:2, 2:1>>
    layout.store %w, %X[%0] : tensor<64xf8E4M3FN, #layout.tv<32:2, 2:1>>, memref<64xf8E4M3FN>
    gpu.return
  }

  // CHECK: .entry e5m2(
  // CHECK: cvt.rn.f16x2.e5m2x2
  // CHECK: cvt.rn.bf16.f32
  // CHECK: cvt.rn.satfinite.e5m2x2.f32
  gpu.func @e5m2(%X: memref<32xf8E5M2>, %h: f16) kernel {
    %t = gpu.thread_id x
    %x = memref.load %X[%t] : memref<32xf8E5M2>
    %y = arith.extf %x : f8E5M2 to bf16
    %z = arith.negf %y : bf16
    %w = arith.truncf %z to_nearest_even : bf16 to f8E5M2
    memref.store %w, %X[%t] : memref<32xf8E5M2>
    gpu.return
  }
}
