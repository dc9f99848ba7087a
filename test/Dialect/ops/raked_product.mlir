// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics
// RUN: layout-opt %t/parse.mlir --layout-simplify --canonicalize | FileCheck %t/parse.mlir --check-prefix=ARITH

//--- parse.mlir
// CHECK-LABEL: func @interleaved
// ARITH-LABEL: func @interleaved
func.func @interleaved() -> (!layout<((3,2),(4,5)):((10,5),(30,1))>, index) {
  %a = layout.make : !layout<(2,5):(5,1)>
  %b = layout.make : !layout<(3,4):(1,3)>
  // CHECK: layout.raked_product %{{.*}}, %{{.*}} : !layout<(2,5):(5,1)>, !layout<(3,4):(1,3)>
  %p = layout.raked_product %a, %b : !layout<(2,5):(5,1)>, !layout<(3,4):(1,3)>
  // Copy 2 of row 1, copy 1 of column 3: 20 + 5 + 30 + 3.
  // ARITH: arith.constant 58 : index
  %x = layout.crd2idx %p((2, 1), (1, 3)) : !layout<((3,2),(4,5)):((10,5),(30,1))>
  return %p, %x : !layout<((3,2),(4,5)):((10,5),(30,1))>, index
}

// CHECK-LABEL: func @swizzled
func.func @swizzled(%a: !layout<S<2,0,3> o 0 o (8,8):(8,1)>, %b: !layout<4:1>)
    -> !layout<S<2,0,3> o 0 o ((4,8),(1,8)):((64,8),(0,1))> {
  // CHECK: layout.raked_product %arg0, %arg1 : !layout<S<2,0,3> o 0 o (8,8):(8,1)>, !layout<4:1>
  %p = layout.raked_product %a, %b : !layout<S<2,0,3> o 0 o (8,8):(8,1)>, !layout<4:1>
  return %p : !layout<S<2,0,3> o 0 o ((4,8),(1,8)):((64,8),(0,1))>
}

// CHECK-LABEL: func @unknown
func.func @unknown(%a: !layout<4:1>, %b: !layout<*>) -> !layout<*> {
  // CHECK: layout.raked_product %arg0, %arg1 : !layout<4:1>, !layout<*>
  %p = layout.raked_product %a, %b : !layout<4:1>, !layout<*>
  return %p : !layout<*>
}

//--- errors.mlir
func.func @composed_places(%a: !layout<4:1>, %b: !layout<S<1,0,2> o 0 o (4,2):(2,1)>) {
  // expected-error @+1 {{raked_product is not defined}}
  %p = layout.raked_product %a, %b : !layout<4:1>, !layout<S<1,0,2> o 0 o (4,2):(2,1)>
  return
}
