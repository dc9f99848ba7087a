// A constant that is outside its mode is said, whatever has folded before.
// RUN: layout-opt %s --layout-to-nvvm=chip=sm_90a --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --canonicalize --layout-to-nvvm=chip=sm_90a --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-to-nvvm='chip=sm_90a simplify=false' --verify-diagnostics -o /dev/null

gpu.module @kernels {
  gpu.func @outside(%m: memref<64xf32>, %x: f32) kernel {
    %l = layout.make : !layout<(4,8):(8,1)>
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    // expected-warning @+1 {{the coordinate 4 is outside mode 0, whose size is 4: the index is poison}}
    %i = layout.crd2idx %l(%c4, %c0) : !layout<(4,8):(8,1)>
    memref.store %x, %m[%i] : memref<64xf32>
    gpu.return
  }
}
