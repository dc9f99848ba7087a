// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics
// RUN: layout-opt %t/parse.mlir --layout-simplify --canonicalize | FileCheck %t/parse.mlir --check-prefix=SIMPLE

//--- parse.mlir
// Four warps, two along M and two along N: those along N read the same of A.
// CHECK-LABEL: func @a
func.func @a(%a: !layout<(64,32):(32,1)>) -> !layout<((4,8,2,2),(2,2,2),(2,2)):((2,32,512,0),(1,256,8),(1024,16))> {
  // CHECK: layout.tiled_mma A %arg0 : !layout<(64,32):(32,1)> by "SM80_16x8x16_F32F16F16F32_TN" threads #layout<(2,2,1):(1,2,0)>
  %p = layout.tiled_mma A %a : !layout<(64,32):(32,1)> by "SM80_16x8x16_F32F16F16F32_TN" threads #layout<(2,2,1):(1,2,0)>
  return %p : !layout<((4,8,2,2),(2,2,2),(2,2)):((2,32,512,0),(1,256,8),(1024,16))>
}

// One warp; sizes of run time.
// CHECK-LABEL: func @c
// SIMPLE-LABEL: func @c
// SIMPLE-NOT: layout.
// SIMPLE: return
func.func @c(%m: index, %n: index, %t: index) -> index {
  %c = layout.make(%m, %n) : !layout<(?{div=16},?{div=8}):(s1,1)>
  // CHECK: layout.tiled_mma C %{{.*}} : !layout<(?{div=16},?{div=8}):(s1,1)> by "SM80_16x8x16_F32F16F16F32_TN"{{$}}
  %p = layout.tiled_mma C %c : !layout<(?{div=16},?{div=8}):(s1,1)> by "SM80_16x8x16_F32F16F16F32_TN"
  // CHECK: layout.crd2idx %{{.*}}(%arg2, 0, 0) : !layout<((4,8),(2,2),(floordiv(?{div=16},16),floordiv(?{div=8},8))):((2,s1),(1,8*s1),(16*s1,8))>
  %x = layout.crd2idx %p(%t, 0, 0) : !layout<((4,8),(2,2),(floordiv(?{div=16},16),floordiv(?{div=8},8))):((2,s1),(1,8*s1),(16*s1,8))>
  return %x : index
}

// CHECK-LABEL: func @permuted
func.func @permuted(%b: !layout<*>, %c: !layout<(100,32):(32,1)>) -> (!layout<*>, !layout<((4,8),(2,2),(7,4)):((2,32),(1,256),(512,8))>) {
  // CHECK: layout.tiled_mma B %arg0 : !layout<*> by "SM80_16x8x16_F32F16F16F32_TN" threads #layout<(2,2,1):(1,2,0)> permutation #layout.tile<[_, (2,8,2):(1,4,2), _]>
  %p = layout.tiled_mma B %b : !layout<*> by "SM80_16x8x16_F32F16F16F32_TN" threads #layout<(2,2,1):(1,2,0)> permutation #layout.tile<[_, (2,8,2):(1,4,2), _]>
  // CHECK: layout.tiled_mma C %arg1 : !layout<(100,32):(32,1)> by "SM80_16x8x16_F32F16F16F32_TN" cover
  %q = layout.tiled_mma C %c : !layout<(100,32):(32,1)> by "SM80_16x8x16_F32F16F16F32_TN" cover
  return %p, %q : !layout<*>, !layout<((4,8),(2,2),(7,4)):((2,32),(1,256),(512,8))>
}

//--- errors.mlir
func.func @operand(%a: !layout<*>) {
  // expected-error @+1 {{there is no `D`; say A, B or C}}
  %p = layout.tiled_mma D %a : !layout<*> by "SM80_16x8x16_F32F16F16F32_TN"
  return
}

// -----

func.func @name(%a: !layout<(64,64):(64,1)>) {
  // expected-error @+1 {{there is no instruction `SM80_16x8x16_F32F16F16F32_TT`; did you mean `SM80_16x8x16_F32F16F16F32_TN`?}}
  %p = layout.tiled_mma A %a : !layout<(64,64):(64,1)> by "SM80_16x8x16_F32F16F16F32_TT"
  return
}

// -----

func.func @uneven(%a: !layout<(64,40):(40,1)>) {
  // expected-error @+1 {{mode 1: a tile of 16 does not divide 40:1 of size 40; a tile of 10 or a size of 48 would do}}
  %p = layout.tiled_mma A %a : !layout<(64,40):(40,1)> by "SM80_16x8x16_F32F16F16F32_TN"
  return
}

// -----

// The tile of 8 divides 24, the two warps along N do not.
func.func @warps(%b: !layout<(24,16):(16,1)>) {
  // expected-error @+1 {{mode 0: a tile of 16 does not divide 24:16 of size 24}}
  %p = layout.tiled_mma B %b : !layout<(24,16):(16,1)> by "SM80_16x8x16_F32F16F16F32_TN" threads #layout<(1,2,1):(1,1,0)> permutation #layout.tile<[_, 8:1, _]>
  return
}

// -----

// 48 rows are six of eight, but no instruction lies within 24 of them.
func.func @nested(%c: !layout<((24,2),8):((8,1000),1)>) {
  // expected-error @+1 {{mode 0}}
  %p = layout.tiled_mma C %c : !layout<((24,2),8):((8,1000),1)> by "SM80_16x8x16_F32F16F16F32_TN" permutation #layout.tile<[48:1, _, _]>
  return
}

// -----

func.func @permutation(%a: !layout<*>) {
  // expected-error @+1 {{the permutation is 16:1; it is a tile for each of M, N and K, such as [_, 16:1, _]}}
  %p = layout.tiled_mma A %a : !layout<*> by "SM80_16x8x16_F32F16F16F32_TN" permutation #layout.tile<16:1>
  return
}

// -----

func.func @one_warp_twice(%c: !layout<(64,64):(64,1)>) {
  // expected-error @+1 {{the layout of threads, (2,2,1):(1,1,0), is not one to one onto the 4 numbers from 0: at 2 it is 1, as at 1}}
  %p = layout.tiled_mma C %c : !layout<(64,64):(64,1)> by "SM80_16x8x16_F32F16F16F32_TN" threads #layout<(2,2,1):(1,1,0)>
  return
}

// -----

func.func @one_row(%a: !layout<(64,64):(64,1)>) {
  // expected-error @+1 {{the layout of a permuted mode, 16:0, is not one to one onto the 16 numbers from 0: at 1 it is 0, as at 0}}
  %p = layout.tiled_mma A %a : !layout<(64,64):(64,1)> by "SM80_16x8x16_F32F16F16F32_TN" permutation #layout.tile<[16:0, _, _]>
  return
}
