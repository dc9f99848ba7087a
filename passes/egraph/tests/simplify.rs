//! Whole runs: results, sharing, budgets, and agreement with the input.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;

use common::{ldmatrix, term};
use layout_algebra::{Layout, Swizzle};
use layout_egraph::{Error, Facts, Graph, Id, Node, Options, Rng, SLOT, Simplified, eval, sample, simplify};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The layout's value at a coordinate per flat mode, as the lowering builds it.
fn index(graph: &mut Graph, layout: &str, coords: &[Id]) -> Id {
    let layout: Layout = layout.parse().unwrap();
    let mut terms = Vec::new();
    for (mode, coord) in layout.modes().iter().zip(coords) {
        let mut rest = *coord;
        let count = mode.shape_leaves().len();
        for (i, (s, d)) in mode.shape_leaves().iter().zip(mode.stride_leaves()).enumerate() {
            let size = graph.num(s.as_const().unwrap());
            let digit = if i + 1 == count { rest } else { graph.rem(rest, size).unwrap() };
            terms.push((d.as_const().unwrap(), digit));
            rest = graph.div(rest, size).unwrap();
        }
    }
    graph.sum(0, terms).unwrap()
}

fn run(graph: &mut Graph, roots: &[Id]) -> Simplified {
    simplify(graph, roots, &Options { verify: true, ..Options::default() }).unwrap()
}

/// Operations other than leaves and constants.
fn operations(result: &Simplified) -> usize {
    result.terms.nodes.iter().filter(|n| !matches!(n.node, Node::Num(_) | Node::Var(_))).count()
}

/// The values of the roots for given leaves; `None` past 128 bits.
fn try_evaluate(result: &Simplified, vars: &[i64]) -> Option<Vec<i128>> {
    let mut values: Vec<i128> = Vec::new();
    for n in &result.terms.nodes {
        let at = |c: Id| values.get(usize::from(c)).copied();
        values.push(eval(&n.node, at, |v| vars.get(v as usize).map(|v| (*v).into()))?);
    }
    Some(result.terms.roots.iter().map(|r| values[*r]).collect())
}

fn evaluate(result: &Simplified, vars: &[i64]) -> Vec<i128> {
    try_evaluate(result, vars).unwrap()
}

#[test]
fn round_trips_vanish() {
    // crd2idx(idx2crd(i)) over several digits.
    let mut g = Graph::default();
    let i = g.var(Facts::range(0, 4 * 8 * 16 - 1), 0);
    let root = index(&mut g, "((4,8,16)):((1,4,32))", &[i]);
    let result = run(&mut g, &[root]);
    assert_eq!(operations(&result), 0, "{:?}", result.terms.nodes);
}

/// Two terms of a sum become one class after the sum was made: it has the term twice, and what is split
/// off takes one of them.
#[test]
fn terms_that_become_equal_count_twice() {
    let mut g = Graph::default();
    let (x, v) = (g.var(Facts::range(-100, 100), 0), g.var(Facts::range(0, 100), 0));
    let two = g.num(2);
    let bit = g.rem(v, two).unwrap();
    let same = g.rem(bit, two).unwrap();
    let n = g.sum(1, [(1, x)]).unwrap();
    let square = g.mul(n, n).unwrap();
    let (whole, row) = (g.mul(square, bit).unwrap(), g.mul(n, same).unwrap());
    let root = g.sum(0, [(1, whole), (1, row)]).unwrap();
    let result = run(&mut g, &[root]);
    assert_eq!(evaluate(&result, &[4, 7]), [5 * 5 + 5]);
}

/// Equal to a sum of its own digits, a class that is no leaf must not be taken
/// apart again and again.
#[test]
fn round_trips_of_terms_end() {
    for (bound, size, layout) in
        [(64, 1024, "((2,4,2,8,8)):((1,2,8,16,128))"), (1024, 210, "((3,5,7,2)):((1,3,15,105))")]
    {
        for offset in [0, 1, 16, 17, 33, 49, 100, 128, 512, 960, 1023, 4095] {
            let mut g = Graph::default();
            let v = g.var(Facts::range(0, bound - 1), 0);
            let size = g.num(size);
            let moved = g.sum(offset, [(1, v)]).unwrap();
            let x = g.rem(moved, size).unwrap();
            let root = index(&mut g, layout, &[x]);
            let result = run(&mut g, &[root]);
            assert!(result.report.hit.is_empty(), "{offset}: {:?}", result.report);
            assert!(result.report.nodes < 1000, "{offset}: {:?}", result.report);
            // What is left is x itself.
            assert!(operations(&result) <= 4, "{offset}: {:?}", result.terms.nodes);
        }
    }
}

/// What all threads of a warp share is added up by itself, where that costs no more.
#[test]
fn uniform_terms_stand_together() {
    let mut g = Graph::default();
    let t = g.var(Facts::range(0, 255), 0);
    let [b, c, d] = [0, 0, 0].map(|_| g.uniform_var(Facts::range(0, 63), 0));
    let root = g.sum(0, [(1, b), (1, t), (1, c), (1, d)]).unwrap();
    let result = run(&mut g, &[root]);
    let sums: Vec<usize> = result
        .terms
        .nodes
        .iter()
        .filter_map(|n| if let Node::Sum(l) = &n.node { Some(l.terms.len()) } else { None })
        .collect();
    assert_eq!(sums, [3, 2], "{:?}", result.terms.nodes);
}

/// Multiplied out, products of sums can be factored in more ways than can be tried.
#[test]
fn products_of_sums_stay_small() {
    let mut g = Graph::default();
    let vars: Vec<Id> = (0..4).map(|_| g.var(Facts::range(0, 100), 0)).collect();
    let sums: Vec<Id> = (1..5)
        .map(|k| {
            g.sum(k, vars.iter().enumerate().map(|(i, v)| (k + i as i64, *v)).collect::<Vec<_>>()).unwrap()
        })
        .collect();
    let product = sums.iter().copied().reduce(|a, b| g.mul(a, b).unwrap()).unwrap();
    let root = g.sum(1, [(1, product), (7, vars[0])]).unwrap();
    let result = run(&mut g, &[root]);
    assert!(result.report.nodes < 3000, "{:?}", result.report);
    let at = |v: &[i64]| -> i128 {
        let sum = |k: i64| k + v.iter().enumerate().map(|(i, x)| (k + i as i64) * x).sum::<i64>();
        i128::from((1..5).map(sum).product::<i64>() + 7 * v[0] + 1)
    };
    for v in [[0, 0, 0, 0], [1, 2, 3, 4], [100, 0, 7, 50]] {
        assert_eq!(evaluate(&result, &v), [at(&v)]);
    }
}

#[test]
fn swizzled_twice_is_nothing() {
    let mut g = Graph::default();
    let s = Swizzle::new(3, 4, 3).unwrap();
    let i = g.var(Facts::range(0, 4095), 0);
    let once = g.swz(s, i).unwrap();
    let twice = g.swz(s, once).unwrap();
    let result = run(&mut g, &[twice]);
    assert_eq!(operations(&result), 0);
}

#[test]
fn many_swizzled_addresses_share_four_bases() {
    for count in [16, 64, 256] {
        let (mut g, roots) = ldmatrix(count);
        let result = run(&mut g, &roots);
        let offsets = result.terms.nodes.iter().filter(|n| matches!(n.node, Node::Offset(..))).count();
        // One swizzled base, three exclusive-ors for the k-steps; the rest are immediates.
        assert!(operations(&result) - offsets <= 12, "{count}: {} operations", operations(&result) - offsets);
        assert!(result.report.nodes <= 40 * count + 200, "{count}: {} nodes", result.report.nodes);
        assert!(result.report.hit.is_empty(), "{:?}", result.report.hit);
        for lane in 0..32 {
            let s = Swizzle::new(3, 4, 3).unwrap();
            let want: Vec<i128> = (0..count as i64)
                .map(|n| {
                    i128::from(s.apply(2048 * (n / 4) + 32 * (n % 4) + 128 * (lane % 16) + 16 * (lane / 16)))
                })
                .collect();
            assert_eq!(evaluate(&result, &[lane]), want);
        }
    }
}

/// What runs cost, as a table: a change needs a reason.
#[test]
fn budget() {
    let mut table = format!(
        "{:>8}{:>8}{:>8}{:>8}{:>12}{:>8}\n",
        "roots", "rounds", "nodes", "classes", "operations", "slots"
    );
    for count in [1, 4, 16, 64, 256] {
        let (mut g, roots) = ldmatrix(count);
        let result = run(&mut g, &roots);
        table += &format!(
            "{count:>8}{:>8}{:>8}{:>8}{:>12}{:>8}\n",
            result.report.rounds,
            result.report.nodes,
            result.report.classes,
            operations(&result),
            result.terms.cost / SLOT,
        );
    }
    insta::assert_snapshot!(table);
}

#[test]
fn runs_repeat_exactly() {
    let text = || {
        let (mut g, roots) = ldmatrix(64);
        let result = run(&mut g, &roots);
        format!("{:?} {:?} {:?}", result.terms.nodes, result.terms.roots, result.report)
    };
    assert_eq!(text(), text());
}

/// The order of the rules decides nothing, but for ties.
#[test]
fn shuffled_rules_cost_the_same() {
    let mut rng = Rng::new(21);
    let mut apart = Vec::new();
    for case in 0..300 {
        let mut g = Graph::default();
        let vars: Vec<Id> = (0..2).map(|_| g.var(Facts::range(0, rng.pick(&[31, 255, 1000])), 0)).collect();
        let roots: Vec<Id> = (0..3).map(|_| term(&mut g, &mut rng, &vars, 3)).collect();
        let cost = |shuffle| {
            let options = Options { shuffle, ..Options::default() };
            simplify(&mut g.clone(), &roots, &options).unwrap().terms.cost.next_multiple_of(SLOT / 16)
        };
        let usual = cost(None);
        apart
            .extend([1, 2, 3].map(|seed| (case, usual, cost(Some(seed)))).into_iter().filter(|c| c.1 != c.2));
    }
    assert_eq!(apart, []);
}

#[test]
fn contradictory_facts_are_reported() {
    let mut g = Graph::default();
    let x = g.var(Facts { lo: 3, hi: 2, ..Facts::UNKNOWN }, 0);
    let one = g.num(1);
    g.merge(x, one, "a wrong fact");
    assert!(matches!(simplify(&mut g, &[x], &Options::default()), Err(Error::Contradiction)));
}

#[test]
fn fuel_stops_rewriting() {
    let (mut g, roots) = ldmatrix(16);
    let result = simplify(&mut g, &roots, &Options { fuel: 3, ..Options::default() }).unwrap();
    assert_eq!(result.report.hit, ["fuel"]);
    assert_eq!(evaluate(&result, &[5]).len(), 16);
}

/// Sets of four terms to try; `LAYOUT_FUZZ_CASES` tries more, from another seed.
fn cases() -> ProptestConfig {
    let more: Option<u32> = std::env::var("LAYOUT_FUZZ_CASES").ok().and_then(|n| n.parse().ok());
    let rng_seed = RngSeed::Fixed(more.unwrap_or(1).into());
    ProptestConfig {
        cases: more.unwrap_or(1500),
        failure_persistence: None,
        rng_seed,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases())]

    /// Simplified terms have the values of the given ones, whatever they are.
    #[test]
    fn simplification_keeps_values(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let facts: Vec<Facts> = (0..2)
            .map(|_| {
                let lo = rng.pick(&[0, 0, 0, -20, 5]);
                let hi = lo + rng.pick(&[0, 3, 31, 255, 1000]);
                Facts::range(lo, hi)
            })
            .collect();
        let mut g = Graph::default();
        let vars: Vec<Id> = facts.iter().map(|f| g.var(*f, 0)).collect();
        let roots: Vec<Id> = (0..4).map(|_| term(&mut g, &mut rng, &vars, 4)).collect();
        let mut original = g.clone();
        let fuelless = Options { fuel: 0, verify: false, ..Options::default() };
        let given = simplify(&mut original, &roots, &fuelless).unwrap();
        let result = simplify(&mut g, &roots, &Options { verify: true, ..Options::default() });
        let result = result.map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert!(result.terms.cost <= result.before);
        for _ in 0..20 {
            let vars: Vec<i64> = facts.iter().map(|f| sample(f, &[], &mut rng)).collect();
            // Terms are mathematical integers; samples that leave 64 bits show nothing.
            if let (Some(got), Some(want)) = (try_evaluate(&result, &vars), try_evaluate(&given, &vars)) {
                prop_assert_eq!(got, want);
            }
        }
    }
}
