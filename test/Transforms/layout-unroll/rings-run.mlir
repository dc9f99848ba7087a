// Loops over rings of buffers compute what they did: of as many iterations as there may be, with what they carry.
// DEFINE: %{run} = mlir-runner %t.llvm -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so
// RUN: layout-opt %s --layout-unroll --canonicalize -o %t.rings
// RUN: FileCheck %s --check-prefix=RINGS --input-file %t.rings
// RUN: layout-opt %t.rings --convert-layout-to-arith --layout-to-llvm=simplify=false -o %t.llvm
// RUN: %{run} > %t.ours
// RUN: layout-opt %s --convert-layout-to-arith --layout-to-llvm=simplify=false -o %t.llvm
// RUN: %{run} > %t.plain
// RUN: diff %t.ours %t.plain
// RUN: layout-opt %s --layout-to-llvm -o %t.llvm
// RUN: %{run} | diff - %t.plain
// RUN: FileCheck %s --input-file %t.plain

// RINGS-LABEL: func.func @two
// RINGS: scf.for {{.*}} step %c2
// RINGS-COUNT-1: scf.if
// RINGS-NOT: scf.if
// RINGS-LABEL: func.func @three
// RINGS: scf.for {{.*}} step %c3
// RINGS-COUNT-2: scf.if
// RINGS-NOT: scf.if
// RINGS-LABEL: func.func @four
// RINGS: scf.for {{.*}} step %c4
// RINGS-COUNT-3: scf.if
// RINGS-NOT: scf.if
// RINGS-LABEL: func.func @later
// RINGS: scf.for {{.*}} = %c6 to {{.*}} step %c3
// RINGS-COUNT-2: scf.if
// RINGS-NOT: scf.if
// Of a number of iterations that is known, those that are left are there.
// RINGS-LABEL: func.func @known
// RINGS: scf.for {{.*}} to %c48 step %c3
// RINGS-NOT: scf.if
// RINGS-NOT: scf.for
// RINGS-NOT: arith.rem
// RINGS-LABEL: func.func @one_left
// RINGS: scf.for {{.*}} to %c48 step %c3
// RINGS-NOT: scf.if
// RINGS-NOT: scf.for
// RINGS-NOT: arith.rem
// One that does not begin with the first buffer stays.
// RINGS-LABEL: func.func @odd
// RINGS: scf.for {{.*}} step %c1
// RINGS-NOT: scf.if
// RINGS-LABEL: func.func @main

// Rounds of a ring of 2 from 0: what is left over, what is carried, and a number that is ahead.
func.func @two(%m: memref<16x8xi64>, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %from = arith.constant 0 : index
  %z = arith.constant 1 : i64
  %f = arith.constant 31 : i64
  %l = layout.make : !layout<(8,1024):(1,0)>
  %r:2 = scf.for %k = %from to %n step %c1 iter_args(%a = %z, %b = %c0) -> (i64, index) {
    %slot = arith.remui %k, %c2 : index
    %next = arith.addi %k, %c1 : index
    %ahead = arith.remui %next, %c2 : index
    %column = layout.crd2idx %l(%c3, %k) : !layout<(8,1024):(1,0)>
    %x0 = memref.load %m[%slot, %column] : memref<16x8xi64>
    %x1 = memref.load %m[%slot, %c1] : memref<16x8xi64>
    %x2 = memref.load %m[%ahead, %c2] : memref<16x8xi64>
    %x3 = memref.load %m[%ahead, %c4] : memref<16x8xi64>
    %x4 = memref.load %m[%slot, %c5] : memref<16x8xi64>
    %y0 = arith.muli %a, %f : i64
    %y1 = arith.addi %y0, %x0 : i64
    %y2 = arith.muli %y1, %f : i64
    %y3 = arith.addi %y2, %x1 : i64
    %y4 = arith.xori %y3, %x2 : i64
    %y5 = arith.muli %y4, %f : i64
    %y6 = arith.addi %y5, %x3 : i64
    %y7 = arith.xori %y6, %x4 : i64
    memref.store %y7, %m[%slot, %column] : memref<16x8xi64>
    memref.store %y1, %m[%slot, %c5] : memref<16x8xi64>
    memref.store %y2, %m[%ahead, %c1] : memref<16x8xi64>
    memref.store %y5, %m[%slot, %c2] : memref<16x8xi64>
    %e = arith.addi %b, %slot : index
    scf.yield %y7, %e : i64, index
  }
  return %r#0, %r#1 : i64, index
}

// Rounds of a ring of 3 from 0: what is left over, what is carried, and a number that is ahead.
func.func @three(%m: memref<16x8xi64>, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %from = arith.constant 0 : index
  %z = arith.constant 1 : i64
  %f = arith.constant 31 : i64
  %l = layout.make : !layout<(8,1024):(1,0)>
  %r:2 = scf.for %k = %from to %n step %c1 iter_args(%a = %z, %b = %c0) -> (i64, index) {
    %slot = arith.remsi %k, %c3 : index
    %next = arith.addi %k, %c1 : index
    %ahead = arith.remui %next, %c3 : index
    %column = layout.crd2idx %l(%c3, %k) : !layout<(8,1024):(1,0)>
    %x0 = memref.load %m[%slot, %column] : memref<16x8xi64>
    %x1 = memref.load %m[%slot, %c1] : memref<16x8xi64>
    %x2 = memref.load %m[%ahead, %c2] : memref<16x8xi64>
    %x3 = memref.load %m[%ahead, %c4] : memref<16x8xi64>
    %x4 = memref.load %m[%slot, %c5] : memref<16x8xi64>
    %y0 = arith.muli %a, %f : i64
    %y1 = arith.addi %y0, %x0 : i64
    %y2 = arith.muli %y1, %f : i64
    %y3 = arith.addi %y2, %x1 : i64
    %y4 = arith.xori %y3, %x2 : i64
    %y5 = arith.muli %y4, %f : i64
    %y6 = arith.addi %y5, %x3 : i64
    %y7 = arith.xori %y6, %x4 : i64
    memref.store %y7, %m[%slot, %column] : memref<16x8xi64>
    memref.store %y1, %m[%slot, %c5] : memref<16x8xi64>
    memref.store %y2, %m[%ahead, %c1] : memref<16x8xi64>
    memref.store %y5, %m[%slot, %c2] : memref<16x8xi64>
    %e = arith.addi %b, %slot : index
    scf.yield %y7, %e : i64, index
  }
  return %r#0, %r#1 : i64, index
}

// Rounds of a ring of 4 from 0: what is left over, what is carried, and a number that is ahead.
func.func @four(%m: memref<16x8xi64>, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %from = arith.constant 0 : index
  %z = arith.constant 1 : i64
  %f = arith.constant 31 : i64
  %l = layout.make : !layout<(8,1024):(1,0)>
  %r:2 = scf.for %k = %from to %n step %c1 iter_args(%a = %z, %b = %c0) -> (i64, index) {
    %slot = arith.remui %k, %c4 : index
    %next = arith.addi %k, %c1 : index
    %ahead = arith.remui %next, %c4 : index
    %column = layout.crd2idx %l(%c3, %k) : !layout<(8,1024):(1,0)>
    %x0 = memref.load %m[%slot, %column] : memref<16x8xi64>
    %x1 = memref.load %m[%slot, %c1] : memref<16x8xi64>
    %x2 = memref.load %m[%ahead, %c2] : memref<16x8xi64>
    %x3 = memref.load %m[%ahead, %c4] : memref<16x8xi64>
    %x4 = memref.load %m[%slot, %c5] : memref<16x8xi64>
    %y0 = arith.muli %a, %f : i64
    %y1 = arith.addi %y0, %x0 : i64
    %y2 = arith.muli %y1, %f : i64
    %y3 = arith.addi %y2, %x1 : i64
    %y4 = arith.xori %y3, %x2 : i64
    %y5 = arith.muli %y4, %f : i64
    %y6 = arith.addi %y5, %x3 : i64
    %y7 = arith.xori %y6, %x4 : i64
    memref.store %y7, %m[%slot, %column] : memref<16x8xi64>
    memref.store %y1, %m[%slot, %c5] : memref<16x8xi64>
    memref.store %y2, %m[%ahead, %c1] : memref<16x8xi64>
    memref.store %y5, %m[%slot, %c2] : memref<16x8xi64>
    %e = arith.addi %b, %slot : index
    scf.yield %y7, %e : i64, index
  }
  return %r#0, %r#1 : i64, index
}

// Rounds of a ring of 3 from 6: what is left over, what is carried, and a number that is ahead.
func.func @later(%m: memref<16x8xi64>, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %from = arith.constant 6 : index
  %z = arith.constant 1 : i64
  %f = arith.constant 31 : i64
  %l = layout.make : !layout<(8,1024):(1,0)>
  %r:2 = scf.for %k = %from to %n step %c1 iter_args(%a = %z, %b = %c0) -> (i64, index) {
    %slot = arith.remui %k, %c3 : index
    %next = arith.addi %k, %c1 : index
    %ahead = arith.remui %next, %c3 : index
    %column = layout.crd2idx %l(%c3, %k) : !layout<(8,1024):(1,0)>
    %x0 = memref.load %m[%slot, %column] : memref<16x8xi64>
    %x1 = memref.load %m[%slot, %c1] : memref<16x8xi64>
    %x2 = memref.load %m[%ahead, %c2] : memref<16x8xi64>
    %x3 = memref.load %m[%ahead, %c4] : memref<16x8xi64>
    %x4 = memref.load %m[%slot, %c5] : memref<16x8xi64>
    %y0 = arith.muli %a, %f : i64
    %y1 = arith.addi %y0, %x0 : i64
    %y2 = arith.muli %y1, %f : i64
    %y3 = arith.addi %y2, %x1 : i64
    %y4 = arith.xori %y3, %x2 : i64
    %y5 = arith.muli %y4, %f : i64
    %y6 = arith.addi %y5, %x3 : i64
    %y7 = arith.xori %y6, %x4 : i64
    memref.store %y7, %m[%slot, %column] : memref<16x8xi64>
    memref.store %y1, %m[%slot, %c5] : memref<16x8xi64>
    memref.store %y2, %m[%ahead, %c1] : memref<16x8xi64>
    memref.store %y5, %m[%slot, %c2] : memref<16x8xi64>
    %e = arith.addi %b, %slot : index
    scf.yield %y7, %e : i64, index
  }
  return %r#0, %r#1 : i64, index
}

// Rounds of a ring of 3 from 0: what is left over, what is carried, and a number that is ahead.
func.func @known(%m: memref<16x8xi64>, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %from = arith.constant 0 : index
  %c50 = arith.constant 50 : index
  %z = arith.constant 1 : i64
  %f = arith.constant 31 : i64
  %l = layout.make : !layout<(8,1024):(1,0)>
  %r:2 = scf.for %k = %from to %c50 step %c1 iter_args(%a = %z, %b = %c0) -> (i64, index) {
    %slot = arith.remui %k, %c3 : index
    %next = arith.addi %k, %c1 : index
    %ahead = arith.remui %next, %c3 : index
    %column = layout.crd2idx %l(%c3, %k) : !layout<(8,1024):(1,0)>
    %x0 = memref.load %m[%slot, %column] : memref<16x8xi64>
    %x1 = memref.load %m[%slot, %c1] : memref<16x8xi64>
    %x2 = memref.load %m[%ahead, %c2] : memref<16x8xi64>
    %x3 = memref.load %m[%ahead, %c4] : memref<16x8xi64>
    %x4 = memref.load %m[%slot, %c5] : memref<16x8xi64>
    %y0 = arith.muli %a, %f : i64
    %y1 = arith.addi %y0, %x0 : i64
    %y2 = arith.muli %y1, %f : i64
    %y3 = arith.addi %y2, %x1 : i64
    %y4 = arith.xori %y3, %x2 : i64
    %y5 = arith.muli %y4, %f : i64
    %y6 = arith.addi %y5, %x3 : i64
    %y7 = arith.xori %y6, %x4 : i64
    memref.store %y7, %m[%slot, %column] : memref<16x8xi64>
    memref.store %y1, %m[%slot, %c5] : memref<16x8xi64>
    memref.store %y2, %m[%ahead, %c1] : memref<16x8xi64>
    memref.store %y5, %m[%slot, %c2] : memref<16x8xi64>
    %e = arith.addi %b, %slot : index
    scf.yield %y7, %e : i64, index
  }
  return %r#0, %r#1 : i64, index
}

// Rounds of a ring of 3 from 0: what is left over, what is carried, and a number that is ahead.
func.func @one_left(%m: memref<16x8xi64>, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %from = arith.constant 0 : index
  %c49 = arith.constant 49 : index
  %z = arith.constant 1 : i64
  %f = arith.constant 31 : i64
  %l = layout.make : !layout<(8,1024):(1,0)>
  %r:2 = scf.for %k = %from to %c49 step %c1 iter_args(%a = %z, %b = %c0) -> (i64, index) {
    %slot = arith.remui %k, %c3 : index
    %next = arith.addi %k, %c1 : index
    %ahead = arith.remui %next, %c3 : index
    %column = layout.crd2idx %l(%c3, %k) : !layout<(8,1024):(1,0)>
    %x0 = memref.load %m[%slot, %column] : memref<16x8xi64>
    %x1 = memref.load %m[%slot, %c1] : memref<16x8xi64>
    %x2 = memref.load %m[%ahead, %c2] : memref<16x8xi64>
    %x3 = memref.load %m[%ahead, %c4] : memref<16x8xi64>
    %x4 = memref.load %m[%slot, %c5] : memref<16x8xi64>
    %y0 = arith.muli %a, %f : i64
    %y1 = arith.addi %y0, %x0 : i64
    %y2 = arith.muli %y1, %f : i64
    %y3 = arith.addi %y2, %x1 : i64
    %y4 = arith.xori %y3, %x2 : i64
    %y5 = arith.muli %y4, %f : i64
    %y6 = arith.addi %y5, %x3 : i64
    %y7 = arith.xori %y6, %x4 : i64
    memref.store %y7, %m[%slot, %column] : memref<16x8xi64>
    memref.store %y1, %m[%slot, %c5] : memref<16x8xi64>
    memref.store %y2, %m[%ahead, %c1] : memref<16x8xi64>
    memref.store %y5, %m[%slot, %c2] : memref<16x8xi64>
    %e = arith.addi %b, %slot : index
    scf.yield %y7, %e : i64, index
  }
  return %r#0, %r#1 : i64, index
}

// Rounds of a ring of 3 from 1: what is left over, what is carried, and a number that is ahead.
func.func @odd(%m: memref<16x8xi64>, %n: index) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %from = arith.constant 1 : index
  %z = arith.constant 1 : i64
  %f = arith.constant 31 : i64
  %l = layout.make : !layout<(8,1024):(1,0)>
  %r:2 = scf.for %k = %from to %n step %c1 iter_args(%a = %z, %b = %c0) -> (i64, index) {
    %slot = arith.remui %k, %c3 : index
    %next = arith.addi %k, %c1 : index
    %ahead = arith.remui %next, %c3 : index
    %column = layout.crd2idx %l(%c3, %k) : !layout<(8,1024):(1,0)>
    %x0 = memref.load %m[%slot, %column] : memref<16x8xi64>
    %x1 = memref.load %m[%slot, %c1] : memref<16x8xi64>
    %x2 = memref.load %m[%ahead, %c2] : memref<16x8xi64>
    %x3 = memref.load %m[%ahead, %c4] : memref<16x8xi64>
    %x4 = memref.load %m[%slot, %c5] : memref<16x8xi64>
    %y0 = arith.muli %a, %f : i64
    %y1 = arith.addi %y0, %x0 : i64
    %y2 = arith.muli %y1, %f : i64
    %y3 = arith.addi %y2, %x1 : i64
    %y4 = arith.xori %y3, %x2 : i64
    %y5 = arith.muli %y4, %f : i64
    %y6 = arith.addi %y5, %x3 : i64
    %y7 = arith.xori %y6, %x4 : i64
    memref.store %y7, %m[%slot, %column] : memref<16x8xi64>
    memref.store %y1, %m[%slot, %c5] : memref<16x8xi64>
    memref.store %y2, %m[%ahead, %c1] : memref<16x8xi64>
    memref.store %y5, %m[%slot, %c2] : memref<16x8xi64>
    %e = arith.addi %b, %slot : index
    scf.yield %y7, %e : i64, index
  }
  return %r#0, %r#1 : i64, index
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %most = arith.constant 14 : index
  %m = memref.alloc() : memref<16x8xi64>
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %p = arith.muli %i, %c8 : index
      %q = arith.addi %p, %j : index
      %x = arith.index_cast %q : index to i64
      memref.store %x, %m[%i, %j] : memref<16x8xi64>
    }
  }
  scf.for %n = %c0 to %most step %c1 {
    %two:2 = func.call @two(%m, %n) : (memref<16x8xi64>, index) -> (i64, index)
    vector.print %two#0 : i64
    vector.print %two#1 : index
    %three:2 = func.call @three(%m, %n) : (memref<16x8xi64>, index) -> (i64, index)
    vector.print %three#0 : i64
    vector.print %three#1 : index
    %four:2 = func.call @four(%m, %n) : (memref<16x8xi64>, index) -> (i64, index)
    vector.print %four#0 : i64
    vector.print %four#1 : index
    %later:2 = func.call @later(%m, %n) : (memref<16x8xi64>, index) -> (i64, index)
    vector.print %later#0 : i64
    vector.print %later#1 : index
    %known:2 = func.call @known(%m, %n) : (memref<16x8xi64>, index) -> (i64, index)
    vector.print %known#0 : i64
    vector.print %known#1 : index
    %one_left:2 = func.call @one_left(%m, %n) : (memref<16x8xi64>, index) -> (i64, index)
    vector.print %one_left#0 : i64
    vector.print %one_left#1 : index
    %odd:2 = func.call @odd(%m, %n) : (memref<16x8xi64>, index) -> (i64, index)
    vector.print %odd#0 : i64
    vector.print %odd#1 : index
  }
  // CHECK: 1{{$}}
  // CHECK-NEXT: 0{{$}}
  // CHECK-COUNT-194: {{[0-9]+}}
  memref.dealloc %m : memref<16x8xi64>
  return
}
