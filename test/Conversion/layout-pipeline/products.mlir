// Products of slots that are under way while the next iteration's are begun: a slot is filled two iterations after it
// was read. A block of the grid is a number of iterations.
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync | FileCheck %s
// RUN: layout-opt %s %{passes} -o %t && layout-interp %s %t --schedules 2 --job %S/Inputs/products.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-pipeline -o %t.tiles && layout-interp %s %t.tiles --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed s/"stages = 3"/"stages = 2"/ %s > %t.2.mlir && layout-opt %t.2.mlir --layout-pipeline | FileCheck %s --check-prefix=TWO
// RUN: layout-opt %t.2.mlir %{passes} -o %t.2 && layout-interp %t.2.mlir %t.2 --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed s/"stages = 3"/"stages = 5"/ %s > %t.5.mlir
// RUN: layout-opt %t.5.mlir %{passes} -o %t.5 && layout-interp %t.5.mlir %t.5 --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=RIGHT
// The ring is aligned as its buffers are.
// RUN: layout-opt %s --layout-select --layout-pipeline | FileCheck %s --check-prefix=RING
// RING: memref.alloc() {alignment = 256 : i64, layout.purpose = "layout.stages = 3
// RIGHT: right: {{[1-9][0-9]*}} elements compared

// A product more under way reads what is overwritten; without the barrier there is a race; the last ones are waited for.
// RUN: sed "s/wgmma.wait.group.sync.aligned 1/wgmma.wait.group.sync.aligned 2/" %t > %t.late
// RUN: not layout-interp %s %t.late --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=LATE
// LATE: wrong: {{.*}}asynchronous copy is under way
// RUN: sed "s/wgmma.wait.group.sync.aligned 0/wgmma.wait.group.sync.aligned 1/" %t > %t.last
// RUN: not layout-interp %s %t.last --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=LAST
// LAST: wrong: {{.*}}a product of thread 0 that is never waited for
// RUN: sed "s/gpu.barrier//" %t > %t.free
// RUN: not layout-interp %s %t.free --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=FREE
// FREE: wrong: {{.*}}a race:
// RUN: sed "s/nvvm.fence.proxy.*//" %t > %t.unfenced
// RUN: not layout-interp %s %t.unfenced --schedules 1 --job %S/Inputs/products.json | FileCheck %s --check-prefix=UNFENCED
// UNFENCED: wrong: {{.*}}without a fence.proxy.async between

// CHECK-LABEL: @product
// One copy of each matrix is begun before the loop, of three slots; the next one is read in the first iteration.
// CHECK: memref.view %{{.*}} to memref<[[ALL:[0-9]+]]xi8, 3>
// CHECK-COUNT-2: layout.copy_async
// CHECK-NOT: layout.copy_async
// CHECK: scf.for {{.*}} iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %[[READ:arg[0-9]+]] = %{{.*}}, %[[BEFORE:arg[0-9]+]] = %{{.*}}, %[[FILLED:arg[0-9]+]] = %{{.*}})
// CHECK: %[[AT:.*]] = arith.index_castui %[[READ]] : i32 to index
// CHECK: memref.view %{{.*}}[%[[AT]]]
// CHECK: layout.wait
// CHECK-NOT: layout.mma
// CHECK: %[[TO:.*]] = arith.index_castui %[[FILLED]] : i32 to index
// CHECK: memref.view %{{.*}}[%[[TO]]]
// CHECK: gpu.barrier
// CHECK: layout.copy_async
// CHECK: layout.copy_async
// CHECK-NOT: gpu.barrier
// CHECK: layout.mma {{.*}} under_way 1 :
// CHECK-NOT: gpu.barrier
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[READ]], %[[BEFORE]] :
// CHECK: %[[D:.*]] = layout.wait_mma
// CHECK-NEXT: layout.wait %
// CHECK: layout.store %[[D]]

// Of two slots none is left for a product that is under way.
// TWO-NOT: under_way
// TWO-NOT: layout.wait_mma

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>
!q = memref<16x16xf16, #layout<S<1,3,3> o 0 o (16,16):(16,1)>, 3>
!t = tensor<64x16xf32, #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>>

func.func @product(%A: !a {llvm.align = 16 : i64}, %B: !a {llvm.align = 16 : i64}, %C: memref<?x64x16xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %q = memref.alloc() : !q
  %n = gpu.block_id x
  %end = arith.muli %n, %16 : index
  %r = scf.for %k = %0 to %end step %16 iter_args(%x = %zero) -> !t {
    %s = layout.copy_async %A[%0, %k], %p : !a, !p
    %t = layout.copy_async %B[%k, %0], %q : !a, !q
    layout.wait %s, %t
    %y = layout.mma %p, %q, %x : !p, !q, !t
    scf.yield %y : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %C[%n, %0, %0] : !t, memref<?x64x16xf32>
  return
}

// Of two products, of which ptxas has one wait for the other, none is left under way.
// CHECK-LABEL: @two_products
// CHECK-NOT: under_way
// TWO-LABEL: @two_products
func.func @two_products(%A: !a {llvm.align = 16 : i64}, %B: !a {llvm.align = 16 : i64}, %C: memref<2x64x16xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %16 = arith.constant 16 : index
  %64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %q = memref.alloc() : !q
  %r:2 = scf.for %k = %0 to %64 step %16 iter_args(%x = %zero, %y = %zero) -> (!t, !t) {
    %s = layout.copy_async %A[%0, %k], %p : !a, !p
    %t = layout.copy_async %B[%k, %0], %q : !a, !q
    layout.wait %s, %t
    %v = layout.mma %p, %q, %x : !p, !q, !t
    %w = layout.mma %p, %q, %y : !p, !q, !t
    scf.yield %v, %w : !t, !t
  } {layout.stages = 3 : i64}
  layout.store %r#0, %C[%0, %0, %0] : !t, memref<2x64x16xf32>
  layout.store %r#1, %C[%1, %0, %0] : !t, memref<2x64x16xf32>
  return
}
