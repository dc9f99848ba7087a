// RUN: split-file %s %t
// RUN: layout-opt %t/parse.mlir | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --mlir-print-op-generic | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/parse.mlir --emit-bytecode | layout-opt | FileCheck %t/parse.mlir
// RUN: layout-opt %t/fold.mlir --canonicalize | FileCheck %t/fold.mlir
// RUN: layout-opt %t/errors.mlir --split-input-file --verify-diagnostics

//--- parse.mlir
// CHECK-LABEL: func @parse
func.func @parse(%a: !layout<((2,2),(4,2)):((1,8),(2,16))>, %u: !layout<*>, %i: index, %j: index) -> (index, index) {
  // CHECK: layout.crd2idx %{{.*}}((%{{.*}}, 1), (3, %{{.*}})) : !layout<((2,2),(4,2)):((1,8),(2,16))>
  %0 = layout.crd2idx %a((%i, 1), (3, %j)) : !layout<((2,2),(4,2)):((1,8),(2,16))>
  // CHECK: layout.crd2idx %{{.*}}(%{{.*}}) : !layout<*>
  %1 = layout.crd2idx %u(%i) : !layout<*>
  return %0, %1 : index, index
}

//--- fold.mlir
// CHECK-LABEL: func @constants
// CHECK-DAG: %[[INDEX:.*]] = arith.constant 38 : index
// CHECK-DAG: %[[SWIZZLED:.*]] = arith.constant 145 : index
// CHECK-NOT: layout.
// CHECK: return %[[INDEX]], %[[SWIZZLED]]
func.func @constants() -> (index, index) {
  %l = layout.make : !layout<(4,8):(1,5)>
  %three = arith.constant 3 : index
  %index = layout.crd2idx %l(%three, 7) : !layout<(4,8):(1,5)>
  %s = layout.make : !layout<S<1,4,3> o 0 o 1024:1>
  %swizzled = layout.crd2idx %s(129) : !layout<S<1,4,3> o 0 o 1024:1>
  return %index, %swizzled : index, index
}

//--- errors.mlir
func.func @coordinate(%a: !layout<((2,2),4):((1,2),4)>, %i: index) {
  // expected-error @+1 {{the coordinate ((?,?,?),?) does not fit the shape ((2,2),4): mode 0 takes an integer or a tuple of 2, not (?,?,?)}}
  %b = layout.crd2idx %a((%i, %i, %i), %i) : !layout<((2,2),4):((1,2),4)>
  return
}
