// RUN: layout-opt %s --inline --split-input-file | FileCheck %s --check-prefix=INLINE
// RUN: layout-opt %s --int-range-optimizations --split-input-file | FileCheck %s --check-prefix=RANGE
// RUN: layout-opt %s --int-range-optimizations --canonicalize --split-input-file -o /dev/null
// RUN: layout-opt %s --canonicalize --split-input-file | FileCheck %s --check-prefix=FOLD
// RUN: layout-opt %s --sccp --canonicalize --split-input-file | FileCheck %s --check-prefix=FOLD

// INLINE-LABEL: func @inlined
// INLINE-NOT: call
// INLINE: layout.make : !layout<(4,8):(8,1)>
// INLINE: layout.crd2idx
// INLINE: layout.flatten
// INLINE-NOT: call
// INLINE: return
func.func private @address(%i: index, %j: index) -> index {
  %l = layout.make : !layout<(4,8):(8,1)>
  %x = layout.crd2idx %l(%i, %j) : !layout<(4,8):(8,1)>
  %c = layout.flatten %l : !layout<(4,8):(8,1)>
  %y = layout.crd2idx %c(%x) : !layout<(4,8):(8,1)>
  return %y : index
}
func.func @inlined(%i: index) -> index {
  %c1 = arith.constant 1 : index
  %r = call @address(%i, %c1) : (index, index) -> index
  return %r : index
}

// -----

// The largest index of the layout is 31, that of a row of two coordinates 9.
// RANGE-LABEL: gpu.func @static
// RANGE: %[[T:.*]] = arith.constant true
// RANGE: memref.store %[[T]]
// RANGE: memref.store %[[T]]
// RANGE: %[[B:.*]] = arith.cmpi ult, %{{.*}}, %c9
// RANGE: memref.store %[[B]]
gpu.module @k {
  gpu.func @static(%m: memref<64xi1>) kernel {
    %t = gpu.thread_id x upper_bound 32
    %u = gpu.thread_id y upper_bound 2
    %c32 = arith.constant 32 : index
    %c10 = arith.constant 10 : index
    %c9 = arith.constant 9 : index
    %l = layout.make : !layout<(4,8):(8,1)>
    %x = layout.crd2idx %l(%t) : !layout<(4,8):(8,1)>
    %b = arith.cmpi ult, %x, %c32 : index
    memref.store %b, %m[%t] : memref<64xi1>
    %y = layout.crd2idx %l(%u, %u) : !layout<(4,8):(8,1)>
    %c = arith.cmpi ult, %y, %c10 : index
    memref.store %c, %m[%t] : memref<64xi1>
    %d = arith.cmpi ult, %y, %c9 : index
    memref.store %d, %m[%t] : memref<64xi1>
    gpu.return
  }
}

// -----

// Sizes of symbols with facts; nothing is known of `*`; a swizzle keeps below the next power of two.
// RANGE-LABEL: func @symbols
// RANGE-DAG: %[[T:.*]] = arith.constant true
// RANGE-DAG: %[[C:.*]] = arith.constant 20
// RANGE: %[[U:.*]] = layout.crd2idx %{{.*}} : !layout<*>
// RANGE: %[[B:.*]] = arith.cmpi sle, %[[U]]
// RANGE: return %[[T]], %[[T]], %[[B]], %[[T]]
func.func @symbols(%n: index, %i: index, %u: !layout<*>) -> (i1, i1, i1, i1) {
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  %c64 = arith.constant 64 : index
  %l = layout.make(%n) : !layout<(?{min=2,max=5},4):(4,1)>
  %s = layout.size %l : !layout<(?{min=2,max=5},4):(4,1)>
  %a = arith.cmpi sge, %s, %c8 : index
  %z = layout.cosize %l : !layout<(?{min=2,max=5},4):(4,1)>
  %b = arith.cmpi sle, %z, %c20 : index
  %x = layout.crd2idx %u(%i) : !layout<*>
  %c = arith.cmpi sle, %x, %c20 : index
  %w = layout.make : !layout<S<2,0,3> o 0 o (4,16):(16,1)>
  %y = layout.crd2idx %w(%i, 3) : !layout<S<2,0,3> o 0 o (4,16):(16,1)>
  %d = arith.cmpi slt, %y, %c64 : index
  return %a, %b, %c, %d : i1, i1, i1, i1
}

// -----

// Whether a tile reaches past the end: 40 is 3 tiles of 16, of which the last has 8.
// RANGE-LABEL: func @bounds
// RANGE-DAG: %[[T:.*]] = arith.constant true
// RANGE-DAG: %[[F:.*]] = arith.constant false
// RANGE: %[[U:.*]] = layout.in_bounds
// RANGE: return %[[T]], %[[T]], %[[F]], %[[U]]
func.func @bounds(%n: index) -> (i1, i1, i1, i1) {
  %i = gpu.thread_id x upper_bound 8
  %j = gpu.thread_id y upper_bound 16
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %l = layout.make : !layout<(40,64):(64,1)>
  // Tiles of 8 rows fit.
  %a = layout.in_bounds %l((%i, 3), (%n, %i)) : !layout<(40,64):(64,1)> zipped_divide by #layout.tile<[8:1, 8:1]>
  %b = layout.in_bounds %l((%i, 3), (%c2, %n)) : !layout<(40,64):(64,1)> zipped_divide by #layout.tile<[16:1, 8:1]>
  %c = layout.in_bounds %l((%c8, 3), (%c2, %n)) : !layout<(40,64):(64,1)> zipped_divide by #layout.tile<[16:1, 8:1]>
  %d = layout.in_bounds %l((%j, 3), (%c2, %n)) : !layout<(40,64):(64,1)> zipped_divide by #layout.tile<[16:1, 8:1]>
  return %a, %b, %c, %d : i1, i1, i1, i1
}
// FOLD-LABEL: func @folded
// FOLD-DAG: %[[T:.*]] = arith.constant true
// FOLD-DAG: %[[F:.*]] = arith.constant false
// FOLD: return %[[T]], %[[F]]
func.func @folded(%n: index) -> (i1, i1) {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c2 = arith.constant 2 : index
  %l = layout.make : !layout<(40,64):(64,1)>
  %a = layout.in_bounds %l((%c7, 3), (%c2, %n)) : !layout<(40,64):(64,1)> zipped_divide by #layout.tile<[16:1, 8:1]>
  %b = layout.in_bounds %l((%c8, %n), (%c2, 3)) : !layout<(40,64):(64,1)> zipped_divide by #layout.tile<[16:1, 8:1]>
  return %a, %b : i1, i1
}
// What is cast is what it was.
// FOLD-LABEL: func @cast
// FOLD-DAG: %[[X:.*]] = arith.constant 39
// FOLD-DAG: %[[S:.*]] = arith.constant 256
// FOLD-DAG: %[[Y:.*]] = arith.constant 26
// FOLD-NOT: layout.
// FOLD: return %[[X]], %[[S]], %[[Y]]
func.func @cast() -> (index, index, index) {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %l = layout.make : !layout<(8,32):(8,1)>
  %u = layout.cast %l : !layout<(8,32):(8,1)> to !layout<*>
  %x = layout.crd2idx %u(%c3, 15) : !layout<*>
  %s = layout.size %u : !layout<*>
  %m = layout.make(%c8) : !layout<(8,?):(s0,1)>
  %v = layout.cast %m : !layout<(8,?):(s0,1)> to !layout<*>
  %y = layout.crd2idx %v(%c3, %c2) : !layout<*>
  return %x, %s, %y : index, index, index
}
