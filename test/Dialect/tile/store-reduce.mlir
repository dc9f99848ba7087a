// By what a store may combine elements with those of memory.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

!g = memref<?x32xf16, #layout<(?,32):(?{div=8},1)>>
func.func @none(%s: memref<16x32xf16, 3>, %m: !g, %i: index) {
  // expected-error @+1 {{'layout.store_async' op there is no kind `plus`; there are addi}}
  %k = layout.store_async %s, %m[%i, %i] {layout.reduce = "plus"} : memref<16x32xf16, 3>, !g
  layout.wait %k
  return
}

// -----

!g = memref<?x32xf64, #layout<(?,32):(?{div=2},1)>>
func.func @type(%s: memref<16x32xf64, 3>, %m: !g, %i: index) {
  // expected-error @+1 {{'layout.store_async' op stores by addf, which the engine does not do with f64: it does addf with f16, bf16 and f32, and addi, minsi, maxsi, minui, maxui, andi, ori and xori with i32 and i64}}
  %k = layout.store_async %s, %m[%i, %i] {layout.reduce = "addf"} : memref<16x32xf64, 3>, !g
  layout.wait %k
  return
}

// -----

!g = memref<?x32xf16, #layout<(?,32):(?{div=8},1)>>
func.func @kind(%s: memref<16x32xf16, 3>, %m: !g, %i: index) {
  // expected-error @+1 {{stores by maximumf, which the engine does not do with f16}}
  %k = layout.store_async %s, %m[%i, %i] {layout.reduce = "maximumf"} : memref<16x32xf16, 3>, !g
  layout.wait %k
  return
}

// -----

!g = memref<?x32xf16, #layout<(?,32):(?{div=8},1)>>
func.func @integer(%s: memref<16x32xf16, 3>, %m: !g, %i: index) {
  // expected-error @+1 {{stores by addi, which the engine does not do with f16}}
  %k = layout.store_async %s, %m[%i, %i] {layout.reduce = "addi"} : memref<16x32xf16, 3>, !g
  layout.wait %k
  return
}
