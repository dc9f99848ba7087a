// What threads hand to a product is in registers that the next iteration writes again: a product of such may be under way as long as it is
// known that somebody waits for it before that.
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// DEFINE: %{judge} = layout-interp %s %t --schedules 2 --job
// DEFINE: %{of} = sed %S/Inputs/handed.json -e
// RUN: layout-opt %s --layout-select --layout-pipeline | FileCheck %s
// RUN: layout-opt %s %{passes} -o %t && FileCheck %s --check-prefix=WAITS < %t
// RUN: %{of} s/product/alone/ > %t.job && %{judge} %t.job | FileCheck %s --check-prefix=RIGHT
// RUN: %{of} s/product/parts/ > %t.job && %{judge} %t.job | FileCheck %s --check-prefix=RIGHT
// RUN: %{of} s/product/before/ > %t.job && %{judge} %t.job | FileCheck %s --check-prefix=RIGHT
// RUN: %{of} s/product/computed/ > %t.job && %{judge} %t.job | FileCheck %s --check-prefix=RIGHT
// RUN: %{of} s/product/asked/ > %t.job && %{judge} %t.job | FileCheck %s --check-prefix=RIGHT
// RUN: %{of} s/product/carried/ > %t.job && %{judge} %t.job | FileCheck %s --check-prefix=RIGHT
// RUN: %{of} s/product/late/ > %t.job && %{judge} %t.job | FileCheck %s --check-prefix=RIGHT
// RIGHT: right: {{[1-9][0-9]*}} elements compared

// One more under way is one whose registers are written.
// RUN: sed "s/wgmma.wait.group.sync.aligned 1/wgmma.wait.group.sync.aligned 2/" %t > %t.more
// RUN: %{of} s/product/parts/ > %t.job && not layout-interp %s %t.more --schedules 1 --job %t.job | FileCheck %s --check-prefix=WRONG
// WRONG: wrong: {{.*}}computes again what a product under way takes from registers

#m = #layout.mma<m64n16k16, warps = (4,1)>
!m = memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>>
!p = memref<64x32xf16, #layout<S<2,3,3> o 0 o (64,32):(32,1)>, 3>
!q = memref<32x16xf16, #layout<S<1,3,3> o 0 o (32,16):(16,1)>, 3>
!a = tensor<64x32xf16, #layout.frag<#m, A, 64x32>>
!h = tensor<64x16xf16, #layout.frag<#m, A, 64x16>>
!t = tensor<64x16xf32, #layout.frag<#m, C, 64x16>>

// All of it is written again by the next iteration.
// CHECK-LABEL: @alone
// CHECK-NOT: under_way
// CHECK-LABEL: @parts
// WAITS-LABEL: @alone
// WAITS: scf.for
// WAITS: wgmma.wait.group.sync.aligned 0
// WAITS-LABEL: @parts
func.func @alone(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %C: memref<64x16xf32>, %end: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %q = memref.alloc() : !q
  %r = scf.for %k = %0 to %end step %32 iter_args(%x = %zero) -> !t {
    %s = layout.copy_async %A[%0, %k], %p : !m, !p
    %t = layout.copy_async %B[%k, %0], %q : !m, !q
    layout.wait %s, %t
    %u = layout.load %p[%0, %0] : !p -> !a
    %y = layout.mma %u, %q, %x : !a, !q, !t
    scf.yield %y : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %C[%0, %0] : !t, memref<64x16xf32>
  return
}

// Of two parts one is loaded while the other one is multiplied.
// CHECK: scf.for
// CHECK-COUNT-2: layout.mma {{.*}} under_way 1
// CHECK: scf.yield
// CHECK: layout.wait_mma
// WAITS: scf.for
// WAITS-COUNT-2: wgmma.wait.group.sync.aligned 1
func.func @parts(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %C: memref<64x16xf32>, %end: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %16 = arith.constant 16 : index
  %32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %q = memref.alloc() : !q
  %r = scf.for %k = %0 to %end step %32 iter_args(%x = %zero) -> !t {
    %s = layout.copy_async %A[%0, %k], %p : !m, !p
    %t = layout.copy_async %B[%k, %0], %q : !m, !q
    layout.wait %s, %t
    %u = layout.load %p[%0, %0] : !p -> !h
    %y = layout.mma %u, %q, %x {layout.from = 0 : i64} : !h, !q, !t
    %v = layout.load %p[%0, %16] : !p -> !h
    %z = layout.mma %v, %q, %y {layout.from = 16 : i64} : !h, !q, !t
    scf.yield %z : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %C[%0, %0] : !t, memref<64x16xf32>
  return
}

// What is loaded before the loop is written by no iteration.
// CHECK-LABEL: @before
// CHECK: layout.mma {{.*}} under_way 1
// WAITS-LABEL: @before
// WAITS: scf.for
// WAITS: wgmma.wait.group.sync.aligned 1
func.func @before(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %C: memref<64x16xf32>, %end: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !t
  %q = memref.alloc() : !q
  %u = layout.load %A[%0, %0] : !m -> !a
  %r = scf.for %k = %0 to %end step %32 iter_args(%x = %zero) -> !t {
    %t = layout.copy_async %B[%k, %0], %q : !m, !q
    layout.wait %t
    %y = layout.mma %u, %q, %x : !a, !q, !t
    scf.yield %y : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %C[%0, %0] : !t, memref<64x16xf32>
  return
}

// Arithmetic is known to stay behind no wait.
// CHECK-LABEL: @computed
// CHECK-NOT: under_way
// CHECK-LABEL: @asked
// WAITS-LABEL: @computed
func.func @computed(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %C: memref<64x16xf32>, %end: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %16 = arith.constant 16 : index
  %32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !t
  %p = memref.alloc() : !p
  %q = memref.alloc() : !q
  %r = scf.for %k = %0 to %end step %32 iter_args(%x = %zero) -> !t {
    %s = layout.copy_async %A[%0, %k], %p : !m, !p
    %t = layout.copy_async %B[%k, %0], %q : !m, !q
    layout.wait %s, %t
    %u = layout.load %p[%0, %0] : !p -> !h
    %y = layout.mma %u, %q, %x {layout.from = 0 : i64} : !h, !q, !t
    %v = layout.load %p[%0, %16] : !p -> !h
    %w = arith.addf %v, %v : !h
    %z = layout.mma %w, %q, %y {layout.from = 16 : i64} : !h, !q, !t
    scf.yield %z : !t
  } {layout.stages = 3 : i64}
  layout.store %r, %C[%0, %0] : !t, memref<64x16xf32>
  return
}

// Where a program asks for one that would be overwritten, it is waited for.
// CHECK: layout.mma {{.*}} under_way 1
// WAITS-LABEL: @asked
// WAITS: scf.for
// WAITS: wgmma.wait.group.sync.aligned 0
// WAITS-LABEL: @carried
func.func @asked(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %C: memref<64x16xf32>, %end: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !t
  %q = memref.alloc() : !q
  %t = layout.copy_async %B[%0, %0], %q : !m, !q
  layout.wait %t
  %r = scf.for %k = %0 to %end step %32 iter_args(%x = %zero) -> !t {
    %u = layout.load %A[%0, %k] : !m -> !a
    %y = layout.mma %u, %q, %x under_way 1 : !a, !q, !t
    scf.yield %y : !t
  }
  %d = layout.wait_mma %r : !t
  layout.store %d, %C[%0, %0] : !t, memref<64x16xf32>
  return
}

// What a loop carries is written as it goes on; here somebody has waited.
// WAITS: scf.for
// WAITS: wgmma.wait.group.sync.aligned 1
// WAITS: wgmma.wait.group.sync.aligned 0
func.func @carried(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %C: memref<64x16xf32>, %end: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !t
  %q = memref.alloc() : !q
  %t = layout.copy_async %B[%0, %0], %q : !m, !q
  layout.wait %t
  %first = layout.load %A[%0, %0] : !m -> !a
  %r, %last = scf.for %k = %0 to %end step %32 iter_args(%x = %zero, %u = %first) -> (!t, !a) {
    %y = layout.mma %u, %q, %x under_way 1 : !a, !q, !t
    %v = layout.load %A[%0, %k] : !m -> !a
    %d = layout.wait_mma %y : !t
    scf.yield %d, %v : !t, !a
  }
  layout.store %r, %C[%0, %0] : !t, memref<64x16xf32>
  return
}

// And here nobody has.
// WAITS-LABEL: @late
// WAITS: scf.for
// WAITS: wgmma.wait.group.sync.aligned 0
// WAITS: scf.yield
func.func @late(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %C: memref<64x16xf32>, %end: index) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : !t
  %q = memref.alloc() : !q
  %t = layout.copy_async %B[%0, %0], %q : !m, !q
  layout.wait %t
  %first = layout.load %A[%0, %0] : !m -> !a
  %r, %last = scf.for %k = %0 to %end step %32 iter_args(%x = %zero, %u = %first) -> (!t, !a) {
    %y = layout.mma %u, %q, %x under_way 1 : !a, !q, !t
    %v = layout.load %A[%0, %k] : !m -> !a
    scf.yield %y, %v : !t, !a
  }
  %d = layout.wait_mma %r : !t
  layout.store %d, %C[%0, %0] : !t, memref<64x16xf32>
  return
}
