// Of integers a warpgroup multiplies multiples of 16 columns beyond 32.
// RUN: layout-opt %s --layout-distribute --verify-diagnostics

!a = tensor<64x32xi8, #layout.frag<#layout.mma<m64n40k32, warps = (4,1)>, A, 64x32>>
!c = tensor<64x40xi32, #layout.frag<#layout.mma<m64n40k32, warps = (4,1)>, C, 64x40>>
!q = memref<32x40xi8, #layout<((16,2),40):((1,640),16)>, 3>
func.func @odd(%A: memref<64x32xi8>, %C: memref<64x40xi32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %q = memref.alloc() {alignment = 128 : i64} : !q
  %a = layout.load %A[%0, %0] : memref<64x32xi8> -> !a
  %z = arith.constant dense<0> : !c
  // expected-error @+1 {{of integers a warpgroup multiplies multiples of 16 columns beyond 32, and not 40: take 32 or 48}}
  %d = layout.mma %a, %q, %z : !a, !q, !c
  layout.store %d, %C[%0, %0] : !c, memref<64x40xi32>
  return
}
