// Upstream's index operations, and what they become as layouts and back, give the same numbers.
// DEFINE: %{run} = mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so
// RUN: layout-opt %s --layout-to-llvm -o %t
// RUN: %{run} | FileCheck %s
// RUN: layout-opt %s --convert-affine-to-layout -o %t.layout
// RUN: FileCheck %s --check-prefix=LAYOUT --input-file %t.layout
// RUN: layout-opt %t.layout --layout-to-llvm -o %t
// RUN: %{run} | FileCheck %s
// RUN: layout-opt %t.layout --layout-to-llvm=simplify=false -o %t
// RUN: %{run} | FileCheck %s
// RUN: layout-opt %t.layout --convert-layout-to-affine -o %t.affine
// RUN: FileCheck %s --check-prefix=AFFINE --input-file %t.affine
// RUN: layout-opt %t.affine --layout-to-llvm -o %t
// RUN: %{run} | FileCheck %s

// LAYOUT-COUNT-5: layout.crd2idx
// LAYOUT: memref.load {{.*}} #layout<
// AFFINE: affine.delinearize_index
// AFFINE: affine.linearize_index disjoint
// AFFINE: affine.apply

// The digits of 0 to 11 by 2, 3 and 2, their sums of other weights, and elements of a transposed view.
// CHECK: 0{{$}}
// CHECK-NEXT: 65{{$}}
// CHECK-NEXT: 2896{{$}}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %m = memref.alloc() : memref<12xindex>
  // Linearizing what was taken apart gives it back.
  %wrong = scf.for %i = %c0 to %c12 step %c1 iter_args(%sum = %c0) -> index {
    %d:3 = affine.delinearize_index %i into (2, 3, 2) : index, index, index
    %x = affine.linearize_index [%d#0, %d#1, %d#2] by (2, 3, 2) : index
    %off = arith.subi %x, %i : index
    memref.store %i, %m[%i] : memref<12xindex>
    %next = arith.addi %sum, %off : index
    scf.yield %next : index
  }
  vector.print %wrong : index
  // 0 to 11 as (i mod 4) + (i floordiv 4) * 4, less 1 where it is 5 of the 12.
  %sum = scf.for %i = %c0 to %c12 step %c1 iter_args(%s = %c0) -> index {
    %x = affine.apply affine_map<(d0) -> (d0 mod 4 + (d0 floordiv 4) * 4)>(%i)
    %next = arith.addi %s, %x : index
    scf.yield %next : index
  }
  %less = arith.subi %sum, %c1 : index
  vector.print %less : index
  // Each element of the transposed view, times its place in it.
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [3, 4], strides: [1, 3] : memref<12xindex> to memref<3x4xindex, strided<[1, 3]>>
  %weighed = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %c0) -> index {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%t = %s) -> index {
      %e = memref.load %v[%i, %j] : memref<3x4xindex, strided<[1, 3]>>
      %place = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 * 16)>(%i, %j)
      %p = arith.muli %e, %place : index
      %next = arith.addi %t, %p : index
      scf.yield %next : index
    }
    scf.yield %row : index
  }
  vector.print %weighed : index
  memref.dealloc %m : memref<12xindex>
  return
}
