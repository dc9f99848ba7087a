//! A1–A7: sums and products. All but the last are the normal form.

use super::{Family, Rule};
use crate::domain::Kind;
use crate::graph::Graph;
use crate::lang::Node;
use crate::pattern::Subst;
use egg::Id;

fn kinds(name: &str) -> Kind {
    match name {
        "a" | "b" => Kind::Constant,
        _ => Kind::Int,
    }
}

const RING: Family = Family { source: "the ring of integers", kinds };

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
    let factors: Vec<Option<[Id; 2]>> = terms
        .iter()
        .map(|(_, t)| {
            let mut nodes = graph.egraph[*t].nodes.iter();
            nodes
                .find_map(|n| if let Node::Mul(f) = n { Some(f.map(|x| graph.egraph.find(x))) } else { None })
        })
        .collect();
    // What term number `i` is by the unknown `k`; none if `k` is no factor of it.
    let other = |i: usize, k: Id| match factors[i] {
        Some([x, y]) if y == k => Some(Some(x)),
        Some([x, y]) if x == k => Some(Some(y)),
        _ => (terms[i].1 == k).then_some(None),
    };
    let sharing = |k: Id| (0..terms.len()).filter(|i| other(*i, k).is_some()).collect::<Vec<_>>();
    let candidates = factors.iter().flatten().flatten().map(|k| (sharing(*k), *k));
    let Some((sharing, k)) = candidates.max_by_key(|(s, k)| (s.len(), std::cmp::Reverse(*k))) else { return };
    let [i, j, ..] = sharing[..] else { return };
    let part = |graph: &mut Graph, i: usize| other(i, k).flatten().unwrap_or_else(|| graph.num(1));
    let (x, y) = (part(graph, i), part(graph, j));
    let rest = terms.iter().enumerate().filter(|(m, _)| *m != i && *m != j).map(|(_, t)| *t);
    let Some(r) = graph.sum(sum.constant, rest.collect::<Vec<_>>()) else { return };
    let (a, b) = (graph.num(terms[i].0), graph.num(terms[j].0));
    out.push(Subst::new([("x", x), ("y", y), ("k", k), ("a", a), ("b", b), ("r", r)]));
}
