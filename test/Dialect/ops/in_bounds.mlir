// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics
// RUN: layout-opt %t/parse.mlir --layout-simplify --canonicalize | FileCheck %t/parse.mlir --check-prefix=SIMPLE
// RUN: layout-opt %t/parse.mlir --convert-layout-to-arith --canonicalize | FileCheck %t/parse.mlir --check-prefix=ARITH
// RUN: not layout-opt %t/unknown.mlir --convert-layout-to-arith 2>&1 | FileCheck %t/unknown.mlir

//--- parse.mlir
// One comparison, of the row that the address has too: 64 divides the columns.
// CHECK-LABEL: func @rows
// SIMPLE-LABEL: func @rows
// SIMPLE-SAME: (%[[M:.*]]: index, %{{.*}}: index, %[[I:.*]]: index, %{{.*}}: index, %[[K:.*]]: index, %{{.*}}: index)
// SIMPLE: %[[T:.*]] = arith.muli %[[K]], %c128
// SIMPLE-NEXT: %[[R:.*]] = arith.addi %[[T]], %[[I]]
// SIMPLE-NEXT: arith.cmpi slt, %[[R]], %[[M]]
// SIMPLE-NEXT: arith.muli %{{.*}}, %[[R]]
// SIMPLE-NOT: arith.cmpi
// SIMPLE: return
// ARITH-LABEL: func @rows
// ARITH: arith.cmpi slt
// ARITH-NOT: arith.cmpi
// ARITH: return
func.func @rows(%m: index, %n: index, %i: index, %j: index, %k: index, %l: index) -> (index, i1) {
  %a = layout.make(%m, %n) : !layout<(?,?{div=64}):(s1,1)>
  %t = layout.zipped_divide %a : !layout<(?,?{div=64}):(s1,1)> by #layout.tile<[128:1, 64:1]> cover
  %x = layout.crd2idx %t((%i, %j), (%k, %l)) : !layout<((128,64),(floordiv(?+127,128),floordiv(?{div=64},64))):((s1,1),(128*s1,64))>
  // CHECK: layout.in_bounds %{{.*}}((%arg2, %arg3), (%arg4, %arg5)) : !layout<(?,?{div=64}):(s1,1)> zipped_divide by #layout.tile<[128:1, 64:1]>
  %p = layout.in_bounds %a((%i, %j), (%k, %l)) : !layout<(?,?{div=64}):(s1,1)> zipped_divide by #layout.tile<[128:1, 64:1]>
  return %x, %p : index, i1
}

// Two that are open.
// SIMPLE-LABEL: func @both
// SIMPLE-COUNT-2: arith.cmpi slt
// SIMPLE-NEXT: arith.andi
// SIMPLE-NEXT: return
func.func @both(%i: index, %j: index, %k: index, %l: index) -> i1 {
  %a = layout.make : !layout<(100,50,3):(150,3,1)>
  // CHECK: layout.in_bounds %{{.*}}((%arg0, %arg1), %arg2, %arg3, 2) : {{.*}} tiled_divide by #layout.tile<[32:1, 32:1]>
  %p = layout.in_bounds %a((%i, %j), %k, %l, 2) : !layout<(100,50,3):(150,3,1)> tiled_divide by #layout.tile<[32:1, 32:1]>
  return %p : i1
}

// A mode of one element has one, however long its tile is.
// SIMPLE-LABEL: func @one
// SIMPLE: arith.cmpi slt, %arg0, %c1
// SIMPLE: arith.cmpi slt, %{{.*}}, %c100
// SIMPLE-NEXT: arith.andi
// SIMPLE-NEXT: return
func.func @one(%i: index, %j: index, %l: index) -> i1 {
  %a = layout.make : !layout<(1,100):(100,1)>
  // CHECK: layout.in_bounds %{{.*}}((%arg0, %arg1), (0, %arg2))
  %p = layout.in_bounds %a((%i, %j), (0, %l)) : !layout<(1,100):(100,1)> zipped_divide by #layout.tile<[16:1, 64:1]>
  return %p : i1
}

// None: a tile that divides, and a coordinate that is always inside.
// SIMPLE-LABEL: func @none
// SIMPLE-NEXT: %[[T:.*]] = arith.constant true
// SIMPLE-NEXT: return %[[T]], %[[T]]
func.func @none(%k: index) -> (i1, i1) {
  %a = layout.make : !layout<10:1>
  // CHECK: layout.in_bounds %{{.*}}(4, %arg0) : !layout<10:1> logical_divide by #layout.tile<5:1>
  %p = layout.in_bounds %a(4, %k) : !layout<10:1> logical_divide by #layout.tile<5:1>
  %q = layout.in_bounds %a(1, 2) : !layout<10:1> logical_divide by #layout.tile<4:1>
  return %p, %q : i1, i1
}

//--- unknown.mlir
func.func @unknown(%a: !layout<*>, %i: index) -> i1 {
  // CHECK: unknown.mlir:[[#@LINE+1]]:8: error: the layout is unknown (!layout<*>)
  %p = layout.in_bounds %a(0, %i) : !layout<*> logical_divide by #layout.tile<5:1>
  return %p : i1
}

//--- errors.mlir
func.func @no_divide(%i: index) -> i1 {
  %a = layout.make : !layout<8:1>
  // expected-error @+1 {{there is no divide ``}}
  %p = "layout.in_bounds"(%a, %i) {coord = #layout.coord<(?)>, divide = "", tile = #layout.tile<[2:1]>} : (!layout<8:1>, index) -> i1
  return %p : i1
}

// -----

func.func @divide(%a: !layout<10:1>, %i: index) {
  // expected-error @+1 {{there is no divide `flat_divide`; those that cover are logical_divide, zipped_divide and tiled_divide}}
  %p = layout.in_bounds %a(0, %i) : !layout<10:1> flat_divide by #layout.tile<4:1>
  return
}

// -----

func.func @coordinate(%a: !layout<(10,10):(10,1)>, %i: index) {
  // expected-error @+1 {{does not fit the shape ((4,4),(3,3))}}
  %p = layout.in_bounds %a((0, 0, %i), 0) : !layout<(10,10):(10,1)> zipped_divide by #layout.tile<[4:1, 4:1]>
  return
}

// -----

func.func @arity(%a: !layout<10:1>, %i: index) {
  // expected-error @+1 {{has 1 indices for the coordinate (?,?), which takes 2}}
  %p = "layout.in_bounds"(%a, %i) {coord = #layout.coord<(?,?)>, divide = "logical_divide", tile = #layout.tile<4:1>} : (!layout<10:1>, index) -> i1
  return
}

// -----

func.func @literal(%a: !layout<(4,8):(8,1)>) {
  // expected-error @+1 {{the coordinate 7 is outside mode 0.0, whose size is 3; its index would be poison}}
  %p = layout.in_bounds %a((7, 0), (0, 0)) : !layout<(4,8):(8,1)> zipped_divide by #layout.tile<[3:1, 8:1]>
  return
}

// -----

// Of a mode that has no one stride nothing says where element 20 would be.
func.func @nested(%a: !layout<((5,4),8):((4,1),20)>) {
  // expected-error @+1 {{mode 0, (5,4):(4,1) is not of one stride, so nothing is past its end that tiles could cover: a tile of 3 does not divide (5,4):(4,1) of size 20; a tile of 2 or a size of 21 would do}}
  %t = layout.zipped_divide %a : !layout<((5,4),8):((4,1),20)> by #layout.tile<[3:1, 8:1]> cover
  return
}

// -----

func.func @holes(%a: !layout<10:1>) {
  // expected-error @+1 {{holes}}
  %t = layout.logical_divide %a : !layout<10:1> by #layout.tile<(2,2):(1,3)> cover
  return
}
