// Affine loops that upstream vectorizes, over strips, and the vectors' transfers taken apart.
//
// let: clean = canonicalize, cse
// corpus: strips = func.func(affine-super-vectorize{virtual-vector-size=8}), lower-affine
// corpus: tiled = func.func(affine-loop-tile{tile-size=32},affine-super-vectorize{virtual-vector-size=4}), lower-affine
// corpus: blocks = func.func(affine-super-vectorize{virtual-vector-size=4,8 test-fastest-varying=1,0}), convert-vector-to-scf{full-unroll=true}, lower-affine, $clean
// corpus: coalesced = func.func(affine-super-vectorize{virtual-vector-size=4},affine-loop-normalize,affine-loop-coalescing), convert-vector-to-scf{full-unroll=true}, lower-affine
// corpus: coalesced_clean = $coalesced, $clean

func.func @sum_of_rows(%a: memref<96x160xf32>, %b: memref<96x160xf32>, %out: memref<96x160xf32>) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 160 {
      %x = affine.load %a[%i, %j] : memref<96x160xf32>
      %y = affine.load %b[%i, %j] : memref<96x160xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %out[%i, %j] : memref<96x160xf32>
    }
  }
  return
}

func.func @shifted_rows(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = affine.load %in[%i + 2, %j + 3] : memref<?x?xf32>
      affine.store %x, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @every_second_row(%in: memref<64x32xf32>, %out: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %x = affine.load %in[%i * 2 + 1, %j] : memref<64x32xf32>
      affine.store %x, %out[31 - %i, %j] : memref<32x32xf32>
    }
  }
  return
}
