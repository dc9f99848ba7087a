// A shift's amount is below the width that it is computed in, whichever the pass chooses.
// RUN: layout-opt %s --index-simplify=validate 2>/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm=simplify=false -o %t.0
// RUN: mlir-runner %t.0 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=VALUE
// RUN: layout-opt %s --index-simplify --layout-to-llvm=simplify=false -o %t.1
// RUN: mlir-runner %t.1 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=VALUE
// RUN: layout-opt %s --index-simplify=target=generic --layout-to-llvm=simplify=false -o %t.2
// RUN: mlir-runner %t.2 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=VALUE
// RUN: layout-opt %s --index-simplify=index-bitwidth=32 --layout-to-llvm="simplify=false index-bitwidth=32" -o %t.3
// RUN: mlir-runner %t.3 -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=VALUE

// A value of 16 bits, shifted by 40 and by 50: its sign. No narrow shift goes beyond 31.
// CHECK-LABEL: func private @sign(
// CHECK-NOT: arith.constant {{(3[2-9]|[45][0-9])}} : i32
// CHECK: return
func.func private @sign(%x: i16) -> (i64, i64) {
  %w = arith.extsi %x : i16 to i64
  %c40 = arith.constant 40 : i64
  %c50 = arith.constant 0x4000000000000 : i64
  %a = arith.shrsi %w, %c40 : i64
  %b = arith.floordivsi %w, %c50 : i64
  return %a, %b : i64, i64
}

// A natural one: nothing is left.
// CHECK-LABEL: func private @natural(
// CHECK: %[[C:.*]] = arith.constant 0 : i64
// CHECK: return %[[C]]
func.func private @natural(%x: i16) -> i64 {
  %w = arith.extui %x : i16 to i64
  %c33 = arith.constant 33 : i64
  %a = arith.shrui %w, %c33 : i64
  return %a : i64
}

// One bit is set by an or, which is an addition where the bit is free; the quotient by it needs 33 bits.
// CHECK-LABEL: func private @set_bit(
// CHECK-NOT: arith.constant {{(3[2-9]|[45][0-9])}} : i32
// CHECK: return
func.func private @set_bit(%x: i32) -> i32 {
  %c64 = arith.constant 64 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %bit = arith.constant 0x40000000 : i32
  %a = arith.remui %x, %c64 : i32
  %b = arith.divui %a, %c4 : i32
  %c = arith.muli %b, %c64 : i32
  %d = arith.muli %c, %c8 overflow<nsw> : i32
  %e = arith.shrsi %d, %c8 : i32
  %f = arith.ori %e, %bit : i32
  return %f : i32
}
func.func private @set_top(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c15 = arith.constant 15 : i32
  %bit = arith.constant 0x80000000 : i32
  %a = arith.andi %x, %c15 : i32
  %b = arith.shli %a, %c3 : i32
  %c = arith.ori %b, %bit : i32
  %d = arith.shrui %c, %c3 : i32
  return %d : i32
}

llvm.func @printI64(i64)
llvm.func @printNewline()
func.func private @show(%x: i64) {
  llvm.call @printI64(%x) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  return
}
func.func @main() {
  %m = arith.constant -12345 : i16
  %x = arith.constant 1000 : i32
  // VALUE: {{^}}-1
  // VALUE-NEXT: {{^}}-1
  %s:2 = func.call @sign(%m) : (i16) -> (i64, i64)
  func.call @show(%s#0) : (i64) -> ()
  func.call @show(%s#1) : (i64) -> ()
  // VALUE-NEXT: {{^}}0
  %n = func.call @natural(%m) : (i16) -> i64
  func.call @show(%n) : (i64) -> ()
  // 1000 mod 64 / 4 = 10, 64 times that 8 times is shifted by 8: 20.
  // VALUE-NEXT: {{^}}1073741844
  %b = func.call @set_bit(%x) : (i32) -> i32
  %wb = arith.extsi %b : i32 to i64
  func.call @show(%wb) : (i64) -> ()
  // VALUE-NEXT: {{^}}268435464
  %t = func.call @set_top(%x) : (i32) -> i32
  %wt = arith.extsi %t : i32 to i64
  func.call @show(%wt) : (i64) -> ()
  return
}
