// A kernel takes a memref of dynamic size as a pointer and its sizes, if it is asked to.
// RUN: layout-opt %s --layout-to-nvvm="format=nvvm bare-pointers=false" | FileCheck %s
// RUN: not layout-opt %s --layout-to-nvvm=format=nvvm 2>&1 | FileCheck %s --check-prefix=BARE
// CHECK: llvm.func @k(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64)
// BARE: dynamic.mlir:[[# @LINE + 2]]:3: error: layout-check-memrefs: argument 0 of @k is memref<?xf32>, whose sizes a plain pointer does not hold: set bare-pointers=false, or make them static
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>) kernel {
    gpu.return
  }
}
