// Where tiles of 256 rows are as many as multiprocessors, and smaller ones more: two warpgroups have 128 rows each, and as many columns as
// there are registers for sums of them. Nothing is spilled, nor does ptxas serialize what multiplies.
// RUN: layout-opt %s --layout-matmul=chip=sm_90a | FileCheck %s
// RUN: not layout-opt %s --layout-matmul=tile=256x144_split2 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: layout-opt %s "--layout-matmul=chip=sm_90a" "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: %if ptxas %{ ptxas -v -arch=sm_90a %t.ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTXAS --implicit-check-not=C75 %}
//
// PTXAS: Function properties for tall_matmul_256x144
// PTXAS-NEXT: {{.*}} 0 bytes spill stores, 0 bytes spill loads
// PTXAS: Function properties for turned_matmul_160x256
// PTXAS-NEXT: {{.*}} 0 bytes spill stores, 0 bytes spill loads
// PTXAS: Function properties for more_matmul_256x144
// PTXAS-NEXT: {{.*}} 0 bytes spill stores, 0 bytes spill loads
// PTXAS: Function properties for large_matmul_128x256
// PTXAS-NEXT: {{.*}} 0 bytes spill stores, 0 bytes spill loads

// What is computed of each element takes hardly more registers: it is computed of one after the other.
// CHECK: gpu.func @large_matmul_128x256x64x4_warpgroups_persistent_producer(
// CHECK: gpu.func @more_matmul_256x144x64x4_warpgroups(
// CHECK: gpu.func @turned_matmul_160x256x64x4_warpgroups_turned(
// CHECK: gpu.func @tall_matmul_256x144x64x4_warpgroups(
// CHECK-SAME: layout.threads = 256 : i64
// CHECK: layout.mma {{.*}} : memref<256x64xbf16{{.*}}, memref<64x144xbf16
// SPLIT: error: layout-matmul: {{.*}}tile=256x144_split2: of these rows and columns there are 256x144, 256x144_persistent; behind
func.func @tall(%A: memref<1024x3584xbf16>, %B: memref<4608x3584xbf16>, %C: memref<1024x4608xbf16>) {
  %z = arith.constant 0.0 : bf16
  linalg.fill ins(%z : bf16) outs(%C : memref<1024x4608xbf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<1024x3584xbf16>, memref<4608x3584xbf16>) outs(%C : memref<1024x4608xbf16>)
  return
}

func.func @turned(%A: memref<640x7168xbf16>, %B: memref<7168x7168xbf16>, %C: memref<640x7168xbf16>) {
  %z = arith.constant 0.0 : bf16
  linalg.fill ins(%z : bf16) outs(%C : memref<640x7168xbf16>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<640x7168xbf16>, memref<7168x7168xbf16>) outs(%C : memref<640x7168xbf16>)
  return
}

func.func @more(%A: memref<1024x3584xbf16> {llvm.align = 16 : i64}, %B: memref<4608x3584xbf16> {llvm.align = 16 : i64}, %row: memref<4608xf32>, %C: memref<1024x4608xbf16> {llvm.align = 16 : i64}) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %S = memref.alloc() : memref<1024x4608xf32>
  linalg.fill ins(%z : f32) outs(%S : memref<1024x4608xf32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<1024x3584xbf16>, memref<4608x3584xbf16>) outs(%S : memref<1024x4608xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%S, %row : memref<1024x4608xf32>, memref<4608xf32>) outs(%C : memref<1024x4608xbf16>) {
  ^bb0(%s: f32, %r: f32, %c: bf16):
    %x = arith.addf %s, %r : f32
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %q = arith.divf %x, %d : f32
    %y = arith.truncf %q : f32 to bf16
    linalg.yield %y : bf16
  }
  return
}

func.func @large(%A: memref<4096x4096xbf16> {llvm.align = 16 : i64}, %B: memref<4096x4096xbf16> {llvm.align = 16 : i64}, %row: memref<4096xf32>, %C: memref<4096x4096xbf16> {llvm.align = 16 : i64}) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %S = memref.alloc() : memref<4096x4096xf32>
  linalg.fill ins(%z : f32) outs(%S : memref<4096x4096xf32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<4096x4096xbf16>, memref<4096x4096xbf16>) outs(%S : memref<4096x4096xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%S, %row : memref<4096x4096xf32>, memref<4096xf32>) outs(%C : memref<4096x4096xbf16>) {
  ^bb0(%s: f32, %r: f32, %c: bf16):
    %x = arith.addf %s, %r : f32
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %d = arith.addf %e, %one : f32
    %q = arith.divf %x, %d : f32
    %y = arith.truncf %q : f32 to bf16
    linalg.yield %y : bf16
  }
  return
}
