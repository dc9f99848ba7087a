// An assumption holds where it is reached: not above what may not return, in whichever operation that lies.
// RUN: layout-opt %s --index-simplify | FileCheck %s
// RUN: layout-opt %s --index-simplify=index-bitwidth=32 | FileCheck %s
// RUN: layout-opt %s --canonicalize --index-simplify=target=generic -o /dev/null

func.func private @may_exit(i32)

// CHECK-LABEL: func @behind_affine_for
// CHECK: %[[P:.*]] = arith.cmpi slt, %arg0
// CHECK: %[[E:.*]] = arith.extui %[[P]]
// CHECK: call @may_exit(%[[E]])
// CHECK: llvm.intr.assume
// CHECK: return %[[P]]
func.func @behind_affine_for(%x: i32) -> i1 {
  %c10 = arith.constant 10 : i32
  %p = arith.cmpi slt, %x, %c10 : i32
  %e = arith.extui %p : i1 to i32
  affine.for %i = 0 to 7 {
    func.call @may_exit(%e) : (i32) -> ()
  }
  %c20 = arith.constant 20 : i32
  %a = arith.cmpi sgt, %x, %c20 : i32
  llvm.intr.assume %a : i1
  return %p : i1
}

// CHECK-LABEL: func @behind_affine_if
// CHECK: %[[P:.*]] = arith.cmpi slt, %arg0
// CHECK: %[[E:.*]] = arith.extui %[[P]]
// CHECK: call @may_exit(%[[E]])
// CHECK: return %[[P]]
func.func @behind_affine_if(%x: i32, %n: index) -> i1 {
  %c10 = arith.constant 10 : i32
  %p = arith.cmpi slt, %x, %c10 : i32
  %e = arith.extui %p : i1 to i32
  affine.if affine_set<(i) : (i - 3 >= 0)>(%n) {
    func.call @may_exit(%e) : (i32) -> ()
  }
  %a = arith.cmpi sgt, %x, %c10 : i32
  llvm.intr.assume %a : i1
  return %p : i1
}

// CHECK-LABEL: func @behind_parallel
// CHECK: %[[P:.*]] = arith.cmpi slt, %arg0
// CHECK: %[[E:.*]] = arith.extui %[[P]]
// CHECK: call @may_exit(%[[E]])
func.func @behind_parallel(%x: i32) {
  %c10 = arith.constant 10 : i32
  %p = arith.cmpi slt, %x, %c10 : i32
  %e = arith.extui %p : i1 to i32
  affine.parallel (%i) = (0) to (4) {
    func.call @may_exit(%e) : (i32) -> ()
  }
  %a = arith.cmpi sgt, %x, %c10 : i32
  llvm.intr.assume %a : i1
  return
}

// CHECK-LABEL: func @behind_loop
// CHECK: %[[P:.*]] = arith.cmpi slt, %arg0
// CHECK: scf.condition(%[[P]])
func.func @behind_loop(%x: i32) {
  %c10 = arith.constant 10 : i32
  %p = arith.cmpi slt, %x, %c10 : i32
  scf.while : () -> () {
    scf.condition(%p)
  } do {
    scf.yield
  }
  %a = arith.cmpi sgt, %x, %c10 : i32
  llvm.intr.assume %a : i1
  return
}

// Nothing stands between: it is used, and stays for those who come after.
// CHECK-LABEL: func @reached
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[A:.*]] = arith.cmpi sgt, %arg0
// CHECK: llvm.intr.assume %[[A]]
// CHECK: return %[[FALSE]]
func.func @reached(%x: i32) -> i1 {
  %c10 = arith.constant 10 : i32
  %a = arith.cmpi sgt, %x, %c10 : i32
  llvm.intr.assume %a : i1
  %p = arith.cmpi slt, %x, %c10 : i32
  return %p : i1
}
