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
    let all = mutate(&tile, &threads, &job, 2, 100, |_| true).unwrap().unwrap();
    let barriers = all.counts["barrier left out"];
    assert_eq!((barriers.tried, barriers.noticed, barriers.idle), (3, 3, 0));
    assert_eq!(all.survivors().count(), 0);
    // One that orders nothing is known to do so, and noticed neither.
    let more = THREADS.replace("    return", "    gpu.barrier\n    return");
    let threads = Program::parse("threads.mlir", &more).unwrap();
    let barriers =
        mutate(&tile, &threads, &job, 2, 100, |_| true).unwrap().unwrap().counts["barrier left out"];
    assert_eq!((barriers.tried, barriers.noticed, barriers.idle), (3, 3, 1));
}

/// Two stages ahead of each other: rows are copied while the one before is added.
const PIPELINE: &str = "func.func @f(%m: memref<4x64xi32>, %o: memref<64xi32>) attributes {gpu.known_block_size = array<i32: 16, 1, 1>} {
    %t = gpu.thread_id x
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.constant 2 : index
    %4 = arith.constant 4 : index
    %16 = arith.constant 16 : index
    %z = arith.constant 0 : i32
    %s = memref.alloc() : memref<2x64xi32, 3>
    %q = arith.muli %t, %4 : index
    %k0 = nvgpu.device_async_copy %m[%0, %q], %s[%0, %q], 4 : memref<4x64xi32> to memref<2x64xi32, 3>
    %g0 = nvgpu.device_async_create_group %k0
    %r:4 = scf.for %k = %0 to %4 step %1 iter_args(%a = %z, %b = %z, %c = %z, %d = %z) -> (i32, i32, i32, i32) {
      %n = arith.addi %k, %1 : index
      %more = arith.cmpi ult, %n, %4 : index
      scf.if %more {
        %to = arith.remui %n, %2 : index
        %kn = nvgpu.device_async_copy %m[%n, %q], %s[%to, %q], 4 : memref<4x64xi32> to memref<2x64xi32, 3>
      }
      %gn = nvgpu.device_async_create_group
      nvgpu.device_async_wait %gn {numGroups = 1 : i32}
      gpu.barrier
      %own = arith.remui %k, %2 : index
      %t1 = arith.addi %t, %16 : index
      %t2 = arith.addi %t1, %16 : index
      %t3 = arith.addi %t2, %16 : index
      %va = memref.load %s[%own, %t] : memref<2x64xi32, 3>
      %vb = memref.load %s[%own, %t1] : memref<2x64xi32, 3>
      %vc = memref.load %s[%own, %t2] : memref<2x64xi32, 3>
      %vd = memref.load %s[%own, %t3] : memref<2x64xi32, 3>
      gpu.barrier
      %sa = arith.addi %a, %va : i32
      %sb = arith.addi %b, %vb : i32
      %sc = arith.addi %c, %vc : i32
      %sd = arith.addi %d, %vd : i32
      scf.yield %sa, %sb, %sc, %sd : i32, i32, i32, i32
    }
    %u1 = arith.addi %t, %16 : index
    %u2 = arith.addi %u1, %16 : index
    %u3 = arith.addi %u2, %16 : index
    memref.store %r#0, %o[%t] : memref<64xi32>
    memref.store %r#1, %o[%u1] : memref<64xi32>
    memref.store %r#2, %o[%u2] : memref<64xi32>
    memref.store %r#3, %o[%u3] : memref<64xi32>
    return
  }";

#[test]
fn each_barrier_wait_and_commit_of_a_pipeline_is_noticed() {
    let tile =
        "func.func @f(%m: memref<4x64xi32>, %o: memref<64xi32>) attributes {layout.threads = 16 : i64} {
        %0 = arith.constant 0 : index
        %t = layout.load %m[%0, %0] : memref<4x64xi32> -> tensor<4x64xi32>
        %s = layout.reduce addi %t dim 0 : tensor<4x64xi32> -> tensor<64xi32>
        layout.store %s, %o[%0] : tensor<64xi32>, memref<64xi32>
        return
      }";
    let job: Job = serde_json::from_str(JOB).unwrap();
    let tile = Program::parse("tile.mlir", tile).unwrap();
    let threads = Program::parse("threads.mlir", PIPELINE).unwrap();
    let all = mutate(&tile, &threads, &job, 2, 100, |_| true).unwrap().unwrap();
    for (kind, count) in [
        ("barrier left out", 2),
        ("commit left out", 2),
        ("guard left out", 1),
        ("wait left out", 1),
        ("wait weaker by one", 1),
    ] {
        assert_eq!((all.counts[kind].tried, all.counts[kind].noticed), (count, count), "{kind}");
    }
    assert_eq!(all.survivors().count(), 0);
}

/// What a thread sees of flat memory by a layout, of so many elements.
fn seen(layout: &str, elements: usize) -> Result<usize, String> {
    let threads = format!(
        "func.func @f(%m: memref<64xf32>, %o: memref<64xf32>) attributes {{gpu.known_block_size = array<i32: 64, 1, 1>}} {{
    %t = gpu.thread_id x
    %0 = arith.constant 0 : index
    %32 = arith.constant 32 : index
    %c = arith.cmpi ult, %t, %32 : index
    %s = memref.alloc() : memref<{elements}xf32, 3>
    %b = builtin.unrealized_conversion_cast %s : memref<{elements}xf32, 3> to memref<7x8xf32, #layout<{layout}>, 3>
    scf.if %c {{
      %v = memref.load %m[%t] : memref<64xf32>
      memref.store %v, %b[%0, %0] : memref<7x8xf32, #layout<{layout}>, 3>
      %u = memref.load %b[%0, %0] : memref<7x8xf32, #layout<{layout}>, 3>
      %q = arith.addi %t, %32 : index
      %w = memref.load %m[%q] : memref<64xf32>
      %x = arith.addf %v, %w : f32
      memref.store %x, %o[%t] : memref<64xf32>
    }}
    return
  }}"
    );
    verdict(&threads)
}

#[test]
fn memory_that_a_layout_reaches_is_there() {
    let beyond = "a conversion to memory beyond that converted";
    for (layout, elements, is_there) in [
        ("(7,8):(8,1)", 56, true),
        ("(7,8):(8,1)", 55, false),
        ("(7,8):(9,1)", 56, false),
        // Of 64, which a swizzle may reach by its bits, it reaches 56.
        ("S<1,0,5> o 0 o (7,8):(8,1)", 56, true),
        ("S<1,0,5> o 0 o (7,8):(8,1)", 55, false),
        ("S<3,0,3> o 0 o (7,8):(8,1)", 55, false),
    ] {
        let seen = seen(layout, elements);
        let is_beyond = seen.as_ref().is_err_and(|error| error.contains(beyond));
        assert_eq!(is_beyond, !is_there, "{layout}, {elements}: {seen:?}");
    }
}
