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

/// Two terms of a sum that are products by the same unknown.
fn factor(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Sum(sum) = node else { return };
    let terms: Vec<(i64, Id)> = sum.iter().collect();
    let products: Vec<(usize, [Id; 2])> = terms
        .iter()
        .enumerate()
        .filter_map(|(i, (_, t))| {
            graph.egraph[*t]
                .nodes
                .iter()
                .find_map(|n| if let Node::Mul(f) = n { Some((i, *f)) } else { None })
        })
        .collect();
    for (n, (i, f)) in products.iter().enumerate() {
        // The other operand of the sum: a product with a common factor, or the factor itself.
        let plain = terms
            .iter()
            .enumerate()
            .filter(|(j, (_, t))| j != i && f.contains(t))
            .map(|(j, (_, t))| (j, *t, None));
        let shared = products[n + 1..].iter().filter_map(|(j, g)| {
            let k = f.iter().find(|k| g.contains(k))?;
            Some((*j, *k, g.iter().find(|x| *x != k).or(Some(k)).copied()))
        });
        for (j, k, other) in plain.chain(shared).collect::<Vec<_>>() {
            let x = if f[0] == k { f[1] } else { f[0] };
            let y = other.unwrap_or_else(|| graph.num(1));
            let rest = terms.iter().enumerate().filter(|(m, _)| m != i && *m != j).map(|(_, t)| *t);
            let Some(r) = graph.sum(sum.constant, rest.collect::<Vec<_>>()) else { continue };
            let (a, b) = (graph.num(terms[*i].0), graph.num(terms[j].0));
            out.push(Subst::new([("x", x), ("y", y), ("k", k), ("a", a), ("b", b), ("r", r)]));
        }
    }
}
