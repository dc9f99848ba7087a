// What no GPU computes is an error where it stands.
//
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-to-nvvm=chip=sm_90a

gpu.module @kernels {
  gpu.func @tiles(%X: memref<32xf128>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %x = layout.load %X[%0] : memref<32xf128> -> tensor<32xf128, #layout.tv<32:1, 1:0>>
    // expected-error@+1 {{a GPU has no arithmetic on f128: use f64, or a pair of them}}
    %y = arith.addf %x, %x : tensor<32xf128, #layout.tv<32:1, 1:0>>
    layout.store %y, %X[%0] : tensor<32xf128, #layout.tv<32:1, 1:0>>, memref<32xf128>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @scalars(%X: memref<f80>, %i: i32) kernel {
    // expected-error@+1 {{a GPU has no arithmetic on f80}}
    %x = arith.sitofp %i : i32 to f80
    memref.store %x, %X[] : memref<f80>
    gpu.return
  }
}
