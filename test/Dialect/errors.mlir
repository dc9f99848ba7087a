// RUN: layout-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{shape (4,8) and stride (1) are not congruent; each integer of the shape needs one stride, nested alike}}
#incongruent = #layout<(4,8):(1)>

// -----

// The caret stands under the character.
// expected-error @+1 {{expected `,` or `)`, found `:`}}
#unbalanced = #layout<((4,8:2):(1,4))>

// -----

// expected-error @+1 {{integer overflow: 4611686018427387904 * 4 does not fit in 64 bits}}
#overflow = #layout<(4611686018427387904,4):(1,1)>

// -----

// expected-error @+1 {{the integer 99999999999999999999 does not fit in 64 bits}}
#integer = #layout<(99999999999999999999):(1)>

// -----

// expected-error @+1 {{mode 1: size 0 is not positive; sizes are at least 1}}
#empty = #layout<(4,0):(1,4)>

// -----

// expected-error @+1 {{S<3,4,2>: a shift of 2 is smaller than the 3 bits it moves, so the two bit fields overlap; use |S| >= 3}}
#swizzle = #layout<S<3,4,2> o 0 o (8,64):(64,1)>

// -----

// expected-error @+1 {{unknown fact `multiple`; known are div, min and max}}
#fact = #layout<(?{multiple=4}):(1)>

// -----

// expected-error @+1 {{s2 refers to symbol 2, but 1 symbols precede it; `?` introduces one}}
#symbol = #layout<(?,4):(1,s2)>

// -----

// expected-error @+1 {{expected static sizes and strides in a tile, found a symbol}}
#tile = #layout.tile<[?:1]>

// -----

// expected-error @+1 {{expected the end, found `x`}}
func.func @type(%a: !layout<(4,8):(8,1) x>) { return }

// -----

// expected-error @+1 {{mode 1 of the layout (8,16):(16,1) has size 16, the type has extent 32}}
func.func @memref(%a: memref<8x32xf32, #layout<(8,16):(16,1)>>) { return }

// -----

// expected-error @+1 {{the layout (8,16):(16,1) has 2 modes, the type 1 dimensions}}
func.func @tensor(%a: tensor<128xf32, #layout<(8,16):(16,1)>>) { return }

// -----

func.func @make(%n: index) {
  // expected-error @+1 {{binds 1 values, but '!layout<(?,?):(s1,1)>' has 2 symbols}}
  %0 = layout.make(%n) : !layout<(?,?):(s1,1)>
  return
}

// -----

func.func @make_unknown() {
  // expected-error @+1 {{cannot make the unknown layout '*'}}
  %0 = layout.make : !layout<*>
  return
}

// -----

func.func @no_composition() {
  %a = layout.make : !layout<(4,6,8):(2,3,5)>
  %b = layout.make : !layout<6:3>
  // expected-error @+1 {{no layout is (4,6,8):(2,3,5) o 6:3: mode 0: the values run straight for 2 of 3 steps; 2 does not divide 3, a size of 2 or 4 would do}}
  %c = layout.composition %a, %b : !layout<(4,6,8):(2,3,5)>, !layout<6:3>
  return
}

// -----

func.func @carries() {
  %a = layout.make : !layout<(6,2):(7,11)>
  %b = layout.make : !layout<(3,4):(2,3)>
  // expected-error @+1 {{its modes together: they add up to 7 inside a mode of size 6 of the outer layout and carry into the next}}
  %c = layout.composition %a, %b : !layout<(6,2):(7,11)>, !layout<(3,4):(2,3)>
  return
}

// -----

func.func @truncated() {
  %a = layout.make : !layout<(4,3):(3,1)>
  %b = layout.make : !layout<6:1>
  // expected-error @+1 {{mode 0: 4 steps stay inside one mode of the outer layout; 4 does not divide 6, a size of 4 or 8 would do}}
  %c = layout.composition %a, %b : !layout<(4,3):(3,1)>, !layout<6:1>
  return
}

// -----

func.func @indivisible() {
  %a = layout.make : !layout<10:1>
  // expected-error @+1 {{a tile of 4 does not divide 10:1 of size 10; a tile of 2 or a size of 12 would do}}
  %b = layout.zipped_divide %a : !layout<10:1> by #layout.tile<4:1>
  return
}

// -----

func.func @undecided(%m: index, %k: index) {
  %a = layout.make(%m, %k) : !layout<(?,?):(s1,1)>
  // expected-error @+1 {{whether 128 divides s0 is not known; state it as a fact, such as s0{div=128}}}
  %b = layout.zipped_divide %a : !layout<(?,?):(s1,1)> by #layout.tile<[128:1, 64:1]>
  return
}

// -----

func.func @overlap(%n: index) {
  %a = layout.make(%n) : !layout<(2,?):(2,3)>
  // expected-error @+1 {{the stride 3 falls short of 4, the extent of the modes below it; modes that interleave have a complement where their sizes and strides are known}}
  %b = layout.complement %a in 24 : !layout<(2,?):(2,3)>
  return
}

// -----

func.func @both(%a: !layout<8:1>) {
  // expected-error @+1 {{takes a layout or `by` a tile, not both}}
  %b = layout.composition %a, %a : !layout<8:1>, !layout<8:1> by #layout.tile<4:1>
  return
}

// -----

func.func @neither(%a: !layout<8:1>) {
  // expected-error @+1 {{needs a second layout or `by #layout.tile<[…]>`}}
  %b = layout.composition %a : !layout<8:1>
  return
}

// -----

func.func @coordinate(%a: !layout<((2,2),4):((1,2),4)>, %i: index) {
  // expected-error @+1 {{the coordinate ((?,?,?),?) does not fit the shape ((2,2),4): mode 0 has 2 modes, the coordinate has 3}}
  %b = layout.crd2idx %a((%i, %i, %i), %i) : !layout<((2,2),4):((1,2),4)>
  return
}

// -----

func.func @result() -> !layout<4:1> {
  %a = layout.make : !layout<8:1>
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) '!layout<8:1>' are incompatible with return type(s) of operation '!layout<4:1>'}}
  %b = "layout.coalesce"(%a) : (!layout<8:1>) -> !layout<4:1>
  return %b : !layout<4:1>
}
