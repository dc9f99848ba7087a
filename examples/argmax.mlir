// Y = where the first maximum of each row of X is; f16, any width that 8 divides (without `{div=8}` any). NaN is never
// the maximum; of a row without a number above -inf it is 0.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s

// CHECK: .visible .entry argmax
// CHECK: ld.global.nc.v4.b32
// CHECK: setp.gt.f16
// CHECK: shfl.sync.bfly
// CHECK: bar.sync
// CHECK: st.global.b32

!m = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!o = memref<?xi32, #layout<?:1>>
#e = #layout.tv<256:8, (8,4):(1,2048)>
!h = tensor<1x8192xf16, #e>
!i = tensor<1x8192xi32, #e>
!sh = tensor<1xf16, #layout.tv<256:0, 1:0>>
!si = tensor<1xi32, #layout.tv<256:0, 1:0>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @argmax(%X: !m {llvm.align = 16 : i64, llvm.noalias}, %Y: !o)
        kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %8192 = arith.constant 8192 : index
      %ninf = arith.constant 0xFC00 : f16
      %lowest = arith.constant dense<0xFC00> : !h
      %b = gpu.block_id x
      %N = memref.dim %X, %1 : !m
      %places = layout.iota dim 1 : !i
      // Of each place in the tile the greatest so far; the first stays.
      %max, %at = scf.for %j = %0 to %N step %8192 iter_args(%best = %lowest, %k = %places) -> (!h, !i) {
        %x = layout.load %X[%b, %j] pad %ninf : !m -> !h
        %from = arith.index_cast %j : index to i32
        %base = tensor.splat %from : !i
        %here = arith.addi %places, %base : !i
        %more = arith.cmpf ogt, %x, %best : !h
        %y = arith.select %more, %x, %best : tensor<1x8192xi1, #e>, !h
        %l = arith.select %more, %here, %k : tensor<1x8192xi1, #e>, !i
        scf.yield %y, %l : !h, !i
      }
      // Of equal ones the first.
      %top, %first = layout.reduce %max, %at dim 1 : (!h, !i) -> (!sh, !si) {
      ^bb0(%x: f16, %i: i32, %y: f16, %j: i32):
        %more = arith.cmpf ogt, %y, %x : f16
        %same = arith.cmpf oeq, %y, %x : f16
        %before = arith.cmpi slt, %j, %i : i32
        %tie = arith.andi %same, %before : i1
        %take = arith.ori %more, %tie : i1
        %z = arith.select %take, %y, %x : f16
        %k = arith.select %take, %j, %i : i32
        layout.yield %z, %k : f16, i32
      }
      layout.store %first, %Y[%b] : !si, !o
      gpu.return
    }
  }
}
