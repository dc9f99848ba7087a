// A barrier stands between accesses of the same bytes by different threads, and nowhere else.
//
// RUN: layout-opt %s --layout-sync | FileCheck %s
// RUN: layout-opt %s --layout-sync --layout-sync | FileCheck %s

#e = #layout.tv<32:2, 2:1>
#f = #layout.tv<(2,16):(1,4), 2:2>
#twice = #layout.tv<(16,2):(4,0), 4:1>
#words = #layout.tv<32:1, 2:32>
!m = memref<64xf32, #layout<64:1>, 3>
!te = tensor<64xf32, #e>
!tf = tensor<64xf32, #f>
!tt = tensor<64xf32, #twice>
!tw = tensor<64xf32, #words>

// Another encoding is other threads.
// CHECK-LABEL: @write_read
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NEXT: return
func.func @write_read(%t: !te, %m: !m, %i: index) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !te, !m
  %u = layout.load %m[%i] : !m -> !tf
  return
}

// Each thread reads what it wrote, and writes over what it read.
// CHECK-LABEL: @own
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @own(%t: !te, %m: !m, %i: index) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !te, !m
  %u = layout.load %m[%i] : !m -> !te
  layout.store %u, %m[%i] : !te, !m
  return
}

// One of the two threads that hold an element writes it. ldmatrix reads for other lanes.
// CHECK-LABEL: @not_own
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NEXT: return
func.func @not_own(%t: !tt, %w: !tw, %m: !m, %i: index) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !tt, !m
  %u = layout.load %m[%i] : !m -> !tt
  layout.store %w, %m[%i] : !tw, !m
  %v = layout.load %m[%i] : !m -> !tw
  return
}

// Reads need none among them; two memories that are apart need none.
// CHECK-LABEL: @reads
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @reads(%m: !m, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  %u = layout.load %p[%i] : !m -> !te
  %v = layout.load %p[%i] : !m -> !tf
  layout.store %v, %q[%i] : !tf, !m
  return
}

// Of one buffer, bytes decide; what is not known may be any.
// CHECK-LABEL: @bytes
// CHECK: layout.store
// CHECK-NEXT: layout.load %{{.*}} : memref<64xf32, 3>
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load %{{.*}} : memref<64xf32, 3>
// CHECK-NEXT: return
func.func @bytes(%t: !te, %shift: index) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %all = memref.alloc() : memref<512xi8, 3>
  %p = memref.view %all[%c0][] : memref<512xi8, 3> to memref<64xf32, 3>
  %q = memref.view %all[%c256][] : memref<512xi8, 3> to memref<64xf32, 3>
  %r = memref.view %all[%shift][] : memref<512xi8, 3> to memref<64xf32, 3>
  layout.store %t, %p[%c0] : !te, memref<64xf32, 3>
  %u = layout.load %q[%c0] : memref<64xf32, 3> -> !tf
  %v = layout.load %r[%c0] : memref<64xf32, 3> -> !tf
  return
}

// A barrier that is there counts.
// CHECK-LABEL: @there
// CHECK-COUNT-1: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @there(%t: !te, %m: !m, %i: index) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !te, !m
  gpu.barrier
  %u = layout.load %m[%i] : !m -> !tf
  return
}

// Of two ways one is enough.
// CHECK-LABEL: @branch
// CHECK: scf.if
// CHECK-NEXT: layout.store
// CHECK-NEXT: } else {
// CHECK-NEXT: layout.load
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.if
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @branch(%t: !te, %m: !m, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  scf.if %c {
    layout.store %t, %m[%i] : !te, !m
  } else {
    %v = layout.load %m[%i] : !m -> !tf
  }
  %u = layout.load %m[%i] : !m -> !tf
  gpu.barrier
  scf.if %c {
    layout.store %t, %m[%i] : !te, !m
  }
  return
}

// Back edges: what an iteration reads, the next one writes.
// CHECK-LABEL: @loop
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @loop(%t: !te, %m: !m, %i: index, %n: index) attributes {layout.threads = 32 : i64} {
  scf.for %k = %i to %n step %i {
    layout.store %t, %m[%i] : !te, !m
    %u = layout.load %m[%i] : !m -> !tf
  }
  return
}

// Two buffers in turn need two barriers, not four.
// CHECK-LABEL: @in_turn
// CHECK: scf.for
// CHECK-COUNT-2: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @in_turn(%t: !te, %i: index, %n: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  scf.for %k = %i to %n step %i {
    layout.store %t, %p[%i] : !te, !m
    %u = layout.load %p[%i] : !m -> !tf
    layout.store %t, %q[%i] : !te, !m
    %v = layout.load %q[%i] : !m -> !tf
  }
  return
}

// What was written before loops is waited for before them, once.
// CHECK-LABEL: @before_loops
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @before_loops(%t: !te, %m: !m, %i: index, %n: index) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !te, !m
  scf.for %k = %i to %n step %i {
    scf.for %j = %i to %n step %i {
      %u = layout.load %m[%i] : !m -> !tf
    }
  }
  return
}

// The coordinate of a loop's index is another one in the next iteration, that of what is
// outside is not.
// CHECK-LABEL: @coordinates
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: layout.load
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NEXT: layout.store
// CHECK-NEXT: layout.load
// CHECK-NEXT: }
func.func @coordinates(%t: !te, %m: !m, %i: index, %n: index) attributes {layout.threads = 32 : i64} {
  scf.for %k = %i to %n step %i {
    layout.store %t, %m[%k] : !te, !m
    %u = layout.load %m[%k] : !m -> !te
  }
  scf.for %k = %i to %n step %i {
    layout.store %t, %m[%i] : !te, !m
    %u = layout.load %m[%i] : !m -> !te
  }
  return
}

// The condition of a while is read once more than the body runs.
// CHECK-LABEL: @while
// CHECK: scf.while
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK: do
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: scf.yield
func.func @while(%t: !te, %m: !m, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  scf.while : () -> () {
    %u = layout.load %m[%i] : !m -> !tf
    scf.condition(%c)
  } do {
    layout.store %t, %m[%i] : !te, !m
    scf.yield
  }
  return
}

// A copy is seen by others behind its wait and a barrier; a barrier before the wait does not help.
// CHECK-LABEL: @copy
// CHECK: layout.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.copy_async
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.wait
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NEXT: return
func.func @copy(%g: memref<64xf32>, %m: !m, %i: index) attributes {layout.threads = 32 : i64} {
  %u = layout.load %m[%i] : !m -> !te
  %k = layout.copy_async %g[%i], %m : memref<64xf32>, !m
  gpu.barrier
  layout.wait %k
  %v = layout.load %m[%i] : !m -> !te
  return
}

// A copy ahead: its token goes through the loop, and each iteration needs two barriers.
// CHECK-LABEL: @ahead
// CHECK: scf.for
// CHECK-NEXT: layout.wait
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.copy_async
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: layout.wait
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @ahead(%g: memref<64xf32>, %m: !m, %i: index, %n: index) attributes {layout.threads = 32 : i64} {
  %k = layout.copy_async %g[%i], %m : memref<64xf32>, !m
  %l = scf.for %j = %i to %n step %i iter_args(%token = %k) -> (!layout.token) {
    layout.wait %token
    %v = layout.load %m[%i] : !m -> !te
    %next = layout.copy_async %g[%j], %m : memref<64xf32>, !m
    scf.yield %next : !layout.token
  }
  layout.wait %l
  %w = layout.load %m[%i] : !m -> !te
  return
}

// Buffers that change places in a loop may be either.
// CHECK-LABEL: @swap
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @swap(%t: !te, %i: index, %n: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : !m
  %q = memref.alloc() : !m
  %r:2 = scf.for %k = %i to %n step %i iter_args(%a = %p, %b = %q) -> (!m, !m) {
    layout.store %t, %a[%i] : !te, !m
    %u = layout.load %b[%i] : !m -> !tf
    scf.yield %b, %a : !m, !m
  }
  return
}

// Blocks, and operations of other dialects; a function that is called may touch anything.
// CHECK-LABEL: @blocks
// CHECK: cf.br
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK-NEXT: cf.cond_br
// CHECK: ^bb2:
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: call @other
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
func.func @blocks(%t: !te, %m: !m, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  cf.br ^bb1
^bb1:
  layout.store %t, %m[%i] : !te, !m
  %x = memref.load %m[%i] : !m
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  func.call @other() : () -> ()
  layout.store %t, %m[%i] : !te, !m
  return
}
func.func private @other()

// What does not say its threads is no program of a group.
// CHECK-LABEL: @alone
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @alone(%t: !te, %m: !m, %i: index) {
  layout.store %t, %m[%i] : !te, !m
  %u = layout.load %m[%i] : !m -> !tf
  return
}

// Global memory is in order too; two arguments are not the same.
// CHECK-LABEL: @global
// CHECK: layout.store %{{.*}}, %arg1
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load %arg1
// CHECK-NEXT: layout.load %arg2
// CHECK-NEXT: layout.store %{{.*}}, %arg2
// CHECK-NEXT: return
func.func @global(%t: !te, %m: memref<64xf32>, %n: memref<64xf32>, %i: index) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !te, memref<64xf32>
  %u = layout.load %m[%i] : memref<64xf32> -> !tf
  %v = layout.load %n[%i] : memref<64xf32> -> !te
  layout.store %t, %n[%i] : !te, memref<64xf32>
  return
}

// Scalars: each thread reads before one writes.
// CHECK-LABEL: @scalar
// CHECK: memref.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
func.func @scalar(%m: memref<i32>) -> i32 attributes {layout.threads = 32 : i64} {
  %x = memref.load %m[] : memref<i32>
  memref.store %x, %m[] : memref<i32>
  %y = memref.load %m[] : memref<i32>
  return %y : i32
}

// A cast to another space is the same memory.
// CHECK-LABEL: @space
// CHECK: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @space(%t: !te, %i: index) attributes {layout.threads = 32 : i64} {
  %m = memref.alloc() : memref<64xf32, 3>
  %n = memref.memory_space_cast %m : memref<64xf32, 3> to memref<64xf32>
  layout.store %t, %m[%i] : !te, memref<64xf32, 3>
  %u = layout.load %n[%i] : memref<64xf32> -> !tf
  return
}

// The iterations of a forall run one behind the other.
// CHECK-LABEL: @forall
// CHECK: scf.forall
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: layout.load
func.func @forall(%t: !te, %m: !m, %i: index) attributes {layout.threads = 32 : i64} {
  scf.forall (%k) in (4) {
    layout.store %t, %m[%i] : !te, !m
    %u = layout.load %m[%i] : !m -> !tf
  }
  return
}

// One thread needs none, and what stands there counts.
// CHECK-LABEL: @one
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @one(%t: tensor<2xf32, #layout.tv<1:0, 2:1>>, %m: memref<2xf32, 3>, %i: index) attributes {layout.threads = 1 : i64} {
  layout.store %t, %m[%i] : tensor<2xf32, #layout.tv<1:0, 2:1>>, memref<2xf32, 3>
  %u = memref.load %m[%i] : memref<2xf32, 3>
  return
}
// CHECK-LABEL: @nvvm
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @nvvm(%t: !te, %m: !m, %i: index) attributes {layout.threads = 32 : i64} {
  layout.store %t, %m[%i] : !te, !m
  nvvm.barrier0
  %u = layout.load %m[%i] : !m -> !tf
  return
}
