// A conversion that takes fewer instructions through shared memory, and is to take none: shuffles between the four threads that have a
// row of a sum.
// RUN: layout-opt %s --layout-select | FileCheck %s
// RUN: layout-opt %s --layout-select --layout-place --layout-sync --layout-distribute -o %t && layout-interp %s %t --job %S/Inputs/in-registers.json | FileCheck %s --check-prefix=RIGHT
// RUN: FileCheck %s --check-prefix=SHUFFLES --input-file=%t
// RUN: sed "s/{layout.in_registers}//" %s > %t.free.mlir
// RUN: layout-opt %t.free.mlir --layout-select | FileCheck %s --check-prefix=MEMORY
// RUN: sed "s/(256,1,16), (8,2,2):(32,8,1024)/(256,1,8), (8,2,2):(32,16,1024)/" %s > %t.far.mlir
// RUN: not layout-opt %t.far.mlir --layout-select 2>&1 | FileCheck %s --check-prefix=FAR
// CHECK-NOT: memref.alloc
// CHECK: layout.convert %{{.*}} {layout.in_registers}
// RIGHT: right: {{[1-9][0-9]*}} elements compared
// SHUFFLES-COUNT-12: gpu.shuffle
// SHUFFLES-NOT: gpu.shuffle
// MEMORY: memref.alloc() {{.*}} : memref<32x64xf16,
// FAR: error: layout-select: 'layout.convert' with layout.in_registers from {{.*}}, where elements leave their warp

#sum = #layout.tv<(4,8,2):(64,1,16), (2,2,8):(32,8,256)>
#rows = #layout.tv<(4,8,2):(256,1,16), (8,2,2):(32,8,1024)>
func.func @convert(%m: memref<32x64xf16>, %n: memref<32x64xf16>) attributes {layout.threads = 64 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0, %0] : memref<32x64xf16> -> tensor<32x64xf16, #sum>
  %u = layout.convert %t {layout.in_registers} : tensor<32x64xf16, #sum> -> tensor<32x64xf16, #rows>
  layout.store %u, %n[%0, %0] : tensor<32x64xf16, #rows>, memref<32x64xf16>
  return
}
