// Memrefs whose layout is an affine map, made flat; and accesses of narrow elements in bytes.
//
// corpus: normalized = normalize-memrefs
// corpus: normalized_arith = $normalized, lower-affine
// corpus: coalesced = normalize-memrefs, func.func(affine-loop-coalescing)
// corpus: coalesced_arith = $coalesced, lower-affine, canonicalize, cse
// corpus: coalesced_narrow = $coalesced_arith, func.func(arith-int-range-narrowing{int-bitwidths-supported=32}), canonicalize, cse
// corpus: flat = normalize-memrefs, lower-affine, flatten-memref, canonicalize, cse

// Tiles of 8 x 16.
#tiled = affine_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>
func.func @tiles(%in: memref<64x64xf32, #tiled>, %out: memref<64x64xf32, #tiled>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %in[%i, %j] : memref<64x64xf32, #tiled>
      affine.store %x, %out[%j, %i] : memref<64x64xf32, #tiled>
    }
  }
  return
}

// Two levels of tiles: 32 x 32, and in them 4 x 8.
#nested = affine_map<(i, j) -> (i floordiv 32, j floordiv 32, (i mod 32) floordiv 4, (j mod 32) floordiv 8, i mod 4, j mod 8)>
func.func @nested_tiles(%in: memref<128x128xf32, #nested>, %out: memref<128x128xf32>) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %x = affine.load %in[%i, %j] : memref<128x128xf32, #nested>
      affine.store %x, %out[%i, %j] : memref<128x128xf32>
    }
  }
  return
}

// Rows padded to 40 elements, channels in groups of 3.
#padded = affine_map<(i, c) -> (i * 40 + (c mod 3) * 13 + c floordiv 3)>
func.func @padded_rows(%in: memref<50x36xf32, #padded>, %out: memref<50x36xf32>) {
  affine.for %i = 0 to 50 {
    affine.for %c = 0 to 36 step 2 {
      %x = affine.load %in[%i, %c] : memref<50x36xf32, #padded>
      affine.store %x, %out[%i, %c] : memref<50x36xf32>
    }
  }
  return
}

// Bank-conflict-free diagonals.
#diagonal = affine_map<(i, j) -> (i, (i + j) mod 32)>
func.func @diagonals(%in: memref<32x32xf32, #diagonal>, %out: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %x = affine.load %in[%j, %i] : memref<32x32xf32, #diagonal>
      affine.store %x, %out[%i, %j] : memref<32x32xf32>
    }
  }
  return
}
