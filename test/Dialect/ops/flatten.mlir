// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/infer.mlir | FileCheck %t/infer.mlir

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%u: !layout<*>) {
  // CHECK: layout.flatten %{{.*}} : !layout<*>
  %0 = layout.flatten %u : !layout<*>
  return
}

//--- infer.mlir
// What the algebra infers, seen as the type of what is returned.
// CHECK-LABEL: func @static
func.func @static() -> !layout<(2,2,4):(1,4,8)> {
  %b = layout.make : !layout<((2,2),4):((1,4),8)>
  // CHECK: layout.flatten
  %f = layout.flatten %b : !layout<((2,2),4):((1,4),8)>
  return %f : !layout<(2,2,4):(1,4,8)>
}
