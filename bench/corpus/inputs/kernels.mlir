// Kernels as tile compilers emit them: program numbers, 32-bit offsets, lanes and warps.
//
// let: clean = canonicalize, cse
// corpus: written
// corpus: narrow = gpu.module(gpu.func(arith-int-range-narrowing{int-bitwidths-supported=32})), cse
// corpus: unrolled = gpu.module(gpu.func(test-loop-unrolling{unroll-factor=2})), cse

gpu.module @kernels {
  // Blocks of a product in groups of 8 rows of blocks, as Triton's tutorial orders them; unknown sizes, 32 bits.
  gpu.func @grouped_blocks(%out: memref<?xf32>, %m: i32, %n: i32, %x: f32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %c63 = arith.constant 63 : i32
    %c64 = arith.constant 64 : i32
    %block = gpu.block_id x
    %pid = arith.index_cast %block : index to i32
    %m63 = arith.addi %m, %c63 : i32
    %rows = arith.divsi %m63, %c64 : i32
    %n63 = arith.addi %n, %c63 : i32
    %columns = arith.divsi %n63, %c64 : i32
    %group_size = arith.muli %columns, %c8 : i32
    %group = arith.divsi %pid, %group_size : i32
    %first = arith.muli %group, %c8 : i32
    %left = arith.subi %rows, %first : i32
    %height = arith.minsi %left, %c8 : i32
    %within = arith.remsi %pid, %group_size : i32
    %r = arith.remsi %within, %height : i32
    %row = arith.addi %first, %r : i32
    %column = arith.divsi %within, %height : i32
    %row64 = arith.muli %row, %c64 : i32
    %start = arith.muli %row64, %n : i32
    %column64 = arith.muli %column, %c64 : i32
    %offset = arith.addi %start, %column64 : i32
    %at = arith.index_cast %offset : i32 to index
    memref.store %x, %out[%at] : memref<?xf32>
    gpu.return
  }

  // What a lane holds of an operand of mma.m16n8k16, in a tile of 64 x 32 with 4 warps.
  gpu.func @fragments(%in: memref<2048xf16>, %out: memref<?xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c31 = arith.constant 31 : i32
    %c32 = arith.constant 32 : i32
    %c5 = arith.constant 5 : i32
    %c3 = arith.constant 3 : i32
    %thread = gpu.thread_id x
    %tid = arith.index_castui %thread : index to i32
    %lane = arith.andi %tid, %c31 : i32
    %warp = arith.shrui %tid, %c5 : i32
    %quad = arith.shrui %lane, %c2 : i32
    %in_quad = arith.andi %lane, %c3 : i32
    %pair = arith.muli %in_quad, %c2 : i32
    %top = arith.muli %warp, %c16 : i32
    %row = arith.addi %top, %quad : i32
    %row8 = arith.addi %row, %c8 : i32
    %line = arith.muli %row, %c32 : i32
    %line8 = arith.muli %row8, %c32 : i32
    %a = arith.addi %line, %pair : i32
    %b = arith.addi %line8, %pair : i32
    %c = arith.addi %a, %c8 : i32
    %d = arith.addi %b, %c8 : i32
    %ai = arith.index_castui %a : i32 to index
    %bi = arith.index_castui %b : i32 to index
    %ci = arith.index_castui %c : i32 to index
    %di = arith.index_castui %d : i32 to index
    %x = memref.load %in[%ai] : memref<2048xf16>
    %y = memref.load %in[%bi] : memref<2048xf16>
    %z = memref.load %in[%ci] : memref<2048xf16>
    %w = memref.load %in[%di] : memref<2048xf16>
    %xy = arith.addf %x, %y : f16
    %zw = arith.addf %z, %w : f16
    %sum = arith.addf %xy, %zw : f16
    memref.store %sum, %out[%thread] : memref<?xf16>
    gpu.return
  }

  // A 128 x 64 tile through shared memory under an exclusive-or, 8 rows a step.
  gpu.func @staged(%in: memref<?xf32>, %out: memref<?xf32>, %pitch: index)
      workgroup(%shared: memref<8192xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c7 = arith.constant 7 : index
    %c16 = arith.constant 16 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %thread = gpu.thread_id x
    %block = gpu.block_id x
    %row = arith.divui %thread, %c16 : index
    %column4 = arith.remui %thread, %c16 : index
    %column = arith.muli %column4, %c4 : index
    scf.for %k = %c0 to %c8 step %c1 {
      %down = arith.muli %k, %c16 : index
      %r = arith.addi %row, %down : index
      %from_row = arith.muli %r, %pitch : index
      %block_column = arith.muli %block, %c64 : index
      %from_column = arith.addi %block_column, %column : index
      %from = arith.addi %from_row, %from_column : index
      %x = memref.load %in[%from] : memref<?xf32>
      %line = arith.muli %r, %c64 : index
      %phase = arith.andi %r, %c7 : index
      %shift = arith.shli %phase, %c2 : index
      %place = arith.xori %column, %shift : index
      %to = arith.addi %line, %place : index
      memref.store %x, %shared[%to] : memref<8192xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %k = %c0 to %c8 step %c1 {
      %down = arith.muli %k, %c16 : index
      %r = arith.addi %row, %down : index
      %line = arith.muli %r, %c64 : index
      %phase = arith.remui %r, %c8 : index
      %shift = arith.muli %phase, %c4 : index
      %place = arith.xori %column, %shift : index
      %to = arith.addi %line, %place : index
      %x = memref.load %shared[%to] : memref<8192xf32, #gpu.address_space<workgroup>>
      memref.store %x, %out[%to] : memref<?xf32>
    }
    gpu.return
  }

  // A grid-stride loop over a tensor of three dimensions.
  gpu.func @grid_stride(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c256 = arith.constant 256 : index
    %c12 = arith.constant 12 : index
    %c49 = arith.constant 49 : index
    %thread = gpu.thread_id x
    %block = gpu.block_id x
    %blocks = gpu.grid_dim x
    %start = arith.muli %block, %c256 : index
    %first = arith.addi %start, %thread : index
    %step = arith.muli %blocks, %c256 : index
    scf.for %i = %first to %n step %step {
      %c = arith.remui %i, %c12 : index
      %rest = arith.divui %i, %c12 : index
      %p = arith.remui %rest, %c49 : index
      %b = arith.divui %rest, %c49 : index
      %b12 = arith.muli %b, %c12 : index
      %bc = arith.addi %b12, %c : index
      %bc49 = arith.muli %bc, %c49 : index
      %to = arith.addi %bc49, %p : index
      %x = memref.load %in[%i] : memref<?xf32>
      memref.store %x, %out[%to] : memref<?xf32>
    }
    gpu.return
  }

  // Pairs rotated by an angle, heads of 128, half and half; 64-bit offsets.
  gpu.func @rotary(%q: memref<?xf32>, %angles: memref<?xf32>, %heads: i64, %tokens: i64) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c64 = arith.constant 64 : i64
    %c128 = arith.constant 128 : i64
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %thread = arith.index_castui %t : index to i64
    %block = arith.index_castui %b : index to i64
    %token = arith.divui %block, %heads : i64
    %head = arith.remui %block, %heads : i64
    %before = arith.muli %token, %heads : i64
    %which = arith.addi %before, %head : i64
    %base = arith.muli %which, %c128 : i64
    %low = arith.addi %base, %thread : i64
    %high = arith.addi %low, %c64 : i64
    %line = arith.muli %token, %c64 : i64
    %angle = arith.addi %line, %thread : i64
    %li = arith.index_cast %low : i64 to index
    %hi = arith.index_cast %high : i64 to index
    %an = arith.index_cast %angle : i64 to index
    %x = memref.load %q[%li] : memref<?xf32>
    %y = memref.load %q[%hi] : memref<?xf32>
    %f = memref.load %angles[%an] : memref<?xf32>
    %xf = arith.mulf %x, %f : f32
    %yf = arith.mulf %y, %f : f32
    memref.store %yf, %q[%li] : memref<?xf32>
    memref.store %xf, %q[%hi] : memref<?xf32>
    gpu.return
  }

  // A page table: the page of a token, the place in the page.
  gpu.func @paged(%table: memref<?xi32>, %cache: memref<?xf32>, %out: memref<?xf32>, %length: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %c128 = arith.constant 128 : i32
    %t = gpu.thread_id x
    %b = gpu.block_id y
    %tid = arith.index_castui %t : index to i32
    %head = arith.index_castui %b : index to i32
    scf.for %token = %c0 to %length step %c1 : i32 {
      %page = arith.divsi %token, %c16 : i32
      %place = arith.remsi %token, %c16 : i32
      %pi = arith.index_cast %page : i32 to index
      %physical = memref.load %table[%pi] : memref<?xi32>
      %page_start = arith.muli %physical, %c16 : i32
      %slot = arith.addi %page_start, %place : i32
      %slot8 = arith.muli %slot, %c16 : i32
      %line = arith.addi %slot8, %head : i32
      %line128 = arith.muli %line, %c128 : i32
      %at = arith.addi %line128, %tid : i32
      %ai = arith.index_cast %at : i32 to index
      %x = memref.load %cache[%ai] : memref<?xf32>
      memref.store %x, %out[%t] : memref<?xf32>
    }
    gpu.return
  }

  // A product of convolution windows and filters whose rows and columns are found from one number each; 32 bits.
  gpu.func @implicit_product(%in: memref<?xf32>, %out: memref<?xf32>, %pitch: i32) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 512, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c9 = arith.constant 9 : i32
    %c56 = arith.constant 56 : i32
    %c58 = arith.constant 58 : i32
    %c256 = arith.constant 256 : i32
    %c288 = arith.constant 288 : i32
    %c3136 = arith.constant 3136 : i32
    %c3364 = arith.constant 3364 : i32
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %tid = arith.index_castui %t : index to i32
    %bid = arith.index_castui %b : index to i32
    %first = arith.muli %bid, %c256 : i32
    %pixel = arith.addi %first, %tid : i32
    %image = arith.divui %pixel, %c3136 : i32
    %within = arith.remui %pixel, %c3136 : i32
    %y = arith.divui %within, %c56 : i32
    %x = arith.remui %within, %c56 : i32
    scf.for %k = %c0 to %c288 step %c1 : i32 {
      %channel = arith.divui %k, %c9 : i32
      %window = arith.remui %k, %c9 : i32
      %dy = arith.divui %window, %c3 : i32
      %dx = arith.remui %window, %c3 : i32
      %yy = arith.addi %y, %dy : i32
      %xx = arith.addi %x, %dx : i32
      %line = arith.muli %yy, %c58 : i32
      %place = arith.addi %line, %xx : i32
      %plane = arith.muli %channel, %c3364 : i32
      %in_image = arith.addi %plane, %place : i32
      %start = arith.muli %image, %pitch : i32
      %at = arith.addi %start, %in_image : i32
      %ai = arith.index_cast %at : i32 to index
      %v = memref.load %in[%ai] : memref<?xf32>
      %to = arith.muli %pixel, %c288 : i32
      %slot = arith.addi %to, %k : i32
      %si = arith.index_cast %slot : i32 to index
      memref.store %v, %out[%si] : memref<?xf32>
    }
    gpu.return
  }

  // A tile of 32 x 32 transposed through lines of 33; 8 rows a step, unknown sizes, the edge under a mask.
  gpu.func @transposed(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %rows: index, %columns: index)
      workgroup(%tile: memref<32x33xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 8, 1>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %left = arith.muli %bx, %c32 : index
    %top = arith.muli %by, %c32 : index
    %column = arith.addi %left, %tx : index
    %row_out = arith.addi %left, %ty : index
    %column_out = arith.addi %top, %tx : index
    scf.for %k = %c0 to %c32 step %c8 {
      %r = arith.addi %ty, %k : index
      %row = arith.addi %top, %r : index
      %in_rows = arith.cmpi ult, %row, %rows : index
      %in_columns = arith.cmpi ult, %column, %columns : index
      %inside = arith.andi %in_rows, %in_columns : i1
      scf.if %inside {
        %x = memref.load %in[%row, %column] : memref<?x?xf32>
        memref.store %x, %tile[%r, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.barrier
    scf.for %k = %c0 to %c32 step %c8 {
      %r = arith.addi %ty, %k : index
      %row = arith.addi %row_out, %k : index
      %in_rows = arith.cmpi ult, %row, %columns : index
      %in_columns = arith.cmpi ult, %column_out, %rows : index
      %inside = arith.andi %in_rows, %in_columns : i1
      scf.if %inside {
        %x = memref.load %tile[%tx, %r] : memref<32x33xf32, #gpu.address_space<workgroup>>
        memref.store %x, %out[%row, %column_out] : memref<?x?xf32>
      }
    }
    gpu.return
  }

  // A sum over a block of 512, halves at a time.
  gpu.func @halved(%in: memref<?xf32>, %out: memref<?xf32>)
      workgroup(%sums: memref<512xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %c256 = arith.constant 256 : i32
    %c512 = arith.constant 512 : i32
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %tid = arith.index_castui %t : index to i32
    %bid = arith.index_castui %b : index to i32
    %start = arith.muli %bid, %c512 : i32
    %low = arith.addi %start, %tid : i32
    %high = arith.addi %low, %c256 : i32
    %li = arith.index_castui %low : i32 to index
    %hi = arith.index_castui %high : i32 to index
    %x = memref.load %in[%li] : memref<?xf32>
    %y = memref.load %in[%hi] : memref<?xf32>
    %xy = arith.addf %x, %y : f32
    memref.store %xy, %sums[%t] : memref<512xf32, #gpu.address_space<workgroup>>
    scf.for %step = %c0 to %c8 step %c1 : i32 {
      gpu.barrier
      %width = arith.shrui %c256, %step : i32
      %half = arith.shrui %width, %c1 : i32
      %active = arith.cmpi ult, %tid, %half : i32
      scf.if %active {
        %other = arith.addi %tid, %half : i32
        %oi = arith.index_castui %other : i32 to index
        %a = memref.load %sums[%t] : memref<512xf32, #gpu.address_space<workgroup>>
        %c = memref.load %sums[%oi] : memref<512xf32, #gpu.address_space<workgroup>>
        %ac = arith.addf %a, %c : f32
        memref.store %ac, %sums[%t] : memref<512xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.barrier
    %first = arith.constant 0 : index
    %sum = memref.load %sums[%first] : memref<512xf32, #gpu.address_space<workgroup>>
    memref.store %sum, %out[%b] : memref<?xf32>
    gpu.return
  }
}
