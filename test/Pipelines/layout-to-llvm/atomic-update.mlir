// An atomic update of any kind is a loop of compare and exchange, at the element of a layout too.
// RUN: layout-opt %s --layout-to-llvm -o %t
// RUN: FileCheck %s --check-prefix=LLVM < %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm=index-bitwidth=32 | FileCheck %s --check-prefix=LLVM

#swizzled = #layout<S<1,0,2> o 0 o (4,4):(4,1)>

llvm.func @printI64(i64)
llvm.func @printNewline()

// LLVM-LABEL: llvm.func @update
// LLVM: llvm.cmpxchg
func.func @update(%m: memref<4x4xi64, #swizzled>, %i: index, %j: index, %v: i64) -> i64 attributes {no_inline} {
  %old = memref.generic_atomic_rmw %m[%i, %j] : memref<4x4xi64, #swizzled> {
  ^bb0(%now: i64):
    %three = arith.constant 3 : i64
    %product = arith.muli %now, %three : i64
    %new = arith.addi %product, %v : i64
    memref.atomic_yield %new : i64
  }
  return %old : i64
}

// CHECK: 22
// CHECK-NEXT: 7
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %seven = arith.constant 7 : i64
  %one = arith.constant 1 : i64
  %m = memref.alloc() : memref<4x4xi64, #swizzled>
  memref.store %seven, %m[%c1, %c2] : memref<4x4xi64, #swizzled>
  %old = call @update(%m, %c1, %c2, %one) : (memref<4x4xi64, #swizzled>, index, index, i64) -> i64
  %x = memref.load %m[%c1, %c2] : memref<4x4xi64, #swizzled>
  llvm.call @printI64(%x) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.call @printI64(%old) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  return
}
