// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics
// RUN: layout-opt %t/parse.mlir --layout-simplify --canonicalize | FileCheck %t/parse.mlir --check-prefix=ARITH

//--- parse.mlir
// CHECK-LABEL: func @modes
func.func @modes(%a: !layout<(8,(2,4),16):(128,(64,16),1)>) -> !layout<(16,(2,4)):(1,(64,16))> {
  // CHECK: layout.select %arg0 [2, 1] : !layout<(8,(2,4),16):(128,(64,16),1)>
  %s = layout.select %a [2, 1] : !layout<(8,(2,4),16):(128,(64,16),1)>
  return %s : !layout<(16,(2,4)):(1,(64,16))>
}

// One mode is a tuple of one; a layout of one integer has one mode.
// CHECK-LABEL: func @one
func.func @one(%a: !layout<16:2>) -> !layout<(16):(2)> {
  // CHECK: layout.select %arg0 [0] : !layout<16:2>
  %s = layout.select %a [0] : !layout<16:2>
  return %s : !layout<(16):(2)>
}

// A swizzle stays in front.
// CHECK-LABEL: func @swizzled
func.func @swizzled(%a: !layout<S<3,3,3> o 0 o (8,64):(64,1)>) -> !layout<S<3,3,3> o 0 o (64,8):(1,64)> {
  // CHECK: layout.select %arg0 [1, 0]
  %s = layout.select %a [1, 0] : !layout<S<3,3,3> o 0 o (8,64):(64,1)>
  return %s : !layout<S<3,3,3> o 0 o (64,8):(1,64)>
}

// Symbols that are left out are gone, those that stay are numbered anew.
// CHECK-LABEL: func @transposed
// ARITH-LABEL: func @transposed
// ARITH-SAME: (%{{.*}}: index, %[[N:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index)
// ARITH-NEXT: %[[R:.*]] = arith.muli %[[N]], %[[I]]
// ARITH-NEXT: %[[X:.*]] = arith.addi %[[J]], %[[R]]
// ARITH-NEXT: return %[[X]]
func.func @transposed(%m: index, %n: index, %i: index, %j: index) -> index {
  %a = layout.make(%m, %n) : !layout<(?,?):(s1,1)>
  %s = layout.select %a [1, 0] : !layout<(?,?):(s1,1)>
  // CHECK: layout.crd2idx %{{.*}}(%{{.*}}, %{{.*}}) : !layout<(?,?):(1,s0)>
  %x = layout.crd2idx %s(%j, %i) : !layout<(?,?):(1,s0)>
  return %x : index
}

// CHECK-LABEL: func @unknown
func.func @unknown(%a: !layout<*>) -> !layout<*> {
  // CHECK: layout.select %arg0 [1, 1] : !layout<*>
  %s = layout.select %a [1, 1] : !layout<*>
  return %s : !layout<*>
}

//--- errors.mlir
func.func @beyond(%a: !layout<(8,16):(16,1)>) {
  // expected-error @+1 {{there is no mode 2 in (8,16):(16,1), which has 2 modes, counted from 0}}
  %s = layout.select %a [0, 2] : !layout<(8,16):(16,1)>
  return
}

// -----

func.func @negative(%a: !layout<8:2>) {
  // expected-error @+1 {{there is no mode -1 in 8:2, which has 1 mode, counted from 0}}
  %s = layout.select %a [-1] : !layout<8:2>
  return
}

// -----

func.func @nothing(%a: !layout<(8,16):(16,1)>) {
  // expected-error @+1 {{selects no mode; the layout has 2 modes, counted from 0}}
  %s = layout.select %a [] : !layout<(8,16):(16,1)>
  return
}
