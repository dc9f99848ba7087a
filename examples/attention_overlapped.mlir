// Causal attention by two warpgroups (sm_90a), heads of size 128: blocks of 128 rows. Of an iteration the product of the
// queries and the next keys begins first, then that of the last weights and their values, which is under way during the
// softmax. Producers copy: a block has 384 threads.
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s
// CHECK: .visible .entry attention
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK: nanosleep
// CHECK: wgmma.wait_group.sync.aligned 0;

#m = #layout.mma<m64n128k16, warps = (8,1)>
#s = #layout.frag<#m, C, 128x128>
!s = tensor<128x128xf32, #s>
!h = tensor<128x128xf16, #s>
!i = tensor<128x128xi32, #s>
!p = tensor<128x128xf16, #layout.frag<#m, A, 128x128>>
// A number a row: the four lanes of a row have it.
!r = tensor<128xf32, #layout.tv<(4,8,8):(0,1,16), 2:8>>
!rows = memref<?x?x128xf16, #layout<(?,?,128):(?{div=8},128,1)>>
// The keys turned: the same memory, seen through other strides.
!columns = memref<?x128x?xf16, #layout<(?,128,?):(?{div=8},1,128)>>
!b = memref<128x128xf16, 3>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // %scale is log2(e) / sqrt(128). Blocks: rows by 128, heads.
    gpu.func @attention(%Q: !rows {llvm.align = 16 : i64}, %K: !columns {llvm.align = 16 : i64},
        %V: !rows {llvm.align = 16 : i64}, %O: !rows {llvm.align = 16 : i64}, %scale: f32)
        kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %128 = arith.constant 128 : index
      %none = arith.constant dense<0xFF800000> : !r
      %hidden = arith.constant dense<0xFF800000> : !s
      %zero = arith.constant dense<0.0> : !s
      %r1 = arith.constant dense<1.0> : !r
      %qb = memref.alloc() {layout.auto} : !b
      %kb = memref.alloc() {layout.auto} : !b
      %vb = memref.alloc() {layout.auto} : !b
      %kf = memref.alloc() {layout.auto} : !b
      %vl = memref.alloc() {layout.auto} : !b
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
      %tq = layout.copy_async %Q[%h, %i, %0], %qb {layout.tma} : !rows, !b
      %tf = layout.copy_async %K[%h, %0, %0], %kf {layout.tma} : !columns, !b
      layout.wait %tq, %tf
      %first = layout.mma %qb, %kf, %zero : !b, !b, !s
      %alone = arith.cmpi eq, %i, %0 : index
      %s0 = scf.if %alone -> (!s) {
        %seen0 = arith.cmpi sle, %column, %row : !i
        %x0 = arith.select %seen0, %first, %hidden : tensor<128x128xi1, #s>, !s
        scf.yield %x0 : !s
      } else {
        scf.yield %first : !s
      }
      %top0 = layout.reduce maximumf %s0 dim 1 : !s -> !r
      %n0 = arith.maximumf %none, %top0 : !r
      %nc0 = arith.mulf %n0, %cr : !r
      %minus0 = arith.negf %nc0 : !r
      %by0 = layout.broadcast %minus0 dim 1 : !r -> !s
      %e0 = math.fma %s0, %cs, %by0 : !s
      %w0 = math.exp2 %e0 fastmath<afn> : !s
      %l0 = layout.reduce addf %w0 dim 1 : !s -> !r
      %wh0 = arith.truncf %w0 : !s to !h
      %p0 = layout.convert %wh0 : !h -> !p
      %sum, %pl, %max, %all = scf.for %j = %128 to %end step %128 iter_args(%o = %zero, %p = %p0, %m = %n0, %l = %l0) -> (!s, !p, !r, !r) {
        %before = arith.subi %j, %128 : index
        %tk = layout.copy_async %K[%h, %0, %j], %kb {layout.tma} : !columns, !b
        %tv = layout.copy_async %V[%h, %before, %0], %vb {layout.tma} : !rows, !b
        layout.wait %tk, %tv
        %begun = layout.mma %qb, %kb, %zero under_way 1 : !b, !b, !s
        %u = layout.mma %p, %vb, %o under_way 2 : !p, !b, !s
        %dots = layout.wait_mma %begun under_way 1 : !s
        %diagonal = arith.cmpi eq, %j, %i : index
        %s1 = scf.if %diagonal -> (!s) {
          %seen1 = arith.cmpi sle, %column, %row : !i
          %x1 = arith.select %seen1, %dots, %hidden : tensor<128x128xi1, #s>, !s
          scf.yield %x1 : !s
        } else {
          scf.yield %dots : !s
        }
        %top1 = layout.reduce maximumf %s1 dim 1 : !s -> !r
        %n1 = arith.maximumf %m, %top1 : !r
        %nc1 = arith.mulf %n1, %cr : !r
        %minus1 = arith.negf %nc1 : !r
        %by1 = layout.broadcast %minus1 dim 1 : !r -> !s
        %e1 = math.fma %s1, %cs, %by1 : !s
        %w1 = math.exp2 %e1 fastmath<afn> : !s
        %l1 = layout.reduce addf %w1 dim 1 : !s -> !r
        %wh1 = arith.truncf %w1 : !s to !h
        %p1 = layout.convert %wh1 : !h -> !p
        %less = math.fma %m, %cr, %minus1 : !r
        %alpha = math.exp2 %less fastmath<afn> : !r
        %t = math.fma %l, %alpha, %l1 : !r
        %v = layout.wait_mma %u : !s
        %a = layout.broadcast %alpha dim 1 : !r -> !s
        %y = arith.mulf %v, %a : !s
        scf.yield %y, %p1, %n1, %t : !s, !p, !r, !r
      } {layout.stages = 2 : i64, layout.producer}
      %tl = layout.copy_async %V[%h, %i, %0], %vl {layout.tma} : !rows, !b
      layout.wait %tl
      %out = layout.mma %pl, %vl, %sum : !p, !b, !s
      %share = arith.divf %r1, %all : !r
      %f = layout.broadcast %share dim 1 : !r -> !s
      %y = arith.mulf %out, %f : !s
      %yh = arith.truncf %y : !s to !h
      layout.store %yh, %O[%h, %i, %0] : !h, !rows
      gpu.return
    }
  }
}
