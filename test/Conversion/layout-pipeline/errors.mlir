// What is in the way of pipelining a loop is said where it stands.
// RUN: layout-opt %s --layout-pipeline --split-input-file --verify-diagnostics

!m = memref<64xf16>
!s = memref<8xf16, 3>
!t = tensor<8xf16, #layout.tv<(8,4):(1,0), 1:0>>

func.func @none(%m: !m, %n: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{layout-pipeline: layout.stages = 0 : i64, which must be an i64 from 1 to 64: 1 leaves the loop as it is}}
  scf.for %k = %n to %n step %n {
  } {layout.stages = 0 : i64}
  // expected-error @below {{has layout.stages, and no layout.copy_async in its body that could begin ahead}}
  scf.for %k = %n to %n step %n {
  } {layout.stages = 2 : i64}
  return
}

// -----

func.func @no_group(%n: index) {
  // expected-error @below {{layout.stages stands on scf.for in a function with layout.threads, and not on 'scf.for'}}
  scf.for %k = %n to %n step %n {
  } {layout.stages = 2 : i64}
  return
}

// -----

!m = memref<64xf16>
!s = memref<8xf16, 3>
!t = tensor<8xf16, #layout.tv<(8,4):(1,0), 1:0>>

func.func @destinations(%m: !m, %n: index, %given: !s) attributes {layout.threads = 32 : i64} {
  %one = memref.alloc() : !s
  scf.for %k = %n to %n step %n {
    %p = memref.alloc() : !s
    // expected-error @below {{copies to what is not a whole buffer of its own: this one is allocated inside the loop; allocate it before}}
    %a = layout.copy_async %m[%k], %p : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  scf.for %k = %n to %n step %n {
    // expected-error @below {{give it the result of a memref.alloc before the loop}}
    %a = layout.copy_async %m[%k], %given : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  scf.for %k = %n to %n step %n {
    %a = layout.copy_async %m[%k], %one : !m, !s
    layout.wait %a
    // expected-error @below {{copies to a buffer that another copy of the iteration fills; allocate one for each}}
    %b = layout.copy_async %m[%k], %one : !m, !s
    layout.wait %b
  } {layout.stages = 2 : i64}
  return
}

// -----

!m = memref<64xf16>
!s = memref<8xf16, 3>
!t = tensor<8xf16, #layout.tv<(8,4):(1,0), 1:0>>

func.func @uses(%m: !m, %n: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !s
  %q = memref.alloc() : !s
  %r = memref.alloc() : !s
  scf.for %k = %n to %n step %n {
    %a = layout.copy_async %m[%k], %p : !m, !s
    // expected-error @below {{'layout.load' comes before the layout.wait for what it loads: it would load what an earlier iteration left}}
    %t = layout.load %p[%n] : !s -> !t
    layout.wait %a
  } {layout.stages = 2 : i64}
  scf.for %k = %n to %n step %n {
    %a = layout.copy_async %m[%k], %q : !m, !s
    layout.wait %a
    %t = layout.load %q[%n] : !s -> !t
    // expected-error @below {{'layout.store' uses a buffer that the loop is to have several of; it may only be copied to, waited for and then loaded from in the body of this loop. Allocate another one for the rest}}
    layout.store %t, %q[%n] : !t, !s
  } {layout.stages = 2 : i64}
  scf.for %k = %n to %n step %n {
    %a = layout.copy_async %m[%k], %r : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  // expected-error @below {{'layout.load' uses a buffer that the loop is to have several of}}
  %t = layout.load %r[%n] : !s -> !t
  return
}

// -----

!m = memref<64xf16>
!s = memref<8xf16, 3>

func.func @tokens(%m: !m, %n: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %p1 = memref.alloc() : !s
  %p2 = memref.alloc() : !s
  %q = memref.alloc() : !s
  %0 = layout.copy_async %m[%n], %q : !m, !s
  %1 = scf.for %k = %n to %n step %n iter_args(%x = %0) -> (!layout.token) {
    layout.wait %x
    // expected-error @below {{begins a copy that 'scf.yield' takes the token of; a layout.wait in the body of the loop must}}
    %a = layout.copy_async %m[%k], %p1 : !m, !s
    scf.yield %a : !layout.token
  } {layout.stages = 2 : i64}
  layout.wait %1
  scf.for %k = %n to %n step %n {
    // expected-error @below {{begins a copy that 'layout.wait' takes the token of; a layout.wait in the body of the loop must}}
    %a = layout.copy_async %m[%k], %p2 : !m, !s
    scf.if %c {
      layout.wait %a
    } else {
      layout.wait %a
    }
  } {layout.stages = 2 : i64}
  return
}

// -----

!m = memref<64xf16>
!s = memref<8xf16, 3>
!t = tensor<8xf16, #layout.tv<(8,4):(1,0), 1:0>>

func.func @ahead(%m: !m, %n: index, %at: memref<64xindex>) attributes {layout.threads = 32 : i64} {
  %p1 = memref.alloc() : !s
  %p2 = memref.alloc() : !s
  %p3 = memref.alloc() : !s
  %p4 = memref.alloc() : !s
  scf.for %k = %n to %n step %n {
    %i = memref.load %at[%k] : memref<64xindex>
    // expected-error @below {{depends on 'memref.load', which is not known iterations ahead: coordinates are computed of the loop's index, of what is outside, and of what the loop carries and computes likewise}}
    %a = layout.copy_async %m[%i], %p1 : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  scf.for %k = %n to %n step %n {
    %i = arith.divui %n, %k : index
    // expected-error @below {{depends on 'arith.divui', which is not known iterations ahead}}
    %a = layout.copy_async %m[%i], %p2 : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  %one = arith.constant 1 : index
  scf.for %k = %n to %n step %n {
    // Not zero, but perhaps negative.
    %by = arith.maxui %n, %one : index
    %i = arith.divsi %k, %by : index
    // expected-error @below {{depends on 'arith.divsi', which is not known iterations ahead}}
    %a = layout.copy_async %m[%i], %p4 : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  %0 = scf.for %k = %n to %n step %n iter_args(%i = %n) -> index {
    // expected-error @below {{depends on 'memref.load', which is not known iterations ahead}}
    %a = layout.copy_async %m[%i], %p3 : !m, !s
    layout.wait %a
    %next = memref.load %at[%i] : memref<64xindex>
    scf.yield %next : index
  } {layout.stages = 2 : i64}
  return
}

// -----

!m = memref<64xf16>
!s = memref<8xf16, 3>

func.func private @promises(%k: index) -> index {
  %i = arith.addi %k, %k overflow<nsw> : index
  return %i : index
}
func.func private @divides(%k: index) -> index {
  %i = arith.divui %k, %k : index
  return %i : index
}
func.func private @branches(%k: index, %c: i1) -> index {
  %i = scf.if %c -> index {
    scf.yield %k : index
  } else {
    %j = arith.divui %k, %k : index
    scf.yield %j : index
  }
  return %i : index
}

func.func private @writes(%m: !m, %k: index, %x: f16) {
  memref.store %x, %m[%k] : !m
  return
}

func.func @writes_called(%m: !m, %n: index, %x: f16) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !s
  scf.for %k = %n to %n step %n {
    %a = layout.copy_async %m[%k], %p : !m, !s
    layout.wait %a
    // expected-error @below {{'func.call' may write what the loop copies, and copies of later iterations are begun before it; inline it first (--inline)}}
    func.call @writes(%m, %k, %x) : (!m, index, f16) -> ()
  } {layout.stages = 2 : i64}
  return
}

func.func @called(%m: !m, %n: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %p1 = memref.alloc() : !s
  %p2 = memref.alloc() : !s
  %p3 = memref.alloc() : !s
  scf.for %k = %n to %n step %n {
    %i = func.call @promises(%k) : (index) -> index
    // expected-error @below {{and of what the loop carries and computes likewise; inline it first (--inline)}}
    %a = layout.copy_async %m[%i], %p1 : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  scf.for %k = %n to %n step %n {
    %i = func.call @divides(%k) : (index) -> index
    // expected-error @below {{depends on 'func.call'}}
    %a = layout.copy_async %m[%i], %p2 : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  scf.for %k = %n to %n step %n {
    %i = func.call @branches(%k, %c) : (index, i1) -> index
    // expected-error @below {{depends on 'func.call'}}
    %a = layout.copy_async %m[%i], %p3 : !m, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  return
}

// -----

!m = memref<64xf16>
!s = memref<8xf16, 3>
!t = tensor<8xf16, #layout.tv<(8,4):(1,0), 1:0>>

func.func private @other()

func.func @written(%m: !m, %n: index, %t: !t) attributes {layout.threads = 32 : i64} {
  %p1 = memref.alloc() : !s
  %p2 = memref.alloc() : !s
  scf.for %k = %n to %n step %n {
    %a = layout.copy_async %m[%k], %p1 : !m, !s
    layout.wait %a
    // expected-error @below {{'layout.store' may write what the loop copies, and copies of later iterations are begun before it}}
    layout.store %t, %m[%k] : !t, !m
  } {layout.stages = 2 : i64}
  scf.for %k = %n to %n step %n {
    %a = layout.copy_async %m[%k], %p2 : !m, !s
    layout.wait %a
    // expected-error @below {{'func.call' may write what the loop copies, and copies of later iterations are begun before it}}
    func.call @other() : () -> ()
  } {layout.stages = 2 : i64}
  return
}

// -----

!s = memref<f16, 3>

func.func @scalar(%m: memref<f16>, %n: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !s
  scf.for %k = %n to %n step %n {
    // expected-error @below {{copies a scalar, which no coordinate leaves out behind the last iteration; give it a dimension}}
    %a = layout.copy_async %m[], %p : memref<f16>, !s
    layout.wait %a
  } {layout.stages = 2 : i64}
  return
}

// -----

!m = memref<1048576xf16>
!s = memref<1048576xf16, 3>

func.func @large(%m: !m, %n: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : memref<67108864xf16, 3>
  scf.for %k = %n to %n step %n {
    // expected-error @below {{32 times the buffers is more than any shared memory}}
    %a = layout.copy_async %m[%k], %p : !m, memref<67108864xf16, 3>
    layout.wait %a
  } {layout.stages = 32 : i64}
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>

func.func @across(%A: !a {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !p
  // expected-error @below {{a loop with layout.across has layout.stages as well}}
  scf.for %k = %n to %n step %n {
  } {layout.across}
  // expected-error @below {{a loop with layout.across stands right in the body of another scf.for}}
  scf.for %k = %n to %n step %n {
    %s = layout.copy_async %A[%n, %k], %p {layout.tma} : !a, !p
    layout.wait %s
  } {layout.stages = 2 : i64, layout.across}
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>

func.func @threads(%A: !a {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !p
  scf.for %tile = %n to %n step %n {
    // expected-error @below {{a loop with layout.across takes copies by the engine alone ({layout.tma} or {layout.bulk})}}
    scf.for %k = %n to %n step %n {
      %s = layout.copy_async %A[%n, %k], %p : !a, !p
      layout.wait %s
    } {layout.stages = 2 : i64, layout.across}
  }
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>

func.func @bounds(%A: !a {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !p
  scf.for %tile = %n to %n step %n {
    %end = arith.addi %tile, %n : index
    // expected-error @below {{takes bounds and a step that are known before the loop around}}
    scf.for %k = %n to %end step %n {
      %s = layout.copy_async %A[%n, %k], %p {layout.tma} : !a, !p
      layout.wait %s
    } {layout.stages = 2 : i64, layout.across}
  }
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>

func.func @carried(%A: !a {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !p
  scf.for %tile = %n to %n step %n {
    // expected-error @below {{takes coordinates that the loop does not carry}}
    %r = scf.for %k = %n to %n step %n iter_args(%i = %n) -> index {
      %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !a, !p
      layout.wait %s
      %j = arith.addi %i, %n : index
      scf.yield %j : index
    } {layout.stages = 2 : i64, layout.across}
  }
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>

func.func @carried_around(%A: !a {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !p
  %r = scf.for %tile = %n to %n step %n iter_args(%i = %n) -> index {
    // expected-error @below {{takes coordinates that the loop around does not carry}}
    scf.for %k = %n to %n step %n {
      %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !a, !p
      layout.wait %s
    } {layout.stages = 2 : i64, layout.across}
    %j = arith.addi %i, %n : index
    scf.yield %j : index
  }
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>

func.func @allocated(%A: !a {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 128 : i64} {
  scf.for %tile = %n to %n step %n {
    %p = memref.alloc() : !p
    scf.for %k = %n to %n step %n {
      // expected-error @below {{this one is allocated in the loop around; allocate it before}}
      %s = layout.copy_async %A[%n, %k], %p {layout.tma} : !a, !p
      layout.wait %s
    } {layout.stages = 2 : i64, layout.across}
  }
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>
!r = memref<16x16xf16, strided<[?, 1], offset: ?>>
!t = tensor<64x16xf16, #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>>

func.func @written(%A: !a {llvm.align = 16 : i64}, %n: index, %x: !t) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !p
  scf.for %tile = %n to %n step %n {
    scf.for %k = %n to %n step %n {
      %s = layout.copy_async %A[%tile, %k], %p {layout.tma} : !a, !p
      layout.wait %s
    } {layout.stages = 2 : i64, layout.across}
    // expected-error @below {{'layout.store' may write what the loop copies}}
    layout.store %x, %A[%n, %n] : !t, !a
  }
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>

func.func @unknown(%A: !a {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !p
  scf.for %tile = %n to %n step %n {
    %i = arith.divui %tile, %n : index
    scf.for %k = %n to %n step %n {
      // expected-error @below {{depends on 'arith.divui', which is not known iterations ahead}}
      %s = layout.copy_async %A[%i, %k], %p {layout.tma} : !a, !p
      layout.wait %s
    } {layout.stages = 2 : i64, layout.across}
  }
  return
}

// -----

!a = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>

func.func @producers(%A: !a {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() : !p
  // expected-error @below {{a loop with layout.producer has layout.stages as well}}
  scf.for %k = %n to %n step %n {
  } {layout.producer}
  // expected-error @below {{a loop with layout.producer takes copies by the engine alone ({layout.tma} or {layout.bulk})}}
  scf.for %k = %n to %n step %n {
    %s = layout.copy_async %A[%n, %k], %p : !a, !p
    layout.wait %s
  } {layout.stages = 2 : i64, layout.producer}
  // expected-error @below {{a loop with layout.producer has two stages or more: with layout.stages = 1 no copy is ahead of its iteration}}
  scf.for %k = %n to %n step %n {
  } {layout.stages = 1 : i64, layout.producer}
  // expected-error @below {{a loop with layout.across has two stages or more: with layout.stages = 1 no copy is ahead of its iteration}}
  scf.for %k = %n to %n step %n {
  } {layout.stages = 1 : i64, layout.across}
  return
}

// -----

// The copy of the next iteration would fill what a product of this one reads. One that is waited for is no matter.
#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!g = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>

func.func @left_under_way(%A: !g {llvm.align = 16 : i64}, %n: index, %zero: !t) attributes {layout.threads = 128 : i64} {
  %p = memref.alloc() {alignment = 1024 : i64} : !p
  %waited = scf.for %k = %n to %n step %n iter_args(%x = %zero) -> !t {
    %s = layout.copy_async %A[%n, %k], %p {layout.tma} : !g, !p
    layout.wait %s
    %d = layout.mma %p, %p, %x under_way 1 : !p, !p, !t
    %e = layout.wait_mma %d : !t
    scf.yield %e : !t
  } {layout.stages = 2 : i64}
  %q = memref.alloc() {alignment = 1024 : i64} : !p
  %left = scf.for %k = %n to %n step %n iter_args(%x = %zero) -> !t {
    %s = layout.copy_async %A[%n, %k], %q {layout.tma} : !g, !p
    layout.wait %s
    // expected-error @below {{may be under way when the next iteration begins, which fills the slot that it reads: leave under_way out}}
    %d = layout.mma %q, %q, %x under_way 1 : !p, !p, !t
    scf.yield %d : !t
  } {layout.stages = 3 : i64}
  %e = layout.wait_mma %left : !t
  return
}
