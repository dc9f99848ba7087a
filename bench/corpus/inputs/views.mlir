// Subviews, reshapes and casts of memrefs, folded into the accesses or made into offsets and strides.
//
// corpus: folded = fold-memref-alias-ops
// corpus: folded_arith = $folded, lower-affine
// corpus: folded_clean = $folded, lower-affine, canonicalize, cse
// corpus: folded_narrow = $folded_clean, func.func(arith-int-range-narrowing{int-bitwidths-supported=32}), canonicalize, cse
// corpus: metadata = expand-strided-metadata, lower-affine
// corpus: flat = fold-memref-alias-ops, flatten-memref, lower-affine
// corpus: decomposed = fold-memref-alias-ops, func.func(test-decompose-affine-ops), lower-affine

// A block of a block, every other element of it.
func.func @block_of_block(%m: memref<64x96xf32>, %i: index, %j: index, %x: f32) {
  %a = memref.subview %m[%i, %j] [32, 48] [1, 2] : memref<64x96xf32> to memref<32x48xf32, strided<[96, 2], offset: ?>>
  %b = memref.subview %a[8, 4] [16, 16] [1, 2] : memref<32x48xf32, strided<[96, 2], offset: ?>>
    to memref<16x16xf32, strided<[96, 4], offset: ?>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %k = %c0 to %c16 step %c1 {
    memref.store %x, %b[%k, %k] : memref<16x16xf32, strided<[96, 4], offset: ?>>
  }
  return
}

func.func @dynamic_block(%m: memref<?x?xf32>, %i: index, %j: index, %h: index, %w: index, %s: index, %x: f32) {
  %a = memref.subview %m[%i, %j] [%h, %w] [%s, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %h step %c1 {
    scf.for %l = %c0 to %w step %c1 {
      memref.store %x, %a[%k, %l] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    }
  }
  return
}

// Heads of a sequence: 3 x 12 heads of 64 columns in one row.
func.func @heads(%m: memref<128x2304xf32>, %out: memref<128xf32>, %which: index, %head: index) {
  %split = memref.expand_shape %m [[0], [1, 2, 3]] output_shape [128, 3, 12, 64]
    : memref<128x2304xf32> into memref<128x3x12x64xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %x = memref.load %split[%i, %which, %head, %j] : memref<128x3x12x64xf32>
      memref.store %x, %out[%i] : memref<128xf32>
    }
  }
  return
}

func.func @merged(%m: memref<6x14x14x8xf32>, %out: memref<1176x8xf32>) {
  %flat = memref.collapse_shape %m [[0, 1, 2], [3]] : memref<6x14x14x8xf32> into memref<1176x8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c1176 = arith.constant 1176 : index
  scf.for %i = %c0 to %c1176 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %flat[%i, %j] : memref<1176x8xf32>
      memref.store %x, %out[%i, %j] : memref<1176x8xf32>
    }
  }
  return
}

func.func @resized(%m: memref<?x?xf32>, %out: memref<?xf32>, %n: index, %rows: index) {
  %parts = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%rows, 4, %n, 16]
    : memref<?x?xf32> into memref<?x4x?x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %parts[%i, %c3, %j, %c5] : memref<?x4x?x16xf32>
      memref.store %x, %out[%j] : memref<?xf32>
    }
  }
  return
}
