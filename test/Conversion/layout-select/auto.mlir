// Layouts of shared buffers that are left to be chosen, by all that is done to them.
// RUN: layout-opt %s --layout-select --split-input-file | FileCheck %s
// The whole way: copies of 16 bytes, ldmatrix, and no bank conflicts that a layout could avoid.
// RUN: layout-opt %s --layout-select --layout-place --layout-sync --layout-distribute --split-input-file | FileCheck %s --check-prefix=LOW

#m = #layout.mma<m16n8k16, warps = (2,2)>
#a = #layout.frag<#m, A, 128x32>
#b = #layout.frag<#m, B, 32x128>
#c = #layout.frag<#m, C, 128x128>
!g = memref<?x?xf16, #layout<(?{div=8},?{div=8}):(?{div=8},1)>>
!p = memref<128x32xf16, 3>
!q = memref<32x128xf16, 3>
// The product of examples/gemm.mlir, whose buffers say nothing.
// CHECK-LABEL: func @gemm
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<128x32xf16, #layout<S<2,3,3> o 0 o (128,32):(32,1)>, 3>
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<32x128xf16, #layout<S<3,3,4> o 0 o (32,128):(128,1)>, 3>
// CHECK: layout.copy_async {{.*}}, memref<128x32xf16, #layout<S<2,3,3> o 0 o (128,32):(32,1)>, 3>
// LOW-LABEL: func @gemm
// LOW-COUNT-8: nvgpu.device_async_copy {{.*}}], 8, %
// LOW-COUNT-16: nvgpu.ldmatrix {{.*}}numTiles = 4
// LOW-NOT: nvgpu.ldmatrix
// LOW: return
func.func @gemm(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %o: memref<128x128xf32>, %i: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<128x128xf32, #c>
  %p = memref.alloc() {layout.auto} : !p
  %q = memref.alloc() {layout.auto} : !q
  %s = layout.copy_async %A[%i, %0], %p : !g, !p
  %t = layout.copy_async %B[%i, %0], %q : !g, !q
  layout.wait %s, %t
  %u = layout.load %p[%0, %0] : !p -> tensor<128x32xf16, #a>
  %v = layout.load %q[%0, %0] : !q -> tensor<32x128xf16, #b>
  %w = layout.mma %u, %v, %zero : tensor<128x32xf16, #a>, tensor<32x128xf16, #b>, tensor<128x128xf32, #c>
  layout.store %w, %o[%0, %0] : tensor<128x128xf32, #c>, memref<128x128xf32>
  return
}

// -----

// A transpose by hand.
#rows = #layout.tv<(32,8):(64,1), (2,8):(2048,8)>
#columns = #layout.tv<(32,8):(1,64), (2,8):(32,512)>
!b = memref<64x64xf32, 3>
// CHECK-LABEL: func @transpose
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<64x64xf32, #layout<S<5,0,[[S:[0-9]+]]> o 0 o (64,64):(64,1)>, 3>
func.func @transpose(%A: memref<64x64xf32>) attributes {layout.threads = 256 : i64} {
  %0 = arith.constant 0 : index
  %s = memref.alloc() {layout.auto} : !b
  %a = layout.load %A[%0, %0] : memref<64x64xf32> -> tensor<64x64xf32, #rows>
  layout.store %a, %s[%0, %0] : tensor<64x64xf32, #rows>, !b
  %t = layout.load %s[%0, %0] : !b -> tensor<64x64xf32, #columns>
  layout.store %t, %A[%0, %0] : tensor<64x64xf32, #columns>, memref<64x64xf32>
  return
}

// -----

// What has no conflicts needs nothing.
#e = #layout.tv<32:1, 4:32>
// CHECK-LABEL: func @plain
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<128xf32, #layout<(128):(1)>, 3>
func.func @plain(%A: memref<128xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %s = memref.alloc() {layout.auto} : memref<128xf32, 3>
  %a = layout.load %A[%0] : memref<128xf32> -> tensor<128xf32, #e>
  layout.store %a, %s[%0] : tensor<128xf32, #e>, memref<128xf32, 3>
  %b = layout.load %s[%0] : memref<128xf32, 3> -> tensor<128xf32, #e>
  layout.store %b, %A[%0] : tensor<128xf32, #e>, memref<128xf32>
  return
}

// -----

// A tile that is larger than its buffer, of which threads write what is inside: its rows are as they come.
// CHECK-LABEL: func @larger
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<3x3x12xi32, #layout<(3,3,12):(36,12,1)>, 3>
// LOW-LABEL: func @larger
// LOW: vector.store {{.*}} : memref<108xi32, 3>, vector<4xi32>
#l = #layout.tv<(2,2,2,2,2):(4,1,64,2,0), (2,2,2):(8,16,32)>
func.func @larger(%A: memref<8x16xi32>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %s = memref.alloc() {layout.auto} : memref<3x3x12xi32, 3>
  %a = layout.load %A[%0, %0] : memref<8x16xi32> -> tensor<8x16xi32, #l>
  layout.store %a, %s[%i, %0, %0] : tensor<8x16xi32, #l>, memref<3x3x12xi32, 3>
  return
}
