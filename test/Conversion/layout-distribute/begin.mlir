// A block whose first operation has regions that use the block's tiles, as elements where words are handed on.
//
// DEFINE: %{passes} = --layout-select --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t.out && layout-interp %s %t.out --job %S/Inputs/begin.json | FileCheck %s
// CHECK: right: 128 elements compared

!t = tensor<64xf16, #layout.tv<32:2, 2:1>>
!f = tensor<64xf32, #layout.tv<32:2, 2:1>>

func.func @begin(%x: memref<64xf16>, %y: memref<64xf16>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %3 = arith.constant 3 : index
  %v = layout.load %x[%0] : memref<64xf16> -> !t
  %r = scf.for %i = %0 to %3 step %1 iter_args(%a = %v) -> !t {
    %s = scf.for %j = %0 to %n step %1 iter_args(%b = %a) -> !t {
      %m = layout.reduce maximumf %a dim 0 : !t -> f16
      %w = tensor.splat %m : !t
      %u = math.tanh %a : !t
      %d = arith.subf %u, %w : !t
      %c = arith.addf %b, %d : !t
      scf.yield %c : !t
    }
    scf.yield %s : !t
  }
  layout.store %r, %y[%0] : !t, memref<64xf16>
  return
}
