//! Conversions, executed on a model of warps and compared position by position.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::Cell;

use layout_tile::{Tv, within_warps};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

mod common;
use common::{Modes, cases, layout, machine};

/// Two encodings of one tile that differ in the places of its digits.
#[derive(Clone, Debug)]
struct Two {
    a: Tv,
    b: Tv,
}

/// An encoding with the digits `order[..slots.len()]` at those of the thread's `slots` that are taken, the
/// rest in the values.
fn place(sizes: &[i64], order: &[usize], slots: &[Option<usize>], count: &[i64]) -> Tv {
    let stride = |i: usize| sizes[..i].iter().product::<i64>();
    let threads: Modes = slots
        .iter()
        .zip(count)
        .map(|(slot, count)| slot.map_or((*count, 0), |i| (sizes[i], stride(i))))
        .collect();
    let values: Modes =
        order.iter().filter(|i| !slots.contains(&Some(**i))).map(|i| (sizes[*i], stride(*i))).collect();
    Tv::new(&layout(&threads), &layout(&values)).unwrap()
}

fn shuffled(n: usize, keys: &[u32]) -> Vec<usize> {
    let mut out: Vec<usize> = (0..n).collect();
    out.sort_by_key(|i| keys[*i]);
    out
}

/// Random pairs: binary digits and one other, at most `warps` binary digits of warps.
fn pairs(warps: usize) -> impl Strategy<Value = Two> {
    (
        (0..=warps, 1..=9usize, prop::sample::select(vec![1i64, 1, 2, 3, 5])),
        prop::collection::vec(any::<u32>(), 12),
        prop::collection::vec(any::<u32>(), 12),
        (any::<u32>(), any::<u32>(), 0..=8u32, any::<bool>()),
    )
        .prop_map(|((warps, digits, odd), keys, others, (free_a, free_b, near, same_warps))| {
            let mut sizes = vec![2; digits];
            if odd > 1 {
                sizes.insert(keys[11] as usize % digits, odd);
            }
            let slots = 5 + warps;
            let a = shuffled(sizes.len(), &keys);
            // The second order differs in some swaps alone, or in all.
            let mut b = a.clone();
            if near == 8 {
                b = shuffled(sizes.len(), &others);
            }
            for k in 0..near as usize % 8 {
                let n = b.len();
                b.swap(others[k] as usize % n, others[k + 1] as usize % n);
            }
            let fill = |order: &[usize], free: u32| -> Vec<Option<usize>> {
                let mut binary = order.iter().copied().filter(|i| sizes[*i] == 2);
                (0..slots).map(|s| if free >> (3 * s) & 7 == 7 { None } else { binary.next() }).collect()
            };
            let (in_a, mut in_b) = (fill(&a, free_a), fill(&b, if near < 4 { free_a } else { free_b }));
            if same_warps {
                // Digits of warps stay where they are.
                for s in 5..slots {
                    if let Some(other) = in_b.iter().position(|d| d.is_some() && *d == in_a[s]) {
                        in_b.swap(other, s);
                    } else {
                        in_b[s] = in_a[s];
                    }
                }
            }
            let count = vec![2; slots];
            Two { a: place(&sizes, &a, &in_a, &count), b: place(&sizes, &b, &in_b, &count) }
        })
}

#[test]
fn within_a_warp() {
    let mut runner = TestRunner::new(cases(1_000));
    let found = Cell::new([0; 4]);
    runner
        .run(&(pairs(0), 0..=4u32), |(two, width)| {
            let (a, b, bits) = (&two.a, &two.b, 8 << width);
            let program = within_warps(a, b, bits).unwrap();
            let what = || format!("{a} to {b}, {bits} bits: {program:?}");
            machine::check(&machine::run(&program, &machine::filled(a, bits)), b, bits, &what);
            let (have, need) = (program.shuffles() as i64, machine::fewest(a, b, bits));
            assert!(have >= need, "{}", what());
            let mut all = found.get();
            if bits >= 32 {
                assert_eq!(have, need, "{}", what());
            } else {
                all[if have == need { 0 } else { 1 }] += 1;
            }
            all[if have > 0 { 2 } else { 3 }] += 1;
            found.set(all);
            Ok(())
        })
        .unwrap();
    println!("{:?}", found.get());
    assert!(found.get().iter().all(|n| *n > 20), "{:?}", found.get());
}

#[test]
fn within_warps_of_several() {
    let mut runner = TestRunner::new(cases(1_000));
    let found = Cell::new([0; 2]);
    runner
        .run(&(pairs(2), 0..=3u32), |(two, width)| {
            let (a, b, bits) = (&two.a, &two.b, 8 << width);
            let mut all = found.get();
            let leaves = (0..a.thread_count()).any(|t| {
                let warp = t / 32;
                (0..b.value_count()).any(|v| {
                    let holders = a.holders(b.position(t, v).unwrap());
                    holders.iter().all(|h| h.thread / 32 != warp)
                })
            });
            match within_warps(a, b, bits) {
                Some(program) => {
                    let what = || format!("{a} to {b}, {bits} bits: {program:?}");
                    machine::check(&machine::run(&program, &machine::filled(a, bits)), b, bits, &what);
                    all[0] += 1;
                }
                None => {
                    assert!(leaves, "{a} to {b}");
                    all[1] += 1;
                }
            }
            found.set(all);
            Ok(())
        })
        .unwrap();
    println!("{:?}", found.get());
    assert!(found.get().iter().all(|n| *n > 100), "{:?}", found.get());
}
