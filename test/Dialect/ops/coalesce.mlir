// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/infer.mlir | FileCheck %t/infer.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<((2,2),(4,2)):((1,8),(2,16))>) {
  // CHECK: layout.coalesce %{{.*}} : !layout<((2,2),(4,2)):((1,8),(2,16))>
  %0 = layout.coalesce %a : !layout<((2,2),(4,2)):((1,8),(2,16))>
  return
}

//--- infer.mlir
// What the algebra infers, seen as the type of what is returned.
// Equal unknowns are one unknown.
// CHECK-LABEL: func @symbolic
func.func @symbolic() -> !layout<16*?:8> {
  %n = arith.constant 7 : index
  %d = layout.make(%n) : !layout<(16,?):(8,128)>
  // CHECK: layout.coalesce
  %e = layout.coalesce %d : !layout<(16,?):(8,128)>
  return %e : !layout<16*?:8>
}

//--- errors.mlir
func.func @result() -> !layout<4:1> {
  %a = layout.make : !layout<8:1>
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) '!layout<8:1>' are incompatible with return type(s) of operation '!layout<4:1>'}}
  %b = "layout.coalesce"(%a) : (!layout<8:1>) -> !layout<4:1>
  return %b : !layout<4:1>
}
