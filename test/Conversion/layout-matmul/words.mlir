// C of 32 bits. Threads that have a row of a sum exchange halves of what they hold, two words of four, and store 16 bytes at once; nothing is
// compared, since all tiles are inside, and words are shuffled as the numbers that they are.
// RUN: layout-opt %s --layout-matmul="chip=sm_90a tile=128x256x64x4_persistent_producer" -o %t.tiles
// RUN: FileCheck %s --input-file=%t.tiles --check-prefix=TILES
// RUN: layout-opt %t.tiles --layout-launches=chip=sm_90a --layout-select=chip=sm_90a --layout-pipeline --layout-place --layout-sync --layout-distribute=chip=sm_90a -o %t.threads
// RUN: sed -n '/gpu.func @f_matmul_128x256/,/gpu.return/p' %t.threads | FileCheck %s --check-prefix=THREADS --implicit-check-not=arith.bitcast --implicit-check-not=gpu.shuffle
// RUN: layout-opt %t.tiles --layout-to-nvvm="chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null
// RUN: sed -n '/entry f_matmul_128x256/,/^}/p' %t.ptx > %t.kernel
// RUN: grep -c shfl.sync %t.kernel | FileCheck %s --check-prefix=SHUFFLES
// RUN: grep -c st.global.v4 %t.kernel | FileCheck %s --check-prefix=STORES
// TILES: layout.convert {{.*}} {layout.in_registers} : {{.*}} -> tensor<128x256xf32, #layout.tv<(2,2,8,8):(1024,512,1,16), (4,2,16):(128,8,2048)>>
// TILES: layout.store {{.*}} {layout.in_bounds}
// THREADS-COUNT-64: gpu.shuffle  xor {{.*}} : f32
// (One more says which warp it is.)
// SHUFFLES: {{^65$}}
// STORES: {{^32$}}
func.func @f(%A: memref<8192x512xf16>, %B: memref<512x8192xf16>, %C: memref<8192x8192xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%C : memref<8192x8192xf32>)
  linalg.matmul ins(%A, %B : memref<8192x512xf16>, memref<512x8192xf16>) outs(%C : memref<8192x8192xf32>)
  return
}

// Of few iterations it is C that takes long, of 32 bits twice as much: tiles are as wide as of 16, not narrower.
// RUN: layout-opt %s --layout-matmul=chip=sm_90a | FileCheck %s --check-prefix=CHOICE
// CHOICE: gpu.func @f_matmul_128x{{192|208|224|256}}x64x{{[0-9]}}_warpgroups_persistent{{.*}}(
