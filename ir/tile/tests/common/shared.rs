//! A model of shared memory: what stores leave there, and what loads bring.

#![allow(dead_code, clippy::unwrap_used, clippy::panic, reason = "each test uses a part")]

use std::collections::BTreeMap;

use layout_algebra::{AnyLayout, Outer};
use layout_tile::{Matrices, SharedAccess, Staging};

use super::machine::{Byte, Registers};

/// Where a thread's number leads, in elements.
fn address(staging: &Staging, inner: i64) -> i64 {
    match &staging.memory.layout {
        AnyLayout::Plain(_) => inner,
        AnyLayout::Composed(c) => {
            let inner = inner + c.offset.as_const().unwrap();
            let Outer::Swizzle(s) = &c.outer else { panic!("no swizzle") };
            s.apply(inner)
        }
    }
}

/// For each instruction and thread: the value of each element it moves, and where it is.
/// Second: the addresses and bytes that are served together.
#[allow(clippy::type_complexity, reason = "a table")]
fn moves(
    access: &SharedAccess,
    staging: &Staging,
    threads: i64,
) -> (Vec<(i64, i64, i64)>, Vec<Vec<(i64, i64)>>) {
    let bits = staging.memory.bits;
    let (mut elements, mut served) = (Vec::new(), Vec::new());
    for i in 0..access.count() {
        match access {
            SharedAccess::Vectors(a) => {
                let mut lanes = Vec::new();
                for t in 0..threads {
                    let inner = a.threads.eval(t).unwrap() + a.offsets.eval(i).unwrap();
                    let at = address(staging, inner);
                    assert_eq!(at * bits / 8 % a.bytes(), 0, "alignment");
                    for (k, v) in a.values(i).into_iter().enumerate() {
                        elements.push((t, v, at + k as i64));
                    }
                    lanes.push((at * bits / 8, a.bytes()));
                }
                let group = (128 / a.bytes().max(4)) as usize;
                served.extend(lanes.chunks(32).flat_map(|warp| warp.chunks(group).map(<[_]>::to_vec)));
            }
            SharedAccess::Matrices(a) => {
                let (each, values) = (32 / bits, a.values(i));
                for warp in (0..threads).step_by(32) {
                    for j in 0..a.matrices {
                        let rows: Vec<i64> = (0..8)
                            .map(|r| a.threads.eval(warp + 8 * j + r).unwrap() + a.offsets.eval(i).unwrap())
                            .map(|inner| address(staging, inner))
                            .collect();
                        assert!(rows.iter().all(|r| r * bits / 8 % 16 == 0), "alignment");
                        served.push(rows.iter().map(|r| (r * bits / 8, 16)).collect());
                        for lane in 0..32 {
                            for k in 0..each {
                                let at = match a.matrices_are {
                                    Matrices::Rows => rows[lane as usize / 4] + lane % 4 * each + k,
                                    Matrices::Columns => {
                                        let unit = 16 / bits;
                                        rows[(lane % 4 * 2 + k / unit) as usize] + lane / 4 * unit + k % unit
                                    }
                                };
                                elements.push((warp + lane, values[(j * each + k) as usize], at));
                            }
                        }
                    }
                }
            }
        }
    }
    (elements, served)
}

/// The wavefronts of accesses that are served together.
fn wavefronts(served: &[Vec<(i64, i64)>]) -> i64 {
    let one = |group: &Vec<(i64, i64)>| {
        let mut words: Vec<i64> = group.iter().flat_map(|(at, n)| at / 4..=(at + n - 1) / 4).collect();
        words.sort_unstable();
        words.dedup();
        (0..32).map(|bank| words.iter().filter(|w| *w % 32 == bank).count() as i64).max().unwrap()
    };
    served.iter().map(one).sum()
}

/// Stores all registers, then loads: and how many wavefronts both take beyond the fewest that as
/// many accesses can.
pub fn run(staging: &Staging, state: &[Registers], registers: i64) -> (Vec<Registers>, i64) {
    let threads = state.len() as i64;
    let (bits, width) = (staging.memory.bits, staging.memory.bits / 8);
    let mut memory: BTreeMap<(i64, i64), Byte> = BTreeMap::new();
    let byte = |v: i64, k: i64| (((v * width + k) / 4) as usize, ((v * width + k) % 4) as usize);
    let replication = match &staging.store {
        SharedAccess::Vectors(a) => &a.replication,
        SharedAccess::Matrices(a) => &a.replication,
    };
    let elements = staging.bytes() * 8 / bits;
    let (stores, store_groups) = moves(&staging.store, staging, threads);
    for (t, v, at) in stores {
        if replication.iter().any(|d| t / d.divisor % d.size != 0) {
            continue;
        }
        assert!((0..elements).contains(&at), "outside the buffer");
        for k in 0..width {
            let (register, of) = byte(v, k);
            let stored = state[t as usize][register][of];
            let before = memory.insert((at, k), stored);
            let alike = matches!(staging.store, SharedAccess::Matrices(_)) && before == Some(stored);
            assert!(before.is_none() || alike, "stored twice");
        }
    }
    let mut out = vec![vec![[None; 4]; registers as usize]; threads as usize];
    let (loads, load_groups) = moves(&staging.load, staging, threads);
    for (t, v, at) in loads {
        for k in 0..width {
            let (register, of) = byte(v, k);
            out[t as usize][register][of] = memory.get(&(at, k)).copied().flatten();
        }
    }
    // As many words as the banks have in each.
    let fewest = |groups: &[Vec<(i64, i64)>]| groups.len() as i64;
    let more =
        wavefronts(&store_groups) + wavefronts(&load_groups) - fewest(&store_groups) - fewest(&load_groups);
    (out, more)
}
