// What is launched where operands begin elsewhere, of known sizes, is little code: its loop has one slot and loads what it multiplies
// next, under no condition where tiles end at K. Elements behind A and B are not read.
//
// RUN: layout-opt %s --layout-matmul -o %t.all
// RUN: FileCheck %s --input-file=%t.all
// (The interpreter runs the kernels of large products on small ones.)
// RUN: sed -n '/^#/p;/gpu.module @/,/^  }/p' %t.all | sed 's/544/64/g' > %t.tiles
// RUN: layout-opt %t.tiles --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.out
// RUN: echo '{"function": "matmul_kernels::NAME_matmul_32x32x32x2_any", "grid": [4, 1, 1], "arguments": [{"shape": [64, DEPTH], "skew": 2, "seed": 1, "low": -3, "high": 3, "whole": true}, {"shape": [DEPTH, 64], "skew": 6, "seed": 2, "low": -3, "high": 3, "whole": true}, {"shape": [64, 64], "skew": 2}]}' > %t.job
// RUN: sed 's/NAME/full/; s/DEPTH/256/g' %t.job > %t.full.json
// RUN: layout-interp %t.tiles --job %t.full.json | %python %S/Inputs/sums.py | FileCheck %s --check-prefix=SUMS
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.full.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed 's/NAME/odd/; s/DEPTH/160/g' %t.job > %t.odd.json
// RUN: layout-interp %t.tiles --job %t.odd.json | %python %S/Inputs/sums.py | FileCheck %s --check-prefix=SUMS
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.odd.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed 's/NAME/rest/; s/DEPTH/144/g' %t.job > %t.rest.json
// RUN: layout-interp %t.tiles --job %t.rest.json | %python %S/Inputs/sums.py | FileCheck %s --check-prefix=SUMS
// RUN: layout-interp --schedules 1 %t.tiles %t.out --job %t.rest.json | FileCheck %s --check-prefix=RIGHT
// SUMS: 4096 sums, 0 wrong
// RIGHT: right: {{[1-9][0-9]*}} elements compared
//
// RUN: layout-opt %s --layout-matmul "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: sed -n '/entry full_matmul_32x32x32x2_any/,/^}/p' %t.ptx | FileCheck %s --check-prefix=PTX
// PTX-COUNT-8: ld.global.b16
// PTX-NOT: ld.global
// PTX: bra
// PTX-NOT: ld.global
// PTX-NOT: bra
// PTX: ret;

func.func @rest(%A: memref<544x144xf16>, %B: memref<144x544xf16>, %C: memref<544x544xf16>) {
  %zero = arith.constant 0.0 : f16
  linalg.fill ins(%zero : f16) outs(%C : memref<544x544xf16>)
  linalg.matmul ins(%A, %B : memref<544x144xf16>, memref<144x544xf16>) outs(%C : memref<544x544xf16>)
  return
}

func.func @odd(%A: memref<544x160xf16>, %B: memref<160x544xf16>, %C: memref<544x544xf16>) {
  %zero = arith.constant 0.0 : f16
  linalg.fill ins(%zero : f16) outs(%C : memref<544x544xf16>)
  linalg.matmul ins(%A, %B : memref<544x160xf16>, memref<160x544xf16>) outs(%C : memref<544x544xf16>)
  return
}

// CHECK: gpu.func @full_matmul_32x32x32x2_any(
// CHECK: scf.for %[[K:.*]] = %c0 to %{{.*}} step %c32
// CHECK-NEXT: layout.load %{{.*}}[%{{.*}}, %[[K]]]
// CHECK-NEXT: layout.load %{{.*}}[%[[K]], %{{.*}}]
// CHECK: layout.mma
// CHECK-NEXT: scf.yield
func.func @full(%A: memref<544x256xf16>, %B: memref<256x544xf16>, %C: memref<544x544xf16>) {
  %zero = arith.constant 0.0 : f16
  linalg.fill ins(%zero : f16) outs(%C : memref<544x544xf16>)
  linalg.matmul ins(%A, %B : memref<544x256xf16>, memref<256x544xf16>) outs(%C : memref<544x544xf16>)
  return
}
