// Loops whose index type does not hold what is some steps behind the end: an index of 8 bits, and a step that is known when it runs.
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t
// RUN: layout-interp %s %t --job '{"function": "narrow", "arguments": [{"shape": [64, 112], "symbols": [112], "seed": 1}, {}]}' | FileCheck %s
// RUN: layout-interp %s %t --job '{"function": "narrow_later", "arguments": [{"shape": [64, 112], "symbols": [112], "seed": 1}, {}, {"value": 96}]}' | FileCheck %s
// RUN: layout-interp %s %t --job '{"function": "unsigned", "arguments": [{"shape": [64, 256], "symbols": [256], "seed": 1}, {}]}' | FileCheck %s
// RUN: layout-interp %s %t --job '{"function": "wide", "arguments": [{"shape": [64, 112], "symbols": [112], "seed": 1}, {}, {"value": 64}, {"value": 4611686018427387904}]}' | FileCheck %s
// RUN: layout-interp %s %t --job '{"function": "wide", "arguments": [{"shape": [64, 112], "symbols": [112], "seed": 1}, {}, {"value": 100}, {"value": 16}]}' | FileCheck %s
// CHECK: right: {{[1-9][0-9]*}} elements compared

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>
!u = tensor<64x16xf16, #layout.tv<(64,2):(1,512), 8:64>>
!w = tensor<64x16xf32, #layout.tv<(64,2):(1,512), 8:64>>
gpu.module @kernels {
  gpu.func @narrow(%A: !a {llvm.align = 16 : i64}, %D: memref<64x16xf32>) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : !w
    %p = memref.alloc() {alignment = 1024 : i64} : !p
    %from = arith.constant 64 : i8
    %to = arith.constant 127 : i8
    %step = arith.constant 32 : i8
    %r = scf.for %i = %from to %to step %step iter_args(%x = %zero) -> (!w) : i8 {
      %k = arith.index_castui %i : i8 to index
      %s = layout.copy_async %A[%0, %k], %p {layout.tma} : !a, !p
      layout.wait %s
      %l = layout.load %p[%0, %0] : !p -> !u
      %e = arith.extf %l : !u to !w
      %v = arith.addf %x, %e : !w
      scf.yield %v : !w
    } {layout.stages = 3 : i64}
    layout.store %r, %D[%0, %0] : !w, memref<64x16xf32>
    gpu.return
  }
  gpu.func @narrow_later(%A: !a {llvm.align = 16 : i64}, %D: memref<64x16xf32>, %end: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : !w
    %p = memref.alloc() {alignment = 1024 : i64} : !p
    %from = arith.constant 0 : i8
    %wide = arith.index_cast %end : index to i64
    %to = arith.trunci %wide : i64 to i8
    %step = arith.constant 32 : i8
    %r = scf.for %i = %from to %to step %step iter_args(%x = %zero) -> (!w) : i8 {
      %k = arith.index_castui %i : i8 to index
      %s = layout.copy_async %A[%0, %k], %p {layout.tma} : !a, !p
      layout.wait %s
      %l = layout.load %p[%0, %0] : !p -> !u
      %e = arith.extf %l : !u to !w
      %v = arith.addf %x, %e : !w
      scf.yield %v : !w
    } {layout.stages = 11 : i64}
    layout.store %r, %D[%0, %0] : !w, memref<64x16xf32>
    gpu.return
  }
  gpu.func @unsigned(%A: !a {llvm.align = 16 : i64}, %D: memref<64x16xf32>) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : !w
    %p = memref.alloc() {alignment = 1024 : i64} : !p
    %from = arith.constant 16 : i8
    %to = arith.constant -6 : i8
    %step = arith.constant -96 : i8
    %r = scf.for unsigned %i = %from to %to step %step iter_args(%x = %zero) -> (!w) : i8 {
      %k = arith.index_castui %i : i8 to index
      %s = layout.copy_async %A[%0, %k], %p {layout.tma} : !a, !p
      layout.wait %s
      %l = layout.load %p[%0, %0] : !p -> !u
      %e = arith.extf %l : !u to !w
      %v = arith.addf %x, %e : !w
      scf.yield %v : !w
    } {layout.stages = 4 : i64}
    layout.store %r, %D[%0, %0] : !w, memref<64x16xf32>
    gpu.return
  }
  gpu.func @wide(%A: !a {llvm.align = 16 : i64}, %D: memref<64x16xf32>, %to: index, %step: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : !w
    %p = memref.alloc() {alignment = 1024 : i64} : !p
    %from = arith.constant 0 : index
    %r = scf.for %k = %from to %to step %step iter_args(%x = %zero) -> (!w) {
      %s = layout.copy_async %A[%0, %k], %p {layout.tma} : !a, !p
      layout.wait %s
      %l = layout.load %p[%0, %0] : !p -> !u
      %e = arith.extf %l : !u to !w
      %v = arith.addf %x, %e : !w
      scf.yield %v : !w
    } {layout.stages = 6 : i64}
    layout.store %r, %D[%0, %0] : !w, memref<64x16xf32>
    gpu.return
  }
}
