//! Lanes of a warp: barriers of those that a mask names, and what all of them run together.

#![allow(clippy::unwrap_used, reason = "a test fails where it does not hold")]

mod common;
use common::clusters::begin_of;
use common::scheduled;

/// Blocks of so many threads, of which two are a cluster; each has its number in %t and %v, its lane in %lane, and memory in %s.
fn kernel(threads: usize, body: &str) -> String {
    format!(
        "{}
           %2 = arith.constant 2 : index
           %16 = arith.constant 16 : index
           %20 = arith.constant 20 : index
           %24 = arith.constant 24 : index
           %32 = arith.constant 32 : index
           %31 = arith.constant 31 : index
           %lane = arith.remui %t, %32 : index
           %low = arith.cmpi ult, %lane, %16 : index
           %is_first = arith.cmpi eq, %t, %0 : index
           %full = arith.constant -1 : i32
           %lows = arith.constant 0x0000ffff : i32
           %highs = arith.constant 0xffff0000 : i32
           %half = arith.select %low, %lows, %highs : i32
           %near = arith.xori %t, %1 : index
           %far = arith.xori %t, %31 : index
           %s = memref.alloc() : memref<{threads}xi32, 3>
           {body}
           return
         }}",
        begin_of(threads, threads)
    )
}

const JOB: &str = r#"{"grid": [2, 1, 1], "arguments": [{}]}"#;

/// What is wrong under each of some schedules.
fn said(threads: usize, body: &str) -> Vec<String> {
    let text = kernel(threads, body);
    (0..12).map(|seed| scheduled(&text, JOB, seed).err().unwrap_or_default()).collect()
}

/// Each of some schedules shows this.
fn shows(threads: usize, body: &str, wanted: &str) {
    for said in said(threads, body) {
        assert!(said.contains(wanted), "{wanted:?}: {said:?}\n{body}");
    }
}

fn is_right(threads: usize, body: &str) {
    assert_eq!(said(threads, body), vec![String::new(); 12], "{body}");
}

/// Each thread stores, lanes wait for each other, and each reads another thread's.
fn stored(wait: &str, of: &str) -> String {
    format!(
        "memref.store %v, %s[%t] : memref<32xi32, 3>
         {wait}
         %w = memref.load %s[{of}] : memref<32xi32, 3>"
    )
}

const SYNC: &str = "nvvm.bar.warp.sync";

#[test]
fn a_mask_orders_the_lanes_that_it_names() {
    let branches = format!("scf.if %low {{ {SYNC} %lows : i32 }} else {{ {SYNC} %highs : i32 }}");
    for halves in [format!("{SYNC} %half : i32"), branches] {
        is_right(32, &stored(&halves, "%near"));
        shows(32, &stored(&halves, "%far"), "a race");
    }
    // What they read before it others write behind it.
    let behind = |mask: &str, of: &str| {
        let read = stored(&format!("{SYNC} %full : i32"), of);
        is_right(32, &read);
        format!("{read}\n{SYNC} {mask} : i32\nmemref.store %w, %s[%t] : memref<32xi32, 3>")
    };
    is_right(32, &behind("%half", "%near"));
    is_right(32, &behind("%full", "%far"));
    shows(32, &behind("%half", "%far"), "a race");
}

#[test]
fn lanes_wait_for_each_other_at_different_instructions() {
    let both = format!("scf.if %low {{ {SYNC} %full : i32 }} else {{ {SYNC} %full : i32 }}");
    is_right(32, &stored(&both, "%far"));
}

/// The first half tells the middle ones, and these those behind them.
#[test]
fn what_lanes_know_goes_on_to_others() {
    let text = |first: &str| {
        stored(
            &format!(
                "%middle = arith.constant 0x00ffff00 : i32
                 %8 = arith.constant 8 : index
                 scf.if %low {{ {first} }}
                 %not_first = arith.cmpi uge, %t, %8 : index
                 %not_last = arith.cmpi ult, %t, %24 : index
                 %is_middle = arith.andi %not_first, %not_last : i1
                 scf.if %is_middle {{ {SYNC} %middle : i32 }}
                 %is_20 = arith.cmpi eq, %t, %20 : index
                 %from = arith.select %is_20, %2, %t : index"
            ),
            "%from",
        )
    };
    is_right(32, &text(&format!("{SYNC} %lows : i32")));
    shows(32, &text(""), "a race");
}

#[test]
fn lanes_that_are_none_of_those_they_wait_for() {
    for (mask, shown) in [("%lows", "0x0000ffff"), ("%none", "0x00000000")] {
        let body = format!("%none = arith.constant 0 : i32\n{SYNC} {mask} : i32");
        shows(32, &body, &format!("waits for the lanes {shown} of its warp, of which it is none"));
    }
}

#[test]
fn lanes_that_do_not_come() {
    let waits = "waits for the lanes 0xffffffff of its warp, but thread ";
    let some = format!("scf.if %low {{ {SYNC} %full : i32 }}");
    shows(32, &some, &format!("{waits}16 has returned"));
    shows(32, &format!("{some}\ngpu.barrier"), &format!("{waits}16 waits at "));
    // They wait for others, or less often.
    let masks = format!(
        "%own = arith.select %is_first, %lows, %full : i32
         {SYNC} %own : i32"
    );
    shows(32, &masks, "but thread 1 waits at ");
    shows(32, &masks, "nvvm.bar.warp.sync of the lanes 0xffffffff");
    let loops = format!(
        "%count = arith.select %low, %1, %2 : index
         scf.for %i = %0 to %count step %1 {{ {SYNC} %full : i32 }}"
    );
    shows(32, &loops, &format!("{waits}0 has returned"));
}

/// A mask may name lanes that the block does not have.
#[test]
fn warps_of_few_lanes() {
    is_right(48, &format!("{SYNC} %full : i32"));
    let body = stored(&format!("{SYNC} %full : i32"), "%near").replace("memref<32xi32", "memref<48xi32");
    is_right(48, &body);
}

/// What is `aligned` all lanes of a warp run at one place.
#[test]
fn aligned_halves_of_a_barrier_of_the_cluster() {
    let [arrive, wait] = ["nvvm.cluster.arrive", "nvvm.cluster.wait"];
    let apart = |then: &str, other: &str| format!("scf.if %low {{ {then} }} else {{ {other} }}");
    let shown =
        "waits for all threads of its warp, which run together what is `aligned`, but thread 16 waits at";
    for half in [arrive, "nvvm.cluster.arrive.relaxed"] {
        let aligned = format!("{half} {{aligned}}");
        for (then, other) in [(&*aligned, &*aligned), (&aligned, half)] {
            shows(32, &format!("{}\n{wait} {{aligned}}", apart(then, other)), shown);
        }
        is_right(32, &format!("{}\n{wait} {{aligned}}", apart(half, half)));
        is_right(32, &format!("{aligned}\n{wait} {{aligned}}"));
        let both = format!("{aligned}\n{wait} {{aligned}}");
        shows(32, &apart(&both, &both), shown);
        // Each warp by itself.
        let warps = format!(
            "%warp = arith.divui %t, %32 : index
             %is_second = arith.cmpi eq, %warp, %1 : index
             scf.if %is_second {{ {both} }} else {{ {both} }}"
        );
        is_right(64, &warps);
    }
    let waits = |wait: &str| format!("{arrive}\n{}", apart(wait, wait));
    is_right(32, &waits(wait));
    shows(32, &waits(&format!("{wait} {{aligned}}")), shown);
}

#[test]
fn registers_of_a_warpgroup() {
    let change = "nvvm.setmaxregister decrease 40";
    is_right(128, change);
    is_right(256, change);
    let some = format!("scf.if %low {{ {change} }}");
    shows(128, &some, "64 threads of a warpgroup run nvvm.setmaxregister, which all 128 threads");
    shows(
        128,
        &format!("{some}\ngpu.barrier"),
        "waits for all threads of its warpgroup, but thread 16 waits at",
    );
    shows(64, change, "64 threads of a warpgroup run nvvm.setmaxregister");
}
