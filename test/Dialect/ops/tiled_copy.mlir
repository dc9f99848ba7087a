// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics
// RUN: layout-opt %t/parse.mlir --layout-simplify --canonicalize | FileCheck %t/parse.mlir --check-prefix=SIMPLE

//--- parse.mlir
// 256 threads of eight f16 each, a row of 64 by eight of them.
// CHECK-LABEL: func @rows
func.func @rows(%a: !layout<(128,64):(64,1)>) -> !layout<((8,32),(8,1),(4,1)):((8,64),(1,0),(2048,0))> {
  // CHECK: layout.tiled_copy source %arg0 : !layout<(128,64):(64,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  %p = layout.tiled_copy source %a : !layout<(128,64):(64,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  return %p : !layout<((8,32),(8,1),(4,1)):((8,64),(1,0),(2048,0))>
}

// Of ldmatrix the source is rows of 16 bytes, the destination pairs of elements.
// CHECK-LABEL: func @ldmatrix
func.func @ldmatrix(%a: !layout<(32,32):(32,1)>)
    -> (!layout<((4,2,4),((2,4),1),(2,2)):((128,8,2),((1,32),0),(512,16))>,
        !layout<((16,2),(8,1),(2,2)):((32,8),(1,0),(512,16))>) {
  // CHECK: layout.tiled_copy source %arg0
  %p = layout.tiled_copy source %a : !layout<(32,32):(32,1)> by "SM75_U32x4_LDSM_N" of f16 threads #layout<(16,2):(1,16)> values #layout<(1,8):(1,1)>
  // CHECK: layout.tiled_copy destination %arg0
  %q = layout.tiled_copy destination %a : !layout<(32,32):(32,1)> by "SM75_U32x4_LDSM_N" of f16 threads #layout<(16,2):(1,16)> values #layout<(1,8):(1,1)>
  return %p, %q : !layout<((4,2,4),((2,4),1),(2,2)):((128,8,2),((1,32),0),(512,16))>,
        !layout<((16,2),(8,1),(2,2)):((32,8),(1,0),(512,16))>
}

// A swizzle stays in front; further modes are rest; tiles may cover.
// CHECK-LABEL: func @stages
func.func @stages(%a: !layout<S<3,3,3> o 0 o (32,64,3):(64,1,2048)>, %b: !layout<(?,64):(64,1)>, %c: !layout<*>)
    -> (!layout<S<3,3,3> o 0 o ((8,32),(8,1),(1,1,3)):((8,64),(1,0),(0,0,2048))>,
        !layout<((8,32),(8,1),(floordiv(?+31,32),1)):((8,64),(1,0),(2048,0))>, !layout<*>) {
  // CHECK: layout.tiled_copy source %arg0
  %p = layout.tiled_copy source %a : !layout<S<3,3,3> o 0 o (32,64,3):(64,1,2048)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  // CHECK: layout.tiled_copy source %arg1 {{.*}} values #layout<(1,8):(1,1)> cover
  %q = layout.tiled_copy source %b : !layout<(?,64):(64,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)> cover
  // CHECK: layout.tiled_copy source %arg2 : !layout<*>
  %r = layout.tiled_copy source %c : !layout<*> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  return %p, %q, %r : !layout<S<3,3,3> o 0 o ((8,32),(8,1),(1,1,3)):((8,64),(1,0),(0,0,2048))>,
        !layout<((8,32),(8,1),(floordiv(?+31,32),1)):((8,64),(1,0),(2048,0))>, !layout<*>
}

// Thread t begins in row t / 8 at column 8 * (t % 8): that is 8 * t.
// SIMPLE-LABEL: func @address
// SIMPLE-SAME: (%[[T:.*]]: index)
// SIMPLE-NEXT: %[[C:.*]] = arith.constant 8 : index
// SIMPLE-NEXT: %[[X:.*]] = arith.muli %[[T]], %[[C]]
// SIMPLE-NEXT: return %[[X]]
func.func @address(%t: index) -> index {
  %a = layout.make : !layout<(128,64):(64,1)>
  %p = layout.tiled_copy source %a : !layout<(128,64):(64,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  %x = layout.crd2idx %p(%t, 0, 0) : !layout<((8,32),(8,1),(4,1)):((8,64),(1,0),(2048,0))>
  return %x : index
}

//--- errors.mlir
func.func @uneven(%a: !layout<(100,64):(64,1)>) {
  // expected-error @+1 {{mode 0: a tile of 32 does not divide 100:64 of size 100; a tile of 25 or a size of 128 would do; or let the tile `cover` it, and predicate}}
  %p = layout.tiled_copy source %a : !layout<(100,64):(64,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @undecided(%a: !layout<(?,64):(64,1)>) {
  // expected-error @+1 {{whether 32 divides s0 is not known; state it as a fact, such as s0{div=32}; or let the tile `cover` it, and predicate}}
  %p = layout.tiled_copy source %a : !layout<(?,64):(64,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @name(%a: !layout<*>) {
  // expected-error @+1 {{there is no instruction `SM75_U32x3_LDSM_N`; did you mean `SM75_U32x1_LDSM_N`, `SM75_U32x2_LDSM_N` or `SM75_U32x4_LDSM_N`?}}
  %p = layout.tiled_copy source %a : !layout<*> by "SM75_U32x3_LDSM_N" of f16 threads #layout<(16,2):(1,16)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @alignment(%a: !layout<*>) {
  // expected-error @+1 {{a copy assumes memory to be aligned to 8, 16, 32, 64 or 128 bits, not to `0`}}
  %p = layout.tiled_copy source %a : !layout<*> by "AutoVectorizingCopyWithAssumedAlignment<0>" of f16 threads #layout<(16,2):(1,16)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @side(%a: !layout<*>) {
  // expected-error @+1 {{there is no `target`; say source or destination}}
  %p = layout.tiled_copy target %a : !layout<*> by "SM75_U32x4_LDSM_N" of f16 threads #layout<(16,2):(1,16)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @values(%a: !layout<(64,64):(64,1)>) {
  // expected-error @+1 {{a tiled copy of 4 values is no multiple of the 8 values of its instruction}}
  %p = layout.tiled_copy source %a : !layout<(64,64):(64,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,4):(1,1)>
  return
}

// -----

func.func @element(%a: !layout<(64,64):(64,1)>) {
  // expected-error @+1 {{needs an element type that is a number}}
  %p = layout.tiled_copy source %a : !layout<(64,64):(64,1)> by "UniversalCopy<uint128_t>" of index threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @rank(%a: !layout<64:1>) {
  // expected-error @+1 {{64:1 has 1 mode, the tile 2 modes}}
  %p = layout.tiled_copy source %a : !layout<64:1> by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @dynamic_threads(%a: !layout<(64,64):(64,1)>) {
  // expected-error @+1 {{the layout of threads is (s0,8):(8,1); it must be plain and static}}
  %p = layout.tiled_copy source %a : !layout<(64,64):(64,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(?,8):(8,1)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @one_thread(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+1 {{the layout of threads, (8,1):(0,0), is not one to one onto the 8 numbers from 0: at 1 it is 0, as at 0}}
  %p = layout.tiled_copy source %a : !layout<(8,8):(8,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(8,1):(0,0)> values #layout<(1,8):(1,1)>
  return
}

// -----

func.func @apart(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+1 {{the layout of values, (1,8):(1,2), is not one to one onto the 8 numbers from 0: at 4 it is 8}}
  %p = layout.tiled_copy source %a : !layout<(8,8):(8,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(8,1):(1,1)> values #layout<(1,8):(1,2)>
  return
}

// -----

func.func @many(%a: !layout<(8,8):(8,1)>) {
  // expected-error @+1 {{is not one to one onto the 4294967296 numbers from 0: there are at most 65536}}
  %p = layout.tiled_copy source %a : !layout<(8,8):(8,1)> by "UniversalCopy<uint128_t>" of f16 threads #layout<(65536,65536):(1,65536)> values #layout<(1,8):(1,1)>
  return
}
