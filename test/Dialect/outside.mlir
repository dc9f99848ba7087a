// A literal that its mode does not have is an error.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

func.func @leaf() -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  // expected-error @+1 {{the coordinate 7 is outside mode 0, whose size is 4; its index would be poison}}
  %i = layout.crd2idx %l(7, 0) : !layout<(4,8):(8,1)>
  return %i : index
}

// -----

func.func @negative(%k: index) -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  // expected-error @+1 {{the coordinate -1 is outside mode 1, whose size is 8}}
  %i = layout.crd2idx %l(%k, -1) : !layout<(4,8):(8,1)>
  return %i : index
}

// -----

// An integer counts all coordinates of a tuple.
func.func @whole() -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  %last = layout.crd2idx %l(31) : !layout<(4,8):(8,1)>
  // expected-error @+1 {{the coordinate 32 is outside mode 0, whose size is 32}}
  %i = layout.crd2idx %l(32) : !layout<(4,8):(8,1)>
  return %i : index
}

// -----

func.func @tuple(%k: index) -> index {
  %l = layout.make : !layout<((2,3),5):((1,2),6)>
  // expected-error @+1 {{the coordinate 6 is outside mode 0, whose size is 6}}
  %i = layout.crd2idx %l(6, %k) : !layout<((2,3),5):((1,2),6)>
  return %i : index
}

// -----

func.func @nested(%k: index) -> index {
  %l = layout.make : !layout<((2,3),5):((1,2),6)>
  // expected-error @+1 {{the coordinate 3 is outside mode 0.1, whose size is 3}}
  %i = layout.crd2idx %l((%k, 3), 4) : !layout<((2,3),5):((1,2),6)>
  return %i : index
}

// -----

func.func @swizzled() -> index {
  %l = layout.make : !layout<S<1,1,2> o 0 o (4,4):(4,1)>
  // expected-error @+1 {{the coordinate 4 is outside mode 1, whose size is 4}}
  %i = layout.crd2idx %l(0, 4) : !layout<S<1,1,2> o 0 o (4,4):(4,1)>
  return %i : index
}

// -----

// Of a size that is not known its facts: at most 9, and any.
func.func @facts(%n: index, %m: index) -> (index, index) {
  %l = layout.make(%n, %m) : !layout<(?{max=9},?):(s1,1)>
  %far = layout.crd2idx %l(8, 100000) : !layout<(?{max=9},?):(s1,1)>
  // expected-error @+1 {{the coordinate 9 is outside mode 0, whose size is at most 9}}
  %i = layout.crd2idx %l(9, 0) : !layout<(?{max=9},?):(s1,1)>
  return %far, %i : index, index
}

// -----

// Of a layout of which nothing is known one thing is: no mode has a negative integer.
func.func @unknown(%a: !layout<*>, %k: index) -> (index, index) {
  %far = layout.crd2idx %a(%k, (0, 100000)) : !layout<*>
  // expected-error @+1 {{the coordinate -1 is outside mode 0.1, whose size is positive; its index would be poison}}
  %i = layout.crd2idx %a((%k, -1), 0) : !layout<*>
  return %far, %i : index, index
}

// -----

func.func @unknown_whole(%a: !layout<*>) -> index {
  // expected-error @+1 {{the coordinate -3 is outside mode 0, whose size is positive}}
  %i = layout.crd2idx %a(-3) : !layout<*>
  return %i : index
}
