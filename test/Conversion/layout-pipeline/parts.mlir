// A copy reads a part of memory that each iteration takes. Behind the last one there is none, and none is taken.
//
// RUN: split-file %s %t
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %t/slice.mlir %{passes} -o %t.slice && layout-opt %t/subview.mlir %{passes} -o %t.subview
// RUN: layout-interp %t/slice.mlir %t.slice --job %S/Inputs/five.json | FileCheck %s
// RUN: layout-interp %t/slice.mlir %t.slice --job %S/Inputs/none.json | FileCheck %s
// RUN: layout-interp %t/subview.mlir %t.subview --job %S/Inputs/five.json | FileCheck %s
// RUN: layout-interp %t/subview.mlir %t.subview --job %S/Inputs/none.json | FileCheck %s
// CHECK: right: 192 elements compared

//--- slice.mlir
!g = memref<5x32xi32>
!v = memref<32xi32, #layout<S<0,4,3> o 32*?{min=0,max=4} o (32):(1)>>
!s = memref<32xi32, 3>
!t = tensor<32xi32, #layout.tv<32:1, 1:0>>
func.func @f(%A: !g, %o: memref<32xi32>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %z = arith.constant dense<0> : !t
  %p = memref.alloc() : !s
  %r = scf.for %k = %0 to %n step %1 iter_args(%x = %z) -> !t {
    %v = layout.slice %A(%k, _) : !g
    %a = layout.copy_async %v[%0], %p : !v, !s
    layout.wait %a
    %t = layout.load %p[%0] : !s -> !t
    %y = arith.subi %t, %x : !t
    scf.yield %y : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %o[%0] : !t, memref<32xi32>
  return
}
//--- subview.mlir
!g = memref<5x32xi32>
!v = memref<?xi32, strided<[1], offset: ?>>
!s = memref<32xi32, 3>
!t = tensor<32xi32, #layout.tv<32:1, 1:0>>
func.func @f(%A: !g, %o: memref<32xi32>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %z = arith.constant dense<0> : !t
  %p = memref.alloc() : !s
  %r = scf.for %k = %0 to %n step %1 iter_args(%x = %z) -> !t {
    %len = arith.subi %n, %k : index
    %v = memref.subview %A[%k, 0] [1, %len] [1, 1] : !g to !v
    %a = layout.copy_async %v[%0], %p : !v, !s
    layout.wait %a
    %t = layout.load %p[%0] : !s -> !t
    %y = arith.subi %t, %x : !t
    scf.yield %y : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %o[%0] : !t, memref<32xi32>
  return
}
