// What launches must give kernels is said of the module too, where it outlives them, and before the PTX.
//
// RUN: layout-opt %s --layout-shared-globals | FileCheck %s
// RUN: layout-opt %s --layout-shared-globals --layout-shared-globals | FileCheck %s
// RUN: layout-opt %s --layout-shared-globals "--gpu-module-to-binary=format=isa" --layout-emit-ptx -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=PTX

// CHECK: module attributes {layout.dynamic_shared_memory = {first = {a = 70000 : i64, b = 50000 : i64}, second = {a = 60000 : i64}}}

// PTX: // a: 70000 bytes of dynamic shared memory
// PTX-NEXT: // b: 50000 bytes of dynamic shared memory
// PTX: .entry a
// PTX: // a: 60000 bytes of dynamic shared memory
// PTX: .entry a
// PTX-NOT: bytes of dynamic
gpu.module @first [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  llvm.func @a() attributes {gpu.kernel, nvvm.kernel, layout.dynamic_shared_memory = 70000 : i64} {
    llvm.return
  }
  llvm.func @b() attributes {gpu.kernel, layout.dynamic_shared_memory = 50000 : i64} {
    llvm.return
  }
  llvm.func @d() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
gpu.module @second [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  llvm.func @a() attributes {gpu.kernel, nvvm.kernel, layout.dynamic_shared_memory = 60000 : i64} {
    llvm.return
  }
}
gpu.module @third [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  llvm.func @e() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
