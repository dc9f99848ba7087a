// Of integers a warpgroup multiplies multiples of 16 columns beyond 32: 40 rows of C transposed are a tile of 48, and none is of 40.
// RUN: layout-opt %s --layout-matmul | FileCheck %s
// RUN: layout-opt %s "--layout-matmul" "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// RUN: layout-opt %s --layout-matmul=tile=48x64 | FileCheck %s --check-prefix=WIDE
// RUN: not layout-opt %s --layout-matmul=tile=40x64 2>&1 | FileCheck %s --check-prefix=NONE
// Floats have it.
// RUN: sed 's/xi8/xf16/g; s/xi32/xf16/g; s/: i32/: f16/g; s/constant 0 /constant 0.0 /' %s | layout-opt --layout-matmul=tile=40x64 | FileCheck %s --check-prefix=FLOATS
// CHECK: gpu.func @f_matmul_{{.*}}_warpgroups
// WIDE: gpu.func @f_matmul_48x64x{{.*}}_warpgroups_turned
// NONE: option tile=40x64
// FLOATS: gpu.func @f_matmul_40x64x
func.func @f(%A: memref<40x1024xi8>, %B: memref<4096x1024xi8>, %C: memref<40x4096xi32>) {
  %z = arith.constant 0 : i32
  linalg.fill ins(%z : i32) outs(%C : memref<40x4096xi32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<40x1024xi8>, memref<4096x1024xi8>) outs(%C : memref<40x4096xi32>)
  return
}
