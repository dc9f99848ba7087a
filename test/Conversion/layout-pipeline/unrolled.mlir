// Loops that wait for the engine's copies one after the other have one token, which is counted on. Not where another pass has had an
// iteration wait twice since, nor of a copy that the program carries itself and waits for now and then, whatever it says of rings.
// DEFINE: %{rest} = --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s --layout-select --layout-pipeline -o %t.piped
// RUN: layout-opt %t.piped %{rest} -o %t.out
// RUN: FileCheck %s --input-file=%t.out --check-prefix=COUNTED
// RUN: layout-interp %s %t.out --job '{"function": "twice", "arguments": [{"shape": [64, 112], "symbols": [112], "seed": 1}, {}, {"value": 112}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %t.piped --transform-preload-library=transform-library-paths=%S/Inputs/unroll.mlir --transform-interpreter -o %t.unrolled
// RUN: FileCheck %s --input-file=%t.unrolled --check-prefix=UNROLLED
// RUN: layout-opt %t.unrolled %{rest} -o %t.out
// RUN: layout-interp %s %t.out --job '{"function": "twice", "arguments": [{"shape": [64, 112], "symbols": [112], "seed": 1}, {}, {"value": 112}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t.out --job '{"function": "twice", "arguments": [{"shape": [64, 112], "symbols": [112], "seed": 1}, {}, {"value": 48}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: sed 's/layout.stages = 3 : i64/layout.stages = 2 : i64/' %s | layout-opt --layout-select --layout-pipeline | layout-opt --transform-preload-library=transform-library-paths=%S/Inputs/unroll.mlir --transform-interpreter | layout-opt %{rest} -o %t.two
// RUN: layout-interp %s %t.two --job '{"function": "twice", "arguments": [{"shape": [64, 112], "symbols": [112], "seed": 1}, {}, {"value": 112}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-select --layout-pipeline %{rest} -o %t.out
// RUN: layout-interp %s %t.out --job '{"function": "now_and_then", "arguments": [{"shape": [96, 112], "symbols": [112], "seed": 1}, {}, {"value": 32}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t.out --job '{"function": "now_and_then", "arguments": [{"shape": [96, 112], "symbols": [112], "seed": 1}, {}, {"value": 112}]}' | FileCheck %s --check-prefix=RIGHT
// A loop that said so before says it once.
// RUN: sed 's/{layout.stages = 3 : i64}/{layout.in_turn, layout.stages = 3 : i64}/' %s | layout-opt --layout-select --layout-pipeline | layout-opt -o /dev/null

// COUNTED-LABEL: gpu.func @twice
// COUNTED: scf.for
// COUNTED: arith.xori %{{.*}}, %{{.*}} : i32
// UNROLLED-LABEL: gpu.func @twice
// UNROLLED: scf.for
// UNROLLED: layout.wait
// UNROLLED: layout.wait
// UNROLLED: layout.in_turn
// RIGHT: right: {{[1-9][0-9]*}} elements compared

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>
!u = tensor<64x16xf16, #layout.tv<(64,2):(1,512), 8:64>>
!w = tensor<64x16xf32, #layout.tv<(64,2):(1,512), 8:64>>
gpu.module @kernels {
  gpu.func @twice(%A: !a {llvm.align = 16 : i64}, %D: memref<64x16xf32>, %end: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %16 = arith.constant 16 : index
    %zero = arith.constant dense<0.0> : !w
    %p = memref.alloc() {alignment = 1024 : i64} : !p
    %r = scf.for %k = %0 to %end step %16 iter_args(%x = %zero) -> (!w) {
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
  gpu.func @now_and_then(%A: !a {llvm.align = 16 : i64}, %D: memref<64x16xf32>, %end: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %16 = arith.constant 16 : index
    %32 = arith.constant 32 : index
    %zero = arith.constant dense<0.0> : !w
    %p = memref.alloc() {alignment = 1024 : i64} : !p
    %q = memref.alloc() {alignment = 1024 : i64} : !p
    %first = layout.copy_async %A[%0, %0], %q {layout.tma, layout.ring = array<i64: 7, 1>} : !a, !p
    %r:2 = scf.for %k = %0 to %end step %16 iter_args(%x = %zero, %own = %first) -> (!w, !layout.token) {
      %s = layout.copy_async %A[%0, %k], %p {layout.tma} : !a, !p
      layout.wait %s
      %l = layout.load %p[%0, %0] : !p -> !u
      %e = arith.extf %l : !u to !w
      %m = arith.remui %k, %32 : index
      %c = arith.cmpi eq, %m, %0 : index
      %y, %next = scf.if %c -> (!w, !layout.token) {
        layout.wait %own
        %g = layout.load %q[%0, %0] : !p -> !u
        %f = arith.extf %g : !u to !w
        %t = layout.copy_async %A[%16, %k], %q {layout.tma, layout.ring = array<i64: 7, 1>} : !a, !p
        %z = arith.mulf %f, %e : !w
        scf.yield %z, %t : !w, !layout.token
      } else {
        scf.yield %e, %own : !w, !layout.token
      }
      %v = arith.addf %x, %y : !w
      scf.yield %v, %next : !w, !layout.token
    } {layout.stages = 3 : i64}
    layout.wait %r#1
    layout.store %r#0, %D[%0, %0] : !w, memref<64x16xf32>
    gpu.return
  }
}
