// A loop by more than one that ends next to the end of the width of `index` stops there, with copies of its body: where
// the iterations that are whole end behind it, and where the last one does.
//
// RUN: layout-opt %s --layout-to-llvm=index-bitwidth=32 -o %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// CHECK: 5
// CHECK-NEXT: 4
// CHECK-NEXT: 3
// CHECK-NEXT: 0
!l = !layout<(2147483647):(1)>

func.func private @count(%begin: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %most = arith.constant 2147483647 : index
  %lower = arith.remui %begin, %most : index
  %l = layout.make : !l
  %count = scf.for %c = %lower to %n step %c32 iter_args(%s = %c0) -> index {
    %i = layout.crd2idx %l(%c) : !l
    %d = arith.subi %i, %c : index
    %e = arith.addi %d, %s : index
    %t = arith.addi %e, %c1 : index
    scf.yield %t : index
  }
  return %count : index
}
func.func @main() {
  %n = arith.constant 2147483647 : index
  %b0 = arith.constant 2147483500 : index
  %b1 = arith.constant 2147483530 : index
  %a = func.call @count(%b0, %n) : (index, index) -> index
  %b = func.call @count(%b1, %n) : (index, index) -> index
  vector.print %a : index
  vector.print %b : index
  %b2 = arith.constant 2147483570 : index
  %c = func.call @count(%b2, %n) : (index, index) -> index
  vector.print %c : index
  %m1 = arith.constant -1 : index
  %d = func.call @count(%b2, %m1) : (index, index) -> index
  vector.print %d : index
  return
}
