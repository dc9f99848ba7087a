// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/infer.mlir | FileCheck %t/infer.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<(?{div=128},?{div=64,max=4096}):(s1,1)>) {
  // CHECK: layout.zipped_divide %{{.*}} : {{.*}} by #layout.tile<[128:1, 64:1]>
  %0 = layout.zipped_divide %a : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)> by #layout.tile<[128:1, 64:1]>
  // CHECK: layout.zipped_divide %{{.*}} : {{.*}} by #layout.tile<[96:1, 64:1]> cover
  %1 = layout.zipped_divide %a : !layout<(?{div=128},?{div=64,max=4096}):(s1,1)> by #layout.tile<[96:1, 64:1]> cover
  return
}

//--- infer.mlir
// The number of tiles is rounded up; a swizzle stays in front.
// CHECK-LABEL: func @cover
func.func @cover(%a: !layout<S<2,0,3> o 0 o (10,16):(16,1)>, %b: !layout<4:1>, %c: !layout<10:3>)
    -> (!layout<S<2,0,3> o 0 o ((4,8),(3,2)):((16,1),(64,8))>, !layout<(4,3):(3,12)>) {
  // CHECK: layout.zipped_divide %arg0 : !layout<S<2,0,3> o 0 o (10,16):(16,1)> by #layout.tile<[4:1, 8:1]> cover
  %t = layout.zipped_divide %a : !layout<S<2,0,3> o 0 o (10,16):(16,1)> by #layout.tile<[4:1, 8:1]> cover
  // CHECK: layout.zipped_divide %arg2, %arg1 : !layout<10:3>, !layout<4:1> cover
  %u = layout.zipped_divide %c, %b : !layout<10:3>, !layout<4:1> cover
  return %t, %u : !layout<S<2,0,3> o 0 o ((4,8),(3,2)):((16,1),(64,8))>, !layout<(4,3):(3,12)>
}

// What the algebra infers, seen as the type of what is returned.
// CHECK-LABEL: func @static
func.func @static() -> !layout<((4,8),(2,2)):((20,2),(80,1))> {
  %f = layout.make : !layout<(8,16):(20,1)>
  // CHECK: layout.zipped_divide
  %g = layout.zipped_divide %f : !layout<(8,16):(20,1)> by #layout.tile<[4:1, 8:2]>
  return %g : !layout<((4,8),(2,2)):((20,2),(80,1))>
}

//--- errors.mlir
// A mode that is kept is no pair of tile and rest, whether the others are covered or not.
func.func @kept(%a: !layout<(10,16):(16,1)>) {
  // expected-error @+1 {{`_` leaves a mode that is no pair of tile and rest; write the mode's own size to put all of it into the tile}}
  %b = layout.zipped_divide %a : !layout<(10,16):(16,1)> by #layout.tile<[_, 5:1]> cover
  return
}

// -----

func.func @indivisible() {
  %a = layout.make : !layout<10:1>
  // expected-error @+1 {{a tile of 4 does not divide 10:1 of size 10; a tile of 2 or a size of 12 would do}}
  %b = layout.zipped_divide %a : !layout<10:1> by #layout.tile<4:1>
  return
}

// -----

func.func @undecided(%m: index, %k: index) {
  %a = layout.make(%m, %k) : !layout<(?,?):(s1,1)>
  // expected-error @+1 {{whether 128 divides s0 is not known; state it as a fact, such as s0{div=128}}}
  %b = layout.zipped_divide %a : !layout<(?,?):(s1,1)> by #layout.tile<[128:1, 64:1]>
  return
}
