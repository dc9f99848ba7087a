// A copy is waited for exactly once on every path.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

!m = memref<8x16xf16>
!s = memref<8x16xf16, 3>

func.func @right(%m: !m, %a: !s, %b: !s, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : !m, !s
  %1 = layout.copy_async %m[%i, %i], %b : !m, !s
  layout.wait %0, %1
  // On either way.
  %2 = layout.copy_async %m[%i, %i], %a : !m, !s
  scf.if %c {
    layout.wait %2
  } else {
    scf.if %c {
      layout.wait %2
    } else {
      layout.wait %2
    }
  }
  scf.index_switch %i
  case 1 {
    %3 = layout.copy_async %m[%i, %i], %a : !m, !s
    layout.wait %3
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// A loop that copies one tile ahead: the token is carried.
func.func @ahead(%m: !m, %a: !s, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : !m, !s
  %1 = scf.for %k = %i to %i step %i iter_args(%token = %0) -> (!layout.token) {
    layout.wait %token
    %2 = layout.copy_async %m[%k, %i], %a : !m, !s
    scf.yield %2 : !layout.token
  }
  layout.wait %1
  return
}

func.func @while(%m: !m, %a: !s, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : !m, !s
  %1 = scf.while (%token = %0) : (!layout.token) -> !layout.token {
    scf.condition(%c) %token : !layout.token
  } do {
  ^bb0(%token: !layout.token):
    layout.wait %token
    %2 = layout.copy_async %m[%i, %i], %a : !m, !s
    scf.yield %2 : !layout.token
  }
  layout.wait %1
  return
}

// A branch that begins the copy or leaves the old one.
func.func @branch(%m: !m, %a: !s, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : !m, !s
  %1 = scf.if %c -> (!layout.token) {
    layout.wait %0
    %2 = layout.copy_async %m[%i, %i], %a : !m, !s
    scf.yield %2 : !layout.token
  } else {
    scf.yield %0 : !layout.token
  }
  %3 = scf.execute_region -> !layout.token {
    scf.yield %1 : !layout.token
  }
  layout.wait %3
  return
}

// -----

func.func @never(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'layout.copy_async' op begins a copy whose token is never waited for; a layout.wait is missing}}
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  return
}

// -----

func.func @twice(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  // expected-note @+1 {{it was here}}
  layout.wait %0
  // expected-error @+1 {{'layout.wait' op waits for a token that was waited for or handed on before}}
  layout.wait %0
  return
}

// -----

func.func @twice(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  // expected-error @+2 {{'layout.wait' op waits for a token that was waited for or handed on before}}
  // expected-note @+1 {{it was here}}
  layout.wait %0, %0
  return
}

// -----

func.func @some(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'layout.copy_async' op begins a copy whose token is not waited for on every path; a layout.wait is missing}}
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  scf.if %c {
    // expected-note @+1 {{it is here}}
    layout.wait %0
  }
  return
}

// -----

func.func @some(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{is not waited for on every path}}
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  scf.index_switch %i
  case 1 {
    // expected-note @+1 {{it is here}}
    layout.wait %0
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

// On one path twice, on the other once.
func.func @both(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  scf.if %c {
    // expected-note @+1 {{it was here}}
    layout.wait %0
  }
  // expected-error @+1 {{'layout.wait' op waits for a token that was waited for or handed on before}}
  layout.wait %0
  return
}

// -----

func.func @loop(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-note @+1 {{the token is from here}}
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  scf.for %k = %i to %i step %i {
    // expected-error @+1 {{'layout.wait' op waits in a region of scf.for for a token from outside it, which each iteration would do again: carry the token with the loop}}
    layout.wait %0
  }
  return
}

// -----

func.func @carried(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  // expected-error @+1 {{'scf.for' op has a token that is never waited for; a layout.wait is missing}}
  %1 = scf.for %k = %i to %i step %i iter_args(%token = %0) -> (!layout.token) {
    layout.wait %token
    %2 = layout.copy_async %m[%k, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
    scf.yield %2 : !layout.token
  }
  return
}

// -----

// The token that an iteration takes must be waited for in it, or handed on.
func.func @dropped(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  // expected-error @+1 {{'scf.for' op has a token that is never waited for; a layout.wait is missing}}
  %1 = scf.for %k = %i to %i step %i iter_args(%token = %0) -> (!layout.token) {
    %2 = layout.copy_async %m[%k, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
    scf.yield %2 : !layout.token
  }
  layout.wait %1
  return
}

// -----

func.func @handed(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  // expected-note @+1 {{it was here}}
  %1 = scf.for %k = %i to %i step %i iter_args(%token = %0) -> (!layout.token) {
    scf.yield %token : !layout.token
  }
  // expected-error @+1 {{'layout.wait' op waits for a token that was waited for or handed on before}}
  layout.wait %0
  layout.wait %1
  return
}

// -----

func.func @yielded(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  %1 = scf.for %k = %i to %i step %i iter_args(%token = %0) -> (!layout.token) {
    // expected-note @+1 {{it was here}}
    layout.wait %token
    // expected-error @+1 {{'scf.yield' op hands on a token that was waited for or handed on before}}
    scf.yield %token : !layout.token
  }
  layout.wait %1
  return
}

// -----

func.func @returned(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) -> !layout.token attributes {layout.threads = 32 : i64} {
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  // expected-error @+1 {{'func.return' op takes a token, which only layout.wait, loops and yields of scf may}}
  return %0 : !layout.token
}

// -----

func.func @blocks(%m: memref<8x16xf16>, %a: memref<8x16xf16, 3>, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-note @+1 {{the token is from here}}
  %0 = layout.copy_async %m[%i, %i], %a : memref<8x16xf16>, memref<8x16xf16, 3>
  cf.br ^next
^next:
  // expected-error @+1 {{'layout.wait' op uses a token of another block; tokens go through scf, not through cf}}
  layout.wait %0
  return
}

// -----

// expected-error @+1 {{'func.func' op has a token that is never waited for; a layout.wait is missing}}
func.func @argument(%token: !layout.token) attributes {layout.threads = 32 : i64} {
  return
}

// -----

!m = memref<8x16xf16>
!s = memref<8x16xf16, 3>
func.func @store(%m: !m, %a: !s, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'layout.store_async' op begins a store whose token is never waited for; a layout.wait is missing}}
  %0 = layout.store_async %a, %m[%i, %i] : !s, !m
  return
}
