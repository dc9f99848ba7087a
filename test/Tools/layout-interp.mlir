// The judge of tile programs, as a command.
// RUN: split-file %s %t
// RUN: layout-interp %t/tile.mlir --job %t/job.json | FileCheck %s --check-prefix=HELD
// RUN: layout-interp %t/tile.mlir %t/threads.mlir --job %t/job.json | FileCheck %s --check-prefix=RIGHT
// RUN: not layout-interp %t/tile.mlir %t/wrong.mlir --job %t/job.json | FileCheck %s --check-prefix=WRONG
// RUN: layout-interp mutate %t/tile.mlir %t/threads.mlir --job %t/job.json | FileCheck %s --check-prefix=MUTATE
// RUN: not layout-interp %t/tile.mlir --job %t/none.json 2>&1 | FileCheck %s --check-prefix=COUNT

// Programs of the generator mean the same after upstream's passes; a pass that is not there is told.
// RUN: layout-interp fuzz --count 24 --shared --mma --threads 128 --passes canonicalize,cse --out %t/found | FileCheck %s --check-prefix=FUZZ
// RUN: layout-interp fuzz --count 1 --passes no-such-pass --out %t/found | FileCheck %s --check-prefix=REFUSED

// Types of memory seen by narrower elements, in which dimensions have one stride; and a reduction by a region that meets no numbers.
// RUN: layout-interp fuzz --mixed --print --seed 331 --count 1 | layout-opt -o /dev/null
// RUN: layout-interp fuzz --mixed --print --seed 376 --count 1 | layout-opt -o /dev/null
// RUN: layout-interp fuzz --mixed --print --seed 530 --count 1 | layout-opt -o /dev/null
// RUN: layout-interp fuzz --mixed --print --seed 4604 --count 1 | layout-opt -o /dev/null
// RUN: layout-interp fuzz --mixed --seed 207078 --count 1 --out %t/found | FileCheck %s --check-prefix=REGION
// REGION: {{^}}1 right

// However many judge at once, the same is told in the same order, and the same programs are kept. Here barriers are missing.
// DEFINE: %{races} = --count 28 --seed 5 --shared --dense --threads 8 --schedules 1 --passes layout-select,layout-place,layout-distribute
// RUN: rm -rf %t/one %t/several
// RUN: not layout-interp fuzz %{races} --jobs 1 --out %t/one > %t/one.txt
// RUN: not layout-interp fuzz %{races} --jobs 3 --out %t/several > %t/several.txt
// RUN: FileCheck %s --check-prefix=RACES --input-file %t/one.txt
// RUN: diff %t/one.txt %t/several.txt
// RUN: diff -r %t/one %t/several
// RACES: p{{[0-9]+}}: p{{.*}}.out.mlir:{{.*}} a race:

// What JSON has no numbers for is a text; what is no job is said by its field.
// RUN: layout-interp %t/tile.mlir --job '{"arguments": [{"values": ["nan", "inf", "-inf", 0]}, {}]}' | FileCheck %s --check-prefix=NONE
// RUN: not layout-interp %t/tile.mlir --job '{"arguments": [{"values": [1, 2, 3, 4]}, {"values": ["NaN"]}]}' 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not layout-interp %t/tile.mlir --job '{"arguments": [{"value": [1]}, {}]}' 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: not layout-interp %t/tile.mlir --job '{"arguments": [{"shape": [3]}, {}]}' 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not layout-interp %t/tile.mlir --job '{"grid": [1], "arguments": [5]}' 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not layout-interp %t/tile.mlir --job '{"grid": [1], "arguments": []}' 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not layout-interp %t/tile.mlir --job '{"args": []}' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not layout-interp %t/tile.mlir --job '{"arguments": [{"values": [NaN]}]}' 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not layout-interp %t/integers.mlir --job '{"arguments": [{"values": ["nan"]}]}' 2>&1 | FileCheck %s --check-prefix=INTEGER
// NONE: {"shape": [2, 2], "values": ["nan", "inf", "-inf", 0]}
// NONE-NEXT: {"shape": [2, 2], "values": ["nan", "-inf", "inf", 0]}
// TEXT: error: the job's `arguments[1].values` is not read: invalid value: string "NaN", expected a number or "nan" or "inf" or "-inf"
// FIELD: error: the job's `arguments[0].value` is not read: invalid type: sequence, expected a number or "nan" or "inf" or "-inf"
// ARGUMENT: error: the job's `arguments[0]` is not read: invalid type: integer `5`, expected an object
// SHAPE: error: argument 0 of @transpose: the shape [3], of a memref of 2x2
// GRID: error: the job's `grid` is not read: invalid length 1, expected an array of length 3
// NAME: error: the job's `args` is not read: unknown field `args`, expected one of `function`, `grid`, `threads`, `arguments`
// JSON: error: the job is not read: expected value at line 1
// INTEGER: error: argument 0 of @f: not supported by the interpreter: NaN as an integer

// HELD: {"shape": [2, 2], "values": [1, 2, 3, 4]}
// HELD-NEXT: {"shape": [2, 2], "values": [1, 3, 2, 4]}
// RIGHT: right: 8 elements compared
// WRONG: wrong: argument 1 at [0, 1]: 2 instead of 3
// MUTATE: barrier left out: 1 wrong, 1 noticed; 0 leave the same, 0 decide nothing
// COUNT: error: @transpose takes 2 arguments and the job gives 0
// FUZZ: 24 right ({{[0-9]+}} elements compared, {{[0-9]+}} too close to tell), 0 wrong
// FUZZ-NEXT: 0 refused
// FUZZ-NEXT: 0 without a verdict
// REFUSED: 1 refused
// REFUSED-NEXT: no-such-pass

//--- job.json
{"arguments": [{"values": [1, 2, 3, 4]}, {}]}
//--- none.json
{"arguments": []}
//--- tile.mlir
func.func @transpose(%from: memref<2x2xf32>, %to: memref<2x2xf32>) attributes {layout.threads = 4 : i64} {
  %0 = arith.constant 0 : index
  %t = layout.load %from[%0, %0] : memref<2x2xf32> -> tensor<2x2xf32>
  %u = layout.transpose %t [1, 0] : tensor<2x2xf32> -> tensor<2x2xf32>
  layout.store %u, %to[%0, %0] : tensor<2x2xf32>, memref<2x2xf32>
  return
}
//--- integers.mlir
func.func @f(%m: memref<2xi32>) attributes {layout.threads = 4 : i64} {
  return
}
//--- threads.mlir
func.func @transpose(%from: memref<2x2xf32>, %to: memref<2x2xf32>) attributes {gpu.known_block_size = array<i32: 4, 1, 1>} {
  %t = gpu.thread_id x
  %2 = arith.constant 2 : index
  %buffer = memref.alloc() : memref<2x2xf32, 3>
  %i = arith.divui %t, %2 : index
  %j = arith.remui %t, %2 : index
  %v = memref.load %from[%i, %j] : memref<2x2xf32>
  memref.store %v, %buffer[%i, %j] : memref<2x2xf32, 3>
  gpu.barrier
  %w = memref.load %buffer[%j, %i] : memref<2x2xf32, 3>
  memref.store %w, %to[%i, %j] : memref<2x2xf32>
  return
}
//--- wrong.mlir
func.func @transpose(%from: memref<2x2xf32>, %to: memref<2x2xf32>) attributes {gpu.known_block_size = array<i32: 4, 1, 1>} {
  %t = gpu.thread_id x
  %2 = arith.constant 2 : index
  %buffer = memref.alloc() : memref<2x2xf32, 3>
  %i = arith.divui %t, %2 : index
  %j = arith.remui %t, %2 : index
  %v = memref.load %from[%i, %j] : memref<2x2xf32>
  memref.store %v, %buffer[%i, %j] : memref<2x2xf32, 3>
  gpu.barrier
  %w = memref.load %buffer[%i, %j] : memref<2x2xf32, 3>
  memref.store %w, %to[%i, %j] : memref<2x2xf32>
  return
}
