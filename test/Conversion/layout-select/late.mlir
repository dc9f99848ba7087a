// Behind layout-sync nothing is allocated: no barrier would stand before it.
// RUN: layout-opt %s --layout-select --split-input-file --verify-diagnostics

#a = #layout.tv<128:1, 32:128>
#b = #layout.tv<128:32, 32:1>
func.func @function(%m: memref<4096xf32>) attributes {layout.synchronized, layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<4096xf32> -> tensor<4096xf32, #a>
  // expected-error @+1 {{layout-sync has put the barriers already, and this pass comes before it}}
  %u = layout.convert %t : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
  layout.store %u, %m[%0] : tensor<4096xf32, #b>, memref<4096xf32>
  return
}

// -----

#a = #layout.tv<128:1, 32:128>
#b = #layout.tv<128:32, 32:1>
gpu.module @kernels {
  gpu.func @kernel(%m: memref<4096xf32>) kernel attributes {layout.synchronized, layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %t = layout.load %m[%0] : memref<4096xf32> -> tensor<4096xf32, #a>
    // expected-error @+1 {{layout-sync has put the barriers already, and this pass comes before it}}
    %u = layout.convert %t : tensor<4096xf32, #a> -> tensor<4096xf32, #b>
    layout.store %u, %m[%0] : tensor<4096xf32, #b>, memref<4096xf32>
    gpu.return
  }
}
