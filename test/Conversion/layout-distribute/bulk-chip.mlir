// Before sm_90 there is no engine for it.
// RUN: layout-opt %s --layout-select=chip=sm_80 --verify-diagnostics
!g = memref<?xf16, #layout<(?{div=8}):(1)>>
gpu.module @kernels {
  gpu.func @chip(%A: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<64xf16, 3>
    // expected-error @+1 {{layout.bulk: sm_80 has no engine that copies runs of bytes, sm_90 and later have; leave it out}}
    %a = layout.copy_async %A[%0], %p {layout.bulk} : !g, memref<64xf16, 3>
    layout.wait %a
    gpu.return
  }
}
