// A copy that is not begun by layout-pipeline has one mbarrier, and is waited for before it begins again: its token is followed
// through loops and branches.
// RUN: layout-opt %s --layout-select --layout-place --layout-sync --layout-distribute --split-input-file --verify-diagnostics -o /dev/null

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
gpu.module @waited {
  // Begun for the next iteration, which waits first.
  gpu.func @loop(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
    %r = scf.for %k = %0 to %n step %1 iter_args(%t = %a) -> !layout.token {
      layout.wait %t
      %b = layout.copy_async %A[%k, %0], %p {layout.tma} : !g, !s
      scf.yield %b : !layout.token
    }
    layout.wait %r
    gpu.return
  }

  // Waited for by another loop, which begins others.
  gpu.func @inner(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    scf.for %k = %0 to %n step %1 {
      %a = layout.copy_async %A[%k, %0], %p {layout.tma} : !g, !s
      %r = scf.for %l = %0 to %n step %1 iter_args(%t = %a) -> !layout.token {
        layout.wait %t
        %b = layout.copy_async %A[%k, %l], %p {layout.tma} : !g, !s
        scf.yield %b : !layout.token
      }
      layout.wait %r
    }
    gpu.return
  }

  gpu.func @while(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    scf.for %k = %0 to %n step %1 {
      %a = layout.copy_async %A[%k, %0], %p {layout.tma} : !g, !s
      %r:2 = scf.while (%i = %0, %t = %a) : (index, !layout.token) -> (!layout.token, index) {
        %more = arith.cmpi slt, %i, %n : index
        scf.condition(%more) %t, %i : !layout.token, index
      } do {
      ^bb0(%t: !layout.token, %i: index):
        layout.wait %t
        %next = arith.addi %i, %1 : index
        %b = layout.copy_async %A[%i, %0], %p {layout.tma} : !g, !s
        scf.yield %next, %b : index, !layout.token
      }
      layout.wait %r#0
    }
    gpu.return
  }

  gpu.func @branch(%A: !g {llvm.align = 16 : i64}, %n: index, %c: i1) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    scf.for %k = %0 to %n step %1 {
      %a = scf.if %c -> !layout.token {
        %b = layout.copy_async %A[%k, %0], %p {layout.tma} : !g, !s
        scf.yield %b : !layout.token
      } else {
        %b = layout.copy_async %A[%0, %k], %p {layout.tma} : !g, !s
        scf.yield %b : !layout.token
      }
      layout.wait %a
    }
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
gpu.module @branch {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %n: index, %c: i1) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    %q = memref.alloc() : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
    %r:3 = scf.for %k = %0 to %n step %1 iter_args(%t = %a, %x = %p, %y = %q) -> (!layout.token, !s, !s) {
      %d = scf.if %c -> !layout.token {
        // expected-error @+1 {{begins again while it may be under way}}
        %b = layout.copy_async %A[%k, %0], %y {layout.tma} : !g, !s
        scf.yield %b : !layout.token
      } else {
        %b = layout.copy_async %A[%0, %k], %y {layout.tma} : !g, !s
        scf.yield %b : !layout.token
      }
      layout.wait %t
      scf.yield %d, %y, %x : !layout.token, !s, !s
    }
    layout.wait %r#0
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
gpu.module @while {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    %q = memref.alloc() : !s
    %a = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
    %r:4 = scf.while (%i = %0, %t = %a, %x = %p, %y = %q) : (index, !layout.token, !s, !s) -> (!layout.token, index, !s, !s) {
      %more = arith.cmpi slt, %i, %n : index
      scf.condition(%more) %t, %i, %x, %y : !layout.token, index, !s, !s
    } do {
    ^bb0(%t: !layout.token, %i: index, %x: !s, %y: !s):
      %next = arith.addi %i, %1 : index
      // expected-error @+1 {{begins again while it may be under way}}
      %b = layout.copy_async %A[%i, %0], %y {layout.tma} : !g, !s
      layout.wait %t
      scf.yield %next, %b, %y, %x : index, !layout.token, !s, !s
    }
    layout.wait %r#0
    gpu.return
  }
}

// -----

!g = memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
!s = memref<64x64xf16, #layout<(64,64):(64,1)>, 3>
gpu.module @behind {
  // Behind a loop that may not wait for it.
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %n: index) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %p = memref.alloc() : !s
    %q = memref.alloc() : !s
    %z = layout.copy_async %A[%0, %0], %p {layout.tma} : !g, !s
    %r:3 = scf.for %k = %0 to %n step %1 iter_args(%t = %z, %x = %p, %y = %q) -> (!layout.token, !s, !s) {
      // expected-error @+1 {{begins again while it may be under way}}
      %a = layout.copy_async %A[%k, %0], %y {layout.tma} : !g, !s
      layout.wait %t
      %u:2 = scf.while (%i = %0, %v = %a) : (index, !layout.token) -> (!layout.token, index) {
        %more = arith.cmpi slt, %i, %k : index
        scf.condition(%more) %v, %i : !layout.token, index
      } do {
      ^bb0(%v: !layout.token, %i: index):
        %next = arith.addi %i, %1 : index
        scf.yield %next, %v : index, !layout.token
      }
      scf.yield %u#0, %y, %x : !layout.token, !s, !s
    }
    layout.wait %r#0
    gpu.return
  }
}
