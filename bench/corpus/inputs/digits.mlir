// Chains of delinearize and linearize, as a compiler leaves them that distributes tensors over threads, and the same
// as floor divisions and remainders.
//
// let: clean = canonicalize, cse
// corpus: written
// corpus: split = affine-expand-index-ops-as-affine
// corpus: expanded = affine-expand-index-ops
// corpus: arith = $split, lower-affine
// corpus: narrow = $expanded, func.func(arith-int-range-narrowing{int-bitwidths-supported=32}), $clean
// corpus: unsigned = $expanded, func.func(arith-unsigned-when-equivalent), $clean
// corpus: clean_arith = $clean, lower-affine, int-range-optimizations, $clean

func.func @round_trip(%in: memref<4x8x16xf32>, %out: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %c512 step %c1 {
    %d:3 = affine.delinearize_index %i into (4, 8, 16) : index, index, index
    %k = affine.linearize_index disjoint [%d#0, %d#1, %d#2] by (4, 8, 16) : index
    %x = memref.load %in[%d#0, %d#1, %d#2] : memref<4x8x16xf32>
    memref.store %x, %out[%k] : memref<512xf32>
  }
  return
}

// 128 lanes over a tile of 32 x 64, four values each.
func.func @lanes(%in: memref<32x64xf32>, %out: memref<64x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c512 = arith.constant 512 : index
  %lane = gpu.thread_id x upper_bound 128
  scf.for %i = %c0 to %c4 step %c1 {
    %k = affine.linearize_index disjoint [%i, %lane] by (4, 128) : index
    %d:2 = affine.delinearize_index %k into (32, 16) : index, index
    %j = affine.apply affine_map<(d0) -> (d0 * 4)>(%d#1)
    %x = memref.load %in[%d#0, %j] : memref<32x64xf32>
    memref.store %x, %out[%j, %d#0] : memref<64x32xf32>
  }
  return
}

// Reshape (6, 10, 14) to (15, 56).
func.func @reshaped(%in: memref<6x10x14xf32>, %out: memref<15x56xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      scf.for %k = %c0 to %c14 step %c1 {
        %flat = affine.linearize_index disjoint [%i, %j, %k] by (6, 10, 14) : index
        %d:2 = affine.delinearize_index %flat into (15, 56) : index, index
        %x = memref.load %in[%i, %j, %k] : memref<6x10x14xf32>
        memref.store %x, %out[%d#0, %d#1] : memref<15x56xf32>
      }
    }
  }
  return
}

// The same with sizes that only the caller knows.
func.func @dynamic(%in: memref<?x?xf32>, %out: memref<?xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.muli %m, %n overflow<nsw> : index
  scf.for %i = %c0 to %size step %c1 {
    %d:2 = affine.delinearize_index %i into (%m, %n) : index, index
    %turned = affine.linearize_index disjoint [%d#1, %d#0] by (%n, %m) : index
    %x = memref.load %in[%d#0, %d#1] : memref<?x?xf32>
    memref.store %x, %out[%turned] : memref<?xf32>
  }
  return
}

// Warps of a workgroup, then lanes of a warp, then vectors of a lane.
func.func @distributed(%in: memref<128x128xf16>, %out: memref<128x128xf16>, %step: index) {
  %thread = gpu.thread_id x upper_bound 256
  %block = gpu.block_id x upper_bound 1024
  %w:3 = affine.delinearize_index %thread into (4, 2, 32) : index, index, index
  %l:2 = affine.delinearize_index %w#2 into (4, 8) : index, index
  %b:2 = affine.delinearize_index %block into (32, 32) : index, index
  %row = affine.apply affine_map<(w, l, s) -> (w * 32 + l * 8 + s mod 8)>(%w#0, %l#0, %step)
  %column = affine.linearize_index disjoint [%w#1, %l#1, %b#1] by (2, 8, 8) : index
  %x = memref.load %in[%row, %column] : memref<128x128xf16>
  %to = affine.apply affine_map<(b, r) -> ((r + b) mod 128)>(%b#0, %row)
  memref.store %x, %out[%to, %column] : memref<128x128xf16>
  return
}

// Floors and ceilings of a dynamic size, as tiling writes them.
func.func @bounds(%n: index, %out: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tiles = affine.apply affine_map<()[s0] -> (s0 ceildiv 24)>()[%n]
  scf.for %i = %c0 to %tiles step %c1 {
    %start = affine.apply affine_map<(d0) -> (d0 * 24)>(%i)
    %size = affine.min affine_map<(d0)[s0] -> (24, d0 * -24 + s0)>(%i)[%n]
    %last = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%start, %size)
    %group = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
    %odd = affine.apply affine_map<(d0) -> (d0 mod 3)>(%i)
    memref.store %last, %out[%group] : memref<?xindex>
    memref.store %size, %out[%odd] : memref<?xindex>
    memref.store %start, %out[%i] : memref<?xindex>
  }
  return
}
