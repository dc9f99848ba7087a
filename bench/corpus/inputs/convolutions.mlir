// Convolutions and poolings of linalg as loops, and those loops coalesced and tiled.
//
// corpus: affine = convert-linalg-to-affine-loops
// corpus: loops = func.func(convert-linalg-to-loops), lower-affine
// corpus: coalesced = convert-linalg-to-affine-loops, func.func(affine-loop-coalescing)
// corpus: coalesced_arith = $coalesced, lower-affine, canonicalize, cse
// corpus: coalesced_narrow = $coalesced_arith, func.func(arith-int-range-narrowing{int-bitwidths-supported=32}), cse
// corpus: tiled = convert-linalg-to-affine-loops, func.func(affine-loop-tile{tile-size=6},affine-loop-normalize)
// corpus: unrolled = $affine, func.func(affine-loop-unroll{unroll-factor=2}), lower-affine, cse

func.func @conv_1d(%in: memref<2x31x5xf32>, %k: memref<3x5x7xf32>, %out: memref<2x15x7xf32>) {
  linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%in, %k : memref<2x31x5xf32>, memref<3x5x7xf32>) outs(%out : memref<2x15x7xf32>)
  return
}

func.func @conv_nhwc(%in: memref<1x32x32x16xf32>, %k: memref<3x3x16x8xf32>, %out: memref<1x15x15x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%in, %k : memref<1x32x32x16xf32>, memref<3x3x16x8xf32>) outs(%out : memref<1x15x15x8xf32>)
  return
}

func.func @conv_nchw(%in: memref<?x?x?x?xf32>, %k: memref<?x?x3x3xf32>, %out: memref<?x?x?x?xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>}
    ins(%in, %k : memref<?x?x?x?xf32>, memref<?x?x3x3xf32>) outs(%out : memref<?x?x?x?xf32>)
  return
}

func.func @depthwise(%in: memref<1x30x30x12xf32>, %k: memref<3x3x12xf32>, %out: memref<1x10x10x12xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<3> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%in, %k : memref<1x30x30x12xf32>, memref<3x3x12xf32>) outs(%out : memref<1x10x10x12xf32>)
  return
}

func.func @pool(%in: memref<1x28x28x4xf32>, %window: memref<2x2xf32>, %out: memref<1x14x14x4xf32>) {
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%in, %window : memref<1x28x28x4xf32>, memref<2x2xf32>) outs(%out : memref<1x14x14x4xf32>)
  return
}
