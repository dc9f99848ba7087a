// Multiplications: fragments of one instruction, by one arrangement of warps.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

#m = #layout.mma<m16n8k16, warps=(2,2)>
#a = #layout.frag<#m, A, 64x32>
#b = #layout.frag<#m, B, 32x64>
#c = #layout.frag<#m, C, 64x64>
func.func @right(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #c>,
                 %h: tensor<64x64xf16, #c>, %x: tensor<64x32xbf16, #a>, %y: tensor<32x64xbf16, #b>,
                 %open: tensor<64x32xf16>) {
  %0 = layout.mma %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  %1 = layout.mma %a, %b, %h : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf16, #c>
  %2 = layout.mma %x, %y, %c : tensor<64x32xbf16, #a>, tensor<32x64xbf16, #b>, tensor<64x64xf32, #c>
  %3 = layout.mma %open, %b, %c : tensor<64x32xf16>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return
}

// -----

#m = #layout.mma<m16n8k32, warps=(1,4)>
#d = #layout.mma<m8n8k4, warps=(2,1)>
func.func @types(%a: tensor<16x64xi8, #layout.frag<#m, A, 16x64>>, %b: tensor<64x32xi8, #layout.frag<#m, B, 64x32>>,
                 %c: tensor<16x32xi32, #layout.frag<#m, C, 16x32>>,
                 %f: tensor<16x64xf8E4M3FN, #layout.frag<#m, A, 16x64>>, %g: tensor<64x32xf8E4M3FN, #layout.frag<#m, B, 64x32>>,
                 %h: tensor<16x32xf32, #layout.frag<#m, C, 16x32>>,
                 %x: tensor<16x8xf64, #layout.frag<#d, A, 16x8>>, %y: tensor<8x8xf64, #layout.frag<#d, B, 8x8>>,
                 %z: tensor<16x8xf64, #layout.frag<#d, C, 16x8>>) {
  %0 = layout.mma %a, %b, %c : tensor<16x64xi8, #layout.frag<#m, A, 16x64>>, tensor<64x32xi8, #layout.frag<#m, B, 64x32>>, tensor<16x32xi32, #layout.frag<#m, C, 16x32>>
  %1 = layout.mma %f, %g, %h : tensor<16x64xf8E4M3FN, #layout.frag<#m, A, 16x64>>, tensor<64x32xf8E4M3FN, #layout.frag<#m, B, 64x32>>, tensor<16x32xf32, #layout.frag<#m, C, 16x32>>
  %2 = layout.mma %x, %y, %z : tensor<16x8xf64, #layout.frag<#d, A, 16x8>>, tensor<8x8xf64, #layout.frag<#d, B, 8x8>>, tensor<16x8xf64, #layout.frag<#d, C, 16x8>>
  return
}

// -----

func.func @shapes(%a: tensor<64x32xf16>, %b: tensor<16x64xf16>, %c: tensor<64x64xf32>) {
  // expected-error @+1 {{'layout.mma' op multiplies MxK by KxN and adds MxN, and has 64x32 by 16x64 and 64x64}}
  %0 = layout.mma %a, %b, %c : tensor<64x32xf16>, tensor<16x64xf16>, tensor<64x64xf32>
  return
}

// -----

func.func @elements(%a: tensor<64x32xf16>, %b: tensor<32x64xf32>, %c: tensor<64x64xf32>) {
  // expected-error @+1 {{'layout.mma' op no instruction of a warp multiplies f16 by f32 and adds f32; there are }}
  %0 = layout.mma %a, %b, %c : tensor<64x32xf16>, tensor<32x64xf32>, tensor<64x64xf32>
  return
}

// -----

#m = #layout.mma<m16n8k16, warps=(2,2)>
#a = #layout.frag<#m, A, 64x32>
#b = #layout.frag<#m, B, 32x64>
#c = #layout.frag<#m, C, 64x64>
func.func @blocked(%a: tensor<64x32xf16, #layout.tv<128:1, 16:128>>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @+1 {{'layout.mma' op A has the encoding #layout.tv<128:1, 16:128>, which is not the fragment of an instruction that goes with the others; the nearest is #layout.frag<#layout.mma<m16n8k16, warps=(2,2)>, A, 64x32>, which is #layout.tv<(4,8,2,2):(128,1,16,0), (2,2,2,2,2):(64,8,512,32,1024)>: insert a layout.convert to it}}
  %0 = layout.mma %a, %b, %c : tensor<64x32xf16, #layout.tv<128:1, 16:128>>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return
}

// -----

// The warps must stand alike.
#m = #layout.mma<m16n8k16, warps=(2,2)>
#n = #layout.mma<m16n8k16, warps=(4,1)>
#a = #layout.frag<#m, A, 64x32>
#b = #layout.frag<#n, B, 32x64>
#c = #layout.frag<#m, C, 64x64>
func.func @warps(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @+1 {{'layout.mma' op B has the encoding #layout.tv<(4,8,4):(2,32,0), (2,2,8,2):(1,8,256,16)>, which is not the fragment of an instruction that goes with the others; the nearest is #layout.frag<#layout.mma<m16n8k16, warps=(2,2)>, B, 32x64>}}
  %0 = layout.mma %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return
}

// -----

// The fragments of bytes are not those of halves.
#m = #layout.mma<m16n8k32, warps=(2,2)>
#a = #layout.frag<#m, A, 64x32>
#b = #layout.frag<#m, B, 32x64>
#c = #layout.frag<#m, C, 64x64>
func.func @bytes(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #c>) {
  // expected-error @+1 {{'layout.mma' op A has the encoding #layout.tv<(4,8,2,2):(256,1,16,0), (4,2,2,2):(64,8,1024,32)>, which is not the fragment of an instruction that goes with the others; the nearest is #layout.frag<#layout.mma<m16n8k16, warps=(2,2)>, A, 64x32>}}
  %0 = layout.mma %a, %b, %c : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
  return
}

// -----

func.func @threads(%a: tensor<64x32xf16, #layout.tv<64:1, 32:64>>, %b: tensor<32x64xf16, #layout.tv<128:1, 16:128>>, %c: tensor<64x64xf32>) {
  // expected-error @+1 {{'layout.mma' op A, B and C are for 64 threads, 128 threads; they are to be for one group of whole warps}}
  %0 = layout.mma %a, %b, %c : tensor<64x32xf16, #layout.tv<64:1, 32:64>>, tensor<32x64xf16, #layout.tv<128:1, 16:128>>, tensor<64x64xf32>
  return
}

// -----

func.func @threads(%a: tensor<16x16xf16, #layout.tv<16:1, 16:16>>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'layout.mma' op A, B and C are for 16 threads; they are to be for one group of whole warps}}
  %0 = layout.mma %a, %b, %c : tensor<16x16xf16, #layout.tv<16:1, 16:16>>, tensor<16x16xf16>, tensor<16x16xf32>
  return
}

// -----

func.func @extents(%a: tensor<24x16xf16, #layout.tv<32:1, 12:32>>, %b: tensor<16x16xf16>, %c: tensor<24x16xf32>) {
  // expected-error @+1 {{'layout.mma' op no instruction by 1 warps computes 24x16 from 16 products; mma<m16n8k8.f16, warps=(1,1)> takes multiples of 16x8x8}}
  %0 = layout.mma %a, %b, %c : tensor<24x16xf16, #layout.tv<32:1, 12:32>>, tensor<16x16xf16>, tensor<24x16xf32>
  return
}

// -----

func.func @result(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'layout.mma' op failed to verify that all of {c, result} have same type}}
  %0 = "layout.mma"(%a, %b, %c) : (tensor<16x16xf16>, tensor<16x16xf16>, tensor<16x16xf32>) -> tensor<16x16xf16>
  return
}
