// Bytecode keeps attributes, types and operations, and says by which version of the dialect it was written.
// RUN: layout-opt %s > %t.text
// RUN: layout-opt %s --emit-bytecode > %t.bc
// RUN: layout-opt %t.bc | diff %t.text -
// RUN: layout-opt %t.bc --emit-bytecode | cmp %t.bc -
// RUN: mlir-opt %t.bc --load-dialect-plugin=%liblayout | diff %t.text -
// RUN: %python %S/Inputs/newer.py 1 0 < %t.bc | layout-opt | diff %t.text -
// RUN: %python %S/Inputs/newer.py 1 2 < %t.bc | not layout-opt 2>&1 | FileCheck %s
// CHECK: error: version 2 of the layout dialect is newer than this one, which reads up to 1

#tile = #layout.tile<[4:1, [2:1, _]]>
#mma = #layout.mma<m16n8k16, warps=(2,2)>
!a = tensor<32x16xf16, #layout.frag<#mma, A, 32x16>>
module attributes {m.layouts = [#layout<(?,?{div=8}):(s1,1)>, #layout<S<3,4,3> o 0 o (8,64):(64,1)>, #tile, #mma]} {
  func.func private @types(!layout<*>, !layout<(?{min=2,max=5},4):(4,1)>, !a, !layout.token)
  func.func @operations(%m: memref<128x64xf16, #layout<(128,64):(64,1)>, 3>, %n: index, %i: index) -> (index, i1) {
    %l = layout.make(%n) : !layout<(?,64):(64,1)>
    %t = layout.zipped_divide %l : !layout<(?,64):(64,1)> by #layout.tile<[16:1, 8:1]> cover
    %x = layout.crd2idx %t((%i, 3), (%i, %i)) : !layout<((16,8),(floordiv(?+15,16),8)):((64,1),(1024,8))>
    %p = layout.in_bounds %l((%i, 3), (%i, %i)) : !layout<(?,64):(64,1)> zipped_divide by #layout.tile<[16:1, 8:1]>
    %s = layout.slice %m(%i, _) : memref<128x64xf16, #layout<(128,64):(64,1)>, 3>
    return %x, %p : index, i1
  }
}
