// What explain says goes to MLIR's framework of remarks, which filters by pass and writes files.
// RUN: layout-opt %s --layout-simplify --remarks-filter=layout-simplify --remark-format=emitRemark 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=SAID
// RUN: layout-opt %s --layout-simplify --remarks-filter-passed=layout-.* --remark-format=yaml --remarks-output-file=%t.yaml -o /dev/null
// RUN: FileCheck %s --check-prefix=YAML < %t.yaml
// RUN: layout-opt %s --layout-simplify --remarks-filter=loop-unroll --remark-format=emitRemark 2>&1 >/dev/null | count 0
// RUN: layout-opt %s --layout-simplify --remarks-filter=none > %t.with 2>/dev/null
// RUN: layout-opt %s --layout-simplify > %t.without
// RUN: diff %t.with %t.without

// SAID: remarks.mlir:[[#@LINE+16]]:1: remark: [Passed] simplified | Category:layout-simplify | Function=f |
// SAID-SAME: Indices=2
// SAID: remark: [Analysis] steps | Category:layout-simplify | Function=f | Steps="S<3,3,3>
// YAML: --- !Passed
// YAML-NEXT: Pass: layout-simplify
// YAML-NEXT: Name: simplified
// YAML: Function: f
// YAML: - Indices: '2'
// YAML-NEXT: - SlotsBefore: '6'
// YAML-NEXT: - SlotsAfter: '3'
// YAML-NEXT: - ENodes:
// YAML-NEXT: - Rounds:
// YAML-NEXT: - LimitsHit: none
// YAML-NEXT: - Rules:
// YAML-NOT: Analysis

func.func @f(%i: index) -> (index, index) {
  %l = layout.make : !layout<S<3,3,3> o 0 o (256,32):(1,256)>
  %x = layout.crd2idx %l(%i, 3) : !layout<S<3,3,3> o 0 o (256,32):(1,256)>
  %y = layout.crd2idx %l(%i, 5) : !layout<S<3,3,3> o 0 o (256,32):(1,256)>
  return %x, %y : index, index
}
