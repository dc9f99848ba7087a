//! Conversions, executed on a model of warps and compared position by position.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::Cell;

use layout_target::Chip;
use layout_tile::{Plan, SharedAccess, Staging, Tv, convert, convert_in_memory, convert_in_registers};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

mod common;
use common::{Modes, cases, layout, machine, shared};

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
            let program = convert_in_registers(a, b, bits).unwrap().unwrap();
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

/// What a sum's four threads of a row exchange so that each has four neighbours: of two pairs one, which takes two selections of what is
/// sent and four of what there is then. A choice among what the same threads chose takes no other, and what nothing takes is not there.
#[test]
fn halves_stay() {
    let a: Tv = "tv<(4,8):(16,1), (2,2,2):(8,64,128)>".parse().unwrap();
    let b: Tv = "tv<(2,2,8):(64,32,1), (4,2):(8,128)>".parse().unwrap();
    let program = convert_in_registers(&a, &b, 32).unwrap().unwrap();
    machine::check(&machine::run(&program, &machine::filled(&a, 32)), &b, 32, &|| format!("{program:?}"));
    assert_eq!((program.shuffles(), program.others()), (4, 12), "{program:?}");
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
            match convert_in_registers(a, b, bits).unwrap() {
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

fn check_memory(a: &Tv, b: &Tv, bits: i64, chip: &str) -> (Staging, i64) {
    let staging = convert_in_memory(a, b, bits, Chip::named(chip).unwrap()).unwrap();
    let what = || format!("{a} to {b}, {bits} bits: {staging:?}");
    let (state, conflicts) = shared::run(&staging, &machine::filled(a, bits), b.register_count(bits));
    machine::check(&state, b, bits, &what);
    (staging, conflicts)
}

#[test]
fn through_memory() {
    let mut runner = TestRunner::new(cases(300));
    let found = Cell::new([0; 4]);
    runner
        .run(&(pairs(2), 0..=4u32, any::<bool>()), |(two, width, new)| {
            let (staging, conflicts) =
                check_memory(&two.a, &two.b, 8 << width, if new { "sm_90" } else { "sm_80" });
            let mut all = found.get();
            all[usize::from(conflicts > 0)] += 1;
            for (which, access) in [(2, &staging.store), (3, &staging.load)] {
                all[which] += i32::from(matches!(access, SharedAccess::Matrices(_)));
            }
            found.set(all);
            Ok(())
        })
        .unwrap();
    println!("free of conflicts, not, stmatrix, ldmatrix: {:?}", found.get());
    let [free, not, ..] = found.get();
    assert!(not * 50 < free, "{:?}", found.get());
}

/// Any digits: threads of any number, replicas, sizes that are no powers of two and do not match.
#[test]
fn any_encodings() {
    let mut runner = TestRunner::new(cases(300));
    let found = Cell::new([0; 3]);
    let strategy = (
        prop::collection::vec(prop::sample::select(vec![2i64, 2, 2, 3, 3, 4, 5, 6]), 1..=5),
        (prop::collection::vec(any::<u32>(), 12), prop::collection::vec(any::<u32>(), 12)),
        (0..=4usize, 0..=4usize, 1..=2i64, 0..=3u32, any::<u32>()),
    );
    runner
        .run(&strategy, |(sizes, (keys, others), (k, l, free, width, turn))| {
            let bits = 8 << width;
            let of = |sizes: &[i64], keys: &[u32], k: usize| {
                let order = shuffled(sizes.len(), keys);
                let slots: Vec<Option<usize>> = order.iter().copied().take(k).map(Some).collect();
                let threads: i64 = slots.iter().flatten().map(|i| sizes[*i]).product();
                (order, slots, threads)
            };
            // The second cuts the tile in another order.
            let mut turned = sizes.clone();
            turned.rotate_left(turn as usize % sizes.len());
            let ((a, mut in_a, have), (b, mut in_b, need)) = (of(&sizes, &keys, k), of(&turned, &others, l));
            let group = have * need * free;
            let mut counts = [vec![1; in_a.len()], vec![1; in_b.len()]];
            in_a.insert(keys[11] as usize % (in_a.len() + 1), None);
            in_b.insert(others[11] as usize % (in_b.len() + 1), None);
            for (slots, (count, times)) in
                [&in_a, &in_b].into_iter().zip(counts.iter_mut().zip([group / have, group / need]))
            {
                let at = slots.iter().position(Option::is_none).unwrap();
                count.insert(at, times);
            }
            let (a, b) = (place(&sizes, &a, &in_a, &counts[0]), place(&turned, &b, &in_b, &counts[1]));
            if a.thread_count() > 600 {
                return Ok(());
            }
            let mut all = found.get();
            let chip = Chip::named("sm_90").unwrap();
            let input = machine::filled(&a, bits);
            match convert(&a, &b, bits, chip).unwrap() {
                Plan::Nothing => {
                    assert_eq!(a, b);
                    all[0] += 1;
                }
                Plan::Registers(program) => {
                    let what = || format!("{a} to {b}, {bits} bits: {program:?}");
                    machine::check(&machine::run(&program, &input), &b, bits, &what);
                    all[1] += 1;
                }
                Plan::Shared(_) => {
                    check_memory(&a, &b, bits, "sm_90");
                    all[2] += 1;
                }
            }
            found.set(all);
            Ok(())
        })
        .unwrap();
    println!("{:?}", found.get());
    assert!(found.get().iter().all(|n| *n > 3), "{:?}", found.get());
}

/// Conversions that programs have, and what they may cost: shuffles, loads and stores.
#[test]
fn usual_conversions() {
    let tv = |text: &str| text.parse::<Tv>().unwrap();
    let rows = |shape: &[i64], bits| Tv::blocked(shape, &[1, 0], bits, 128).unwrap();
    let columns = |shape: &[i64], bits| Tv::blocked(shape, &[0, 1], bits, 128).unwrap();
    let c = tv("frag<mma<m16n8k16, warps=(2,2)>, C, 128x128>");
    let (sums, operand) =
        (tv("frag<mma<m16n8k16, warps=(4,1)>, C, 64x64>"), tv("frag<mma<m16n8k16, warps=(4,1)>, A, 64x64>"));
    for (a, b, bits, shuffles, memory) in [
        // Sums of a multiply-add are the operand of the next one, as they are.
        (&sums, &operand, 16, 0, 0),
        // To rows for wide stores: 128 values by 16 bytes, twice.
        (&c, &rows(&[128, 128], 32), 32, 0, 64),
        (&c, &rows(&[128, 128], 16), 16, 0, 32),
        (&c, &columns(&[128, 128], 16), 16, 0, 32),
        (&sums, &rows(&[64, 64], 16), 16, 0, 8),
        // From rows and columns to operands.
        (&rows(&[128, 64], 16), &tv("frag<mma<m16n8k16, warps=(2,2)>, A, 128x64>"), 16, 0, 24),
        (&columns(&[128, 64], 16), &tv("frag<mma<m16n8k16, warps=(2,2)>, B, 128x64>"), 16, 0, 24),
        // Transposed: matrices of 16 bits, and words by lanes side by side.
        (&rows(&[64, 64], 16), &columns(&[64, 64], 16), 16, 0, 8),
        (&rows(&[64, 64], 32), &columns(&[64, 64], 32), 32, 0, 40),
        // The maxima of rows, which every thread has, to one of each.
        (&tv("tv<(32,4):(1,0), 4:32>"), &tv("tv<128:1, 1:0>"), 32, 0, 0),
        // A row of a warp: lanes that held neighbours hold every 32nd, which `ldmatrix` gives them.
        (&tv("tv<32:4, 4:1>"), &tv("tv<32:1, 4:32>"), 32, 0, 2),
        (&tv("tv<32:2, 2:1>"), &tv("tv<32:1, 2:32>"), 32, 2, 0),
    ] {
        for chip in ["sm_80", "sm_90"] {
            let plan = convert(a, b, bits, Chip::named(chip).unwrap()).unwrap();
            let cost = plan.cost();
            assert_eq!((cost.shuffles, cost.shared), (shuffles, memory), "{a} to {b} {plan:?}");
            if let Plan::Shared(_) = plan {
                let (staging, conflicts) = check_memory(a, b, bits, chip);
                assert_eq!(
                    (staging.instructions(), conflicts > 0),
                    (memory, false),
                    "{a} to {b} {staging:?}"
                );
            }
        }
    }
}

#[test]
fn refusals() {
    let chip = Chip::named("sm_80").unwrap();
    let tv = |text: &str| text.parse::<Tv>().unwrap();
    let error = |a: &str, b: &str, bits| convert(&tv(a), &tv(b), bits, chip).unwrap_err().to_string();
    assert_eq!(
        error("tv<32:1, 2:32>", "tv<32:1, 4:32>", 32),
        "tv<32:1, 2:32> encodes 64 elements and tv<32:1, 4:32> 128: they are no encodings of one tile"
    );
    assert!(error("tv<32:1, 2:32>", "tv<64:1, 1:0>", 32).contains("within one group"));
    assert!(error("tv<32:1, 2:32>", "tv<32:2, 2:1>", 4).contains("4 bits are not converted"));
    assert!(error("tv<1:0, 8192:1>", "tv<1:0, (2,4096):(4096,1)>", 8).contains("8192 values"));
}
