// Elements of 4 bits are refused, by name; those of 128, which lanes do not exchange, go through shared memory.
//
// RUN: not layout-opt %s --layout-select 2>&1 | FileCheck %s
// RUN: sed "s/f4E2M1FN/f6E3M2FN/g" %s | not layout-opt --layout-select 2>&1 | FileCheck %s --check-prefix=SIX
// RUN: sed "s/f4E2M1FN/f128/g; s/ {layout.in_registers}//" %s | layout-opt --layout-select --layout-place --layout-sync --layout-distribute | FileCheck %s --check-prefix=WIDE
// RUN: sed "s/f4E2M1FN/f128/g" %s | not layout-opt --layout-select 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: sed "s/f4E2M1FN/f128/g" %s | not layout-opt --layout-distribute 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: sed "s/f4E2M1FN/f128/g; s/(2,16):(128,1), 8:16/32:1, (2,4):(128,32)/g" %s | layout-opt --layout-select --layout-distribute | FileCheck %s --check-prefix=NAMES
// CHECK: :[[@LINE+11]]:8: error: layout-select: elements of 4 bits are not converted: 8, 16, 32, 64 and 128 are
// SIX: error: layout-select: elements of 6 bits are not converted: 8, 16, 32, 64 and 128 are
// WIDE-NOT: gpu.shuffle
// WIDE: memref.store
// FAR: error: layout-select: 'layout.convert' with layout.in_registers from
// ALONE: error: layout-distribute: {{.*}}layout.convert
// NAMES-NOT: memref.alloc
// NAMES: memref.store
func.func @f(%m: memref<32x8xf4E2M1FN>, %n: memref<32x8xf4E2M1FN>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0, %0] : memref<32x8xf4E2M1FN> -> tensor<32x8xf4E2M1FN, #layout.tv<32:1, 8:32>>
  %v = layout.convert %t {layout.in_registers} : tensor<32x8xf4E2M1FN, #layout.tv<32:1, 8:32>> -> tensor<32x8xf4E2M1FN, #layout.tv<(2,16):(128,1), 8:16>>
  layout.store %v, %n[%0, %0] : tensor<32x8xf4E2M1FN, #layout.tv<(2,16):(128,1), 8:16>>, memref<32x8xf4E2M1FN>
  return
}
