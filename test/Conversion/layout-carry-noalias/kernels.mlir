// A kernel's pointers do not alias where its memrefs are said not to, in both conventions.
//
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a bare-pointers=false format=nvvm" 2>&1 | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

// CHECK-NOT: warning
gpu.module @kernels {
  // The second pointer of each memref; the scalar between them counts as one argument.
  // CHECK-LABEL: llvm.func @copy
  // CHECK-SAME: (%arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noalias}, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64,
  // CHECK-SAME:  %arg6: !llvm.ptr, %arg7: !llvm.ptr {llvm.noalias},
  // CHECK-NOT: layout.noalias
  // PTX-LABEL: .entry copy
  // PTX: ld.global.nc.b32
  gpu.func @copy(%a: memref<?xf32> {llvm.noalias}, %n: index, %b: memref<4x?xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%n] : memref<?xf32>
    memref.store %x, %b[%c0, %n] : memref<4x?xf32>
    gpu.return
  }

  // CHECK-LABEL: llvm.func @unranked
  // CHECK-SAME: (%arg0: i64, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr {llvm.noalias}, %arg4: i64
  gpu.func @unranked(%u: memref<*xf32>, %a: memref<4xf32> {llvm.noalias}) kernel {
    gpu.return
  }

  // CHECK-LABEL: llvm.func @plain
  // CHECK-NOT: noalias
  // PTX-LABEL: .entry plain
  // PTX-NOT: ld.global.nc
  gpu.func @plain(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) kernel {
    %x = memref.load %a[%n] : memref<?xf32>
    memref.store %x, %b[%n] : memref<?xf32>
    gpu.return
  }
}
