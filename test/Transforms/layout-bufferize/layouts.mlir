// The encoding of a tensor becomes the layout of its memref.
// RUN: layout-opt %s --layout-bufferize --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-bufferize=function-boundaries --split-input-file | FileCheck %s --check-prefix=WHOLE

// A write that would be seen is to a copy, which has the layout too.
// CHECK-LABEL: func @copies
// CHECK: %[[M:.*]] = memref.alloc() : memref<4x8xf32, #layout<(4,(2,4)):(1,(4,16))>>
// CHECK: linalg.fill ins(%arg0 : f32) outs(%[[M]]
// CHECK: %[[N:.*]] = memref.alloc() : memref<4x8xf32, #layout<(4,(2,4)):(1,(4,16))>>
// CHECK: memref.copy %[[M]], %[[N]]
// CHECK: memref.store %arg0, %[[N]]
// CHECK: memref.load %[[M]]
// CHECK-NOT: tensor
func.func @copies(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %t = tensor.empty() : tensor<4x8xf32, #layout<(4,(2,4)):(1,(4,16))>>
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<4x8xf32, #layout<(4,(2,4)):(1,(4,16))>>) -> tensor<4x8xf32, #layout<(4,(2,4)):(1,(4,16))>>
  %g = tensor.insert %x into %f[%c0, %c0] : tensor<4x8xf32, #layout<(4,(2,4)):(1,(4,16))>>
  %a = tensor.extract %f[%c0, %c0] : tensor<4x8xf32, #layout<(4,(2,4)):(1,(4,16))>>
  %b = tensor.extract %g[%c0, %c0] : tensor<4x8xf32, #layout<(4,(2,4)):(1,(4,16))>>
  %s = arith.addf %a, %b : f32
  return %s : f32
}

// -----

// Sizes of run time are the symbols' values; a tensor without an encoding has rows.
// CHECK-LABEL: func @sizes
// CHECK: memref.alloc(%arg1, %arg2)[%arg1, %arg2] : memref<?x?xf32, #layout<(?,?):(1,s0)>>
// CHECK: memref.alloc() {{.*}}: memref<4xf32>
func.func @sizes(%x: f32, %m: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %t = bufferization.alloc_tensor(%m, %n) : tensor<?x?xf32, #layout<(?,?):(1,s0)>>
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<?x?xf32, #layout<(?,?):(1,s0)>>) -> tensor<?x?xf32, #layout<(?,?):(1,s0)>>
  %u = tensor.empty() : tensor<4xf32>
  %g = linalg.fill ins(%x : f32) outs(%u : tensor<4xf32>) -> tensor<4xf32>
  %a = tensor.extract %f[%c0, %c0] : tensor<?x?xf32, #layout<(?,?):(1,s0)>>
  %b = tensor.extract %g[%c0] : tensor<4xf32>
  %s = arith.addf %a, %b : f32
  return %s : f32
}

// -----

// Copies of sizes of run time, branches, and a memory space.
// CHECK-LABEL: func @others
// CHECK: %[[T:.*]] = memref.alloc(%arg2)[%arg2] : memref<?x2xf32, #layout<(?,2):(1,s0)>>
// CHECK: %[[D:.*]] = memref.dim %[[T]]
// CHECK: memref.alloc(%[[D]])[%[[D]]] : memref<?x2xf32, #layout<(?,2):(1,s0)>>
// CHECK: memref.alloc() : memref<4xf32, #layout<4:2>, 3>
// CHECK: scf.if %arg0 -> (memref<4xf32, #layout<4:2>, 3>)
func.func @others(%c: i1, %x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %t = tensor.empty(%n) : tensor<?x2xf32, #layout<(?,2):(1,s0)>>
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<?x2xf32, #layout<(?,2):(1,s0)>>) -> tensor<?x2xf32, #layout<(?,2):(1,s0)>>
  %g = tensor.insert %x into %f[%c0, %c0] : tensor<?x2xf32, #layout<(?,2):(1,s0)>>
  %a = tensor.extract %f[%c0, %c0] : tensor<?x2xf32, #layout<(?,2):(1,s0)>>
  %b = tensor.extract %g[%c0, %c0] : tensor<?x2xf32, #layout<(?,2):(1,s0)>>
  %u = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<4xf32, #layout<4:2>>
  %h = linalg.fill ins(%x : f32) outs(%u : tensor<4xf32, #layout<4:2>>) -> tensor<4xf32, #layout<4:2>>
  %i = scf.if %c -> tensor<4xf32, #layout<4:2>> {
    %k = tensor.insert %a into %h[%c0] : tensor<4xf32, #layout<4:2>>
    scf.yield %k : tensor<4xf32, #layout<4:2>>
  } else {
    scf.yield %h : tensor<4xf32, #layout<4:2>>
  }
  %e = tensor.extract %i[%c0] : tensor<4xf32, #layout<4:2>>
  %s = arith.addf %b, %e : f32
  return %s : f32
}

// -----

// Arguments, results and what loops carry have it as well.
// WHOLE-LABEL: func.func @callee(%arg0: f32, %arg1: memref<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>)
// WHOLE-SAME: -> memref<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>
// WHOLE: linalg.fill ins(%arg0 : f32) outs(%arg1 : memref<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>)
// WHOLE: return %arg1
// WHOLE-LABEL: func.func @caller
// WHOLE: %[[M:.*]] = memref.alloc() : memref<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>
// WHOLE: scf.for {{.*}} -> (memref<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>)
// WHOLE: call @callee(%arg0, %{{.*}}) : (f32, memref<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>) -> memref<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>
// WHOLE-NOT: tensor
!t = tensor<8x8xf32, #layout<S<2,0,2> o 0 o (8,8):(8,1)>>
func.func @callee(%x: f32, %t: !t) -> !t {
  %f = linalg.fill ins(%x : f32) outs(%t : !t) -> !t
  return %f : !t
}
func.func @caller(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.empty() : !t
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> !t {
    %b = func.call @callee(%x, %a) : (f32, !t) -> !t
    scf.yield %b : !t
  }
  %e = tensor.extract %r[%c0, %c0] : !t
  return %e : f32
}

// -----

// Tiles stay, and so does what computes with them.
// WHOLE-LABEL: func.func @kernel
// CHECK-LABEL: func @kernel
// CHECK: layout.load %{{.*}} -> tensor<16x16xf16>
// CHECK: arith.addf %{{.*}} : tensor<16x16xf16>
// CHECK: layout.store
func.func @kernel(%m: memref<64x64xf16, #layout<(64,64):(64,1)>>) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %t = layout.load %m[%c0, %c0] : memref<64x64xf16, #layout<(64,64):(64,1)>> -> tensor<16x16xf16>
  %u = arith.addf %t, %t : tensor<16x16xf16>
  layout.store %u, %m[%c0, %c0] : tensor<16x16xf16>, memref<64x64xf16, #layout<(64,64):(64,1)>>
  return
}
