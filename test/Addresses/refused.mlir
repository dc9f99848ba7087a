// An element that an index of 32 bits does not reach is an error; one that it just reaches is none.
// RUN: layout-opt %s --layout-to-nvvm="index-bitwidth=32 format=nvvm" --split-input-file --verify-diagnostics
// RUN: layout-opt %s --layout-to-nvvm="index-bitwidth=64 format=nvvm" --split-input-file -o /dev/null

gpu.module @last {
  gpu.func @static(%m: memref<2147483648xf32>, %i: index) kernel {
    %one = arith.constant 1.0 : f32
    memref.store %one, %m[%i] : memref<2147483648xf32>
    gpu.return
  }
}

// -----

gpu.module @beyond {
  // expected-error @+1 {{memref<2147483649xf32> has an element at 2147483648, beyond an index of 32 bits: set index-bitwidth=64}}
  gpu.func @static(%m: memref<2147483649xf32>, %i: index) kernel {
    %one = arith.constant 1.0 : f32
    memref.store %one, %m[%i] : memref<2147483649xf32>
    gpu.return
  }
}

// -----

// Behind one that is not.
gpu.module @second {
  // expected-error @+1 {{memref<2147483649xf32> has an element at 2147483648, beyond an index of 32 bits: set index-bitwidth=64}}
  gpu.func @static(%n: memref<8xf32>, %m: memref<2147483649xf32>, %i: index) kernel {
    %one = arith.constant 1.0 : f32
    memref.store %one, %m[%i] : memref<2147483649xf32>
    gpu.return
  }
}

// -----

!rows = memref<65536x65536xf16, #layout<(65536,65536):(65536,1)>>
gpu.module @layout {
  // expected-error @+1 {{memref<4294967296xf16> has an element at 4294967295, beyond an index of 32 bits}}
  gpu.func @of_layout(%m: !rows, %i: index) kernel {
    %one = arith.constant 1.0 : f16
    memref.store %one, %m[%i, %i] : !rows
    gpu.return
  }
}
