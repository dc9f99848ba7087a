// Who leaves layout-sync out is told where threads meet; who has run it, or needs none, is not.
//
// RUN: layout-opt %s --split-input-file --verify-diagnostics "--pass-pipeline=builtin.module(layout-select,layout-place,layout-distribute)" -o /dev/null
// RUN: layout-opt %s --split-input-file "--pass-pipeline=builtin.module(layout-select,layout-place,layout-sync,layout-distribute)" -o /dev/null 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: warning: 

#a = #layout.tv<64:1, 1:0>
#b = #layout.tv<(8,8):(8,1), 1:0>
gpu.module @kernels {
  gpu.func @meets(%X: memref<64xf32>, %Y: memref<64xf32>) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %s = memref.alloc() : memref<64xf32, 3>
    %x = layout.load %X[%0] : memref<64xf32> -> tensor<64xf32, #a>
    layout.store %x, %s[%0] : tensor<64xf32, #a>, memref<64xf32, 3>
    // expected-warning@+1 {{threads of the group access the same bytes here, and no barrier or fence that this pass knows of is between; layout-sync, before this pass, writes those that are needed}}
    %y = layout.load %s[%0] : memref<64xf32, 3> -> tensor<64xf32, #b>
    layout.store %y, %Y[%0] : tensor<64xf32, #b>, memref<64xf32>
    gpu.return
  }
}

// -----

#a = #layout.tv<64:1, 1:0>
#b = #layout.tv<(8,8):(8,1), 1:0>
gpu.module @kernels {
  gpu.func @by_hand(%X: memref<64xf32>, %Y: memref<64xf32>) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %s = memref.alloc() : memref<64xf32, 3>
    %x = layout.load %X[%0] : memref<64xf32> -> tensor<64xf32, #a>
    layout.store %x, %s[%0] : tensor<64xf32, #a>, memref<64xf32, 3>
    gpu.barrier
    %y = layout.load %s[%0] : memref<64xf32, 3> -> tensor<64xf32, #b>
    layout.store %y, %Y[%0] : tensor<64xf32, #b>, memref<64xf32>
    gpu.return
  }
}
