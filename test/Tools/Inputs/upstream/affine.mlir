// Loops, maps and accesses of affine, of every kind that its passes take apart.
#layout = affine_map<(d0, d1) -> (d0 + d1, d0 floordiv 4)>
#inside = affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 - 1 >= 0)>

func.func @product(%a: memref<64x48xf32>, %b: memref<48x32xf32>, %c: memref<64x32xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %x = affine.load %a[%i, %k] : memref<64x48xf32>
        %y = affine.load %b[%k, %j] : memref<48x32xf32>
        %z = affine.load %c[%i, %j] : memref<64x32xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<64x32xf32>
      }
    }
  }
  return
}

func.func @producer_and_consumer(%in: memref<128xf32>, %out: memref<128xf32>) {
  %t = memref.alloc() : memref<128xf32>
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 128 {
    %x = affine.load %in[%i] : memref<128xf32>
    %y = arith.addf %x, %one : f32
    affine.store %y, %t[%i] : memref<128xf32>
  }
  affine.for %i = 0 to 128 {
    %x = affine.load %t[%i] : memref<128xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %out[%i] : memref<128xf32>
  }
  memref.dealloc %t : memref<128xf32>
  return
}

func.func @bounds(%n: index, %m: memref<?xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = affine.for %i = max affine_map<(d0) -> (0, d0 - 7)>(%n) to min affine_map<(d0) -> (100, d0)>(%n) step 3
      iter_args(%s = %zero) -> i32 {
    %t = affine.if #inside(%i)[%n] -> i32 {
      %x = affine.load %m[%i - 1] : memref<?xi32>
      affine.yield %x : i32
    } else {
      affine.yield %zero : i32
    }
    %u = arith.addi %s, %t : i32
    affine.yield %u : i32
  }
  return %r : i32
}

func.func @indices(%i: index, %j: index, %m: memref<8x16xf32, affine_map<(d0, d1) -> (d0 * 16 + d1 + 3)>>) -> (index, index, index, f32) {
  %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) floordiv 2 + d1 mod 3)>(%i, %j)
  %1 = affine.min affine_map<(d0)[s0] -> (d0 + s0, 12)>(%i)[%j]
  %2 = affine.max #layout(%i, %j)
  %l = affine.linearize_index disjoint [%i, %j] by (8, 16) : index
  %d:2 = affine.delinearize_index %l into (8, 16) : index, index
  %x = affine.load %m[%i, %j] : memref<8x16xf32, affine_map<(d0, d1) -> (d0 * 16 + d1 + 3)>>
  %k = arith.addi %2, %d#1 : index
  return %0, %1, %k, %x : index, index, index, f32
}

func.func @parallel(%a: memref<32x8xf32>, %b: memref<32x8xf32>) -> f32 {
  affine.parallel (%i, %j) = (0, 0) to (32, 8) step (1, 2) {
    %v = affine.vector_load %a[%i, %j] : memref<32x8xf32>, vector<2xf32>
    affine.vector_store %v, %b[%i, %j] : memref<32x8xf32>, vector<2xf32>
  }
  %s = affine.parallel (%i) = (0) to (32) reduce ("addf") -> f32 {
    %x = affine.load %b[%i, 0] : memref<32x8xf32>
    affine.yield %x : f32
  }
  affine.prefetch %a[0, 1], read, locality<3>, data : memref<32x8xf32>
  return %s : f32
}

func.func @copies(%a: memref<256x256xf32>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 256 : index
  %t = memref.alloc() : memref<256xf32, 2>
  %tag = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 256 {
    affine.dma_start %a[%i, %c0], %t[%c0], %tag[%c0], %n : memref<256x256xf32>, memref<256xf32, 2>, memref<1xi32>
    affine.dma_wait %tag[%c0], %n : memref<1xi32>
    affine.for %j = 0 to 256 {
      %x = affine.load %t[%j] : memref<256xf32, 2>
      "other.use"(%x, %i) : (f32, index) -> ()
    }
  }
  return
}

func.func @unused_and_constant(%m: memref<10xf32>) {
  %c = arith.constant 4 : index
  affine.for %i = 5 to 6 {
    %x = affine.load %m[%i + symbol(%c)] : memref<10xf32>
    %y = affine.load %m[%c] : memref<10xf32>
    affine.store %y, %m[%i] : memref<10xf32>
  }
  return
}
