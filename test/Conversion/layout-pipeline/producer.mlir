// Copies that producers issue: a warp beside the four of the group runs the part of the program that says where they are and
// whether they begin. They are ahead of the others by as many slots as are free, on through the next tiles.
// DEFINE: %{tiles} = --layout-select --layout-pipeline --layout-place --layout-sync
// DEFINE: %{job} = --job %S/Inputs/across.json
// RUN: layout-opt %s %{tiles} | FileCheck %s
// RUN: layout-opt %s %{tiles} --layout-distribute -o %t && layout-interp %s %t --schedules 2 %{job} | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %t --canonicalize --cse | FileCheck %s --check-prefix=ROLES
// RUN: layout-opt %s --layout-pipeline -o %t.tiles && layout-interp %s %t.tiles --schedules 1 %{job} | FileCheck %s --check-prefix=RIGHT
// RUN: sed s/"stages = 4"/"stages = 2"/ %s > %t.2.mlir
// RUN: layout-opt %t.2.mlir %{tiles} --layout-distribute -o %t.2 && layout-interp %t.2.mlir %t.2 --schedules 1 %{job} | FileCheck %s --check-prefix=RIGHT
// RUN: sed "s/stages = 4 : i64/stages = 1 : i64/" %s > %t.1.mlir
// RUN: not layout-opt %t.1.mlir --layout-pipeline 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX
// What says of itself that it waits for nobody is not believed.
// RUN: sed "s/layout.tma}/layout.tma, layout.at_once}/" %s > %t.said.mlir
// RUN: layout-opt %t.said.mlir %{tiles} | FileCheck %s
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// ONE: a loop with layout.across has two stages or more: with layout.stages = 1 no copy is ahead of its iteration

// A slot is released before anything is waited for. The first copies wait for nobody; no iteration has a barrier.
// CHECK-COUNT-4: layout.copy_async {{.*}} {layout.at_once, layout.producer, layout.ring = array<i64: {{[01]}}, 4>, layout.tma}
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK-NOT: layout.wait
// CHECK-COUNT-2: layout.copy_async {{.*}} {layout.producer, layout.ring = array<i64: {{[01]}}, 4>, layout.tma}
// CHECK: layout.wait
// CHECK-NOT: gpu.barrier
// CHECK: layout.mma {{.*}} under_way 1 :

// Producers make the mbarriers: of each slot one at which a copy arrives, and one at which the four warps do.
// ROLES: known_block_size = array<i32: 160, 1, 1>
// ROLES: %[[THREAD:.*]] = gpu.thread_id x upper_bound 160
// ROLES: %[[ROLE:.*]] = arith.cmpi ugt, %[[THREAD]], %c127
// ROLES: scf.if %[[ROLE]] {
// ROLES: nvvm.elect.sync
// ROLES-COUNT-4: nvvm.mbarrier.init %{{.*}}, %c1_i32
// ROLES-COUNT-4: nvvm.mbarrier.init %{{.*}}, %c4_i32
// ROLES: nvvm.fence.mbarrier.init
// ROLES-NOT: try_wait
// ROLES: nvvm.cp.async.bulk.tensor
// ROLES: gpu.barrier
// ROLES-NOT: wgmma
// ROLES: scf.for
// ROLES: scf.for
// ROLES: nvvm.mbarrier.try_wait.parity
// ROLES-NEXT: llvm.inttoptr
// ROLES-NEXT: llvm.getelementptr
// ROLES-NEXT: nvvm.mbarrier.arrive.expect_tx
// ROLES: nvvm.cp.async.bulk.tensor
// ROLES-NOT: wgmma
// ROLES: } else {
// ROLES: gpu.thread_id x upper_bound 128
// ROLES-NOT: nvvm.cp.async.bulk.tensor
// ROLES: gpu.barrier
// ROLES: nvvm.bar.warp.sync
// ROLES-NEXT: scf.if
// ROLES: nvvm.mbarrier.arrive
// ROLES: nvvm.mbarrier.try_wait.parity
// ROLES: nvvm.wgmma

// PTX: .reqntid 160, 1, 1
// PTX: mbarrier.arrive.shared.b64

// A release, its order behind what the warp has done, and the wait for it: without each of them a slot is filled that others
// still read, or nobody goes on.
// RUN: sed "/nvvm.bar.warp.sync/d" %t > %t.warp
// RUN: not layout-interp %s %t.warp --schedules 3 %{job} | FileCheck %s --check-prefix=RACE
// RUN: sed "/nvvm.mbarrier.arrive %/d" %t > %t.release
// RUN: not layout-interp %s %t.release --schedules 1 %{job} | FileCheck %s --check-prefix=HANG
// RACE: wrong: {{.*}}a race:
// HANG: wrong: {{.*}}waits for ever

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
    } {layout.stages = 4 : i64, layout.across, layout.producer}
    layout.store %r, %C[%n, %tile, %0, %0] : !t, memref<?x3x64x16xf32>
  }
  gpu.return
}
}
