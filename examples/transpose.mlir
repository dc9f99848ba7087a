// B = the transpose of A, of any size in f32; in f16 and in 8 bits of sizes that 8 and 16 divide, 16 bytes at once.
// A thread's elements change hands in the conversion, which goes through shared memory under a swizzle that has no
// bank conflicts; both memories are accessed along their rows.
//
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a bare-pointers=false" | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-place --layout-sync | FileCheck %s --check-prefix=TILES

// CHECK: .visible .entry transpose(
// CHECK: st.shared
// CHECK: bar.sync
// CHECK: ld.shared
// CHECK: .visible .entry transpose_f16(
// CHECK: ld.global.nc.v4.b32
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK: st.global.v4.b32
// CHECK: .visible .entry transpose_i8(
// CHECK: ld.global.nc.v4.b32
// CHECK: st.global.v4.b32

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

!m16 = memref<?x?xf16, #layout<(?{div=8},?{div=8}):(?{div=8},1)>>
!rows16 = tensor<128x64xf16, #layout.tv<(8,32):(1024,1), (8,4):(128,32)>>
!turned16 = tensor<64x128xf16, #layout.tv<(8,32):(8,64), (8,4):(1,2048)>>
!columns16 = tensor<64x128xf16, #layout.tv<(16,16):(512,1), (8,4):(64,16)>>

!m8 = memref<?x?xi8, #layout<(?{div=16},?{div=16}):(?{div=16},1)>>
!rows8 = tensor<128x128xi8, #layout.tv<(8,32):(2048,1), (16,4):(128,32)>>
!turned8 = tensor<128x128xi8, #layout.tv<(8,32):(16,128), (16,4):(1,4096)>>

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

    gpu.func @transpose_f16(%A: !m16 {llvm.align = 16 : i64, llvm.noalias}, %B: !m16 {llvm.align = 16 : i64, llvm.noalias})
        kernel attributes {layout.threads = 256 : i64} {
      %64 = arith.constant 64 : index
      %128 = arith.constant 128 : index
      %x = gpu.block_id x
      %y = gpu.block_id y
      %i = arith.muli %y, %128 : index
      %j = arith.muli %x, %64 : index
      %a = layout.load %A[%i, %j] : !m16 -> !rows16
      %t = layout.transpose %a [1, 0] : !rows16 -> !turned16
      %b = layout.convert %t : !turned16 -> !columns16
      layout.store %b, %B[%j, %i] : !columns16, !m16
      gpu.return
    }

    gpu.func @transpose_i8(%A: !m8 {llvm.align = 16 : i64, llvm.noalias}, %B: !m8 {llvm.align = 16 : i64, llvm.noalias})
        kernel attributes {layout.threads = 256 : i64} {
      %128 = arith.constant 128 : index
      %x = gpu.block_id x
      %y = gpu.block_id y
      %i = arith.muli %y, %128 : index
      %j = arith.muli %x, %128 : index
      %a = layout.load %A[%i, %j] : !m8 -> !rows8
      %t = layout.transpose %a [1, 0] : !rows8 -> !turned8
      %b = layout.convert %t : !turned8 -> !rows8
      layout.store %b, %B[%j, %i] : !rows8, !m8
      gpu.return
    }
  }
}
