// What all lanes of a warp have is combined by one instruction: integers up to 32 bits, from sm_80 on.
// RUN: split-file %s %t
// RUN: layout-opt %t/sums.mlir --layout-select --layout-place --layout-sync --layout-distribute -o %t/threads.mlir
// RUN: FileCheck %s --input-file %t/threads.mlir
// RUN: layout-interp %t/sums.mlir %t/threads.mlir --job %t/job.json | FileCheck %s --check-prefix=SAME
// A minimum of other numbers is noticed.
// RUN: sed -e 's/redux.sync  *min/redux.sync umin/' %t/threads.mlir > %t/wrong.mlir
// RUN: not layout-interp %t/sums.mlir %t/wrong.mlir --job %t/job.json | FileCheck %s --check-prefix=OTHER
// RUN: layout-opt %t/sums.mlir --layout-distribute=chip=sm_75 | FileCheck %s --check-prefix=OLD
// RUN: layout-opt %t/sums.mlir "--layout-to-nvvm=chip=sm_80 bare-pointers=false" | FileCheck %s --check-prefix=PTX

// CHECK-LABEL: gpu.func @sums
// CHECK: nvvm.redux.sync add
// CHECK: arith.extsi {{.*}} : i8 to i32
// CHECK: nvvm.redux.sync min
// CHECK: arith.trunci {{.*}} : i32 to i8
// CHECK: arith.extui {{.*}} : i8 to i32
// CHECK: nvvm.redux.sync umax
// Rows of half a warp, 64 bits, products and floats go by shuffles.
// CHECK-NOT: redux
// CHECK-COUNT-4: gpu.shuffle
// CHECK: arith.muli
// SAME: right:
// OTHER: wrong:
// OLD-NOT: redux
// PTX: redux.sync.add.s32
// PTX: redux.sync.min.s32
// PTX: redux.sync.max.u32

//--- sums.mlir
!t = tensor<4x32xi32, #layout.tv<(32,4):(4,1), 1:0>>
!s = tensor<4xi32, #layout.tv<(32,4):(0,1), 1:0>>
!b = tensor<4x64xi8, #layout.tv<(32,4):(4,1), 2:128>>
!c = tensor<4xi8, #layout.tv<(32,4):(0,1), 1:0>>
!h = tensor<8x16xi32, #layout.tv<(16,8):(8,1), 1:0>>
!i = tensor<8xi32, #layout.tv<(16,8):(0,1), 1:0>>
!l = tensor<4x32xi64, #layout.tv<(32,4):(4,1), 1:0>>
!m = tensor<4xi64, #layout.tv<(32,4):(0,1), 1:0>>
!f = tensor<4x32xf32, #layout.tv<(32,4):(4,1), 1:0>>
!g = tensor<4xf32, #layout.tv<(32,4):(0,1), 1:0>>
gpu.module @kernels {
  gpu.func @sums(%X: memref<4x32xi32>, %B: memref<4x64xi8>, %H: memref<8x16xi32>, %L: memref<4x32xi64>, %F: memref<4x32xf32>,
      %Y: memref<4xi32>, %C: memref<4xi8>, %D: memref<4xi8>, %I: memref<8xi32>, %M: memref<4xi64>, %P: memref<4xi32>, %G: memref<4xf32>) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %x = layout.load %X[%0, %0] : memref<4x32xi32> -> !t
    %s = layout.reduce addi %x dim 1 : !t -> !s
    layout.store %s, %Y[%0] : !s, memref<4xi32>
    %b = layout.load %B[%0, %0] : memref<4x64xi8> -> !b
    %c = layout.reduce minsi %b dim 1 : !b -> !c
    layout.store %c, %C[%0] : !c, memref<4xi8>
    %d = layout.reduce maxui %b dim 1 : !b -> !c
    layout.store %d, %D[%0] : !c, memref<4xi8>
    %h = layout.load %H[%0, %0] : memref<8x16xi32> -> !h
    %i = layout.reduce addi %h dim 1 : !h -> !i
    layout.store %i, %I[%0] : !i, memref<8xi32>
    %l = layout.load %L[%0, %0] : memref<4x32xi64> -> !l
    %m = layout.reduce addi %l dim 1 : !l -> !m
    layout.store %m, %M[%0] : !m, memref<4xi64>
    %p = layout.reduce muli %x dim 1 : !t -> !s
    layout.store %p, %P[%0] : !s, memref<4xi32>
    %f = layout.load %F[%0, %0] : memref<4x32xf32> -> !f
    %g = layout.reduce maximumf %f dim 1 : !f -> !g
    layout.store %g, %G[%0] : !g, memref<4xf32>
    gpu.return
  }
}
//--- job.json
{"arguments": [{"seed": 1, "low": -99, "high": 99}, {"seed": 2, "low": -99, "high": 99}, {"seed": 3, "low": -99, "high": 99}, {"seed": 4, "low": -99, "high": 99}, {"seed": 5, "low": -2, "high": 2}, {}, {}, {}, {}, {}, {}, {}]}
