// What is wrong with an encoding is said at its place.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{tv<32:1, 4:16>: position 16 is held twice, by thread 16 as value 0 and by thread 0 as value 1: the stride 16 falls short of 32, what smaller strides reach}}
#twice = #layout.tv<32:1, 4:16>

// -----

// expected-error @+1 {{tv<32:1, 2:64>: nobody holds position 32: smaller strides reach 32 positions, and the next stride is 64}}
#gap = #layout.tv<32:1, 2:64>

// -----

// expected-error @+1 {{a thread holds an element once, leave the mode out}}
#again = #layout.tv<32:1, (2,2):(32,0)>

// -----

// expected-error @+1 {{the sizes and strides of an encoding must be known}}
#open = #layout.tv<(32,?):(1,32), 1:0>

// -----

// expected-error @+1 {{expected `,` and the layout of values, found `>`}}
#values = #layout.tv<32:1>

// -----

// expected-error @+1 {{tv<32:1, 4:32> holds 128 of the 256 elements of a tile 16x16: nobody holds position 128, the element (0,8)}}
func.func private @small(tensor<16x16xf32, #layout.tv<32:1, 4:32>>)

// -----

// expected-error @+1 {{tv<32:1, 4:32> is the encoding of a tile of known extents, and dimension 0 has none}}
func.func private @dynamic(tensor<?x16xf32, #layout.tv<32:1, 4:32>>)

// -----

#m = #layout.mma<m16n8k16, warps=(2,2)>
// expected-error @+1 {{mma<m16n8k16, warps=(2,2)> takes A in pieces of 32 rows: a tile 24x32 has 24, the nearest multiples are 32}}
#extent = #layout.frag<#m, A, 24x32>

// -----

#m = #layout.mma<m16n8k16, warps=(2,2)>
// expected-error @+1 {{expected `A`, `B` or `C`}}
#operand = #layout.frag<#m, D, 32x32>

// -----

// expected-error @+1 {{expected an instruction, #layout.mma<}}
#other = #layout.frag<#layout<8:1>, A, 32x32>

// -----

// expected-error @+1 {{no instruction of a warp or a warpgroup is called `m16n8k20`}}
#instruction = #layout.mma<m16n8k20>
