// Arithmetic that has little or nothing to gain: what a pass leaves of it must be no more than was there, in the types
// and with the flags that were there.
//
// let: clean = canonicalize, cse
// corpus: written
// corpus: rolled_out = func.func(test-loop-unrolling{unroll-factor=2})

// Comparisons of 32-bit values beside an address: both stay 32 bits wide.
func.func @guarded(%rows: i32, %limit: i32, %out: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : i32
  %block = gpu.block_id y
  %number = arith.index_castui %block : index to i32
  %inside = arith.cmpi slt, %number, %limit : i32
  %some = arith.cmpi sgt, %rows, %zero : i32
  scf.if %inside {
    %product = arith.muli %rows, %number : i32
    %at = arith.index_cast %product : i32 to index
    scf.if %some {
      memref.store %x, %out[%at] : memref<?xf32>
    }
  }
  return
}

// The same in 64 bits, in a loop: a comparison of positions that no address uses.
func.func @masked(%position: i64, %scores: memref<?xf32>, %stride: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %window = arith.constant 256 : i64
  %start = arith.muli %stride, %c32 overflow<nsw> : index
  %oldest = arith.subi %position, %window : i64
  scf.for %i = %c0 to %c24 step %c1 {
    %group = arith.divsi %i, %c4 : index
    %at = arith.addi %start, %group overflow<nsw> : index
    %time = arith.index_cast %i : index to i64
    %recent = arith.cmpi sgt, %time, %oldest : i64
    scf.if %recent {
      memref.store %x, %scores[%at] : memref<?xf32>
    }
  }
  return
}

// One quotient gets cheaper; the product beside it keeps its flag.
func.func @one_of_two(%out: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c40 = arith.constant 40 : index
  %c96 = arith.constant 96 : index
  %base = arith.muli %n, %c96 overflow<nsw> : index
  %second = arith.addi %base, %c96 overflow<nsw> : index
  scf.for %i = %c0 to %c40 step %c1 {
    %q = arith.divsi %i, %c8 : index
    memref.store %x, %out[%q] : memref<?xf32>
    memref.store %x, %out[%base] : memref<?xf32>
    memref.store %x, %out[%second] : memref<?xf32>
  }
  return
}

// A difference to a constant, a minimum, and a sum whose parts have no bit in common.
func.func @strips(%out: memref<48x200xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c200 = arith.constant 200 : index
  scf.for %i = %c0 to %c200 step %c16 {
    %rest = arith.subi %c200, %i : index
    %width = arith.minsi %rest, %c16 : index
    scf.for %j = %c0 to %width step %c1 {
      %column = arith.addi %i, %j : index
      memref.store %x, %out[%c0, %column] : memref<48x200xf32>
    }
  }
  return
}

// Floor division and remainder of a counter that is never negative, as lowered from affine maps.
func.func @floors(%out: memref<90x112xf32>, %x: f32) {
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c90 = arith.constant 90 : index
  %c112 = arith.constant 112 : index
  %c10080 = arith.constant 10080 : index
  scf.for %i = %c0 to %c10080 step %c1 {
    %r = arith.remsi %i, %c112 : index
    %r_negative = arith.cmpi slt, %r, %c0 : index
    %r_up = arith.addi %r, %c112 : index
    %column = arith.select %r_negative, %r_up, %r : index
    %negative = arith.cmpi slt, %i, %c0 : index
    %mirrored = arith.subi %c-1, %i : index
    %positive = arith.select %negative, %mirrored, %i : index
    %q = arith.divsi %positive, %c112 : index
    %down = arith.subi %c-1, %q : index
    %q_floor = arith.select %negative, %down, %q : index
    %s = arith.remsi %q_floor, %c90 : index
    %s_negative = arith.cmpi slt, %s, %c0 : index
    %s_up = arith.addi %s, %c90 : index
    %row = arith.select %s_negative, %s_up, %s : index
    memref.store %x, %out[%row, %column] : memref<90x112xf32>
  }
  return
}

// Sums that may wrap, and are meant to: a hash.
func.func @hash(%in: memref<?xi64>, %out: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shift = arith.constant 33 : i64
  %factor = arith.constant -49064778989728563 : i64
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %in[%i] : memref<?xi64>
    %a = arith.shrui %x, %shift : i64
    %b = arith.xori %x, %a : i64
    %c = arith.muli %b, %factor : i64
    %d = arith.shrui %c, %shift : i64
    %e = arith.xori %c, %d : i64
    memref.store %e, %out[%i] : memref<?xi64>
  }
  return
}

// An index that travels through a loop, and one through a branch.
func.func @carried(%in: memref<?xf32>, %out: memref<?xf32>, %n: index, %stride: index, %flag: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %start = scf.if %flag -> index {
    %a = arith.muli %stride, %c3 : index
    scf.yield %a : index
  } else {
    scf.yield %stride : index
  }
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%at = %start) -> index {
    %x = memref.load %in[%at] : memref<?xf32>
    memref.store %x, %out[%i] : memref<?xf32>
    %next = arith.addi %at, %stride : index
    scf.yield %next : index
  }
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %out[%end] : memref<?xf32>
  return
}

// Bytes taken apart and put together.
func.func @bytes(%in: memref<?xi32>, %out: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %c255 = arith.constant 255 : i32
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %in[%i] : memref<?xi32>
    %low = arith.andi %x, %c255 : i32
    %up = arith.shrui %x, %c16 : i32
    %high = arith.andi %up, %c255 : i32
    %moved = arith.shli %low, %c8 : i32
    %both = arith.ori %moved, %high : i32
    memref.store %both, %out[%i] : memref<?xi32>
  }
  return
}
