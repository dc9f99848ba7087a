// What is seen where threads' programs are written.
// RUN: layout-opt %s --layout-distribute --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --layout-select=chip=sm_80 --split-input-file 2>&1 | FileCheck %s
// CHECK: layout.tma: sm_80 has no engine that copies boxes, sm_90 and later have; leave it out

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
gpu.module @alignment {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %p = memref.alloc() : !s
    // expected-error @+1 {{the buffer is known to be aligned to 128 bytes, and must be to 1024: run layout-select first, or state {alignment = 1024 : i64}}}
    %a = layout.copy_async %A[%i, %i], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
gpu.module @again {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    %q = memref.alloc() : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
    %r:3 = scf.for %k = %0 to %n step %1 iter_args(%t = %a, %x = %p, %y = %q) -> (!layout.token, !s, !s) {
      // expected-error @+1 {{begins again while it may be under way; wait for it in the same iteration, and have layout.stages begin it ahead}}
      %b = layout.copy_async %A[%k, %0], %y {layout.tma} : !g, !s
      layout.wait %t
      scf.yield %b, %y, %x : !layout.token, !s, !s
    }
    layout.wait %r#0
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
gpu.module @both {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %c: i1) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    %a = scf.if %c -> !layout.token {
      %b = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
      scf.yield %b : !layout.token
    } else {
      %b = layout.copy_async %A[%0, %0], %p : !g, !s
      scf.yield %b : !layout.token
    }
    // expected-error @+1 {{waits for a copy that on some paths has it, and on others not: give it to all, or to none}}
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<?x64xf16, #layout<((8,?),64):((64,4096),1)>>
!s = memref<16x64xf16, #layout<(16,64):(64,1)>, 3>
gpu.module @multiple {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %i: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %p = memref.alloc() : !s
    // expected-error @+1 {{the coordinate in dimension 0 is known to be a multiple of 1, and must be one of 8: multiply an index by 8}}
    %a = layout.copy_async %A[%i, %0], %p {layout.tma} : !g, !s
    layout.wait %a
    gpu.return
  }
}

// -----

!g = memref<64x64xf16, #layout<(64,64):(64,1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
module attributes {gpu.container_module} {
  gpu.module @launched {
    gpu.func @k(%A: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
      %0 = arith.constant 0 : index
      %p = memref.alloc() : !s
      %a = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
      layout.wait %a
      gpu.return
    }
  }
  func.func @host(%A: !g) {
    %1 = arith.constant 1 : index
    %128 = arith.constant 128 : index
    // expected-error @+1 {{launches a kernel that copies by boxes, and makes no tensor maps}}
    gpu.launch_func @launched::@k blocks in (%1, %1, %1) threads in (%128, %1, %1) args(%A : !g)
    return
  }
}
