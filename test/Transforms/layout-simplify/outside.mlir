// A constant that is outside its mode when all is folded makes the index poison, which code that is never run
// may compute: a warning, once, from the pass that lowers the index.
// RUN: layout-opt %s --layout-simplify=index-bitwidth=32 --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-to-llvm=index-bitwidth=32 --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --canonicalize --int-range-optimizations --layout-simplify=index-bitwidth=32 --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --int-range-optimizations --canonicalize --layout-to-llvm=index-bitwidth=32 --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: layout-opt %s --convert-layout-to-arith 2>&1 | FileCheck %s --check-prefix=ARITH
// ARITH: warning: the coordinate 5 is outside mode 0, whose size is 4: the index is poison
// ARITH: warning: the coordinate 9 is outside mode 1.0, whose size is 8: the index is poison
// ARITH: warning: the coordinate 5 is outside mode 0, whose size is 4: the index is poison
// ARITH-NOT: : warning:

!tile = !layout<(4,(8,2)):(16,(1,8))>
!far = !layout<(65536,131072):(131072,1)>

func.func @constants(%m: memref<64xf32>, %x: f32, %k: index, %run: i1) {
  %l = layout.make : !tile
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  scf.if %run {
    // expected-warning @+1 {{the coordinate 5 is outside mode 0, whose size is 4: the index is poison}}
    %i = layout.crd2idx %l(%c5, %k) : !tile
    memref.store %x, %m[%i] : memref<64xf32>
    %j = layout.crd2idx %l(%c3, (%c5, %k)) : !tile
    memref.store %x, %m[%j] : memref<64xf32>
  }
  %c9 = arith.constant 9 : index
  // expected-warning @+1 {{the coordinate 9 is outside mode 1.0, whose size is 8: the index is poison}}
  %n = layout.crd2idx %l(%k, (%c9, 1)) : !tile
  memref.store %x, %m[%n] : memref<64xf32>
  return
}

// Where all is constant the index folds, but not what is outside, of which nobody would say so then.
// FOLD-LABEL: func @folded
// FOLD: %[[J:.*]] = arith.constant 57 : index
// FOLD: %[[I:.*]] = layout.crd2idx %{{.*}}(%{{.*}}, 0)
// FOLD: return %[[I]], %[[J]]
func.func @folded() -> (index, index) {
  %l = layout.make : !tile
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  // expected-warning @+1 {{the coordinate 5 is outside mode 0, whose size is 4: the index is poison}}
  %i = layout.crd2idx %l(%c5, 0) : !tile
  %j = layout.crd2idx %l(%c3, (1, 1)) : !tile
  return %i, %j : index, index
}

// An index that 32 bits do not hold, wherever in the last mode it is.
func.func @beyond(%m: memref<?xf32>, %x: f32, %k: index) {
  %l = layout.make : !far
  %row = arith.constant 16384 : index
  // expected-warning @+1 {{the index is at least 2147483648, beyond an index of 32 bits: it is poison}}
  %i = layout.crd2idx %l(%row, %k) : !far
  memref.store %x, %m[%i] : memref<?xf32>
  %j = layout.crd2idx %l(16383, %k) : !far
  memref.store %x, %m[%j] : memref<?xf32>
  return
}
