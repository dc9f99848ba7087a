// Kernels whose copies producers issue, where the option asks for them and where few stages are ahead: launched with the producers'
// threads, where there are some.
// RUN: layout-opt %s --layout-matmul=tile=128x256_persistent_producer | FileCheck %s
// RUN: layout-opt %s --layout-matmul=tile=128x128x64x7_producer | FileCheck %s --check-prefix=PLAIN
// RUN: layout-opt %s --layout-matmul=tile=64x64_producer | FileCheck %s --check-prefix=ONE
// RUN: layout-opt %s --layout-matmul | FileCheck %s --check-prefix=CHOSEN
// RUN: not layout-opt %s --layout-matmul=tile=3x128_producer 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layout-opt %s "--layout-matmul=tile=128x256_persistent_producer" "--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

// CHECK: gpu.func @large_matmul_128x256x64x4_warpgroups_persistent_producer
// CHECK-SAME: layout.threads = 256 : i64
// CHECK: {layout.across, layout.producer, layout.stages = 4 : i64}
// CHECK: func.func @large_matmul
// CHECK: %[[THREADS:.*]] = arith.constant 384 : index
// CHECK: gpu.launch_func @{{.*}}_producer blocks in ({{.*}}) threads in (%[[THREADS]]
// PLAIN: gpu.func @large_matmul_128x128x64x7_warpgroups_persistent_producer
// One warp is enough beside one warpgroup.
// ONE: gpu.func @large_matmul_64x64x{{.*}}_producer
// ONE-SAME: layout.threads = 128 : i64
// ONE: arith.constant 160 : index
// CHOSEN: gpu.func @large_matmul_128x256x64x4_warpgroups_persistent_producer
// NONE: option tile=3x128_producer: expected rows x columns of C
// PTX: .reqntid 384, 1, 1
// PTX-NEXT: .minnctapersm 1
// PTX: setmaxnreg.dec.sync.aligned.u32
// PTX: setmaxnreg.inc.sync.aligned.u32

func.func @large(%A: memref<4096x4096xf16>, %B: memref<4096x4096xf16>, %C: memref<4096x4096xf16>) {
  %z = arith.constant 0.0 : f16
  linalg.fill ins(%z : f16) outs(%C : memref<4096x4096xf16>)
  linalg.matmul ins(%A, %B : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%C : memref<4096x4096xf16>)
  return
}
