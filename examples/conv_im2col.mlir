// A convolution of 3 by 3 in steps of 2 by warpgroups (sm_90a), as the product of two matrices: images with their channels
// last, already padded, and filters by row, column, channel and channel of the result. A row of the first matrix is a place
// of the filter, which goes over the columns of the result, then its rows, then images; a column of it is a channel under one
// of the nine taps. So element ((q,p,n),(c,s,r)) is channel c of column 2q + s and row 2p + r of image n: a layout, and no
// matrix is ever written. From it follows a tensor map of im2col, by which the engine copies 128 places on from any one, on to
// the next row and image, and zeros behind the last.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t
// RUN: FileCheck %s --check-prefix=THREADS --input-file %t
// RUN: layout-interp %s %t --schedules 1 --job %S/conv_im2col.interp.json | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: 76824 elements compared
//
// Where places are in their images is computed before the loop, channel and tap in it.
// THREADS: scf.for
// THREADS-COUNT-2: arith.divui
// THREADS-NOT: arith.divui
// THREADS: "// done"
//
// CHECK: conv_tensor_maps
// CHECK: .visible .entry conv
// CHECK-DAG: cp.async.bulk.tensor.4d.shared::cluster.global.im2col
// CHECK-DAG: cp.async.bulk.tensor.2d.shared::cluster.global.tile
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
// CHECK-DAG: cp.async.bulk.tensor.2d.global.shared::cta
// CHECK-NOT: ld.global

#c = #layout.frag<#layout.mma<m64n128k16, warps = (8,1)>, C, 128x128>
!acc = tensor<128x128xf32, #c>
// Columns, rows and images of the result, and channels; then the distance of rows of an image, and that of images.
!x = memref<?x?xf16, #layout<((Q,P,N),(C{div=64},3,3)):((2*C,2*W{div=8},I{div=8}),(1,C,W))>>
!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!p = memref<128x64xf16, 3>
!q = memref<64x128xf16, 3>
!r = memref<128x128xf16, 3>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // A grid of tiles of places, and tiles of channels.
    gpu.func @conv(%X: !x {llvm.align = 16 : i64}, %F: !g {llvm.align = 16 : i64}, %Y: !g {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 256 : i64} {
      %0 = arith.constant 0 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %zero = arith.constant dense<0.0> : !acc
      %p = memref.alloc() {layout.auto} : !p
      %q = memref.alloc() {layout.auto} : !q
      %r = memref.alloc() {layout.auto} : !r
      %x = gpu.block_id x
      %y = gpu.block_id y
      %i = arith.muli %x, %128 : index
      %j = arith.muli %y, %128 : index
      %all = memref.dim %F, %0 : !g
      %sum = scf.for %k = %0 to %all step %64 iter_args(%acc = %zero) -> (!acc) {
        %s = layout.copy_async %X[%i, %k], %p {layout.tma} : !x, !p
        %t = layout.copy_async %F[%k, %j], %q {layout.tma} : !g, !q
        layout.wait %s, %t
        %d = layout.mma %p, %q, %acc : !p, !q, !acc
        scf.yield %d : !acc
      } {layout.stages = 4 : i64}
      %half = arith.truncf %sum : !acc to tensor<128x128xf16, #c>
      layout.store %half, %r[%0, %0] : tensor<128x128xf16, #c>, !r
      %u = layout.store_async %r, %Y[%i, %j] : !r, !g
      layout.wait %u
      gpu.return
    }
  }
}
