// RUN: layout-opt %s --inline --split-input-file | FileCheck %s --check-prefix=INLINE
// RUN: layout-opt %s --int-range-optimizations --split-input-file | FileCheck %s --check-prefix=RANGE
// RUN: layout-opt %s --int-range-optimizations --canonicalize --split-input-file -o /dev/null

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
