// Where a loop multiplies matrices in shared memory its address is computed before, once; elsewhere it stays a symbol.
//
// RUN: layout-opt %s --layout-hold-shared-memory | FileCheck %s
// Twice is once.
// RUN: layout-opt %s --layout-hold-shared-memory -o %t.once && layout-opt %t.once --layout-hold-shared-memory -o %t.twice && diff %t.once %t.twice

llvm.mlir.global external @memory() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.mlir.global external @table() {addr_space = 1 : i32, alignment = 16 : i64} : !llvm.array<64 x i8>

// CHECK-LABEL: llvm.func @product(
// CHECK: %[[M:.*]] = llvm.mlir.addressof @memory : !llvm.ptr<3>
// CHECK-NEXT: %[[HELD:.*]] = llvm.inline_asm "// shared memory", "=l,0" %[[M]] : (!llvm.ptr<3>) -> !llvm.ptr<3>
// CHECK: %[[T:.*]] = llvm.mlir.addressof @table : !llvm.ptr<1>
// CHECK-NOT: llvm.inline_asm
// CHECK-NOT: %[[M]]
// CHECK: llvm.getelementptr %[[HELD]][64]
// CHECK: llvm.load %[[T]]
// CHECK: llvm.ptrtoint %[[HELD]]
llvm.func @product(%n: i32) attributes {nvvm.kernel} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.mlir.addressof @memory : !llvm.ptr<3>
  %t = llvm.mlir.addressof @table : !llvm.ptr<1>
  %p = llvm.getelementptr %m[64] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %first = llvm.load %t : !llvm.ptr<1> -> i32
  llvm.store %first, %p : i32, !llvm.ptr<3>
  llvm.br ^loop(%0 : i32)
^loop(%k: i32):
  %a = llvm.ptrtoint %m : !llvm.ptr<3> to i64
  nvvm.wgmma.fence.aligned
  llvm.inline_asm has_side_effects "// a product of $0", "l" %a : (i64) -> ()
  %next = llvm.add %k, %1 : i32
  %more = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %more, ^loop(%next : i32), ^end
^end:
  llvm.return
}

// Without a loop, and in a loop without a product.
// CHECK-LABEL: llvm.func @once(
// CHECK-NOT: // shared memory
llvm.func @once(%x: i32) attributes {nvvm.kernel} {
  %m = llvm.mlir.addressof @memory : !llvm.ptr<3>
  nvvm.wgmma.fence.aligned
  llvm.store %x, %m : i32, !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: llvm.func @copies(
// CHECK-NOT: // shared memory
llvm.func @copies(%n: i32) attributes {nvvm.kernel} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.mlir.addressof @memory : !llvm.ptr<3>
  nvvm.wgmma.fence.aligned
  llvm.br ^loop(%0 : i32)
^loop(%k: i32):
  %p = llvm.getelementptr %m[%k] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %k, %p : i32, !llvm.ptr<3>
  %next = llvm.add %k, %1 : i32
  %more = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %more, ^loop(%next : i32), ^end
^end:
  llvm.return
}
