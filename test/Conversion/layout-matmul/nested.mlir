// Kernels are written beside a function, and what launches a tile program is looked for beside its module: of several functions or modules
// that MLIR has under way at once no pass does either.
// RUN: not layout-opt %s "--pass-pipeline=builtin.module(func.func(layout-matmul))" 2>&1 | FileCheck %s --check-prefix=FUNC
// RUN: layout-opt %s --layout-matmul -o %t.mlir
// RUN: not layout-opt %t.mlir "--pass-pipeline=builtin.module(builtin.module(gpu.module(layout-distribute)))" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not layout-opt %t.mlir "--pass-pipeline=builtin.module(func.func(layout-launches))" -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOST
// Kernels in a module inside are lowered by a pipeline that is nested so, and by no other.
// RUN: not layout-opt %t.mlir "--layout-to-nvvm=bare-pointers=false" -o /dev/null 2>&1 | FileCheck %s --check-prefix=OUTER
// RUN: layout-opt %t.mlir "--pass-pipeline=builtin.module(builtin.module(layout-to-nvvm{bare-pointers=false}))" | FileCheck %s --check-prefix=INNER

// FUNC: nested.mlir:[[# @LINE + 8]]:1: error: layout-matmul: looks at what stands beside a 'func.func' op, which others may be changing: run it on the builtin.module around
// FUNC-NOT: error
// HOST: error: layout-launches: looks at what stands beside a 'func.func' op
// GPU: error: layout-distribute: looks at what stands beside a 'gpu.module' op
// OUTER: error: layout-attach-data-layout: 'gpu.module' op stands in a module inside another one, and kernels are lowered in the outermost: run the pipeline on that module
// OUTER-NOT: error
// INNER: module @inner
// INNER: gpu.binary @matmul_kernels
func.func @outside() { return }
module @inner {
  func.func @f(%A: memref<64x64xf16>, %B: memref<64x64xf16>, %C: memref<64x64xf32>) {
    linalg.matmul ins(%A, %B : memref<64x64xf16>, memref<64x64xf16>) outs(%C : memref<64x64xf32>)
    return
  }
}
