//! Encodings against plain enumeration.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use layout_algebra::Layout;
use layout_tile::{Tv, TvError};
use proptest::prelude::*;

mod common;
use common::{Modes, cases, encodings, layout, value};

/// Who holds each position, by the definition alone.
fn holders(threads: &Modes, values: &Modes) -> BTreeMap<i64, Vec<(i64, i64)>> {
    let count = |m: &Modes| m.iter().map(|m| m.0).product::<i64>();
    let mut out: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
    for t in 0..count(threads) {
        for v in 0..count(values) {
            out.entry(value(threads, t) + value(values, v)).or_default().push((t, v));
        }
    }
    out
}

/// Whether these are an encoding, by the definition: every position below the largest is held,
/// by exactly one thread of each replica, once.
fn is_encoding(threads: &Modes, values: &Modes) -> bool {
    let held = holders(threads, values);
    let free: i64 = threads.iter().filter(|m| m.1 == 0).map(|m| m.0).product();
    let total: i64 = threads.iter().chain(values).filter(|m| m.1 != 0).map(|m| m.0).product();
    let dense = held.keys().copied().eq(0..total);
    dense
        && held.values().all(|all| {
            let mut threads: Vec<i64> = all.iter().map(|h| h.0).collect();
            threads.dedup();
            threads.len() == all.len() && all.len() as i64 == free
        })
}

fn any_modes() -> impl Strategy<Value = Modes> {
    let mode = (1..=4i64, prop::sample::select(vec![0i64, 1, 1, 2, 2, 3, 4, 4, 6, 8, 12, 16, 24]));
    prop::collection::vec(mode, 0..=3)
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn what_is_an_encoding(threads in any_modes(), values in any_modes()) {
        let made = Tv::new(&layout(&threads), &layout(&values));
        prop_assert_eq!(made.is_ok(), is_encoding(&threads, &values), "{:?} {:?} {:?}", threads, values, made);
        let held = holders(&threads, &values);
        match made {
            Err(TvError::HeldTwice { position, holders, .. }) => {
                let all = &held[&position];
                for holder in holders {
                    prop_assert!(all.contains(&(holder.thread, holder.value)), "{position}");
                }
                prop_assert_ne!(holders[0], holders[1]);
            }
            Err(TvError::Missing { position, .. }) => {
                prop_assert!(!held.contains_key(&position));
                prop_assert!(held.keys().any(|p| *p > position));
            }
            Err(TvError::Repeated { again, .. }) => prop_assert!(held[&0].contains(&(0, again))),
            Err(other) => prop_assert!(false, "{}", other),
            Ok(_) => {}
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn functions_of_an_encoding(e in encodings()) {
        let tv = &e.tv;
        let held = holders(&e.threads, &e.values);
        prop_assert_eq!(tv.size(), held.len() as i64);
        for (position, all) in &held {
            let found: Vec<(i64, i64)> = tv.holders(*position).iter().map(|h| (h.thread, h.value)).collect();
            prop_assert_eq!(&found, all);
            prop_assert_eq!(tv.replicas(), all.len() as i64);
            prop_assert_eq!(all.iter().filter(|h| tv.is_first_replica(h.0)).count(), 1);
            for (t, v) in all {
                prop_assert_eq!(tv.position(*t, *v), Some(*position));
            }
            let digits = tv.digits();
            let digit_sum: i64 = digits.iter().map(|d| position / d.stride % d.size * d.stride).sum();
            prop_assert_eq!(digit_sum, *position);
        }
        prop_assert_eq!(tv.position(tv.thread_count(), 0), None);
        prop_assert_eq!(tv.position(0, tv.value_count()), None);
        prop_assert_eq!(tv.position(-1, 0), None);
        // The same functions are the same value, and texts lead back.
        prop_assert_eq!(&tv.to_string().parse::<Tv>().unwrap(), tv);
        let split: Vec<(i64, i64)> = e.threads.iter().flat_map(|m| if m.0 % 2 == 0 {
            vec![(2, m.1), (1, 5), (m.0 / 2, 2 * m.1)]
        } else { vec![*m] }).collect();
        prop_assert_eq!(&Tv::new(&layout(&split), &layout(&e.values)).unwrap(), tv);
    }

    #[test]
    fn blocked(extents in prop::collection::vec(1..=24i64, 0..=3), turn in 0..6usize, width in 0..5u32, threads in prop::sample::select(vec![1i64, 32, 64, 96, 128])) {
        let mut order: Vec<usize> = (0..extents.len()).collect();
        if order.len() > 1 { order.rotate_left(turn % extents.len()); }
        if turn > 2 { order.reverse(); }
        let bits = 8 << width;
        let tv = Tv::blocked(&extents, &order, bits.min(64), threads).unwrap();
        prop_assert!(tv.check_shape(&extents).is_ok() && tv.check_threads(threads).is_ok());
        // Neighbouring values lie along the first dimension.
        let vector = tv.values().shape_leaves()[0].as_const().unwrap();
        if let Some(first) = order.first() && tv.value_count() > 1 && extents[*first] > 1 {
            let stride: i64 = extents[..*first].iter().product();
            let run = (0..vector).all(|v| tv.position(0, v) == Some(v * stride));
            prop_assert!(run || tv.values().stride_leaves()[0].as_const() != Some(stride));
        }
    }
}

#[test]
fn order_of_values_counts() {
    let a: Tv = "tv<32:1, (2,2):(32,64)>".parse().unwrap();
    let b: Tv = "tv<32:1, (2,2):(64,32)>".parse().unwrap();
    assert_ne!(a, b);
    assert_eq!(a.to_string(), "tv<32:1, 4:32>");
    let one: Layout = "1:0".parse().unwrap();
    assert_eq!(Tv::new(&one, &one).unwrap().size(), 1);
}
