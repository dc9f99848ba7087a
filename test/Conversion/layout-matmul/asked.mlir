// A tile that is asked for is the one that is made, or an error says why it is not, and which ones are nearest to it.
// RUN: not layout-opt %s --layout-matmul=tile=128x256 2>&1 | FileCheck %s --check-prefix=ENGINE
// RUN: not layout-opt %s --layout-matmul=tile=64x64_persistent 2>&1 | FileCheck %s --check-prefix=PERSISTENT
// RUN: not layout-opt %s --layout-matmul=tile=64x64_producer 2>&1 | FileCheck %s --check-prefix=PRODUCER
// RUN: not layout-opt %s --layout-matmul=tile=128x128_split2_producer 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: not layout-opt %s --layout-matmul=tile=64x128x64x4_persistent 2>&1 | FileCheck %s --check-prefix=ALONG
// RUN: not layout-opt %s --layout-matmul=tile=128x240 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: layout-opt %s --layout-matmul=tile=32x32 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: not layout-opt %s --layout-matmul=tile=64x64x64x12 2>&1 | FileCheck %s --check-prefix=STAGES
// The name of a kernel asks for its engine as well.
// RUN: layout-opt %s --layout-matmul=tile=64x64x64x1_any_a8_b16_wide | FileCheck %s --check-prefix=NAMED
// RUN: not layout-opt %s --layout-matmul=tile=64x64x64x1_warps 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not layout-opt %s --layout-matmul=tile=64x64x64x4_any 2>&1 | FileCheck %s --check-prefix=SINGLE
// SINGLE: error: {{.*}} option tile=64x64x64x4_any: of these rows and columns there are the depths and stages 64x64x32x2, 64x64x64x1{{$}}
// RUN: not layout-opt %s --layout-matmul=tile=_any 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: sed -n '/func.func @one/,/^}/p' %s | not layout-opt --layout-matmul=tile=128x256_persistent_turned 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: {{.*}} option tile=128x256_persistent_turned: of these rows and columns there are 128x256, 128x256_persistent, {{.*}}128x256_turned_persistent; behind them _producer
// NOTHING: error: {{.*}} option tile=_any: expected rows x columns of C
// NAMED-NOT: _warpgroups
// NAMED: gpu.func @odd_matmul_64x64x{{[0-9x]+}}_any(
// NAMED-NOT: _warpgroups
// WARPS: error: {{.*}} option tile=64x64x64x1_warps: this product cannot have it: it is one of warps, which take rows of A and B that begin and end at multiples of 16 bytes, and this product is one of warps that load what lies anywhere. Nearest to it are 64x64,
// What each product can have in one of its kernels, the others have as well.
// RUN: layout-opt %s --layout-matmul=tile=64x64 | FileCheck %s --check-prefix=RIGHT

// ENGINE: asked.mlir:[[# @LINE + 8]]:3: error: layout-matmul: 'linalg.matmul' op option tile=128x256: this product cannot have it: it is one of warpgroups, which take a chip with wgmma, elements that it multiplies (of 8 and 32 bits where they lie together along K), and rows of A and B that begin at multiples of 16 bytes, and this product is one of warps that load what lies anywhere. Nearest to it are 128x128
// PERSISTENT: error: {{.*}} option tile=64x64_persistent: this product cannot have it: it is one of warpgroups
// PRODUCER: error: {{.*}} option tile=64x64_producer: this product cannot have it: it is one of warpgroups, which take a chip with wgmma
// PRODUCER-SAME: Nearest to it are 64x64
// SPLIT: error: {{.*}} option tile=128x128_split2_producer: this product cannot have it
// REGISTERS: error: {{.*}} option tile=128x240: this product cannot have it
// RIGHT-NOT: error
func.func @odd(%A: memref<77x33xf16>, %B: memref<33x55xf16>, %C: memref<77x55xf16>) {
  linalg.matmul ins(%A, %B : memref<77x33xf16>, memref<33x55xf16>) outs(%C : memref<77x55xf16>)
  return
}

// One that only the kernels have which take anything is theirs, and no other kernel comes before it.
// ANY: gpu.func @narrow_matmul_{{[0-9x]+}}_any
// ANY-NOT: gpu.func @{{.*}}_warpgroups
// ANY: gpu.func @one_matmul_{{[0-9x]+}}_any
// STAGES: warning: {{.*}} option tile=64x64x64x12: there are fewer iterations along K than it has stages: 64x64x64x1 is taken
// RIGHT: gpu.func @one_matmul_64x64x64{{.*}}_warpgroups
// One iteration along K: no producer is ahead, and persistent blocks copy whole tiles.
// PRODUCER: asked.mlir:[[# @LINE + 5]]:3: error: {{.*}} option tile=64x64_producer: this product cannot have it: producers issue
// PRODUCER-SAME: and there is such a loop only where K is more than one iteration; {{.*}} Nearest to it are 64x64,
// SPLIT: asked.mlir:[[# @LINE + 3]]:3: error: {{.*}} producers issue the copies of warpgroups that copy several iterations ahead, more than two, whose sums leave room
// ALONG: asked.mlir:[[# @LINE + 2]]:3: error: {{.*}} and whole tiles where it is one, and K is 64. Nearest to it are 64x128_persistent,
func.func @one(%A: memref<512x64xf16>, %B: memref<64x512xf16>, %C: memref<512x512xf16>) {
  linalg.matmul ins(%A, %B : memref<512x64xf16>, memref<64x512xf16>) outs(%C : memref<512x512xf16>)
  return
}

// REGISTERS: asked.mlir:[[# @LINE + 3]]:3: error: {{.*}} option tile=128x240: this product cannot have it: its sum, what is read behind it, and addresses take more registers than a thread has. Nearest to it are 128x160, 104x192, 128x144,
func.func @narrow(%A: memref<?x64xf16>, %B: memref<64x240xf16>, %C: memref<?x240xf32, strided<[243, 1]>>) {
  %z = arith.constant 0.0 : f32
  linalg.matmul ins(%A, %B : memref<?x64xf16>, memref<64x240xf16>) outs(%C : memref<?x240xf32, strided<[243, 1]>>)
  return
}
