// What copies and stores by the engine tell L2 of their lines.
//
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t && FileCheck %s --input-file %t
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::boxes", "arguments": [{"shape": [70, 72], "symbols": [72], "seed": 1}, {"shape": [64, 64], "symbols": [64]}, {"value": 6}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 3 --job '{"function": "kernels::runs", "arguments": [{"shape": [512], "seed": 1}, {"shape": [512]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null && FileCheck %s --check-prefix=PTX --input-file %t.ptx
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// RIGHT: right: {{[1-9][0-9]*}} elements compared

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!s = memref<64x64xf16, 3>
!l = memref<512xf32, #layout<512:1>>
!b = memref<512xf32, 3>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @boxes
    // CHECK: %[[FIRST:.*]] = arith.constant 1364590687093260288 : i64
    // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} l2_cache_hint = %[[FIRST]]
    // CHECK: %[[LAST:.*]] = arith.constant 1508705875169116160 : i64
    // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta {{.*}} l2_cache_hint = %[[LAST]]
    // CHECK: nvvm.cp.async.bulk.tensor.reduce {{.*}} l2_cache_hint = %{{.*}}
    // PTX-LABEL: .entry boxes
    // PTX: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint
    // PTX: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint
    // PTX: cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group.L2::cache_hint
    gpu.func @boxes(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %p = memref.alloc() {layout.auto} : !s
      %a = layout.copy_async %A[%i, %0], %p {layout.tma, layout.l2 = "evict_first"} : !g, !s
      layout.wait %a
      %q = layout.store_async %p, %B[%0, %0] {layout.l2 = "evict_last"} : !s, !g
      layout.wait %q
      %r = layout.store_async %p, %B[%0, %0] {layout.l2 = "evict_last", layout.reduce = "addf"} : !s, !g
      layout.wait %r
      gpu.return
    }

    // CHECK-LABEL: gpu.func @runs
    // CHECK: nvvm.cp.async.bulk.shared.cluster.global {{.*}} l2_cache_hint = %{{.*}}
    // CHECK: nvvm.cp.async.bulk.global.shared.cta {{.*}} l2_cache_hint = %{{.*}}
    // PTX-LABEL: .entry runs
    // PTX: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint
    // PTX: cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint
    gpu.func @runs(%A: !l {llvm.align = 16 : i64}, %B: !l {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %p = memref.alloc() {layout.auto} : !b
      %a = layout.copy_async %A[%0], %p {layout.bulk, layout.l2 = "evict_first"} : !l, !b
      layout.wait %a
      %q = layout.store_async %p, %B[%0] {layout.bulk, layout.l2 = "evict_first"} : !b, !l
      layout.wait %q
      gpu.return
    }
  }
}
