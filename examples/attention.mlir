// Causal attention, f16 with sums in f32: O = softmax(Q K^T / 8) V for any length and number of heads of size 64, a
// key seen by rows from its own on. A block has 128 rows, and in its loop the maximum and the sum of each so far.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s

// CHECK: .visible .entry attention
// CHECK-DAG: cp.async.cg.shared.global
// CHECK-DAG: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK-DAG: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK-DAG: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK-DAG: ex2.approx.ftz.f32

#m = #layout.mma<m16n8k16, warps = (4,1)>
#s = #layout.frag<#m, C, 128x64>
!q = tensor<128x64xf16, #layout.frag<#m, A, 128x64>>
!k = tensor<64x64xf16, #layout.frag<#m, B, 64x64>>
!s = tensor<128x64xf32, #s>
!h = tensor<128x64xf16, #s>
!i = tensor<128x64xi32, #s>
!p = tensor<128x64xf16, #layout.frag<#m, A, 128x64>>
!v = tensor<64x64xf16, #layout.frag<#m, B, 64x64>>
!o = tensor<128x64xf32, #layout.frag<#m, C, 128x64>>
// A number a row: the four lanes of a row have it.
!r = tensor<128xf32, #layout.tv<(4,8,4):(0,1,16), (2,2):(8,64)>>
!rows = memref<?x?x64xf16, #layout<(?,?,64):(?{div=8},64,1)>>
// The keys turned: the same memory, seen through other strides.
!columns = memref<?x64x?xf16, #layout<(?,64,?):(?{div=8},1,64)>>
!kb = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(1,64)>, 3>
!vb = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // %scale is log2(e) / sqrt(64). Blocks: rows by 128, heads.
    gpu.func @attention(%Q: !rows {llvm.align = 16 : i64}, %K: !columns {llvm.align = 16 : i64},
        %V: !rows {llvm.align = 16 : i64}, %O: !rows {llvm.align = 16 : i64}, %scale: f32)
        kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %none = arith.constant dense<0xFF800000> : !r
      %hidden = arith.constant dense<0xFF800000> : !s
      %o0 = arith.constant dense<0.0> : !o
      %r0 = arith.constant dense<0.0> : !r
      %s0 = arith.constant dense<0.0> : !s
      %r1 = arith.constant dense<1.0> : !r
      %kb = memref.alloc() : !kb
      %vb = memref.alloc() : !vb
      %x = gpu.block_id x
      %h = gpu.block_id y
      // The last rows have the most to do and begin first.
      %blocks = gpu.grid_dim x
      %last = arith.subi %blocks, %1 : index
      %b = arith.subi %last, %x : index
      %i = arith.muli %b, %128 : index
      %end = arith.addi %i, %128 : index
      %cs = tensor.splat %scale : !s
      %cr = tensor.splat %scale : !r
      %row = layout.iota dim 0 : !i
      %column = layout.iota dim 1 : !i
      %q = layout.load %Q[%h, %i, %0] : !rows -> !q
      %tk = layout.copy_async %K[%h, %0, %0], %kb : !columns, !kb
      %tv = layout.copy_async %V[%h, %0, %0], %vb : !rows, !vb
      %sum, %max, %all, %lk, %lv = scf.for %j = %0 to %end step %64 iter_args(%o = %o0, %m = %none, %l = %r0, %ck = %tk, %cv = %tv)
          -> (!o, !r, !r, !layout.token, !layout.token) {
        %next = arith.addi %j, %64 : index
        layout.wait %ck
        %k = layout.load %kb[%0, %0] : !kb -> !k
        %dots = layout.mma %q, %k, %s0 : !q, !k, !s
        // Beside the softmax.
        %nk = layout.copy_async %K[%h, %0, %next], %kb : !columns, !kb
        %beyond = arith.cmpi sgt, %next, %i : index
        %s = scf.if %beyond -> (!s) {
          %d = arith.subi %j, %i : index
          %d32 = arith.index_cast %d : index to i32
          %from = tensor.splat %d32 : !i
          %key = arith.addi %column, %from : !i
          %seen = arith.cmpi sle, %key, %row : !i
          %masked = arith.select %seen, %dots, %hidden : tensor<128x64xi1, #s>, !s
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
        %v = layout.load %vb[%0, %0] : !vb -> !v
        %u = layout.mma %p, %v, %before : !p, !v, !o
        %nv = layout.copy_async %V[%h, %next, %0], %vb : !rows, !vb
        scf.yield %u, %n, %t, %nk, %nv : !o, !r, !r, !layout.token, !layout.token
      }
      layout.wait %lk, %lv
      %share = arith.divf %r1, %all : !r
      %f = layout.broadcast %share dim 1 : !r -> !o
      %y = arith.mulf %sum, %f : !o
      %yh = arith.truncf %y : !o to tensor<128x64xf16, #layout.frag<#m, C, 128x64>>
      layout.store %yh, %O[%h, %i, %0] : tensor<128x64xf16, #layout.frag<#m, C, 128x64>>, !rows
      gpu.return
    }
  }
}
