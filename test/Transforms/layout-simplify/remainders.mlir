// A coordinate that is split and both of whose parts have strides: the quotient is what the remainder leaves (B35),
// a remainder and two products of which the machine adds each.
// RUN: layout-opt %s --layout-simplify="target=sm_90a validate=true" | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: layout-opt %s --layout-simplify="target=sm_90a index-bitwidth=32 validate=true" | FileCheck %s
// RUN: layout-opt %s --layout-simplify="target=sm_90a" --index-simplify="target=sm_90a validate=true" | FileCheck %s --check-prefixes=CHECK,WIDE

!split = !layout<((16,?),8):((8,16384),128)>

// 16384 (x / 16) + 8 (x % 16) = 1024 x - 1016 (x % 16); of 32 bits 8 x + 16256 (x / 16) is as much.
// CHECK-LABEL: func @split(
// WIDE-DAG: %[[C15:.*]] = arith.constant 15
// WIDE-DAG: %[[C1024:.*]] = arith.constant 1024
// WIDE-DAG: %[[C1016:.*]] = arith.constant 1016
// WIDE-NOT: arith.{{div|shr}}
// WIDE: %[[REST:.*]] = arith.andi %{{.*}}, %[[C15]]
// WIDE-DAG: %[[ALL:.*]] = arith.muli %{{.*}}, %[[C1024]]
// WIDE-DAG: %[[PART:.*]] = arith.muli %{{.*}}, %[[C1016]]
// WIDE: arith.subi %[[ALL]], %[[PART]]
func.func @split(%x: index, %y: index, %n: index, %m: memref<?xf32>) -> f32 {
  %l = layout.make(%n) : !split
  %i = layout.crd2idx %l(%x, %y) : !split
  %v = memref.load %m[%i] : memref<?xf32>
  return %v : f32
}

// Of a number that is shifted itself, as the number of a block is here, both parts are bits of what
// is shifted, which are there sooner.
!source = !layout<(8,2048,16,8):(8,1024,64,2097152)>

// CHECK-LABEL: func @shifted(
// CHECK: arith.constant 2097152
// CHECK-NOT: arith.constant 131008
// CHECK: return
func.func @shifted(%m: memref<16777216xf16>) -> vector<8xf16> {
  %l = layout.make : !source
  %c1024 = arith.constant 1024 : index
  %t = gpu.thread_id x upper_bound 256
  %b = gpu.block_id x upper_bound 2048
  %s = arith.muli %b, %c1024 : index
  %e = arith.addi %s, %t : index
  %i = layout.crd2idx %l(%e) : !source
  %v = vector.load %m[%i] : memref<16777216xf16>, vector<8xf16>
  return %v : vector<8xf16>
}

// A quotient that is taken away stays.
// CHECK-LABEL: func @taken(
// CHECK: arith.{{div|shr}}
// CHECK: return
func.func @taken(%x: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c127 = arith.constant 127 : i32
  %low = arith.andi %x, %c127 : i32
  %r = arith.remui %low, %c64 : i32
  %q = arith.divui %low, %c64 : i32
  %other = arith.subi %c1, %q : i32
  %m = arith.muli %other, %c64 : i32
  %s = arith.addi %m, %r : i32
  return %s, %r : i32, i32
}

// Of rows with a padding the remainder is what the quotient leaves (B36): 8 (x % 6) + 56 (x / 6) = 8 x + 8 (x / 6).
!padded = !layout<((6,32),2):((8,56),1792)>
// CHECK-LABEL: func @padded(
// CHECK: %[[T:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: %[[Q:.*]] = arith.shrui
// CHECK-NOT: arith.constant 6
// CHECK: %[[ALL:.*]] = arith.muli %[[T]], %[[C8:.*]] overflow
// CHECK: %[[PAD:.*]] = arith.muli %[[Q]], %[[C8]] overflow
// CHECK: arith.addi %[[ALL]], %[[PAD]]
func.func @padded(%m: memref<3584xf16>) -> vector<8xf16> {
  %l = layout.make : !padded
  %t = gpu.thread_id x upper_bound 192
  %c0 = arith.constant 0 : index
  %i = layout.crd2idx %l(%t, %c0) : !padded
  %v = vector.load %m[%i] : memref<3584xf16>, vector<8xf16>
  return %v : vector<8xf16>
}

// What all terms are a multiple of stays so: 8 (x % 8) + 56 (x / 8) is not 7 x + x % 8, of which accesses side by side
// would not be seen to be aligned.
!tight = !layout<(8,16):(8,56)>
// CHECK-LABEL: func @multiple(
// CHECK: %[[C56:.*]] = arith.constant 56
// CHECK: arith.muli %{{.*}}, %[[C56]]
func.func @multiple(%m: memref<1024xf32>) -> f32 {
  %l = layout.make : !tight
  %t = gpu.thread_id x upper_bound 128
  %i = layout.crd2idx %l(%t) : !tight
  %v = memref.load %m[%i] : memref<1024xf32>
  return %v : f32
}
