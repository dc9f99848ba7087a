// What works on tiles is never dropped, also where nothing else uses it: it is an error that says which passes are missing.
//
// RUN: layout-opt %s --split-input-file --verify-diagnostics --convert-layout-to-arith
// RUN: not layout-opt %s --split-input-file --layout-to-llvm 2>&1 | FileCheck %s
// CHECK-COUNT-2: is of a tile program
// CHECK-NOT: llvm.func

func.func @copied(%X: memref<32xf32>, %Y: memref<32xf32>) {
  %0 = arith.constant 0 : index
  // expected-error@+1 {{'layout.load' is of a tile program: in a function with layout.threads the passes layout-select, layout-pipeline, layout-place, layout-sync and layout-distribute make that of a thread of it}}
  %x = layout.load %X[%0] : memref<32xf32> -> tensor<32xf32>
  layout.store %x, %Y[%0] : tensor<32xf32>, memref<32xf32>
  return
}

// -----

func.func @waited(%X: memref<8x8xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %s = memref.alloc() : memref<8x8xf32, 3>
  // expected-error@+1 {{'layout.copy_async' is of a tile program}}
  %t = layout.copy_async %X[%0, %0], %s : memref<8x8xf32>, memref<8x8xf32, 3>
  layout.wait %t
  return
}
