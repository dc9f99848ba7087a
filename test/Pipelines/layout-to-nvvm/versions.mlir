// PTX has the version that the chip and the instructions of its modules need, and no older one is asked for.
// RUN: split-file %s %t
// RUN: layout-opt %t/products.mlir --layout-to-nvvm="chip=sm_89 ptx=%t/89.ptx" -o /dev/null
// RUN: layout-opt %t/products.mlir --layout-to-nvvm="chip=sm_90 features=+ptx85 ptx=%t/90.ptx" -o /dev/null
// RUN: FileCheck %s --input-file %t/89.ptx --check-prefix=NEEDED
// RUN: FileCheck %s --input-file %t/90.ptx --check-prefix=ASKED
// RUN: layout-opt %t/products.mlir --layout-to-nvvm="chip=sm_90 format=nvvm features=+crbits" | FileCheck %s --check-prefix=OTHER
// RUN: not layout-opt %t/products.mlir --layout-to-nvvm="chip=sm_90 features=+ptx80" 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: %if ptxas %{ ptxas -arch=sm_89 %t/89.ptx -o %t/89.cubin %}
// NEEDED: .version 8.4
// NEEDED: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32
// ASKED: .version 8.5
// OTHER: features = "+crbits,+ptx84"
// OLD: products.mlir:8:10: error: layout-attach-target: option features=+ptx80: 'mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32' needs at least +ptx84

// RUN: layout-opt %t/halves.mlir --layout-to-nvvm="chip=sm_89 ptx=%t/halves.ptx" -o /dev/null
// RUN: FileCheck %s --input-file %t/halves.ptx --check-prefix=HALVES
// RUN: %if ptxas %{ ptxas -arch=sm_89 %t/halves.ptx -o %t/halves.cubin %}
// HALVES: .version 8.7

// LLVM has no instruction for an operation that came later, and would end the process.
// RUN: layout-opt %t/operations.mlir --layout-attach-target=chip=sm_90a | FileCheck %s --check-prefix=OPERATIONS
// RUN: not layout-opt %t/operations.mlir --layout-attach-target="chip=sm_90a features=+ptx85" 2>&1 | FileCheck %s --check-prefix=OPERATION
// OPERATIONS: gpu.module @stated [#nvvm.target<chip = "sm_100a">, #nvvm.target<O = 3, chip = "sm_90a", features = "+ptx83">]
// OPERATIONS: gpu.module @bulk [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx86">]
// OPERATIONS: gpu.module @restricted [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx86">]
// OPERATIONS: gpu.module @first [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">]
// OPERATIONS: gpu.module @relaxed [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx86">]
// OPERATIONS: gpu.module @released [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">]
// OPERATION: operations.mlir:9:5: error: {{.*}}features=+ptx85: 'nvvm.cp.async.bulk.shared.cluster.global' needs at least +ptx86
// OPERATION: operations.mlir:15:5: error: {{.*}}features=+ptx85: 'nvvm.fence.sync_restrict' needs at least +ptx86
// OPERATION: operations.mlir:28:10: error: {{.*}}features=+ptx85: 'nvvm.mbarrier.arrive' needs at least +ptx86
// RUN: layout-opt %t/floats.mlir --layout-attach-target=chip=sm_89 | FileCheck %s --check-prefix=FLOATS
// RUN: layout-opt %t/floats.mlir --layout-attach-target=chip=sm_90 | FileCheck %s --check-prefix=HAS
// FLOATS: features = "+ptx81"
// HAS: features = "+ptx80"

//--- products.mlir
#m = #layout.mma<SM89_16x8x32_F32E4M3E4M3F32_TN, warps = (1,1)>
gpu.module @products {
  gpu.func @k(%A: memref<16x32xf8E4M3FN>, %B: memref<32x8xf8E4M3FN>, %C: memref<16x8xf32>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %a = layout.load %A[%0, %0] : memref<16x32xf8E4M3FN> -> tensor<16x32xf8E4M3FN, #layout.frag<#m, A, 16x32>>
    %b = layout.load %B[%0, %0] : memref<32x8xf8E4M3FN> -> tensor<32x8xf8E4M3FN, #layout.frag<#m, B, 32x8>>
    %c = arith.constant dense<0.0> : tensor<16x8xf32, #layout.frag<#m, C, 16x8>>
    %d = layout.mma %a, %b, %c : tensor<16x32xf8E4M3FN, #layout.frag<#m, A, 16x32>>, tensor<32x8xf8E4M3FN, #layout.frag<#m, B, 32x8>>, tensor<16x8xf32, #layout.frag<#m, C, 16x8>>
    layout.store %d, %C[%0, %0] : tensor<16x8xf32, #layout.frag<#m, C, 16x8>>, memref<16x8xf32>
    gpu.return
  }
}
//--- halves.mlir
#m = #layout.mma<SM89_16x8x32_F16E4M3E4M3F16_TN, warps = (1,1)>
gpu.module @products {
  gpu.func @k(%A: memref<16x32xf8E4M3FN>, %B: memref<32x8xf8E4M3FN>, %C: memref<16x8xf16>) kernel attributes {layout.threads = 32 : i64} {
    %0 = arith.constant 0 : index
    %a = layout.load %A[%0, %0] : memref<16x32xf8E4M3FN> -> tensor<16x32xf8E4M3FN, #layout.frag<#m, A, 16x32>>
    %b = layout.load %B[%0, %0] : memref<32x8xf8E4M3FN> -> tensor<32x8xf8E4M3FN, #layout.frag<#m, B, 32x8>>
    %c = arith.constant dense<0.0> : tensor<16x8xf16, #layout.frag<#m, C, 16x8>>
    %d = layout.mma %a, %b, %c : tensor<16x32xf8E4M3FN, #layout.frag<#m, A, 16x32>>, tensor<32x8xf8E4M3FN, #layout.frag<#m, B, 32x8>>, tensor<16x8xf16, #layout.frag<#m, C, 16x8>>
    layout.store %d, %C[%0, %0] : tensor<16x8xf16, #layout.frag<#m, C, 16x8>>, memref<16x8xf16>
    gpu.return
  }
}
//--- operations.mlir
gpu.module @stated [#nvvm.target<chip = "sm_100a">] {
  llvm.func @f() {
    nvvm.fence.proxy.release #nvvm.mem_scope<cta>
    llvm.return
  }
}
gpu.module @bulk {
  llvm.func @f(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %n: i32) {
    nvvm.cp.async.bulk.shared.cluster.global %s, %g, %s, %n : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.return
  }
}
gpu.module @restricted {
  llvm.func @f() {
    nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
    llvm.return
  }
}
gpu.module @first {
  llvm.func @f(%s: !llvm.ptr<7>, %m: !llvm.ptr<3>, %g: !llvm.ptr<1>, %n: i32) {
    nvvm.cp.async.bulk.shared.cluster.global %s, %g, %m, %n : !llvm.ptr<7>, !llvm.ptr<1>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
    llvm.return
  }
}
gpu.module @relaxed {
  llvm.func @f(%s: !llvm.ptr<3>) {
    %0 = nvvm.mbarrier.arrive %s {relaxed = true} : !llvm.ptr<3> -> i64
    llvm.return
  }
}
gpu.module @released {
  llvm.func @f(%s: !llvm.ptr<3>) {
    %0 = nvvm.mbarrier.arrive %s {relaxed = false} : !llvm.ptr<3> -> i64
    llvm.return
  }
}
//--- floats.mlir
gpu.module @floats {
  llvm.func @f(%a: f32) -> i16 {
    %r = nvvm.convert.f32x2.to.f8x2 %a, %a {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
    llvm.return %r : i16
  }
}
