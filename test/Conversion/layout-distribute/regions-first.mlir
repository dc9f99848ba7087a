// What is written where a function begins, or behind a loop that fills registers, stands before an operation with
// regions that comes first there: it is written again, and its regions use it.
//
// DEFINE: %{passes} = --layout-select --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t.out && layout-interp %s %t.out --job %S/Inputs/regions-first.json | FileCheck %s
// CHECK: right: 64 elements compared
// RUN: layout-interp %s %t.out --job %S/Inputs/behind-loop.json | FileCheck %s --check-prefix=LOOP
// LOOP: right: 6208 elements compared

#t = #layout.tv<32:2, 2:1>
!t = tensor<64xi32, #t>
!w = tensor<32x96xi32, #layout.tv<32:1, 96:32>>

func.func @first(%y: memref<64xi32>) attributes {layout.threads = 32 : i64} {
  %r = scf.execute_region -> !t {
    %i = layout.iota dim 0 : !t
    %s = arith.muli %i, %i : !t
    scf.yield %s : !t
  }
  %0 = arith.constant 0 : index
  layout.store %r, %y[%0] : !t, memref<64xi32>
  return
}

func.func @behind(%x: memref<32x96xi32>, %y: memref<32x96xi32>, %z: memref<64xi32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %3 = arith.constant 3 : index
  %v = layout.load %x[%0, %0] : memref<32x96xi32> -> !w
  %r = scf.for %i = %0 to %3 step %1 iter_args(%a = %v) -> !w {
    %d = arith.addi %a, %v : !w
    scf.yield %d : !w
  }
  %q = scf.execute_region -> !t {
    %i = layout.iota dim 0 : !t
    %s = arith.muli %i, %i : !t
    scf.yield %s : !t
  }
  layout.store %r, %y[%0, %0] : !w, memref<32x96xi32>
  layout.store %q, %z[%0] : !t, memref<64xi32>
  return
}
