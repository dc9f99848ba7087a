// Sums of several blocks go between them through shared memory as warps have them, which 384 threads that are no power of two along a row of C
// do not: tiles of three warpgroups by several blocks are those whose threads are one. What is chosen is lowered.
// RUN: layout-opt %s --layout-matmul "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: FileCheck %s --input-file=%t.ptx
// CHECK: .entry f_matmul_{{.*}}_split
// RUN: not layout-opt %S/three.mlir --layout-matmul=tile=128x192_split4_turned 2>&1 | FileCheck %s --check-prefix=EVENLY
// EVENLY: error: layout-matmul: {{.*}}tile=128x192_split4_turned: this product cannot have it: its threads do not share what it stores evenly
func.func @f(%A: memref<2304x16384xf16>, %B: memref<16384x120xf16>, %C: memref<120x2304xf32>) {
  %z = arith.constant 0.0 : f32
  %S = memref.alloc() : memref<2304x120xf32>
  linalg.fill ins(%z : f32) outs(%S : memref<2304x120xf32>)
  linalg.matmul ins(%A, %B : memref<2304x16384xf16>, memref<16384x120xf16>) outs(%S : memref<2304x120xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%S : memref<2304x120xf32>) outs(%C : memref<120x2304xf32>) {
  ^bb0(%s: f32, %c: f32):
    linalg.yield %s : f32
  }
  return
}
