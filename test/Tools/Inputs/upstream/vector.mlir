// Vectors: contractions, transfers, shapes, masks.
#layout = affine_map<(d0, d1) -> (d1, d0)>
func.func @contract(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) -> vector<4x16xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  return %0 : vector<4x16xf32>
}

func.func @transfers(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %i: index) -> (vector<4x8xf32>, tensor<?x?xf32>) {
  %pad = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%i, %c0], %pad {permutation_map = #layout} : memref<?x?xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %t[%i, %i], %pad {in_bounds = [true, false]} : tensor<?x?xf32>, vector<4x8xf32>
  %2 = vector.transfer_read %m[%i, %c0], %pad {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x?xf32>, vector<4x8xf32>
  %3 = arith.addf %0, %1 : vector<4x8xf32>
  %4 = arith.addf %3, %2 : vector<4x8xf32>
  vector.transfer_write %4, %m[%c0, %i] : vector<4x8xf32>, memref<?x?xf32>
  %5 = vector.transfer_write %4, %t[%c0, %i] {in_bounds = [false, true]} : vector<4x8xf32>, tensor<?x?xf32>
  return %4, %5 : vector<4x8xf32>, tensor<?x?xf32>
}

func.func @shapes(%v: vector<4x8xf32>, %s: f32, %i: index) -> (vector<8x4xf32>, f32, vector<16xf32>) {
  %0 = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %1 = vector.shape_cast %0 : vector<8x4xf32> to vector<2x16xf32>
  %2 = vector.extract %1[1] : vector<16xf32> from vector<2x16xf32>
  %3 = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %4 = vector.insert_strided_slice %3, %v {offsets = [2, 0], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  %5 = vector.insert %s, %4[3, 7] : f32 into vector<4x8xf32>
  %6 = vector.extract %5[%i, 2] : f32 from vector<4x8xf32>
  %7 = vector.broadcast %6 : f32 to vector<16xf32>
  %8 = vector.shuffle %2, %7 [0, 31, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 30, 15] : vector<16xf32>, vector<16xf32>
  %9 = vector.bitcast %8 : vector<16xf32> to vector<32xf16>
  %10 = vector.bitcast %9 : vector<32xf16> to vector<16xf32>
  %11 = vector.interleave %10, %10 : vector<16xf32> -> vector<32xf32>
  %12, %13 = vector.deinterleave %11 : vector<32xf32> -> vector<16xf32>
  %14 = vector.transpose %0, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
  %15 = vector.transpose %14, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %16 = vector.from_elements %6, %s : vector<2xf32>
  %17:2 = vector.to_elements %16 : vector<2xf32>
  return %15, %17#0, %12 : vector<8x4xf32>, f32, vector<16xf32>
}

func.func @reductions(%v: vector<4x8xf32>, %a: vector<8xf32>, %i: vector<16xi32>) -> (f32, vector<4xf32>, i32, vector<4x8xf32>) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %0 = vector.multi_reduction <add>, %v, %zero [1] : vector<4x8xf32> to vector<4xf32>
  %1 = vector.reduction <maximumf>, %a : vector<8xf32> into f32
  %2 = vector.reduction <xor>, %i : vector<16xi32> into i32
  %3 = vector.outerproduct %0, %a, %v {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  %init = arith.constant dense<0.0> : vector<8xf32>
  %4:2 = vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 0} : vector<4x8xf32>, vector<8xf32>
  return %1, %0, %2, %4#0 : f32, vector<4xf32>, i32, vector<4x8xf32>
}

func.func @masks(%m: memref<16xf32>, %n: index, %at: vector<4xindex>, %pass: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %mask = vector.create_mask %n : vector<4xi1>
  %all = vector.constant_mask [3] : vector<4xi1>
  %0 = vector.maskedload %m[%c0], %mask, %pass : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %m[%c0] [%at], %all, %0 : memref<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%c0] [%at], %mask, %1 : memref<16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %2 = vector.expandload %m[%n], %mask, %1 : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%c0], %all, %2 : memref<16xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%n], %mask, %2 : memref<16xf32>, vector<4xi1>, vector<4xf32>
  %3 = vector.load %m[%n] : memref<16xf32>, vector<4xf32>
  vector.store %3, %m[%c0] : memref<16xf32>, vector<4xf32>
  %4 = vector.fma %3, %2, %1 : vector<4xf32>
  %5 = vector.step : vector<4xindex>
  %6 = arith.index_cast %5 : vector<4xindex> to vector<4xi64>
  %7 = arith.sitofp %6 : vector<4xi64> to vector<4xf32>
  vector.print %7 : vector<4xf32>
  return %4, %7 : vector<4xf32>, vector<4xf32>
}

func.func @narrow(%m: memref<32xi4>, %i: index) -> vector<8xi4> {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0] : memref<32xi4>, vector<8xi4>
  %e = arith.extsi %v : vector<8xi4> to vector<8xi8>
  %d = arith.addi %e, %e : vector<8xi8>
  %t = arith.trunci %d : vector<8xi8> to vector<8xi4>
  return %t : vector<8xi4>
}
