// Linear algebra on tensors and memrefs.
#layout = affine_map<(d0, d1) -> (d0, d1)>
func.func @product(%a: tensor<64x32xf32>, %b: tensor<32x48xf32>, %bias: tensor<48xf32>) -> tensor<64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  %m = linalg.matmul ins(%a, %b : tensor<64x32xf32>, tensor<32x48xf32>) outs(%f : tensor<64x48xf32>) -> tensor<64x48xf32>
  %w = linalg.broadcast ins(%bias : tensor<48xf32>) outs(%e : tensor<64x48xf32>) dimensions = [0]
  %s = linalg.generic {indexing_maps = [#layout, #layout, #layout], iterator_types = ["parallel", "parallel"]}
      ins(%m, %w : tensor<64x48xf32>, tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %t = arith.addf %x, %y : f32
    linalg.yield %t : f32
  } -> tensor<64x48xf32>
  %r = linalg.generic {indexing_maps = [#layout, #layout], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.maximumf %x, %zero : f32
    linalg.yield %t : f32
  } -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}

func.func @named(%x: tensor<?x16xf32>, %y: tensor<16x?xf32>, %o: tensor<?x?xf32>, %v: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<16x?xf32>, tensor<?xf32>) {
  %0 = linalg.matmul ins(%x, %y : tensor<?x16xf32>, tensor<16x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.transpose ins(%x : tensor<?x16xf32>) outs(%y : tensor<16x?xf32>) permutation = [1, 0]
  %2 = linalg.reduce {arith.addf} ins(%0 : tensor<?x?xf32>) outs(%v : tensor<?xf32>) dimensions = [1]
  %3 = linalg.map {math.exp} ins(%2 : tensor<?xf32>) outs(%v : tensor<?xf32>)
  %4 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%3, %v : tensor<?xf32>, tensor<?xf32>) outs(%v : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %4 : tensor<?x?xf32>, tensor<16x?xf32>, tensor<?xf32>
}

func.func @convolution(%in: tensor<1x16x16x4xf32>, %k: tensor<3x3x4x8xf32>, %out: tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%in, %k : tensor<1x16x16x4xf32>, tensor<3x3x4x8xf32>) outs(%out : tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32>
  return %0 : tensor<1x14x14x8xf32>
}

func.func @buffers(%a: memref<8x16xf32>, %b: memref<16x8xf32>, %c: memref<8x8xf32>, %v: memref<8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x8xf32>) outs(%c : memref<8x8xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%c : memref<8x8xf32>) outs(%v : memref<8xf32>) {
  ^bb0(%x: f32, %s: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %y = arith.mulf %x, %f : f32
    %t = arith.addf %s, %y : f32
    linalg.yield %t : f32
  }
  linalg.copy ins(%v : memref<8xf32>) outs(%v : memref<8xf32>)
  return
}

func.func @shapes(%t: tensor<4x1x8xf32>, %n: index, %d: tensor<?xf32>) -> (tensor<8x8xf32>, tensor<?xf32>, tensor<1x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x1x8xf32> into tensor<4x8xf32>
  %1 = tensor.pad %0 low[1, 0] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<8x8xf32>
  %2 = tensor.extract_slice %d[%n] [%n] [2] : tensor<?xf32> to tensor<?xf32>
  %3 = tensor.insert_slice %2 into %d[%n] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  %4 = tensor.extract_slice %1[2, 0] [1, 8] [1, 1] : tensor<8x8xf32> to tensor<1x8xf32>
  %5 = tensor.generate %n {
  ^bb0(%i: index):
    %x = tensor.extract %3[%i] : tensor<?xf32>
    tensor.yield %x : f32
  } : tensor<?xf32>
  return %1, %5, %4 : tensor<8x8xf32>, tensor<?xf32>, tensor<1x8xf32>
}

func.func @packed(%t: tensor<64x32xf32>, %d: tensor<8x8x8x4xf32>) -> tensor<64x32xf32> {
  %0 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<64x32xf32> -> tensor<8x8x8x4xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t : tensor<8x8x8x4xf32> -> tensor<64x32xf32>
  %2 = linalg.softmax dimension(1) ins(%1 : tensor<64x32xf32>) outs(%t : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}

func.func @elementwise(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = arith.addf %a, %b : tensor<4x4xf32>
  %1 = math.tanh %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
