// RUN: layout-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-simplify --convert-layout-to-arith | FileCheck %s --check-prefix=ARITH

// CHECK-LABEL: func @tile
// ARITH-LABEL: func @tile
func.func @tile(%i: index, %j: index) -> (index, index) {
  %a = layout.make : !layout<(9,32):(32,1)>
  %t = layout.tiled_divide %a : !layout<(9,32):(32,1)> by #layout.tile<[3:1, 8:1]>
  // The type is what the algebra infers.
  // CHECK: layout.crd2idx %{{.*}}((1, 2), %{{.*}}, %{{.*}}) : !layout<((3,8),3,4):((32,1),96,8)>
  %x = layout.crd2idx %t((1, 2), %i, %j) : !layout<((3,8),3,4):((32,1),96,8)>
  %c = layout.make : !layout<(4,4):(1,16)>
  %by = layout.make : !layout<4:1>
  %d = layout.tiled_divide %c, %by : !layout<(4,4):(1,16)>, !layout<4:1>
  // CHECK: layout.size %{{.*}} : !layout<(4,4):(1,16)>
  %n = layout.size %d : !layout<(4,4):(1,16)>
  // 34 and so many tiles of 96 and 8.
  // ARITH-NOT: layout.
  // ARITH-DAG: arith.constant 96
  // ARITH-DAG: arith.constant 16
  // ARITH: return
  return %x, %n : index, index
}

// -----

func.func @dynamic(%n: index) -> index {
  %a = layout.make(%n) : !layout<(?{div=8},4):(4,1)>
  %t = layout.tiled_divide %a : !layout<(?{div=8},4):(4,1)> by #layout.tile<[8:1, 4:1]>
  // CHECK: layout.size %{{.*}} : !layout<((8,4),floordiv(?{div=8},8),1):((4,1),32,0)>
  %s = layout.size %t : !layout<((8,4),floordiv(?{div=8},8),1):((4,1),32,0)>
  return %s : index
}

// -----

func.func @covered(%n: index) -> index {
  %a = layout.make(%n) : !layout<(?,4):(4,1)>
  // CHECK: layout.tiled_divide %{{.*}} : !layout<(?,4):(4,1)> by #layout.tile<[8:1, 4:1]> cover
  %t = layout.tiled_divide %a : !layout<(?,4):(4,1)> by #layout.tile<[8:1, 4:1]> cover
  // CHECK: layout.size %{{.*}} : !layout<((8,4),floordiv(?+7,8),1):((4,1),32,0)>
  %s = layout.size %t : !layout<((8,4),floordiv(?+7,8),1):((4,1),32,0)>
  return %s : index
}

// -----

func.func @not_exact() {
  %a = layout.make : !layout<10:1>
  // expected-error @+1 {{a tile of 4 does not divide 10:1 of size 10; a tile of 2 or a size of 12 would do}}
  %b = layout.tiled_divide %a : !layout<10:1> by #layout.tile<4:1>
  return
}
