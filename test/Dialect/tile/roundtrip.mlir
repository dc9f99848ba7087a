// Every operation on tiles as text, in generic form and as bytecode.
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

#m = #layout.mma<m16n8k16, warps=(2,2)>
#a = #layout.frag<#m, A, 64x32>
#b = #layout.frag<#m, B, 32x64>
#c = #layout.frag<#m, C, 64x64>

// CHECK-LABEL: func @memory
func.func @memory(%m: memref<?x?xf16, #layout<(?,?):(s1,1)>>, %flat: memref<4x64xf16>, %i: index, %p: f16) {
  %s = memref.alloc() : memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>
  // CHECK: %[[T:.+]] = layout.load %{{.+}}[%{{.+}}, %{{.+}}] : memref<?x?xf16, #layout<(?,?):(s1,1)>> -> tensor<64x32xf16>
  // GENERIC: "layout.load"(%{{.+}}, %{{.+}}, %{{.+}}) <{operandSegmentSizes = array<i32: 1, 2, 0>}>
  %t = layout.load %m[%i, %i] : memref<?x?xf16, #layout<(?,?):(s1,1)>> -> tensor<64x32xf16>
  // CHECK: layout.load %{{.+}}[%{{.+}}, %{{.+}}] pad %{{.+}} {note} : memref<4x64xf16> -> tensor<32xf16>
  // GENERIC: "layout.load"(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) <{operandSegmentSizes = array<i32: 1, 2, 1>}>
  %u = layout.load %flat[%i, %i] pad %p {note} : memref<4x64xf16> -> tensor<32xf16>
  // CHECK: layout.store %[[T]], %{{.+}}[%{{.+}}, %{{.+}}] : tensor<64x32xf16>, memref<?x?xf16, #layout<(?,?):(s1,1)>>
  layout.store %t, %m[%i, %i] : tensor<64x32xf16>, memref<?x?xf16, #layout<(?,?):(s1,1)>>
  // CHECK: %[[K:.+]] = layout.copy_async %{{.+}}[%{{.+}}, %{{.+}}], %{{.+}} : memref<?x?xf16, #layout<(?,?):(s1,1)>>, memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>
  %k = layout.copy_async %m[%i, %i], %s
     : memref<?x?xf16, #layout<(?,?):(s1,1)>>, memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>
  %l = layout.copy_async %m[%i, %i], %s
     : memref<?x?xf16, #layout<(?,?):(s1,1)>>, memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>
  // CHECK: layout.wait %[[K]], %{{.+}}
  layout.wait %k, %l
  // CHECK: %[[K:.+]] = layout.store_async %{{.+}}, %{{.+}}[%{{.+}}, %{{.+}}] : memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>, memref<?x?xf16, #layout<(?,?):(s1,1)>>
  %j = layout.store_async %s, %m[%i, %i]
     : memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>, memref<?x?xf16, #layout<(?,?):(s1,1)>>
  // CHECK: layout.wait %[[K]]
  layout.wait %j
  // CHECK: %[[N:.+]] = layout.no_copy
  %o = layout.no_copy
  // CHECK: layout.wait %[[N]]
  layout.wait %o
  return
}

// CHECK-LABEL: func private @token
// CHECK-SAME: !layout.token
func.func private @token(!layout.token) -> !layout.token

// CHECK-LABEL: func @positions
func.func @positions(%t: tensor<8x16xf32>) -> (tensor<16x8xf32>, tensor<8x16xi32>, tensor<8xindex>) {
  // CHECK: layout.transpose %{{.+}} [1, 0] : tensor<8x16xf32> -> tensor<16x8xf32>
  %0 = layout.transpose %t [1, 0] : tensor<8x16xf32> -> tensor<16x8xf32>
  // CHECK: layout.reshape %{{.+}} : tensor<8x16xf32> -> tensor<8x4x4xf32>
  %1 = layout.reshape %t : tensor<8x16xf32> -> tensor<8x4x4xf32>
  // CHECK: layout.expand_dims %{{.+}} dim 1 : tensor<8x16xf32> -> tensor<8x1x16xf32>
  %2 = layout.expand_dims %t dim 1 : tensor<8x16xf32> -> tensor<8x1x16xf32>
  // CHECK: layout.broadcast %{{.+}} dim 0 : tensor<8x16xf32> -> tensor<4x8x16xf32>
  %3 = layout.broadcast %t dim 0 : tensor<8x16xf32> -> tensor<4x8x16xf32>
  // CHECK: layout.iota dim 1 : tensor<8x16xi32>
  %4 = layout.iota dim 1 : tensor<8x16xi32>
  // CHECK: layout.iota dim 0 : tensor<8xindex>
  %5 = layout.iota dim 0 : tensor<8xindex>
  // CHECK: layout.convert %{{.+}} : tensor<8x16xf32> -> tensor<8x16xf32, #layout.tv<32:1, 4:32>>
  %6 = layout.convert %t : tensor<8x16xf32> -> tensor<8x16xf32, #layout.tv<32:1, 4:32>>
  return %0, %4, %5 : tensor<16x8xf32>, tensor<8x16xi32>, tensor<8xindex>
}

// CHECK-LABEL: func @reduce
func.func @reduce(%t: tensor<8x16xf32>, %u: tensor<8x16xi32>, %r: tensor<16xf32>) -> tensor<8xf32> {
  // CHECK: layout.reduce addf %{{.+}} dim 1 : tensor<8x16xf32> -> tensor<8xf32>
  // GENERIC: "layout.reduce"(%{{.+}}) <{dim = 1 : i64, kind = "addf"}>
  %0 = layout.reduce addf %t dim 1 : tensor<8x16xf32> -> tensor<8xf32>
  // CHECK: layout.reduce maximumf %{{.+}} dim 0 {note} : tensor<16xf32> -> f32
  %1 = layout.reduce maximumf %r dim 0 {note} : tensor<16xf32> -> f32
  // CHECK: %{{.+}}:2 = layout.reduce %{{.+}}, %{{.+}} dim 1 : (tensor<8x16xf32>, tensor<8x16xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[I:.+]]: i32, %[[Y:.+]]: f32, %[[J:.+]]: i32):
  %a, %b = layout.reduce %t, %u dim 1 : (tensor<8x16xf32>, tensor<8x16xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%x: f32, %i: i32, %y: f32, %j: i32):
    %c = arith.cmpf ogt, %x, %y : f32
    %z = arith.select %c, %x, %y : f32
    %k = arith.select %c, %i, %j : i32
    // CHECK: layout.yield %{{.+}}, %{{.+}} : f32, i32
    layout.yield %z, %k : f32, i32
  }
  // CHECK: layout.reduce %{{.+}} dim 0 : (tensor<16xf32>) -> (f32) {
  %2 = layout.reduce %r dim 0 : (tensor<16xf32>) -> (f32) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.mulf %x, %y : f32
    layout.yield %z : f32
  }
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @mma
func.func @mma(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #c>) -> tensor<64x64xf32, #c> {
  // CHECK: layout.mma %{{.+}}, %{{.+}}, %{{.+}} : tensor<64x32xf16, #layout.tv<{{.+}}>>, tensor<32x64xf16, #layout.tv<{{.+}}>>, tensor<64x64xf32, #layout.tv<{{.+}}>>
  %d = layout.mma %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return %d : tensor<64x64xf32, #c>
}
