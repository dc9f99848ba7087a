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

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @f() attributes {layout.launches} {
    %1 = arith.constant 1 : index
    %many = arith.constant 2147483648 : index
    // expected-error @+1 {{launches 'k' on 2147483648 blocks along x, and a GPU takes at most 2147483647 there}}
    gpu.launch_func @kernels::@k blocks in (%many, %1, %1) threads in (%1, %1, %1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @f() attributes {layout.launches} {
    %1 = arith.constant 1 : index
    %many = arith.constant 65536 : index
    // expected-error @+1 {{launches 'k' on 65536 blocks along z, and a GPU takes at most 65535 there}}
    gpu.launch_func @kernels::@k blocks in (%1, %1, %many) threads in (%1, %1, %1)
    return
  }
}
