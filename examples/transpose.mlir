// B = the transpose of A, f32, of any size. A thread's elements change hands in the conversion, which goes through
// shared memory under a swizzle that has no bank conflicts; both memories are accessed along their rows.
//
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a bare-pointers=false" | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-place --layout-sync | FileCheck %s --check-prefix=TILES

// CHECK: .visible .entry transpose
// CHECK: st.shared
// CHECK: bar.sync
// CHECK: ld.shared

// TILES: layout.load %arg0
// TILES: layout.store %{{.*}}, %[[S:.*]][%c0
// TILES: gpu.barrier
// TILES: layout.load %[[S]]
// TILES-NOT: gpu.barrier
// TILES: layout.store %{{.*}}, %arg1

!m = memref<?x?xf32, #layout<(?,?):(?,1)>>
// Eight warps, each on eight rows of 64; a lane has two columns that are 32 apart.
!rows = tensor<64x64xf32, #layout.tv<(32,8):(64,1), (2,8):(2048,8)>>
!turned = tensor<64x64xf32, #layout.tv<(32,8):(1,64), (2,8):(32,512)>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose(%A: !m, %B: !m) kernel attributes {layout.threads = 256 : i64} {
      %64 = arith.constant 64 : index
      %x = gpu.block_id x
      %y = gpu.block_id y
      %i = arith.muli %y, %64 : index
      %j = arith.muli %x, %64 : index
      %a = layout.load %A[%i, %j] : !m -> !rows
      %t = layout.transpose %a [1, 0] : !rows -> !turned
      %b = layout.convert %t : !turned -> !rows
      layout.store %b, %B[%j, %i] : !rows, !m
      gpu.return
    }
  }
}
