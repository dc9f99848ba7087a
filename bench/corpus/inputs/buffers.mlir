// A local buffer taken three times, so that a step need not wait for the one before: the step's number modulo three
// says which.
//
// let: clean = canonicalize, cse
// corpus: tripled = test-multi-buffering{multiplier=3}
// corpus: tripled_arith = $tripled, fold-memref-alias-ops, lower-affine
// corpus: tripled_clean = $tripled_arith, $clean

func.func @lines(%in: memref<?x64xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %line = memref.alloc() : memref<64xf32>
  scf.for %i = %c0 to %n step %c1 {
    affine.for %j = 0 to 64 {
      %x = memref.load %in[%i, %j] : memref<?x64xf32>
      memref.store %x, %line[%j] : memref<64xf32>
    }
    affine.for %j = 0 to 64 {
      %back = affine.apply affine_map<(d0) -> (63 - d0)>(%j)
      %x = memref.load %line[%back] : memref<64xf32>
      memref.store %x, %out[%i] : memref<?xf32>
    }
  }
  return
}

func.func @strips(%in: memref<96x128xf32>, %out: memref<96x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c96 = arith.constant 96 : index
  %c128 = arith.constant 128 : index
  %strip = memref.alloc() : memref<4x128xf32>
  scf.for %i = %c0 to %c96 step %c4 {
    affine.for %r = 0 to 4 {
      affine.for %j = 0 to 128 {
        %row = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %r)
        %x = memref.load %in[%row, %j] : memref<96x128xf32>
        memref.store %x, %strip[%r, %j] : memref<4x128xf32>
      }
    }
    affine.for %r = 0 to 4 {
      affine.for %j = 0 to 128 {
        %row = affine.apply affine_map<(d0, d1) -> (d0 - d1 + 3)>(%i, %r)
        %x = memref.load %strip[%r, %j] : memref<4x128xf32>
        memref.store %x, %out[%row, %j] : memref<96x128xf32>
      }
    }
  }
  return
}
