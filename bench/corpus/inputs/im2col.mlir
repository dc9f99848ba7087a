// Convolutions as products of matrices whose rows are gathered windows.
//
// let: script = transform-interpreter{entry-point=im2col}
// let: buffers = transform-interpreter{entry-point=buffers}
// let: loops = func.func(convert-linalg-to-loops), fold-memref-alias-ops
// let: clean = canonicalize, cse
// corpus: gathered = $script, $buffers, $loops
// corpus: gathered_arith = $gathered, lower-affine
// corpus: gathered_clean = $gathered, $clean, lower-affine, $clean
// corpus: gathered_narrow = $gathered_clean, func.func(arith-int-range-narrowing{int-bitwidths-supported=32}), $clean
// corpus: coalesced = $script, $buffers, convert-linalg-to-affine-loops, func.func(affine-loop-coalescing), fold-memref-alias-ops
// corpus: coalesced_arith = $coalesced, lower-affine, $clean
// corpus: tiled = transform-interpreter{entry-point=tiled}, $buffers, $loops, lower-affine

module attributes {transform.with_named_sequence} {
  func.func @nhwc(%in: tensor<2x16x16x4xf32>, %k: tensor<3x3x4x8xf32>, %out: memref<2x14x14x8xf32>) {
    %old = bufferization.to_tensor %out restrict writable : memref<2x14x14x8xf32> to tensor<2x14x14x8xf32>
    %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%in, %k : tensor<2x16x16x4xf32>, tensor<3x3x4x8xf32>) outs(%old : tensor<2x14x14x8xf32>) -> tensor<2x14x14x8xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<2x14x14x8xf32>, memref<2x14x14x8xf32>) -> ()
    return
  }

  func.func @strided(%in: tensor<1x21x21x6xf32>, %k: tensor<3x3x6x5xf32>, %out: memref<1x10x10x5xf32>) {
    %old = bufferization.to_tensor %out restrict writable : memref<1x10x10x5xf32> to tensor<1x10x10x5xf32>
    %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%in, %k : tensor<1x21x21x6xf32>, tensor<3x3x6x5xf32>) outs(%old : tensor<1x10x10x5xf32>) -> tensor<1x10x10x5xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<1x10x10x5xf32>, memref<1x10x10x5xf32>) -> ()
    return
  }

  func.func @nchw(%in: tensor<8x4x16x16xf32>, %k: tensor<16x4x3x3xf32>, %out: memref<8x16x14x14xf32>) {
    %old = bufferization.to_tensor %out restrict writable : memref<8x16x14x14xf32> to tensor<8x16x14x14xf32>
    %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%in, %k : tensor<8x4x16x16xf32>, tensor<16x4x3x3xf32>) outs(%old : tensor<8x16x14x14xf32>) -> tensor<8x16x14x14xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<8x16x14x14xf32>, memref<8x16x14x14xf32>) -> ()
    return
  }

  transform.named_sequence @im2col(%m: !transform.any_op {transform.readonly}) {
    %convs = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf", "linalg.conv_2d_nchw_fchw"]} in %m
      : (!transform.any_op) -> !transform.any_op
    transform.foreach %convs : !transform.any_op {
    ^bb0(%conv: !transform.any_op):
      transform.structured.convert_conv2d_to_img2col %conv : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }

  transform.named_sequence @tiled(%m: !transform.any_op {transform.readonly}) {
    %convs = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf", "linalg.conv_2d_nchw_fchw"]} in %m
      : (!transform.any_op) -> !transform.any_op
    transform.foreach %convs : !transform.any_op {
    ^bb0(%conv: !transform.any_op):
      %gather, %product = transform.structured.convert_conv2d_to_img2col %conv
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.structured.tile_using_for %gather tile_sizes [1, 16, 12]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }

  // Buffers for tensors; what is copied is copied by loops.
  transform.named_sequence @buffers(%m: !transform.any_op {transform.consumed}) {
    transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %m
      {bufferize_function_boundaries = true, memcpy_op = "linalg.copy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
