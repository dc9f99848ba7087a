// A tile program as PTX: cp.async of 16 bytes with zeros where memory ends, ldmatrix from swizzled
// shared memory, mma.sync. (The barriers are written; layout-sync is to insert them.)
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false" | FileCheck %s
// RUN: layout-opt %s --layout-distribute=chip=sm_90a --canonicalize --cse | FileCheck %s --check-prefix=THREAD
// RUN: not layout-opt %s --layout-distribute=chip=sm_75 2>&1 | FileCheck %s --check-prefix=OLD

// CHECK: .visible .entry gemm
// CHECK-COUNT-4: cp.async.cg.shared.global
// CHECK: cp.async.wait_group
// CHECK: bar.sync
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32

// THREAD: gpu.func @gemm
// THREAD-SAME: workgroup(%{{.+}} : memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3> {llvm.align = 128 : i64}, %{{.+}} : memref<32x64xf16
// THREAD-SAME: known_block_size = array<i32: 128, 1, 1>
// THREAD-COUNT-4: nvgpu.device_async_copy {{.*}}, 8, %{{.+}} {bypassL1}
// THREAD: nvvm.cp.async.wait.group 0
// THREAD-COUNT-8: nvgpu.ldmatrix
// THREAD-NOT: nvgpu.ldmatrix
// Words of fragments come from ldmatrix as they are multiplied.
// THREAD: vector.extract %{{.+}}[0] : vector<2xf16> from vector<4x2xf16>
// THREAD-NOT: vector.from_elements
// THREAD-COUNT-16: nvvm.mma.sync A[{{.+}}] B[{{.+}}] C[{{.+}}] {layoutA = {{.*}} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// THREAD-NOT: nvvm.mma.sync

// OLD: error: layout-distribute: 'layout.mma' is not lowered: sm_75 does not have its instruction, mma<m16n8k16, warps=(2,2)>
// OLD-NOT: gpu.func

#m = #layout.mma<m16n8k16, warps = (2,2)>
#a = #layout.frag<#m, A, 64x32>
#b = #layout.frag<#m, B, 32x64>
#c = #layout.frag<#m, C, 64x64>
!g = memref<?x?xf16, #layout<(?{div=8},?{div=8}):(?{div=8},1)>>
!o = memref<?x?xf16, #layout<(?{div=8},?{div=8}):(?{div=8},1)>>
!p = memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>
!q = memref<32x64xf16, #layout<S<3,3,3> o 0 o (32,64):(64,1)>, 3>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: !g {llvm.align = 16 : i64}, %B: !g {llvm.align = 16 : i64}, %C: !o {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %32 = arith.constant 32 : index
      %64 = arith.constant 64 : index
      %zero = arith.constant dense<0.0> : tensor<64x64xf32, #c>
      %p = memref.alloc() : !p
      %q = memref.alloc() : !q
      %bi = gpu.block_id x
      %bj = gpu.block_id y
      %i = arith.muli %bi, %64 : index
      %j = arith.muli %bj, %64 : index
      %K = memref.dim %A, %1 : !g
      %r = scf.for %k = %0 to %K step %32 iter_args(%x = %zero) -> tensor<64x64xf32, #c> {
        %s = layout.copy_async %A[%i, %k], %p : !g, !p
        %t = layout.copy_async %B[%k, %j], %q : !g, !q
        layout.wait %s, %t
        gpu.barrier
        %u = layout.load %p[%0, %0] : !p -> tensor<64x32xf16, #a>
        %v = layout.load %q[%0, %0] : !q -> tensor<32x64xf16, #b>
        %y = layout.mma %u, %v, %x : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #c>
        gpu.barrier
        scf.yield %y : tensor<64x64xf32, #c>
      }
      %h = arith.truncf %r : tensor<64x64xf32, #c> to tensor<64x64xf16, #c>
      layout.store %h, %C[%i, %j] : tensor<64x64xf16, #c>, !o
      gpu.return
    }
  }
}
