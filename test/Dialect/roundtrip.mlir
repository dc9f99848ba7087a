// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// Two texts of one layout are one attribute.
#A = #layout<(128, 64) : (64, 1)>
// A mapping of cuda::tiles is a layout; symbols are numbered as they appear.
// CHECK-DAG: m.right = #layout<(?,?):(s1,1)>
// CHECK-DAG: m.left = #layout<(?,?):(1,s0)>
// CHECK-DAG: m.named = #layout<(?,?{div=8}):(s1,1)>
// CHECK-DAG: m.swizzled = #layout<S<3,4,3> o 0 o (8,64):(64,1)>
// CHECK-DAG: m.composed = #layout<(20):(3) o 2 o (20):(3)>
// CHECK-DAG: m.tile = #layout.tile<[128:1, [2:1, _]]>
// Products of sums are multiplied out.
// CHECK-DAG: m.padded = #layout<(?,?):(1,2*s0+s0*s1+2*s1+4)>
// CHECK-DAG: m.padded_too = #layout<(?,?):(1,2*s0+s0*s1+2*s1+4)>
// CHECK-DAG: m.columns = #layout<(8,16):(1,8)>
module attributes {
  m.right = #layout.right<(?,?)>, m.left = #layout.left<(M,N)>,
  m.named = #layout<(M,K{div=8}):(K,1)>, m.swizzled = #layout<Sw<3,4,3> o 0 o (8,64):(64,1)>,
  m.composed = #layout<(20):(3) o 2 o (20):(3)>, m.tile = #layout.tile<[128:1,[2:1,_]]>,
  m.columns = #layout<(8,16)>, m.padded = #layout<(P,Q):(1,(P+2)*(Q+2))>,
  m.padded_too = #layout<(?,?):(1,(s0+2)*(s1+2))>
} {
  // CHECK-LABEL: func @types
  // CHECK-SAME: memref<128x64xf16, #layout<(128,64):(64,1)>, 3>
  // CHECK-SAME: memref<?x?xf32, #layout<(?,?):(s1,1)>>
  // CHECK-SAME: tensor<8x64xf16, #layout<S<3,4,3> o 0 o (8,64):(64,1)>>
  // CHECK-SAME: !layout<*>
  func.func @types(%a: memref<128x64xf16, #A, 3>, %b: memref<?x?xf32, #layout.right<(?,?)>>,
                   %c: tensor<8x64xf16, #layout<S<3,4,3> o 0 o (8,64):(64,1)>>, %d: !layout<*>) {
    return
  }
}
