// A loop of two iterations whose copies go on across tiles stays a loop: unrolled, ptxas would serialize instructions of warpgroups.
// RUN: layout-opt %s --layout-matmul=tile=256x128_persistent | FileCheck %s
// RUN: layout-opt %s --layout-matmul=tile=256x128_persistent "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not=serialized %}

// CHECK: gpu.func @f_matmul_256x128x64x4_warpgroups_persistent(
// CHECK: } {layout.across, layout.stages = 4 : i64, llvm.loop_annotation = #loop_annotation}
// CHECK: gpu.func @g_matmul_256x128x64x4_warpgroups_persistent(
// CHECK: } {layout.across, layout.stages = 4 : i64}
// Each of the two blocks of 64 rows has four products along the 64 elements of an iteration.
// PTX: .entry f_matmul_256x128x64x4_warpgroups_persistent(
// PTX-COUNT-8: wgmma.mma_async
// PTX-NOT: wgmma.mma_async
// PTX: .entry f_matmul_{{.*}}_any(
// PTXAS: Function properties for
func.func @g(%A: memref<4096x192xbf16>, %B: memref<4096x192xbf16>, %C: memref<4096x4096xbf16>) {
  %z = arith.constant 0.0 : bf16
  linalg.fill ins(%z : bf16) outs(%C : memref<4096x4096xbf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<4096x192xbf16>, memref<4096x192xbf16>) outs(%C : memref<4096x4096xbf16>)
  return
}
func.func @f(%A: memref<4096x128xbf16>, %B: memref<4096x128xbf16>, %C: memref<4096x4096xbf16>) {
  %z = arith.constant 0.0 : bf16
  linalg.fill ins(%z : bf16) outs(%C : memref<4096x4096xbf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<4096x128xbf16>, memref<4096x128xbf16>) outs(%C : memref<4096x4096xbf16>)
  return
}
