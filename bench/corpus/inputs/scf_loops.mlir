// Loops of scf: peeled, specialized, their ranges folded, unrolled, extracted; with
// index and with i32 counters.
//
// corpus: written
// corpus: peeled = func.func(scf-for-loop-peeling), canonicalize
// corpus: specialized = func.func(scf-for-loop-specialization)
// corpus: folded = func.func(scf-for-loop-range-folding)
// corpus: unrolled = func.func(test-loop-unrolling{unroll-factor=3})
// corpus: unrolled_clean = $unrolled, canonicalize, cse
// corpus: fixed_trips = func.func(test-extract-fixed-outer-loops{test-outer-loop-sizes=7})
// corpus: narrow = func.func(arith-int-range-narrowing{int-bitwidths-supported=32})

func.func @strips(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %here = affine.min affine_map<(i)[n] -> (64, n - i)>(%i)[%n]
    scf.for %j = %c0 to %here step %c1 {
      %k = arith.addi %i, %j : index
      %x = memref.load %in[%k] : memref<?xf32>
      memref.store %x, %out[%k] : memref<?xf32>
    }
  }
  return
}

func.func @interleaved(%in: memref<512xf32>, %out: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  scf.for %i = %c0 to %c256 step %c1 {
    %even = arith.muli %i, %c2 : index
    %odd = arith.addi %even, %c1 : index
    %high = arith.addi %i, %c256 : index
    %x = memref.load %in[%even] : memref<512xf32>
    %y = memref.load %in[%odd] : memref<512xf32>
    memref.store %x, %out[%i] : memref<512xf32>
    memref.store %y, %out[%high] : memref<512xf32>
  }
  return
}

// A ring buffer behind a running position.
func.func @ring(%ring: memref<96xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c95 = arith.constant 95 : index
  %c96 = arith.constant 96 : index
  scf.for %i = %c0 to %n step %c1 {
    %slot = arith.remui %i, %c96 : index
    %older = arith.addi %i, %c95 : index
    %before = arith.remui %older, %c96 : index
    %x = memref.load %ring[%slot] : memref<96xf32>
    %y = memref.load %ring[%before] : memref<96xf32>
    %d = arith.subf %x, %y : f32
    memref.store %d, %out[%i] : memref<?xf32>
  }
  return
}

func.func @counters_i32(%in: memref<?xf32>, %out: memref<?xf32>, %rows: i32, %columns: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %rows step %c1 : i32 {
    scf.for %j = %c0 to %columns step %c1 : i32 {
      %start = arith.muli %i, %columns : i32
      %flat = arith.addi %start, %j : i32
      %down = arith.muli %j, %rows : i32
      %turned = arith.addi %down, %i : i32
      %from = arith.index_cast %flat : i32 to index
      %to = arith.index_cast %turned : i32 to index
      %x = memref.load %in[%from] : memref<?xf32>
      memref.store %x, %out[%to] : memref<?xf32>
    }
  }
  return
}

func.func @pyramid(%out: memref<?xindex>, %levels: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %levels step %c4 {
    scf.for %j = %i to %levels step %c1 {
      %next = arith.addi %i, %c1 : index
      %square = arith.muli %i, %next : index
      %half = arith.shrui %square, %c1 : index
      %k = arith.addi %half, %j : index
      memref.store %k, %out[%k] : memref<?xindex>
    }
  }
  return
}
