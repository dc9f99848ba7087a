// Views of memrefs: their texts, and the types that follow.
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=TYPES

!d = memref<?x?xf16, #layout<(?,?{div=4}):(s1,1)>>
!s = memref<2x64x32xf16, #layout<S<2,3,3> o 0 o (2,64,32):(2048,32,1)>, 3>
// CHECK-LABEL: func @views
// TYPES-LABEL: sym_name = "views"
func.func @views(%d: !d, %s: !s, %m: memref<8x16xf32>, %n: memref<?x?xf32>, %i: index, %j: index) {
  // CHECK: layout.view %{{.*}} : memref<?x?xf16, #layout<(?,?{div=4}):(s1,1)>> select [1, 0]
  // TYPES: memref<?x?xf16, #layout<(?{div=4},?):(1,s0)>>
  %0 = layout.view %d : !d select [1, 0]
  // CHECK: layout.view %{{.*}} : memref<?x?xf16, #layout<(?,?{div=4}):(s1,1)>> logical_divide by #layout.tile<[_, 4:1]>
  // TYPES: memref<?x?xf16, #layout<(?,(4,floordiv(?{div=4},4))):(s1,(1,4))>>
  %1 = layout.view %d : !d logical_divide by #layout.tile<[_, 4:1]>
  // CHECK: layout.slice %{{.*}}(%{{.*}}, _, _) : memref<2x64x32xf16
  // TYPES: memref<64x32xf16, #layout<S<2,3,3> o 2048*?{min=0,max=1} o (64,32):(32,1)>, 3>
  %2 = layout.slice %s(%i, _, _) : !s
  // CHECK: layout.slice %{{.*}}(1, _, %{{.*}}) : memref<2x64x32xf16
  // TYPES: memref<64xf16, #layout<S<2,3,3> o ?{min=0,max=31}+2048 o (64):(32)>, 3>
  %3 = layout.slice %s(1, _, %j) : !s
  // CHECK: layout.view %{{.*}} : memref<8x16xf32> zipped_divide by #layout.tile<[4:1, 8:1]>
  // TYPES: memref<32x4xf32, #layout<((4,8),(2,2)):((16,1),(64,8))>>
  %4 = layout.view %m : memref<8x16xf32> zipped_divide by #layout.tile<[4:1, 8:1]>
  // CHECK: layout.slice %{{.*}}((_, _), (%{{.*}}, 1)) : memref<32x4xf32
  // TYPES: memref<4x8xf32, #layout<S<0,4,3> o 64*?{min=0,max=1}+8 o (4,8):(16,1)>>
  %5 = layout.slice %4((_, _), (%i, 1)) : memref<32x4xf32, #layout<((4,8),(2,2)):((16,1),(64,8))>>
  // CHECK: layout.view %{{.*}} : memref<8x16xf32> composition by #layout<(8,4):(1,8)>
  // TYPES: memref<8x4xf32, #layout<(8,4):(16,1)>>
  %6 = layout.view %m : memref<8x16xf32> composition by #layout<(8,4):(1,8)>
  // CHECK: layout.view %{{.*}} : memref<32x4xf32, {{.*}} flatten
  // TYPES: memref<4x8x2x2xf32, #layout<(4,8,2,2):(16,1,64,8)>>
  %7 = layout.view %4 : memref<32x4xf32, #layout<((4,8),(2,2)):((16,1),(64,8))>> flatten
  // CHECK: layout.recast %{{.*}} : memref<2x64x32xf16{{.*}} to i8
  // TYPES: memref<2x64x64xi8, #layout<S<2,4,3> o 0 o (2,64,64):(4096,64,1)>, 3>
  %8 = layout.recast %s : !s to i8
  // CHECK: layout.slice %{{.*}}(_, %{{.*}}) : memref<?x?xf32>
  // TYPES: memref<?xf32, #layout<S<0,4,3> o ?{min=0} o (?):(?{min=1})>>
  %9 = layout.slice %n(_, %i) : memref<?x?xf32>
  return
}
