// Producers issue copies by runs as well: those of a loop three iterations ahead, the last ones cut short or all outside.
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t
// RUN: FileCheck %s --input-file %t
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::line", "arguments": [{"shape": [360], "seed": 1}, {"shape": [328]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::line", "arguments": [{"shape": [1000], "seed": 1}, {"shape": [1000]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job '{"function": "kernels::size", "grid": [1, 1, 1], "arguments": [{"shape": [128], "seed": 1}, {"shape": [3]}]}' | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// RUN: layout-interp mutate %s %t --each 3 --schedules 2 --job '{"function": "kernels::line", "arguments": [{"shape": [1000], "seed": 1}, {"shape": [1000]}]}' | FileCheck %s --check-prefix=MUTANTS
// MUTANTS-NOT: not noticed
// MUTANTS: arrival left out: {{[1-9][0-9]*}} wrong
// MUTANTS: wait left out: {{[1-9][0-9]*}} wrong

!l = memref<?xf16, #layout<(?{div=8}):(1)>>
!b = memref<128xf16, 3>
!line = tensor<128xf16, #layout.tv<32:4, 4:1>>
gpu.module @kernels {
  // CHECK: known_block_size = array<i32: 64, 1, 1>
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global
  gpu.func @line(%A: !l {llvm.align = 16 : i64}, %B: !l {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %128 = arith.constant 128 : index
    %n = memref.dim %A, %0 : !l
    %b = memref.alloc() {alignment = 128 : i64} : !b
    scf.for %i = %0 to %n step %128 {
      %t = layout.copy_async %A[%i], %b {layout.bulk} : !l, !b
      layout.wait %t
      %x = layout.load %b[%0] : !b -> !line
      layout.store %x, %B[%i] : !line, !l
    } {layout.stages = 3 : i64, layout.producer}
    gpu.return
  }

  // A group has as many threads as it says: producers are none of them.
  // CHECK-LABEL: gpu.func @size
  // CHECK: arith.constant 32 : index
  // CHECK-NOT: gpu.block_dim
  gpu.func @size(%A: !l {llvm.align = 16 : i64}, %B: memref<3xindex>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %b = memref.alloc() {alignment = 128 : i64} : !b
    %t = layout.copy_async %A[%0], %b {layout.bulk, layout.producer} : !l, !b
    layout.wait %t
    %x = gpu.block_dim x
    %y = gpu.block_dim y
    %w = gpu.num_subgroups : index
    memref.store %x, %B[%0] : memref<3xindex>
    memref.store %y, %B[%1] : memref<3xindex>
    memref.store %w, %B[%2] : memref<3xindex>
    gpu.return
  }
}
