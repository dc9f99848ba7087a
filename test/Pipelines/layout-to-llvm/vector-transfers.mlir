// A transfer along any dimension stays inside the memory, masked or not.
// RUN: layout-opt %s --layout-to-llvm -o %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s

llvm.func @printI64(i64)
llvm.func @printNewline()

#column = affine_map<(i, j) -> (i)>

// The column is 2 long, and the row has 1 element behind the third.
func.func private @column(%m: memref<2x4xi64>, %i: index, %j: index) attributes {no_inline} {
  %v = arith.constant dense<[7, 8, 9]> : vector<3xi64>
  vector.transfer_write %v, %m[%i, %j] {in_bounds = [false], permutation_map = #column} : vector<3xi64>, memref<2x4xi64>
  return
}

func.func private @masked(%m: memref<2x4xi64>, %k: vector<4xi1>, %i: index, %j: index) -> vector<4xi64> attributes {no_inline} {
  %p = arith.constant -1 : i64
  %v = vector.mask %k { vector.transfer_read %m[%i, %j], %p : memref<2x4xi64>, vector<4xi64> } : vector<4xi1> -> vector<4xi64>
  return %v : vector<4xi64>
}

// CHECK: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 7
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 8
// CHECK-NEXT: 0
// The second row from its third element on; the last lane is masked.
// CHECK-NEXT: 8
// CHECK-NEXT: 0
// CHECK-NEXT: -1
// CHECK-NEXT: -1
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %m = memref.alloc() : memref<2x4xi64>
  linalg.fill ins(%zero : i64) outs(%m : memref<2x4xi64>)
  call @column(%m, %c0, %c2) : (memref<2x4xi64>, index, index) -> ()
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %m[%i, %j] : memref<2x4xi64>
      llvm.call @printI64(%x) : (i64) -> ()
      llvm.call @printNewline() : () -> ()
    }
  }
  %k = arith.constant dense<[true, true, true, false]> : vector<4xi1>
  %v = call @masked(%m, %k, %c1, %c2) : (memref<2x4xi64>, vector<4xi1>, index, index) -> vector<4xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = vector.extract %v[%i] : i64 from vector<4xi64>
    llvm.call @printI64(%x) : (i64) -> ()
    llvm.call @printNewline() : () -> ()
  }
  return
}
