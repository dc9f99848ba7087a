// Products of what the engine copies, in loops of no to five iterations: a block of the grid is a number of them. Copies behind
// the last are not begun, and none is waited for behind the loop.
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync | FileCheck %s
// RUN: layout-opt %s %{passes} -o %t && layout-interp %s %t --schedules 3 --job %S/Inputs/products.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-pipeline -o %t.tiles && layout-interp %s %t.tiles --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed s/"stages = 3"/"stages = 5"/ %s > %t.5.mlir
// RUN: layout-opt %t.5.mlir %{passes} -o %t.5 && layout-interp %t.5.mlir %t.5 --schedules 2 --job %S/Inputs/products.json | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared

// Of a descriptor only where the slot begins is of the iteration, in units of 16 bytes.
// RUN: layout-opt %t --canonicalize --loop-invariant-code-motion | FileCheck %s --check-prefix=DESCRIPTOR
// DESCRIPTOR: arith.andi %{{.*}}, %c16383_i32
// DESCRIPTOR: scf.for
// DESCRIPTOR-NOT: %c16383_i32
// DESCRIPTOR: arith.shrui %{{.*}}, %c4_i32 : i32
// DESCRIPTOR-NOT: %c16383_i32
// DESCRIPTOR: nvvm.wgmma.mma_async

// A copy more than there are iterations is under way at the end; without the barrier there is a race.
// RUN: sed "s/arith.cmpi slt/arith.cmpi sle/" %t > %t.more
// RUN: not layout-interp %s %t.more --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=MORE
// MORE: wrong: {{.*}}which nobody has waited for
// RUN: sed "s/gpu.barrier//" %t > %t.free
// RUN: not layout-interp %s %t.free --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=FREE
// FREE: wrong: {{.*}}a race:

// CHECK-LABEL: @product
// CHECK: scf.for
// CHECK: layout.wait
// CHECK: scf.if %{{.*}} -> (!layout.token, !layout.token) {
// CHECK: gpu.barrier
// CHECK-NEXT: layout.copy_async
// CHECK-NOT: gpu.barrier
// CHECK: layout.copy_async
// CHECK: layout.no_copy
// CHECK: layout.no_copy
// CHECK-NOT: gpu.barrier
// CHECK: layout.mma {{.*}} under_way 1 :
// CHECK-NOT: gpu.barrier
// CHECK: layout.wait {{.*}} {layout.none}

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>
!q = memref<16x16xf16, #layout<S<1,3,3> o 0 o (16,16):(16,1)>, 3>
!t = tensor<64x16xf32, #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>>

gpu.module @kernels {
gpu.func @product(%A: !a {llvm.align = 16 : i64}, %B: !a {llvm.align = 16 : i64}, %C: memref<?x64x16xf32>) kernel attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %q = memref.alloc() : !q
  %n = gpu.block_id x
  %end = arith.muli %n, %16 : index
  %r = scf.for %k = %0 to %end step %16 iter_args(%x = %zero) -> !t {
    %s = layout.copy_async %A[%0, %k], %p {layout.tma} : !a, !p
    %t = layout.copy_async %B[%k, %0], %q {layout.tma} : !a, !q
    layout.wait %s, %t
    %y = layout.mma %p, %q, %x : !p, !q, !t
    scf.yield %y : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %C[%n, %0, %0] : !t, memref<?x64x16xf32>
  gpu.return
}
}
