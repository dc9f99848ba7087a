// Loops of which several iterations became one compute what they did, however many are left, and up to the end of the width.
// DEFINE: %{run} = mlir-runner %t.llvm -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so
// RUN: layout-opt %s --layout-unroll --canonicalize -o %t.joined
// RUN: FileCheck %s --check-prefix=JOINED --input-file %t.joined
// RUN: layout-opt %t.joined --convert-layout-to-arith --layout-to-llvm=simplify=false -o %t.llvm
// RUN: %{run} > %t.ours
// RUN: layout-opt %s --convert-layout-to-arith --layout-to-llvm=simplify=false -o %t.llvm
// RUN: %{run} > %t.plain
// RUN: diff %t.ours %t.plain
// RUN: layout-opt %s --layout-to-llvm -o %t.llvm
// RUN: %{run} | diff - %t.plain
// RUN: FileCheck %s --input-file %t.plain
// RUN: mlir-runner %t.llvm -e ends --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=ENDS
// RUN: mlir-runner %t.llvm -e ends --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=ENDS

// The same where an index has 32 bits.
// RUN: sed s/9223372036854775807/2147483647/ %s > %t.narrow
// RUN: layout-opt %t.narrow --layout-unroll=index-bitwidth=32 --canonicalize -o %t.joined
// RUN: FileCheck %s --check-prefix=JOINED --input-file %t.joined
// RUN: layout-opt %t.joined --convert-layout-to-arith "--layout-to-llvm=simplify=false index-bitwidth=32" -o %t.llvm
// RUN: %{run} > %t.ours
// RUN: layout-opt %t.narrow --convert-layout-to-arith "--layout-to-llvm=simplify=false index-bitwidth=32" -o %t.llvm
// RUN: %{run} > %t.plain
// RUN: diff %t.ours %t.plain
// RUN: layout-opt %t.narrow --layout-to-llvm=index-bitwidth=32 -o %t.llvm
// RUN: %{run} | diff - %t.plain
// RUN: mlir-runner %t.llvm -e ends --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=ENDS
// RUN: mlir-runner %t.llvm -e ends --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=ENDS

!l = !layout<(8,8):(1,8)>
!m = memref<64xi64>

// JOINED-LABEL: func.func @moves
// JOINED: scf.for {{.*}} step %c24 iter_args
// JOINED: scf.if
// JOINED: scf.for
// JOINED-LABEL: func.func @pairs
// JOINED: scf.for {{.*}} step %c4 iter_args
// JOINED-NOT: scf.for
// JOINED: scf.if
// JOINED-LABEL: func.func @gathers
// JOINED: scf.for {{.*}} step %c8
// JOINED-COUNT-3: scf.if
// JOINED-LABEL: func.func @near
// JOINED: scf.for {{.*}} step %c20 iter_args
// JOINED: scf.for unsigned {{.*}} step %c5
// JOINED-LABEL: func.func @main

// One load and one store, by three: eight of them, four, and single ones.
func.func @moves(%m: !m, %a: index, %n: index) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %l = layout.make : !l
  %from = arith.remui %a, %c7 : index
  scf.for %k = %from to %n step %c3 {
    %row = arith.remui %k, %c8 : index
    %i = layout.crd2idx %l(%row, %c3) : !l
    %x = memref.load %m[%i] : !m
    %w = arith.index_cast %k : index to i64
    %y = arith.muli %x, %w : i64
    %z = arith.addi %y, %w : i64
    %to = arith.remui %k, %c64 : index
    memref.store %z, %m[%to] : !m
  }
  return
}

// Two at a time, by two, up to an end that fits with a step: what is left is one under a condition. Values are carried through it.
func.func @pairs(%m: !m, %a: index, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i64
  %l = layout.make : !l
  %from = arith.remui %a, %c7 : index
  %to = arith.remui %n, %c64 : index
  %r:2 = scf.for %k = %from to %to step %c2 iter_args(%s = %one, %last = %c0) -> (i64, index) {
    %row = arith.remui %k, %c8 : index
    %i = layout.crd2idx %l(%row, %c1) : !l
    %j = layout.crd2idx %l(%c1, %row) : !l
    %x0 = memref.load %m[%i] : !m
    %x1 = memref.load %m[%j] : !m
    %x2 = memref.load %m[%k] : !m
    %y0 = arith.muli %s, %x0 : i64
    %y1 = arith.addi %y0, %x1 : i64
    %y2 = arith.xori %y1, %x2 : i64
    memref.store %y0, %m[%i] : !m
    memref.store %y1, %m[%j] : !m
    memref.store %y2, %m[%k] : !m
    memref.store %x0, %m[%row] : !m
    memref.store %x1, %m[%c1] : !m
    scf.yield %y2, %k : i64, index
  }
  return %r#0, %r#1 : i64, index
}

// What one load says where another loads from: eight at a time, four, two, and one.
func.func @gathers(%m: !m, %a: index, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c63 = arith.constant 63 : i64
  %one = arith.constant 1 : i64
  %f = arith.constant 31 : i64
  %l = layout.make : !l
  %from = arith.remui %a, %c7 : index
  %r = scf.for %k = %from to %n step %c1 iter_args(%s = %one) -> i64 {
    %row = arith.remui %k, %c8 : index
    %i = layout.crd2idx %l(%row, %row) : !l
    %x = memref.load %m[%i] : !m
    %low = arith.andi %x, %c63 : i64
    %j = arith.index_cast %low : i64 to index
    %y = memref.load %m[%j] : !m
    %p = arith.muli %s, %f : i64
    %q = arith.addi %p, %y : i64
    scf.yield %q : i64
  }
  return %r : i64
}

// The number of iterations, up to an end that is as many below the end of the width.
func.func @near(%m: !m, %a: index, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c127 = arith.constant 127 : index
  %most = arith.constant 9223372036854775807 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %l = layout.make : !l
  %back = arith.remui %a, %c127 : index
  %begin = arith.subi %most, %back : index
  %from = arith.maxsi %begin, %c0 : index
  %to = arith.subi %most, %n : index
  %r:2 = scf.for %k = %from to %to step %c5 iter_args(%count = %zero, %last = %c0) -> (i64, index) {
    %row = arith.remui %k, %c8 : index
    %i = layout.crd2idx %l(%row, %row) : !l
    %x0 = memref.load %m[%i] : !m
    %x1 = memref.load %m[%row] : !m
    %y = arith.xori %x0, %x1 : i64
    memref.store %y, %m[%i] : !m
    memref.store %x0, %m[%row] : !m
    %more = arith.addi %count, %one : i64
    scf.yield %more, %k : i64, index
  }
  return %r#0, %r#1 : i64, index
}

func.func @fill(%m: !m) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %x = arith.index_cast %i : index to i64
    %y = arith.muli %x, %x : i64
    memref.store %y, %m[%i] : !m
  }
  return
}

func.func @show(%m: !m) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i64
  %f = arith.constant 31 : i64
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> i64 {
    %x = memref.load %m[%i] : !m
    %y = arith.muli %s, %f : i64
    %z = arith.addi %y, %x : i64
    scf.yield %z : i64
  }
  vector.print %r : i64
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c60 = arith.constant 60 : index
  %c120 = arith.constant 120 : index
  %m = memref.alloc() : !m
  func.call @fill(%m) : (!m) -> ()
  scf.for %n = %c0 to %c60 step %c1 {
    scf.for %a = %c0 to %c4 step %c3 {
      func.call @moves(%m, %a, %n) : (!m, index, index) -> ()
      func.call @show(%m) : (!m) -> ()
      %pairs:2 = func.call @pairs(%m, %a, %n) : (!m, index, index) -> (i64, index)
      vector.print %pairs#0 : i64
      vector.print %pairs#1 : index
      func.call @show(%m) : (!m) -> ()
      %gathers = func.call @gathers(%m, %a, %n) : (!m, index, index) -> i64
      vector.print %gathers : i64
      // (A step behind the last of these fits: nothing else is said of the loop as it stands.)
      %end = arith.addi %a, %c4 : index
      %begin = arith.addi %end, %n : index
      %near:2 = func.call @near(%m, %begin, %end) : (!m, index, index) -> (i64, index)
      vector.print %near#0 : i64
      vector.print %near#1 : index
      func.call @show(%m) : (!m) -> ()
    }
  }
  // CHECK-COUNT-960: {{[0-9]+}}
  memref.dealloc %m : !m
  return
}

func.func @ends() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c47 = arith.constant 47 : index
  %m = memref.alloc() : !m
  func.call @fill(%m) : (!m) -> ()
  // Of numbers by five from 47 below the greatest one, as many are less than it, than the one before and so on.
  // ENDS: 10{{$}}
  // ENDS-NEXT: 10{{$}}
  // ENDS-NEXT: 9{{$}}
  // ENDS-NEXT: 9{{$}}
  // ENDS-NEXT: 9{{$}}
  // ENDS-NOT: {{.}}
  scf.for %n = %c0 to %c5 step %c1 {
    %near:2 = func.call @near(%m, %c47, %n) : (!m, index, index) -> (i64, index)
    vector.print %near#0 : i64
  }
  memref.dealloc %m : !m
  return
}
