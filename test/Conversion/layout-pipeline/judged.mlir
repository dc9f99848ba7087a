// A loop that copies ahead does what it did, whether it runs 0, 1 or more often, and each wait of it is needed. A
// block of the grid is a number of iterations; loops nest, and one of two that count differently is not
// guarded by the end of its memory.
// DEFINE: %{passes} = --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: sed s/STAGES/1/ %s > %t.1.mlir
// RUN: layout-opt %t.1.mlir %{passes} -o %t.1.out && layout-interp %t.1.mlir %t.1.out --job %S/Inputs/sums.json | FileCheck %s
// RUN: sed s/STAGES/2/ %s > %t.2.mlir
// RUN: layout-opt %t.2.mlir --layout-pipeline -o %t.2.tiles && layout-interp %t.2.mlir %t.2.tiles --job %S/Inputs/sums.json | FileCheck %s
// RUN: layout-opt %t.2.tiles %{passes} -o %t.2.out && layout-interp %t.2.mlir %t.2.out --job %S/Inputs/sums.json | FileCheck %s
// RUN: sed s/STAGES/3/ %s > %t.3.mlir
// RUN: layout-opt %t.3.mlir %{passes} -o %t.3.out && layout-interp %t.3.mlir %t.3.out --job %S/Inputs/sums.json | FileCheck %s
// RUN: layout-interp mutate --schedules 1 %t.3.mlir %t.3.out --job %S/Inputs/sums.json | FileCheck %s --check-prefix=MUTATE
// RUN: sed s/STAGES/4/ %s > %t.4.mlir
// RUN: layout-opt %t.4.mlir %{passes} -o %t.4.out && layout-interp %t.4.mlir %t.4.out --job %S/Inputs/sums.json | FileCheck %s
// CHECK: right: 728 elements compared

// A wait that is late by an iteration.
// RUN: sed "s/wait.group 2/wait.group 3/" %t.4.out > %t.late && not layout-interp %t.4.mlir %t.late --job %S/Inputs/sums.json | FileCheck %s --check-prefix=UNDER-WAY
// UNDER-WAY: wrong: {{.*}}asynchronous copy is under way

// MUTATE-NOT: not noticed
// MUTATE: barrier left out: [[B:[1-9][0-9]*]] wrong, [[B]] noticed
// MUTATE: commit left out: [[C:[1-9][0-9]*]] wrong, [[C]] noticed
// MUTATE: wait weaker by one: [[W:[1-9][0-9]*]] wrong, [[W]] noticed

!g = memref<?x?xf32, #layout<(?,?{div=4}):(?{div=4},1)>>
!p = memref<8x4xf32, #layout<S<1,2,2> o 0 o (8,4):(4,1)>, 3>
!q = memref<8x4xf32, #layout<(8,4):(4,1)>, 3>
!t = tensor<8x4xf32, #layout.tv<32:1, 1:0>>

func.func @sums(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !g) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %4 = arith.constant 4 : index
  %8 = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %q = memref.alloc() : !q
  %n = gpu.block_id x
  %end = arith.muli %n, %4 : index
  %row = arith.muli %n, %8 : index
  %r = scf.for %o = %0 to %2 step %1 iter_args(%x = %zero) -> !t {
    %i = arith.muli %o, %8 : index
    %s = scf.for %k = %0 to %end step %4 iter_args(%y = %x) -> !t {
      // Not at the end of A, and beyond that of B.
      %j = arith.addi %k, %4 : index
      %a = layout.copy_async %A[%i, %j], %p : !g, !p
      %b = layout.copy_async %B[%k, %0], %q : !g, !q
      layout.wait %a, %b
      %u = layout.load %p[%0, %0] : !p -> !t
      %v = layout.load %q[%0, %0] : !q -> !t
      %w = arith.mulf %u, %v : !t
      %z = arith.addf %y, %w : !t
      scf.yield %z : !t
    } {layout.stages = STAGES : i64}
    scf.yield %s : !t
  }
  layout.store %r, %C[%row, %0] : !t, !g
  return
}
