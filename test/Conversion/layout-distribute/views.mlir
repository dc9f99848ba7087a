// Views of memory in programs on tiles, judged by running them: each coordinate by its meaning against
// addresses that layouts make.
// RUN: split-file %s %t
// DEFINE: %{passes} = --layout-select --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %t/slices.mlir %{passes} -o %t/slices-threads.mlir
// RUN: layout-interp %t/slices.mlir %t/slices-threads.mlir --job %t/slices.json | FileCheck %s --check-prefix=SAME
// RUN: layout-opt %t/stages.mlir %{passes} -o %t/stages-threads.mlir
// RUN: layout-interp %t/stages.mlir %t/stages-threads.mlir --job %t/stages.json | FileCheck %s --check-prefix=SAME
// RUN: layout-opt %t/recast.mlir %{passes} -o %t/recast-threads.mlir
// RUN: layout-interp %t/recast.mlir %t/recast-threads.mlir --job %t/recast.json | FileCheck %s --check-prefix=SAME
// RUN: layout-opt %t/divide.mlir %{passes} -o %t/divide-threads.mlir
// RUN: layout-interp %t/divide.mlir %t/divide-threads.mlir --job %t/divide.json | FileCheck %s --check-prefix=SAME
// RUN: layout-opt %t/positions.mlir %{passes} -o %t/positions-threads.mlir
// RUN: layout-interp %t/positions.mlir %t/positions-threads.mlir --job %t/positions.json | FileCheck %s --check-prefix=SAME
// RUN: layout-opt %t/windows.mlir %{passes} -o %t/windows-threads.mlir
// RUN: layout-interp %t/windows.mlir %t/windows-threads.mlir --job %t/windows.json | FileCheck %s --check-prefix=SAME
// SAME: right:

// They cost nothing: addresses are of the memory itself, as wide as it is aligned.
// RUN: FileCheck %s --input-file %t/slices-threads.mlir --check-prefix=SLICES
// SLICES-NOT: layout.load
// SLICES: vector.load {{.*}} vector<4xf32>
// Other slices of a buffer are other memory.
// RUN: FileCheck %s --input-file %t/stages-threads.mlir --check-prefix=STAGES
// STAGES-COUNT-2: gpu.barrier
// STAGES-NOT: gpu.barrier
// STAGES: return

// Windows at indices that are not known may meet: a barrier before each access of them, and none is too many.
// RUN: layout-interp mutate %t/windows.mlir %t/windows-threads.mlir --job %t/windows.json | FileCheck %s --check-prefix=NEEDED
// NEEDED: barrier left out: 2 wrong, 2 noticed

//--- slices.mlir
// A matrix of a batch, its columns, and rows of a matrix of unknown size.
#rows = #layout.tv<(4,8):(32,1), 4:8>
#columns = #layout.tv<(8,4):(4,1), 4:32>
!a = memref<3x16x16xf32, #layout<(3,16,16):(256,16,1)>>
!d = memref<?x?xf32, #layout<(?,?{div=4}):(s1,1)>>
!o = memref<8x16xf32>
func.func @slices(%a: !a {llvm.align = 16 : i64}, %d: !d {llvm.align = 16 : i64}, %o: !o, %p: !o, %q: memref<16xf32>, %i: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %4 = arith.constant 4 : index
  %m = layout.slice %a(%i, _, _) : !a
  %t = layout.load %m[%4, %0] : memref<16x16xf32, #layout<S<0,4,3> o 256*?{min=0,max=2} o (16,16):(16,1)>> -> tensor<8x16xf32, #rows>
  layout.store %t, %o[%0, %0] : tensor<8x16xf32, #rows>, !o
  %n = layout.view %m : memref<16x16xf32, #layout<S<0,4,3> o 256*?{min=0,max=2} o (16,16):(16,1)>> select [1, 0]
  %u = layout.load %n[%0, %4] : memref<16x16xf32, #layout<S<0,4,3> o 256*?{min=0,max=2} o (16,16):(1,16)>> -> tensor<8x16xf32, #rows>
  layout.store %u, %p[%0, %0] : tensor<8x16xf32, #rows>, !o
  %r = layout.slice %d(%i, _) : !d
  %v = layout.load %r[%0] : memref<?xf32, #layout<S<0,4,3> o ?{div=4,min=1}*?{min=0} o (s0):(1)>> -> tensor<16xf32, #layout.tv<(4,8):(4,0), 4:1>>
  layout.store %v, %q[%0] : tensor<16xf32, #layout.tv<(4,8):(4,0), 4:1>>, memref<16xf32>
  return
}
//--- slices.json
{"arguments": [{"seed": 1}, {"shape": [4, 12], "seed": 2}, {}, {}, {}, {"value": 2}]}

//--- stages.mlir
// Two stages of a buffer: what is stored to the second need not wait for who reads the first.
!s = memref<2x16x64xf16, #layout<S<3,3,3> o 0 o (2,16,64):(1024,64,1)>, 3>
!x = memref<16x64xf16, #layout<S<3,3,3> o 0 o (16,64):(64,1)>, 3>
!y = memref<16x64xf16, #layout<S<3,3,3> o 1024 o (16,64):(64,1)>, 3>
!g = memref<16x64xf16>
!t = tensor<16x64xf16, #layout.tv<(8,16):(128,1), 8:16>>
!u = tensor<16x64xf16, #layout.tv<(16,8):(1,128), 8:16>>
func.func @stages(%a: !g, %b: !g, %o: !g, %p: !g) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %s = memref.alloc() : !s
  %x = layout.slice %s(0, _, _) : !s
  %y = layout.slice %s(1, _, _) : !s
  %t = layout.load %a[%0, %0] : !g -> !t
  %u = layout.load %b[%0, %0] : !g -> !t
  layout.store %t, %x[%0, %0] : !t, !x
  %v = layout.load %x[%0, %0] : !x -> !u
  layout.store %u, %y[%0, %0] : !t, !y
  %w = layout.load %y[%0, %0] : !y -> !u
  layout.store %v, %o[%0, %0] : !u, !g
  layout.store %w, %p[%0, %0] : !u, !g
  return
}
//--- stages.json
{"arguments": [{"seed": 1}, {"seed": 2}, {}, {}]}

//--- recast.mlir
// Bytes as halves, halves of a swizzled buffer as bytes.
#b = #layout.tv<(8,4):(32,1), (2,4):(4,8)>
!m = memref<8x32xi8>
!h = memref<8x16xf16, #layout<(8,16):(16,1)>>
!s = memref<8x16xf16, #layout<S<1,3,1> o 0 o (8,16):(16,1)>, 3>
!r = memref<8x32xi8, #layout<S<1,4,1> o 0 o (8,32):(32,1)>, 3>
!t = tensor<8x16xf16, #layout.tv<(4,8):(32,1), 4:8>>
!u = tensor<8x32xi8, #layout.tv<(4,8):(64,1), 8:8>>
func.func @recast(%m: !m {llvm.align = 16 : i64}, %o: memref<8x16xf16>, %p: !m) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %h = layout.recast %m : !m to f16
  %t = layout.load %h[%0, %0] : !h -> !t
  layout.store %t, %o[%0, %0] : !t, memref<8x16xf16>
  %s = memref.alloc() : !s
  layout.store %t, %s[%0, %0] : !t, !s
  %r = layout.recast %s : !s to i8
  %u = layout.load %r[%0, %0] : !r -> !u
  layout.store %u, %p[%0, %0] : !u, !m
  return
}
//--- recast.json
{"arguments": [{"seed": 3, "low": 0, "high": 100}, {}, {}]}

//--- divide.mlir
// The tile of a block: divided, then sliced.
!m = memref<32x48xf32, #layout<(32,48):(48,1)>>
!z = memref<128x12xf32, #layout<((8,16),(4,3)):((48,1),(384,16))>>
!t = tensor<8x16xf32, #layout.tv<(8,4):(1,32), 4:8>>
func.func @divide(%m: !m, %o: memref<8x16xf32>, %i: index, %j: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %z = layout.view %m : !m zipped_divide by #layout.tile<[8:1, 16:1]>
  %b = layout.slice %z((_, _), (%i, %j)) : !z
  %t = layout.load %b[%0, %0] : memref<8x16xf32, #layout<S<0,4,3> o 384*?{min=0,max=3}+16*?{min=0,max=2} o (8,16):(48,1)>> -> !t
  layout.store %t, %o[%0, %0] : !t, memref<8x16xf32>
  return
}
//--- divide.json
{"arguments": [{"seed": 4}, {}, {"value": 3}, {"value": 1}]}

//--- positions.mlir
// Windows that overlap, by a layout of positions; every other row, by a tile.
!m = memref<64xf32>
!w = memref<8x16xf32, #layout<(8,16):(4,1)>>
!n = memref<16x8xf32>
!h = memref<8x8xf32, #layout<(8,8):(16,1)>>
!t = tensor<8x16xf32, #layout.tv<(8,4):(1,32), 4:8>>
!u = tensor<8x8xf32, #layout.tv<(8,4):(1,16), 2:8>>
func.func @positions(%m: !m, %n: !n, %o: memref<8x16xf32>, %p: memref<8x8xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %w = layout.view %m : !m composition by #layout<(8,16):(4,1)>
  %t = layout.load %w[%0, %0] : !w -> !t
  layout.store %t, %o[%0, %0] : !t, memref<8x16xf32>
  %h = layout.view %n : !n composition by #layout.tile<[8:2, 8:1]>
  %u = layout.load %h[%0, %0] : !h -> !u
  layout.store %u, %p[%0, %0] : !u, memref<8x8xf32>
  return
}
//--- positions.json
{"arguments": [{"seed": 5}, {"seed": 6}, {}, {}]}

//--- windows.mlir
!w = memref<33x32xf32, #layout<(33,32):(1,1)>, 3>
!x = memref<32xf32, #layout<S<0,4,3> o ?{min=0,max=32} o (32):(1)>, 3>
!t = tensor<32xf32, #layout.tv<32:1, 1:0>>
!u = tensor<64xf32, #layout.tv<32:1, 2:32>>
func.func @windows(%a: memref<64xf32>, %o: memref<32xf32>, %i: index, %j: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %s = memref.alloc() : memref<64xf32, 3>
  %t = layout.load %a[%0] : memref<64xf32> -> !t
  %u = layout.load %a[%0] : memref<64xf32> -> !u
  layout.store %u, %s[%0] : !u, memref<64xf32, 3>
  %w = layout.view %s : memref<64xf32, 3> composition by #layout<(33,32):(1,1)>
  %x = layout.slice %w(%i, _) : !w
  %y = layout.slice %w(%j, _) : !w
  layout.store %t, %x[%0] : !t, !x
  %v = layout.load %y[%0] : !x -> !t
  layout.store %v, %o[%0] : !t, memref<32xf32>
  return
}
//--- windows.json
{"arguments": [{"seed": 7}, {}, {"value": 3}, {"value": 5}]}
