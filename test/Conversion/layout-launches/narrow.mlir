// RUN: layout-opt %s --layout-launches=index-bitwidth=32 --verify-diagnostics

// A description is of numbers of 64 bits: what a function computes with fewer would wrap earlier. What it only hands on may have fewer.
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @k(%n: index) kernel {
    gpu.return
  }
}
func.func @computes(%n: index) attributes {layout.launches} {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  // expected-error @+1 {{layout-launches: 'arith.ceildivui' computes with 32 bits, and what layout.launches has computes with 64: compile for index-bitwidth=64}}
  %blocks = arith.ceildivui %n, %c128 : index
  gpu.launch_func @kernels::@k blocks in (%blocks, %c1, %c1) threads in (%c128, %c1, %c1) args(%n : index)
  return
}
func.func @hands_on(%n: index) attributes {layout.launches} {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c128, %c1, %c1) args(%n : index)
  return
}
}
