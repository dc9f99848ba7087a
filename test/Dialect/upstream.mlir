// What passes that know no layouts see: constants through blocks, equal operations, dead ones, bounds.
// RUN: layout-opt %s --split-input-file --sccp | FileCheck %s --check-prefix=SCCP
// RUN: layout-opt %s --split-input-file --cse | FileCheck %s --check-prefix=CSE
// RUN: layout-opt %s --split-input-file --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: layout-opt %s --split-input-file --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: layout-opt %s --split-input-file --inline --sccp --canonicalize | FileCheck %s --check-prefix=TOGETHER
// RUN: layout-opt %s --split-input-file > %t.text
// RUN: layout-opt %s --split-input-file --mlir-print-op-generic | layout-opt --split-input-file | diff %t.text -
// RUN: layout-opt %s --split-input-file --int-range-optimizations | FileCheck %s --check-prefix=RANGE

// A constant that all ways bring is one behind them.
// SCCP-LABEL: func @constants
// SCCP-DAG: %[[I:.*]] = arith.constant 11 : index
// SCCP-DAG: %[[S:.*]] = arith.constant 32 : index
// SCCP: cf.cond_br
// SCCP: return %[[I]], %[[S]], %[[S]]
func.func @constants(%c: i1) -> (index, index, index) {
  %l = layout.make : !layout<(4,8):(8,1)>
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  cf.cond_br %c, ^both(%one : index), ^other
^other:
  cf.br ^both(%one : index)
^both(%i: index):
  %x = layout.crd2idx %l(%i, %three) : !layout<(4,8):(8,1)>
  %s = layout.size %l : !layout<(4,8):(8,1)>
  %z = layout.cosize %l : !layout<(4,8):(8,1)>
  return %x, %s, %z : index, index, index
}

// -----

// What no mode has is not folded, by whatever way it is known.
// SCCP-LABEL: func @outside
// SCCP: layout.crd2idx
// CANON-LABEL: func @outside
// CANON: layout.crd2idx
func.func @outside() -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  %nine = arith.constant 9 : index
  %x = layout.crd2idx %l(%nine, 0) : !layout<(4,8):(8,1)>
  return %x : index
}

// -----

// Equal operations are one; of other attributes they are not equal.
// CSE-LABEL: func @equal
// CSE-COUNT-1: layout.make
// CSE-COUNT-1: layout.composition
// CSE: %[[X:.*]] = layout.crd2idx
// CSE: %[[Y:.*]] = layout.crd2idx
// CSE: return %[[X]], %[[X]], %[[Y]]
func.func @equal(%n: index, %i: index) -> (index, index, index) {
  %l = layout.make(%n) : !layout<(?{div=4},4):(4,1)>
  %m = layout.make(%n) : !layout<(?{div=4},4):(4,1)>
  %a = layout.composition %l : !layout<(?{div=4},4):(4,1)> by #layout.tile<[4:1, 4:1]>
  %b = layout.composition %m : !layout<(?{div=4},4):(4,1)> by #layout.tile<[4:1, 4:1]>
  %x = layout.crd2idx %a(%i, 3) : !layout<(4,4):(4,1)>
  %y = layout.crd2idx %b(%i, 3) : !layout<(4,4):(4,1)>
  %z = layout.crd2idx %b(%i, 2) : !layout<(4,4):(4,1)>
  return %x, %y, %z : index, index, index
}

// -----

// What is not used is gone, and casts there and back are.
// CANON-LABEL: func @unused
// CANON-NEXT: layout.make
// CANON-NEXT: layout.crd2idx
// CANON-NEXT: return
func.func @unused(%i: index) -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  %u = layout.cast %l : !layout<(4,8):(8,1)> to !layout<*>
  %f = layout.flatten %u : !layout<*>
  %p = layout.in_bounds %l((%i, %i), (%i, %i)) : !layout<(4,8):(8,1)> zipped_divide by #layout.tile<[3:1, 5:1]>
  %k = layout.cast %u : !layout<*> to !layout<(4,8):(8,1)>
  %x = layout.crd2idx %k(%i) : !layout<(4,8):(8,1)>
  return %x : index
}

// -----

// Pure operations leave a loop that they do not depend on.
// LICM-LABEL: func @invariant
// LICM: layout.make
// LICM-NEXT: layout.crd2idx
// LICM-NEXT: layout.view
// LICM-NEXT: scf.for
func.func @invariant(%m: memref<8x64xf32, #layout<(8,64):(64,1)>>, %n: index, %i: index, %v: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %k = %zero to %n step %one {
    %l = layout.make : !layout<(2,4):(4,1)>
    %x = layout.crd2idx %l(%i) : !layout<(2,4):(4,1)>
    %t = layout.view %m : memref<8x64xf32, #layout<(8,64):(64,1)>> select [1, 0]
    memref.store %v, %t[%k, %x] : memref<64x8xf32, #layout<(64,8):(1,64)>>
  }
  return
}

// -----

// One pass after the other: the index of a call's constant.
// TOGETHER-LABEL: func @call
// TOGETHER-NEXT: %[[C:.*]] = arith.constant 17 : index
// TOGETHER-NEXT: return %[[C]]
func.func private @index_of(%l: !layout<(4,8):(8,1)>, %i: index) -> index {
  %c = layout.coalesce %l : !layout<(4,8):(8,1)>
  %x = layout.crd2idx %c(%i, 1) : !layout<(4,8):(8,1)>
  return %x : index
}
func.func @call() -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  %two = arith.constant 2 : index
  %x = call @index_of(%l, %two) : (!layout<(4,8):(8,1)>, index) -> index
  return %x : index
}

// -----

// A remainder by more than an index can be is nothing to do, one by as much is.
// RANGE-LABEL: func @remainder
// RANGE: %[[X:.*]] = layout.crd2idx
// RANGE: %[[R:.*]] = arith.remui %[[X]]
// RANGE: return %[[X]], %[[R]]
func.func @remainder(%i: index) -> (index, index) {
  %l = layout.make : !layout<(4,8):(8,1)>
  %most = arith.constant 32 : index
  %less = arith.constant 31 : index
  %x = layout.crd2idx %l(%i, %i) : !layout<(4,8):(8,1)>
  %a = arith.remui %x, %most : index
  %b = arith.remui %x, %less : index
  return %a, %b : index, index
}

// -----

// Constants that a layout is made of count, with what depends on other symbols left open.
// CANON-LABEL: func @made
// CANON-DAG: %[[S:.*]] = arith.constant 320 : index
// CANON-DAG: %[[X:.*]] = arith.constant 130 : index
// CANON: %[[L:.*]] = layout.make(%arg0
// CANON: %[[N:.*]] = layout.size %[[L]]
// CANON: return %[[S]], %[[X]], %[[N]]
// RANGE-LABEL: func @made
// RANGE: %[[T:.*]] = arith.constant true
// RANGE: return %{{.*}}, %{{.*}}, %{{.*}}, %[[T]]
func.func @made(%m: index, %i: index) -> (index, index, index, i1) {
  %five = arith.constant 5 : index
  %stride = arith.constant 64 : index
  %most = arith.constant 320 : index
  %l = layout.make(%five, %stride) : !layout<(?,?{div=8}):(s1,1)>
  %n = layout.make(%m, %stride) : !layout<(?,?{div=8}):(s1,1)>
  %s = layout.size %l : !layout<(?,?{div=8}):(s1,1)>
  %x = layout.crd2idx %l(2, 2) : !layout<(?,?{div=8}):(s1,1)>
  %t = layout.size %n : !layout<(?,?{div=8}):(s1,1)>
  %y = layout.crd2idx %l(%i) : !layout<(?,?{div=8}):(s1,1)>
  %b = arith.cmpi ult, %y, %most : index
  return %s, %x, %t, %b : index, index, index, i1
}

// -----

// What breaks a promise is poison: whatever comes of it, nothing fails.
// CANON-LABEL: func @broken
// CANON: return
func.func @broken() -> (index, index, index) {
  %none = arith.constant 0 : index
  %less = arith.constant -3 : index
  %odd = arith.constant 5 : index
  %a = layout.make(%none) : !layout<(?,4):(4,1)>
  %b = layout.make(%less) : !layout<(?,4):(4,1)>
  %c = layout.make(%odd) : !layout<(?{div=8},4):(4,1)>
  %x = layout.crd2idx %a(1, 2) : !layout<(?,4):(4,1)>
  %y = layout.size %b : !layout<(?,4):(4,1)>
  %z = layout.cosize %c : !layout<(?{div=8},4):(4,1)>
  return %x, %y, %z : index, index, index
}
