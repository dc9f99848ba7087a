// The copies of a loop's last iterations are for the first ones of the next iteration of the loop around: blocks of the grid have no to
// five iterations of each of three tiles, or, of the last ones, none.
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// DEFINE: %{job} = --job %S/Inputs/across.json
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync | FileCheck %s
// RUN: layout-opt %s %{passes} -o %t && layout-interp %s %t --schedules 2 %{job} | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-pipeline -o %t.tiles && layout-interp %s %t.tiles --schedules 1 %{job} | FileCheck %s --check-prefix=RIGHT
// RUN: sed s/"stages = 4"/"stages = 2"/ %s > %t.2.mlir
// RUN: layout-opt %t.2.mlir %{passes} -o %t.2 && layout-interp %t.2.mlir %t.2 --schedules 1 %{job} | FileCheck %s --check-prefix=RIGHT
// RUN: sed s/"stages = 4"/"stages = 7"/ %s > %t.7.mlir
// RUN: layout-opt %t.7.mlir %{passes} -o %t.7 && layout-interp %t.7.mlir %t.7 --schedules 1 %{job} | FileCheck %s --check-prefix=RIGHT
// RUN: sed "s/stages = 4 : i64/stages = 1 : i64/" %s > %t.1.mlir
// RUN: not layout-opt %t.1.mlir --layout-pipeline 2>&1 | FileCheck %s --check-prefix=ONE
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// ONE: a loop with layout.across has two stages or more: with layout.stages = 1 no copy is ahead of its iteration

// Without the barrier of an iteration a slot is filled that others still read.
// RUN: sed "s/gpu.barrier//" %t > %t.free
// RUN: not layout-interp %s %t.free --schedules 1 %{job} | FileCheck %s --check-prefix=FREE
// FREE: wrong: {{.*}}a race:

// Behind the last tile nothing is copied.
// CHECK-LABEL: @tiles
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (i1, index, index, index, !layout.token,
// CHECK: scf.for
// CHECK: layout.wait
// CHECK: scf.if %{{.*}} -> (!layout.token, !layout.token) {
// CHECK: layout.no_copy
// What the next tile computes is computed once for each.
// CHECK: scf.if %{{.*}} -> (i1, index, index) {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK: arith.muli
// CHECK: layout.mma {{.*}} under_way 1 :
// CHECK: layout.wait_mma
// CHECK: layout.store
// CHECK: scf.yield
// CHECK: layout.wait {{.*}} {layout.none}

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>
!q = memref<16x16xf16, #layout<S<1,3,3> o 0 o (16,16):(16,1)>, 3>
!t = tensor<64x16xf32, #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>>

gpu.module @kernels {
gpu.func @tiles(%A: !a {llvm.align = 16 : i64}, %B: !a {llvm.align = 16 : i64}, %C: memref<?x3x64x16xf32>) kernel attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %3 = arith.constant 3 : index
  %5 = arith.constant 5 : index
  %16 = arith.constant 16 : index
  %64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %q = memref.alloc() : !q
  %n = gpu.block_id x
  %is_idle = arith.cmpi ugt, %n, %5 : index
  %tiles = arith.select %is_idle, %0, %3 : index
  %end = arith.muli %n, %16 : index
  scf.for %tile = %0 to %tiles step %1 {
    %i = arith.muli %tile, %64 : index
    %r = scf.for %k = %0 to %end step %16 iter_args(%x = %zero) -> !t {
      %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !a, !p
      %t = layout.copy_async %B[%k, %0], %q {layout.tma} : !a, !q
      layout.wait %s, %t
      %y = layout.mma %p, %q, %x : !p, !q, !t
      scf.yield %y : !t
    } {layout.stages = 4 : i64, layout.across}
    layout.store %r, %C[%n, %tile, %0, %0] : !t, memref<?x3x64x16xf32>
  }
  gpu.return
}
}
