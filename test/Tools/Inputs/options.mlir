func.func @f() -> index {
  %t = gpu.thread_id x
  %c8 = arith.constant 8 : index
  %q = arith.divui %t, %c8 : index
  %r = arith.remui %t, %c8 : index
  %x = arith.muli %q, %c8 : index
  %y = arith.addi %x, %r : index
  return %y : index
}
