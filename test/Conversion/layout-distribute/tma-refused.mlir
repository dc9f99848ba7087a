// Copies that the engine does not do are errors that say why, with the numbers.
// RUN: layout-opt %s --layout-select --split-input-file --verify-diagnostics

!g = memref<?x?xf16, #layout<(?,?):(?,1)>>
!s = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
gpu.module @stride {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    // expected-error @+1 {{layout.tma: the stride s2 of dimension 0 is known to be a multiple of 2 bytes, and a tensor map needs 16: state that 8 divides it, as in ?{div=8}}}
    %a = layout.copy_async %A[%i, %i], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
gpu.module @address {
  gpu.func @k(%A: !g, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    // expected-error @+1 {{is known to be aligned to 1 bytes, and must be to 16: state {llvm.align = 16 : i64} at the argument}}
    %a = layout.copy_async %A[%i, %i], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x128xf16, #layout<S<3,3,4> o 0 o (64,128):(128,1)>, 3>
gpu.module @swizzle {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    // expected-error @+1 {{S<3,3,4> o 0 o (64,128):(128,1) is under no swizzle of tensor maps: elements of 16 bits have S<3,3,3>, S<2,3,3>, S<1,3,3>, at offset 0, or none}}
    %a = layout.copy_async %A[%i, %i], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(1,64)>, 3>
gpu.module @row {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    // expected-error @+1 {{of (64,64):(1,64) a box takes rows of 2 bytes; they are multiples of 16, of at most 256 elements: S<3,3,3> o 0 o (64,64):(64,1) would do}}
    %a = layout.copy_async %A[%i, %i], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
func.func @no_kernel(%A: !g {llvm.align = 16 : i64}, %i: index) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !s
  // expected-error @+1 {{copies are from a memref that a kernel (gpu.func … kernel) is handed, and not from a part or a view of it}}
  %a = layout.copy_async %A[%i, %i], %p {layout.tma} : !g, !s
  layout.wait %a
  return
}

// -----

!g = memref<?x64xf16, #layout<S<3,3,3> o 0 o (?,64):(64,1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
gpu.module @swizzled {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    // expected-error @+1 {{copy from memory that is not swizzled}}
    %a = layout.copy_async %A[%i, %i], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

// What stands behind a kernel's arguments it is not handed.
!g = memref<64x64xf16, #layout<(64,64):(64,1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
gpu.module @own {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}) private(%w: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{layout.tma: copies are from a memref that a kernel (gpu.func … kernel) is handed, and not from a part or a view of it}}
    %a = layout.copy_async %w[%0, %0], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!p = memref<32x32xf16, #layout<(32,32):(32,1)>, 3>
gpu.module @kernels {
  gpu.func @strided(%A: memref<64x64xf16, strided<[64, 1]>> {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {alignment = 128 : i64} : !p
    // expected-error @+1 {{layout.tma: memref<64x64xf16, strided<[64, 1]>> has strides, and tensor maps are made of a #layout: give the argument one in place of them}}
    %k = layout.copy_async %A[%0, %0], %p {layout.tma} : memref<64x64xf16, strided<[64, 1]>>, !p
    layout.wait %k
    gpu.return
  }
}
