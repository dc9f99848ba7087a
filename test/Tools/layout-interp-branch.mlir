// A branch by a sum is decided where its lanes went between threads as bits.
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.mlir
// RUN: echo '{"grid": [1, 1, 1], "arguments": [{"shape": [101], "low": -100, "high": 100, "seed": 1}, {"shape": [101]}]}' > %t.json
// RUN: FileCheck %s --check-prefix=BITS --input-file %t.mlir
// RUN: layout-interp %s %t.mlir --job %t.json | FileCheck %s
// BITS: arith.bitcast %{{.*}} : f32 to i32
// BITS: gpu.shuffle
// CHECK: right: 202 elements compared, 0 too close to tell

!t = tensor<128xf32, #layout.tv<128:1, 1:0>>
!m = memref<?xf32, #layout<?:1>>

// Halved until the sum of squares is 1 at most.
func.func @f(%X: !m, %Y: !m) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %half = arith.constant dense<0.5> : !t
  %one = arith.constant 1.0 : f32
  %a = layout.load %X[%0] : !m -> !t
  %r = scf.while (%x = %a) : (!t) -> !t {
    %q = arith.mulf %x, %x : !t
    %s = layout.reduce addf %q dim 0 : !t -> f32
    %more = arith.cmpf ogt, %s, %one : f32
    scf.condition(%more) %x : !t
  } do {
  ^bb0(%x: !t):
    %y = arith.mulf %x, %half : !t
    scf.yield %y : !t
  }
  layout.store %r, %Y[%0] : !t, !m
  return
}
