// Of a layout of which nothing is known one thing is: no mode has a negative integer.
// RUN: layout-opt %s --layout-simplify --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --canonicalize --layout-simplify --verify-diagnostics -o /dev/null

func.func @negative(%a: !layout<*>, %k: index) -> (index, index) {
  %c-1 = arith.constant -1 : index
  %c9 = arith.constant 9 : index
  %far = layout.crd2idx %a(%k, %c9) : !layout<*>
  // expected-warning @+1 {{the coordinate -1 is outside mode 1, whose size is positive: the index is poison}}
  %i = layout.crd2idx %a(%k, %c-1) : !layout<*>
  return %far, %i : index, index
}
