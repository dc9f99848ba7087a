//! Whole runs: results, sharing, budgets, and agreement with the input.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use egg::Id;
use layout_algebra::{Layout, Swizzle};
use layout_egraph::{Error, Facts, Graph, Node, Options, Predicate, Rng, Simplified, eval, sample, simplify};
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

/// The values of the roots for given leaves; `None` past 64 bits.
fn try_evaluate(result: &Simplified, vars: &[i64]) -> Option<Vec<i64>> {
    let mut values: Vec<i64> = Vec::new();
    for n in &result.terms.nodes {
        let at = |c: Id| values.get(usize::from(c)).copied();
        values.push(eval(&n.node, at, |v| vars.get(v as usize).copied())?);
    }
    Some(result.terms.roots.iter().map(|r| values[*r]).collect())
}

fn evaluate(result: &Simplified, vars: &[i64]) -> Vec<i64> {
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

/// Addresses of 16-byte chunks in 128-byte rows swizzled by S<3,4,3> (bytes),
/// as `ldmatrix` wants them: k-steps along a row, then further rows.
fn ldmatrix(count: usize) -> (Graph, Vec<Id>) {
    let mut g = Graph::default();
    let s = Swizzle::new(3, 4, 3).unwrap();
    let lane = g.var(Facts::range(0, 31), 0);
    let roots = (0..count)
        .map(|n| {
            let (k, m) = (n as i64 % 4, n as i64 / 4);
            let (sixteen, row) = (g.num(16), g.num(16));
            let (r, c) = (g.rem(lane, row).unwrap(), g.div(lane, sixteen).unwrap());
            let x = g.sum(2048 * m + 32 * k, [(128, r), (16, c)]).unwrap();
            g.swz(s, x).unwrap()
        })
        .collect();
    (g, roots)
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
            let want: Vec<i64> = (0..count as i64)
                .map(|n| s.apply(2048 * (n / 4) + 32 * (n % 4) + 128 * (lane % 16) + 16 * (lane / 16)))
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
            result.terms.cost / 16,
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

#[test]
fn contradictory_facts_are_reported() {
    let mut g = Graph::default();
    let x = g.var(Facts { lo: 3, hi: 2, ..Facts::UNKNOWN }, 0);
    let one = g.num(1);
    g.egraph.union(x, one);
    assert!(matches!(simplify(&mut g, &[x], &Options::default()), Err(Error::Contradiction)));
}

#[test]
fn fuel_stops_rewriting() {
    let (mut g, roots) = ldmatrix(16);
    let result = simplify(&mut g, &roots, &Options { fuel: 3, ..Options::default() }).unwrap();
    assert_eq!(result.report.hit, ["fuel"]);
    assert_eq!(evaluate(&result, &[5]).len(), 16);
}

/// A random term over two leaves.
fn term(g: &mut Graph, rng: &mut Rng, vars: &[Id], depth: u32) -> Id {
    if depth == 0 || rng.range(0, 6) == 0 {
        return match rng.range(0, 3) {
            0 => {
                let c = rng.range(-40, 300);
                g.num(c)
            }
            _ => rng.pick(vars),
        };
    }
    let a = term(g, rng, vars, depth - 1);
    let c = rng.positive();
    let divisor = g.num(c);
    let made = match rng.range(0, 12) {
        0 | 1 => {
            let b = term(g, rng, vars, depth - 1);
            let (p, q) = (rng.range(-3, 64), rng.pick(&[1, 1, -1, 2, 16]));
            g.sum(rng.range(0, 64), [(p, a), (q, b)])
        }
        2 => g.div(a, divisor),
        3 => g.rem(a, divisor),
        4 => {
            let s = rng.pick(&[(3, 0, 3), (3, 4, 3), (2, 1, 2), (1, 2, -1)]);
            g.swz(Swizzle::new(s.0, s.1, s.2).unwrap(), a)
        }
        5 => {
            let b = term(g, rng, vars, depth - 1);
            g.xor(a, b)
        }
        6 => {
            let mask = rng.pick(&[7, 12, 0x38, 0x55, -8, 0xf0f]);
            g.and(a, mask)
        }
        7 => g.or(a, rng.pick(&[1, 6, 32])),
        8 => {
            let b = term(g, rng, vars, depth - 1);
            let node = if rng.range(0, 1) == 0 { Node::Min([a, b]) } else { Node::Max([a, b]) };
            g.add(node)
        }
        9 => {
            let b = term(g, rng, vars, depth - 1);
            let p = rng.pick(&[Predicate::Lt, Predicate::Eq, Predicate::Ne]);
            let (bound, condition) = (g.num(rng.range(-8, 64)), b);
            let condition = g.compare(p, condition, bound);
            Some(g.select(condition, a, b))
        }
        10 => {
            // The expansion of a floor remainder or division of any sign.
            let (zero, minus_one) = (g.num(0), g.num(-1));
            let negative = g.compare(Predicate::Lt, a, zero);
            if rng.range(0, 1) == 0 {
                let r = g.add(Node::TruncRem([a, divisor])).unwrap_or(a);
                let up = g.sum(c, [(1, r)]).unwrap_or(r);
                let below = g.compare(Predicate::Lt, r, zero);
                Some(g.select(below, up, r))
            } else {
                let reflected = g.sum(-1, [(-1, a)]).unwrap_or(minus_one);
                let absolute = g.select(negative, reflected, a);
                let q = g.div(absolute, divisor).unwrap_or(a);
                let down = g.sum(-1, [(-1, q)]).unwrap_or(minus_one);
                Some(g.select(negative, down, q))
            }
        }
        11 => g.add(Node::TruncDiv([a, divisor])),
        _ => {
            let b = term(g, rng, vars, depth - 1);
            g.mul(a, b)
        }
    };
    made.unwrap_or(a)
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
            let vars: Vec<i64> = facts.iter().map(|f| sample(f, &mut rng)).collect();
            // Terms are mathematical integers; samples that leave 64 bits show nothing.
            if let (Some(got), Some(want)) = (try_evaluate(&result, &vars), try_evaluate(&given, &vars)) {
                prop_assert_eq!(got, want);
            }
        }
    }
}
