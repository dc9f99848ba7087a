// An index whose promises are broken is poison, and poison never traps: for n = 0 a size is 0, a row has no
// length, a quotient of sizes is 0. Computed before anybody looks at n, or taken out of a loop that does not run.
// RUN: layout-opt %s --convert-layout-to-arith | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm=simplify=false -o %t
// RUN: mlir-runner %t -e main --entry-point-result=i32 -O0 | FileCheck %s --check-prefix=RESULT
// RUN: layout-opt %s --layout-to-llvm -o %t
// RUN: mlir-runner %t -e main --entry-point-result=i32 -O0 | FileCheck %s --check-prefix=RESULT
// RUN: layout-opt %s --pass-pipeline='builtin.module(func.func(loop-invariant-code-motion),layout-to-llvm{simplify=false})' -o %t
// RUN: mlir-runner %t -e main --entry-point-result=i32 -O0 | FileCheck %s --check-prefix=RESULT
// RUN: layout-opt %s --pass-pipeline='builtin.module(func.func(loop-invariant-code-motion),layout-to-llvm)' -o %t
// RUN: mlir-runner %t -e main --entry-point-result=i32 -O0 | FileCheck %s --check-prefix=RESULT
// RUN: layout-opt %s --pass-pipeline='builtin.module(func.func(loop-invariant-code-motion),layout-to-llvm{index-bitwidth=32 simplify=false})' -o /dev/null
// RESULT: 42

// CHECK-LABEL: func @loop
// CHECK: scf.for
// CHECK: %[[D:.*]] = arith.maxsi %arg0
// CHECK: arith.remui %arg2, %[[D]]
func.func @loop(%n: index, %m: index, %i: index, %buf: memref<?xindex>) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  scf.for %k = %z to %n step %o {
    %l = layout.make(%n, %m) : !layout<(?,?):(s1,1)>
    %c = layout.crd2idx %l(%i) : !layout<(?,?):(s1,1)>
    memref.store %c, %buf[%k] : memref<?xindex>
  }
  return
}

func.func @before_select(%n: index, %i: index) -> index {
  %z = arith.constant 0 : index
  %l = layout.make(%n) : !layout<(?,4):(4,1)>
  %c = layout.crd2idx %l(%i) : !layout<(?,4):(4,1)>
  %p = arith.cmpi sgt, %n, %z : index
  %r = arith.select %p, %c, %z : index
  return %r : index
}

// A quotient of symbols, a number of tiles, a negative stride.
func.func @quotients(%n: index, %m: index, %i: index) -> index {
  %z = arith.constant 0 : index
  %l = layout.make(%n, %m) : !layout<(N,4):(floordiv(N,M{min=1}),-1)>
  %c = layout.crd2idx %l(%i) : !layout<(N,4):(floordiv(N,M{min=1}),-1)>
  %s = layout.cosize %l : !layout<(N,4):(floordiv(N,M{min=1}),-1)>
  %x = arith.addi %c, %s : index
  %p = arith.cmpi sgt, %n, %z : index
  %r = arith.select %p, %x, %z : index
  return %r : index
}

// Where it is known that the divisor is at least 1, there is nothing to guard.
// CHECK-LABEL: func @known
// CHECK-NOT: maxsi
// CHECK: return
func.func @known(%i: index, %n: index) -> (index, index) {
  %one = arith.constant 1 : index
  %positive = arith.cmpi sge, %n, %one : index
  llvm.intr.assume %positive : i1
  %seven = arith.constant 7 : index
  %l = layout.make(%seven) : !layout<(?,4):(4,1)>
  %k = layout.make(%n) : !layout<(?,4):(4,1)>
  %x = layout.crd2idx %l(%i) : !layout<(?,4):(4,1)>
  %z = layout.crd2idx %k(%i) : !layout<(?,4):(4,1)>
  return %x, %z : index, index
}

// What a type promises is no knowledge, and the product of two positive numbers may wrap around to 0.
// CHECK-LABEL: func @promised
// CHECK: %[[P:.*]] = arith.muli
// CHECK: %[[D:.*]] = arith.maxsi %[[P]]
// CHECK: arith.remui %arg0, %[[D]]
func.func @promised(%i: index, %n: index, %m: index) -> index {
  %one = arith.constant 1 : index
  %p = arith.cmpi sge, %n, %one : index
  llvm.intr.assume %p : i1
  %q = arith.cmpi sge, %m, %one : index
  llvm.intr.assume %q : i1
  %l = layout.make(%n, %m) : !layout<(M*N,4):(4,1)>
  %x = layout.crd2idx %l(%i) : !layout<(M*N,4):(4,1)>
  return %x : index
}

func.func @id(%n: index) -> index attributes {no_inline} {
  return %n : index
}

func.func @main() -> i32 {
  %z = arith.constant 0 : index
  %o = arith.constant 7 : index
  %b = memref.alloc(%o) : memref<?xindex>
  %zz = func.call @id(%z) : (index) -> index
  func.call @loop(%zz, %o, %o, %b) : (index, index, index, memref<?xindex>) -> ()
  %s = func.call @before_select(%zz, %o) : (index, index) -> index
  %q = func.call @quotients(%zz, %zz, %o) : (index, index, index) -> index
  %sum = arith.addi %s, %q : index
  %i = arith.index_cast %sum : index to i32
  %c42 = arith.constant 42 : i32
  %r = arith.addi %i, %c42 : i32
  return %r : i32
}
