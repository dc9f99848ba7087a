//! Clusters: programs of tiles that read other blocks' memory, what judges threads by them, and boxes of the engine.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

mod common;
use common::clusters::{ARRIVE, BARRIER, WAIT, all_show, faults, job, kernel, sum, sums, tiles};
use common::{fault, program, scheduled, values};
use layout_tile_interp::job::Job;
use layout_tile_interp::judge::judge;
use layout_tile_interp::mutate::mutate;

#[test]
fn tile_programs() {
    for (blocks, size) in [(2, 2), (4, 4), (4, 2), (3, 1)] {
        assert_eq!(values(&tiles(blocks, size), &job(blocks)), sums(blocks, size));
    }
    assert!(fault(&tiles(3, 2), &job(3)).contains("no whole clusters"));
}

/// None goes on before all have read: a store behind the read is seen by nobody before.
#[test]
fn tile_programs_read_before_any_goes_on() {
    let text = tiles(2, 2).replace(
        "%n = arith.addi",
        "layout.store %z, %s[%0] : tensor<64xi32>, memref<64xi32, 3>\n%n = arith.addi",
    );
    // Both read rank 0 first; then all is 0.
    let wanted: Vec<String> = (0..64).chain(0..64).map(|i| i.to_string()).collect();
    assert_eq!(values(&text, &job(2)), wanted.join(" "));
}

#[test]
fn tile_programs_that_do_not_meet() {
    let read = "%p = \"layout.peer\"(%s, %0) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
        %w = layout.load %p[%0] : memref<64xi32, 7> -> tensor<64xi32>";
    let guarded = |other: &str| {
        tiles(2, 2).replace(
            "%sum =",
            &format!("%first = arith.cmpi eq, %rank, %0 : index\n scf.if %first {{ {read} }} else {{ {other} }}\n %sum ="),
        )
    };
    let said = fault(&guarded(""), &job(2));
    assert!(said.contains("block 0: waits for all blocks of the cluster, but block 1 is at"), "{said}");
    let said = fault(&guarded(&read.replace("%p", "%q")), &job(2));
    assert!(said.contains("but block 1 is at"), "{said}");
    let ends = guarded("").replace("to %size step", "to %0 step");
    let said = fault(&ends, &job(2));
    assert!(said.contains("block 0: waits for all blocks of the cluster, but block 1 has ended"), "{said}");
    // What looks at the type alone is none, and a store is told to be one.
    let load = "%w = layout.load %p[%0] : memref<64xi32, 7> -> tensor<64xi32>";
    let looks = guarded("").replacen(load, "%d = memref.dim %p, %0 : memref<64xi32, 7>", 1);
    assert_eq!(values(&looks, &job(2)), sums(2, 2));
    let stores = "layout.store %v, %p[%0] : tensor<64xi32>, memref<64xi32, 7>";
    let said = fault(&guarded("").replacen(load, stores, 1), &job(2));
    assert!(said.contains("is read only"), "{said}");
    // What reads nothing, since it is outside, is a meeting too.
    let outside = tiles(2, 2).replace("layout.load %p[%0]", "layout.load %p[%64]");
    assert!(values(&outside, &job(2)).starts_with("0 0 0"));
    let outside = guarded("")
        .replace("layout.load %p[%0]", "layout.load %p[%64]")
        .replace("to %size step", "to %0 step");
    assert!(fault(&outside, &job(2)).contains("but block 1 has ended"));
}

#[test]
fn tile_programs_only_read() {
    let changed = |from: &str, to: &str| {
        let text = tiles(2, 2);
        assert!(text.contains(from));
        fault(&text.replace(from, to), &job(2))
    };
    for index in ["%r", "%rank"] {
        for store in [
            "layout.store %a, %q[%0] : tensor<64xi32>, memref<64xi32, 7>",
            "%h = memref.memory_space_cast %q : memref<64xi32, 7> to memref<64xi32, 3>
             %token = layout.copy_async %m[%c], %h : memref<128xi32>, memref<64xi32, 3>
             layout.wait %token",
            "%h = memref.memory_space_cast %q : memref<64xi32, 7> to memref<64xi32>
             %token = layout.store_async %s, %h[%0] : memref<64xi32, 3>, memref<64xi32>
             layout.wait %token",
        ] {
            let store = format!(
                "%q = \"layout.peer\"(%s, {index}) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>\n{store}\n%n ="
            );
            let said = changed("%n =", &store);
            assert!(said.contains("is read only"), "{said}");
        }
    }
    let said = changed("\"layout.peer\"(%s, %r)", "\"layout.peer\"(%s, %64)");
    assert!(said.contains("block 64 of a cluster that has 2"), "{said}");
}

#[test]
fn threads_are_judged_by_tiles_and_each_barrier_is_needed() {
    let job: Job = serde_json::from_str(&job(4)).unwrap();
    let (tile, threads) = (program(&tiles(4, 2)).unwrap(), program(&kernel(4, 2, &sum(4))).unwrap());
    assert_eq!(judge(&tile, &threads, &job, 3).unwrap().map(|c| c.right), Ok(512));
    let all = mutate(&tile, &threads, &job, 2, 100, |_| true).unwrap().unwrap();
    let barriers = all.counts["barrier left out"];
    assert_eq!((barriers.tried, barriers.noticed, barriers.idle), (2, 2, 0));
    assert_eq!(all.survivors().count(), 0);
    // One that orders nothing, and one that orders threads of the block alone.
    let more = sum(4).replace("%sum =", &format!("{BARRIER}\n%sum ="));
    let threads = program(&kernel(4, 2, &more)).unwrap();
    let barriers =
        mutate(&tile, &threads, &job, 2, 100, |_| true).unwrap().unwrap().counts["barrier left out"];
    assert_eq!((barriers.tried, barriers.noticed, barriers.idle), (1, 1, 2));
}

/// A loop whose boxes the engine copies, by clusters of two blocks that do the same, and something before its end.
fn ring(at_the_end: &str) -> String {
    let ring = include_str!("Inputs/ring.threads.mlir");
    let end = "%reinterpret_cast =";
    assert!(ring.contains(end));
    ring.replace("kernel attributes {", "kernel attributes {known_cluster_size = array<i32: 2, 1, 1>, ")
        .replace(end, &format!("{at_the_end}\n{end}"))
}

const RING: &str = r#"{"grid": [2, 1, 1], "arguments": [{"seed": 5, "shape": [27, 8], "skew": 16}, {}]}"#;

/// What the engine brought another block is there behind a barrier of the cluster, and not before.
#[test]
fn boxes_of_another_block() {
    let read = |before: &str| {
        ring(&format!(
            "%rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
             %is_second = arith.cmpi eq, %rank, %c1_i32_14 : i32
             {before}
             scf.if %is_second {{
               %peer_0 = arith.constant 0 : index
               %peer = \"layout.peer\"(%arg3, %peer_0) : (memref<528xi8, 3>, index) -> memref<528xi8, 7>
               %byte = memref.load %peer[%peer_0] : memref<528xi8, 7>
             }}
             {BARRIER}"
        ))
    };
    for seed in 0..4 {
        scheduled(&read(BARRIER), RING, seed).unwrap();
    }
    all_show(&read(""), RING, &["has not waited since the engine", "nobody wrote", "is under way"]);
    // The engine copies to the own block.
    let to = "%intptr_18 = memref.extract_aligned_pointer_as_index %8 : memref<64xi32, 3>";
    assert!(ring("").contains(to));
    let other = ring("").replace(
        to,
        "%peer_1 = arith.constant 1 : index
         %peer = \"layout.peer\"(%8, %peer_1) : (memref<64xi32, 3>, index) -> memref<64xi32, 7>
         %intptr_18 = memref.extract_aligned_pointer_as_index %peer : memref<64xi32, 7>",
    );
    let said = faults(&other, RING);
    assert!(said.iter().any(|said| said.contains("memory of another block is read only")), "{said:?}");
}

/// For what the engine brought it is waited between the halves: who did so sees it behind them, and other blocks do not.
#[test]
fn boxes_waited_for_between_halves() {
    let last = "nvvm.mbarrier.try_wait.parity %20,";
    let read = |before: &str, behind: &str, of: &str| {
        let text = ring(&format!(
            "{behind}
             %own = nvvm.read.ptx.sreg.cluster.ctarank : i32
             %rank = arith.xori %own, %c1_i32_14 : i32
             %zero = arith.constant 0 : index
             %number = arith.index_cast {of} : i32 to index
             %peer = \"layout.peer\"(%arg3, %number) : (memref<528xi8, 3>, index) -> memref<528xi8, 7>
             %byte = memref.load %peer[%zero] : memref<528xi8, 7>
             {BARRIER}"
        ));
        assert_eq!(text.matches(last).count(), 1);
        text.replace(last, &format!("{before}\n{last}"))
    };
    let apart = |of: &str| read(ARRIVE, WAIT, of);
    for seed in 0..4 {
        scheduled(&read("", BARRIER, "%rank"), RING, seed).unwrap();
        scheduled(&apart("%own"), RING, seed).unwrap();
    }
    all_show(&apart("%rank"), RING, &["has not waited since the engine"]);
}
