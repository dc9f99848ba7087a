// Named and generic operations of linalg: products, transposes, broadcasts, reductions, gathers by linalg.index.
//
// corpus: loops = func.func(convert-linalg-to-loops), lower-affine
// corpus: coalesced = convert-linalg-to-affine-loops, func.func(affine-loop-coalescing)
// corpus: coalesced_arith = $coalesced, lower-affine, canonicalize, cse
// corpus: tiled = convert-linalg-to-affine-loops, func.func(affine-loop-tile{tile-size=12}), lower-affine
// corpus: parallel = func.func(convert-linalg-to-parallel-loops,scf-parallel-loop-tiling{parallel-loop-tile-sizes=8,16,4}), lower-affine
// corpus: parallel_unchecked = func.func(convert-linalg-to-parallel-loops,scf-parallel-loop-tiling{parallel-loop-tile-sizes=8,16,4 no-min-max-bounds=true}), lower-affine
// corpus: collapsed = func.func(convert-linalg-to-parallel-loops,test-scf-parallel-loop-collapsing{collapsed-indices-0=0,1}), lower-affine
// corpus: collapsed_clean = $collapsed, canonicalize, cse

func.func @batch_product(%a: memref<4x24x40xf32>, %b: memref<4x40x56xf32>, %c: memref<4x24x56xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<4x24x40xf32>, memref<4x40x56xf32>) outs(%c : memref<4x24x56xf32>)
  return
}

func.func @transpose(%in: memref<?x?x?xf32>, %out: memref<?x?x?xf32>) {
  linalg.transpose ins(%in : memref<?x?x?xf32>) outs(%out : memref<?x?x?xf32>) permutation = [2, 0, 1]
  return
}

// A row and a column added to a matrix that is stored in column-major panels of 16.
func.func @panels(%row: memref<80xf32>, %column: memref<96xf32>, %out: memref<5x96x16xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(p, i, j) -> (p * 16 + j)>, affine_map<(p, i, j) -> (i)>, affine_map<(p, i, j) -> (p, i, j)>],
    iterator_types = ["parallel", "parallel", "parallel"]
  } ins(%row, %column : memref<80xf32>, memref<96xf32>) outs(%out : memref<5x96x16xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %sum = arith.addf %x, %y : f32
    linalg.yield %sum : f32
  }
  return
}

// Nearest neighbours: each pixel of the output reads the input at a fraction of its coordinates.
func.func @upsample(%in: memref<20x30xf32>, %out: memref<60x75xf32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
  } outs(%out : memref<60x75xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %y = arith.divui %i, %c3 : index
    %j2 = arith.muli %j, %c2 : index
    %x = arith.divui %j2, %c5 : index
    %pixel = memref.load %in[%y, %x] : memref<20x30xf32>
    linalg.yield %pixel : f32
  }
  return
}

// A relative position bias: row and column number decide which of the 2n - 1 biases is added.
func.func @bias(%table: memref<63xf32>, %scores: memref<32x32xf32>) {
  %c31 = arith.constant 31 : index
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
  } outs(%scores : memref<32x32xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %d = arith.subi %j, %i : index
    %k = arith.addi %d, %c31 : index
    %b = memref.load %table[%k] : memref<63xf32>
    %new = arith.addf %old, %b : f32
    linalg.yield %new : f32
  }
  return
}

func.func @row_sums(%in: memref<?x?xf32>, %out: memref<?xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]
  } ins(%in : memref<?x?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %new = arith.addf %sum, %x : f32
    linalg.yield %new : f32
  }
  return
}
