// tosa operations whose lowering computes coordinates: resizing, gathering, tiling, reversing.
//
// let: lower = func.func(tosa-to-linalg-named, tosa-to-linalg, tosa-to-arith{include-apply-rescale=true}, tosa-to-tensor), canonicalize
// let: buffers = transform-interpreter{entry-point=buffers}
// let: clean = canonicalize, cse
// corpus: loops = $lower, $buffers, func.func(convert-linalg-to-loops), fold-memref-alias-ops
// corpus: arith = $loops, expand-strided-metadata, lower-affine, $clean
// corpus: coalesced = $lower, $buffers, convert-linalg-to-affine-loops, func.func(affine-loop-coalescing), fold-memref-alias-ops, lower-affine, $clean

module attributes {transform.with_named_sequence} {
  func.func @nearest(%in: tensor<1x15x13x1xf32>, %out: memref<1x23x179x1xf32>) {
    %scale = tosa.const_shape {values = dense<[11, 7, 89, 6]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %offset = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %border = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.resize %in, %scale, %offset, %border {mode = NEAREST_NEIGHBOR}
      : (tensor<1x15x13x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x23x179x1xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<1x23x179x1xf32>, memref<1x23x179x1xf32>) -> ()
    return
  }

  func.func @bilinear(%in: tensor<1x10x12x2xi8>, %out: memref<1x19x23x2xi32>) {
    %scale = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %offset = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %border = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.resize %in, %scale, %offset, %border {mode = BILINEAR}
      : (tensor<1x10x12x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x19x23x2xi32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<1x19x23x2xi32>, memref<1x19x23x2xi32>) -> ()
    return
  }

  func.func @reversed(%in: tensor<6x40x9xf32>, %out: memref<6x40x9xf32>) {
    %0 = tosa.reverse %in {axis = 1 : i32} : (tensor<6x40x9xf32>) -> tensor<6x40x9xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<6x40x9xf32>, memref<6x40x9xf32>) -> ()
    return
  }

  func.func @repeated(%in: tensor<5x7xf32>, %out: memref<15x28xf32>) {
    %times = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.tile %in, %times : (tensor<5x7xf32>, !tosa.shape<2>) -> tensor<15x28xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<15x28xf32>, memref<15x28xf32>) -> ()
    return
  }

  func.func @gathered(%in: tensor<3x16x5xf32>, %which: tensor<3x8xi32>, %out: memref<3x8x5xf32>) {
    %0 = tosa.gather %in, %which : (tensor<3x16x5xf32>, tensor<3x8xi32>) -> tensor<3x8x5xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<3x8x5xf32>, memref<3x8x5xf32>) -> ()
    return
  }

  // Buffers for tensors; what is copied is copied by loops.
  transform.named_sequence @buffers(%m: !transform.any_op {transform.consumed}) {
    transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %m
      {bufferize_function_boundaries = true, memcpy_op = "linalg.copy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
