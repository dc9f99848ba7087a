//! Barriers of a cluster at which some threads order memory and others do not.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

mod common;
use common::clusters::begin_of;
use common::scheduled;

const ARRIVE: &str = "nvvm.cluster.arrive";
const RELAXED: &str = "nvvm.cluster.arrive.relaxed";
const WAIT: &str = "nvvm.cluster.wait";

/// Two blocks of 32 threads that store, arrive, wait, and do something; %p is the other one's memory.
fn kernel(before: &str, arrival: &str, behind: &str) -> String {
    format!(
        "{}
           %16 = arith.constant 16 : index
           %rank = gpu.cluster_block_id x
           %next = arith.xori %rank, %1 : index
           %is_first = arith.cmpi eq, %t, %0 : index
           %is_rank_0 = arith.cmpi eq, %rank, %0 : index
           %low = arith.cmpi ult, %t, %16 : index
           %s = memref.alloc() : memref<32xi32, 3>
           %p = \"layout.peer\"(%s, %next) : (memref<32xi32, 3>, index) -> memref<32xi32, 7>
           memref.store %v, %s[%t] : memref<32xi32, 3>
           {before}
           {arrival}
           {WAIT}
           {behind}
           {ARRIVE} {{aligned}}
           {WAIT} {{aligned}}
           return
         }}",
        begin_of(32, 64)
    )
}

/// Whether it is right under all of some schedules, or races under all of them.
fn is_right(text: &str) -> bool {
    let found: Vec<_> =
        (0..12).map(|seed| scheduled(text, r#"{"grid": [2, 1, 1], "arguments": [{}]}"#, seed)).collect();
    let right = found.iter().filter(|found| found.is_ok()).count();
    assert!(right == 0 || right == found.len(), "{found:?}");
    assert!(
        found.iter().all(|found| found.as_ref().err().is_none_or(|said| said.contains("a race"))),
        "{found:?}"
    );
    right > 0
}

fn apart(condition: &str, then: &str, other: &str) -> String {
    format!("scf.if {condition} {{ {then} }} else {{ {other} }}")
}

const READ: &str = "%w = memref.load %p[%t] : memref<32xi32, 7>";

/// One that orders memory orders what others did before a barrier with it.
#[test]
fn one_thread_orders_for_those_that_it_has_met() {
    let one = apart("%is_first", ARRIVE, RELAXED);
    assert!(is_right(&kernel("gpu.barrier", &one, READ)));
    assert!(!is_right(&kernel("", &one, READ)));
    assert!(!is_right(&kernel("gpu.barrier", RELAXED, READ)));
    // What it has done behind that barrier, and others not.
    let again =
        |by: &str| format!("gpu.barrier\nscf.if {by} {{ memref.store %v, %s[%t] : memref<32xi32, 3> }}");
    assert!(is_right(&kernel(&again("%is_first"), &one, READ)));
    assert!(!is_right(&kernel(&again("%low"), &one, READ)));
}

/// Threads that do not order memory do not keep others from it.
#[test]
fn some_threads_order_what_they_did() {
    let read = |by: &str| format!("scf.if {by} {{ {READ} }}");
    let halves = apart("%low", ARRIVE, RELAXED);
    assert!(is_right(&kernel("", &halves, &read("%low"))));
    assert!(!is_right(&kernel("", &halves, READ)));
    let blocks = apart("%is_rank_0", RELAXED, ARRIVE);
    assert!(is_right(&kernel("", &blocks, &read("%is_rank_0"))));
    assert!(!is_right(&kernel("", &blocks, READ)));
    // A read is ordered before a store in the same way.
    let full = format!("{ARRIVE}\n{WAIT}\n{READ}");
    let store = "memref.store %v, %s[%t] : memref<32xi32, 3>";
    let of_rank_1 = format!("%is_rank_1 = arith.cmpi eq, %rank, %1 : index\nscf.if %is_rank_1 {{ {store} }}");
    assert!(!is_right(&kernel(&full, &blocks, &of_rank_1)));
    let of_rank_0 = format!("scf.if %is_rank_0 {{ {store} }}");
    assert!(is_right(&kernel(&full, &blocks, &of_rank_0)));
}

/// What one has read from a block that ends is over if it said so and ordered memory there.
#[test]
fn blocks_end_behind_what_some_threads_order() {
    let text = |arrival: &str| {
        let text = kernel("", &format!("{ARRIVE}\n{WAIT}\nscf.if %is_first {{ {READ} }}\n{arrival}"), "");
        let end = format!("{ARRIVE} {{aligned}}\n           {WAIT} {{aligned}}");
        assert!(text.contains(&end));
        text.replace(&end, "")
    };
    let job = r#"{"grid": [2, 1, 1], "arguments": [{}]}"#;
    for seed in 0..8 {
        scheduled(&text(&apart("%is_first", ARRIVE, RELAXED)), job, seed).unwrap();
        let said = scheduled(&text(RELAXED), job, seed).unwrap_err();
        assert!(said.contains("which has ended unless it is late"), "{said}");
    }
}
