// How much shared memory a kernel fixes, how much there is, and what of it is promised.
// RUN: layout-opt %s --layout-place=chip=sm_90a --split-input-file | FileCheck %s

// A byte more than may be fixed is for the launch to give.
// CHECK-LABEL: gpu.func @fixed
// CHECK-SAME: workgroup(%{{.+}} : memref<49152xi8, 3>
// CHECK-NOT: gpu.dynamic_shared_memory
// CHECK-LABEL: gpu.func @given
// CHECK-SAME: layout.dynamic_shared_memory = 49153
// CHECK: gpu.dynamic_shared_memory
gpu.module @static {
  gpu.func @fixed(%x: i8, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %p = memref.alloc() : memref<49152xi8, 3>
    memref.store %x, %p[%i] : memref<49152xi8, 3>
    gpu.return
  }
  gpu.func @given(%x: i8, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %p = memref.alloc() : memref<49153xi8, 3>
    memref.store %x, %p[%i] : memref<49153xi8, 3>
    gpu.return
  }
}

// -----

// All that there is; dynamic memory is aligned to 1024, whatever is stated.
// CHECK-LABEL: gpu.func @all
// CHECK-SAME: layout.dynamic_shared_memory = 232448
// CHECK: memref.assume_alignment %{{.+}}, 1024 : memref<232448xi8, 3>
gpu.module @most {
  gpu.func @all(%x: i8, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %p = memref.alloc() {alignment = 4096 : i64} : memref<232448xi8, 3>
    memref.store %x, %p[%i] : memref<232448xi8, 3>
    gpu.return
  }
}

// -----

// A call may read what it is given.
// CHECK-LABEL: func.func @called
// CHECK: memref.alloc() {{.*}} : memref<1024xi8, 3>
func.func private @reads(memref<128xf32, 3>)
func.func @called(%x: f32, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : memref<128xf32, 3>
  %q = memref.alloc() : memref<128xf32, 3>
  memref.store %x, %p[%i] : memref<128xf32, 3>
  memref.store %x, %q[%i] : memref<128xf32, 3>
  func.call @reads(%p) : (memref<128xf32, 3>) -> ()
  %y = memref.load %q[%i] : memref<128xf32, 3>
  return
}
