// A program on tensors gives the same numbers with layouts and without, and they are where the layout says.
// RUN: layout-opt %s --layout-bufferize=function-boundaries --convert-linalg-to-loops --layout-to-llvm -o %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s
// RUN: sed 's/, #layout<[^>]*>>$/>/' %s | layout-opt --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' --convert-linalg-to-loops --layout-to-llvm -o %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s

// CHECK: 66{{$}}
// CHECK-NEXT: 23{{$}}
// CHECK-NEXT: 123{{$}}
!t = tensor<3x4xindex, #layout<(3,(2,2)):(2,(1,6))>>
!u = tensor<?x?xindex, #layout<(?,?):(1,s0)>>
func.func @numbers(%t: !t) -> !t {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%t : !t) {
  ^bb0(%x: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
    linalg.yield %n : index
  } -> !t
  return %r : !t
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c23 = arith.constant 23 : index
  %c100 = arith.constant 100 : index
  %e = tensor.empty() : !t
  %t = func.call @numbers(%e) : (!t) -> !t
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %c0) -> index {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%b = %a) -> index {
      %x = tensor.extract %t[%i, %j] : !t
      %next = arith.addi %b, %x : index
      scf.yield %next : index
    }
    scf.yield %row : index
  }
  vector.print %sum : index
  // A copy of memory whose sizes run time tells: what was there is still read.
  %d = tensor.empty(%c2, %c3) : !u
  %f = linalg.fill ins(%c23 : index) outs(%d : !u) -> !u
  %g = tensor.insert %c100 into %f[%c1, %c2] : !u
  %old = tensor.extract %f[%c1, %c2] : !u
  %new = tensor.extract %g[%c1, %c2] : !u
  %both = arith.addi %old, %new : index
  vector.print %old : index
  vector.print %both : index
  return
}
