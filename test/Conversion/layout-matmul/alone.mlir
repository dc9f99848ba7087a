// A single row or column whose other factor's rows lie along K, at multiples of 16 bytes: threads multiply what they load, where L2 holds all that
// is read, or it is many times as large. Between, and where K is short, it is tensor cores whose factors the engine copies, which tells L2 that nobody
// reads them again.
// RUN: layout-opt %s --layout-matmul=chip=sm_90a -o %t.tiles
// RUN: FileCheck %s --input-file=%t.tiles
// RUN: layout-opt %s --layout-matmul=chip=sm_90a "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill
// The kernel of 300 rows, run by the interpreter.
// RUN: sed -n '/^func.func @rows(/,/^}/p' %s | layout-opt --layout-matmul=chip=sm_90a | sed -n '/^#/p;/gpu.module @/,/^  }/p' > %t.few
// RUN: layout-opt %t.few --layout-select --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.few %t.out --job '{"function": "matmul_kernels::rows_matmul_4x1x2048x1_any_a16_b16", "grid": [75, 1, 1], "arguments": [{"shape": [300, 1160], "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [1160, 1], "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [300, 1]}]}' | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// What is asked for by name is what it was of tensor cores, and there are both.
// RUN: sed -n '/^func.func @row(/,/^}/p' %s > %t.row.mlir
// RUN: layout-opt %t.row.mlir "--layout-matmul=chip=sm_90a tile=8x64" | FileCheck %s --check-prefix=CORES
// RUN: layout-opt %t.row.mlir "--layout-matmul=chip=sm_90a tile=1x4x2048x1" | FileCheck %s --check-prefix=THREADS
// CORES: gpu.func @row_matmul_8x64x{{[0-9x]+}}_warpgroups_turned
// THREADS: gpu.func @row_matmul_1x4x2048x1_any_a16_b16_turned_wide(
// (Kernels of the last product come first.)
// CHECK-LABEL: gpu.func @beside_matmul_64x256x64x5_warpgroups_multicast1x{{[24]}}(
// CHECK-LABEL: gpu.func @columns_matmul_192x224x64x4_warpgroups(
// CHECK-LABEL: gpu.func @across_matmul_32x{{32|64}}x{{[0-9x]+}}{{(_split[248])?}}_any_a8_b16_wide(
// CHECK-LABEL: gpu.func @short_matmul_{{[0-9x]+}}_warpgroups
// CHECK-LABEL: gpu.func @large_matmul_{{[12]}}x1x{{[0-9]+}}x1_any_a16_b16_wide(
// CHECK-LABEL: gpu.func @between_matmul_{{[0-9x]+}}{{(_split[248])?}}_warpgroups
// CHECK-LABEL: gpu.func @row_matmul_1x{{[0-9]}}x{{[0-9]+}}x1_any_a16_b16_turned_wide(
// CHECK-NOT: @row_matmul_{{.*}}_warpgroups
// CHECK: gpu.func @row_matmul_1x{{[0-9]}}x{{[0-9]+}}x1_any_turned(
// CHECK-LABEL: gpu.func @rows_matmul_4x1x2048x1_any_a16_b16(
// CHECK: layout.load {{.*}}{layout.in_bounds}
// CHECK: math.fma

func.func @rows(%A: memref<300x1160xf16>, %B: memref<1160x1xf16>, %C: memref<300x1xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<300x1xf16>)
  linalg.matmul ins(%A, %B : memref<300x1160xf16>, memref<1160x1xf16>) outs(%C : memref<300x1xf16>)
  return
}

// (Who has memory that does not begin there has another kernel; none of tensor cores.)
func.func @row(%A: memref<1x2048xf16>, %B: memref<1280x2048xf16>, %C: memref<1x1280xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<1x1280xf16>)
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
    ins(%A, %B : memref<1x2048xf16>, memref<1280x2048xf16>) outs(%C : memref<1x1280xf16>)
  return
}

// 84 MB.
func.func @between(%A: memref<10240x4096xf16>, %B: memref<4096x1xf16>, %C: memref<10240x1xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<10240x1xf16>)
  linalg.matmul ins(%A, %B : memref<10240x4096xf16>, memref<4096x1xf16>) outs(%C : memref<10240x1xf16>)
  return
}

// 420 MB.
func.func @large(%A: memref<51200x4096xf16>, %B: memref<4096x1xf16>, %C: memref<51200x1xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<51200x1xf16>)
  linalg.matmul ins(%A, %B : memref<51200x4096xf16>, memref<4096x1xf16>) outs(%C : memref<51200x1xf16>)
  return
}

func.func @short(%A: memref<4096x512xf16>, %B: memref<512x1xf16>, %C: memref<4096x1xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<4096x1xf16>)
  linalg.matmul ins(%A, %B : memref<4096x512xf16>, memref<512x1xf16>) outs(%C : memref<4096x1xf16>)
  return
}

// Across K, where a thread would load 16 bytes at once, tensor cores are faster: of B alone they lie well here.
func.func @across(%A: memref<24x1x1500xf16>, %B: memref<24x1500x64xf16>, %C: memref<24x1x64xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<24x1x64xf16>)
  linalg.batch_matmul ins(%A, %B : memref<24x1x1500xf16>, memref<24x1500x64xf16>) outs(%C : memref<24x1x64xf16>)
  return
}

// Two tiles of 224 columns are as few as of 208, and three warpgroups have them.
func.func @columns(%A: memref<12288x4096xf16>, %B: memref<400x4096xf16>, %C: memref<12288x400xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<12288x400xf16>)
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
    ins(%A, %B : memref<12288x4096xf16>, memref<400x4096xf16>) outs(%C : memref<12288x400xf16>)
  return
}

// Where memory is what all wait for, blocks that read rows of B beside each other meet.
func.func @beside(%A: memref<8x2880xf16>, %B: memref<2880x201088xf16>, %C: memref<8x201088xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<8x201088xf16>)
  linalg.matmul ins(%A, %B : memref<8x2880xf16>, memref<2880x201088xf16>) outs(%C : memref<8x201088xf16>)
  return
}
