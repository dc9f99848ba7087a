// Affine loops as blocks and threads of a GPU.
//
// let: clean = canonicalize, cse
// corpus: blocks = normalize-memrefs, func.func(affine-loop-tile{tile-sizes=16,32},convert-affine-for-to-gpu{gpu-block-dims=2 gpu-thread-dims=0}), gpu-kernel-outlining
// corpus: blocks_arith = $blocks, lower-affine, $clean
// corpus: threads = normalize-memrefs, func.func(convert-affine-for-to-gpu{gpu-block-dims=1 gpu-thread-dims=1}), gpu-kernel-outlining
// corpus: threads_arith = $threads, lower-affine
// corpus: coalesced = normalize-memrefs, func.func(affine-loop-coalescing,affine-loop-tile{tile-size=128},convert-affine-for-to-gpu{gpu-block-dims=1 gpu-thread-dims=0}), gpu-kernel-outlining
// corpus: coalesced_arith = $coalesced, lower-affine, $clean

#tiled = affine_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>
func.func @tiles(%in: memref<64x128xf32, #tiled>, %out: memref<64x128xf32, #tiled>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %x = affine.load %in[%i, %j] : memref<64x128xf32, #tiled>
      affine.store %x, %out[63 - %i, %j] : memref<64x128xf32, #tiled>
    }
  }
  return
}

func.func @blur(%in: memref<66x130xf32>, %out: memref<64x128xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %a = affine.load %in[%i, %j] : memref<66x130xf32>
      %b = affine.load %in[%i + 2, %j] : memref<66x130xf32>
      %c = affine.load %in[%i, %j + 2] : memref<66x130xf32>
      %d = affine.load %in[%i + 2, %j + 2] : memref<66x130xf32>
      %ab = arith.addf %a, %b : f32
      %cd = arith.addf %c, %d : f32
      %x = arith.addf %ab, %cd : f32
      affine.store %x, %out[%i, %j] : memref<64x128xf32>
    }
  }
  return
}

func.func @upsampled(%in: memref<32x64xf32>, %out: memref<96x192xf32>) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 192 {
      %x = affine.load %in[%i floordiv 3, %j floordiv 3] : memref<32x64xf32>
      affine.store %x, %out[%i, %j] : memref<96x192xf32>
    }
  }
  return
}
