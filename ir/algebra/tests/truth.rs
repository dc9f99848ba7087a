//! Brute-force truth: every answer is right, and every refusal is justified.
//!
//! The generators are those on which the published implementations were
//! measured: random layouts with sizes 2 to 8 and arbitrary strides.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_algebra::{
    CompositionError, Expr, IntTuple, Layout, blocked_product, coalesce, complement, composition,
    left_inverse, logical_divide, logical_product, raked_product, right_inverse,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The layout of a sequence, if there is one, trying every size of the first
/// mode: independent of the library's own procedure.
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

fn composition_exists(a: &Layout, b: &Layout) -> bool {
    let at = |i: i64| a.eval(i).unwrap();
    let sizes: Vec<i64> = b.shape_leaves().iter().map(|e| e.as_const().unwrap()).collect();
    let strides: Vec<i64> = b.stride_leaves().iter().map(|e| e.as_const().unwrap()).collect();
    let each =
        sizes.iter().zip(&strides).all(|(s, d)| has_layout(&(0..*s).map(|j| at(j * d)).collect::<Vec<_>>()));
    let total: i64 = sizes.iter().product();
    each && (0..total).all(|i| {
        let mut rest = i;
        let mut sum = 0;
        for (s, d) in sizes.iter().zip(&strides) {
            sum += at(rest % s * d);
            rest /= s;
        }
        at(b.eval(i).unwrap()) == sum
    })
}

fn flat(modes: &[(i64, i64)]) -> Layout {
    Layout::new(
        &IntTuple::flat(modes.iter().map(|m| Expr::Const(m.0))),
        &IntTuple::flat(modes.iter().map(|m| Expr::Const(m.1))),
    )
    .unwrap()
}

fn layouts(sizes: &'static [i64], strides: &'static [i64], rank: usize) -> impl Strategy<Value = Layout> {
    prop::collection::vec((prop::sample::select(sizes), prop::sample::select(strides)), 1..=rank)
        .prop_map(|modes| flat(&modes))
}

const A_SIZES: &[i64] = &[2, 3, 4, 6, 8];
const A_STRIDES: &[i64] = &[1, 2, 3, 4, 5, 7, 8, 11, 16, 32];
const B_STRIDES: &[i64] = &[1, 2, 3, 4, 6, 8, 12];

fn values(l: &Layout) -> Vec<i64> {
    (0..l.size().unwrap().as_const().unwrap()).map(|i| l.eval(i).unwrap()).collect()
}

fn sorted(mut v: Vec<i64>) -> Vec<i64> {
    v.sort_unstable();
    v
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn composition_is_sound_and_complete(
        a in layouts(A_SIZES, A_STRIDES, 3),
        b in layouts(A_SIZES, B_STRIDES, 2),
    ) {
        match composition(&a, &b) {
            Ok(r) => {
                for i in 0..b.size().unwrap().as_const().unwrap() {
                    prop_assert_eq!(r.eval(i), a.eval(b.eval(i).unwrap()), "{} o {} = {} at {}", a, b, r, i);
                }
            }
            Err(CompositionError::NoLayout { .. }) => {
                prop_assert!(!composition_exists(&a, &b), "{a} o {b} has a layout");
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn divide_rearranges(a in layouts(A_SIZES, A_STRIDES, 3), b in layouts(A_SIZES, B_STRIDES, 2)) {
        let size = a.size().unwrap();
        let outcome = logical_divide(&a, &b);
        if outcome.is_err() && let Ok(rest) = complement(&b, &size) {
            // The tiles and their positions cover A exactly, and A has a layout there: then so does the divide.
            let whole = Layout::concat([&b, &rest]).unwrap();
            let mut reached = values(&whole);
            reached.sort_unstable();
            let covers = reached.iter().copied().eq(0..size.as_const().unwrap());
            prop_assert!(!covers || !composition_exists(&a, &whole), "{a} / {b} has a layout: {outcome:?}");
        }
        if let Ok(r) = outcome {
            prop_assert_eq!(&r.size().unwrap(), &size);
            prop_assert_eq!(sorted(values(&r)), sorted(values(&a)), "{} / {} = {}", a, b, r);
            let tile = &r.modes()[0];
            for i in 0..b.size().unwrap().as_const().unwrap() {
                prop_assert_eq!(tile.eval(i), a.eval(b.eval(i).unwrap()));
            }
        }
    }

    #[test]
    fn inverses_invert(a in layouts(&[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8, 12, 24], 4)) {
        let right = right_inverse(&a).unwrap();
        let image = values(&right);
        for (i, r) in image.iter().enumerate() {
            prop_assert_eq!(a.eval(*r), Some(i as i64), "{} with {}", a, right);
        }
        if let Ok(left) = left_inverse(&a) {
            for i in 0..a.size().unwrap().as_const().unwrap() {
                let value = a.eval(i).unwrap();
                let back = left.eval(value).unwrap();
                // The first coordinate with the value: digits of modes of stride 0 are 0.
                let first = (0..=i).find(|c| a.eval(*c) == Some(value)).unwrap();
                prop_assert_eq!(back, first, "{} with {} at {}", a, left, i);
            }
        }
    }

    #[test]
    fn products_repeat_the_tile(a in layouts(&[2, 3, 4], &[1, 2, 3, 4, 6, 8, 12], 2), b in layouts(&[1, 2, 3, 4], &[1, 2, 3, 4, 6], 2)) {
        if let Ok(p) = logical_product(&a, &b) {
            let modes = p.modes();
            prop_assert_eq!(&modes[0], &a);
            prop_assert_eq!(modes[1].size().unwrap(), b.size().unwrap());
            if let (Ok(blocked), Ok(raked)) = (blocked_product(&a, &b), raked_product(&a, &b)) {
                prop_assert_eq!(sorted(values(&blocked)), sorted(values(&p)));
                prop_assert_eq!(sorted(values(&raked)), sorted(values(&p)));
            }
        }
    }

    #[test]
    fn coalesce_keeps_the_function(a in layouts(&[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 12, -1, -4], 5)) {
        let c = coalesce(&a).unwrap();
        prop_assert_eq!(values(&c), values(&a));
        prop_assert_eq!(&coalesce(&c).unwrap(), &c);
        let flat = a.flatten();
        prop_assert_eq!(values(&flat), values(&a));
    }

    #[test]
    fn complement_is_disjoint_and_ordered(a in layouts(&[2, 3, 4], &[0, 1, 2, 3, 4, 6, 8, 12, 16], 3), m in 1i64..200) {
        if let Ok(c) = complement(&a, &Expr::Const(m)) {
            let (inside, outside) = (values(&a), values(&c));
            prop_assert!(outside.windows(2).all(|w| w[0] < w[1]), "{} not increasing", c);
            prop_assert!(outside.iter().skip(1).all(|x| !inside.contains(x)), "{} meets {}", c, a);
        }
    }
}

#[test]
fn cases_where_libraries_disagree() {
    let check = |a: &str, b: &str, expect: Option<&str>| {
        let (a, b): (Layout, Layout) = (a.parse().unwrap(), b.parse().unwrap());
        assert_eq!(composition(&a, &b).ok().map(|r| r.to_string()).as_deref(), expect, "{a} o {b}");
    };
    check("(4,6,8):(2,3,5)", "6:3", None);
    check("(8,6):(8,5)", "6:3", Some("(3,2):(24,13)"));
    check("(5,3):(7,1)", "2:3", Some("2:21"));
    check("(6,2):(7,11)", "(3,4):(2,3)", None);
    check("(2,2):(2,16)", "2:3", Some("2:18"));
    check("(3,8):(8,1)", "6:4", Some("(3,2):(9,4)"));
    check("(4,3):(3,1)", "6:1", None);
    check("(8,8):(8,1)", "3:3", Some("3:24"));
    check("(4,2,8):(3,12,97)", "3:3", Some("3:9"));
    check("(4,2,8):(3,12,97)", "4:3", None);
    check("(4,2,8):(3,15,97)", "3:3", None);
    check("(4,3,1):(3,1,0)", "24:1", Some("(4,3,2):(3,1,0)"));
}
