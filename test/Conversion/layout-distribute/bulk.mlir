// Copies and stores by runs, without a tensor map: what lies together on both sides is one instruction.
//
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t && FileCheck %s --input-file %t
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX
//
// Each length of memory, to the last tile that is all outside; with the parts that may be outside, before it and behind.
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::line", "arguments": [{"shape": [512], "seed": 1}, {"shape": [512]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::line", "arguments": [{"shape": [360], "seed": 1}, {"shape": [328]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::line", "arguments": [{"shape": [8], "seed": 1}, {"shape": [8]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::rows", "arguments": [{"shape": [37, 40], "symbols": [48], "seed": 2}, {"shape": [37, 40], "symbols": [40]}, {"value": 2}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::rows", "arguments": [{"shape": [24, 32], "symbols": [32], "seed": 2}, {"shape": [13, 24], "symbols": [24]}, {"value": -9}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::whole", "arguments": [{"shape": [29, 64], "seed": 3}, {"shape": [23, 64]}, {"value": -16}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::view", "arguments": [{"shape": [4, 3, 64], "seed": 4}, {"shape": [64]}, {"value": 2}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::factors", "arguments": [{"shape": [200], "seed": 5}, {"shape": [200, 64], "symbols": [64], "seed": 6}, {"shape": [64]}]}' | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared
//
// Zeros that are not brought, fewer bytes than arrive, and a run that goes on behind the end of memory.
// RUN: sed "s/layout_zeros_256 : memref<256xi8, 1> = dense<0>/layout_zeros_256 : memref<256xi8, 1> = dense<1>/" %t > %t.ones
// RUN: not layout-interp %s %t.ones --schedules 1 --job '{"function": "kernels::line", "arguments": [{"shape": [360], "seed": 1}, {"shape": [328]}]}' | FileCheck %s --check-prefix=WRONG
// RUN: sed "s/arith.minsi \(%[0-9]*\), %[0-9]*#1/arith.minsi \1, \1/" %t > %t.long
// RUN: not layout-interp %s %t.long --schedules 1 --job '{"function": "kernels::line", "arguments": [{"shape": [360], "seed": 1}, {"shape": [328]}]}' | FileCheck %s --check-prefix=WRONG
// RUN: sed "s/nvvm.mbarrier.try_wait.parity.*//" %t > %t.early
// RUN: not layout-interp %s %t.early --schedules 1 --job '{"function": "kernels::line", "arguments": [{"shape": [360], "seed": 1}, {"shape": [328]}]}' | FileCheck %s --check-prefix=WRONG
// WRONG: wrong:
//
// Each wait, barrier, arrival and fence that is left out is noticed.
// RUN: layout-interp mutate %s %t --each 3 --schedules 1 --job '{"function": "kernels::line", "arguments": [{"shape": [360], "seed": 1}, {"shape": [328]}]}' | FileCheck %s --check-prefix=MUTANTS
// MUTANTS-NOT: not noticed
// MUTANTS: arrival left out: {{[1-9][0-9]*}} wrong
// MUTANTS: barrier left out: {{[1-9][0-9]*}} wrong
// MUTANTS: fence left out: {{[1-9][0-9]*}} wrong
// MUTANTS: wait left out: {{[1-9][0-9]*}} wrong

!l = memref<?xf16, #layout<(?{div=8}):(1)>>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!w = memref<?x64xf16, #layout<(?,64):(64,1)>>
!line = tensor<128xf16, #layout.tv<32:4, 4:1>>
!tile = tensor<8x32xf16, #layout.tv<(8,4):(1,64), 8:8>>
!wide = tensor<8x64xf16, #layout.tv<(8,4):(1,128), 16:8>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // One run of 256 bytes in a loop three iterations ahead, less of it at the end of memory. The kernel is handed no maps.
    // CHECK: memref.global "private" constant @layout_zeros_256 : memref<256xi8, 1> = dense<0> {alignment = 16 : i64}
    // CHECK-LABEL: gpu.func @line
    // CHECK-NOT: llvm.ptr {llvm.align = 64
    // CHECK: scf.for
    // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c256_i32
    // CHECK: nvvm.cp.async.bulk.shared.cluster.global
    // CHECK: memref.get_global @layout_zeros_256
    // CHECK: nvvm.cp.async.bulk.shared.cluster.global
    // CHECK: nvvm.cp.async.bulk.global.shared.cta
    // CHECK-NEXT: }
    // CHECK-NEXT: nvvm.cp.async.bulk.commit.group
    // PTX: .global .align 16 .b8 layout_zeros_256[256]
    // PTX-LABEL: .entry line
    // PTX-NOT: tensormap
    // PTX: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
    // PTX: cp.async.bulk.global.shared::cta.bulk_group
    gpu.func @line(%A: !l {llvm.align = 16 : i64}, %B: !l {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %128 = arith.constant 128 : index
      %n = memref.dim %A, %0 : !l
      %p = memref.alloc() {layout.auto} : memref<128xf16, 3>
      %q = memref.alloc() {layout.auto} : memref<128xf16, 3>
      scf.for %i = %0 to %n step %128 {
        %a = layout.copy_async %A[%i], %p {layout.bulk} : !l, memref<128xf16, 3>
        layout.wait %a
        %t = layout.load %p[%0] : memref<128xf16, 3> -> !line
        layout.store %t, %q[%0] : !line, memref<128xf16, 3>
        %b = layout.store_async %q, %B[%i] {layout.bulk} : memref<128xf16, 3>, !l
        layout.wait %b
      } {layout.stages = 3 : i64}
      gpu.return
    }

    // Rows apart: a loop over eight, each there or not, to rows that are padded so that there are no conflicts.
    // CHECK-LABEL: gpu.func @rows
    // CHECK: scf.for
    // CHECK: nvvm.cp.async.bulk.shared.cluster.global
    gpu.func @rows(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %8 = arith.constant 8 : index
      %p = memref.alloc() {alignment = 16 : i64} : memref<8x32xf16, #layout<(8,32):(40,1)>, 3>
      %j = arith.muli %i, %8 : index
      %a = layout.copy_async %A[%i, %j], %p {layout.bulk} : !g, memref<8x32xf16, #layout<(8,32):(40,1)>, 3>
      layout.wait %a
      %t = layout.load %p[%0, %0] : memref<8x32xf16, #layout<(8,32):(40,1)>, 3> -> !tile
      %u = arith.addf %t, %t : !tile
      layout.store %u, %p[%0, %0] : !tile, memref<8x32xf16, #layout<(8,32):(40,1)>, 3>
      %b = layout.store_async %p, %B[%i, %0] {layout.bulk} : memref<8x32xf16, #layout<(8,32):(40,1)>, 3>, !g
      layout.wait %b
      %again = layout.load %B[%i, %0] : !g -> !tile
      layout.store %again, %B[%8, %8] : !tile, !g
      gpu.return
    }

    // Whole rows are one run, which may begin before memory.
    // CHECK-LABEL: gpu.func @whole
    // CHECK-NOT: scf.for
    // CHECK: %c1024_i32
    // CHECK: gpu.return
    gpu.func @whole(%A: !w {llvm.align = 16 : i64}, %B: !w {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %p = memref.alloc() {layout.auto} : memref<8x64xf16, 3>
      %4 = arith.constant 4 : index
      %half = arith.divsi %i, %4 : index
      %a = layout.copy_async %A[%half, %0], %p {layout.bulk} : !w, memref<8x64xf16, 3>
      layout.wait %a
      %b = layout.store_async %p, %B[%half, %0] {layout.bulk} : memref<8x64xf16, 3>, !w
      layout.wait %b
      gpu.return
    }

    // A part of memory: a slice, which no tensor map is of.
    // CHECK-LABEL: gpu.func @view
    // CHECK: nvvm.cp.async.bulk.shared.cluster.global
    gpu.func @view(%A: memref<4x3x64xf32, #layout<(4,3,64):(192,64,1)>> {llvm.align = 16 : i64}, %B: memref<64xf32> {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %s = layout.slice %A(%i, 1, _) : memref<4x3x64xf32, #layout<(4,3,64):(192,64,1)>>
      %p = memref.alloc() {layout.auto} : memref<64xf32, 3>
      %a = layout.copy_async %s[%0], %p {layout.bulk} : memref<64xf32, #layout<S<0,4,3> o 192*?{min=0,max=3}+64 o (64):(1)>>, memref<64xf32, 3>
      layout.wait %a
      %b = layout.store_async %p, %B[%0] {layout.bulk} : memref<64xf32, 3>, memref<64xf32>
      layout.wait %b
      gpu.return
    }

    // Beside a copy by boxes: both arrive at one mbarrier.
    // CHECK-LABEL: gpu.func @factors
    // CHECK: scf.for
    // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c1280_i32
    // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
    // CHECK: nvvm.cp.async.bulk.shared.cluster.global
    gpu.func @factors(%A: !l {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: memref<64xf16> {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %8 = arith.constant 8 : index
      %n = memref.dim %B, %0 : !g
      %p = memref.alloc() {layout.auto} : memref<128xf16, 3>
      %q = memref.alloc() : memref<8x64xf16, #layout<S<3,3,3> o 0 o (8,64):(64,1)>, 3>
      %zero = arith.constant dense<0.0> : !wide
      %r = scf.for %k = %0 to %n step %8 iter_args(%sum = %zero) -> !wide {
        %b = layout.copy_async %B[%k, %0], %q {layout.tma} : !g, memref<8x64xf16, #layout<S<3,3,3> o 0 o (8,64):(64,1)>, 3>
        %a = layout.copy_async %A[%k], %p {layout.bulk} : !l, memref<128xf16, 3>
        layout.wait %a, %b
        %x = layout.load %q[%0, %0] : memref<8x64xf16, #layout<S<3,3,3> o 0 o (8,64):(64,1)>, 3> -> !wide
        %y = layout.load %p[%0] : memref<128xf16, 3> -> tensor<8xf16, #layout.tv<(8,4):(1,0), 1:0>>
        %f = layout.broadcast %y dim 1 : tensor<8xf16, #layout.tv<(8,4):(1,0), 1:0>> -> !wide
        %z = arith.mulf %x, %f : !wide
        %next = arith.addf %sum, %z : !wide
        scf.yield %next : !wide
      } {layout.stages = 3 : i64}
      %s = layout.reduce addf %r dim 0 : !wide -> tensor<64xf16, #layout.tv<(8,4):(0,16), 16:1>>
      layout.store %s, %C[%0] : tensor<64xf16, #layout.tv<(8,4):(0,16), 16:1>>, memref<64xf16>
      gpu.return
    }
  }
}
