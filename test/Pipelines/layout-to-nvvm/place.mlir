// A pipeline is one of a module: alone, a gpu.module has none of what upstream's conversions need around it.
// RUN: not layout-opt %s --no-implicit-module "--pass-pipeline=gpu.module(layout-to-nvvm)" 2>&1 | FileCheck %s
// CHECK: place.mlir:[[# @LINE + 1]]:1: error: layout-check-lowered: layout-to-llvm and layout-to-nvvm are pipelines of a builtin.module, and here they end in a 'gpu.module'
gpu.module @m {
  gpu.func @f(%i: index, %m: memref<4xindex>) kernel {
    memref.store %i, %m[%i] : memref<4xindex>
    gpu.return
  }
}
