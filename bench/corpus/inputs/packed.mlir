// A product whose operands are packed into tiles, with and without padding, and unpacked again.
//
// let: script = transform-interpreter{entry-point=pack}
// let: buffers = transform-interpreter{entry-point=buffers}
// let: clean = canonicalize, cse
// corpus: loops = $script, $buffers, func.func(convert-linalg-to-loops), fold-memref-alias-ops
// corpus: loops_arith = $loops, expand-strided-metadata, lower-affine
// corpus: loops_clean = $script, canonicalize, $buffers, func.func(convert-linalg-to-loops), fold-memref-alias-ops, expand-strided-metadata, lower-affine, $clean
// corpus: coalesced = $script, $buffers, convert-linalg-to-affine-loops, func.func(affine-loop-coalescing), fold-memref-alias-ops, expand-strided-metadata, lower-affine, $clean
// corpus: flat = $loops, flatten-memref, expand-strided-metadata, lower-affine, $clean

module attributes {transform.with_named_sequence} {
  func.func @even(%a: tensor<64x48xf32>, %b: tensor<48x80xf32>, %out: memref<64x80xf32>) {
    %old = bufferization.to_tensor %out restrict writable : memref<64x80xf32> to tensor<64x80xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<64x48xf32>, tensor<48x80xf32>) outs(%old : tensor<64x80xf32>) -> tensor<64x80xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<64x80xf32>, memref<64x80xf32>) -> ()
    return
  }

  func.func @odd(%a: tensor<61x47xf32>, %b: tensor<47x83xf32>, %out: memref<61x83xf32>) {
    %old = bufferization.to_tensor %out restrict writable : memref<61x83xf32> to tensor<61x83xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<61x47xf32>, tensor<47x83xf32>) outs(%old : tensor<61x83xf32>) -> tensor<61x83xf32>
    bufferization.materialize_in_destination %0 in writable %out : (tensor<61x83xf32>, memref<61x83xf32>) -> ()
    return
  }

  transform.named_sequence @pack(%m: !transform.any_op {transform.readonly}) {
    %products = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.foreach %products : !transform.any_op {
    ^bb0(%product: !transform.any_op):
      transform.structured.pack %product packed_sizes = [8, 16, 4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    }
    %packs = transform.structured.match ops{["linalg.pack"]} in %m : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %packs : (!transform.op<"linalg.pack">)
      -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %unpacks = transform.structured.match ops{["linalg.unpack"]} in %m : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %unpacks : (!transform.op<"linalg.unpack">)
      -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }

  // Buffers for tensors; what is copied is copied by loops.
  transform.named_sequence @buffers(%m: !transform.any_op {transform.consumed}) {
    transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %m
      {bufferize_function_boundaries = true, memcpy_op = "linalg.copy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
