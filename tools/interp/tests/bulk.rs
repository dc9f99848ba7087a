//! Copies by the engine that copies boxes: programs that are right, and the same with something left out or changed.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

use layout_tile_interp::job::Job;
use layout_tile_interp::judge::judge;
use layout_tile_interp::mutate::mutate;
use layout_tile_interp::read::program::Program;

/// A loop of two stages, written by passes.
const RING: [&str; 2] = [include_str!("Inputs/ring.mlir"), include_str!("Inputs/ring.threads.mlir")];
/// The same, of three stages, whose copies producers issue.
const PRODUCER: [&str; 2] = [RING[0], include_str!("Inputs/producer.threads.mlir")];
/// A buffer that threads write, and then the engine.
const FENCE: [&str; 2] = [include_str!("Inputs/fence.mlir"), include_str!("Inputs/fence.threads.mlir")];

/// A loop that stores by the engine from one buffer, and a store that the kernel ends with.
const STORE: [&str; 2] = [include_str!("Inputs/store.mlir"), include_str!("Inputs/store.threads.mlir")];

/// A loop that doubles memory in place: copied by the engine, stored by threads.
const PLACE: [&str; 2] = [include_str!("Inputs/place.mlir"), include_str!("Inputs/place.threads.mlir")];

/// A store by the engine.
const ALIKE: [&str; 2] = [include_str!("Inputs/alike.mlir"), include_str!("Inputs/alike.threads.mlir")];

fn placed(threads: &str, rows: usize) -> Result<usize, String> {
    let job = format!(r#"{{"arguments": [{{"seed": 3, "shape": [{rows}, 8]}}, {{"value": {rows}}}]}}"#);
    judged(PLACE[0], threads, &job)
}

fn stored(threads: &str, rows: [usize; 3]) -> Result<usize, String> {
    let shapes = rows.map(|rows| format!(r#"{{"seed": {rows}, "shape": [{rows}, 8]}}"#));
    judged(STORE[0], threads, &format!(r#"{{"arguments": [{}]}}"#, shapes.join(", ")))
}

fn verdict([tile, _]: [&str; 2], threads: &str, rows: usize) -> Result<usize, String> {
    let job = format!(r#"{{"arguments": [{{"seed": 5, "shape": [{rows}, 8], "skew": 16}}, {{}}]}}"#);
    judged(tile, threads, &job)
}

fn judged(tile: &str, threads: &str, job: &str) -> Result<usize, String> {
    let job: Job = serde_json::from_str(job).unwrap();
    let (tile, threads) =
        (Program::parse("tile.mlir", tile).unwrap(), Program::parse("threads.mlir", threads).unwrap());
    judge(&tile, &threads, &job, 6).unwrap().map(|c| c.right).map_err(|w| w.to_string())
}

/// A program without its line of a number among those with some words, from 0.
fn without(program: &str, words: &str, number: usize) -> String {
    let mut seen = 0;
    let kept = |line: &&str| {
        let is = line.contains(words);
        seen += usize::from(is);
        !(is && seen == number + 1)
    };
    let out: Vec<&str> = program.lines().filter(kept).collect();
    assert!(seen > number, "{words}");
    out.join("\n")
}

fn changed(program: &str, from: &str, to: &str) -> String {
    assert!(program.contains(from), "{from}");
    program.replace(from, to)
}

#[test]
fn what_passes_write_is_right() {
    for rows in [1, 8, 27, 32, 100] {
        assert_eq!(verdict(RING, RING[1], rows), Ok(8 * rows + 64));
        assert_eq!(verdict(PRODUCER, PRODUCER[1], rows), Ok(8 * rows + 64));
    }
    assert_eq!(verdict(FENCE, FENCE[1], 8), Ok(128));
}

/// Each kind of omission, and how often it was wrong: all of them are noticed.
fn omissions([tile, threads]: [&str; 2], rows: usize) -> Vec<(String, u64)> {
    omissions_of(
        [tile, threads],
        &format!(r#"{{"arguments": [{{"seed": 5, "shape": [{rows}, 8], "skew": 16}}, {{}}]}}"#),
    )
}

fn omissions_of([tile, threads]: [&str; 2], job: &str) -> Vec<(String, u64)> {
    let job: Job = serde_json::from_str(job).unwrap();
    let (tile, threads) =
        (Program::parse("tile.mlir", tile).unwrap(), Program::parse("threads.mlir", threads).unwrap());
    let all = mutate(&tile, &threads, &job, 1, 100, |change| !change.is_of_values()).unwrap().unwrap();
    assert_eq!(all.survivors().count(), 0, "{:?}", all.survivors().collect::<Vec<_>>());
    all.counts.into_iter().map(|(kind, count)| (kind, count.tried)).collect()
}

#[test]
fn each_arrival_fence_and_wait_that_is_left_out_is_noticed() {
    let kinds = ["arrival left out", "barrier left out", "fence left out", "wait left out"];
    let counts = |counts: [u64; 4]| kinds.map(str::to_owned).into_iter().zip(counts).collect::<Vec<_>>();
    assert_eq!(omissions(RING, 27), counts([2, 2, 1, 2]));
    assert_eq!(omissions(FENCE, 8), counts([1, 2, 1, 1]));
}

#[test]
fn what_is_left_out_is_noticed() {
    let [_, ring] = RING;
    for (program, said) in [
        // Before others use the mbarriers.
        (without(ring, "gpu.barrier", 0), "a race: "),
        // Before a slot is filled that others read.
        (without(ring, "gpu.barrier", 1), "a race: "),
        (without(ring, "try_wait", 0), "for which the thread has not waited"),
        // At the end of the kernel.
        (without(ring, "try_wait", 1), "which nobody has waited for"),
        (without(ring, "expect_tx", 0), "waits for ever"),
        (without(ring, "nvvm.fence.mbarrier.init", 0), "with no fence to it behind"),
    ] {
        let found = verdict(RING, &program, 27).unwrap_err();
        assert!(found.contains(said), "{said}: {found}");
    }
    let [_, ring] = PRODUCER;
    for (program, said) in [
        // Others use the mbarriers, and producers do not come to where they are known; or they do, and others do not.
        (without(ring, "gpu.barrier", 0), "waits for ever"),
        (without(ring, "gpu.barrier", 1), "a race: "),
        // A slot is filled that others still read, or nobody says that it is free.
        (without(ring, "try_wait", 0), "a race: "),
        (without(ring, "nvvm.bar.warp.sync", 0), "a race: "),
        (without(ring, "nvvm.mbarrier.arrive %", 0), "waits for ever"),
        (without(ring, "try_wait", 1), "for which the thread has not waited"),
        (without(ring, "nvvm.fence.mbarrier.init", 0), "with no fence to it behind"),
        // One of two warps is enough.
        (
            changed(ring, "nvvm.mbarrier.init %30, %c2_i32", "nvvm.mbarrier.init %30, %c1_i32"),
            "waits for ever",
        ),
    ] {
        let found = verdict(PRODUCER, &program, 27).unwrap_err();
        assert!(found.contains(said), "{said}: {found}");
    }
    for (program, said) in [
        (without(FENCE[1], "nvvm.fence.proxy", 0), "with no fence to it behind"),
        (without(FENCE[1], "gpu.barrier", 0), "a race: "),
        (without(FENCE[1], "gpu.barrier", 1), "a race: "),
    ] {
        let found = verdict(FENCE, &program, 8).unwrap_err();
        assert!(found.contains(said), "{said}: {found}");
    }
}

#[test]
fn what_is_wrong_is_noticed() {
    let [_, ring] = RING;
    for (program, said) in [
        (
            changed(ring, "%c256_i32 = arith.constant 256 : i32", "%c256_i32 = arith.constant 128 : i32"),
            "waits for ever",
        ),
        (changed(ring, "arith.xori %38, ", "arith.ori %38, "), ""),
        (changed(ring, "%c1_i32_16 = arith.constant 1 : i32", "%c1_i32_16 = arith.constant 2 : i32"), ""),
        // Every warp elects one, and all of the first warp.
        (changed(ring, "arith.andi %1, %2 : i1", "arith.andi %2, %2 : i1"), ""),
        (changed(ring, "arith.andi %1, %2 : i1", "arith.andi %1, %1 : i1"), ""),
        (changed(ring, "swizzle = 32", "swizzle = 0"), "argument 1 at"),
        (changed(ring, "array<i64: 8, 8>", "array<i64: 4, 8>"), ""),
        (changed(ring, "arith.addi %4, %57 : i64", "arith.addi %4, %c8_i64_35 : i64"), ""),
    ] {
        let found = verdict(RING, &program, 27).unwrap_err();
        assert!(found.contains(said), "{said}: {found}");
    }
}

#[test]
fn stores_are_right_or_noticed() {
    let [_, threads] = STORE;
    for rows in [[32, 32, 8], [27, 30, 5], [40, 19, 100]] {
        assert_eq!(stored(threads, rows), Ok(8 * rows.iter().sum::<usize>()));
    }
    for (program, said) in [
        // Before threads write to what the engine may read, and before it reads what they wrote.
        (without(threads, "gpu.barrier", 0), "a race: "),
        (without(threads, "gpu.barrier", 1), ""),
        // Before others read what was stored.
        (without(threads, "gpu.barrier", 2), ""),
        (without(threads, "gpu.barrier", 3), ""),
        (without(threads, "nvvm.fence.proxy", 0), "with no fence to it behind"),
        (without(threads, "nvvm.fence.proxy", 1), "with no fence to it behind"),
        // A wait is for what was committed.
        (without(threads, "commit.group", 0), ""),
        (without(threads, "commit.group", 1), "which nobody has waited for"),
        (without(threads, "wait_group", 0), "which the engine reads for a copy"),
        (without(threads, "wait_group", 1), "which nobody has waited for"),
        (changed(threads, "wait_group 0\n", "wait_group 0 {read}\n"), ""),
        (changed(threads, "wait_group 0\n", "wait_group 1\n"), ""),
        (changed(threads, "swizzle = 32", "swizzle = 0"), "argument 1 at"),
    ] {
        let found = stored(&program, [27, 30, 5]).unwrap_err();
        assert!(found.contains(said), "{said}: {found}");
    }
}

/// Who waits for a copy may write what the engine read for it, without a barrier; nobody else may, with one or without.
#[test]
fn what_the_engine_reads_is_written_behind_the_wait() {
    let [_, threads] = PLACE;
    for rows in [1, 8, 19, 24] {
        assert_eq!(placed(threads, rows), Ok(8 * rows));
    }
    // The same value, so that nothing is seen but the order.
    let early = |before: &str, after: &str| {
        let own = "memref<?x8xi32, #layout<(?,8):(8,1)>> to memref<?xi32>, index";
        let write = format!(
            "%early:2 = builtin.unrealized_conversion_cast %arg0 : {own}\n\
             %same = memref.load %early#0[%thread_id_x] : memref<?xi32>\n\
             memref.store %same, %early#0[%thread_id_x] : memref<?xi32>\n"
        );
        changed(threads, "nvvm.mbarrier.try_wait", &format!("{before}{write}{after}nvvm.mbarrier.try_wait"))
    };
    for program in [early("gpu.barrier\n", ""), early("gpu.barrier\n", "gpu.barrier\n")] {
        let found = placed(&program, 8).unwrap_err();
        assert!(found.contains("which the engine reads for a copy"), "{found}");
    }
    for (program, said) in [
        // Before the buffer is filled that others read.
        (without(threads, "gpu.barrier", 1), "a race: "),
        (without(threads, "try_wait", 0), "which nobody wrote"),
    ] {
        let found = placed(&program, 19).unwrap_err();
        assert!(found.contains(said), "{said}: {found}");
    }
    assert_eq!(
        omissions_of(PLACE, r#"{"arguments": [{"seed": 3, "shape": [19, 8]}, {"value": 19}]}"#).len(),
        4
    );
}

/// Blocks that the engine stores the same for, by one operation, need no order; others do.
#[test]
fn blocks_store_the_same() {
    let [tile, threads] = ALIKE;
    let job = r#"{"grid": [2, 1, 1], "arguments": [{"seed": 1}, {}]}"#;
    assert_eq!(judged(tile, threads, job), Ok(128));
    // Each block adds its number to what it stores.
    let store = threads.lines().find(|line| line.contains("memref.store")).unwrap();
    let value = store.split([' ', ',']).find(|word| word.starts_with('%')).unwrap();
    let own = format!(
        "%block = gpu.block_id x\n%number = arith.index_cast %block : index to i32\n\
         %own = arith.addi {value}, %number : i32\n{}",
        store.replace(value, "%own")
    );
    let found = judged(tile, &changed(threads, store, &own), job).unwrap_err();
    assert!(found.contains("for which the thread has not waited"), "{found}");
}
