// One division by an unknown for each mode: its remainder is what the quotient leaves, and a
// quotient of a quotient divides by a product. A divisor is never poison, so the products that
// it is made of have no flags, which promises on the symbols would allow.
// RUN: layout-opt %s --layout-simplify="target=sm_90a index-bitwidth=32 validate=true" | FileCheck %s
// RUN: layout-opt %s --layout-simplify="target=sm_90a validate=true" | FileCheck %s

!grid = !layout<((P{max=32},Q{max=32},R{max=32}),(T{max=32},5)):((Q*R*T,R*T,T),(1,R*T))>

// CHECK-LABEL: func @two
// CHECK-COUNT-8: arith.divui
// CHECK-NOT: arith.{{div|rem}}
// CHECK: return
func.func @two(%p: index, %q: index, %r: index, %t: index, %i: i32, %j: i32) -> (index, index) {
  %x = arith.index_castui %i : i32 to index
  %y = arith.index_castui %j : i32 to index
  %l = layout.make(%p, %q, %r, %t) : !grid
  %a = layout.crd2idx %l(%x) : !grid
  %b = layout.crd2idx %l(%y) : !grid
  return %a, %b : index, index
}
