// linalg operations under schedules of the transform dialect: tiled for loops and for threads, with sizes that divide
// and that do not, over known and unknown extents.
//
// let: loops = func.func(convert-linalg-to-loops), fold-memref-alias-ops
// let: clean = canonicalize, cse
// corpus: tiled = transform-interpreter{entry-point=tile}, $loops
// corpus: tiled_arith = $tiled, lower-affine
// corpus: tiled_strided = transform-interpreter{entry-point=tile}, func.func(convert-linalg-to-loops), expand-strided-metadata, lower-affine
// corpus: tiled_clean = $tiled, lower-affine, $clean
// corpus: tiled_flat = $tiled, flatten-memref, lower-affine, $clean
// corpus: tiled_narrow = $tiled, lower-affine, $clean, func.func(arith-int-range-narrowing{int-bitwidths-supported=32}), $clean
// corpus: halves = transform-interpreter{entry-point=halves}, $loops
// corpus: halves_arith = $halves, lower-affine
// corpus: threads = transform-interpreter{entry-point=threads}, $loops
// corpus: threads_parallel = $threads, func.func(scf-forall-to-parallel), lower-affine
// corpus: threads_sequential = $threads, func.func(scf-forall-to-for), lower-affine, $clean
// corpus: tiles = transform-interpreter{entry-point=tiles}, $loops
// corpus: tiles_sequential = $tiles, func.func(scf-forall-to-for), lower-affine, $clean
// corpus: split = transform-interpreter{entry-point=split}, $loops, lower-affine

module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<130x72xf32>, %b: memref<72x90xf32>, %c: memref<130x90xf32>) {
    linalg.matmul ins(%a, %b : memref<130x72xf32>, memref<72x90xf32>) outs(%c : memref<130x90xf32>)
    return
  }

  func.func @dynamic_product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
    return
  }

  func.func @convolution(%in: memref<1x34x34x16xf32>, %k: memref<3x3x16x24xf32>, %out: memref<1x16x16x24xf32>) {
    linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%in, %k : memref<1x34x34x16xf32>, memref<3x3x16x24xf32>) outs(%out : memref<1x16x16x24xf32>)
    return
  }

  transform.named_sequence @tile(%m: !transform.any_op {transform.readonly}) {
    %products = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %products tile_sizes [32, 24, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %convs = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %convs tile_sizes [0, 4, 5, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }

  // Two levels of tiles.
  transform.named_sequence @halves(%m: !transform.any_op {transform.readonly}) {
    %products = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    %inner, %loops:2 = transform.structured.tile_using_for %products tile_sizes [64, 60]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.tile_using_for %inner tile_sizes [16, 20, 9]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }

  transform.named_sequence @threads(%m: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match interface{TilingInterface} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_forall %all num_threads [7, 12] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  transform.named_sequence @tiles(%m: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match interface{TilingInterface} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_forall %all tile_sizes [20, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  // Sizes that cover the extent exactly: some of one size, the rest of another.
  transform.named_sequence @split(%m: !transform.any_op {transform.readonly}) {
    %products = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.foreach %products : !transform.any_op {
    ^bb0(%product: !transform.any_op):
      %low, %high, %point = transform.structured.multitile_sizes %product {dimension = 0, target_size = 12, divisor = 4} : (!transform.any_op) -> !transform.any_op
      %parts = transform.structured.split %product after %point {dimension = 0} : !transform.any_op, !transform.any_op
      %first, %second = transform.split_handle %parts : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.structured.tile_using_for %first tile_sizes [%low] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.structured.tile_using_for %second tile_sizes [%high] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
