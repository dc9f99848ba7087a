// Causal attention by a warpgroup (sm_90a), heads of size 128: attention_128.mlir with Q, K and V read by the tensor cores
// from shared memory, and the weights from registers. Blocks are 64 rows of a head; several on a multiprocessor let products
// of one run beside the softmax of another.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s

// CHECK: .visible .entry attention
// CHECK-NOT: cp.async.cg
// CHECK-DAG: cp.async.bulk.tensor.3d
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
// CHECK-DAG: wgmma.wait_group.sync.aligned 0;
// CHECK-DAG: ex2.approx.ftz.f32
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16

#ms = #layout.mma<m64n64k16, warps = (4,1)>
#mo = #layout.mma<m64n128k16, warps = (4,1)>
#s = #layout.frag<#ms, C, 64x64>
!s = tensor<64x64xf32, #s>
!h = tensor<64x64xf16, #s>
!i = tensor<64x64xi32, #s>
!p = tensor<64x64xf16, #layout.frag<#mo, A, 64x64>>
!o = tensor<64x128xf32, #layout.frag<#mo, C, 64x128>>
// A number a row: the four lanes of a row have it.
!r = tensor<64xf32, #layout.tv<(4,8,4):(0,1,16), 2:8>>
!rows = memref<?x?x128xf16, #layout<(?,?,128):(?{div=8},128,1)>>
// The keys turned: the same memory, seen through other strides.
!columns = memref<?x128x?xf16, #layout<(?,128,?):(?{div=8},1,128)>>
!qb = memref<64x128xf16, 3>
!kb = memref<128x64xf16, 3>
!vb = memref<64x128xf16, 3>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // %scale is log2(e) / sqrt(128). Blocks: rows by 64, heads.
    gpu.func @attention(%Q: !rows {llvm.align = 16 : i64}, %K: !columns {llvm.align = 16 : i64},
        %V: !rows {llvm.align = 16 : i64}, %O: !rows {llvm.align = 16 : i64}, %scale: f32)
        kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %64 = arith.constant 64 : index
      %none = arith.constant dense<0xFF800000> : !r
      %hidden = arith.constant dense<0xFF800000> : !s
      %o0 = arith.constant dense<0.0> : !o
      %r0 = arith.constant dense<0.0> : !r
      %s0 = arith.constant dense<0.0> : !s
      %r1 = arith.constant dense<1.0> : !r
      %kb = memref.alloc() {layout.auto} : !kb
      %vb = memref.alloc() {layout.auto} : !vb
      %x = gpu.block_id x
      %h = gpu.block_id y
      // The last rows have the most to do and begin first.
      %blocks = gpu.grid_dim x
      %last = arith.subi %blocks, %1 : index
      %b = arith.subi %last, %x : index
      %i = arith.muli %b, %64 : index
      %end = arith.addi %i, %64 : index
      %cs = tensor.splat %scale : !s
      %cr = tensor.splat %scale : !r
      %row = layout.iota dim 0 : !i
      %column = layout.iota dim 1 : !i
      %qb = memref.alloc() {layout.auto} : !qb
      %tq = layout.copy_async %Q[%h, %i, %0], %qb {layout.tma} : !rows, !qb
      layout.wait %tq
      %tk = layout.copy_async %K[%h, %0, %0], %kb {layout.tma} : !columns, !kb
      %tv = layout.copy_async %V[%h, %0, %0], %vb {layout.tma} : !rows, !vb
      %sum, %max, %all, %lk, %lv = scf.for %j = %0 to %end step %64 iter_args(%o = %o0, %m = %none, %l = %r0, %ck = %tk, %cv = %tv)
          -> (!o, !r, !r, !layout.token, !layout.token) {
        %next = arith.addi %j, %64 : index
        layout.wait %ck
        %dots = layout.mma %qb, %kb, %s0 : !qb, !kb, !s
        // Beside the softmax.
        %nk = layout.copy_async %K[%h, %0, %next], %kb {layout.tma} : !columns, !kb
        %beyond = arith.cmpi sgt, %next, %i : index
        %s = scf.if %beyond -> (!s) {
          %d = arith.subi %j, %i : index
          %d32 = arith.index_cast %d : index to i32
          %from = tensor.splat %d32 : !i
          %key = arith.addi %column, %from : !i
          %seen = arith.cmpi sle, %key, %row : !i
          %masked = arith.select %seen, %dots, %hidden : tensor<64x64xi1, #s>, !s
          scf.yield %masked : !s
        } else {
          scf.yield %dots : !s
        }
        %top = layout.reduce maximumf %s dim 1 : !s -> !r
        %n = arith.maximumf %m, %top : !r
        %nc = arith.mulf %n, %cr : !r
        %minus = arith.negf %nc : !r
        %less = math.fma %m, %cr, %minus : !r
        %alpha = math.exp2 %less fastmath<afn> : !r
        %by = layout.broadcast %minus dim 1 : !r -> !s
        %e = math.fma %s, %cs, %by : !s
        %w = math.exp2 %e fastmath<afn> : !s
        %part = layout.reduce addf %w dim 1 : !s -> !r
        %t = math.fma %l, %alpha, %part : !r
        %wh = arith.truncf %w : !s to !h
        %p = layout.convert %wh : !h -> !p
        %a = layout.broadcast %alpha dim 1 : !r -> !o
        %before = arith.mulf %o, %a : !o
        layout.wait %cv
        %u = layout.mma %p, %vb, %before : !p, !vb, !o
        %nv = layout.copy_async %V[%h, %next, %0], %vb {layout.tma} : !rows, !vb
        scf.yield %u, %n, %t, %nk, %nv : !o, !r, !r, !layout.token, !layout.token
      }
      layout.wait %lk, %lv
      %share = arith.divf %r1, %all : !r
      %f = layout.broadcast %share dim 1 : !r -> !o
      %y = arith.mulf %sum, %f : !o
      %yh = arith.truncf %y : !o to tensor<64x128xf16, #layout.frag<#mo, C, 64x128>>
      layout.store %yh, %O[%h, %i, %0] : tensor<64x128xf16, #layout.frag<#mo, C, 64x128>>, !rows
      gpu.return
    }
  }
}
