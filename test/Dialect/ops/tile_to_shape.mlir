// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics
// RUN: layout-opt %t/parse.mlir --layout-simplify --canonicalize | FileCheck %t/parse.mlir --check-prefix=ARITH

//--- parse.mlir
// A shared-memory tile of 128 x 128 in the 128-byte swizzle of f16.
// CHECK-LABEL: func @columns_of_blocks
func.func @columns_of_blocks(%a: !layout<S<3,3,3> o 0 o (8,64):(64,1)>)
    -> !layout<S<3,3,3> o 0 o ((8,16),(64,2)):((64,512),(1,8192))> {
  // CHECK: layout.tile_to_shape %arg0 to (128, 128) : !layout<S<3,3,3> o 0 o (8,64):(64,1)>
  %t = layout.tile_to_shape %a to (128, 128) : !layout<S<3,3,3> o 0 o (8,64):(64,1)>
  return %t : !layout<S<3,3,3> o 0 o ((8,16),(64,2)):((64,512),(1,8192))>
}

// CHECK-LABEL: func @rows_of_blocks
func.func @rows_of_blocks(%a: !layout<S<3,3,3> o 0 o (8,64):(64,1)>)
    -> !layout<S<3,3,3> o 0 o ((8,16),(64,2)):((64,1024),(1,512))> {
  // CHECK: layout.tile_to_shape %arg0 to (128, 128) order (1, 0) : !layout<S<3,3,3> o 0 o (8,64):(64,1)>
  %t = layout.tile_to_shape %a to (128, 128) order (1, 0) : !layout<S<3,3,3> o 0 o (8,64):(64,1)>
  return %t : !layout<S<3,3,3> o 0 o ((8,16),(64,2)):((64,1024),(1,512))>
}

// More modes than the block: stages of a pipeline.
// CHECK-LABEL: func @stages
// ARITH-LABEL: func @stages
func.func @stages() -> index {
  %a = layout.make : !layout<(8,8):(8,1)>
  // CHECK: layout.tile_to_shape %{{.*}} to (16, 32, 3)
  %t = layout.tile_to_shape %a to (16, 32, 3) : !layout<(8,8):(8,1)>
  // Row 9 is row 1 of block 1, column 10 is column 2 of block 1: 8 + 64 + 2 + 128 + 2 * 512.
  // ARITH: arith.constant 1226 : index
  %x = layout.crd2idx %t(9, 10, 2) : !layout<((8,2),(8,4),(1,3)):((8,64),(1,128),(0,512))>
  return %x : index
}

// Sizes of run time are those of another layout, whatever its strides are.
// CHECK-LABEL: func @dynamic
// ARITH-LABEL: func @dynamic
// ARITH-SAME: (%[[M:.*]]: index, %{{.*}}: index, %[[K:.*]]: index)
// ARITH-NEXT: %[[X:.*]] = arith.muli %[[M]], %[[K]]
// ARITH-NEXT: return %[[X]]
func.func @dynamic(%m: index, %n: index, %k: index) -> index {
  %a = layout.make : !layout<(8,1):(1,1)>
  %w = layout.make(%m, %n) : !layout<(?{div=8},?):(s1,1)>
  // CHECK: layout.tile_to_shape %{{.*}} to %{{.*}} : !layout<(8,1):(1,1)>, !layout<(?{div=8},?):(s1,1)>
  %t = layout.tile_to_shape %a to %w : !layout<(8,1):(1,1)>, !layout<(?{div=8},?):(s1,1)>
  %x = layout.crd2idx %t(0, (0, %k)) : !layout<((8,floordiv(?{div=8},8)),(1,?)):((1,8),(1,s0))>
  return %x : index
}

// CHECK-LABEL: func @unknown
func.func @unknown(%a: !layout<*>, %b: !layout<(16,16):(16,1)>) -> (!layout<*>, !layout<*>) {
  // CHECK: layout.tile_to_shape %arg0 to (16, 16) order (1, 0) : !layout<*>
  %s = layout.tile_to_shape %a to (16, 16) order (1, 0) : !layout<*>
  // CHECK: layout.tile_to_shape %arg0 to %arg1 order (1, 0) : !layout<*>, !layout<(16,16):(16,1)>
  %t = layout.tile_to_shape %a to %b order (1, 0) : !layout<*>, !layout<(16,16):(16,1)>
  return %s, %t : !layout<*>, !layout<*>
}

//--- errors.mlir
func.func @indivisible(%a: !layout<(8,64):(64,1)>) {
  // expected-error @+1 {{a block of (8,64) does not divide the shape (128,100); each size of the shape must be a multiple of the block's}}
  %t = layout.tile_to_shape %a to (128, 100) : !layout<(8,64):(64,1)>
  return
}

// -----

func.func @undecided(%a: !layout<(8,8):(8,1)>, %w: !layout<(?,?):(1,s0)>) {
  // expected-error @+1 {{whether 8 divides s0 is not known; state it as a fact, such as s0{div=8}}}
  %t = layout.tile_to_shape %a to %w : !layout<(8,8):(8,1)>, !layout<(?,?):(1,s0)>
  return
}

// -----

// Whatever is stated of the block's size, it may be a number that does not divide 128.
func.func @dynamic_block(%a: !layout<(8,?{div=4}):(1,8)>) {
  // expected-error @+1 {{whether s0 divides 128 is not known, and no fact would say so: give mode 1 of the block a size that is a number}}
  %t = layout.tile_to_shape %a to (64, 128) : !layout<(8,?{div=4}):(1,8)>
  return
}

// -----

func.func @two_dynamic(%a: !layout<(?,8):(8,1)>, %w: !layout<(?,?):(1,s0)>) {
  // expected-error @+1 {{whether s0 divides s1 is not known, and no fact would say so: give mode 0 of the block a size that is a number}}
  %t = layout.tile_to_shape %a to %w : !layout<(?,8):(8,1)>, !layout<(?,?):(1,s0)>
  return
}

// -----

func.func @too_few(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+1 {{the shape has 1 mode, the block (8,8):(8,1) 2 modes}}
  %t = layout.tile_to_shape %a to (64) : !layout<(8,8):(8,1)>
  return
}

// -----

func.func @order(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+1 {{the order has 3 numbers, the shape 2 modes}}
  %t = layout.tile_to_shape %a to (64, 64) order (0, 2, 1) : !layout<(8,8):(8,1)>
  return
}

// -----

func.func @no_size(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+1 {{size 1 of the shape is 0; sizes are at least 1}}
  %t = layout.tile_to_shape %a to (64, 0) : !layout<(8,8):(8,1)>
  return
}

// -----

func.func @no_shape(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+2 {{needs a shape, as integers or as that of a layout}}
  // expected-error @+1 {{failed to infer returned types}}
  %t = "layout.tile_to_shape"(%a) : (!layout<(8,8):(8,1)>) -> !layout<*>
  return
}

// -----

func.func @two_shapes(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+2 {{takes the shape as integers or as that of a layout, not both}}
  // expected-error @+1 {{failed to infer returned types}}
  %t = "layout.tile_to_shape"(%a, %a) {shape = array<i64: 8, 8>} : (!layout<(8,8):(8,1)>, !layout<(8,8):(8,1)>) -> !layout<*>
  return
}

// -----

func.func @order_twice(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+1 {{the order has 0 twice; each mode has a number of its own}}
  %t = layout.tile_to_shape %a to (64, 64) order (0, 0) : !layout<(8,8):(8,1)>
  return
}
