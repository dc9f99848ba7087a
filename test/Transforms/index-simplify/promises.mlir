// What has a flag is poison where its promise is broken: an equal value is not replaced by it, and one that is replaced by
// the other has no flag.
// RUN: layout-opt %s --index-simplify | FileCheck %s
// RUN: layout-opt %s --index-simplify="validate verify-egraph" -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: error:

// CHECK-LABEL: func @quotient
// CHECK-NOT: exact
// CHECK: return
func.func @quotient(%x: i16, %z: i1, %m: memref<8xi16>) -> i16 {
  %c4 = arith.constant 4 : i16
  %c-1 = arith.constant -1 : i16
  %c4095 = arith.constant 4095 : i16
  %c0 = arith.constant 0 : index
  %y = arith.andi %x, %c4095 : i16
  %v = arith.divui %y, %c4 exact : i16
  %w = arith.divui %y, %c4 : i16
  scf.if %z { memref.store %v, %m[%c0] : memref<8xi16> }
  return %w : i16
}

// CHECK-LABEL: func @shifted
// CHECK-NOT: exact
// CHECK: return
func.func @shifted(%x: i16, %z: i1, %m: memref<8xi16>) -> i16 {
  %c4 = arith.constant 4 : i16
  %c-1 = arith.constant -1 : i16
  %c4095 = arith.constant 4095 : i16
  %c0 = arith.constant 0 : index
  %y = arith.andi %x, %c4095 : i16
  %v = arith.shrui %y, %c4 exact : i16
  %w = arith.shrui %y, %c4 : i16
  scf.if %z { memref.store %v, %m[%c0] : memref<8xi16> }
  return %w : i16
}

// CHECK-LABEL: func @product
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nuw> : i16
// CHECK: %[[W:.*]] = arith.muli %{{.*}}, %{{[^ ]*}} : i16
// CHECK: return %[[W]]
func.func @product(%x: i16, %z: i1, %m: memref<8xi16>) -> i16 {
  %c4 = arith.constant 4 : i16
  %c-1 = arith.constant -1 : i16
  %c4095 = arith.constant 4095 : i16
  %c0 = arith.constant 0 : index
  %y = arith.andi %x, %c4095 : i16
  %v = arith.muli %y, %c-1 overflow<nuw> : i16
  %w = arith.muli %y, %c-1 : i16
  scf.if %z { memref.store %v, %m[%c0] : memref<8xi16> }
  return %w : i16
}

// CHECK-LABEL: func @difference
// CHECK: arith.subi %{{.*}}, %{{.*}} overflow<nuw> : i16
// CHECK: %[[W:.*]] = arith.subi %{{.*}}, %{{[^ ]*}} : i16
// CHECK: return %[[W]]
func.func @difference(%x: i16, %z: i1, %m: memref<8xi16>) -> i16 {
  %c4 = arith.constant 4 : i16
  %c-1 = arith.constant -1 : i16
  %c4095 = arith.constant 4095 : i16
  %c0 = arith.constant 0 : index
  %y = arith.andi %x, %c4095 : i16
  %v = arith.subi %y, %c4 overflow<nuw> : i16
  %w = arith.subi %y, %c4 : i16
  scf.if %z { memref.store %v, %m[%c0] : memref<8xi16> }
  return %w : i16
}

// CHECK-LABEL: func @cut
// CHECK-NOT: overflow
// CHECK: return
func.func @cut(%x: i16, %z: i1, %m: memref<8xi8>) -> i8 {
  %c8 = arith.constant 8 : i16
  %c0 = arith.constant 0 : index
  %y = arith.shrsi %x, %c8 : i16
  %v = arith.trunci %y overflow<nuw> : i16 to i8
  %w = arith.trunci %y : i16 to i8
  scf.if %z { memref.store %v, %m[%c0] : memref<8xi8> }
  return %w : i8
}
