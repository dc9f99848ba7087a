// Products of shared memory, which warpgroups read by descriptors: what is written, and what is wrong.
// RUN: layout-opt %s --split-input-file --verify-diagnostics | FileCheck %s

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!b = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>

// CHECK-LABEL: func @products
func.func @products(%a: !a, %b: !b, %c: !t, %n: index) -> !t {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  // CHECK: layout.mma %{{.*}}, %{{.*}}, %{{.*}} : memref<64x64xf16, {{.*}}, 3>, memref<64x64xf16, {{.*}}, 3>, tensor<64x64xf32, #layout.tv<(4,8,4):(128,1,16), (2,2,8):(64,8,512)>>
  %d = layout.mma %a, %b, %c : !a, !b, !t
  %r = scf.for %i = %0 to %n step %1 iter_args(%x = %d) -> !t {
    // CHECK: layout.mma {{.*}} under_way 1 :
    %e = layout.mma %a, %b, %x under_way 1 : !a, !b, !t
    scf.yield %e : !t
  }
  // CHECK: layout.wait_mma
  %f = layout.wait_mma %r : !t
  return %f : !t
}

// -----

// A wait for one of two, in a loop: the sum of the iteration before is under way beside it.
#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
// CHECK-LABEL: func @one_of_two
func.func @one_of_two(%a: !a, %c: !t, %n: index) -> (!t, !t) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %r, %s = scf.for %i = %0 to %n step %1 iter_args(%x = %c, %y = %c) -> (!t, !t) {
    %d = layout.mma %a, %a, %c under_way 1 : !a, !a, !t
    %e = layout.mma %a, %a, %x under_way 2 : !a, !a, !t
    // CHECK: layout.wait_mma %{{.*}} under_way 1 : tensor
    %f = layout.wait_mma %d under_way 1 : !t
    // CHECK: layout.wait_mma %{{.*}} : tensor
    %g = layout.wait_mma %e : !t
    scf.yield %g, %f : !t, !t
  }
  return %r, %s : !t, !t
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @wait_for_the_youngest(%a: !a, %c: !t) -> (!t, !t) attributes {layout.threads = 128 : i64} {
  %d = layout.mma %a, %a, %c under_way 1 : !a, !a, !t
  %e = layout.mma %a, %a, %c under_way 2 : !a, !a, !t
  // expected-error @+1 {{leaves 1 products under way, and behind the one that it waits for 0 are known to begin in this block: that one may be among them; say under_way 0 at most}}
  %f = layout.wait_mma %e under_way 1 : !t
  %g = layout.wait_mma %d : !t
  return %f, %g : !t, !t
}

// -----

// What the iteration before began is older than those of this one, and nothing is known of those before.
#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @of_the_iteration_before(%a: !a, %c: !t, %n: index) -> !t attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %z = layout.mma %a, %a, %c under_way 1 : !a, !a, !t
  %r = scf.for %i = %0 to %n step %1 iter_args(%x = %z) -> !t {
    %d = layout.mma %a, %a, %c under_way 2 : !a, !a, !t
    // expected-error @+1 {{leaves 2 products under way, and behind the one that it waits for 1 are known to begin}}
    %e = layout.wait_mma %x under_way 2 : !t
    scf.yield %d : !t
  }
  %s = layout.wait_mma %r : !t
  return %s : !t
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @too_many(%a: !a, %c: !t) -> !t {
  %d = layout.mma %a, %a, %c under_way 1 : !a, !a, !t
  // expected-error @+1 {{has under_way = 8 : i64, which stands on products of shared memory and on layout.wait_mma, and is from 0 to 7}}
  %e = layout.wait_mma %d under_way 8 : !t
  return %e : !t
}

// -----

// A in registers, B as its columns lie together, 8 bits, two warpgroups along N.
#c = #layout.frag<#layout.mma<m64n16k32, warps = (4,2)>, C, 64x32>
#a = #layout.frag<#layout.mma<m64n16k32, warps = (4,2)>, A, 64x64>
!b = memref<64x32xi8, #layout<S<2,4,3> o 0 o (64,32):(1,64)>, 3>
!t = tensor<64x32xi32, #c>
// CHECK-LABEL: func @registers
func.func @registers(%a: tensor<64x64xi8, #a>, %b: !b, %c: !t) -> !t {
  %d = layout.mma %a, %b, %c : tensor<64x64xi8, #a>, !b, !t
  return %d : !t
}

// -----

// An open sum has no instruction yet.
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
func.func @open(%a: !a, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = layout.mma %a, %a, %c : !a, !a, tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,4> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @swizzle(%a: !a, %c: !t) -> !t {
  // expected-error @+1 {{'layout.mma' op no descriptor of wgmma describes B in S<3,3,4> o 0 o (64,64):(64,1): its swizzle must be one of 1, 2 or 3 bits that moves 16 bytes by bits 3 above; the nearest is S<3,3,3> o 0 o (64,64):(64,1)}}
  %d = layout.mma %a, %a, %c : !a, !a, !t
  return %d : !t
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @global(%a: !a, %b: memref<64x64xf16>, %c: !t) -> !t {
  // expected-error @+1 {{has a factor in memref<64x64xf16>; it is to be a matrix of known extents in shared memory, as memref<128x64xf16}}
  %d = layout.mma %a, %b, %c : !a, memref<64x64xf16>, !t
  return %d : !t
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
#b = #layout.frag<#layout.mma<m16n8k16, warps = (4,1)>, B, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @only_a(%a: !a, %b: tensor<64x64xf16, #b>, %c: !t) -> !t {
  // expected-error @+1 {{reads A from shared memory, and B is in registers: B, or both, must be in shared memory}}
  %d = layout.mma %a, %b, %c : !a, tensor<64x64xf16, #b>, !t
  return %d : !t
}

// -----

#c = #layout.frag<#layout.mma<m16n8k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @of_warps(%a: !a, %c: !t) -> !t {
  // (The fragments of a warp's instruction are those of a warpgroup's, where it has all columns.)
  %d = layout.mma %a, %a, %c : !a, !a, !t
  return %d : !t
}

// -----

#c = #layout.frag<#layout.mma<m16n8k16, warps = (2,2)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @not_of_warpgroups(%a: !a, %c: !t) -> !t {
  // expected-error @+1 {{which is not the fragment of an instruction that goes with the others; the nearest is #layout.frag<#layout.mma<m64n64k16, warps=(4,1)>, C, 64x64>, which is #layout.tv<(4,8,4):(128,1,16), (2,2,8):(64,8,512)>: insert a layout.convert to it}}
  %d = layout.mma %a, %a, %c : !a, !a, !t
  return %d : !t
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
#a = #layout.tv<(32,4):(64,1), (2,16):(2048,4)>
!b = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @a_elsewhere(%a: tensor<64x64xf16, #a>, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{A has the encoding #layout.tv<(32,4):(64,1), (2,16):(2048,4)>, which is not the fragment of an instruction that goes with the others; the nearest is #layout.frag<#layout.mma<m64n64k16, warps=(4,1)>, A, 64x64>}}
  %d = layout.mma %a, %b, %c : tensor<64x64xf16, #a>, !b, !t
  return %d : !t
}

// -----

!a = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
!b = memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>
!t = tensor<32x32xf32, #layout.tv<(4,8,4):(64,1,8), (2,4):(32,256)>>
func.func @rows(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{no warpgroups of 128 threads compute 32x32 from 64 products: they are groups of 128 threads, each of which takes multiples of 64 rows, 8 columns and 16 products}}
  %d = layout.mma %a, %b, %c : !a, !b, !t
  return %d : !t
}

// -----

!a = memref<64x64xf64, 3>
!t = tensor<64x64xf64, #layout.frag<#layout.mma<m8n8k4, warps = (4,1)>, C, 64x64>>
func.func @types(%a: !a, %c: !t) -> !t {
  // expected-error @+1 {{no instruction multiplies f64 by f64 from shared memory and adds f64; there are f16 by f16 into f16 and f32}}
  %d = layout.mma %a, %a, %c : !a, !a, !t
  return %d : !t
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @shapes(%a: !a, %b: memref<32x64xf16, 3>, %c: !t) -> !t {
  // expected-error @+1 {{multiplies MxK by KxN and adds MxN, and has 64x64 by 32x64 and 64x64}}
  %d = layout.mma %a, %b, %c : !a, memref<32x64xf16, 3>, !t
  return %d : !t
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @too_early(%a: !a, %c: !t, %to: memref<64x64xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %d = layout.mma %a, %a, %c under_way 1 : !a, !a, !t
  // expected-error @+1 {{uses a product that may be under way; only the C of another product, what an scf.for carries, and layout.wait_mma may: use the result of that}}
  layout.store %d, %to[%0, %0] : !t, memref<64x64xf32>
  return
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @through_a_loop(%a: !a, %c: !t, %n: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %r = scf.for %i = %0 to %n step %1 iter_args(%x = %c) -> !t {
    // expected-error @+1 {{uses a product that may be under way}}
    %y = arith.addf %x, %x : !t
    %d = layout.mma %a, %a, %y under_way 1 : !a, !a, !t
    scf.yield %d : !t
  }
  return
}

// -----

#a = #layout.frag<#layout.mma<m16n8k16>, A, 16x16>
#b = #layout.frag<#layout.mma<m16n8k16>, B, 16x8>
#c = #layout.frag<#layout.mma<m16n8k16>, C, 16x8>
func.func @of_tiles(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<16x8xf32, #c>) {
  // expected-error @+1 {{has under_way = 1 : i64, which stands on products of shared memory and on layout.wait_mma, and is from 0 to 7}}
  %d = layout.mma %a, %b, %c under_way 1 : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf32, #c>
  return
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @never_awaited(%a: !a, %c: !t) attributes {layout.threads = 128 : i64} {
  // expected-error @+1 {{may be under way behind it, and nothing waits for it: take layout.wait_mma of its result, or leave under_way out}}
  %d = layout.mma %a, %a, %c under_way 1 : !a, !a, !t
  return
}

// -----

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>
func.func @several(%a: !a, %c: !t) attributes {layout.threads = 128 : i64} {
  %d = layout.mma %a, %a, %c under_way 1 : !a, !a, !t
  // expected-error @+1 {{uses a product that may be under way, and so does another: registers would be copied that are still written}}
  %e = layout.mma %a, %a, %d : !a, !a, !t
  %f = layout.mma %a, %a, %d : !a, !a, !t
  return
}

// -----

// expected-error @+1 {{no instruction of a warp or a warpgroup is called `m64n20k16`}}
#c = #layout.frag<#layout.mma<m64n20k16, warps = (4,1)>, C, 64x20>

// -----

// A B in shared memory may have columns behind those of C: they are not read.
#c = #layout.frag<#layout.mma<m64n104k16, warps = (4,1)>, C, 64x104>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!b = memref<64x128xf16, #layout<S<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))>, 3>
!t = tensor<64x104xf32, #c>
func.func @covers(%a: !a, %b: !b, %c: !t) -> !t {
  %d = layout.mma %a, %b, %c : !a, !b, !t
  return %d : !t
}

// -----

// Fewer there are not, and those of A are all read.
#c = #layout.frag<#layout.mma<m64n104k16, warps = (4,1)>, C, 64x104>
!a = memref<128x64xf16, #layout<S<3,3,3> o 0 o (128,64):(64,1)>, 3>
!b = memref<64x128xf16, #layout<S<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))>, 3>
!t = tensor<64x104xf32, #c>
func.func @rows(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{multiplies MxK by KxN and adds MxN, and has 128x64 by 64x128 and 64x104}}
  %d = layout.mma %a, %b, %c : !a, !b, !t
  return %d : !t
}

// -----

#c = #layout.frag<#layout.mma<m64n128k16, warps = (4,1)>, C, 64x128>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!b = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x128xf32, #c>
func.func @fewer(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{multiplies MxK by KxN and adds MxN, and has 64x64 by 64x64 and 64x128}}
  %d = layout.mma %a, %b, %c : !a, !b, !t
  return %d : !t
}

// -----

// Two instructions would read parts of a box.
#c = #layout.frag<#layout.mma<m64n152k16, warps = (4,1)>, C, 64x304>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!b = memref<64x320xf16, #layout<S<3,3,3> o 0 o (64,(64,5)):(64,(1,4096))>, 3>
!t = tensor<64x304xf32, #c>
func.func @two(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{has a B of 320 columns in shared memory and a C of 304: a B has columns behind those of C where one instruction reads all of C's}}
  %d = layout.mma %a, %b, %c : !a, !b, !t
  return %d : !t
}

// -----

// Eight rows along K of 100 columns would begin between those of the swizzle.
#c = #layout.frag<#layout.mma<m64n96k16, warps = (4,1)>, C, 64x96>
!a = memref<64x128xf16, #layout<S<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))>, 3>
!b = memref<128x100xf16, #layout<S<3,3,3> o 0 o ((64,2),100):((1,6400),64)>, 3>
!t = tensor<64x96xf32, #c>
func.func @eights(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{has a B of 100 columns in shared memory and a C of 96: a B with columns behind those of C has a multiple of 8 of them, as 104}}
  %d = layout.mma %a, %b, %c : !a, !b, !t
  return %d : !t
}

// -----

// A B in registers has as many as C.
#m = #layout.mma<m16n8k16, warps = (1,1)>
!a = tensor<16x16xf16, #layout.frag<#m, A, 16x16>>
!b = tensor<16x16xf16, #layout.frag<#m, B, 16x16>>
!t = tensor<16x8xf32, #layout.frag<#m, C, 16x8>>
func.func @registers(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{multiplies MxK by KxN and adds MxN, and has 16x16 by 16x16 and 16x8}}
  %d = layout.mma %a, %b, %c : !a, !b, !t
  return %d : !t
}

// -----

// A part of B along K.
#m = #layout.mma<m64n32k16, warps = (4,1)>
!a = tensor<64x32xf16, #layout.frag<#m, A, 64x32>>
!b = memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>
!t = tensor<64x32xf32, #layout.frag<#m, C, 64x32>>
// CHECK-LABEL: func @part
func.func @part(%a: !a, %b: !b, %c: !t) -> !t {
  // CHECK-COUNT-2: layout.from
  %d = layout.mma %a, %b, %c {layout.from = 0 : i64} : !a, !b, !t
  %e = layout.mma %a, %b, %d {layout.from = 32 : i64} : !a, !b, !t
  return %e : !t
}

// -----

#m = #layout.mma<m64n32k16, warps = (4,1)>
!a = tensor<64x32xf16, #layout.frag<#m, A, 64x32>>
!b = memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>
!t = tensor<64x32xf32, #layout.frag<#m, C, 64x32>>
func.func @unsaid(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{multiplies MxK by KxN and adds MxN, and has 64x32 by 64x32 and 64x32}}
  %d = layout.mma %a, %b, %c : !a, !b, !t
  return %d : !t
}
func.func @behind(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{begins at 48 along K of a B that is 64 deep, and has an A of 32: with layout.from an A in registers is multiplied by a part of B, which begins at a multiple of 16 and ends inside}}
  %d = layout.mma %a, %b, %c {layout.from = 48 : i64} : !a, !b, !t
  return %d : !t
}
func.func @between(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{begins at 8 along K of a B that is 64 deep}}
  %d = layout.mma %a, %b, %c {layout.from = 8 : i64} : !a, !b, !t
  return %d : !t
}
func.func @before(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{begins at -16 along K}}
  %d = layout.mma %a, %b, %c {layout.from = -16 : i64} : !a, !b, !t
  return %d : !t
}
func.func @far(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{begins at 9223372036854775792 along K}}
  %d = layout.mma %a, %b, %c {layout.from = 9223372036854775792 : i64} : !a, !b, !t
  return %d : !t
}

// -----

// Of an A in shared memory all of B is read.
#m = #layout.mma<m64n32k16, warps = (4,1)>
!a = memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>
!b = memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>
!t = tensor<64x32xf32, #layout.frag<#m, C, 64x32>>
func.func @memory(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{has layout.from, which takes an A in registers and a B in shared memory}}
  %d = layout.mma %a, %b, %c {layout.from = 0 : i64} : !a, !b, !t
  return %d : !t
}

// -----

#m = #layout.mma<m16n8k16, warps = (1,1)>
!a = tensor<16x16xf16, #layout.frag<#m, A, 16x16>>
!b = tensor<16x8xf16, #layout.frag<#m, B, 16x8>>
!t = tensor<16x8xf32, #layout.frag<#m, C, 16x8>>
func.func @of_registers(%a: !a, %b: !b, %c: !t) -> !t {
  // expected-error @+1 {{has layout.from, which takes an A in registers and a B in shared memory}}
  %d = layout.mma %a, %b, %c {layout.from = 0 : i64} : !a, !b, !t
  return %d : !t
}
