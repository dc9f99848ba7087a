// What 8 bytes hold is loaded and stored at once.
// RUN: layout-opt %s --layout-to-nvvm="ptx=-" -o /dev/null | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="ptx=- simplify=false" -o /dev/null | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="ptx=- chip=sm_80 index-bitwidth=32" -o /dev/null | FileCheck %s --check-prefix=NARROW
// RUN: layout-opt %s --layout-to-nvvm=format=nvvm | FileCheck %s --check-prefix=KEPT
// CHECK-LABEL: .entry copy
// CHECK: ld.global.b64
// CHECK: st.shared.b64
// CHECK: ld.shared.b64
// CHECK: st.global.b64
// NARROW-LABEL: .entry copy
// NARROW: ld.global.b64
// NARROW: st.global.b64
// NARROW-LABEL: .entry indices
// NARROW: ld.global.b32
// NARROW: st.global.b32
gpu.module @kernels {
  gpu.func @copy(%from: memref<32x4xi64, #layout<S<2,0,3> o 0 o (32,4):(4,1)>>, %to: memref<32xi64>) workgroup(%s: memref<32xi64, 3>) kernel {
    %t = gpu.thread_id x
    %c31 = arith.constant 31 : index
    %c2 = arith.constant 2 : index
    %x = memref.load %from[%t, %c2] : memref<32x4xi64, #layout<S<2,0,3> o 0 o (32,4):(4,1)>>
    memref.store %x, %s[%t] : memref<32xi64, 3>
    gpu.barrier
    %u = arith.subi %c31, %t : index
    %y = memref.load %s[%u] : memref<32xi64, 3>
    memref.store %y, %to[%t] : memref<32xi64>
    gpu.return
  }
  // CHECK-LABEL: .entry indices
  // CHECK: ld.global.b64
  // CHECK: st.global.b64
  gpu.func @indices(%a: memref<16xindex>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<16xindex>
    memref.store %t, %a[%x] : memref<16xindex>
    gpu.return
  }
}

// A data layout that is stated stays.
// KEPT: gpu.module @stated {{.*}}llvm.data_layout = "e-i64:64"
gpu.module @stated attributes {llvm.data_layout = "e-i64:64"} {
  gpu.func @nothing() kernel {
    gpu.return
  }
}
