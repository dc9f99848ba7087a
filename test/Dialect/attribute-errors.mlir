// What is wrong with a layout, tile or type is said at its place.
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

// expected-error @+1 {{mode 1 is no size, which is at least 1: whether s0 >= 1 is not known; state it as a fact, such as s0{min=1}; what may be 0 is written max(s0,1)}}
#maybe_empty = #layout<(4,?{min=0}):(1,4)>

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

// The column is that of what is wrong, inside parentheses too.
// expected-error-re @+1 {{{{^}}expected `)`, found `,`}}
func.func @product(%a: !layout<(?,?):(1,(s0,2)*(s1+2))>) { return }

// -----

// expected-error @+1 {{mode 1 of the layout (8,16):(16,1) has size 16, the type has extent 32}}
func.func @memref(%a: memref<8x32xf32, #layout<(8,16):(16,1)>>) { return }

// -----

// expected-error @+1 {{the layout (8,16):(16,1) has 2 modes, the type 1 dimensions}}
func.func @tensor(%a: tensor<128xf32, #layout<(8,16):(16,1)>>) { return }
