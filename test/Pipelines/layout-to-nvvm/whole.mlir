// Everything in a kernel is lowered, for both widths of index.
// RUN: layout-opt %s --layout-to-nvvm=format=nvvm | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="format=nvvm index-bitwidth=32" | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm="index-bitwidth=32 simplify=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

// CHECK-NOT: {{(affine|arith|builtin.unrealized_conversion_cast|cf|gpu.func|layout|memref|scf|ub|vector)\.[a-z]}}
// CHECK: llvm.func @slices
// CHECK: llvm.func @matrix
// CHECK: nvvm.ldmatrix
// PTX: .visible .entry loop
// PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16
gpu.module @kernels {
  gpu.func @loop(%a: memref<64xf32>) kernel {
    %z = arith.constant 0.0 : f32
    affine.for %i = 0 to 64 {
      memref.store %z, %a[%i] : memref<64xf32>
    }
    gpu.return
  }
  gpu.func @slices(%a: memref<2x2xf32>, %b: memref<4xf32>) kernel {
    %c = arith.constant 0 : index
    %p = ub.poison : f32
    %v = vector.load %a[%c, %c] : memref<2x2xf32>, vector<2x2xf32>
    %w = vector.shape_cast %v : vector<2x2xf32> to vector<4xf32>
    %x = vector.extract_strided_slice %w {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
    vector.store %x, %b[%c] : memref<4xf32>, vector<2xf32>
    %y = vector.transfer_read %b[%c], %p : memref<4xf32>, vector<2xf32>
    vector.transfer_write %y, %b[%c] : vector<2xf32>, memref<4xf32>
    gpu.return
  }
  // nvgpu's conversion knows no index but of 64 bits.
  gpu.func @matrix(%b: memref<128x8xf16>)
      workgroup(%s: memref<1024xf16, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %r = nvgpu.ldmatrix %s[%t] {numTiles = 4 : i32, transpose = false}
      : memref<1024xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    %x = vector.extract %r[0] : vector<2xf16> from vector<4x2xf16>
    %c = arith.constant 0 : index
    vector.store %x, %b[%t, %c] : memref<128x8xf16>, vector<2xf16>
    gpu.return
  }
  // A kernel that does nothing, and a device function that is called.
  gpu.func @empty() kernel {
    gpu.return
  }
  func.func @device(%l: !layout<(?,4):(4,1)>, %i: index) -> index {
    %x = layout.crd2idx %l(%i, 1) : !layout<(?,4):(4,1)>
    return %x : index
  }
  gpu.func @calls(%m: memref<64xindex>, %n: index) kernel {
    %l = layout.make(%n) : !layout<(?,4):(4,1)>
    %t = gpu.thread_id x
    %x = func.call @device(%l, %t) : (!layout<(?,4):(4,1)>, index) -> index
    memref.store %x, %m[%t] : memref<64xindex>
    gpu.return
  }
}
