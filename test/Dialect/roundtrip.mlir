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
// CHECK-DAG: m.columns = #layout<(8,16):(1,8)>
module attributes {
  m.right = #layout.right<(?,?)>, m.left = #layout.left<(M,N)>,
  m.named = #layout<(M,K{div=8}):(K,1)>, m.swizzled = #layout<Sw<3,4,3> o 0 o (8,64):(64,1)>,
  m.composed = #layout<(20):(3) o 2 o (20):(3)>, m.tile = #layout.tile<[128:1,[2:1,_]]>,
  m.columns = #layout<(8,16)>
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

  // CHECK-LABEL: func @ops
  func.func @ops(%M: index, %K: index, %i: index, %j: index, %u: !layout<*>) -> index {
    // CHECK: layout.make : !layout<((2,2),(4,2)):((1,8),(2,16))>
    %0 = layout.make : !layout<((2,2),(4,2)):((1,8),(2,16))>
    // CHECK: layout.make(%{{.*}}, %{{.*}}) : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
    %1 = layout.make(%M, %K) : !layout<(M{div=128},K{div=64,max=4096}):(K,1)>
    // CHECK: layout.coalesce %{{.*}} : !layout<((2,2),(4,2)):((1,8),(2,16))>
    %2 = layout.coalesce %0 : !layout<((2,2),(4,2)):((1,8),(2,16))>
    %3 = layout.make : !layout<4:2>
    // CHECK: layout.complement %{{.*}} in 24 : !layout<4:2>
    %4 = layout.complement %3 in 24 : !layout<4:2>
    // CHECK: layout.complement %{{.*}} : !layout<4:2>
    %5 = layout.complement %3 : !layout<4:2>
    // CHECK: layout.complement %{{.*}} in %{{.*}} : !layout<4:2>, !layout<((2,2),(4,2)):((1,8),(2,16))>
    %6 = layout.complement %3 in %0 : !layout<4:2>, !layout<((2,2),(4,2)):((1,8),(2,16))>
    // CHECK: layout.composition %{{.*}}, %{{.*}} : !layout<((2,2),(4,2)):((1,8),(2,16))>, !layout<4:2>
    %7 = layout.composition %0, %3 : !layout<((2,2),(4,2)):((1,8),(2,16))>, !layout<4:2>
    // CHECK: layout.logical_divide %{{.*}} : {{.*}} by #layout.tile<[128:1, _]>
    %8 = layout.logical_divide %1 : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)> by #layout.tile<[128:1, _]>
    // CHECK: layout.zipped_divide %{{.*}} : {{.*}} by #layout.tile<[128:1, 64:1]>
    %9 = layout.zipped_divide %1 : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)> by #layout.tile<[128:1, 64:1]>
    // CHECK: layout.right_inverse %{{.*}} : !layout<4:2>
    %20 = layout.right_inverse %3 : !layout<4:2>
    // CHECK: layout.left_inverse %{{.*}} : !layout<4:2>
    %21 = layout.left_inverse %3 : !layout<4:2>
    // CHECK: layout.flatten %{{.*}} : !layout<*>
    %22 = layout.flatten %u : !layout<*>
    // CHECK: layout.logical_product %{{.*}}, %{{.*}} : !layout<4:2>, !layout<4:2>
    %23 = layout.logical_product %3, %3 : !layout<4:2>, !layout<4:2>
    // CHECK: layout.composition %{{.*}}, %{{.*}} : !layout<*>, !layout<4:2>
    %10 = layout.composition %u, %3 : !layout<*>, !layout<4:2>
    // CHECK: layout.size %{{.*}} : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
    %11 = layout.size %1 : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
    // CHECK: layout.cosize %{{.*}} : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
    %12 = layout.cosize %1 : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>
    // CHECK: layout.crd2idx %{{.*}}((%{{.*}}, 1), (3, %{{.*}})) : !layout<((2,2),(4,2)):((1,8),(2,16))>
    %13 = layout.crd2idx %0((%i, 1), (3, %j)) : !layout<((2,2),(4,2)):((1,8),(2,16))>
    // CHECK: layout.crd2idx %{{.*}}(%{{.*}}) : !layout<*>
    %14 = layout.crd2idx %u(%i) : !layout<*>
    return %13 : index
  }
}
