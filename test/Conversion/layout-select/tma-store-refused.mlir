// Stores that the engine does not do are errors that say why.
// RUN: layout-opt %s --layout-select --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --layout-select=chip=sm_80 --split-input-file 2>&1 | FileCheck %s
// CHECK: sm_80 has no engine that copies boxes, sm_90 and later have; store a tile

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x128xf16, #layout<S<3,3,4> o 0 o (64,128):(128,1)>, 3>
gpu.module @swizzle {
  gpu.func @k(%C: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    // expected-error @+1 {{S<3,3,4> o 0 o (64,128):(128,1) is under no swizzle of tensor maps}}
    %a = layout.store_async %p, %C[%i, %i] : !s, !g
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
gpu.module @address {
  gpu.func @k(%C: !g, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    // expected-error @+1 {{is known to be aligned to 1 bytes, and must be to 16: state {llvm.align = 16 : i64} at the argument}}
    %a = layout.store_async %p, %C[%i, %i] : !s, !g
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<128x128xf16>
!v = memref<64x128xf16, strided<[128, 1], offset: ?>>
!s = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
gpu.module @part {
  gpu.func @k(%C: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    %v = memref.subview %C[%i, 0] [64, 128] [1, 1] : !g to !v
    // expected-error @+1 {{copies are to a memref that a kernel (gpu.func … kernel) is handed, and not to a part or a view of it}}
    %a = layout.store_async %p, %v[%i, %i] : !s, !v
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?,1)>>
!s = memref<64x64xf16, 3>
gpu.module @none {
  gpu.func @k(%C: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() {layout.auto} : !s
    // expected-error @+1 {{the stride s2 of dimension 0 is known to be a multiple of 2 bytes, and a tensor map needs 16: state that 8 divides it, as in ?{div=8}}}
    %a = layout.store_async %p, %C[%i, %i] : !s, !g
    layout.wait %a
    gpu.return
  }
}
