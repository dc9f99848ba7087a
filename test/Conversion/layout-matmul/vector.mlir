// A single column or row whose rows of the other factor begin anywhere: threads multiply what they load, and no tensor core does. Along K a block
// has one row or few, across it blocks of a cluster may have parts of K; a loop over what is inside compares nothing. (On an H200
// 60 random ones are 1.29 of cuBLAS, for 1.09 by tensor cores.)
// RUN: layout-opt %s --layout-matmul=chip=sm_90a -o %t.tiles
// RUN: FileCheck %s --input-file=%t.tiles
// (The interpreter runs the kernels of large products on small ones.)
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.tiles | sed 's/4099/11/g; s/1281/67/g; s/4097/1093/g' > %t.few
// RUN: layout-opt %t.few --layout-select --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: layout-interp --schedules 1 %t.few %t.out --job '{"function": "matmul_kernels::along_matmul_4x1x1024x1_any", "grid": [3, 1, 1], "arguments": [{"shape": [11, 1541], "skew": 2, "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [1541, 1], "skew": 6, "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [11, 1], "skew": 2}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp --schedules 1 %t.few %t.out --job '{"function": "matmul_kernels::across_matmul_1x32x64x1_split8_any_turned", "grid": [24, 1, 1], "arguments": [{"shape": [67, 1093], "skew": 2, "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [1093, 1], "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [67, 1]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s --layout-matmul=chip=sm_90a "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS %}
// RUN: not layout-opt %s "--layout-matmul=chip=sm_90a tile=1x1x2048x1_any" 2>&1 | FileCheck %s --check-prefix=TILE

// RIGHT: right: {{[1-9][0-9]*}} elements compared
// PTX-NOT: mma.sync
// PTXAS-NOT: {{[1-9][0-9]*}} bytes spill
// TILE: tile=1x1x2048x1_any

// What is known of each factor stays with it: of the row itself 16 bytes, of the rows of B 4.
// CHECK-LABEL: gpu.func @facts_matmul_1x{{[0-9x]+}}_any_a16_b4_turned(
// CHECK-SAME: memref<2050x264xf16{{[^>]*}}>> {llvm.align = 4 : i64}, %{{[a-z0-9]+}}: memref<264x1xf16{{[^>]*}}>> {llvm.align = 16 : i64}
// CHECK-LABEL: gpu.func @across_matmul_1x32x64x1_split8_any_turned(
// CHECK: layout.convert {{.*}} : tensor<64xf16,
// CHECK: layout.reduce addf
// CHECK: layout.peer
// CHECK-LABEL: gpu.func @along_matmul_4x1x1024x1_any(
// CHECK: scf.if
// CHECK: scf.for
// CHECK: layout.load {{.*}}{layout.in_bounds}
// CHECK: layout.load {{.*}}{layout.in_bounds}
// CHECK: math.fma
// What is left along K.
// CHECK: layout.load %arg0{{.*}}] : memref
// CHECK: math.fma
// CHECK: layout.reduce addf
func.func @along(%A: memref<4099x1541xf16>, %B: memref<1541x1xf16>, %C: memref<4099x1xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<4099x1xf16>)
  linalg.matmul ins(%A, %B : memref<4099x1541xf16>, memref<1541x1xf16>) outs(%C : memref<4099x1xf16>)
  return
}

func.func @across(%A: memref<1x4097xf16>, %B: memref<4097x1281xf16>, %C: memref<1x1281xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<1x1281xf16>)
  linalg.matmul ins(%A, %B : memref<1x4097xf16>, memref<4097x1281xf16>) outs(%C : memref<1x1281xf16>)
  return
}

func.func @facts(%A: memref<1x264xf16>, %B: memref<264x2050xf16>, %C: memref<1x2050xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<1x2050xf16>)
  linalg.matmul ins(%A, %B : memref<1x264xf16>, memref<264x2050xf16>) outs(%C : memref<1x2050xf16>)
  return
}
