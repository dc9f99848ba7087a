// Affine index operations whose coordinates are known to be within their sizes are indices of layouts.
// RUN: layout-opt %s --convert-affine-to-layout | FileCheck %s
// RUN: layout-opt %s --convert-affine-to-layout --convert-affine-to-layout | FileCheck %s
// RUN: layout-opt %s --convert-affine-to-layout --remarks-filter='convert-.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A loop and an id bound their coordinates.
// CHECK-LABEL: func @bounded
// CHECK: %[[T:.*]] = gpu.thread_id
// CHECK: %[[D:.*]] = layout.make : !layout<(32,4):(1,0)>
// CHECK: %[[LANE:.*]] = layout.crd2idx %[[D]](%[[R:.*]])
// CHECK: %[[L:.*]] = layout.make : !layout<(32,8):(8,1)>
// CHECK: layout.crd2idx %[[L]](%[[LANE]], %{{.*}})
// CHECK-NOT: affine.
func.func @bounded(%out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c127 = arith.constant 127 : index
  %t = gpu.thread_id x
  %r = arith.andi %t, %c127 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %x:2 = affine.delinearize_index %r into (4, 32) : index, index
    %y = affine.linearize_index [%x#1, %k] by (32, 8) : index
    memref.store %y, %out[%k] : memref<?xindex>
  }
  return
}

// What `disjoint` promises need not be known, but that the first coordinate is natural.
// CHECK-LABEL: func @promised
// CHECK: %[[L:.*]] = layout.make(%arg2, %arg3) : !layout<(4,?,?):(s0*s1,s1,1)>
// CHECK: layout.crd2idx %[[L]](%{{.*}}, %arg0, %arg1)
func.func @promised(%i: index, %j: index, %m: index, %n: index) -> index {
  %c3 = arith.constant 3 : index
  %x = affine.linearize_index disjoint [%c3, %i, %j] by (4, %m, %n) : index
  return %x : index
}

// A map is the layout of a hierarchy, with numbers of run time as strides and offset; a size may be rounded up.
// CHECK-LABEL: func @maps
// CHECK: !layout<((2,4)):((1,16))>
// CHECK: layout.make(%arg1) : !layout<(6,6):(?,1)>
// CHECK: layout.make(%arg1) : !layout<S<0,4,3> o ? o (6):(1)>
// CHECK: layout.make : !layout<((4,2)):((1,0))>
// CHECK-NOT: affine.
func.func @maps(%out: memref<?xindex>, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = affine.apply affine_map<(d0) -> (d0 mod 2 + (d0 floordiv 2) * 16)>(%i)
    memref.store %x, %out[%i] : memref<?xindex>
  }
  scf.for %i = %c0 to %c6 step %c1 {
    %x = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%i, %i)[%s]
    %y = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%s]
    %z = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
    memref.store %x, %out[%y] : memref<?xindex>
    memref.store %z, %out[%i] : memref<?xindex>
  }
  return
}

// What may be outside stays, and so does what is no layout.
// CHECK-LABEL: func @left
// CHECK-NOT: layout.
// CHECK: return
// REMARK: left | {{.*}} Reason="coordinate 0 is between -{{.*}} and {{.*}} as far as is known, and must be within [0, 4)"
// REMARK: left | {{.*}} Reason="coordinate 0 is between -{{.*}} must be within [0, 2^62)"
// REMARK: left | {{.*}} Reason="coordinate 0 is between -{{.*}} and 8 as far as is known, and must be within [0, 2^62)"
// REMARK: left | {{.*}} Reason="coordinate 0 is between -{{.*}} and 8 as far as is known, and must be within [0, 2^62)"
// REMARK: left | {{.*}} Reason="coordinate 1 is between 0 and 7 as far as is known, and must be within [0, 4)"
// REMARK: left | {{.*}} Reason="coordinate 1 is not known to be below its size, which run time tells; `disjoint` promises it"
// REMARK: left | {{.*}} Reason="coordinate 0 is between -{{.*}}
// REMARK: left | {{.*}} Reason="floordiv or mod by s0 cuts no digits of the coordinates: it is not known to be positive"
// REMARK: left | {{.*}} Reason="floordiv or mod by 4 cuts no digits of the coordinates: what is below it may be as much as 6, which carries past 4"
func.func @left(%out: memref<?xindex>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = affine.linearize_index [%i, %c1] by (4, 8) : index
  %1:2 = affine.delinearize_index %i into (4, 8) : index, index
  %least = arith.minsi %i, %c8 : index
  %13:2 = affine.delinearize_index %least into (4, 8) : index, index
  %14 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%least)
  memref.store %14, %out[%13#0] : memref<?xindex>
  scf.for %k = %c0 to %c8 step %c1 {
    %2 = affine.linearize_index [%k, %k] by (8, 4) : index
    %3 = affine.linearize_index [%k, %k] by (8, %n) : index
    %4 = affine.linearize_index disjoint [%i, %k] by (8, %n) : index
    %5 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%k)[%n]
    %6 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 4)>(%k, %k)
    %7 = arith.addi %0, %1#0 : index
    %8 = arith.addi %2, %3 : index
    %9 = arith.addi %4, %5 : index
    %10 = arith.addi %6, %7 : index
    %11 = arith.addi %8, %9 : index
    %12 = arith.addi %10, %11 : index
    memref.store %12, %out[%k] : memref<?xindex>
  }
  return
}
