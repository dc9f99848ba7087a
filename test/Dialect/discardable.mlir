// Attributes of the dialect on operations: one that there is not, that does nothing where it stands, or that takes something else
// is an error, and would be as if it were not there. What passes write stays on what becomes of an operation.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

!g = memref<64xf32, #layout<64:1>>
!p = memref<64xf32, #layout<64:1>, 3>
func.func @right(%m: !g {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %p = memref.alloc() {layout.auto, layout.purpose = "its own"} : !p
  %k = layout.copy_async %m[%0], %p {layout.tma, layout.producer} : !g, !p
  layout.wait %k
  %l = layout.copy_async %m[%0], %p {layout.bulk, layout.producer, layout.ring = array<i64: 0, 1>} : !g, !p
  layout.wait %l
  %s = layout.store_async %p, %m[%0] {layout.reduce = "addf", layout.tma} : !p, !g
  layout.wait %s
  scf.for %i = %0 to %n step %1 {
  } {layout.stages = 3 : i64, layout.across, layout.producer}
  return
}

// -----

// What is left on what was lowered.
module attributes {layout.dynamic_shared_memory = {kernels = {gemm = 98304 : i64}}} {
  llvm.func @lowered() attributes {layout.launches, layout.dynamic_shared_memory = 98304 : i64, layout.producers = 128 : i64} {
    llvm.return
  }
  func.func @left(%m: memref<4xf32>, %i: index) -> f32 {
    %x = memref.load %m[%i] {layout.purpose = "a slot", layout.barriers} : memref<4xf32>
    return %x : f32
  }
}

// -----

!g = memref<64xf32, #layout<64:1>>
!p = memref<64xf32, #layout<64:1>, 3>
func.func @misspelt(%m: !g, %p: !p, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'layout.copy_async' op has layout.tmaa, which is no attribute of the layout dialect: layout.tma is}}
  %k = layout.copy_async %m[%i], %p {layout.tmaa} : !g, !p
  layout.wait %k
  return
}

// -----

func.func @stage(%n: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'scf.for' op has layout.stage, which is no attribute of the layout dialect: layout.stages is}}
  scf.for %i = %n to %n step %n {
  } {layout.stage = 3 : i64}
  return
}

// -----

// expected-error @below {{'func.func' op has layout.thread, which is no attribute of the layout dialect: layout.threads is}}
func.func @thread() attributes {layout.thread = 32 : i64} {
  return
}

// -----

!g = memref<64xf32, #layout<64:1>>
!p = memref<64xf32, #layout<64:1>, 3>
func.func @value(%m: !g, %p: !p, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'layout.copy_async' op has layout.tma = 3 : i64, which takes no value}}
  %k = layout.copy_async %m[%i], %p {layout.tma = 3} : !g, !p
  layout.wait %k
  return
}

// -----

func.func @number(%n: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'scf.for' op has layout.stages = "3", which takes an i64}}
  scf.for %i = %n to %n step %n {
  } {layout.stages = "3"}
  return
}

// -----

func.func @false(%n: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'scf.for' op has layout.across = false, which takes no value}}
  scf.for %i = %n to %n step %n {
  } {layout.across = false, layout.stages = 3 : i64}
  return
}

// -----

!g = memref<64xf32, #layout<64:1>>
!p = memref<64xf32, #layout<64:1>, 3>
func.func @text(%m: !g, %p: !p, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'layout.store_async' op has layout.reduce, which takes a text}}
  %k = layout.store_async %p, %m[%i] {layout.reduce} : !p, !g
  layout.wait %k
  return
}

// -----

!g = memref<64xf32, #layout<64:1>>
!p = memref<64xf32, #layout<64:1>, 3>
func.func @threads(%m: !g, %p: !p, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'layout.copy_async' op has layout.producer, and is a copy by the threads themselves: producers issue copies by the engine, which layout.tma and layout.bulk ask for}}
  %k = layout.copy_async %m[%i], %p {layout.producer} : !g, !p
  layout.wait %k
  return
}

// -----

!g = memref<64xf32, #layout<64:1>>
!p = memref<64xf32, #layout<64:1>, 3>
func.func @l2_of_threads(%m: !g, %p: !p, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'layout.copy_async' op has layout.l2, and is a copy by the threads themselves: the engine tells L2 so, which layout.tma and layout.bulk ask for}}
  %k = layout.copy_async %m[%i], %p {layout.l2 = "evict_first"} : !g, !p
  layout.wait %k
  return
}

// -----

!g = memref<64xf32, #layout<64:1>>
!p = memref<64xf32, #layout<64:1>, 3>
func.func @l2_other(%m: !g, %p: !p, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'layout.copy_async' op has layout.l2 = "no_allocate", which takes "evict_first" or "evict_last"}}
  %k = layout.copy_async %m[%i], %p {layout.bulk, layout.l2 = "no_allocate"} : !g, !p
  layout.wait %k
  return
}

// -----

!g = memref<64xf32, #layout<64:1>>
func.func @l2_of_store(%m: !g, %t: tensor<64xf32, #layout.tv<32:2, 2:1>>, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'layout.store' op has layout.l2, which does nothing there: it stands on layout.copy_async and layout.store_async}}
  layout.store %t, %m[%i] {layout.l2 = "evict_first"} : tensor<64xf32, #layout.tv<32:2, 2:1>>, !g
  return
}

// -----

func.func @place(%n: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'scf.while' op has layout.stages, which does nothing there: it stands on scf.for}}
  scf.while : () -> () {
    %c = arith.constant false
    scf.condition(%c)
  } do {
    scf.yield
  } attributes {layout.stages = 2 : i64}
  return
}

// -----

!p = memref<64xf32, #layout<64:1>, 3>
!g = memref<64xf32, #layout<64:1>>
func.func @stored(%m: !g, %p: !p, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{'layout.store_async' op has layout.producer, which does nothing there: it stands on layout.copy_async and scf.for}}
  %k = layout.store_async %p, %m[%i] {layout.producer} : !p, !g
  layout.wait %k
  return
}
