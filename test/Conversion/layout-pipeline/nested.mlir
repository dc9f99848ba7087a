// Loops with stages inside of each other: each copies ahead for itself.
//
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: sed "s/INNER/2/; s/OUTER/3/" %s > %t.mlir && layout-opt %t.mlir %{passes} -o %t.out
// RUN: layout-interp %t.mlir %t.out --job %S/Inputs/five.json | FileCheck %s
// RUN: layout-interp %t.mlir %t.out --job %S/Inputs/none.json | FileCheck %s
// RUN: sed "s/INNER/4/; s/OUTER/2/" %s > %t.mlir && layout-opt %t.mlir %{passes} -o %t.out
// RUN: layout-interp %t.mlir %t.out --job %S/Inputs/five.json | FileCheck %s
// CHECK: right: 96 elements compared

!m = memref<64xi32>
!s = memref<32xi32, 3>
!t = tensor<32xi32, #layout.tv<32:1, 1:0>>
func.func @f(%m: !m, %o: memref<32xi32>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %z = arith.constant dense<0> : !t
  %three = arith.constant dense<3> : !t
  %p = memref.alloc() : !s
  %q = memref.alloc() : !s
  %r = scf.for %k = %0 to %n step %1 iter_args(%x = %z) -> !t {
    %b = layout.copy_async %m[%k], %p : !m, !s
    layout.wait %b
    %u = layout.load %p[%0] : !s -> !t
    %y = scf.for %l = %k to %n step %1 iter_args(%w = %x) -> !t {
      %c = layout.copy_async %m[%l], %q : !m, !s
      layout.wait %c
      %v = layout.load %q[%0] : !s -> !t
      %e = arith.muli %w, %three : !t
      %d = arith.addi %e, %v : !t
      scf.yield %d : !t
    } {layout.stages = INNER : i64}
    %h = arith.subi %y, %u : !t
    scf.yield %h : !t
  } {layout.stages = OUTER : i64}
  layout.store %r, %o[%0] : !t, memref<32xi32>
  return
}
