// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics
// RUN: layout-opt %t/parse.mlir --layout-simplify --canonicalize | FileCheck %t/parse.mlir --check-prefix=ARITH

//--- parse.mlir
// Blocks of 2 x 5, three below one another and four side by side (CuTe's example).
// CHECK-LABEL: func @blocks
// ARITH-LABEL: func @blocks
func.func @blocks() -> (!layout<((2,3),(5,4)):((5,10),(1,30))>, index) {
  %a = layout.make : !layout<(2,5):(5,1)>
  %b = layout.make : !layout<(3,4):(1,3)>
  // CHECK: layout.blocked_product %{{.*}}, %{{.*}} : !layout<(2,5):(5,1)>, !layout<(3,4):(1,3)>
  %p = layout.blocked_product %a, %b : !layout<(2,5):(5,1)>, !layout<(3,4):(1,3)>
  // Row 1 of block 2, column 3 of block 1: 5 + 20 + 3 + 30.
  // ARITH: arith.constant 58 : index
  %x = layout.crd2idx %p((1, 2), (3, 1)) : !layout<((2,3),(5,4)):((5,10),(1,30))>
  return %p, %x : !layout<((2,3),(5,4)):((5,10),(1,30))>, index
}

// The one of fewer modes gets modes of one; a swizzle stays in front.
// CHECK-LABEL: func @swizzled
func.func @swizzled(%a: !layout<S<2,0,3> o 0 o (8,8):(8,1)>, %b: !layout<4:1>)
    -> !layout<S<2,0,3> o 0 o ((8,4),(8,1)):((8,64),(1,0))> {
  // CHECK: layout.blocked_product %arg0, %arg1 : !layout<S<2,0,3> o 0 o (8,8):(8,1)>, !layout<4:1>
  %p = layout.blocked_product %a, %b : !layout<S<2,0,3> o 0 o (8,8):(8,1)>, !layout<4:1>
  return %p : !layout<S<2,0,3> o 0 o ((8,4),(8,1)):((8,64),(1,0))>
}

// Symbols of both operands.
// CHECK-LABEL: func @dynamic
// ARITH-LABEL: func @dynamic
// ARITH-SAME: (%[[M:.*]]: index, %{{.*}}: index, %[[I:.*]]: index)
// ARITH-NEXT: %[[X:.*]] = arith.muli %[[M]], %[[I]]
// ARITH-NEXT: return %[[X]]
func.func @dynamic(%m: index, %n: index, %i: index) -> index {
  %a = layout.make(%m) : !layout<(?):(1)>
  %b = layout.make(%n) : !layout<(?):(1)>
  // CHECK: layout.blocked_product %{{.*}}, %{{.*}} : !layout<(?):(1)>, !layout<(?):(1)>
  %p = layout.blocked_product %a, %b : !layout<(?):(1)>, !layout<(?):(1)>
  // CHECK: layout.crd2idx %{{.*}}((0, %{{.*}})) : !layout<((?,?)):((1,s0))>
  %x = layout.crd2idx %p((0, %i)) : !layout<((?,?)):((1,s0))>
  return %x : index
}

// CHECK-LABEL: func @unknown
func.func @unknown(%a: !layout<*>, %b: !layout<4:1>) -> !layout<*> {
  // CHECK: layout.blocked_product %arg0, %arg1 : !layout<*>, !layout<4:1>
  %p = layout.blocked_product %a, %b : !layout<*>, !layout<4:1>
  return %p : !layout<*>
}

//--- errors.mlir
func.func @composed_places(%a: !layout<4:1>, %b: !layout<S<1,0,2> o 0 o (4,2):(2,1)>) {
  // expected-error @+1 {{blocked_product is not defined}}
  %p = layout.blocked_product %a, %b : !layout<4:1>, !layout<S<1,0,2> o 0 o (4,2):(2,1)>
  return
}

// -----

func.func @undecided(%a: !layout<(?,?):(?,1)>, %b: !layout<4:1>) {
  // expected-error @+1 {{cannot complement (s0,s1):(s2,1): whether s2 >= 1 is not known; state it as a fact, such as s2{min=1}}}
  %p = layout.blocked_product %a, %b : !layout<(?,?):(?,1)>, !layout<4:1>
  return
}

// -----

func.func @one_operand(%a: !layout<4:1>) {
  // expected-error @+1 {{expected 2 operands, but found 1}}
  %p = "layout.blocked_product"(%a) : (!layout<4:1>) -> !layout<*>
  return
}
