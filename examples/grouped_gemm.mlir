// A grouped product by warpgroups (sm_90a): rows of A in groups, each times a matrix of its own, as a mixture of experts
// has it. Group g is rows %ends[g - 1] to %ends[g] of A and C, and %B[g] is what it is multiplied by. A block finds its tile
// by walking over the groups: of tiles of 128 rows there are at most as many as in all rows, and one more a group, and so many
// blocks are launched, those of eight such tiles together; those that find none do nothing. A tile that ends behind its group reads rows of the next one, and
// stores to a view of C that ends where the group does.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s
// RUN: %python %S/Inputs/grouped.py %s %t.json

// CHECK: .visible .entry grouped
// CHECK-DAG: cp.async.bulk.tensor.2d.shared
// CHECK-DAG: cp.async.bulk.tensor.3d.shared
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// CHECK-DAG: wgmma.wait_group.sync.aligned 1;
// CHECK-DAG: st.global.v4.b32

#c = #layout.frag<#layout.mma<m64n256k16, warps = (8,1)>, C, 128x256>
!a = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!b = memref<?x?x?xf16, #layout<(?,?,?):(?{div=8},?{div=8},1)>>
!all = memref<?x?xf16, strided<[?, 1]>>
!group = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<128x64xf16, 3>
!q = memref<64x256xf16, 3>
!acc = tensor<128x256xf32, #c>
!held = tensor<128x256xf16, #c>
!rows = tensor<128x256xf16, #layout.tv<(32,8):(1024,1), (8,16):(128,8)>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Blocks: 8, tiles of 256 columns, tiles of 128 rows by 8.
    gpu.func @grouped(%A: !a {llvm.align = 16 : i64}, %B: !b {llvm.align = 16 : i64}, %C: !all {llvm.align = 16 : i64},
        %ends: memref<?xi32>) kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8 = arith.constant 8 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %256 = arith.constant 256 : index
      %zero = arith.constant dense<0.0> : !acc
      %p = memref.alloc() {layout.auto} : !p
      %q = memref.alloc() {layout.auto} : !q
      %x = gpu.block_id x
      %y = gpu.block_id y
      %z = gpu.block_id z
      %band = arith.muli %z, %8 : index
      %number = arith.addi %band, %x : index
      %j = arith.muli %y, %256 : index
      // The group of tile %number: the first before whose end there are more tiles. %tile counts from the begin of each.
      %groups = memref.dim %ends, %0 : memref<?xi32>
      %last = arith.subi %groups, %1 : index
      %g, %begin, %end, %tile = scf.while (%at = %0, %from = %0, %rest = %number) : (index, index, index) -> (index, index, index, index) {
        %e32 = memref.load %ends[%at] : memref<?xi32>
        %e = arith.index_cast %e32 : i32 to index
        %rows = arith.subi %e, %from : index
        %tiles = arith.ceildivsi %rows, %128 : index
        %beyond = arith.cmpi sge, %rest, %tiles : index
        %more = arith.cmpi slt, %at, %last : index
        %go = arith.andi %beyond, %more : i1
        %left = arith.subi %rest, %tiles : index
        %kept = arith.select %go, %left, %rest : index
        scf.condition(%go) %at, %from, %e, %kept : index, index, index, index
      } do {
      ^bb0(%at: index, %from: index, %e: index, %rest: index):
        %next = arith.addi %at, %1 : index
        scf.yield %next, %e, %rest : index, index, index
      }
      %down = arith.muli %tile, %128 : index
      %i = arith.addi %begin, %down : index
      %is_one = arith.cmpi slt, %i, %end : index
      scf.if %is_one {
        %K = memref.dim %A, %1 : !a
        %N = memref.dim %C, %1 : !all
        %sum = scf.for %k = %0 to %K step %64 iter_args(%acc = %zero) -> !acc {
          %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !a, !p
          %t = layout.copy_async %B[%g, %k, %j], %q {layout.tma} : !b, !q
          layout.wait %s, %t
          %d = layout.mma %p, %q, %acc : !p, !q, !acc
          scf.yield %d : !acc
        } {layout.stages = 4 : i64}
        %h = arith.truncf %sum : !acc to !held
        %r = layout.convert %h : !held -> !rows
        %until = memref.subview %C[0, 0] [%end, %N] [1, 1] : !all to !all
        %own = memref.cast %until : !all to !group
        layout.store %r, %own[%i, %j] : !rows, !group
      }
      gpu.return
    }
  }
}
