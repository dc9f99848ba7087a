// Two elements of 16 bits fill a register: they are loaded, computed with, carried and stored together. Judged by running it.
// RUN: split-file %s %t
// DEFINE: %{passes} = --layout-select --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %t/pairs.mlir %{passes} -o %t/threads.mlir
// RUN: FileCheck %s --input-file %t/threads.mlir
// RUN: layout-interp %t/pairs.mlir %t/threads.mlir --job %t/job.json | FileCheck %s --check-prefix=SAME
// RUN: layout-opt %t/pairs.mlir --layout-distribute=chip=sm_75 | FileCheck %s --check-prefix=OLD
// RUN: layout-opt %t/pairs.mlir "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s --check-prefix=PTX

// SAME: right:

// Halves of pairs, of which chips before sm_80 have sums alone.
// CHECK-LABEL: gpu.func @halves
// CHECK: vector.load {{.*}} vector<8xf16>
// CHECK: vector.extract_strided_slice {{.*}} vector<8xf16> to vector<2xf16>
// CHECK-NOT: vector.extract %
// CHECK: scf.for {{.*}} -> (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)
// CHECK: math.fma {{.*}} : vector<2xf16>
// CHECK: arith.maxnumf {{.*}} : vector<2xf16>
// CHECK: scf.yield {{.*}} : vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>
// CHECK: vector.store {{.*}} vector<8xf16>
// OLD-LABEL: gpu.func @halves
// OLD: math.fma {{.*}} : vector<2xf16>
// OLD: arith.maxnumf {{.*}} : f16
// PTX: .entry halves
// PTX-NOT: mov.b32 {
// PTX: fma.rn.f16x2
// PTX: max.f16x2

// CHECK-LABEL: gpu.func @brains
// CHECK: arith.addf {{.*}} : vector<2xbf16>
// OLD-LABEL: gpu.func @brains
// OLD: arith.addf {{.*}} : bf16
// PTX: .entry brains
// PTX: add.rn.bf16x2

// Narrowed in pairs; what nothing has in pairs is computed one by one, and so is what is alone.
// CHECK-LABEL: gpu.func @narrow
// CHECK: arith.divf {{.*}} : f16
// CHECK: arith.truncf {{.*}} : vector<2xf32> to vector<2xf16>
// CHECK: arith.mulf {{.*}} : f16
// CHECK-NOT: arith.mulf {{.*}} : vector
// PTX: .entry narrow
// PTX: cvt.rn.f16x2.f32

//--- pairs.mlir
!t = tensor<256xf16, #layout.tv<32:8, 8:1>>
!b = tensor<64xbf16, #layout.tv<32:2, 2:1>>
!f = tensor<64xf32, #layout.tv<32:2, 2:1>>
!h = tensor<64xf16, #layout.tv<32:2, 2:1>>
!s = tensor<64xf16, #layout.tv<32:1, 2:32>>
gpu.module @kernels {
  gpu.func @halves(%X: memref<256xf16> {llvm.align = 16 : i64}, %Y: memref<256xf16> {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %3 = arith.constant 3 : index
    %x = layout.load %X[%0] : memref<256xf16> -> !t
    %half = arith.constant dense<0.5> : !t
    %r = scf.for %i = %0 to %3 step %1 iter_args(%u = %x) -> !t {
      %v = math.fma %u, %half, %x : !t
      %w = arith.maxnumf %v, %half : !t
      scf.yield %w : !t
    }
    layout.store %r, %Y[%0] : !t, memref<256xf16>
    gpu.return
  }
  gpu.func @brains(%X: memref<64xbf16> {llvm.align = 16 : i64}, %Y: memref<64xbf16> {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %x = layout.load %X[%0] : memref<64xbf16> -> !b
    %y = arith.addf %x, %x : !b
    layout.store %y, %Y[%0] : !b, memref<64xbf16>
    gpu.return
  }
  gpu.func @narrow(%X: memref<64xf32> {llvm.align = 16 : i64}, %H: memref<64xf16> {llvm.align = 16 : i64}, %Y: memref<64xf16> {llvm.align = 16 : i64}, %Z: memref<64xf16>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %h = layout.load %H[%0] : memref<64xf16> -> !h
    %q = arith.divf %h, %h : !h
    layout.store %q, %Y[%0] : !h, memref<64xf16>
    %x = layout.load %X[%0] : memref<64xf32> -> !f
    %y = arith.truncf %x : !f to !h
    layout.store %y, %Y[%0] : !h, memref<64xf16>
    %z = layout.load %H[%0] : memref<64xf16> -> !s
    %w = arith.mulf %z, %z : !s
    layout.store %w, %Z[%0] : !s, memref<64xf16>
    gpu.return
  }
}
//--- job.json
{"function": "halves", "arguments": [{"seed": 1, "low": -2, "high": 2}, {}]}
