// B = A, f16, with rows that 8 divides: 16 bytes at once, which sizes, strides and alignment allow as their types say.
// Without `{div=8}` it is right for any size, an element at a time.
//
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s

// CHECK: .visible .entry copy
// CHECK-COUNT-2: ld.global.nc.v4.b32
// CHECK: st.global.v4.b32
// CHECK-NOT: b16

!m = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
// 128 threads a row, twice two rows; a thread holds 8 neighbours of two of them.
!t = tensor<4x1024xf16, #layout.tv<(128,2):(32,1), (8,2):(4,2)>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%A: !m {llvm.align = 16 : i64, llvm.noalias}, %B: !m {llvm.align = 16 : i64, llvm.noalias})
        kernel attributes {layout.threads = 256 : i64} {
      %4 = arith.constant 4 : index
      %1024 = arith.constant 1024 : index
      %x = gpu.block_id x
      %y = gpu.block_id y
      %i = arith.muli %y, %4 : index
      %j = arith.muli %x, %1024 : index
      %t = layout.load %A[%i, %j] : !m -> !t
      layout.store %t, %B[%i, %j] : !t, !m
      gpu.return
    }
  }
}
