// Writes of what a product under way reads, in its block and before anything waits for it, are warned of.
// RUN: layout-opt %s --layout-select --split-input-file --verify-diagnostics -o /dev/null

!p = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>>
!h = tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>

func.func @written(%A: memref<64x64xf16>, %c: !t, %h: !h) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : !p
  %q = memref.alloc() : !p
  %r = memref.alloc() : !p
  // expected-note @+1 {{the product begins here}}
  %d = layout.mma %p, %q, %c under_way 1 : !p, !p, !t
  // expected-warning @+1 {{'layout.store' op writes what a product under way reads, which is undefined before the layout.wait_mma for it}}
  layout.store %h, %p[%0, %0] : !h, !p
  // expected-warning @+1 {{'layout.copy_async' op writes what a product under way reads}}
  %k = layout.copy_async %A[%0, %0], %q : memref<64x64xf16>, !p
  layout.wait %k
  // Nobody reads this one.
  layout.store %h, %r[%0, %0] : !h, !p
  %e = layout.wait_mma %d : !t
  // It is done.
  layout.store %h, %p[%0, %0] : !h, !p
  return
}

// -----

!p = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>>
!h = tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>

// Nothing is written outside, and of none under way nothing is read.
func.func @silent(%A: memref<64x64xf16>, %c: !t, %h: !h) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %64 = arith.constant 64 : index
  %p = memref.alloc() : !p
  %d = layout.mma %p, %p, %c under_way 1 : !p, !p, !t
  // expected-warning @+1 {{'layout.store' op all of the tile 64x64 is outside the memref: it begins at 64 in dimension 0, which has extent 64}}
  layout.store %h, %p[%64, %0] : !h, !p
  %e = layout.wait_mma %d : !t
  %f = layout.mma %p, %p, %e under_way 0 : !p, !p, !t
  layout.store %h, %p[%0, %0] : !h, !p
  return
}
