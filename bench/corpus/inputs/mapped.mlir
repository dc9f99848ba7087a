// Loops mapped to the blocks and threads of a GPU.
//
// let: map = func.func(gpu-map-parallel-loops,convert-parallel-loops-to-gpu)
// let: launch = canonicalize, $map, func.func(gpu-launch-sink-index-computations), gpu-kernel-outlining
// let: clean = canonicalize, cse
// corpus: arguments = $map, gpu-kernel-outlining
// corpus: whole = $launch, lower-affine
// corpus: tiled = func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=8,32}), $launch
// corpus: tiled_arith = $tiled, lower-affine, $clean
// corpus: unchecked = func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,64 no-min-max-bounds=true}), $launch, lower-affine, $clean
// corpus: collapsed = func.func(test-scf-parallel-loop-collapsing{collapsed-indices-0=0,1}), $launch, lower-affine
// corpus: collapsed_clean = $collapsed, $clean
// corpus: fused = func.func(scf-parallel-loop-fusion,scf-parallel-loop-tiling{parallel-loop-tile-sizes=16,16}), $launch, lower-affine, $clean

func.func @copy(%in: memref<256x384xf32>, %out: memref<256x384xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c384 = arith.constant 384 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c256, %c384) step (%c1, %c1) {
    %x = memref.load %in[%i, %j] : memref<256x384xf32>
    memref.store %x, %out[%i, %j] : memref<256x384xf32>
  }
  return
}

func.func @turned(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
    %x = memref.load %in[%i, %j] : memref<?x?xf32>
    memref.store %x, %out[%j, %i] : memref<?x?xf32>
  }
  return
}

// Reads a matrix that lies in tiles of 16 x 8, writes every second row of a plain one.
func.func @untiled(%in: memref<8x32x16x8xf32>, %out: memref<256x256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c128, %c256) step (%c1, %c1) {
    %a = arith.divui %i, %c16 : index
    %b = arith.divui %j, %c8 : index
    %c = arith.remui %i, %c16 : index
    %d = arith.remui %j, %c8 : index
    %x = memref.load %in[%a, %b, %c, %d] : memref<8x32x16x8xf32>
    %row = arith.muli %i, %c2 : index
    memref.store %x, %out[%row, %j] : memref<256x256xf32>
  }
  return
}

func.func @two_steps(%in: memref<128x96xf32>, %between: memref<128x96xf32>, %out: memref<128x96xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %c128 = arith.constant 128 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c128, %c96) step (%c1, %c1) {
    %x = memref.load %in[%i, %j] : memref<128x96xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %between[%i, %j] : memref<128x96xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c128, %c96) step (%c1, %c1) {
    %x = memref.load %between[%i, %j] : memref<128x96xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %out[%i, %j] : memref<128x96xf32>
  }
  return
}
