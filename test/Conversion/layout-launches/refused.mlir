// RUN: layout-opt %s --layout-launches --split-input-file --verify-diagnostics -o /dev/null

gpu.module @kernels {
  gpu.func @k() kernel {
    gpu.return
  }
}
func.func @f(%m: memref<8xf32>) attributes {layout.launches} {
  %0 = arith.constant 0 : index
  // expected-error @+1 {{layout-launches: 'memref.load' is neither a launch nor computes with the function's arguments as layout.launches has it}}
  %x = memref.load %m[%0] : memref<8xf32>
  return
}

// -----

gpu.module @kernels {
  gpu.func @k() kernel {
    gpu.return
  }
}
// expected-error @+1 {{has an argument of type memref<8xf32, #layout<8:2>>: hand over strides, and cast to a layout inside}}
func.func @f(%m: memref<8xf32, #layout<8:2>>) attributes {layout.launches} {
  return
}

// -----

// expected-error @+1 {{layout-launches: launches no kernel}}
func.func @f(%n: index) attributes {layout.launches} {
  return
}

// -----

gpu.module @kernels {
  gpu.func @k() kernel {
    gpu.return
  }
}
func.func @f(%n: index) attributes {layout.launches} {
  // expected-error @+1 {{'arith.shli' is neither a launch nor computes}}
  %x = arith.shli %n, %n : index
  return
}
