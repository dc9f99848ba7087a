// How wide loads and stores are, and what guards them.
// RUN: layout-opt %s --layout-distribute --canonicalize --cse --split-input-file | FileCheck %s

// Replicas: of each four threads the first stores; all load.
// CHECK-LABEL: func @replicas
// CHECK: %[[D:.+]] = arith.remui %{{.+}}, %c4
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[D]], %c0
// CHECK: memref.load
// CHECK-NOT: scf.if
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store
func.func @replicas(%m: memref<8xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<8xf32> -> tensor<8xf32, #layout.tv<(4,8):(0,1), 1:0>>
  layout.store %t, %m[%0] : tensor<8xf32, #layout.tv<(4,8):(0,1), 1:0>>, memref<8xf32>
  return
}

// -----

// A column that the size's divisor decides for eight at once: a vector, guarded once.
// CHECK-LABEL: func @residue
// CHECK-COUNT-2: vector.load %{{.+}} {alignment = 16 : i64} : memref<?xf16>, vector<8xf16>
// CHECK-NOT: vector.load
func.func @residue(%m: memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>> {llvm.align = 16 : i64}, %i: index,
                   %n: memref<4x128xf16>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%i, %0] : memref<?x?xf16, #layout<(?,?{div=8}):(?{div=8},1)>> -> tensor<4x128xf16, #layout.tv<(16,2):(32,1), (8,2):(4,2)>>
  layout.store %t, %n[%0, %0] : tensor<4x128xf16, #layout.tv<(16,2):(32,1), (8,2):(4,2)>>, memref<4x128xf16>
  return
}

// -----

// Nothing is known of the size: each element by itself.
// CHECK-LABEL: func @unknown
// CHECK-NOT: vector.load
// CHECK-COUNT-16: memref.load
func.func @unknown(%m: memref<?x?xf16, #layout<(?,?):(?,1)>> {llvm.align = 16 : i64}, %i: index,
                   %n: memref<4x128xf16>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%i, %0] : memref<?x?xf16, #layout<(?,?):(?,1)>> -> tensor<4x128xf16, #layout.tv<(16,2):(32,1), (8,2):(4,2)>>
  layout.store %t, %n[%0, %0] : tensor<4x128xf16, #layout.tv<(16,2):(32,1), (8,2):(4,2)>>, memref<4x128xf16>
  return
}

// -----

// A loop in steps of the tile, up to the extent: no guard.
// CHECK-LABEL: func @whole
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: vector.load %{{.+}} {alignment = 16 : i64}
// CHECK-NOT: scf.if
// CHECK: scf.yield
func.func @whole(%m: memref<?xf32, #layout<(?{div=128}):(1)>> {llvm.align = 16 : i64}, %n: memref<128xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %128 = arith.constant 128 : index
  %z = arith.constant dense<0.0> : tensor<128xf32, #layout.tv<32:4, 4:1>>
  %e = memref.dim %m, %0 : memref<?xf32, #layout<(?{div=128}):(1)>>
  %s = scf.for %i = %0 to %e step %128 iter_args(%x = %z) -> tensor<128xf32, #layout.tv<32:4, 4:1>> {
    %t = layout.load %m[%i] : memref<?xf32, #layout<(?{div=128}):(1)>> -> tensor<128xf32, #layout.tv<32:4, 4:1>>
    %y = arith.addf %x, %t : tensor<128xf32, #layout.tv<32:4, 4:1>>
    scf.yield %y : tensor<128xf32, #layout.tv<32:4, 4:1>>
  }
  layout.store %s, %n[%0] : tensor<128xf32, #layout.tv<32:4, 4:1>>, memref<128xf32>
  return
}

// -----

// The older of two copies is waited for; the other goes on.
// CHECK-LABEL: func @waits
// CHECK: scf.for
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 1
// CHECK: nvvm.cp.async.wait.group 0
func.func @waits(%m: memref<4096xf32> {llvm.align = 16 : i64}, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %a = memref.alloc() : memref<128xf32, 3>
  %b = memref.alloc() : memref<128xf32, 3>
  %k = layout.copy_async %m[%0], %a : memref<4096xf32>, memref<128xf32, 3>
  %l = scf.for %i = %0 to %n step %1 iter_args(%t = %k) -> !layout.token {
    %j = layout.copy_async %m[%i], %b : memref<4096xf32>, memref<128xf32, 3>
    layout.wait %t
    scf.yield %j : !layout.token
  }
  layout.wait %l
  return
}

// -----

// What is stated of an address is of the memory from which the offset counts: 8 bytes lie before the first element.
// CHECK-LABEL: func @offset
// CHECK-NOT: alignment = 16
// CHECK-COUNT-2: vector.load %{{.+}} {alignment = 8 : i64} : memref<{{.+}}>, vector<4xf16>
func.func @offset(%m: memref<256xf16, strided<[1], offset: 4>> {llvm.align = 16 : i64}, %n: memref<256xf16>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0] : memref<256xf16, strided<[1], offset: 4>> -> tensor<256xf16, #layout.tv<32:8, 8:1>>
  layout.store %t, %n[%0] : tensor<256xf16, #layout.tv<32:8, 8:1>>, memref<256xf16>
  return
}

// -----

// Upstream knows no width of index elements: they are copied by the thread.
// CHECK-LABEL: func @indices
// CHECK-NOT: nvgpu.device_async_copy
// CHECK: memref.load %{{.+}} : memref<32xindex>
// CHECK: memref.store %{{.+}} : memref<32xindex, 3>
func.func @indices(%m: memref<32xindex>, %n: memref<32xindex>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %s = memref.alloc() : memref<32xindex, 3>
  %k = layout.copy_async %m[%0], %s : memref<32xindex>, memref<32xindex, 3>
  layout.wait %k
  %t = layout.load %s[%0] : memref<32xindex, 3> -> tensor<32xindex, #layout.tv<32:1, 1:0>>
  layout.store %t, %n[%0] : tensor<32xindex, #layout.tv<32:1, 1:0>>, memref<32xindex>
  return
}
