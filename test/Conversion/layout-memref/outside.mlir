// Constant indices that their dimension does not have are warned of, once: never-run code may hold them.
// RUN: layout-opt %s --convert-layout-memref --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-to-llvm --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-to-llvm=simplify=false --verify-diagnostics -o /dev/null

!tile = memref<4x8xf32, #layout<(4,8):(1,4)>>
!rows = memref<?x8xf32, #layout<(?,8):(8,1)>>

func.func @accesses(%m: !tile, %r: !rows, %k: index, %x: f32, %run: i1) -> f32 {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %n1 = arith.constant -1 : index
  memref.store %x, %m[%c3, %k] : !tile
  // expected-warning @+1 {{the index 8 is outside dimension 1, whose size is 8: the access is undefined}}
  memref.store %x, %m[%c3, %c8] : !tile
  memref.store %x, %r[%c8, %c3] : !rows
  // expected-warning @+1 {{the index -1 of dimension 0 is negative: the access is undefined}}
  memref.store %x, %r[%n1, %c3] : !rows
  %y = scf.if %run -> f32 {
    // expected-warning @+1 {{the index 4 is outside dimension 0, whose size is 4: the access is undefined}}
    %z = memref.load %m[%c4, %k] : !tile
    scf.yield %z : f32
  } else {
    scf.yield %x : f32
  }
  return %y : f32
}
