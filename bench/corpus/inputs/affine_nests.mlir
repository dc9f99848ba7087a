// Affine loop nests: tiled with sizes that divide the trip counts and sizes that do not, coalesced, unrolled,
// jammed, normalized, fetched into buffers, made parallel.
//
// corpus: tile_7 = func.func(affine-loop-tile{tile-size=7})
// corpus: tile_7_arith = $tile_7, lower-affine
// corpus: tile_normalized = func.func(affine-loop-tile{tile-sizes=8,16,4},affine-loop-normalize)
// corpus: tile_normalized_arith = $tile_normalized, lower-affine
// corpus: coalesce = func.func(affine-loop-coalescing)
// corpus: coalesce_arith = $coalesce, lower-affine
// corpus: coalesce_clean = $coalesce, lower-affine, canonicalize, cse
// corpus: coalesce_narrow = $coalesce, lower-affine, func.func(arith-int-range-narrowing{int-bitwidths-supported=32})
// corpus: coalesce_unsigned = $coalesce, lower-affine, func.func(arith-unsigned-when-equivalent)
// corpus: coalesce_tile = $coalesce, func.func(affine-loop-tile{tile-size=24},affine-loop-normalize)
// corpus: coalesce_unroll = $coalesce, func.func(affine-loop-unroll{unroll-factor=3})
// corpus: coalesce_unroll_arith = $coalesce_unroll, lower-affine, canonicalize, cse
// corpus: unroll = func.func(affine-loop-unroll{unroll-factor=4}), lower-affine
// corpus: jam = func.func(affine-loop-unroll-jam{unroll-jam-factor=3}), lower-affine
// corpus: copies = func.func(affine-loop-tile{tile-size=16},affine-data-copy-generate{generate-dma=false fast-mem-space=0 skip-non-unit-stride-loops=true})
// corpus: copies_arith = $copies, lower-affine
// corpus: parallel = func.func(affine-loop-tile{tile-size=20},affine-parallelize), lower-affine

func.func @product(%a: memref<100x60xf32>, %b: memref<60x90xf32>, %c: memref<100x90xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 90 {
      affine.for %k = 0 to 60 {
        %x = affine.load %a[%i, %k] : memref<100x60xf32>
        %y = affine.load %b[%k, %j] : memref<60x90xf32>
        %z = affine.load %c[%i, %j] : memref<100x90xf32>
        %xy = arith.mulf %x, %y : f32
        %sum = arith.addf %z, %xy : f32
        affine.store %sum, %c[%i, %j] : memref<100x90xf32>
      }
    }
  }
  return
}

func.func @stencil(%in: memref<34x66xf32>, %out: memref<34x66xf32>) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 65 {
      %n = affine.load %in[%i - 1, %j] : memref<34x66xf32>
      %s = affine.load %in[%i + 1, %j] : memref<34x66xf32>
      %w = affine.load %in[%i, %j - 1] : memref<34x66xf32>
      %e = affine.load %in[%i, %j + 1] : memref<34x66xf32>
      %ns = arith.addf %n, %s : f32
      %we = arith.addf %w, %e : f32
      %sum = arith.addf %ns, %we : f32
      affine.store %sum, %out[%i, %j] : memref<34x66xf32>
    }
  }
  return
}

func.func @transpose(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = affine.load %in[%i, %j] : memref<?x?xf32>
      affine.store %x, %out[%j, %i] : memref<?x?xf32>
    }
  }
  return
}

// Every third row from the second on, every second column, of a matrix that is packed in blocks of 4 x 8.
func.func @blocks(%in: memref<25x16x4x8xf32>, %out: memref<96x120xf32>) {
  affine.for %i = 1 to 95 step 3 {
    affine.for %j = 0 to 120 step 2 {
      %x = affine.load %in[%i floordiv 4, %j floordiv 8, %i mod 4, %j mod 8] : memref<25x16x4x8xf32>
      affine.store %x, %out[%i, %j] : memref<96x120xf32>
    }
  }
  return
}
