gpu.module @kernels {
  gpu.func @outside(%m: memref<8x8xf32>, %o: memref<8x8xf32>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %8 = arith.constant 8 : index
    %t = layout.load %m[%0, %8] : memref<8x8xf32> -> tensor<8x8xf32, #layout.tv<32:1, 2:32>>
    layout.store %t, %o[%0, %0] : tensor<8x8xf32, #layout.tv<32:1, 2:32>>, memref<8x8xf32>
    gpu.return
  }
}
