// Two blocks with a tile each, of which each adds its half of the rows: a barrier of the cluster between what a block
// writes and what the other reads, and one that keeps it there until it is read, at which threads arrive before they store.
// DEFINE: %{passes} = --layout-select --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s --layout-select --layout-place --layout-sync | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-place --layout-sync --layout-sync | FileCheck %s
// RUN: layout-opt %s %{passes} -o %t && layout-interp %s %t --schedules 4 --job %S/Inputs/cluster.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 4 --job '{"function": "boxes", "grid": [4, 1, 1], "arguments": [{"seed": 1, "low": -3, "high": 3, "whole": true}, {"values": [0]}]}' | FileCheck %s --check-prefix=BOXES
// BOXES: right: 256 elements compared
// RUN: layout-interp %s %t --schedules 4 --job '{"function": "between", "grid": [2, 1, 1], "arguments": [{"seed": 1, "low": -3, "high": 3, "whole": true}, {"values": [0]}]}' | FileCheck %s --check-prefix=BETWEEN
// BETWEEN: right: 192 elements compared
// RUN: layout-interp mutate %s %t --job %S/Inputs/cluster.json | FileCheck %s --check-prefix=MUTATED
// RUN: layout-opt %s "--layout-to-nvvm=ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX
// RUN: layout-opt %s "--layout-to-nvvm=ptx=- index-bitwidth=32" -o /dev/null | FileCheck %s --check-prefix=PTX

// RIGHT: right: 16384 elements compared
// MUTATED: barrier left out: 2 wrong, 2 noticed

// PTX: .reqnctapercluster 2, 1, 1
// PTX: barrier.cluster.arrive.aligned
// PTX: mapa.shared::cluster
// PTX: barrier.cluster.wait.aligned
// PTX: ld.shared::cluster.v4
// PTX-NOT: bar.sync
// PTX: barrier.cluster.arrive.aligned
// PTX: st.global
// PTX: barrier.cluster.wait.aligned

#rows = #layout.tv<(32,4):(128,1), (4,8):(32,4)>
#sum = #layout.frag<#layout.mma<m64n128k16, warps = (4,1)>, C, 64x128>
!g = memref<64x128xf32, #layout<(64,128):(128,1)>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @sum
  // CHECK: layout.store
  // CHECK-NOT: gpu.barrier
  // CHECK: nvvm.cluster.arrive {aligned}
  // CHECK: %[[FIRST:.*]] = layout.peer
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  // CHECK-NEXT: layout.load %[[FIRST]]
  // CHECK-NEXT: layout.load
  // CHECK-NEXT: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: arith.addf
  // CHECK-NEXT: layout.store
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  // CHECK-NEXT: gpu.return
  gpu.func @sum(%A: !g, %C: !g)
      kernel attributes {layout.threads = 128 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %x = gpu.block_id x
    %rank = arith.remui %x, %c2 : index
    %next = arith.addi %x, %c1 : index
    %other = arith.remui %next, %c2 : index
    %i = arith.muli %rank, %c32 : index
    %t = layout.load %A[%c0, %c0] : !g -> tensor<64x128xf32, #sum>
    %s = memref.alloc() {layout.auto} : memref<64x128xf32, 3>
    layout.store %t, %s[%c0, %c0] : tensor<64x128xf32, #sum>, memref<64x128xf32, 3>
    %p = layout.peer %s of %other : memref<64x128xf32, 3> -> memref<64x128xf32, 7>
    %v = layout.load %p[%i, %c0] : memref<64x128xf32, 7> -> tensor<32x128xf32, #rows>
    %u = layout.load %s[%i, %c0] : memref<64x128xf32, 3> -> tensor<32x128xf32, #rows>
    %w = arith.addf %u, %v : tensor<32x128xf32, #rows>
    layout.store %w, %C[%i, %c0] : tensor<32x128xf32, #rows>, !g
    gpu.return
  }

  // In a loop the block's memory is written anew when the other has read it; nothing stands behind the loop but what
  // keeps it there.
  // CHECK-LABEL: gpu.func @again
  // CHECK: scf.for
  // CHECK-NOT: scf.yield
  // CHECK: layout.store
  // CHECK: nvvm.cluster.arrive
  // CHECK: nvvm.cluster.wait
  // CHECK: layout.load
  // CHECK: scf.yield
  // CHECK: nvvm.cluster.wait
  // CHECK: gpu.return
  gpu.func @again(%A: memref<4x128xf32>, %C: memref<2x128xf32>)
      kernel attributes {layout.threads = 128 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %x = gpu.block_id x
    %next = arith.addi %x, %c1 : index
    %other = arith.remui %next, %c2 : index
    %s = memref.alloc() : memref<128xf32, 3>
    %p = layout.peer %s of %other : memref<128xf32, 3> -> memref<128xf32, 7>
    %zero = arith.constant dense<0.0> : tensor<128xf32, #layout.tv<128:1, 1:0>>
    %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%a = %zero) -> tensor<128xf32, #layout.tv<128:1, 1:0>> {
      %t = layout.load %A[%k, %c0] : memref<4x128xf32> -> tensor<128xf32, #layout.tv<128:1, 1:0>>
      layout.store %t, %s[%c0] : tensor<128xf32, #layout.tv<128:1, 1:0>>, memref<128xf32, 3>
      %v = layout.load %p[%c0] : memref<128xf32, 7> -> tensor<128xf32, #layout.tv<128:1, 1:0>>
      %d = arith.addf %a, %v : tensor<128xf32, #layout.tv<128:1, 1:0>>
      scf.yield %d : tensor<128xf32, #layout.tv<128:1, 1:0>>
    }
    layout.store %sum, %C[%x, %c0] : tensor<128xf32, #layout.tv<128:1, 1:0>>, memref<2x128xf32>
    gpu.return
  }

  // What the engine copies a thread sees behind its own wait, and threads of other blocks behind a barrier of the
  // cluster; nothing is copied there again before they have read it.
  // CHECK-LABEL: gpu.func @boxes
  // CHECK: layout.wait
  // CHECK: nvvm.cluster.arrive
  // CHECK: nvvm.cluster.wait
  // CHECK: layout.load %{{.*}} : memref<8x8xf32, 7>
  // CHECK: scf.yield
  // CHECK: gpu.return
  gpu.func @boxes(%In: memref<16x8xf32, #layout<(16,8):(8,1)>> {llvm.align = 16 : i64}, %Out: memref<16x8xf32, #layout<(16,8):(8,1)>>)
      kernel attributes {layout.threads = 32 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %me = gpu.cluster_block_id x
    %row = arith.muli %me, %c8 : index
    %other = arith.xori %me, %c1 : index
    %b = memref.alloc() : memref<8x8xf32, 3>
    %q = layout.peer %b of %other : memref<8x8xf32, 3> -> memref<8x8xf32, 7>
    %zero = arith.constant dense<0.0> : tensor<8x8xf32, #layout.tv<(4,8):(16,1), 2:8>>
    %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %zero) -> (tensor<8x8xf32, #layout.tv<(4,8):(16,1), 2:8>>) {
      %r = arith.addi %i, %row : index
      %k = layout.copy_async %In[%r, %c0], %b {layout.tma} : memref<16x8xf32, #layout<(16,8):(8,1)>>, memref<8x8xf32, 3>
      layout.wait %k
      %u = layout.load %q[%c0, %c0] : memref<8x8xf32, 7> -> tensor<8x8xf32, #layout.tv<(4,8):(16,1), 2:8>>
      %v = arith.addf %u, %a : tensor<8x8xf32, #layout.tv<(4,8):(16,1), 2:8>>
      scf.yield %v : tensor<8x8xf32, #layout.tv<(4,8):(16,1), 2:8>>
    }
    layout.store %t, %Out[%row, %c0] : tensor<8x8xf32, #layout.tv<(4,8):(16,1), 2:8>>, memref<16x8xf32, #layout<(16,8):(8,1)>>
    gpu.return
  }

  // What is done between arriving and waiting a barrier of the cluster does not part: one of the block does.
  // CHECK-LABEL: gpu.func @between
  // CHECK: nvvm.cluster.arrive
  // CHECK: layout.store
  // CHECK: nvvm.cluster.wait
  // CHECK: layout.load
  // CHECK: gpu.barrier
  // CHECK-NEXT: layout.load
  // CHECK: gpu.return
  gpu.func @between(%A: memref<64xf32>, %C: memref<128xf32>)
      kernel attributes {layout.threads = 64 : i64, known_cluster_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %me = gpu.cluster_block_id x
    %other = arith.xori %me, %c1 : index
    %at = arith.muli %me, %c64 : index
    %s = memref.alloc() : memref<64xf32, 3>
    %o = memref.alloc() : memref<64xf32, 3>
    %t = layout.load %A[%c0] : memref<64xf32> -> tensor<64xf32, #layout.tv<64:1, 1:0>>
    layout.store %t, %s[%c0] : tensor<64xf32, #layout.tv<64:1, 1:0>>, memref<64xf32, 3>
    %p = layout.peer %s of %other : memref<64xf32, 3> -> memref<64xf32, 7>
    layout.store %t, %o[%c0] : tensor<64xf32, #layout.tv<64:1, 1:0>>, memref<64xf32, 3>
    %u = layout.load %p[%c0] : memref<64xf32, 7> -> tensor<64xf32, #layout.tv<(32,2):(2,1), 1:0>>
    %v = layout.load %o[%c0] : memref<64xf32, 3> -> tensor<64xf32, #layout.tv<(32,2):(2,1), 1:0>>
    %w = arith.addf %u, %v : tensor<64xf32, #layout.tv<(32,2):(2,1), 1:0>>
    layout.store %w, %C[%at] : tensor<64xf32, #layout.tv<(32,2):(2,1), 1:0>>, memref<128xf32>
    gpu.return
  }
}
