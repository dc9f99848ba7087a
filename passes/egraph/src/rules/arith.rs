//! A: sums and products. All but the last are the normal form.

use std::collections::BTreeMap;

use super::Domain;
use super::{Family, Rule, seen};
use crate::graph::Graph;
use crate::language::Node;
use crate::rules::pattern::Subst;
use egg::Id;

fn domains(name: &str) -> Domain {
    match name {
        "a" | "b" => Domain::Constant,
        _ => Domain::Int,
    }
}

const RING: Family = Family { source: "the ring of integers", domains };

pub const RULES: &[Rule] = &[
    RING.rule("A1", "(+ x 0)", "x", "zero").form(),
    RING.rule("A1-one", "(* x 1)", "x", "one").form(),
    RING.rule("A1-zero", "(* x 0)", "0", "zero").form(),
    RING.rule("A2", "(+ (+ x a) b)", "(+ x (+ a b))", "constants last").form(),
    RING.rule("A3", "(* (* x a) b)", "(* x (* a b))", "constants last").form(),
    RING.rule("A4", "(* (+ x y) a)", "(+ (* x a) (* y a))", "sums are flat").form(),
    RING.rule("A5", "(+ (* x a) (* x b))", "(* x (+ a b))", "like terms").form(),
    RING.rule("A6", "(- x y)", "(+ x (* y -1))", "no subtraction").form(),
    RING.rule("A7", "(+ (+ x a) y)", "(+ (+ x y) a)", "constants last").form(),
    RING.rule(
        "A5-factor",
        "(+ (+ (* (* x k) a) (* (* y k) b)) r)",
        "(+ (*! (+ (* x a) (* y b)) k) r)",
        "one product instead of two by the same unknown",
    )
    .explore(factor),
];

/// Two terms of a sum that are products by the same unknown: the one that most
/// terms share, since each choice of another doubles the ways to write the sum.
fn factor(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Sum(sum) = node else { return };
    let terms: Vec<(i64, Id)> = sum.iter().map(|(c, t)| (c, graph.egraph.find(t))).collect();
    // For each unknown the terms that it is a factor of, with their other factor.
    let mut by: BTreeMap<Id, Vec<(usize, Option<Id>)>> = BTreeMap::new();
    for (i, (_, t)) in terms.iter().enumerate() {
        let product = seen(graph, *t)
            .find_map(|n| if let Node::Mul(f) = n { Some(f.map(|x| graph.egraph.find(x))) } else { None });
        if let Some([x, y]) = product {
            by.entry(x).or_default().push((i, Some(y)));
            if x != y {
                by.entry(y).or_default().push((i, Some(x)));
            }
        }
    }
    // The unknown itself is a term of it too.
    for (i, (_, t)) in terms.iter().enumerate() {
        if let Some(sharing) = by.get_mut(t) {
            sharing.push((i, None));
        }
    }
    let most = by.into_iter().max_by_key(|(k, sharing)| (sharing.len(), std::cmp::Reverse(*k)));
    let Some((k, mut sharing)) = most else { return };
    // Products first: what they make is shared by sums that differ by the unknown itself.
    sharing.sort_unstable_by_key(|(i, other)| (other.is_none(), *i));
    sharing.dedup_by_key(|(i, _)| *i);
    let [(i, x), (j, y), ..] = sharing[..] else { return };
    let mut part = |factor: Option<Id>| factor.unwrap_or_else(|| graph.num(1));
    let (x, y) = (part(x), part(y));
    let rest = terms.iter().enumerate().filter(|(m, _)| *m != i && *m != j).map(|(_, t)| *t);
    let Some(r) = graph.sum(sum.constant, rest.collect::<Vec<_>>()) else { return };
    let (a, b) = (graph.num(terms[i].0), graph.num(terms[j].0));
    out.push(Subst::new([("x", x), ("y", y), ("k", k), ("a", a), ("b", b), ("r", r)]));
}
