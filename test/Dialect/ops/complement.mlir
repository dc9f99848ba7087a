// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/infer.mlir | FileCheck %t/infer.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<((2,2),(4,2)):((1,8),(2,16))>, %b: !layout<4:2>) {
  // CHECK: layout.complement %{{.*}} in 24 : !layout<4:2>
  %0 = layout.complement %b in 24 : !layout<4:2>
  // CHECK: layout.complement %{{.*}} : !layout<4:2>
  %1 = layout.complement %b : !layout<4:2>
  // CHECK: layout.complement %{{.*}} in %{{.*}} : !layout<4:2>, !layout<((2,2),(4,2)):((1,8),(2,16))>
  %2 = layout.complement %b in %a : !layout<4:2>, !layout<((2,2),(4,2)):((1,8),(2,16))>
  return
}

//--- infer.mlir
// What the algebra infers, seen as the type of what is returned.
// CHECK-LABEL: func @static
func.func @static() -> !layout<(2,3):(1,8)> {
  %d = layout.make : !layout<4:2>
  // CHECK: layout.complement
  %e = layout.complement %d in 24 : !layout<4:2>
  return %e : !layout<(2,3):(1,8)>
}

//--- errors.mlir
func.func @overlap(%n: index) {
  %a = layout.make(%n) : !layout<(2,?):(2,3)>
  // expected-error @+1 {{the stride 3 falls short of 4, the extent of the modes below it; modes that interleave have a complement where their sizes and strides are known}}
  %b = layout.complement %a in 24 : !layout<(2,?):(2,3)>
  return
}
