// Coordinates of boxes: of dimensions that are modes of a layout, and such as are beyond 32 bits.
// DEFINE: %{passes} = --layout-select --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t && FileCheck %s --input-file %t
// RUN: layout-interp %s %t --job %S/Inputs/tma-coordinates.json | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: 4096 elements compared

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!m = memref<?x64xf16, #layout<((8,?),64):((64,1024),1)>>
!e = memref<?x64xf16, #layout<((2,?),64):((64,256),1)>>
!s = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
!t = tensor<16x64xf16, #layout.tv<(8,4):(16,256), (16,2):(1,128)>>
gpu.module @kernels {
  // A row is one of 8, of a number of them.
  gpu.func @modes(%A: !m {llvm.align = 16 : i64}, %o: memref<16x64xf16>, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %8 = arith.constant 8 : index
    %p = memref.alloc() {alignment = 128 : i64} : !s
    %r = arith.muli %i, %8 : index
    %a = layout.copy_async %A[%r, %0], %p {layout.tma} : !m, !s
    layout.wait %a
    %t = layout.load %p[%0, %0] : !s -> !t
    layout.store %t, %o[%0, %0] : !t, memref<16x64xf16>
    gpu.return
  }

  // Two of them are a mode too.
  // CHECK-LABEL: gpu.func @pairs
  // CHECK: %[[ROW:.*]] = arith.muli %arg1, %c2
  // CHECK: %[[MANY:.*]] = arith.floordivsi %[[ROW]], %c2
  // CHECK: arith.subi %[[ROW]],
  // CHECK: arith.floordivsi %[[ROW]], %c2
  gpu.func @pairs(%A: !e {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %2 = arith.constant 2 : index
    %p = memref.alloc() {alignment = 128 : i64} : !s
    %r = arith.muli %i, %2 : index
    %a = layout.copy_async %A[%r, %0], %p {layout.tma} : !e, !s
    layout.wait %a
    gpu.return
  }

  // Each may be beyond on one side.
  // CHECK-LABEL: gpu.func @far
  // CHECK: %[[LEAST:.*]] = arith.maxsi %dim, %c-2147483648
  // CHECK-NEXT: %c2146435072
  // CHECK-NEXT: arith.minsi %[[LEAST]], %c2146435072
  // CHECK: arith.maxsi %[[SMALL:.*]], %c-2147483648
  gpu.func @far(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %8 = arith.constant 8 : index
    %p = memref.alloc() {alignment = 128 : i64} : !s
    %q = memref.alloc() {alignment = 128 : i64} : !s
    %rows = memref.dim %A, %0 : !g
    %a = layout.copy_async %A[%rows, %0], %p {layout.tma} : !g, !s
    %small = arith.minsi %i, %8 : index
    %b = layout.copy_async %A[%small, %0], %q {layout.tma} : !g, !s
    layout.wait %a, %b
    gpu.return
  }
}
