// RUN: layout-opt %s --layout-to-llvm | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm=simplify=false | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm -o %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s --check-prefix=VALUES

// Swizzle<2,0,2> of 0 to 15, run under the JIT.
// CHECK-NOT: builtin.unrealized_conversion_cast
// CHECK: llvm.func @main
// VALUES: 0, 1, 2, 3, 5, 4, 7, 6, 10, 11, 8, 9, 15, 14, 13, 12
module {
  llvm.func @printI64(i64)
  llvm.func @printComma()
  func.func private @show(%v: i64) {
    llvm.call @printI64(%v) : (i64) -> ()
    llvm.call @printComma() : () -> ()
    return
  }
  // The layout comes as an argument, its symbol as a value.
  func.func private @at(%l: !layout<S<2,0,2> o 0 o (4,?):(1,?)>, %i: index) -> index {
    %x = layout.crd2idx %l(%i) : !layout<S<2,0,2> o 0 o (4,?):(1,?)>
    return %x : index
  }
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c4 = arith.constant 4 : index
    %l = layout.make(%c4, %c4) : !layout<S<2,0,2> o 0 o (4,?):(1,?)>
    scf.for %i = %c0 to %c16 step %c1 {
      %x = func.call @at(%l, %i) : (!layout<S<2,0,2> o 0 o (4,?):(1,?)>, index) -> index
      %v = arith.index_cast %x : index to i64
      func.call @show(%v) : (i64) -> ()
    }
    return
  }
}
