// What cannot be lowered is an error where it stands, and the tool fails.
// RUN: layout-opt %s --layout-to-nvvm=format=nvvm --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --layout-to-nvvm --split-input-file -o /dev/null

gpu.module @m {
  // expected-error @+1 {{the addresses of memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>, 3> are not strides times indices}}
  gpu.func @f() workgroup(%s: memref<8x8xf32, affine_map<(i, j) -> (j, i)>, 3>) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{argument 1 of @k is memref<?xf32>, whose sizes a plain pointer does not hold: set bare-pointers=false, or make them static}}
  gpu.func @k(%i: index, %a: memref<?xf32>) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%a: memref<4xf32>) kernel {
    // expected-error @+1 {{'tensor.empty' is not lowered: tensors must be bufferized before}}
    %e = tensor.empty() : tensor<4xf32>
    %c = arith.constant 0 : index
    // expected-error @+1 {{'tensor.extract' is not lowered}}
    %x = tensor.extract %e[%c] : tensor<4xf32>
    memref.store %x, %a[%c] : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{PTX has no name "a-b": use letters, digits, '_' and '$', and begin with none of the digits}}
  gpu.func @"a-b"(%a: memref<4xf32>) kernel {
    gpu.return
  }
  // expected-error @+1 {{PTX has no name "7"}}
  gpu.func @"7"() kernel {
    gpu.return
  }
  // expected-error @+1 {{PTX has no name "a.b"}}
  gpu.func @"a.b"() kernel {
    gpu.return
  }
  gpu.func @_a$7() kernel {
    gpu.return
  }
}

// -----

// Loops that give tensors are not bufferized.
func.func @forall(%t: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{'scf.forall' gives tensors: bufferize it first}}
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<64xf32> {
    %s = tensor.extract_slice %o[%i] [8] [1] : tensor<64xf32> to tensor<8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<64xf32>
    }
  }
  return %r : tensor<64xf32>
}
