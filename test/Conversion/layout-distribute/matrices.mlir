// Matrices that a warp stores and loads together, on chips that have the instructions; judged by running them.
// RUN: split-file %s %t
// DEFINE: %{on} = --layout-select=chip=sm_90a --layout-place=chip=sm_90a --layout-sync --layout-distribute=chip=sm_90a
// RUN: layout-opt %t/program.mlir %{on} -o %t/threads.mlir
// RUN: FileCheck %s --input-file %t/threads.mlir
// RUN: layout-interp %t/program.mlir %t/threads.mlir --job %t/sums.json | FileCheck %s --check-prefix=SAME
// RUN: layout-interp %t/program.mlir %t/threads.mlir --job %t/columns.json | FileCheck %s --check-prefix=SAME
// RUN: layout-interp %t/program.mlir %t/threads.mlir --job %t/bytes.json | FileCheck %s --check-prefix=SAME
// Registers in another order, and no barrier, are noticed.
// RUN: layout-interp mutate %t/program.mlir %t/threads.mlir --job %t/sums.json | FileCheck %s --check-prefix=CHANGED
// RUN: layout-opt %t/program.mlir -o /dev/null "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t/new.ptx"
// RUN: FileCheck %s --input-file %t/new.ptx --check-prefix=NEW
// RUN: layout-opt %t/program.mlir -o /dev/null "--layout-to-nvvm=chip=sm_89 bare-pointers=false ptx=%t/old.ptx"
// RUN: FileCheck %s --input-file %t/old.ptx --check-prefix=OLD --implicit-check-not=stmatrix

// SAME: right:
// CHANGED: barrier left out: 1 wrong, 1 noticed
// CHANGED: registers exchanged: 5 wrong, 5 noticed

// The sums of a multiply-add to rows: four pairs of values in one instruction.
// CHECK-LABEL: gpu.func @sums
// CHECK: nvvm.stmatrix {{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>,
// CHECK-SAME: : !llvm.ptr<3>, i32, i32, i32, i32
// CHECK-NOT: nvvm.stmatrix
// CHECK: gpu.barrier
// Rows that lanes hold across: transposed.
// CHECK-LABEL: gpu.func @columns
// CHECK: nvvm.stmatrix {{.*}} layout = #nvvm.mma_layout<col>
// Floats of 8 bits are loaded as words.
// CHECK-LABEL: gpu.func @bytes
// CHECK-COUNT-2: nvvm.ldmatrix {{.*}} -> !llvm.struct<(i32, i32, i32, i32)>

// NEW-LABEL: .entry sums
// NEW: stmatrix.sync.aligned.m8n8.x4.shared.b16
// NEW-LABEL: .entry columns
// NEW: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// NEW-LABEL: .entry bytes
// NEW-COUNT-2: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// OLD-LABEL: .entry sums
// OLD-COUNT-4: st.shared.b32
// OLD-LABEL: .entry columns
// OLD-LABEL: .entry bytes
// OLD-COUNT-2: ldmatrix.sync.aligned.m8n8.x4.shared.b16

//--- program.mlir
!m = memref<32x64xf16, #layout<(32,64):(64,1)>>
!n = memref<32x64xf8E5M2, #layout<(32,64):(64,1)>>
#sums = #layout.frag<#layout.mma<m16n8k16, warps = (2,4)>, C, 32x64>
#columns = #layout.tv<(4,8,4,2):(2,32,8,512), (2,2,2):(1,256,1024)>
!s = tensor<32x64xf16, #sums>
!r = tensor<32x64xf16, #layout.tv<(8,32):(256,1), 8:32>>
!c = tensor<32x64xf16, #columns>
!u = tensor<32x64xf8E5M2, #layout.tv<(4,32):(512,1), 16:32>>
!v = tensor<32x64xf8E5M2, #layout.frag<#layout.mma<m16n8k32, warps = (2,2)>, A, 32x64>>
gpu.module @kernels {
  gpu.func @sums(%X: !m, %Y: !m) kernel attributes {layout.threads = 256 : i64} {
    %0 = arith.constant 0 : index
    %a = layout.load %X[%0, %0] : !m -> !s
    %b = layout.convert %a : !s -> !r
    layout.store %b, %Y[%0, %0] : !r, !m
    gpu.return
  }
  gpu.func @columns(%X: !m, %Y: !m) kernel attributes {layout.threads = 256 : i64} {
    %0 = arith.constant 0 : index
    %a = layout.load %X[%0, %0] : !m -> !c
    %b = layout.convert %a : !c -> !r
    layout.store %b, %Y[%0, %0] : !r, !m
    gpu.return
  }
  gpu.func @bytes(%X: !n, %Y: !n) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %a = layout.load %X[%0, %0] : !n -> !u
    %b = layout.convert %a : !u -> !v
    layout.store %b, %Y[%0, %0] : !v, !n
    gpu.return
  }
}
//--- sums.json
{"function": "sums", "arguments": [{"seed": 1, "low": -2, "high": 2}, {}]}
//--- columns.json
{"function": "columns", "arguments": [{"seed": 1, "low": -2, "high": 2}, {}]}
//--- bytes.json
{"function": "bytes", "arguments": [{"seed": 1, "low": -2, "high": 2}, {}]}
