// Memrefs with layouts, lowered and run: globals, atomics, fills, dimensions.
// RUN: layout-opt %s --layout-to-llvm -o %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// The global by coordinate, then its memory as it lies: what no coordinate reaches is 0.
// CHECK: 1, 2, 3, 4, 1, 3, 0, 2, 4,
// Coordinates (0,0) to (0,3) of a swizzled buffer that holds 10 i + j, and (2,0) to (2,3).
// CHECK-SAME: 0, 1, 2, 3, 20, 21, 22, 23,
// The sizes of a dynamic one, and a sum over it.
// CHECK-SAME: 3, 5, 105,
!g = memref<2x2xi64, #layout<(2,2):(1,3)>>
!s = memref<4x4xi64, #layout<S<2,0,2> o 0 o (4,4):(4,1)>>
!d = memref<?x?xi64, #layout<S<1,0,2> o 0 o (?,?):(s1,1)>>
memref.global "private" @g : !g = dense<[[1, 2], [3, 4]]>
llvm.func @printI64(i64)
llvm.func @printComma()
func.func private @show(%v: i64) {
  llvm.call @printI64(%v) : (i64) -> ()
  llvm.call @printComma() : () -> ()
  return
}
func.func private @sum(%m: !d) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %rows = memref.dim %m, %c0 : !d
  %columns = memref.dim %m, %c1 : !d
  %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%a = %zero) -> (i64) {
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%b = %a) -> (i64) {
      %v = memref.load %m[%i, %j] : !d
      %s = arith.addi %b, %v : i64
      scf.yield %s : i64
    }
    scf.yield %row : i64
  }
  return %sum : i64
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %seven = arith.constant 7 : i64
  %g = memref.get_global @g : !g
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %v = memref.load %g[%i, %j] : !g
      func.call @show(%v) : (i64) -> ()
    }
  }
  %base = memref.cast %g : !g to memref<2x2xi64, strided<[1, 3]>>
  %flat = memref.reinterpret_cast %base to offset: [0], sizes: [5], strides: [1] : memref<2x2xi64, strided<[1, 3]>> to memref<5xi64>
  scf.for %i = %c0 to %c5 step %c1 {
    %v = memref.load %flat[%i] : memref<5xi64>
    func.call @show(%v) : (i64) -> ()
  }
  %s = memref.alloc() : !s
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %tens = arith.muli %i, %c10 : index
      %n = arith.addi %tens, %j : index
      %v = arith.index_cast %n : index to i64
      memref.store %v, %s[%i, %j] : !s
    }
  }
  scf.for %i = %c0 to %c3 step %c2 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = memref.load %s[%i, %j] : !s
      func.call @show(%v) : (i64) -> ()
    }
  }
  %d = memref.alloc(%c3, %c5)[%c3, %c5] : !d
  linalg.fill ins(%seven : i64) outs(%d : !d)
  %rows = memref.dim %d, %c0 : !d
  %columns = memref.dim %d, %c1 : !d
  %r = arith.index_cast %rows : index to i64
  %c = arith.index_cast %columns : index to i64
  func.call @show(%r) : (i64) -> ()
  func.call @show(%c) : (i64) -> ()
  %sum = func.call @sum(%d) : (!d) -> i64
  func.call @show(%sum) : (i64) -> ()
  memref.dealloc %s : !s
  memref.dealloc %d : !d
  return
}
