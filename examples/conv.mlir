// A convolution of 3 by 3 by warpgroups (sm_90a): images with their channels last, stride 1, a padding of 1. A block computes
// 128 channels of 8 by 16 places of an image. Each iteration multiplies what lies under one of the nine taps, 64 channels
// deep: a box of the image that begins a row or a column before the places, or behind. What is outside of the image, the
// padding, the engine that copies boxes fills with zeros, and so it does with channels behind the last; nothing compares.
//
// The box of 8 by 16 places is seen as 128 rows of a factor, by the layout of the buffer: no im2col is ever written.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t
// RUN: layout-interp %s %t --schedules 1 --job %S/conv.interp.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed "s/arith.constant -1 : index/arith.constant 0 : index/" %s > %t.unpadded.mlir
// RUN: sed "s/ 72\([],]\)/ 8\1/g; s/3960, 792/440, 88/; s/2304/256/" %S/conv.interp.json > %t.json
// RUN: not layout-interp %t.unpadded.mlir %t --schedules 1 --job %t.json | FileCheck %s --check-prefix=WRONG
// RIGHT: right: 26456 elements compared
// WRONG: wrong:
//
// CHECK: .visible .entry conv
// CHECK-DAG: cp.async.bulk.tensor.4d.shared::cluster.global
// CHECK-DAG: cp.async.bulk.tensor.3d.shared::cluster.global
// CHECK-DAG: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
// CHECK-DAG: wgmma.wait_group.sync.aligned 1;
// CHECK-DAG: cp.async.bulk.tensor.4d.global.shared::cta
// CHECK-NOT: ld.global

#c = #layout.frag<#layout.mma<m64n128k16, warps = (8,1)>, C, 128x128>
!acc = tensor<128x128xf32, #c>
// Image, row, column, channel; and of the filters tap, channel, channel of the result.
!x = memref<?x?x?x?xf16, #layout<(?,?,?,?):(?{div=8},?{div=8},?{div=8},1)>>
!f = memref<9x?x?xf16, #layout<(9,?,?):(?{div=8},?{div=8},1)>>
!box = memref<8x16x64xf16, #layout<S<3,3,3> o 0 o (8,16,64):(1024,64,1)>, 3>
!p = memref<128x64xf16, #layout<S<3,3,3> o 0 o ((16,8),64):((64,1024),1)>, 3>
!q = memref<64x128xf16, 3>
!r = memref<128x128xf16, #layout<S<3,3,3> o 0 o (128,(64,2)):(64,(1,8192))>, 3>
!places = memref<8x16x128xf16, #layout<S<3,3,3> o 0 o (8,16,(64,2)):(1024,64,(1,8192))>, 3>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // A grid of tiles of columns by tiles of rows, tiles of channels, and images.
    gpu.func @conv(%X: !x {llvm.align = 16 : i64}, %F: !f {llvm.align = 16 : i64}, %Y: !x {llvm.align = 16 : i64})
        kernel attributes {layout.threads = 256 : i64} {
      %before = arith.constant -1 : index
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %2 = arith.constant 2 : index
      %3 = arith.constant 3 : index
      %8 = arith.constant 8 : index
      %9 = arith.constant 9 : index
      %16 = arith.constant 16 : index
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %zero = arith.constant dense<0.0> : !acc
      %p = memref.alloc() : !box
      %q = memref.alloc() {layout.auto} : !q
      %r = memref.alloc() : !r
      %n = gpu.block_id z
      %y = gpu.block_id y
      %x = gpu.block_id x
      %k = arith.muli %y, %128 : index
      %columns = memref.dim %Y, %2 : !x
      %across = arith.ceildivui %columns, %16 : index
      %down = arith.divui %x, %across : index
      %right = arith.remui %x, %across : index
      %h = arith.muli %down, %8 : index
      %w = arith.muli %right, %16 : index
      %above = arith.addi %h, %before : index
      %left = arith.addi %w, %before : index
      %C = memref.dim %X, %3 : !x
      %chunks = arith.ceildivui %C, %64 : index
      %all = arith.muli %chunks, %9 : index
      %sum:3 = scf.for %i = %0 to %all step %1 iter_args(%acc = %zero, %tap = %0, %c = %0) -> (!acc, index, index) {
        %dh = arith.divui %tap, %3 : index
        %dw = arith.remui %tap, %3 : index
        %row = arith.addi %above, %dh : index
        %column = arith.addi %left, %dw : index
        %s = layout.copy_async %X[%n, %row, %column, %c], %p {layout.tma} : !x, !box
        %t = layout.copy_async %F[%tap, %c, %k], %q {layout.tma} : !f, !q
        layout.wait %s, %t
        %a = layout.view %p : !box composition by #layout<((16,8),64):((8,1),128)>
        %d = layout.mma %a, %q, %acc : !p, !q, !acc
        // The next 64 channels, or the first under the next tap.
        %deeper = arith.addi %c, %64 : index
        %next = arith.addi %tap, %1 : index
        %more = arith.cmpi slt, %deeper, %C : index
        %c2 = arith.select %more, %deeper, %0 : index
        %tap2 = arith.select %more, %tap, %next : index
        scf.yield %d, %tap2, %c2 : !acc, index, index
      } {layout.stages = 4 : i64}
      %half = arith.truncf %sum#0 : !acc to tensor<128x128xf16, #c>
      layout.store %half, %r[%0, %0] : tensor<128x128xf16, #c>, !r
      %b = layout.view %r : !r composition by #layout<(8,16,128):(16,1,128)>
      %u = layout.store_async %b, %Y[%n, %h, %w, %k] : !places, !x
      layout.wait %u
      gpu.return
    }
  }
}
