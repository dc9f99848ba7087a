// Blocks that store the same to a place race by no rule: in PTX's model the byte of one of them stays. Blocks that store something else there
// race, and so does one that reads there, whatever it finds.
// RUN: layout-interp %s --job '{"function": "kernels::same", "grid": [2, 1, 1], "arguments": [{"shape": [4]}]}' | FileCheck %s --check-prefix=SAME
// RUN: not layout-interp %s --job '{"function": "kernels::other", "grid": [2, 1, 1], "arguments": [{"shape": [4]}]}' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not layout-interp %s --job '{"function": "kernels::reads", "grid": [2, 1, 1], "arguments": [{"shape": [4], "values": [7, 7, 7, 7]}]}' 2>&1 | FileCheck %s --check-prefix=RACE
// SAME-NOT: race
// SAME: 7
// RACE: a race: thread 0 of block
gpu.module @kernels {
  gpu.func @same(%m: memref<4xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %0 = arith.constant 0 : index
    %7 = arith.constant 7 : i32
    %b = gpu.block_id x
    %first = arith.cmpi eq, %b, %0 : index
    scf.if %first {
      memref.store %7, %m[%0] : memref<4xi32>
    } else {
      memref.store %7, %m[%0] : memref<4xi32>
    }
    gpu.return
  }
  gpu.func @other(%m: memref<4xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %0 = arith.constant 0 : index
    %7 = arith.constant 7 : i32
    %8 = arith.constant 8 : i32
    %b = gpu.block_id x
    %first = arith.cmpi eq, %b, %0 : index
    scf.if %first {
      memref.store %7, %m[%0] : memref<4xi32>
    } else {
      memref.store %8, %m[%0] : memref<4xi32>
    }
    gpu.return
  }
  gpu.func @reads(%m: memref<4xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %7 = arith.constant 7 : i32
    %b = gpu.block_id x
    %first = arith.cmpi eq, %b, %0 : index
    scf.if %first {
      memref.store %7, %m[%0] : memref<4xi32>
    } else {
      %x = memref.load %m[%0] : memref<4xi32>
      memref.store %x, %m[%1] : memref<4xi32>
    }
    gpu.return
  }
}
