//! E: comparisons, choices, bounds, and the expansions of floor division that other
//! lowerings leave behind; of B what comparisons decide.

use super::Domain;
use super::{Family, Rule, divided, nodes, positive, sums};
use crate::graph::Graph;
use crate::language::{Node, Predicate};
use crate::rules::pattern::Subst;
use egg::Id;

fn domains(name: &str) -> Domain {
    match name {
        "b" | "c" => Domain::Positive,
        "a" | "k" => Domain::Constant,
        _ => Domain::Int,
    }
}

const COMPARE: Family = Family { source: "order of the integers", domains };
const EXPANSION: Family = Family { source: "expansions by MLIR's AffineToStandard and ArithExpand", domains };

pub const RULES: &[Rule] = &[
    COMPARE.rule("B33", "(< (/ x b) a)", "(< x (* a b))", "compares the dividend").normalise(quotient_below),
    COMPARE
        .rule("B33-above", "(< a (/ x b))", "(< (- (* (+ a 1) b) 1) x)", "compares the dividend")
        .normalise(quotient_above),
    COMPARE.rule("E1", "(< (+ x k) a)", "(< x (- a k))", "the constant to the other side").normalise(constant_across),
    COMPARE
        .rule("E1-above", "(< a (+ x k))", "(< (- a k) x)", "the constant to the other side")
        .normalise(constant_across_above),
    EXPANSION
        .rule("E2", "(select (< (truncrem x c) 0) (+ (truncrem x c) c) (truncrem x c))", "(% x c)", "floor remainder")
        .normalise(floor_rem),
    EXPANSION
        .rule(
            "E3",
            "(select (< x 0) (- -1 (/ (select (< x 0) (- -1 x) x) c)) (/ (select (< x 0) (- -1 x) x) c))",
            "(/ x c)",
            "floor division",
        )
        .normalise(floor_div),
    EXPANSION
        .rule(
            "E4",
            "(select (< x 1) (- 0 (/ (select (< x 1) (- 0 x) (- x 1)) c)) (+ (/ (select (< x 1) (- 0 x) (- x 1)) c) 1))",
            "(ceildiv x c)",
            "division rounded up",
        )
        .normalise(ceil_div),
    EXPANSION.rule("E5", "(truncdiv x c)", "(/ x c)", "not negative").when(&["(<= 0 x)"]).form(),
    EXPANSION.rule("E5-rem", "(truncrem x c)", "(% x c)", "not negative").when(&["(<= 0 x)"]).form(),
    COMPARE
        .rule("E6", "(select (< x y) x y)", "(min x y)", "the smaller")
        .normalise(choose_min),
    COMPARE
        .rule("E6-max", "(select (< x y) y x)", "(max x y)", "the larger")
        .normalise(choose_max),
    COMPARE
        .rule("E7", "(min (min x k) a)", "(min x a)", "the smaller bound")
        .when(&["(<= a k)"])
        .normalise(min_of_min),
];

fn less(node: &Node) -> Option<[Id; 2]> {
    if let Node::Compare(Predicate::Lt, c) = node { Some(*c) } else { None }
}

/// A quotient next to a constant.
fn quotient(graph: &mut Graph, q: Id, a: Id, out: &mut Vec<Subst>) {
    if graph.as_const(a).is_some() {
        for n in nodes(graph, q) {
            if let Some((x, b)) = divided(graph, &n, false) {
                let b = graph.num(b);
                out.push(Subst::new([("x", x), ("a", a), ("b", b)]));
            }
        }
    }
}

fn quotient_below(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some([q, a]) = less(node) {
        quotient(graph, q, a, out);
    }
}

fn quotient_above(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some([a, q]) = less(node) {
        quotient(graph, q, a, out);
    }
}

/// The constant of a sum next to a constant.
fn across(graph: &mut Graph, z: Id, a: Id, out: &mut Vec<Subst>) {
    if graph.as_const(a).is_none() {
        return;
    }
    for sum in sums(graph, z) {
        if sum.constant != 0
            && let Some(x) = graph.sum(0, sum.iter().collect::<Vec<_>>())
        {
            let k = graph.num(sum.constant);
            out.push(Subst::new([("x", x), ("k", k), ("a", a)]));
        }
    }
}

fn constant_across(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some([z, a]) = less(node) {
        across(graph, z, a, out);
    }
}

fn constant_across_above(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some([a, z]) = less(node) {
        across(graph, z, a, out);
    }
}

/// Whether a class holds `x < c`.
fn is_below(graph: &Graph, condition: Id, x: Id, c: i64) -> bool {
    graph.egraph[condition]
        .nodes
        .iter()
        .filter_map(less)
        .any(|[y, b]| graph.same(y, x) && graph.as_const(b) == Some(c))
}

fn floor_rem(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Select([condition, up, r]) = node else { return };
    for n in nodes(graph, *r) {
        let Node::TruncRem([x, d]) = n else { continue };
        let Some(c) = positive(graph, d) else { continue };
        if is_below(graph, *condition, *r, 0)
            && graph.sum(c, [(1, *r)]).is_some_and(|sum| graph.same(sum, *up))
        {
            out.push(Subst::new([("x", x), ("c", d)]));
        }
    }
}

/// The expansions `x < bound ? -q + low : q + high` with
/// `q = (x < bound ? -x + low : x - high) / c`.
fn expansion(graph: &mut Graph, node: &Node, bound: i64, low: i64, high: i64, out: &mut Vec<Subst>) {
    let Node::Select([condition, negative, positive_side]) = node else { return };
    // The quotient, found through its form on the side that keeps the sign.
    let candidates: Vec<Id> = graph.sum(-high, [(1, *positive_side)]).into_iter().collect();
    for q in candidates {
        for n in nodes(graph, q) {
            let Some((z, c)) = divided(graph, &n, false) else { continue };
            for m in nodes(graph, z) {
                let Node::Select([inner, reflected, shifted]) = m else { continue };
                let Some(x) = graph.sum(high, [(1, shifted)]) else { continue };
                let agrees = |graph: &mut Graph, constant: i64, of: Id, want: Id| {
                    graph.sum(constant, [(-1, of)]).is_some_and(|sum| graph.same(sum, want))
                };
                if is_below(graph, *condition, x, bound)
                    && is_below(graph, inner, x, bound)
                    && agrees(graph, low, x, reflected)
                    && agrees(graph, low, q, *negative)
                {
                    let c = graph.num(c);
                    out.push(Subst::new([("x", x), ("c", c)]));
                }
            }
        }
    }
}

fn floor_div(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    expansion(graph, node, 0, -1, 0, out);
}

fn ceil_div(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    expansion(graph, node, 1, 0, 1, out);
}

fn choose(graph: &mut Graph, node: &Node, smaller: bool, out: &mut Vec<Subst>) {
    let Node::Select([condition, a, b]) = node else { return };
    let (x, y) = if smaller { (*a, *b) } else { (*b, *a) };
    if graph.egraph[*condition]
        .nodes
        .iter()
        .filter_map(less)
        .any(|[p, q]| graph.same(p, x) && graph.same(q, y))
    {
        out.push(Subst::new([("x", x), ("y", y)]));
    }
}

fn choose_min(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    choose(graph, node, true, out);
}

fn choose_max(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    choose(graph, node, false, out);
}

fn min_of_min(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Min([y, a]) = node else { return };
    let Some(bound) = graph.as_const(*a) else { return };
    for n in nodes(graph, *y) {
        if let Node::Min([x, k]) = n
            && graph.as_const(k).is_some_and(|k| bound <= k)
        {
            out.push(Subst::new([("x", x), ("k", k), ("a", *a)]));
        }
    }
}
