// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/infer.mlir | FileCheck %t/infer.mlir

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<4:2>) {
  // CHECK: layout.logical_product %{{.*}}, %{{.*}} : !layout<4:2>, !layout<4:2>
  %0 = layout.logical_product %a, %a : !layout<4:2>, !layout<4:2>
  return
}

//--- infer.mlir
// What the algebra infers, seen as the type of what is returned.
// CHECK-LABEL: func @static
func.func @static() -> !layout<((2,2),(2,3)):((4,1),(2,8))> {
  %c = layout.make : !layout<(2,2):(4,1)>
  %d = layout.make : !layout<6:1>
  // CHECK: layout.logical_product
  %p = layout.logical_product %c, %d : !layout<(2,2):(4,1)>, !layout<6:1>
  return %p : !layout<((2,2),(2,3)):((4,1),(2,8))>
}
