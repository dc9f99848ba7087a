// RUN: layout-opt %s --index-simplify=explain=true 2>&1 >/dev/null | FileCheck %s --check-prefix=EXPLAIN
// RUN: layout-opt %s --index-simplify=dump-egraph=dot 2>&1 >/dev/null | FileCheck %s --check-prefix=DOT
// RUN: layout-opt %s --index-simplify=dump-egraph=json 2>&1 >/dev/null | FileCheck %s --check-prefix=JSON
// RUN: not layout-opt %s --index-simplify=dump-egraph=svg 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not layout-opt %s --index-simplify=extract=best 2>&1 | FileCheck %s --check-prefix=EXTRACT
// RUN: not layout-opt %s --index-simplify=shuffle-rules=-1 2>&1 | FileCheck %s --check-prefix=SHUFFLE
// RUN: layout-opt %s --index-simplify=validate=true 2>&1 >/dev/null | FileCheck %s --check-prefix=VALIDATE
// RUN: env LAYOUT_Z3=%t.none not layout-opt %s --index-simplify=validate=smt 2>&1 | FileCheck %s --check-prefix=Z3
// RUN: not layout-opt %s --index-simplify=validate=yes 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: layout-opt %s --layout-normalize | FileCheck %s --check-prefix=NORMAL

// EXPLAIN: remark: index-simplify: 1 indices, estimated slots {{[0-9]+}} before, 0 after
// EXPLAIN: remark: index-simplify: (8*(v0 / 8) + (v0 % 8))
// EXPLAIN-NEXT: B28: v0
// DOT: digraph
// JSON: "op":"mod"
// DUMP: error: index-simplify: option dump-egraph=svg: expected dot or json
// EXTRACT: error: index-simplify: option extract=best: expected cheapest or worst
// SHUFFLE: error: index-simplify: option shuffle-rules=-1: expected a natural number
// VALIDATE: remark: index-simplify: validated: 0 proved, 1 evaluated on whole domains, 0 on samples, 0 not supported
// Z3: error: index-simplify: validate=smt needs z3, which is not found: install it
// METHOD: error: index-simplify: option validate=yes: expected true, false or smt
// NORMAL-LABEL: func @f
// NORMAL-NEXT: %[[T:.*]] = gpu.thread_id
// NORMAL-NEXT: return %[[T]]
func.func @f() -> index {
  %t = gpu.thread_id x
  %c8 = arith.constant 8 : index
  %q = arith.divui %t, %c8 : index
  %r = arith.remui %t, %c8 : index
  %x = arith.muli %q, %c8 : index
  %y = arith.addi %x, %r : index
  return %y : index
}
