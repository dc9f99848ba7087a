// Stores by the engine that combine what they store with what memory has, element by element and at once: several blocks may.
//
// RUN: layout-opt %s --layout-select --layout-place --layout-sync --layout-distribute -o %t && FileCheck %s --input-file %t
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::add", "grid": [3, 1, 1], "arguments": [{"shape": [48, 32], "symbols": [32], "seed": 1}, {"shape": [13, 32], "symbols": [32], "seed": 2}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::integers", "arguments": [{"shape": [48, 32], "symbols": [32], "seed": 1, "low": -30000, "high": 30000}, {"shape": [17, 32], "symbols": [32], "seed": 2, "low": -30000, "high": 30000}]}' | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared
//
// Another combination, one of another sign, one of another type, a store in its place, and no wait at the end.
// RUN: sed "s/redKind = #nvvm.tma_redux_kind<add>/redKind = #nvvm.tma_redux_kind<max>/; s/type = \"f32\"/type = \"i32\"/" %t > %t.max
// RUN: not layout-interp %s %t.max --schedules 1 --job '{"function": "kernels::add", "grid": [3, 1, 1], "arguments": [{"shape": [48, 32], "symbols": [32], "seed": 1}, {"shape": [13, 32], "symbols": [32], "seed": 2}]}' | FileCheck %s --check-prefix=WRONG
// RUN: sed "s/type = \"i32\"/type = \"u32\"/" %t > %t.sign
// RUN: not layout-interp %s %t.sign --schedules 1 --job '{"function": "kernels::integers", "arguments": [{"shape": [48, 32], "symbols": [32], "seed": 1, "low": -30000, "high": 30000}, {"shape": [17, 32], "symbols": [32], "seed": 2, "low": -30000, "high": 30000}]}' | FileCheck %s --check-prefix=WRONG
// RUN: sed "s/, type = \"f32\"//" %t > %t.untyped
// RUN: not layout-interp %s %t.untyped --schedules 1 --job '{"function": "kernels::add", "grid": [3, 1, 1], "arguments": [{"shape": [48, 32], "symbols": [32], "seed": 1}, {"shape": [13, 32], "symbols": [32], "seed": 2}]}' | FileCheck %s --check-prefix=WRONG
// RUN: sed "s/nvvm.cp.async.bulk.wait_group.*//" %t > %t.early
// RUN: not layout-interp %s %t.early --schedules 1 --job '{"function": "kernels::add", "grid": [3, 1, 1], "arguments": [{"shape": [48, 32], "symbols": [32], "seed": 1}, {"shape": [13, 32], "symbols": [32], "seed": 2}]}' | FileCheck %s --check-prefix=WRONG
// WRONG: wrong:

!f = memref<?x32xf32, #layout<(?,32):(?{div=4},1)>>
!i = memref<?x32xi32, #layout<(?,32):(?{div=4},1)>>
!s = memref<16x32xf32, 3>
!n = memref<16x32xi32, 3>
!t = tensor<16x32xf32, #layout.tv<(8,4):(16,1), (4,4):(128,4)>>
!u = tensor<16x32xi32, #layout.tv<(8,4):(16,1), (4,4):(128,4)>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // The map says the type, by which the engine adds; that of the load is another one.
    // CHECK-LABEL: gpu.func @add
    // CHECK-SAME: type = "f32"
    // CHECK: nvvm.cp.async.bulk.tensor.reduce %{{.*}}, %{{.*}}, box[%{{.*}}] {redKind = #nvvm.tma_redux_kind<add>}
    // CHECK-NEXT: nvvm.cp.async.bulk.commit.group
    // PTX: add_tensor_maps
    // PTX-LABEL: .entry add
    // PTX: cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group
    gpu.func @add(%A: !f {llvm.align = 16 : i64}, %C: !f {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %16 = arith.constant 16 : index
      %x = gpu.block_id x
      %i = arith.muli %x, %16 : index
      %p = memref.alloc() {layout.auto} : !s
      %t = layout.load %A[%i, %0] : !f -> !t
      layout.store %t, %p[%0, %0] : !t, !s
      %a = layout.store_async %p, %C[%0, %0] {layout.reduce = "addf"} : !s, !f
      layout.wait %a
      gpu.return
    }

    // Signed and not, each by a map of its own; both add to the same.
    // CHECK-LABEL: gpu.func @integers
    // CHECK-SAME: type = "i32"
    // CHECK-SAME: type = "u32"
    // CHECK: redKind = #nvvm.tma_redux_kind<min>
    // CHECK: redKind = #nvvm.tma_redux_kind<xor>
    // CHECK: redKind = #nvvm.tma_redux_kind<add>
    gpu.func @integers(%A: !i {llvm.align = 16 : i64}, %C: !i {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
      %0 = arith.constant 0 : index
      %16 = arith.constant 16 : index
      %p = memref.alloc() {layout.auto} : !n
      %t = layout.load %A[%16, %0] : !i -> !u
      layout.store %t, %p[%0, %0] : !u, !n
      %a = layout.store_async %p, %C[%0, %0] {layout.reduce = "minsi"} : !n, !i
      layout.wait %a
      %b = layout.store_async %p, %C[%0, %0] {layout.reduce = "xori"} : !n, !i
      layout.wait %b
      %c = layout.store_async %p, %C[%0, %0] {layout.reduce = "addi"} : !n, !i
      layout.wait %c
      gpu.return
    }
  }
}
