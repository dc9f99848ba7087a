// A kernel with producers cannot be launched with fewer threads, any other kernel that says its block where that is asked for.
// RUN: layout-opt %s --layout-require-block-size | FileCheck %s
// RUN: layout-opt %s --layout-require-block-size=all | FileCheck %s --check-prefix=ALL
// RUN: layout-opt %s --layout-require-block-size --layout-require-block-size | FileCheck %s

gpu.module @kernels {
  // CHECK: @produced() attributes {gpu.kernel, gpu.known_block_size = array<i32: 160, 1, 1>, layout.producers = 32 : i64, nvvm.kernel, nvvm.reqntid = array<i32: 160, 1, 1>}
  // ALL: @produced() attributes {gpu.kernel, gpu.known_block_size = array<i32: 160, 1, 1>, layout.producers = 32 : i64, nvvm.kernel, nvvm.reqntid = array<i32: 160, 1, 1>}
  llvm.func @produced() attributes {gpu.kernel, gpu.known_block_size = array<i32: 160, 1, 1>, layout.producers = 32 : i64, nvvm.kernel, nvvm.maxntid = array<i32: 160, 1, 1>} {
    llvm.return
  }
  // CHECK: @plain() attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
  // ALL: @plain() attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
  llvm.func @plain() attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
    llvm.return
  }
  // What is only at most so large stays so; of both PTX takes one.
  // CHECK: @most() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>}
  // ALL: @most() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>}
  llvm.func @most() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>} {
    llvm.return
  }
  // CHECK: @both() attributes {gpu.known_block_size = array<i32: 64, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>}
  llvm.func @both() attributes {gpu.known_block_size = array<i32: 64, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>, nvvm.reqntid = array<i32: 64, 1, 1>} {
    llvm.return
  }
}
