// Encodings of tensors: which thread holds which element.
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

#m = #layout.mma<m16n8k16, warps = (2, 2)>
#a = #layout.frag<#m, A, 128x32>
// Written otherwise, one attribute.
#t = #layout.tv<((2,2),8):((1,2),4), (2,2):(32,64)>

// CHECK-DAG: m.mma = #layout.mma<m16n8k16, warps=(2,2)>
// CHECK-DAG: m.short = #layout.mma<m16n8k8.f16, warps=(1,1)>
// CHECK-DAG: m.b = #layout.tv<(4,8,2,2):(2,32,0,256), (2,2,8,2):(1,8,512,16)>
// CHECK-DAG: m.c = #layout.tv<(4,8,2,2):(256,1,16,1024), (2,2,4,8):(128,8,32,2048)>
module attributes {
  m.mma = #m, m.short = #layout.mma<SM80_16x8x8_F32F16F16F32_TN>,
  m.b = #layout.frag<#layout.mma<m16n8k16, warps=(2,2)>, B, 32x128>,
  m.c = #layout.frag<mma<m16n8k16, warps=(2,2)>, C, 128x128>
} {
  // CHECK-LABEL: func @types
  // CHECK-SAME: tensor<128x32xf16, #layout.tv<(4,8,2,2):(256,1,16,0), (2,2,2,4,2):(128,8,1024,32,2048)>>
  // CHECK-SAME: tensor<8x16xf32, #layout.tv<32:1, 4:32>>
  // CHECK-SAME: tensor<4xf32, #layout.tv<(32,4):(0,1), 1:0>>
  func.func @types(%a: tensor<128x32xf16, #a>, %b: tensor<8x16xf32, #t>,
                   %c: tensor<4xf32, #layout.tv<(32,4):(0,1), 1:0>>) {
    // Equal encodings are one type.
    %0 = arith.addf %b, %b : tensor<8x16xf32, #layout.tv<32:1, 4:32>>
    return
  }
}
