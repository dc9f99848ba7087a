// Where rows of a factor are known to begin and end at multiples of 16, 8 or 4 bytes, so many bytes of it are loaded at once, whatever
// the other is like; of what is loaded one by one a thread has as many as a word. Addresses are looked at when it runs: behind that is the kernel that takes anything.
// RUN: layout-opt %s --layout-matmul -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job '{"function": "matmul_kernels::columns_matmul_32x32x128x2_any_a16", "grid": [6, 1, 1], "arguments": [{"shape": [40, 264], "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [264, 77], "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [40, 77]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job '{"function": "matmul_kernels::depth_matmul_32x32x128x2_any_a4_b16_wide", "grid": [6, 1, 1], "arguments": [{"shape": [40, 298], "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [298, 72], "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [40, 72]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-matmul "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not="{{[1-9][0-9]*}} bytes spill" %}

// Words are loaded one by one anyway: there is one kernel.
// CHECK: gpu.func @words_matmul_{{[0-9x]+}}{{(_split[0-9])?}}_any(
// CHECK-NOT: @words_matmul_
// CHECK: gpu.func @bytes_matmul_{{.*}}_any_b4_wide(%arg0: memref<48x1001xi8, #layout<(48,1001):(1001,1)>>, %arg1: memref<1001x1036xi8, {{.*}}> {llvm.align = 4 : i64}, %arg2: memref<48x1036xi32, {{.*}}> {llvm.align = 16 : i64})
// CHECK: layout.load %arg0{{.*}} -> tensor<{{.*}}, #layout.tv<({{[0-9]+}},{{[0-9]+}}):({{[0-9]+}},1), (4,
// CHECK: layout.load %arg1{{.*}} -> tensor<{{.*}}, #layout.tv<({{[0-9]+}},{{[0-9]+}}):({{[0-9]+}},1), (4,
// CHECK: gpu.func @bytes_matmul_{{.*}}_any(
// CHECK: gpu.func @rows_matmul_128x128x32x2_any_a16(
// CHECK: layout.load %arg0{{.*}} -> tensor<128x32xf16, #layout.tv<(4,64):(1024,1), (8,2):(128,64)>>
// CHECK: layout.load %arg1{{.*}} -> tensor<32x128xf16, #layout.tv<(64,4):(64,1), (2,8):(32,4)>>
// CHECK: gpu.func @rows_matmul_128x128x32x2_any(
// CHECK: gpu.func @depth_matmul_{{.*}}_any_a4_b16_wide(
// CHECK: layout.load %arg0{{.*}} -> tensor<{{.*}}, #layout.tv<({{[0-9]+}},{{[0-9]+}}):({{[0-9]+}},1), (2,
// CHECK: layout.load %arg1{{.*}} -> tensor<{{.*}}, #layout.tv<({{[0-9]+}},{{[0-9]+}}):({{[0-9]+}},1), (8,
// CHECK: gpu.func @columns_matmul_{{.*}}_any_a16(
// CHECK: func.func @columns_matmul(
// CHECK: %[[AT:.*]] = memref.extract_aligned_pointer_as_index %arg0
// CHECK: arith.remui %{{.*}}, %c16
// CHECK-NOT: extract_aligned_pointer
// CHECK: gpu.launch_func @matmul_kernels::@columns_matmul_{{.*}}_any_a16
// CHECK: } else {
// CHECK: gpu.launch_func @matmul_kernels::@columns_matmul_{{[0-9a-z_]*}}_any blocks
// PTX: .entry rows_matmul_128x128x32x2_any_a16(
// PTX: ld.global{{.*}}.v4
// PTXAS: Function properties for
// RIGHT: right: {{[1-9][0-9]*}} elements compared
func.func @columns(%A: memref<40x264xf16>, %B: memref<264x77xf16>, %C: memref<40x77xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<40x77xf16>)
  linalg.matmul ins(%A, %B : memref<40x264xf16>, memref<264x77xf16>) outs(%C : memref<40x77xf16>)
  return
}
func.func @depth(%A: memref<40x298xf16>, %B: memref<298x72xf16>, %C: memref<40x72xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<40x72xf16>)
  linalg.matmul ins(%A, %B : memref<40x298xf16>, memref<298x72xf16>) outs(%C : memref<40x72xf16>)
  return
}
// How many rows there are need not be known, and tiles are as large then.
func.func @rows(%A: memref<?x1024xf16>, %B: memref<1024x1001xf16>, %C: memref<?x1001xf16>) {
  linalg.matmul ins(%A, %B : memref<?x1024xf16>, memref<1024x1001xf16>) outs(%C : memref<?x1001xf16>)
  return
}
// Bytes.
func.func @bytes(%A: memref<48x1001xi8>, %B: memref<1001x1036xi8>, %C: memref<48x1036xi32>) {
  linalg.matmul ins(%A, %B : memref<48x1001xi8>, memref<1001x1036xi8>) outs(%C : memref<48x1036xi32>)
  return
}
func.func @words(%A: memref<48x101xf64>, %B: memref<101x49xf64>, %C: memref<48x49xf64>) {
  linalg.matmul ins(%A, %B : memref<48x101xf64>, memref<101x49xf64>) outs(%C : memref<48x49xf64>)
  return
}
