// Y = (X - mean) / sqrt(variance + eps) W + B for each row of X, f16 with sums in f32, rows up to 8192 wide that 8
// divides (without `{div=8}` of any width). A block has a row in registers: the deviations are summed after the mean.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s

// CHECK: .visible .entry layernorm
// CHECK-COUNT-4: ld.global.nc.v4.b32
// CHECK-NOT: ld.global.nc.b16
// CHECK: bar.sync
// CHECK: rsqrt.approx.f32
// CHECK: st.global.v4.b32

!m = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!w = memref<?xf16, #layout<?{div=8}:1>>
!h1 = tensor<8192xf16, #layout.tv<256:8, (8,4):(1,2048)>>
!h = tensor<1x8192xf16, #layout.tv<256:8, (8,4):(1,2048)>>
!i = tensor<1x8192xi32, #layout.tv<256:8, (8,4):(1,2048)>>
!f = tensor<1x8192xf32, #layout.tv<256:8, (8,4):(1,2048)>>
!s = tensor<1xf32, #layout.tv<256:0, 1:0>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @layernorm(%X: !m {llvm.align = 16 : i64, llvm.noalias}, %W: !w {llvm.align = 16 : i64, llvm.noalias},
        %B: !w {llvm.align = 16 : i64, llvm.noalias}, %Y: !m {llvm.align = 16 : i64, llvm.noalias}, %eps: f32)
        kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %zero = arith.constant dense<0.0> : !f
      %i = gpu.block_id x
      %N = memref.dim %X, %1 : !m
      %n = arith.index_cast %N : index to i32
      %nf = arith.sitofp %n : i32 to f32
      %width = tensor.splat %nf : !s
      %x = layout.load %X[%i, %0] : !m -> !h
      %v = arith.extf %x : !h to !f
      %sum = layout.reduce addf %v dim 1 : !f -> !s
      %mean = arith.divf %sum, %width : !s
      %means = layout.broadcast %mean dim 1 : !s -> !f
      %all = arith.subf %v, %means : !f
      // Nothing deviates behind the row.
      %at = layout.iota dim 1 : !i
      %end = tensor.splat %n : !i
      %is = arith.cmpi slt, %at, %end : !i
      %d = arith.select %is, %all, %zero : tensor<1x8192xi1, #layout.tv<256:8, (8,4):(1,2048)>>, !f
      %q = arith.mulf %d, %d : !f
      %squares = layout.reduce addf %q dim 1 : !f -> !s
      %var = arith.divf %squares, %width : !s
      %e = tensor.splat %eps : !s
      %ve = arith.addf %var, %e : !s
      %r = math.rsqrt %ve : !s
      %rs = layout.broadcast %r dim 1 : !s -> !f
      %norm = arith.mulf %all, %rs : !f
      %w = layout.load %W[%0] : !w -> !h1
      %b = layout.load %B[%0] : !w -> !h1
      %w1 = layout.expand_dims %w dim 0 : !h1 -> !h
      %b1 = layout.expand_dims %b dim 0 : !h1 -> !h
      %wf = arith.extf %w1 : !h to !f
      %bf = arith.extf %b1 : !h to !f
      %y = math.fma %norm, %wf, %bf : !f
      %out = arith.truncf %y : !f to !h
      layout.store %out, %Y[%i, %0] : !h, !m
      gpu.return
    }
  }
}
