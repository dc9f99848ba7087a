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
/// A loop of two stages, whose copies two blocks issue for each other.
const MULTICAST: [&str; 2] =
    [include_str!("Inputs/multicast.mlir"), include_str!("Inputs/multicast.threads.mlir")];
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

/// What is found of copies for two blocks, under orders in which they run.
fn of_blocks(threads: &str, rows: usize) -> Result<usize, String> {
    let job = format!(
        r#"{{"grid": [2, 1, 1], "arguments": [{{"seed": 5, "shape": [{rows}, 8], "skew": 16}}, {{}}]}}"#
    );
    judged(MULTICAST[0], threads, &job)
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
    for rows in [1, 16, 50, 64, 100] {
        assert_eq!(of_blocks(MULTICAST[1], rows), Ok(8 * rows + 256));
    }
}

/// What blocks do for each other, left out or changed.
#[test]
fn what_blocks_do_for_each_other_is_noticed() {
    let [tile, threads] = MULTICAST;
    let lines: Vec<&str> = threads.lines().collect();
    let numbered = |words: &str, number: usize| {
        let found = lines.iter().enumerate().filter(|(_, line)| line.contains(words)).nth(number);
        found.unwrap_or_else(|| panic!("{words}")).0
    };
    // The barriers of the cluster at the beginning and in the end, of both programs.
    let meetings = |numbers: [usize; 2], instead: &str| {
        let mut out = lines.clone();
        for number in numbers {
            out[numbered("nvvm.cluster.arrive", number)] = "";
            out[numbered("nvvm.cluster.wait", number)] = instead;
        }
        out.join("\n")
    };
    let first = |line: usize, from: &str, to: &str| {
        let mut out = lines.clone();
        let changed = changed(out[line], from, to);
        out[line] = &changed;
        out.join("\n")
    };
    let mut left = Vec::new();
    let copy = numbered("multicast_mask", 1);
    for (program, said) in [
        (meetings([0, 2], "gpu.barrier"), &["a race: ", "an mbarrier that nobody has initialized", "nobody wrote"][..]),
        (meetings([1, 3], ""), &["which may be under way when its own one ends", "has ended"]),
        // A slot is filled that threads of the other block still read: they do not say when they have left it, or nobody waits.
        (without(threads, "nvvm.mbarrier.arrive %", 0), &["waits for ever"]),
        (without(threads, "nvvm.mbarrier.arrive %", 1), &["waits for ever"]),
        (without(threads, "try_wait", 0), &["a race: ", "is under way", "all of this phase have arrived"]),
        (without(threads, "nvvm.bar.warp.sync", 0), &["a race: "]),
        (changed(threads, "nvvm.mbarrier.init %17, %c4_i32", "nvvm.mbarrier.init %17, %c1_i32"), &["a race: ", "is under way", "all of this phase have arrived", "waits for ever"]),
        // Arrivals at the own block alone, or at the other one.
        (first(numbered("nvvm.mapa", 1), "%c1_i32 :", "%c0_i32 :"), &["all of this phase have arrived", "waits for ever", "a race: ", "with no fence to it behind"]),
        // A share for one block, or the same one of both blocks.
        (first(copy, "multicast_mask = %c3_i16", "multicast_mask = %one").replace("%c3_i16 = arith", "%one = arith.constant 1 : i16\n%c3_i16 = arith"), &["waits for ever", "a race: ", "is under way", "nobody has waited"]),
        (changed(threads, "%cluster_block_id_x = gpu.cluster_block_id  x upper_bound 2", "%cluster_block_id_x = arith.constant 0 : index"), &["is under way", "a race: "]),
        (changed(threads, "arith.constant 3 : i16", "arith.constant 7 : i16"), &["a copy to the blocks 0b111 of a cluster that has 2"]),
        (changed(threads, "arith.constant 3 : i16", "arith.constant 0 : i16"), &["a copy to the blocks 0b0 of a cluster that has 2"]),
        (first(numbered("nvvm.mapa", 0), "%c0_i32 :", "%c-1_i32 :"), &["an address in a block of no rank of a cluster that has 2"]),
        // One waits at the own mbarriers.
        (first(numbered("try_wait", 1), "try_wait.parity %26", "try_wait.parity %far").replace("          nvvm.mbarrier.try_wait.parity %far", "%other_rank = arith.constant 1 : i32\n%far7 = nvvm.mapa %26, %other_rank : !llvm.ptr<3> -> !llvm.ptr<7>\n%far = llvm.addrspacecast %far7 : !llvm.ptr<7> to !llvm.ptr<3>\nnvvm.mbarrier.try_wait.parity %far"), &["waits at an mbarrier of another block"]),
        (without(threads, "nvvm.fence.mbarrier.init", 0), &["arrives relaxed at the barrier of the cluster behind nvvm.mbarrier.init"]),
        (changed(&without(threads, "nvvm.fence.mbarrier.init", 0), "arrive.relaxed", "arrive"), &["with no fence to it behind"]),
    ] {
        let found = of_blocks(&program, 50).err().unwrap_or_default();
        if !said.iter().any(|said| found.contains(said)) {
            left.push(format!("{said:?}: {found}"));
        }
    }
    assert!(left.is_empty(), "{left:#?}");
    let job: Job = serde_json::from_str(
        r#"{"grid": [2, 1, 1], "arguments": [{"seed": 5, "shape": [50, 8], "skew": 16}, {}]}"#,
    )
    .unwrap();
    let (tile, threads) =
        (Program::parse("tile.mlir", tile).unwrap(), Program::parse("threads.mlir", threads).unwrap());
    let all = mutate(&tile, &threads, &job, 1, 100, |change| !change.is_of_values()).unwrap().unwrap();
    assert_eq!(all.survivors().count(), 0, "{:?}", all.survivors().collect::<Vec<_>>());
    assert_eq!(all.counts["arrival left out"].tried, 4);
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
