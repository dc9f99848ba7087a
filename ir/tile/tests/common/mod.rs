//! Random encodings, and layouts computed in plain loops.

#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part")]

pub mod engine;
pub mod machine;
pub mod shared;

use layout_algebra::{Expr, IntTuple, Layout};
use layout_tile::Tv;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// As many cases, the same in every run.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// Sizes and strides.
pub type Modes = Vec<(i64, i64)>;

/// An encoding with the modes that it was made of.
#[derive(Clone, Debug)]
pub struct Encoding {
    pub threads: Modes,
    pub values: Modes,
    pub tv: Tv,
}

/// The layout of the modes.
pub fn layout(modes: &Modes) -> Layout {
    let [shape, stride] = [0, 1]
        .map(|which| IntTuple::flat(modes.iter().map(|m| Expr::from(if which == 0 { m.0 } else { m.1 }))));
    Layout::new(&shape, &stride).unwrap()
}

/// The value of the layout at an integer.
pub fn value(modes: &Modes, index: i64) -> i64 {
    let mut rest = index;
    let mut sum = 0;
    for (size, stride) in modes {
        sum += rest % size * stride;
        rest /= size;
    }
    sum
}

/// An encoding of a tile cut into digits of these sizes, digit `i` in the thread's number if
/// `in_thread[i]`, with replicas of the sizes `free`; `keys` shuffle the modes.
pub fn encoding(sizes: &[i64], in_thread: &[bool], free: &[i64], keys: &[u32]) -> Encoding {
    let (mut threads, mut values) = (Vec::new(), Vec::new());
    let mut stride = 1;
    for (i, size) in sizes.iter().enumerate() {
        let key = keys.get(i).copied().unwrap_or(0);
        let mode = (key, (*size, stride));
        if in_thread[i] {
            threads.push(mode)
        } else {
            values.push(mode)
        }
        stride *= size;
    }
    for (i, size) in free.iter().enumerate() {
        threads.push((keys.get(sizes.len() + i).copied().unwrap_or(0), (*size, 0)));
    }
    let in_order = |mut modes: Vec<(u32, (i64, i64))>| -> Modes {
        modes.sort_by_key(|m| m.0);
        modes.into_iter().map(|m| m.1).collect()
    };
    let (threads, values) = (in_order(threads), in_order(values));
    let tv = Tv::new(&layout(&threads), &layout(&values)).unwrap();
    Encoding { threads, values, tv }
}

/// Random encodings of small tiles: any digits, any order, replicas.
pub fn encodings() -> impl Strategy<Value = Encoding> {
    let digits = prop::collection::vec((2..=6i64, any::<bool>()), 0..=5);
    let free = prop::collection::vec(2..=3i64, 0..=2);
    (digits, free, prop::collection::vec(any::<u32>(), 7)).prop_map(|(digits, free, keys)| {
        let (sizes, places): (Vec<i64>, Vec<bool>) = digits.into_iter().unzip();
        encoding(&sizes, &places, &free, &keys)
    })
}
