// Registers of PTX that a product under way reads are written by nobody: not where a loop loads A anew, nor where it carries what it loaded,
// which LLVM would put into the registers of what it has.
// RUN: split-file %s %t
// RUN: layout-opt %t/carried.mlir --layout-to-nvvm="chip=sm_90a bare-pointers=false ptx=%t/carried.ptx" -o /dev/null
// RUN: %python %S/Inputs/in_flight.py < %t/carried.ptx | FileCheck %s
// RUN: layout-opt %t/words.mlir --layout-matmul="chip=sm_90a tf32" --layout-to-nvvm="chip=sm_90a bare-pointers=false ptx=%t/words.ptx" -o /dev/null
// RUN: %python %S/Inputs/in_flight.py < %t/words.ptx | FileCheck %s
// CHECK: right: {{[1-9]}} products with A in registers

// One more under way is seen.
// RUN: sed 's/\(wgmma.wait_group.sync.aligned.*\)1;/\12;/' %t/words.ptx > %t/late.ptx
// RUN: not %python %S/Inputs/in_flight.py < %t/late.ptx | FileCheck %s --check-prefix=LATE
// LATE: ld.shared{{.*}} writes %

//--- carried.mlir
#m = #layout.mma<m64n64k8, warps = (4,1)>
!g = memref<?x?xf32, #layout<(?,?{div=4}):(?{div=4},1)>>
!bt = memref<?x?xf32, #layout<(?{div=4},?):(1,?{div=4})>>
!p = memref<64x32xf32, 3>
!q = memref<32x64xf32, 3>
!a = tensor<64x16xf32, #layout.frag<#m, A, 64x16>>
!t = tensor<64x64xf32, #layout.frag<#m, C, 64x64>>
gpu.module @kernels {
  gpu.func @k(%A: !g {llvm.align = 16 : i64}, %B: !bt {llvm.align = 16 : i64}, %C: !g {llvm.align = 16 : i64}) kernel attributes {layout.threads = 128 : i64} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %16 = arith.constant 16 : index
    %32 = arith.constant 32 : index
    %zero = arith.constant dense<0.0> : !t
    %p = memref.alloc() {layout.auto} : !p
    %q = memref.alloc() {layout.auto} : !q
    %K = memref.dim %A, %1 : !g
    %first = arith.constant dense<1.0> : !a
    %sum, %last = scf.for %k = %0 to %K step %32 iter_args(%x = %zero, %u = %first) -> (!t, !a) {
      %s = layout.copy_async %A[%0, %k], %p {layout.tma} : !g, !p
      %t = layout.copy_async %B[%k, %0], %q {layout.tma} : !bt, !q
      layout.wait %s, %t
      %y = layout.mma %u, %q, %x {layout.from = 0 : i64} : !a, !q, !t
      %v = layout.load %p[%0, %16] : !p -> !a
      %z = layout.mma %v, %q, %y {layout.from = 16 : i64} : !a, !q, !t
      scf.yield %z, %v : !t, !a
    } {layout.stages = 4 : i64}
    layout.store %sum, %C[%0, %0] : !t, !g
    gpu.return
  }
}

//--- words.mlir
func.func @f(%A: memref<4096x4096xf32>, %B: memref<4096x4096xf32>, %C: memref<4096x4096xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%C : memref<4096x4096xf32>)
  linalg.matmul ins(%A, %B : memref<4096x4096xf32>, memref<4096x4096xf32>) outs(%C : memref<4096x4096xf32>)
  return
}
