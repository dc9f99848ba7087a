// Functions of tile code: one group of threads, of which all but tiles is the same in each.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

#t = #layout.tv<32:1, 4:32>
#s = #layout.tv<32:4, 4:1>

func.func @right(%t: tensor<8x16xf32, #t>, %c: i1, %n: index) -> tensor<8x16xf16, #t> attributes {layout.threads = 32 : i64} {
  %0 = arith.truncf %t : tensor<8x16xf32, #t> to tensor<8x16xf16, #t>
  %1 = arith.cmpf ogt, %t, %t : tensor<8x16xf32, #t>
  %2 = arith.select %1, %t, %t : tensor<8x16xi1, #t>, tensor<8x16xf32, #t>
  %3 = arith.select %c, %t, %t : tensor<8x16xf32, #t>
  %4 = arith.constant dense<0.0> : tensor<8x16xf32, #t>
  %5 = tensor.cast %t : tensor<8x16xf32, #t> to tensor<?x16xf32>
  %6 = gpu.block_id x
  %7 = nvvm.read.ptx.sreg.ctaid.x : i32
  %8 = scf.for %i = %n to %n step %n iter_args(%x = %t) -> (tensor<8x16xf32, #t>) {
    scf.yield %x : tensor<8x16xf32, #t>
  }
  return %0 : tensor<8x16xf16, #t>
}

// -----

// Outside of tile code nothing is stated, and nothing checked.
func.func @none(%t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>, %u: tensor<8x16xf32, #layout.tv<64:1, 2:64>>) {
  %0 = gpu.thread_id x
  return
}

// -----

func.func @one() attributes {layout.threads = 1 : i64} { return }
func.func @sixteen() attributes {layout.threads = 16 : i64} { return }
func.func @odd() attributes {layout.threads = 96 : i64} { return }
func.func private @declared() attributes {layout.threads = 128 : i64}
gpu.module @m {
  gpu.func @kernel() kernel attributes {layout.threads = 1024 : i64} { gpu.return }
}

// -----

// expected-error @+1 {{'func.func' op has layout.threads = 48 : i64, which must be an i64 from 1 to 1024: a multiple of 32, or 1, 2, 4, 8 or 16}}
func.func @threads() attributes {layout.threads = 48 : i64} { return }

// -----

// expected-error @+1 {{'func.func' op has layout.threads = 0 : i64, which must be}}
func.func @threads() attributes {layout.threads = 0 : i64} { return }

// -----

// expected-error @+1 {{'func.func' op has layout.threads = -32 : i64, which must be}}
func.func @threads() attributes {layout.threads = -32 : i64} { return }

// -----

// expected-error @+1 {{'func.func' op has layout.threads = 1056 : i64, which must be}}
func.func @threads() attributes {layout.threads = 1056 : i64} { return }

// -----

// expected-error @+1 {{'func.func' op has layout.threads = 32 : i32, which must be an i64}}
func.func @threads() attributes {layout.threads = 32 : i32} { return }

// -----

// expected-error @+1 {{'func.func' op has layout.threads = "32", which must be an i64}}
func.func @threads() attributes {layout.threads = "32"} { return }

// -----

// expected-error @+1 {{'builtin.module' op has layout.threads, which stands on functions: func.func or gpu.func}}
module attributes {layout.threads = 32 : i64} {}

// -----

// expected-error @+1 {{'func.func' op argument 1: tv<64:1, 2:64> is for 64 threads, and the group has 128; a last mode 2:0 of T would replicate it}}
func.func @group(%i: index, %t: tensor<8x16xf32, #layout.tv<64:1, 2:64>>) attributes {layout.threads = 128 : i64} { return }

// -----

func.func @group(%m: memref<8x16xf32>, %i: index) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'layout.load' op result 0: tv<64:1, 2:64> is for 64 threads, and the group has 32}}
  %t = layout.load %m[%i, %i] : memref<8x16xf32> -> tensor<8x16xf32, #layout.tv<64:1, 2:64>>
  return
}

// -----

// Inside regions too.
func.func @group(%c: i1) attributes {layout.threads = 32 : i64} {
  scf.if %c {
    // expected-error @+1 {{'arith.constant' op result 0: tv<64:1, 2:64> is for 64 threads}}
    %t = arith.constant dense<0.0> : tensor<8x16xf32, #layout.tv<64:1, 2:64>>
  }
  return
}

// -----

func.func @thread() attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'gpu.thread_id' op is different in each thread, and in a function with layout.threads everything but tiles is the same in all of them: use layout.iota for coordinates}}
  %0 = gpu.thread_id x
  return
}

// -----

func.func @thread() attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'gpu.lane_id' op is different in each thread}}
  %0 = gpu.lane_id
  return
}

// -----

gpu.module @m {
  gpu.func @thread() kernel attributes {layout.threads = 32 : i64} {
    // expected-error @+1 {{'gpu.subgroup_id' op is different in each thread}}
    %0 = gpu.subgroup_id : index
    gpu.return
  }
}

// -----

func.func @thread() attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'gpu.global_id' op is different in each thread}}
  %0 = gpu.global_id x
  return
}

// -----

func.func @thread() attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'nvvm.read.ptx.sreg.tid.y' op is different in each thread}}
  %0 = nvvm.read.ptx.sreg.tid.y : i32
  return
}

// -----

func.func @thread() attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'nvvm.read.ptx.sreg.laneid' op is different in each thread}}
  %0 = nvvm.read.ptx.sreg.laneid : i32
  return
}

// -----

func.func @thread() attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'nvvm.read.ptx.sreg.warpid' op is different in each thread}}
  %0 = nvvm.read.ptx.sreg.warpid : i32
  return
}

// -----

func.func @elementwise(%t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'arith.truncf' op computes in place, in one encoding, and has #layout.tv<32:1, 4:32> and #layout.tv<32:4, 4:1>: insert a layout.convert}}
  %0 = arith.truncf %t : tensor<8x16xf32, #layout.tv<32:1, 4:32>> to tensor<8x16xf16, #layout.tv<32:4, 4:1>>
  return
}

// -----

func.func @elementwise(%t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'arith.truncf' op computes in place, in one encoding, and has #layout.tv<32:1, 4:32> and no encoding}}
  %0 = arith.truncf %t : tensor<8x16xf32, #layout.tv<32:1, 4:32>> to tensor<8x16xf16>
  return
}

// -----

func.func @elementwise(%c: tensor<8x16xi1, #layout.tv<32:4, 4:1>>, %t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'arith.select' op computes in place, in one encoding, and has #layout.tv<32:4, 4:1> and #layout.tv<32:1, 4:32>}}
  %0 = "arith.select"(%c, %t, %t) : (tensor<8x16xi1, #layout.tv<32:4, 4:1>>, tensor<8x16xf32, #layout.tv<32:1, 4:32>>, tensor<8x16xf32, #layout.tv<32:1, 4:32>>) -> tensor<8x16xf32, #layout.tv<32:1, 4:32>>
  return
}

// -----

func.func @elementwise(%t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'math.fpowi' op computes in place, in one encoding}}
  %0 = "math.fpowi"(%t, %u) : (tensor<8x16xf32, #layout.tv<32:1, 4:32>>, tensor<8x16xi32, #layout.tv<32:4, 4:1>>) -> tensor<8x16xf32, #layout.tv<32:1, 4:32>>
  %u = arith.constant dense<2> : tensor<8x16xi32, #layout.tv<32:4, 4:1>>
  return
}

// -----

func.func @cast(%t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'tensor.cast' op changes the encoding from #layout.tv<32:1, 4:32> to #layout.tv<32:4, 4:1>, which is a move between threads: use layout.convert}}
  %0 = tensor.cast %t : tensor<8x16xf32, #layout.tv<32:1, 4:32>> to tensor<8x16xf32, #layout.tv<32:4, 4:1>>
  return
}

// -----

func.func @cast(%t: tensor<8x16xf32, #layout.tv<32:1, 4:32>>) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'tensor.cast' op changes the encoding from #layout.tv<32:1, 4:32> to no encoding}}
  %0 = tensor.cast %t : tensor<8x16xf32, #layout.tv<32:1, 4:32>> to tensor<8x16xf32>
  return
}

// -----

#t = #layout.tv<32:1, 4:32>
#s = #layout.tv<32:4, 4:1>
func.func @for(%t: tensor<8x16xf32, #t>, %n: index) attributes {layout.threads = 32 : i64} {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %t) -> (tensor<8x16xf32, #t>) {
    %y = layout.convert %x : tensor<8x16xf32, #t> -> tensor<8x16xf32, #s>
    // expected-error @+1 {{'scf.yield' op hands on value 0 in #layout.tv<32:4, 4:1>, and scf.for has it in #layout.tv<32:1, 4:32>: insert a layout.convert before}}
    scf.yield %y : tensor<8x16xf32, #s>
  }
  return
}

// -----

#t = #layout.tv<32:1, 4:32>
#s = #layout.tv<32:4, 4:1>
func.func @if(%t: tensor<8x16xf32, #t>, %u: tensor<8x16xf32, #s>, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = scf.if %c -> (tensor<8x16xf32, #t>) {
    scf.yield %t : tensor<8x16xf32, #t>
  } else {
    // expected-error @+1 {{'scf.yield' op hands on value 0 in #layout.tv<32:4, 4:1>, and scf.if has it in #layout.tv<32:1, 4:32>}}
    scf.yield %u : tensor<8x16xf32, #s>
  }
  return
}

// -----

#t = #layout.tv<32:1, 4:32>
#s = #layout.tv<32:4, 4:1>
func.func @while(%t: tensor<8x16xf32, #t>, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = scf.while (%x = %t) : (tensor<8x16xf32, #t>) -> tensor<8x16xf32, #s> {
    // expected-error @+1 {{'scf.condition' op hands on value 0 in #layout.tv<32:1, 4:32>, and scf.while has it in #layout.tv<32:4, 4:1>}}
    scf.condition(%c) %x : tensor<8x16xf32, #t>
  } do {
  ^bb0(%y: tensor<8x16xf32, #s>):
    %z = layout.convert %y : tensor<8x16xf32, #s> -> tensor<8x16xf32, #t>
    scf.yield %z : tensor<8x16xf32, #t>
  }
  return
}

// -----

// The encodings of what is carried forth and back may differ.
#t = #layout.tv<32:1, 4:32>
#s = #layout.tv<32:4, 4:1>
func.func @while(%t: tensor<8x16xf32, #t>, %c: i1) attributes {layout.threads = 32 : i64} {
  %0 = scf.while (%x = %t) : (tensor<8x16xf32, #t>) -> tensor<8x16xf32, #s> {
    %w = layout.convert %x : tensor<8x16xf32, #t> -> tensor<8x16xf32, #s>
    scf.condition(%c) %w : tensor<8x16xf32, #s>
  } do {
  ^bb0(%y: tensor<8x16xf32, #s>):
    // expected-error @+1 {{'scf.yield' op hands on value 0 in #layout.tv<32:4, 4:1>, and scf.while has it in #layout.tv<32:1, 4:32>}}
    scf.yield %y : tensor<8x16xf32, #s>
  }
  return
}

// -----

// What only some threads, or another number of them, would do.
func.func @elect(%m: memref<i32>) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'nvvm.elect.sync' op is different in each thread}}
  %p = nvvm.elect.sync -> i1
  return
}

// -----

func.func @clock() attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'nvvm.read.ptx.sreg.clock' op is different in each thread}}
  %p = nvvm.read.ptx.sreg.clock : i32
  return
}

// -----

func.func @atomic(%m: memref<i32>, %x: i32) attributes {layout.threads = 32 : i64} {
  // expected-error @+1 {{'memref.atomic_rmw' op would be done by each of the 32 threads, and in a function with layout.threads an operation is done once, by all of them together}}
  %p = memref.atomic_rmw addi %x, %m[] : (i32, memref<i32>) -> i32
  return
}

// -----

func.func @atomic_of_one(%m: memref<i32>, %x: i32) attributes {layout.threads = 1 : i64} {
  %p = memref.atomic_rmw addi %x, %m[] : (i32, memref<i32>) -> i32
  return
}
