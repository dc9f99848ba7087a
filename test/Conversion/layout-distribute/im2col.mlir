// Copies by maps of im2col: each block copies a tile that begins somewhere, also before the first pixel, between rows and
// images, behind the last pixel, and beside the columns.
// DEFINE: %{passes} = --layout-select --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t && FileCheck %s --input-file %t
// RUN: layout-interp %s %t --schedules 1 --job '{"function": "image", "grid": [6, 5, 1], "arguments": [{"shape": [60, 576], "symbols": [5, 4, 3, 64, 3, 960, 8704], "seed": 1}, {"shape": [960, 32]}]}' | FileCheck %s --check-prefix=IMAGE
// RUN: layout-interp %s %t --schedules 1 --job '{"function": "image", "grid": [6, 2, 1], "arguments": [{"shape": [60, 288], "symbols": [12, 1, 5, 32, 3, 968, 2904], "seed": 2}, {"shape": [384, 32]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job '{"function": "turned", "grid": [5, 4, 1], "arguments": [{"seed": 3}, {"shape": [2560, 16]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job '{"function": "row", "grid": [9, 5, 1], "arguments": [{"shape": [60, 24], "symbols": [12, 5, 8, 3, 12, 312], "seed": 4}, {"shape": [1440, 8]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job '{"function": "volume", "grid": [7, 3, 1], "arguments": [{"seed": 5}, {"shape": [672, 32]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job '{"function": "spread", "grid": [9, 4, 1], "arguments": [{"shape": [60, 40], "symbols": [5, 4, 3, 40, 48, 672, 4704], "seed": 6}, {"shape": [1152, 32]}]}' | FileCheck %s --check-prefix=RIGHT
// RUN: echo '{"function": "far", "arguments": [{"shape": [60, 576], "symbols": [5, 4, 3, 64, 3, 960, 8704], "seed": 1}, {"shape": [32, 32]}, {"value": 257698037760}, {"value": 0}]}' > %t.pixel
// RUN: sed "s/257698037760/-257698037760/" %t.pixel > %t.before
// RUN: sed 's/257698037760}, {"value": 0}/0}, {"value": 4294967296}/' %t.pixel > %t.column
// RUN: layout-interp %s %t --schedules 1 --job %t.pixel | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job %t.before | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job %t.column | FileCheck %s --check-prefix=RIGHT
// RUN: sed 's/"far"/"far_channel"/; s/\[60, 576\], "symbols": \[5, 4, 3, 64, 3, 960, 8704\]/[60, 64], "symbols": [5, 4, 3, 64, 64, 960, 8704]/' %t.column > %t.channel
// RUN: layout-interp %s %t --schedules 1 --job %t.channel | FileCheck %s --check-prefix=RIGHT
// RUN: layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX
// RUN: %if ptxas %{ layout-opt %s "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=%t.ptx" -o /dev/null && ptxas -arch=sm_90a %t.ptx -o /dev/null %}
// IMAGE: right: {{[0-9]+}} elements compared
// RIGHT: right: {{[1-9][0-9]*}} elements compared

// What walks wrongly is seen: other steps, bounding boxes and offsets, a box that is no image's.
// DEFINE: %{job} = --schedules 1 --job '{"function": "image", "grid": [2, 2, 1], "arguments": [{"shape": [60, 576], "symbols": [5, 4, 3, 64, 3, 960, 8704], "seed": 1}, {"shape": [128, 32]}]}'
// RUN: sed "s/steps = array<i64: 2, 2>/steps = array<i64: 2, 3>/" %t > %t.a && not layout-interp %s %t.a %{job} | FileCheck %s --check-prefix=WRONG
// RUN: sed "s/upper = \[\[array<i64: -2>\]/upper = [[array<i64: -8>]/" %t > %t.b && not layout-interp %s %t.b %{job} | FileCheck %s --check-prefix=BESIDE
// RUN: sed "s/im2col\[\(%[0-9]*\), \(%[0-9]*\)\]/im2col[\2, \1]/" %t > %t.c && not layout-interp %s %t.c %{job} | FileCheck %s --check-prefix=WRONG
// RUN: sed "s/steps = array<i64: 2, 2>/steps = array<i64: 2, 9>/" %t > %t.d && not layout-interp %s %t.d %{job} | FileCheck %s --check-prefix=STEPS
// RUN: sed "s/, steps = array<i64: 2, 2>//; s/box = array<i64: 32, 32>/box = array<i64: 32, 32, 1, 1>/" %t > %t.e && not layout-interp %s %t.e %{job} | FileCheck %s --check-prefix=MODE
// WRONG: wrong:
// BESIDE: a filter at [{{.*}}], which is beside the bounding box
// STEPS: a tensor map whose traversal strides are [2, 9]
// MODE: a copy of mode #nvvm.tma_load_mode<im2col> by a map of another mode

!image = memref<?x?xf16, #layout<((Q,P,N),(C{div=32},3,R)):((2*C,2*W{div=8},I{div=8}),(1,C,W))>>
!turned = memref<192x35xf16, #layout<((64,3),(5,7)):((1,128),(64,1024))>>
!row = memref<?x?xf32, #layout<((Q,N),(C{div=8},S)):((3*U{div=4},I{div=4}),(1,2*U))>>
!volume = memref<24x128xi8, #layout<((2,3,2,2),(32,2,1,2)):((32,192,1536,8192),(1,64,0,1536))>>
!spread = memref<?x?xf16, #layout<((Q,P,N),C):((2*U{div=8},2*W{div=8},I{div=8}),1)>>
!s = memref<32x32xf16, 3>
!t = tensor<32x32xf16, #layout.tv<32:1, 32:32>>
gpu.module @kernels {
  // Sizes that are not known: places behind each other in a row, in an image, images; channels, then taps.
  // CHECK-LABEL: gpu.func @image
  // CHECK-SAME: box = array<i64: 32, 32>, sizes = {{\[\[}}array<i64: 1, 4, 0>], [array<i64: 2, 1, 0>, array<i64: 1>], [array<i64: 2, 2, 0>, array<i64: 1, 5, 0>, array<i64: -2>], [array<i64: 1, 3, 0>]], steps = array<i64: 2, 2>, strides = {{.*}} swizzle = 64 : i64, upper = {{\[\[}}array<i64: -2>], [array<i64: -1, 5, 0>, array<i64: 1>]]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[%{{.*}}, %{{.*}}, %{{.*}}, %{{[^,]*}}] im2col[%{{.*}}, %{{[^,]*}}] {mode = #nvvm.tma_load_mode<im2col>}
  // PTX-DAG: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
  gpu.func @image(%A: !image {llvm.align = 16 : i64}, %o: memref<?x32xf16>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %17 = arith.constant 17 : index
    %20 = arith.constant 20 : index
    %32 = arith.constant 32 : index
    %160 = arith.constant 160 : index
    %p = memref.alloc() {layout.auto} : !s
    %x = gpu.block_id x
    %y = gpu.block_id y
    %more = arith.muli %x, %17 : index
    %i = arith.subi %more, %20 : index
    %behind = arith.muli %y, %160 : index
    %k = arith.subi %behind, %32 : index
    %a = layout.copy_async %A[%i, %k], %p {layout.tma} : !image, !s
    layout.wait %a
    %t = layout.load %p[%0, %0] : !s -> !t
    %wide = gpu.grid_dim x
    %before = arith.muli %y, %wide : index
    %number = arith.addi %before, %x : index
    %to = arith.muli %number, %32 : index
    layout.store %t, %o[%to, %0] : !t, memref<?x32xf16>
    gpu.return
  }

  // Far outside, where 32 bits of a coordinate would be inside.
  gpu.func @far(%A: !image {llvm.align = 16 : i64}, %o: memref<32x32xf16>, %i: index, %k: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %32 = arith.constant 32 : index
    %p = memref.alloc() {layout.auto} : !s
    %j = arith.muli %k, %32 : index
    %a = layout.copy_async %A[%i, %j], %p {layout.tma} : !image, !s
    layout.wait %a
    %t = layout.load %p[%0, %0] : !s -> !t
    layout.store %t, %o[%0, %0] : !t, memref<32x32xf16>
    gpu.return
  }

  gpu.func @far_channel(%A: !spread {llvm.align = 16 : i64}, %o: memref<32x32xf16>, %i: index, %k: index) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %32 = arith.constant 32 : index
    %p = memref.alloc() {layout.auto} : !s
    %c = arith.muli %k, %32 : index
    %a = layout.copy_async %A[%i, %c], %p {layout.tma} : !spread, !s
    layout.wait %a
    %t = layout.load %p[%0, %0] : !s -> !t
    layout.store %t, %o[%0, %0] : !t, memref<32x32xf16>
    gpu.return
  }

  // Columns first, of which a tile takes those of two taps: each box has a tap of its own.
  // CHECK-LABEL: gpu.func @turned
  // CHECK-SAME: box = array<i64: 64, 16>, sizes = {{.*}}, steps = array<i64: 1>
  // CHECK-COUNT-2: im2col[
  // PTX-DAG: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
  gpu.func @turned(%A: !turned {llvm.align = 16 : i64}, %o: memref<?x16xf16>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %11 = arith.constant 11 : index
    %64 = arith.constant 64 : index
    %128 = arith.constant 128 : index
    %p = memref.alloc() {layout.auto} : memref<128x16xf16, 3>
    %x = gpu.block_id x
    %y = gpu.block_id y
    %more = arith.muli %x, %11 : index
    %i = arith.subi %more, %11 : index
    %behind = arith.muli %y, %64 : index
    %k = arith.subi %behind, %64 : index
    %a = layout.copy_async %A[%k, %i], %p {layout.tma} : !turned, memref<128x16xf16, 3>
    layout.wait %a
    %t = layout.load %p[%0, %0] : memref<128x16xf16, 3> -> tensor<128x16xf16, #layout.tv<32:1, (4,16):(32,128)>>
    %wide = gpu.grid_dim x
    %before = arith.muli %y, %wide : index
    %number = arith.addi %before, %x : index
    %to = arith.muli %number, %128 : index
    layout.store %t, %o[%to, %0] : tensor<128x16xf16, #layout.tv<32:1, (4,16):(32,128)>>, memref<?x16xf16>
    gpu.return
  }

  // Steps of three units, taps of two.
  // CHECK-LABEL: gpu.func @row
  // CHECK-SAME: steps = array<i64: 3>
  gpu.func @row(%A: !row {llvm.align = 16 : i64}, %o: memref<?x8xf32>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %8 = arith.constant 8 : index
    %7 = arith.constant 7 : index
    %32 = arith.constant 32 : index
    %p = memref.alloc() {layout.auto} : memref<32x8xf32, 3>
    %x = gpu.block_id x
    %y = gpu.block_id y
    %i = arith.muli %x, %7 : index
    %k = arith.muli %y, %8 : index
    %a = layout.copy_async %A[%i, %k], %p {layout.tma} : !row, memref<32x8xf32, 3>
    layout.wait %a
    %t = layout.load %p[%0, %0] : memref<32x8xf32, 3> -> tensor<32x8xf32, #layout.tv<32:1, 8:32>>
    %wide = gpu.grid_dim x
    %before = arith.muli %y, %wide : index
    %number = arith.addi %before, %x : index
    %to = arith.muli %number, %32 : index
    layout.store %t, %o[%to, %0] : tensor<32x8xf32, #layout.tv<32:1, 8:32>>, memref<?x8xf32>
    gpu.return
  }

  // Images of three dimensions.
  // CHECK-LABEL: gpu.func @volume
  // PTX-DAG: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
  gpu.func @volume(%A: !volume {llvm.align = 16 : i64}, %o: memref<?x32xi8>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %5 = arith.constant 5 : index
    %32 = arith.constant 32 : index
    %p = memref.alloc() {layout.auto} : memref<32x32xi8, 3>
    %x = gpu.block_id x
    %y = gpu.block_id y
    %i = arith.muli %x, %5 : index
    %k = arith.muli %y, %32 : index
    %a = layout.copy_async %A[%i, %k], %p {layout.tma} : !volume, memref<32x32xi8, 3>
    layout.wait %a
    %t = layout.load %p[%0, %0] : memref<32x32xi8, 3> -> tensor<32x32xi8, #layout.tv<32:1, 32:32>>
    %wide = gpu.grid_dim x
    %before = arith.muli %y, %wide : index
    %number = arith.addi %before, %x : index
    %to = arith.muli %number, %32 : index
    layout.store %t, %o[%to, %0] : tensor<32x32xi8, #layout.tv<32:1, 32:32>>, memref<?x32xi8>
    gpu.return
  }

  // Of a filter of one tap the last channels may hang over.
  // CHECK-LABEL: gpu.func @spread
  // CHECK-SAME: steps = array<i64: 1, 1>
  gpu.func @spread(%A: !spread {llvm.align = 16 : i64}, %o: memref<?x32xf16>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %13 = arith.constant 13 : index
    %20 = arith.constant 20 : index
    %32 = arith.constant 32 : index
    %p = memref.alloc() {layout.auto} : !s
    %x = gpu.block_id x
    %y = gpu.block_id y
    %more = arith.muli %x, %13 : index
    %i = arith.subi %more, %20 : index
    %behind = arith.muli %y, %32 : index
    %k = arith.subi %behind, %32 : index
    %a = layout.copy_async %A[%i, %k], %p {layout.tma} : !spread, !s
    layout.wait %a
    %t = layout.load %p[%0, %0] : !s -> !t
    %wide = gpu.grid_dim x
    %before = arith.muli %y, %wide : index
    %number = arith.addi %before, %x : index
    %to = arith.muli %number, %32 : index
    layout.store %t, %o[%to, %0] : !t, memref<?x32xf16>
    gpu.return
  }
}
