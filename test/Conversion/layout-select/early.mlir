// What a copy writes is undefined until it is waited for: a load between them is told, where it is certain.
// RUN: layout-opt %s --layout-select --split-input-file --verify-diagnostics

func.func @early(%m: memref<8x16xf16>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %4 = arith.constant 4 : index
  %s = memref.alloc() : memref<8x16xf16, 3>
  // expected-note @+1 {{the copy begins here}}
  %k = layout.copy_async %m[%i, %i], %s : memref<8x16xf16>, memref<8x16xf16, 3>
  // expected-warning @+1 {{'layout.load' op reads what a copy under way writes, which is undefined before the layout.wait for it}}
  %t = layout.load %s[%0, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
  // expected-warning @+1 {{reads what a copy under way writes}}
  %u = layout.load %s[%4, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
  layout.wait %k
  %v = layout.load %s[%0, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
  return
}

// -----

// Nothing is said where a wait may be before, where it may be another place, and where the load may never run.
func.func @silent(%m: memref<8x16xf16>, %n: memref<16x16xf16>, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %s = memref.alloc() : memref<8x16xf16, 3>
  %r = memref.alloc() : memref<8x16xf16, 3>
  %first = layout.copy_async %m[%0, %0], %s : memref<8x16xf16>, memref<8x16xf16, 3>
  %w = layout.load %r[%0, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
  %x = layout.load %s[%i, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
  %y = layout.load %m[%0, %0] : memref<8x16xf16> -> tensor<8x16xf16>
  scf.if %c {
    %t = layout.load %s[%0, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
  }
  %last = scf.for %k = %0 to %4 step %1 iter_args(%token = %first) -> !layout.token {
    layout.wait %token
    %t = layout.load %s[%0, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
    %next = layout.copy_async %n[%k, %0], %s : memref<16x16xf16>, memref<8x16xf16, 3>
    scf.yield %next : !layout.token
  }
  layout.wait %last
  %z = layout.load %s[%0, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
  return
}

// -----

// Nor where all of it is outside: that is told for itself.
func.func @outside(%m: memref<8x16xf16>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %8 = arith.constant 8 : index
  %s = memref.alloc() : memref<8x16xf16, 3>
  %k = layout.copy_async %m[%i, %i], %s : memref<8x16xf16>, memref<8x16xf16, 3>
  // expected-warning @+1 {{'layout.load' op all of the tile 8x16 is outside the memref: it begins at 8 in dimension 0, which has extent 8}}
  %t = layout.load %s[%8, %0] : memref<8x16xf16, 3> -> tensor<8x16xf16>
  layout.wait %k
  return
}
