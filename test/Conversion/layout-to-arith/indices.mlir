// RUN: layout-opt %s --convert-layout-to-arith --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @digits
// CHECK: arith.remui %arg0
// CHECK: arith.divui %arg0
// CHECK-NOT: layout.
func.func @digits(%i: index) -> index {
  %l = layout.make : !layout<((4,8),2):((8,1),32)>
  %x = layout.crd2idx %l(%i, 1) : !layout<((4,8),2):((8,1),32)>
  return %x : index
}

// -----

// CHECK-LABEL: func @measures
// CHECK: arith.muli
// CHECK: return
func.func @measures(%M: index, %K: index) -> (index, index) {
  %l = layout.make(%M, %K) : !layout<(?,?):(s1,1)>
  %n = layout.size %l : !layout<(?,?):(s1,1)>
  %c = layout.cosize %l : !layout<(?,?):(s1,1)>
  return %n, %c : index, index
}

// -----

func.func @argument(%l: !layout<(?,4):(4,1)>, %i: index) -> index {
  // expected-error @+1 {{the values of the symbols of !layout<(?,4):(4,1)> are not known here: it is an argument of a function; run layout-expand-boundaries first}}
  %x = layout.size %l : !layout<(?,4):(4,1)>
  return %x : index
}

// -----

// expected-note @+1 {{it is argument 0 of a block here, which is unknown}}
func.func @unknown(%l: !layout<*>, %i: index) -> index {
  // expected-error @+1 {{the layout is unknown (!layout<*>)}}
  %x = layout.crd2idx %l(%i) : !layout<*>
  return %x : index
}

// -----

// What comes of an unknown layout is unknown; where it began is what is to be written otherwise.
func.func @unknown_divide(%c: i1, %i: index) -> index {
  %a = layout.make : !layout<(10,16):(16,1)>
  %b = layout.make : !layout<(10,16):(1,10)>
  // expected-note @+1 {{'layout.cast' makes it unknown}}
  %u = layout.cast %a : !layout<(10,16):(16,1)> to !layout<*>
  %v = layout.cast %b : !layout<(10,16):(1,10)> to !layout<*>
  %w = arith.select %c, %u, %v : !layout<*>
  %t = layout.zipped_divide %w : !layout<*> by #layout.tile<[4:1, 8:1]> cover
  // expected-error @+1 {{the layout is unknown (!layout<*>), so its index cannot be computed; a layout.cast to a static layout says what it is, and layout-refine-types what follows from other types}}
  %x = layout.crd2idx %t(%i) : !layout<*>
  return %x : index
}

// -----

func.func @escapes() -> !layout<4:1> {
  // expected-error @+1 {{the layout is handed to 'func.return' here, which knows no layouts}}
  %l = layout.make : !layout<4:1>
  return %l : !layout<4:1>
}

// -----

// A block has at least one thread: nothing guards the division. One by a size that is only promised is guarded.
// CHECK-LABEL: func @block
// CHECK: %[[B:.*]] = gpu.block_dim
// CHECK: arith.remui %arg0, %[[B]]
// CHECK: %[[N:.*]] = arith.maxsi %arg1
// CHECK: arith.remui %arg0, %[[N]]
func.func @block(%i: index, %n: index) -> (index, index) {
  %b = gpu.block_dim x
  %k = layout.make(%b) : !layout<(?,4):(4,1)>
  %l = layout.make(%n) : !layout<(?,4):(4,1)>
  %x = layout.crd2idx %k(%i) : !layout<(?,4):(4,1)>
  %y = layout.crd2idx %l(%i) : !layout<(?,4):(4,1)>
  return %x, %y : index, index
}

// -----

// The index of a layout is a size of another, in a region; the size of that one of a third.
// CHECK-LABEL: func @chain
// CHECK-NOT: layout.
// CHECK: return
func.func @chain(%n: index, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %l = layout.make(%n) : !layout<(?,4):(4,1)>
  %x = layout.crd2idx %l(%i) : !layout<(?,4):(4,1)>
  %r = scf.for %k = %c0 to %x step %n iter_args(%a = %c0) -> index {
    %m = layout.make(%x) : !layout<(?,4):(4,1)>
    %s = layout.size %m : !layout<(?,4):(4,1)>
    %t = layout.make(%s) : !layout<(?,4):(4,1)>
    %y = layout.crd2idx %t(%k) : !layout<(?,4):(4,1)>
    scf.yield %y : index
  }
  return %r : index
}

// -----

// No shift reaches the width that an index of 32 bits has.
// CHECK-LABEL: func @far
// CHECK: %[[A:.*]] = arith.constant 31 : index
// CHECK: arith.shrui %{{.*}}, %[[A]]
// CHECK: %[[B:.*]] = arith.constant 9 : index
// CHECK: arith.shrui %{{.*}}, %[[B]]
// CHECK-NOT: arith.shrui
// CHECK: return
func.func @far(%i: index) -> index {
  %l = layout.make : !layout<S<3,2,40> o 0 o 1099511627776:1>
  %x = layout.crd2idx %l(%i) : !layout<S<3,2,40> o 0 o 1099511627776:1>
  return %x : index
}

// -----

// A symbol that has one value only is that integer, and so is what is computed of it.
// CHECK-LABEL: func @one_value
// CHECK-NOT: layout.
// CHECK: return
func.func @one_value(%n: index, %m: index, %i: index) -> (index, index) {
  %l = layout.make(%n, %m) : !layout<(N{max=1},M):(3,1)>
  %c = layout.cosize %l : !layout<(N{max=1},M):(3,1)>
  %k = layout.make(%n, %m) : !layout<(N{min=4,max=4},M):(1,2*N)>
  %x = layout.crd2idx %k(%i) : !layout<(N{min=4,max=4},M):(1,2*N)>
  return %c, %x : index, index
}
