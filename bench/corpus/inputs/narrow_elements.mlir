// Elements of 4 bits in bytes or words: upstream finds the byte and the shift.
//
// corpus: bytes = func.func(test-emulate-narrow-int{arith-compute-bitwidth=1 memref-load-bitwidth=8 disable-atomic-rmw=true})
// corpus: bytes_arith = $bytes, lower-affine
// corpus: bytes_clean = $bytes_arith, canonicalize, cse
// corpus: words = func.func(test-emulate-narrow-int{arith-compute-bitwidth=1 memref-load-bitwidth=32 disable-atomic-rmw=true}), lower-affine

// Packs a matrix and reads it back transposed.
func.func @packed(%in: memref<32x48xi32>, %out: memref<48x32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %packed = memref.alloca() : memref<32x48xi4>
  scf.for %i = %c0 to %c32 step %c1 {
    scf.for %j = %c0 to %c48 step %c1 {
      %x = memref.load %in[%i, %j] : memref<32x48xi32>
      %y = arith.trunci %x : i32 to i4
      memref.store %y, %packed[%i, %j] : memref<32x48xi4>
    }
  }
  scf.for %i = %c0 to %c48 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %x = memref.load %packed[%j, %i] : memref<32x48xi4>
      %y = arith.extsi %x : i4 to i32
      memref.store %y, %out[%i, %j] : memref<48x32xi32>
    }
  }
  return
}

// Elements of any place in a line of unknown length, 8 behind each other.
func.func @windows(%n: index, %start: index, %fill: i32, %out: memref<?x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %line = memref.alloca(%n) : memref<?xi4>
  scf.for %i = %c0 to %n step %c1 {
    %number = arith.index_cast %i : index to i32
    %x = arith.addi %number, %fill : i32
    %y = arith.trunci %x : i32 to i4
    memref.store %y, %line[%i] : memref<?xi4>
  }
  scf.for %i = %c0 to %n step %c8 {
    %row = arith.divui %i, %c8 : index
    scf.for %j = %c0 to %c8 step %c1 {
      %a = arith.addi %i, %j : index
      %b = arith.addi %a, %start : index
      %x = memref.load %line[%b] : memref<?xi4>
      %y = arith.extsi %x : i4 to i32
      memref.store %y, %out[%row, %j] : memref<?x8xi32>
    }
  }
  return
}
