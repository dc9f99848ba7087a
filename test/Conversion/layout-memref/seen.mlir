// Views cost nothing: the same memory, at indices of other layouts.
// RUN: layout-opt %s --convert-layout-memref | FileCheck %s

!m = memref<4x8x16xf32, #layout<(4,8,16):(128,16,1)>>
!x = memref<8x16xf32, #layout<S<0,4,3> o 128*?{min=0,max=3} o (8,16):(16,1)>>
!t = memref<16x8xf32, #layout<S<0,4,3> o 128*?{min=0,max=3} o (16,8):(1,16)>>
// CHECK-LABEL: func @slice(
// CHECK-SAME: %[[M:.+]]: memref<512xf32>, %[[I:.+]]: index, %[[J:.+]]: index)
// CHECK: %[[C:.+]] = memref.cast %[[M]] : memref<512xf32> to memref<?xf32>
// CHECK: %[[L:.+]] = layout.make(%[[I]]) : !layout<S<0,4,3> o 128*?{min=0,max=3} o (16,8):(1,16)>
// CHECK: %[[X:.+]] = layout.crd2idx %[[L]](%[[J]], %[[J]])
// CHECK: memref.load %[[C]][%[[X]]] : memref<?xf32>
func.func @slice(%m: !m, %i: index, %j: index) -> f32 {
  %x = layout.slice %m(%i, _, _) : !m
  %t = layout.view %x : !x select [1, 0]
  %v = memref.load %t[%j, %j] : !t
  return %v : f32
}

// A memref of unknown size without a layout: its sizes are the symbols.
// CHECK-LABEL: func @rows(
// CHECK: memref.extract_strided_metadata
// CHECK: layout.make({{.*}}) : !layout<S<0,4,3> o ?{min=0} o (?):(?{min=1})>
func.func @rows(%m: memref<?x?xf32>, %i: index, %j: index) -> f32 {
  %x = layout.slice %m(_, %i) : memref<?x?xf32>
  %v = memref.load %x[%j] : memref<?xf32, #layout<S<0,4,3> o ?{min=0} o (?):(?{min=1})>>
  return %v : f32
}

// CHECK-LABEL: func @recast(
// CHECK: builtin.unrealized_conversion_cast %{{.*}} : memref<128xf16> to memref<256xi8>
// CHECK: memref.load {{.*}} : memref<256xi8>
func.func @recast(%m: memref<8x16xf16, #layout<(8,16):(16,1)>>, %i: index) -> i8 {
  %x = layout.recast %m : memref<8x16xf16, #layout<(8,16):(16,1)>> to i8
  %v = memref.load %x[%i, %i] : memref<8x32xi8, #layout<(8,32):(32,1)>>
  return %v : i8
}
