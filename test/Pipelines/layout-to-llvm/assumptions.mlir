// What is assumed stays, for those who come after.
// RUN: layout-opt %s --index-simplify | FileCheck %s --check-prefix=SIMPLE
// RUN: layout-opt %s --layout-simplify=target=generic --layout-to-llvm | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm=simplify=false | FileCheck %s
// SIMPLE: %[[C:.*]] = arith.cmpi sge, %arg0
// SIMPLE: llvm.intr.assume %[[C]] : i1
// CHECK: %[[C:.*]] = llvm.icmp "sge" %arg0
// CHECK: llvm.intr.assume %[[C]] : i1
func.func @f(%n: index, %i: index) -> (index, i1) {
  %c1 = arith.constant 1 : index
  %p = arith.cmpi sge, %n, %c1 : index
  llvm.intr.assume %p : i1
  %l = layout.make(%n) : !layout<(?,4):(4,1)>
  %x = layout.crd2idx %l(%i) : !layout<(?,4):(4,1)>
  %r = arith.cmpi sge, %n, %c1 : index
  return %x, %r : index, i1
}
