// Steps of a language model's decoder as a compiler for CPUs leaves them: positions are i64 values, loops count in
// index, sizes are known only at run time.
//
// let: clean = canonicalize, cse
// corpus: written
// corpus: unrolled = func.func(test-loop-unrolling{unroll-factor=2}), $clean
// corpus: narrow = func.func(arith-int-range-narrowing{int-bitwidths-supported=32}), $clean

// Looks a token up in a table of embeddings; a negative token counts from the end.
func.func @embedding(%tokens: memref<?xi64>, %table: memref<?x?xf32>, %out: memref<?x?xf32>, %vocabulary: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %tokens, %c0 : memref<?xi64>
  %width = memref.dim %table, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %token = memref.load %tokens[%i] : memref<?xi64>
    %negative = arith.cmpi slt, %token, %zero : i64
    %wrapped = arith.addi %token, %vocabulary : i64
    %positive = arith.select %negative, %wrapped, %token : i64
    %row = arith.index_cast %positive : i64 to index
    scf.for %j = %c0 to %width step %c1 {
      %x = memref.load %table[%row, %j] : memref<?x?xf32>
      memref.store %x, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Writes a key into a cache of (layer, head, position, 64), as one line.
func.func @append(%cache: memref<?xf32>, %key: memref<12x64xf32>, %position: i64, %length: i64, %layer: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i64
  %last = arith.subi %length, %one : i64
  %clamped = arith.minsi %position, %last : i64
  %at = arith.index_cast %clamped : i64 to index
  %lines = arith.index_cast %length : i64 to index
  %skipped = arith.muli %layer, %c12 overflow<nsw> : index
  scf.for %h = %c0 to %c12 step %c1 {
    %head = arith.addi %skipped, %h overflow<nsw> : index
    %first = arith.muli %head, %lines overflow<nsw> : index
    %line = arith.addi %first, %at overflow<nsw> : index
    %start = arith.muli %line, %c64 overflow<nsw> : index
    scf.for %d = %c0 to %c64 step %c1 {
      %k = arith.addi %start, %d overflow<nsw> : index
      %x = memref.load %key[%h, %d] : memref<12x64xf32>
      memref.store %x, %cache[%k] : memref<?xf32>
    }
  }
  return
}

// Two query heads share a key head: which one is a division, and positions past the newest are skipped.
func.func @scores(%q: memref<12x64xf32>, %keys: memref<?xf32>, %out: memref<12x?xf32>, %position: i64, %capacity: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c12 = arith.constant 12 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i64
  %next = arith.addi %position, %one : i64
  %n = arith.index_cast %next : i64 to index
  scf.for %h = %c0 to %c12 step %c1 {
    %group = arith.divsi %h, %c6 : index
    %first = arith.muli %group, %capacity overflow<nsw> : index
    scf.for %t = %c0 to %n step %c1 {
      %line = arith.addi %first, %t overflow<nsw> : index
      %start = arith.muli %line, %c64 overflow<nsw> : index
      %time = arith.index_cast %t : index to i64
      %visible = arith.cmpi sle, %time, %position : i64
      scf.if %visible {
        scf.for %d = %c0 to %c64 step %c1 {
          %k = arith.addi %start, %d overflow<nsw> : index
          %x = memref.load %keys[%k] : memref<?xf32>
          %y = memref.load %q[%h, %d] : memref<12x64xf32>
          %old = memref.load %out[%h, %t] : memref<12x?xf32>
          %xy = arith.mulf %x, %y : f32
          %new = arith.addf %old, %xy : f32
          memref.store %new, %out[%h, %t] : memref<12x?xf32>
        }
      }
    }
  }
  return
}

// Rotary angles: the pair of a column, half the width away.
func.func @angles(%x: memref<?x128xf32>, %table: memref<?x64xf32>, %out: memref<?x128xf32>, %start: i64, %n: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %rows = arith.index_cast %n : i64 to index
  scf.for %i = %c0 to %rows step %c1 {
    %row = arith.index_cast %i : index to i64
    %position = arith.addi %row, %start : i64
    %p = arith.index_cast %position : i64 to index
    scf.for %j = %c0 to %c128 step %c1 {
      %angle = arith.remsi %j, %c64 : index
      %half = arith.divsi %j, %c64 : index
      %side = arith.subi %c1, %half : index
      %there = arith.muli %side, %c64 : index
      %pair = arith.addi %there, %angle : index
      %a = memref.load %table[%p, %angle] : memref<?x64xf32>
      %y = memref.load %x[%i, %pair] : memref<?x128xf32>
      %r = arith.mulf %a, %y : f32
      memref.store %r, %out[%i, %j] : memref<?x128xf32>
    }
  }
  return
}

// The place of an element in a tensor of four unknown sizes, and in the same tensor transposed.
func.func @strides(%in: memref<?xf32>, %out: memref<?xf32>, %b: i64, %s: i64, %h: i64, %d: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  scf.for %i = %c0 to %b step %c1 : i64 {
    scf.for %j = %c0 to %s step %c1 : i64 {
      scf.for %k = %c0 to %h step %c1 : i64 {
        scf.for %l = %c0 to %d step %c1 : i64 {
          %0 = arith.muli %i, %s : i64
          %1 = arith.addi %0, %j : i64
          %2 = arith.muli %1, %h : i64
          %3 = arith.addi %2, %k : i64
          %4 = arith.muli %3, %d : i64
          %5 = arith.addi %4, %l : i64
          %6 = arith.muli %i, %h : i64
          %7 = arith.addi %6, %k : i64
          %8 = arith.muli %7, %s : i64
          %9 = arith.addi %8, %j : i64
          %10 = arith.muli %9, %d : i64
          %11 = arith.addi %10, %l : i64
          %from = arith.index_cast %5 : i64 to index
          %to = arith.index_cast %11 : i64 to index
          %x = memref.load %in[%from] : memref<?xf32>
          memref.store %x, %out[%to] : memref<?xf32>
        }
      }
    }
  }
  return
}
