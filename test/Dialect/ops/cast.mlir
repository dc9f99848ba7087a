// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --canonicalize | FileCheck %t/parse.mlir --check-prefix=FOLD
// RUN: layout-opt %t/parse.mlir --layout-simplify --canonicalize | FileCheck %t/parse.mlir --check-prefix=ARITH
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics

//--- parse.mlir
// CHECK-LABEL: func @parse
// FOLD-LABEL: func @parse
// FOLD: layout.cast {{.*}} to !layout<*>
// FOLD-NOT: layout.cast
// FOLD: layout.size %{{.*}} : !layout<(?,4):(4,1)>
// The layout is known where it is made, whatever its type says.
// ARITH-LABEL: func @parse
// ARITH-SAME: (%{{.*}}: index, %[[I:.*]]: index)
// ARITH-NOT: layout.
// ARITH: return
func.func @parse(%n: index, %i: index) -> (index, index) {
  %a = layout.make(%n) : !layout<(?,4):(4,1)>
  // CHECK: %[[U:.*]] = layout.cast %{{.*}} : !layout<(?,4):(4,1)> to !layout<*>
  %u = layout.cast %a : !layout<(?,4):(4,1)> to !layout<*>
  // CHECK: layout.cast %{{.*}} : !layout<(?,4):(4,1)> to !layout<(?,4):(4,1)>
  %b = layout.cast %a : !layout<(?,4):(4,1)> to !layout<(?,4):(4,1)>
  %x = layout.crd2idx %u(%i, 2) : !layout<*>
  %s = layout.size %b : !layout<(?,4):(4,1)>
  return %x, %s : index, index
}

// There and back; a cast to a static layout is a promise.
// FOLD-LABEL: func @back
// FOLD: %[[C:.*]] = layout.cast %arg1 : !layout<*> to !layout<(4,8):(8,1)>
// FOLD-NEXT: return %arg0, %[[C]]
func.func @back(%a: !layout<(4,8):(8,1)>, %b: !layout<*>) -> (!layout<(4,8):(8,1)>, !layout<(4,8):(8,1)>) {
  %u = layout.cast %a : !layout<(4,8):(8,1)> to !layout<*>
  %v = layout.cast %u : !layout<*> to !layout<(4,8):(8,1)>
  %w = layout.cast %b : !layout<*> to !layout<(4,8):(8,1)>
  return %v, %w : !layout<(4,8):(8,1)>, !layout<(4,8):(8,1)>
}

//--- errors.mlir
func.func @other(%a: !layout<(4,8):(8,1)>) {
  // expected-error @+1 {{from '(4,8):(8,1)' to '(4,8):(1,4)': a cast changes no layout; one of them may be '*'}}
  %b = layout.cast %a : !layout<(4,8):(8,1)> to !layout<(4,8):(1,4)>
  return
}

// -----

func.func @symbols(%a: !layout<*>) {
  // expected-error @+1 {{to '(?,8):(8,1)' binds no values to its symbols; layout.make a layout of them}}
  %b = layout.cast %a : !layout<*> to !layout<(?,8):(8,1)>
  return
}
