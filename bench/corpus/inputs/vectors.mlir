// Vector transfers as scalar and flat accesses: masks, bounds and offsets become index arithmetic.
//
// let: clean = canonicalize, cse
// corpus: to_scf = convert-vector-to-scf, lower-affine
// corpus: unrolled = convert-vector-to-scf{full-unroll=true}
// corpus: unrolled_arith = $unrolled, lower-affine
// corpus: unrolled_clean = $unrolled_arith, $clean
// corpus: steps = func.func(test-vector-transfer-unrolling-patterns{reverse-unroll-order=true}), convert-vector-to-scf{full-unroll=true}, lower-affine
// corpus: flat = func.func(test-vector-transfer-flatten-patterns), convert-vector-to-scf{full-unroll=true}, lower-affine

func.func @block(%in: memref<?x?xf32>, %out: memref<4x8xf32>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %x = vector.transfer_read %in[%i, %j], %zero : memref<?x?xf32>, vector<4x8xf32>
  vector.transfer_write %x, %out[%c0, %c0] : vector<4x8xf32>, memref<4x8xf32>
  return
}

func.func @transposed(%in: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c4 {
    scf.for %j = %c0 to %c64 step %c4 {
      %x = vector.transfer_read %in[%i, %j], %zero {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
        : memref<64x64xf32>, vector<4x4xf32>
      vector.transfer_write %x, %out[%j, %i] {in_bounds = [true, true]} : vector<4x4xf32>, memref<64x64xf32>
    }
  }
  return
}

// The innermost dimensions are one line of memory.
func.func @lines(%in: memref<20x3x8xf32>, %out: memref<20x3x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c20 step %c1 {
    %x = vector.transfer_read %in[%i, %c0, %c0], %zero {in_bounds = [true, true]} : memref<20x3x8xf32>, vector<3x8xf32>
    vector.transfer_write %x, %out[%i, %c0, %c0] {in_bounds = [true, true]} : vector<3x8xf32>, memref<20x3x8xf32>
  }
  return
}

// A remainder under a mask.
func.func @tail(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c8 {
    %rest = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n]
    %mask = vector.create_mask %rest : vector<8xi1>
    %x = vector.transfer_read %in[%i], %zero, %mask {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
    %at = affine.apply affine_map<(d0)[s0] -> ((d0 floordiv 8) * 16 + d0 mod 8 + s0)>(%i)[%n]
    vector.transfer_write %x, %out[%at], %mask {in_bounds = [true]} : vector<8xf32>, memref<?xf32>
  }
  return
}
