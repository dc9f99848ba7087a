//! Relations against coordinates: what follows is right, and what is refused does not exist.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use layout_tile::{Relation, RelationError, Tv};
use proptest::prelude::*;

mod common;
use common::{Encoding, cases, encoding};

fn coordinate(shape: &[i64], position: i64) -> Vec<i64> {
    let mut rest = position;
    let mut out = Vec::new();
    for extent in shape {
        out.push(rest % extent);
        rest /= extent;
    }
    out
}

fn position(shape: &[i64], coordinate: &[i64]) -> i64 {
    shape.iter().zip(coordinate).rev().fold(0, |p, (extent, c)| p * extent + c)
}

/// Row-major number.
fn row_major(shape: &[i64], coordinate: &[i64]) -> i64 {
    shape.iter().zip(coordinate).fold(0, |p, (extent, c)| p * extent + c)
}

/// Whether a sequence is a layout of its indices, by trying every size of the first mode.
fn has_layout(sequence: &[i64]) -> bool {
    if sequence.len() == 1 {
        return sequence[0] == 0;
    }
    let n = sequence.len();
    (2..=n).filter(|s| n.is_multiple_of(*s)).any(|s| {
        let d = sequence[1];
        let first = (0..s).all(|i| sequence[i] == d * i as i64);
        let outer: Vec<i64> = (0..n / s).map(|b| sequence[b * s]).collect();
        first && (0..n).all(|i| sequence[i] == sequence[i % s] + sequence[i / s * s]) && has_layout(&outer)
    })
}

/// Whether the positions `map` makes of an encoding's are a layout of threads plus one of values.
fn follows(tv: &Tv, map: &dyn Fn(i64) -> i64) -> bool {
    let at = |t, v| map(tv.position(t, v).unwrap());
    let threads: Vec<i64> = (0..tv.thread_count()).map(|t| at(t, 0)).collect();
    let values: Vec<i64> = (0..tv.value_count()).map(|v| at(0, v)).collect();
    let adds = (0..threads.len())
        .all(|t| (0..values.len()).all(|v| at(t as i64, v as i64) == threads[t] + values[v]));
    adds && has_layout(&threads) && has_layout(&values)
}

/// An encoding and a shape of as many elements.
fn tiles() -> impl Strategy<Value = (Encoding, Vec<i64>)> {
    let digits =
        prop::collection::vec((prop::sample::select(vec![2i64, 2, 2, 3, 4, 6]), any::<bool>()), 0..=4);
    let free = prop::collection::vec(2..=4i64, 0..=1);
    let cuts = prop::collection::vec(prop::sample::select(vec![1i64, 2, 2, 3, 4, 6, 8]), 0..=3);
    (digits, free, prop::collection::vec(any::<u32>(), 7), cuts).prop_map(|(digits, free, keys, cuts)| {
        let (sizes, places): (Vec<i64>, Vec<bool>) = digits.into_iter().unzip();
        let e = encoding(&sizes, &places, &free, &keys);
        let (mut left, mut shape) = (e.tv.size(), Vec::new());
        for cut in cuts {
            if left % cut == 0 {
                shape.push(cut);
                left /= cut;
            }
        }
        shape.push(left);
        (e, shape)
    })
}

/// Checks a one-to-one relation in both directions.
fn check_bijection(made: Result<Relation, RelationError>, tv: &Tv, map: &dyn Fn(i64) -> i64) {
    let table: Vec<i64> = (0..tv.size()).map(map).collect();
    let Ok(relation) = made else {
        assert!(!has_layout(&table), "refused");
        return;
    };
    let mut back = vec![0; table.len()];
    table.iter().enumerate().for_each(|(p, q)| back[*q as usize] = p as i64);
    let unmap = |q: i64| back[q as usize];
    for (found, map) in
        [(relation.result_encoding(tv), map), (relation.operand_encoding(tv), &unmap as &dyn Fn(i64) -> i64)]
    {
        match found {
            Ok(found) => {
                assert_eq!(
                    (found.thread_count(), found.value_count()),
                    (tv.thread_count(), tv.value_count())
                );
                for t in 0..tv.thread_count() {
                    for v in 0..tv.value_count() {
                        assert_eq!(found.position(t, v), tv.position(t, v).map(map), "{tv} {found}");
                    }
                }
            }
            Err(error) => {
                assert!(matches!(error, RelationError::NoEncoding { .. }), "{error}");
                assert!(!follows(tv, map), "{tv}: {error}");
            }
        }
    }
}

/// Checks a many-to-one relation: what is brought together, and by whom.
fn check_projection(relation: &Relation, tv: &Tv, map: &dyn Fn(i64) -> i64) {
    let parts = match relation.project(tv) {
        Ok(parts) => parts,
        Err(error) => {
            assert!(matches!(error, RelationError::NoEncoding { .. }), "{error}");
            assert!(!follows(tv, map), "{tv}: {error}");
            return;
        }
    };
    let few = &parts.encoding;
    assert_eq!(few.thread_count(), tv.thread_count());
    let mut in_thread: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    for t in 0..tv.thread_count() {
        for v in 0..tv.value_count() {
            let (to, at) = (parts.values.eval(v).unwrap(), map(tv.position(t, v).unwrap()));
            assert_eq!(few.position(t, to), Some(at), "{tv} {few}");
            *in_thread.entry((t, to)).or_default() += 1;
        }
    }
    assert!(in_thread.values().all(|count| *count == parts.combined()));
    assert_eq!(in_thread.len() as i64, tv.thread_count() * few.value_count());
    // Each thread and those it reaches by the digits have every part of its elements once.
    let free = tv.replicas();
    for t in 0..tv.thread_count() {
        let mut group = vec![t];
        for d in &parts.threads {
            let base = |g: i64| g - d.of(g) * d.divisor;
            group = group.iter().flat_map(|g| (0..d.size).map(move |k| base(*g) + k * d.divisor)).collect();
        }
        for v in 0..few.value_count() {
            let at = few.position(t, v).unwrap();
            let mut have: Vec<i64> = group
                .iter()
                .flat_map(|g| (0..tv.value_count()).map(move |v| (*g, v)))
                .filter_map(|(g, v)| tv.position(g, v))
                .filter(|p| map(*p) == at)
                .collect();
            have.sort_unstable();
            let all: Vec<i64> = (0..tv.size()).filter(|p| map(*p) == at).collect();
            assert_eq!(have, all, "{tv} thread {t}");
        }
        // Shuffles first, the rest after: the same threads.
        let mut reached = vec![t];
        for mask in parts.lane_masks() {
            assert!(mask < 32);
            reached = reached.iter().flat_map(|g| [*g, g ^ mask]).collect();
        }
        for d in parts.across_warps() {
            let base = |g: i64| g - d.of(g) * d.divisor;
            reached =
                reached.iter().flat_map(|g| (0..d.size).map(move |k| base(*g) + k * d.divisor)).collect();
        }
        reached.sort_unstable();
        group.sort_unstable();
        assert_eq!(reached, group);
    }
    assert_eq!(few.replicas(), free * parts.threads.iter().map(|d| d.size).product::<i64>());
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn transposes((e, shape) in tiles(), turn in any::<u32>()) {
        let mut order: Vec<usize> = (0..shape.len()).collect();
        order.sort_by_key(|d| (turn >> (4 * d)) % 16);
        let result: Vec<i64> = order.iter().map(|d| shape[*d]).collect();
        let map = |p: i64| {
            let c = coordinate(&shape, p);
            position(&result, &order.iter().map(|d| c[*d]).collect::<Vec<_>>())
        };
        let made = Relation::transpose(&shape, &order).unwrap();
        check_bijection(Ok(made), &e.tv, &map);
    }

    #[test]
    fn reshapes((e, shape) in tiles(), (_, cuts) in tiles()) {
        let (mut left, mut to) = (e.tv.size(), Vec::new());
        for cut in cuts {
            if left % cut == 0 {
                to.push(cut);
                left /= cut;
            }
        }
        to.push(left);
        let map = |p: i64| {
            let mut rest = row_major(&shape, &coordinate(&shape, p));
            let mut c = Vec::new();
            for extent in to.iter().rev() {
                c.insert(0, rest % extent);
                rest /= extent;
            }
            position(&to, &c)
        };
        check_bijection(Relation::reshape(&shape, &to), &e.tv, &map);
    }

    #[test]
    fn reductions((e, shape) in tiles(), which in 0..16u32) {
        let dimensions: Vec<usize> = (0..shape.len()).filter(|d| which >> d & 1 == 1).collect();
        let kept = |all: &[i64]| -> Vec<i64> {
            all.iter().enumerate().filter(|(d, _)| !dimensions.contains(d)).map(|(_, c)| *c).collect()
        };
        let map = |p: i64| position(&kept(&shape), &kept(&coordinate(&shape, p)));
        let relation = Relation::reduce(&shape, &dimensions).unwrap();
        prop_assert_eq!(relation.result_shape(), kept(&shape));
        check_projection(&relation, &e.tv, &map);
    }

    #[test]
    fn broadcasts((e, shape) in tiles(), dimension in 0..4usize, extent in 1..=12i64) {
        let dimension = dimension % (shape.len() + 1);
        let relation = Relation::broadcast(&shape, dimension, extent).unwrap();
        let big = relation.result_shape();
        let map = |p: i64| {
            let mut c = coordinate(big, p);
            c.remove(dimension);
            position(&shape, &c)
        };
        let lift = |p: i64| {
            let mut c = coordinate(&shape, p);
            c.insert(dimension, 0);
            position(big, &c)
        };
        match relation.result_encoding(&e.tv) {
            Ok(result) => {
                prop_assert!(result.check_shape(big).is_ok() && result.check_threads(e.tv.thread_count()).is_ok());
                check_projection(&relation, &result, &map);
                // Each thread has what it needs already.
                let needed = relation.operand_encoding(&result).unwrap();
                prop_assert_eq!(needed.threads(), e.tv.threads());
                prop_assert_eq!(needed.values(), e.tv.values());
            }
            Err(error) => prop_assert!(!follows(&e.tv, &lift), "{}", error),
        }
    }
}

#[test]
fn refusals() {
    let text = |e: RelationError| e.to_string();
    assert_eq!(
        text(Relation::transpose(&[8, 16], &[1, 1]).unwrap_err()),
        "(1,1) is no permutation of the 2 dimensions of a tile 8x16, counted from 0"
    );
    assert!(text(Relation::reduce(&[8, 16], &[2]).unwrap_err()).contains("dimensions 0 to 1"));
    assert!(text(Relation::reshape(&[8, 16], &[100]).unwrap_err()).contains("has 128 elements"));
    assert!(text(Relation::reshape(&[6, 4], &[4, 6]).unwrap_err()).contains("in row-major order"));
    let tv: Tv = "tv<32:1, 4:32>".parse().unwrap();
    let relation = Relation::reduce(&[3, 16], &[0]).unwrap();
    assert!(text(relation.result_encoding(&tv).unwrap_err()).contains("is outside"));
    // Lanes of 4 across columns of 6.
    let tv: Tv = "tv<(4,8):(1,4), 3:32>".parse().unwrap();
    let relation = Relation::reduce(&[6, 16], &[0]).unwrap();
    assert!(text(relation.result_encoding(&tv).unwrap_err()).starts_with("no encoding follows from tv<"));
    assert!(Relation::broadcast(&[8], 2, 4).is_err());
    assert_eq!(Relation::expand_dims(&[8, 4], 1).unwrap().result_shape(), [8, 1, 4]);
}
