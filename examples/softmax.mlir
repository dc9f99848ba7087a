// Y = softmax of the rows of X, f16 with sums in f32, of any number of rows and any width that 8 divides (without
// `{div=8}` of any width, an element at a time): rows up to 1024 by a warp each, up to 8192 by a block in one tile,
// wider ones in rounds. A place behind the row holds -inf, whose power is 0.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s

// CHECK: .visible .entry narrow
// CHECK-NOT: bar.sync
// CHECK: .visible .entry row
// CHECK-COUNT-4: ld.global.nc.v4.b32
// CHECK: max.NaN.f32
// CHECK: bar.sync
// CHECK: ex2.approx.ftz.f32
// CHECK: .visible .entry wide

!m = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>

// A warp a row: 32 lanes, four times 8 values that lie together.
!nh = tensor<4x1024xf16, #layout.tv<(32,4):(32,1), (8,4):(4,1024)>>
!nf = tensor<4x1024xf32, #layout.tv<(32,4):(32,1), (8,4):(4,1024)>>
!ns = tensor<4xf32, #layout.tv<(32,4):(0,1), 1:0>>
// 256 threads a row.
!h = tensor<1x8192xf16, #layout.tv<256:8, (8,4):(1,2048)>>
!f = tensor<1x8192xf32, #layout.tv<256:8, (8,4):(1,2048)>>
!s = tensor<1xf32, #layout.tv<256:0, 1:0>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Blocks: rows by 4.
    gpu.func @narrow(%X: !m {llvm.align = 16 : i64, llvm.noalias}, %Y: !m {llvm.align = 16 : i64, llvm.noalias})
        kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %4 = arith.constant 4 : index
      %ninf = arith.constant 0xFC00 : f16
      %one = arith.constant dense<1.0> : !ns
      %b = gpu.block_id x
      %i = arith.muli %b, %4 : index
      %x = layout.load %X[%i, %0] pad %ninf : !m -> !nh
      %v = arith.extf %x : !nh to !nf
      %max = layout.reduce maximumf %v dim 1 : !nf -> !ns
      %of = layout.broadcast %max dim 1 : !ns -> !nf
      %d = arith.subf %v, %of : !nf
      %e = math.exp %d : !nf
      %sum = layout.reduce addf %e dim 1 : !nf -> !ns
      %r = arith.divf %one, %sum : !ns
      %k = layout.broadcast %r dim 1 : !ns -> !nf
      %p = arith.mulf %e, %k : !nf
      %y = arith.truncf %p : !nf to !nh
      layout.store %y, %Y[%i, %0] : !nh, !m
      gpu.return
    }

    // A block a row.
    gpu.func @row(%X: !m {llvm.align = 16 : i64, llvm.noalias}, %Y: !m {llvm.align = 16 : i64, llvm.noalias})
        kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %ninf = arith.constant 0xFC00 : f16
      %one = arith.constant dense<1.0> : !s
      %i = gpu.block_id x
      %x = layout.load %X[%i, %0] pad %ninf : !m -> !h
      %v = arith.extf %x : !h to !f
      %max = layout.reduce maximumf %v dim 1 : !f -> !s
      %of = layout.broadcast %max dim 1 : !s -> !f
      %d = arith.subf %v, %of : !f
      %e = math.exp %d : !f
      %sum = layout.reduce addf %e dim 1 : !f -> !s
      %r = arith.divf %one, %sum : !s
      %k = layout.broadcast %r dim 1 : !s -> !f
      %p = arith.mulf %e, %k : !f
      %y = arith.truncf %p : !f to !h
      layout.store %y, %Y[%i, %0] : !h, !m
      gpu.return
    }

    // A block a row, read twice.
    gpu.func @wide(%X: !m {llvm.align = 16 : i64, llvm.noalias}, %Y: !m {llvm.align = 16 : i64, llvm.noalias})
        kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8192 = arith.constant 8192 : index
      %ninf = arith.constant 0xFC00 : f16
      %low = arith.constant dense<-1.0e30> : !f
      %zero = arith.constant dense<0.0> : !f
      %one = arith.constant dense<1.0> : !s
      %i = gpu.block_id x
      %N = memref.dim %X, %1 : !m
      // Of each place in the tile the maximum so far, and the sum of the powers relative to it.
      %max, %sum = scf.for %j = %0 to %N step %8192 iter_args(%m = %low, %s = %zero) -> (!f, !f) {
        %x = layout.load %X[%i, %j] pad %ninf : !m -> !h
        %v = arith.extf %x : !h to !f
        %n = arith.maximumf %m, %v : !f
        %before = arith.subf %m, %n : !f
        %d = arith.subf %v, %n : !f
        %scale = math.exp %before : !f
        %e = math.exp %d : !f
        %t = math.fma %s, %scale, %e : !f
        scf.yield %n, %t : !f, !f
      }
      %top = layout.reduce maximumf %max dim 1 : !f -> !s
      %of = layout.broadcast %top dim 1 : !s -> !f
      %d = arith.subf %max, %of : !f
      %scale = math.exp %d : !f
      %parts = arith.mulf %sum, %scale : !f
      %all = layout.reduce addf %parts dim 1 : !f -> !s
      %r = arith.divf %one, %all : !s
      %k = layout.broadcast %r dim 1 : !s -> !f
      scf.for %j = %0 to %N step %8192 {
        %x = layout.load %X[%i, %j] pad %ninf : !m -> !h
        %v = arith.extf %x : !h to !f
        %l = arith.subf %v, %of : !f
        %e = math.exp %l : !f
        %p = arith.mulf %e, %k : !f
        %y = arith.truncf %p : !f to !h
        layout.store %y, %Y[%i, %j] : !h, !m
      }
      gpu.return
    }
  }
}
