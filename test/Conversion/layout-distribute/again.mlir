// What is held across a barrier in fewer registers, and made again behind it. Judged by running it.
// RUN: split-file %s %t
// DEFINE: %{passes} = --layout-select --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %t/again.mlir %{passes} -o %t/threads.mlir
// RUN: FileCheck %s --input-file %t/threads.mlir
// RUN: layout-interp %t/again.mlir %t/threads.mlir --job '{"function": "rows", "arguments": [{"seed": 1}, {}]}' | FileCheck %s --check-prefix=SAME
// RUN: layout-interp %t/again.mlir %t/threads.mlir --job '{"function": "looped", "arguments": [{"seed": 1}, {}]}' | FileCheck %s --check-prefix=SAME
// RUN: layout-interp %t/again.mlir %t/threads.mlir --job '{"function": "behind", "arguments": [{"seed": 1}, {}]}' | FileCheck %s --check-prefix=SAME
// RUN: layout-opt %t/again.mlir "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s --check-prefix=PTX

// SAME: right:

// The row is held as f16, twice; the difference from its sum is made again from there.
// CHECK-LABEL: gpu.func @rows
// CHECK-COUNT-32: arith.extf {{.*}} : f16 to f32
// CHECK: gpu.barrier
// CHECK-COUNT-16: llvm.inline_asm "// behind barrier 1", "=r,0" {{.*}} : (i32) -> i32
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: arith.subf
// CHECK: gpu.barrier
// CHECK-COUNT-16: llvm.inline_asm "// behind barrier 2", "=r,0" {{.*}} : (i32) -> i32
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: arith.subf
// PTX-LABEL: .entry rows
// PTX: bar.sync
// PTX: // behind barrier 1
// PTX: cvt.f32.f16
// PTX: bar.sync
// PTX: // behind barrier 2
// PTX: cvt.f32.f16

// What a loop carries is made of nothing less.
// CHECK-LABEL: gpu.func @carried
// CHECK-NOT: inline_asm

// In a loop, of what an iteration loads; the first that uses it is a loop itself.
// CHECK-LABEL: gpu.func @looped
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-COUNT-16: llvm.inline_asm "// behind barrier {{[0-9]}}"
// CHECK: scf.for

// The powers are held across the second barrier, whatever is done at the first: nothing would be gained.
// CHECK-LABEL: gpu.func @powers
// CHECK-NOT: inline_asm

// Few registers.
// CHECK-LABEL: gpu.func @short
// CHECK-NOT: inline_asm

// The words are stored as well, in the order in which they were loaded.
// CHECK-LABEL: gpu.func @stored
// CHECK: llvm.inline_asm
// CHECK: vector.store {{.*}} vector<8xf16>

// Behind a loop that carries a quarter of all registers a thread asks anew who it is.
// CHECK-LABEL: gpu.func @behind
// CHECK: scf.for
// CHECK: %[[WORD:.*]] = llvm.inline_asm "// behind a loop", "=r,0"
// CHECK: %[[THREAD:.*]] = arith.index_castui %[[WORD]] : i32 to index
// CHECK: arith.cmpi ult, %[[THREAD]], %c64
// CHECK: llvm.intr.assume
// CHECK: vector.store

//--- again.mlir
!m = memref<4x2048xf16>
!h = tensor<1x2048xf16, #layout.tv<64:8, (8,4):(1,512)>>
!f = tensor<1x2048xf32, #layout.tv<64:8, (8,4):(1,512)>>
!s = tensor<1xf32, #layout.tv<64:0, 1:0>>
!m2 = memref<4x1024xf16>
!m4 = memref<4x4096xf32>
!f4 = tensor<1x4096xf32, #layout.tv<64:4, (4,16):(1,256)>>
!h2 = tensor<1x1024xf16, #layout.tv<64:8, (8,2):(1,512)>>
!f2 = tensor<1x1024xf32, #layout.tv<64:8, (8,2):(1,512)>>
gpu.module @kernels {
  gpu.func @rows(%X: !m {llvm.align = 16 : i64}, %Y: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %x = layout.load %X[%0, %0] : !m -> !h
    %v = arith.extf %x : !h to !f
    %sum = layout.reduce addf %v dim 1 : !f -> !s
    %of = layout.broadcast %sum dim 1 : !s -> !f
    %d = arith.subf %v, %of : !f
    %q = arith.mulf %d, %d : !f
    %squares = layout.reduce addf %q dim 1 : !f -> !s
    %all = layout.broadcast %squares dim 1 : !s -> !f
    %n = arith.divf %d, %all : !f
    %y = arith.truncf %n : !f to !h
    layout.store %y, %Y[%0, %0] : !h, !m
    gpu.return
  }

  gpu.func @carried(%X: !m {llvm.align = 16 : i64}, %Y: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %4 = arith.constant 4 : index
    %zero = arith.constant dense<0.0> : !f
    %t = scf.for %i = %0 to %4 step %1 iter_args(%u = %zero) -> !f {
      %sum = layout.reduce addf %u dim 1 : !f -> !s
      %of = layout.broadcast %sum dim 1 : !s -> !f
      %d = arith.subf %u, %of : !f
      %x = layout.load %X[%i, %0] : !m -> !h
      %v = arith.extf %x : !h to !f
      %w = arith.addf %v, %d : !f
      scf.yield %w : !f
    }
    %y = arith.truncf %t : !f to !h
    layout.store %y, %Y[%0, %0] : !h, !m
    gpu.return
  }

  gpu.func @looped(%X: !m {llvm.align = 16 : i64}, %Y: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %4 = arith.constant 4 : index
    scf.for %i = %0 to %4 step %1 {
      %x = layout.load %X[%i, %0] : !m -> !h
      %v = arith.extf %x : !h to !f
      %sum = layout.reduce addf %v dim 1 : !f -> !s
      scf.for %j = %i to %4 step %1 {
        %of = layout.broadcast %sum dim 1 : !s -> !f
        %d = arith.subf %v, %of : !f
        %y = arith.truncf %d : !f to !h
        layout.store %y, %Y[%j, %0] : !h, !m
      }
    }
    gpu.return
  }

  gpu.func @powers(%X: !m {llvm.align = 16 : i64}, %Y: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %x = layout.load %X[%0, %0] : !m -> !h
    %v = arith.extf %x : !h to !f
    %max = layout.reduce maximumf %v dim 1 : !f -> !s
    %of = layout.broadcast %max dim 1 : !s -> !f
    %d = arith.subf %v, %of : !f
    %e = math.exp %d : !f
    %sum = layout.reduce addf %e dim 1 : !f -> !s
    %all = layout.broadcast %sum dim 1 : !s -> !f
    %n = arith.divf %e, %all : !f
    %y = arith.truncf %n : !f to !h
    layout.store %y, %Y[%0, %0] : !h, !m
    gpu.return
  }

  gpu.func @short(%X: !m2 {llvm.align = 16 : i64}, %Y: !m2 {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %x = layout.load %X[%0, %0] : !m2 -> !h2
    %v = arith.extf %x : !h2 to !f2
    %sum = layout.reduce addf %v dim 1 : !f2 -> !s
    %of = layout.broadcast %sum dim 1 : !s -> !f2
    %d = arith.subf %v, %of : !f2
    %y = arith.truncf %d : !f2 to !h2
    layout.store %y, %Y[%0, %0] : !h2, !m2
    gpu.return
  }

  gpu.func @stored(%X: !m {llvm.align = 16 : i64}, %Y: !m {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %x = layout.load %X[%0, %0] : !m -> !h
    %v = arith.extf %x : !h to !f
    %sum = layout.reduce addf %v dim 1 : !f -> !s
    %of = layout.broadcast %sum dim 1 : !s -> !f
    %d = arith.subf %v, %of : !f
    %y = arith.truncf %d : !f to !h
    layout.store %y, %Y[%0, %0] : !h, !m
    layout.store %x, %Y[%1, %0] : !h, !m
    gpu.return
  }

  gpu.func @behind(%X: !m4 {llvm.align = 16 : i64}, %Y: !m4 {llvm.align = 16 : i64}) kernel attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %4 = arith.constant 4 : index
    %zero = arith.constant dense<0.0> : !f4
    %t = scf.for %i = %0 to %4 step %1 iter_args(%u = %zero) -> !f4 {
      %x = layout.load %X[%i, %0] : !m4 -> !f4
      %w = arith.addf %u, %x : !f4
      scf.yield %w : !f4
    }
    layout.store %t, %Y[%1, %0] : !f4, !m4
    gpu.return
  }
}
