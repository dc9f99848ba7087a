// What takes registers beside a sum makes a tile smaller: ptxas spills none.
// RUN: layout-opt %s --layout-matmul | FileCheck %s
// RUN: layout-opt %s --layout-matmul "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not="{{[1-9][0-9]*}} bytes spill" --implicit-check-not=C75 %}
// PTXAS: Function properties for

// What was in C, where rows do not begin at multiples of 16 bytes, is asked for by words, and wider as it is summed.
// CHECK: gpu.func @added_matmul_128x256x64x4_warpgroups_persistent(
// CHECK: gpu.func @added_matmul_128x192x64x5_warpgroups_narrow(
// What is computed of each element takes some.
// CHECK: gpu.func @computed_matmul_128x192x64x5_warpgroups_persistent_producer(
// CHECK-SAME: {layout.threads = 256 : i64}
// What seldom runs says that a multiprocessor need not hold several blocks of it.
// CHECK: gpu.func @computed_matmul_32x32x32x2_any(
// CHECK-SAME: nvvm.minctasm = 1 : i32
// A row that all rows of C add is in registers for each of a thread's columns, beside a matrix.
// CHECK: gpu.func @both_matmul_128x192x64x5_warpgroups_persistent_producer(
func.func @both(%A: memref<4096x8192xbf16>, %B: memref<4096x4096xbf16>, %C: memref<8192x4096xbf16>, %V: memref<4096xf32>, %R: memref<8192x4096xbf16>) {
  %T = memref.alloc() : memref<8192x4096xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%T : memref<8192x4096xf32>)
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%A, %B : memref<4096x8192xbf16>, memref<4096x4096xbf16>) outs(%T : memref<8192x4096xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%T, %V, %R : memref<8192x4096xf32>, memref<4096xf32>, memref<8192x4096xbf16>) outs(%C : memref<8192x4096xbf16>) {
  ^bb0(%t: f32, %Vx: f32, %Rn: bf16, %Cn: bf16):
    %Rx = arith.extf %Rn : bf16 to f32
    %1 = arith.constant 1.0 : f32
    %x = arith.addf %t, %Vx : f32
    %m = arith.negf %x : f32
    %e = math.exp %m : f32
    %f = arith.addf %e, %1 : f32
    %g = arith.divf %x, %f : f32
    %y = arith.mulf %g, %Rx : f32
    %c = arith.truncf %y : f32 to bf16
    linalg.yield %c : bf16
  }
  memref.dealloc %T : memref<8192x4096xf32>
  return
}

func.func @computed(%A: memref<8192x3072xbf16>, %B: memref<768x3072xbf16>, %C: memref<8192x768xbf16>, %V: memref<768xf32>) {
  %T = memref.alloc() : memref<8192x768xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%T : memref<8192x768xf32>)
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%A, %B : memref<8192x3072xbf16>, memref<768x3072xbf16>) outs(%T : memref<8192x768xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%T, %V : memref<8192x768xf32>, memref<768xf32>) outs(%C : memref<8192x768xbf16>) {
  ^bb0(%t: f32, %Vx: f32, %Cn: bf16):
    %h = arith.constant 0.5 : f32
    %q = arith.constant 0.70710678 : f32
    %1 = arith.constant 1.0 : f32
    %x = arith.addf %t, %Vx : f32
    %r = arith.mulf %x, %q : f32
    %e = math.erf %r : f32
    %f = arith.addf %e, %1 : f32
    %g = arith.mulf %x, %h : f32
    %y = arith.mulf %g, %f : f32
    %c = arith.truncf %y : f32 to bf16
    linalg.yield %c : bf16
  }
  memref.dealloc %T : memref<8192x768xf32>
  return
}

func.func @added(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xbf16>) {
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
    ins(%A, %B : memref<?x?xbf16>, memref<?x?xbf16>) outs(%C : memref<?x?xbf16>)
  return
}
