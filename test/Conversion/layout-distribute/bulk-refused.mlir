// What is no run of 16 bytes at multiples of 16, or not known to be, is an error that says what would do.
// RUN: layout-opt %s --layout-select --layout-place --layout-sync --layout-distribute --split-input-file --verify-diagnostics

!g = memref<?xf16, #layout<(?):(1)>>
gpu.module @kernels {
  gpu.func @end(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %64 = arith.constant 64 : index
    %p = memref.alloc() {layout.auto} : memref<64xf16, 3>
    %j = arith.muli %i, %64 : index
    // expected-error @+1 {{layout.bulk: the tile may end behind the extent s0 of dimension 0, which is known to be a multiple of 1, and must be one of 8: state ?{div=8}, or leave layout.bulk out}}
    %a = layout.copy_async %A[%j], %p {layout.bulk} : !g, memref<64xf16, 3>
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?xf16, #layout<(?{div=8}):(1)>>
gpu.module @kernels {
  gpu.func @begin(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %p = memref.alloc() {layout.auto} : memref<64xf16, 3>
    // expected-error @+1 {{layout.bulk: the coordinate in dimension 0 is known to be a multiple of 1, and must be one of 8: multiply an index by 8}}
    %a = layout.copy_async %A[%i], %p {layout.bulk} : !g, memref<64xf16, 3>
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?xf16, #layout<(?{div=8}):(1)>>
gpu.module @kernels {
  gpu.func @address(%A: !g, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<64xf16, 3>
    // expected-error @+1 {{is known to be aligned to 2 bytes, and must be to 16: state {llvm.align = 16 : i64} at the argument}}
    %a = layout.store_async %p, %A[%0] {layout.bulk} : memref<64xf16, 3>, !g
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?,1)>>
gpu.module @kernels {
  gpu.func @stride(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<4x64xf16, 3>
    // expected-error @+1 {{layout.bulk: the stride s2 of dimension 0 is known to be a multiple of 2 bytes, and runs begin at multiples of 16: state that 8 divides it, as in ?{div=8}}}
    %a = layout.copy_async %A[%i, %0], %p {layout.bulk} : !g, memref<4x64xf16, 3>
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!s = memref<4x64xf16, #layout<S<3,3,3> o 0 o (4,64):(64,1)>, 3>
gpu.module @kernels {
  gpu.func @swizzle(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{layout.bulk: S<3,3,3> o 0 o (4,64):(64,1) exchanges elements of a run: leave the swizzle out, or have layout.tma copy boxes}}
    %a = layout.copy_async %A[%i, %0], %p {layout.bulk} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!s = memref<4x64xf16, #layout<(4,64):(1,4)>, 3>
gpu.module @kernels {
  gpu.func @together(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{layout.bulk: no dimension of (?,?{div=8}):(?{div=8},1) and of (4,64):(1,4) has stride 1 in both, and elements of a run lie together}}
    %a = layout.copy_async %A[%i, %0], %p {layout.bulk} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x4xf16, #layout<(?,4):(4,1)>>
gpu.module @kernels {
  gpu.func @length(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<1x4xf16, 3>
    // expected-error @+1 {{layout.bulk: of (1,4):(4,1) 8 bytes lie together in memory as well, and a run has multiples of 16}}
    %a = layout.copy_async %A[%i, %0], %p {layout.bulk} : !g, memref<1x4xf16, 3>
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!s = memref<4x64xf16, #layout<(4,64):(65,1)>, 3>
gpu.module @kernels {
  gpu.func @padded(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{layout.bulk: of (4,64):(65,1) runs along dimension 0 are 130 bytes apart, and begin at multiples of 16: pad it}}
    %a = layout.copy_async %A[%i, %0], %p {layout.bulk} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?xf16, #layout<(?{div=8}):(1)>>
gpu.module @kernels {
  gpu.func @both(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<64xf16, 3>
    // expected-error @+1 {{layout.bulk: asks for layout.tma as well, which copies boxes: leave one of them out}}
    %a = layout.copy_async %A[%0], %p {layout.bulk, layout.tma} : !g, memref<64xf16, 3>
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?xf32, #layout<(?{div=4}):(1)>>
gpu.module @kernels {
  gpu.func @combined(%A: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() {layout.auto} : memref<64xf32, 3>
    // expected-error @+1 {{layout.bulk: stores what is combined with memory by a tensor map: leave layout.bulk out}}
    %a = layout.store_async %p, %A[%0] {layout.bulk, layout.reduce = "addf"} : memref<64xf32, 3>, !g
    layout.wait %a
    gpu.return
  }
}

// -----

// A part with strides alone; memory that is cast, and a slice of it, is copied.
!p = memref<32x32xf16, #layout<(32,32):(32,1)>, 3>
!m = memref<64x64xf16, #layout<(64,64):(64,1)>>
gpu.module @kernels {
  gpu.func @part(%A: memref<64x64xf16> {llvm.align = 16 : i64}) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() {alignment = 128 : i64} : !p
    %w = memref.cast %A : memref<64x64xf16> to !m
    %d = layout.view %w : !m zipped_divide by #layout.tile<[32:1, 32:1]>
    %s = layout.slice %d((_, _), (%1, %0)) : memref<1024x4xf16, #layout<((32,32),(2,2)):((64,1),(2048,32))>>
    %j = layout.copy_async %s[%0, %0], %p {layout.bulk} : memref<32x32xf16, #layout<S<0,4,3> o 2048*?{min=0,max=1}+32*?{min=0,max=1} o (32,32):(64,1)>>, !p
    layout.wait %j
    %v = memref.subview %A[16, 16] [32, 32] [1, 1] : memref<64x64xf16> to memref<32x32xf16, strided<[64, 1], offset: 1040>>
    // expected-error @+1 {{layout.bulk: memref<32x32xf16, strided<[64, 1], offset: 1040>> has strides, and runs are those of a #layout: memref.cast the memory to one, and take a part of it by layout.view and layout.slice instead of memref.subview}}
    %k = layout.copy_async %v[%0, %0], %p {layout.bulk} : memref<32x32xf16, strided<[64, 1], offset: 1040>>, !p
    layout.wait %k
    gpu.return
  }
}
