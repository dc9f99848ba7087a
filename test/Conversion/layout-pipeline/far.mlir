// A loop whose last indices are the greatest that there are: that of a later iteration is none, and nothing is decided by it.
//
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t.out && layout-interp %s %t.out --job %S/Inputs/far.json | FileCheck %s
// CHECK: right: 97 elements compared

!m = memref<33xi16>
!s = memref<32xi16, 3>
!t = tensor<32xi16, #layout.tv<32:1, 1:0>>

func.func @f(%m: !m, %o: memref<64xi16>, %by: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  %lower = arith.constant 9223372036854775801 : index
  %upper = arith.constant 9223372036854775806 : index
  %z = arith.constant dense<0> : !t
  %three = arith.constant dense<3> : !t
  %p = memref.alloc() : !s
  %q = memref.alloc() : !s
  %r:2 = scf.for %k = %lower to %upper step %by iter_args(%x = %z, %y = %z) -> (!t, !t) {
    // Outside, and inside of the memory.
    %a = layout.copy_async %m[%k], %p : !m, !s
    %i = arith.subi %k, %lower : index
    %b = layout.copy_async %m[%i], %q : !m, !s
    layout.wait %a, %b
    %u = layout.load %p[%0] : !s -> !t
    %v = layout.load %q[%0] : !s -> !t
    %e = arith.muli %y, %three : !t
    %c = arith.addi %x, %u : !t
    %d = arith.addi %e, %v : !t
    scf.yield %c, %d : !t, !t
  } {layout.stages = 4 : i64}
  layout.store %r#0, %o[%0] : !t, memref<64xi16>
  layout.store %r#1, %o[%32] : !t, memref<64xi16>
  return
}
