// Tensors padded, sliced, reshaped, generated, then bufferized and made loops.
//
// let: buffers = transform-interpreter{entry-point=buffers}
// let: clean = canonicalize, cse
// corpus: loops = $buffers, func.func(convert-linalg-to-loops), fold-memref-alias-ops
// corpus: loops_arith = $loops, expand-strided-metadata, lower-affine
// corpus: loops_clean = $loops_arith, $clean
// corpus: coalesced = $buffers, convert-linalg-to-affine-loops, func.func(affine-loop-coalescing), fold-memref-alias-ops, lower-affine, $clean

module attributes {transform.with_named_sequence} {
  // Each row shifted and clamped to the width.
  func.func @shifted(%in: tensor<40x50xf32>, %out: memref<40x50xf32>, %by: index) {
    %0 = tensor.generate {
    ^bb0(%i: index, %j: index):
      %c0 = arith.constant 0 : index
      %c49 = arith.constant 49 : index
      %sum = arith.addi %j, %by : index
      %low = arith.maxsi %sum, %c0 : index
      %k = arith.minsi %low, %c49 : index
      %x = tensor.extract %in[%i, %k] : tensor<40x50xf32>
      tensor.yield %x : f32
    } : tensor<40x50xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<40x50xf32>, memref<40x50xf32>) -> ()
    return
  }

  // The middle of a padded image, added to the image.
  func.func @cropped(%in: tensor<?x?xf32>, %top: index, %left: index, %h: index, %w: index, %out: memref<?x?xf32>) {
    %old = bufferization.to_tensor %out restrict writable : memref<?x?xf32> to tensor<?x?xf32>
    %part = tensor.extract_slice %in[%top, %left] [%h, %w] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    %0 = linalg.add ins(%part, %old : tensor<?x?xf32>, tensor<?x?xf32>) outs(%old : tensor<?x?xf32>) -> tensor<?x?xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
    return
  }

  // Space to depth: 2 x 2 pixels become channels.
  func.func @space_to_depth(%in: tensor<1x24x24x3xf32>, %out: memref<1x12x12x12xf32>) {
    %old = bufferization.to_tensor %out restrict writable : memref<1x12x12x12xf32> to tensor<1x12x12x12xf32>
    %split = tensor.expand_shape %in [[0], [1, 2], [3, 4], [5]] output_shape [1, 12, 2, 12, 2, 3]
      : tensor<1x24x24x3xf32> into tensor<1x12x2x12x2x3xf32>
    %target = tensor.expand_shape %old [[0], [1], [2], [3, 4, 5]] output_shape [1, 12, 12, 2, 2, 3]
      : tensor<1x12x12x12xf32> into tensor<1x12x12x2x2x3xf32>
    %turned = linalg.transpose ins(%split : tensor<1x12x2x12x2x3xf32>) outs(%target : tensor<1x12x12x2x2x3xf32>)
      permutation = [0, 1, 3, 2, 4, 5]
    %0 = tensor.collapse_shape %turned [[0], [1], [2], [3, 4, 5]] : tensor<1x12x12x2x2x3xf32> into tensor<1x12x12x12xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<1x12x12x12xf32>, memref<1x12x12x12xf32>) -> ()
    return
  }

  // Rows picked by a table and reversed.
  func.func @gathered(%in: tensor<?x64xf32>, %rows: tensor<?xi32>, %n: index, %out: memref<?x64xf32>) {
    %0 = tensor.generate %n {
    ^bb0(%i: index, %j: index):
      %c63 = arith.constant 63 : index
      %last = arith.index_cast %n : index to i32
      %c1 = arith.constant 1 : i32
      %number = arith.index_cast %i : index to i32
      %top = arith.subi %last, %c1 : i32
      %back = arith.subi %top, %number : i32
      %at = arith.index_cast %back : i32 to index
      %row32 = tensor.extract %rows[%at] : tensor<?xi32>
      %row = arith.index_cast %row32 : i32 to index
      %column = arith.subi %c63, %j : index
      %x = tensor.extract %in[%row, %column] : tensor<?x64xf32>
      tensor.yield %x : f32
    } : tensor<?x64xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<?x64xf32>, memref<?x64xf32>) -> ()
    return
  }

  // Buffers for tensors; what is copied is copied by loops.
  transform.named_sequence @buffers(%m: !transform.any_op {transform.consumed}) {
    transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %m
      {bufferize_function_boundaries = true, memcpy_op = "linalg.copy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
