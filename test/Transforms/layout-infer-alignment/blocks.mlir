// What a function says of its first argument is not said of the first one of another block.
//
// RUN: layout-opt %s --layout-infer-alignment | FileCheck %s

// CHECK-LABEL: func @blocks
// CHECK: vector.load %arg0[%{{.*}}] {alignment = 16 : i64}
// CHECK: ^bb1(%[[W:.*]]: memref<64xf16>):
// CHECK: vector.load %[[W]][%{{[^]]*}}] : memref<64xf16>
func.func @blocks(%m: memref<64xf16> {llvm.align = 16 : i64}, %n: memref<64xf16>, %i: index, %c: i1) -> vector<8xf16> {
  %l = layout.make : !layout<8:8>
  %x = layout.crd2idx %l(%i) : !layout<8:8>
  %u = vector.load %m[%x] : memref<64xf16>, vector<8xf16>
  cf.cond_br %c, ^join(%m : memref<64xf16>), ^join(%n : memref<64xf16>)
^join(%w: memref<64xf16>):
  %y = layout.crd2idx %l(%i) : !layout<8:8>
  %v = vector.load %w[%y] : memref<64xf16>, vector<8xf16>
  %z = arith.addf %u, %v : vector<8xf16>
  return %z : vector<8xf16>
}
