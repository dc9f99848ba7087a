//! A tile program against programs of threads: right ones, wrong ones, and right ones of
//! which an operation that orders memory is left out.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

use layout_tile_interp::job::Job;
use layout_tile_interp::judge::judge;
use layout_tile_interp::mutate::mutate;
use layout_tile_interp::read::program::Program;

const JOB: &str = r#"{"arguments": [{"seed": 5}, {}]}"#;

const TILE: &str =
    "func.func @f(%m: memref<64xf32>, %o: memref<64xf32>) attributes {layout.threads = 64 : i64} {
    %0 = arith.constant 0 : index
    %t = layout.load %m[%0] : memref<64xf32> -> tensor<64xf32>
    %r = layout.reshape %t : tensor<64xf32> -> tensor<2x32xf32>
    %s = layout.reduce addf %r dim 0 : tensor<2x32xf32> -> tensor<32xf32>
    layout.store %s, %o[%0] : tensor<32xf32>, memref<64xf32>
    return
  }";

/// Two stages through one buffer, which the second must not overwrite too early.
const THREADS: &str = "func.func @f(%m: memref<64xf32>, %o: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %32 = arith.constant 32 : index
    %s = memref.alloc() : memref<64xf32, 3>
    %c = arith.cmpi ult, %t, %32 : index
    %v = memref.load %m[%t] : memref<64xf32>
    memref.store %v, %s[%t] : memref<64xf32, 3>
    gpu.barrier
    %q = arith.xori %t, %32 : index
    %w = memref.load %s[%q] : memref<64xf32, 3>
    %x = arith.addf %v, %w : f32
    gpu.barrier
    memref.store %x, %s[%t] : memref<64xf32, 3>
    gpu.barrier
    scf.if %c {
      %y = memref.load %s[%q] : memref<64xf32, 3>
      memref.store %y, %o[%t] : memref<64xf32>
    }
    return
  }";

fn verdict(threads: &str) -> Result<usize, String> {
    let job: Job = serde_json::from_str(JOB).unwrap();
    let tile = Program::parse("tile.mlir", TILE).unwrap();
    let threads = Program::parse("threads.mlir", threads).unwrap();
    judge(&tile, &threads, &job, 3).unwrap().map(|c| c.right).map_err(|w| w.to_string())
}

#[test]
fn right_in_any_order_of_the_sum() {
    assert_eq!(verdict(THREADS), Ok(128));
}

#[test]
fn wrong_values_are_told() {
    let said = verdict(&THREADS.replace("arith.addf %v, %w", "arith.subf %v, %w")).unwrap_err();
    assert!(said.contains("argument 1 at [0]") && said.contains("within"), "{said}");
    let said =
        verdict(&THREADS.replace("scf.if %c {", "%true = arith.constant true\n scf.if %true {")).unwrap_err();
    assert!(said.contains("argument 1 at [32]") && said.contains("does not write"), "{said}");
    let said = verdict(&THREADS.replace("memref.store %y, %o[%t] : memref<64xf32>", "")).unwrap_err();
    assert!(said.contains("nobody wrote it"), "{said}");
}

#[test]
fn each_barrier_that_is_left_out_is_noticed() {
    let job: Job = serde_json::from_str(JOB).unwrap();
    let tile = Program::parse("tile.mlir", TILE).unwrap();
    let threads = Program::parse("threads.mlir", THREADS).unwrap();
    let all = mutate(&tile, &threads, &job, 2).unwrap().unwrap();
    assert_eq!(all.len(), 3);
    for mutation in all {
        assert!(mutation.noticed.is_some(), "right without {}", mutation.op);
    }
    // One that orders nothing is not noticed.
    let more = THREADS.replace("    return", "    gpu.barrier\n    return");
    let threads = Program::parse("threads.mlir", &more).unwrap();
    let all = mutate(&tile, &threads, &job, 2).unwrap().unwrap();
    assert_eq!(all.iter().filter(|m| m.noticed.is_none()).count(), 1);
}
