// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics

//--- parse.mlir
// CHECK-LABEL: func @rows
func.func @rows(%a: !layout<(?,?):(s1,1)>, %b: !layout<*>) -> !layout<*> {
  // CHECK: %[[R:.*]] = layout.coordinate %arg0 [0] : !layout<(?,?):(s1,1)>
  %r = layout.coordinate %a [0] : !layout<(?,?):(s1,1)>
  // CHECK: %[[C:.*]] = layout.coordinate %arg0 [1] : !layout<(?,?):(s1,1)>
  %c = layout.coordinate %a [1] : !layout<(?,?):(s1,1)>
  // The second size is not needed where its stride is 0, but is a size still.
  // CHECK: layout.size %[[R]] : !layout<(?,?):(1,0)>
  %m = layout.size %r : !layout<(?,?):(1,0)>
  // CHECK: layout.size %[[C]] : !layout<(?,?):(0,1)>
  %n = layout.size %c : !layout<(?,?):(0,1)>
  %u = layout.coordinate %b [0] : !layout<*>
  return %u : !layout<*>
}

// A mode within modes; modes that nest count their coordinates; a swizzle moves no coordinate.
// CHECK-LABEL: func @nested
func.func @nested(%a: !layout<S<2,0,3> o 0 o ((2,4),8):((1,8),32)>)
    -> (!layout<((2,4),8):((1,2),0)>, !layout<((2,4),8):((0,1),0)>, !layout<((2,4),8):((1,2),8)>) {
  // CHECK: layout.coordinate %arg0 [0]
  %0 = layout.coordinate %a [0] : !layout<S<2,0,3> o 0 o ((2,4),8):((1,8),32)>
  // CHECK: layout.coordinate %arg0 [0, 1]
  %1 = layout.coordinate %a [0, 1] : !layout<S<2,0,3> o 0 o ((2,4),8):((1,8),32)>
  // CHECK: layout.coordinate %arg0 []
  %2 = layout.coordinate %a [] : !layout<S<2,0,3> o 0 o ((2,4),8):((1,8),32)>
  return %0, %1, %2 : !layout<((2,4),8):((1,2),0)>, !layout<((2,4),8):((0,1),0)>, !layout<((2,4),8):((1,2),8)>
}

//--- errors.mlir
func.func @beyond(%a: !layout<(8,(2,4)):(8,(1,2))>) {
  // expected-error @+1 {{there is no mode 2 in (2,4), which has 2 modes, counted from 0}}
  %s = layout.coordinate %a [1, 2] : !layout<(8,(2,4)):(8,(1,2))>
  return
}
