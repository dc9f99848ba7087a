//! C: floor division and remainder by positive unknowns.

use super::Domain;
use super::digits::digits;
use super::{Family, Rule, divided, nodes, seen, sums, without};
use crate::graph::Graph;
use crate::language::{Linear, Node};
use crate::rules::pattern::Subst;
use egg::Id;

fn domains(name: &str) -> Domain {
    match name {
        "n" | "m" => Domain::Size,
        "a" | "c" => Domain::Positive,
        "s" => Domain::Constant,
        _ => Domain::Int,
    }
}

const UNKNOWN: Family = Family { source: "floor division, divisor unknown but positive", domains };

pub const RULES: &[Rule] = &[
    UNKNOWN.rule("C1", "(/ (+ (* x n) y) n)", "(+ x (/ y n))", "whole part").normalise(div_of_sum),
    UNKNOWN.rule("C2", "(% (+ (* x n) y) n)", "(% y n)", "whole part").normalise(mod_of_sum),
    UNKNOWN.rule("C3", "(/ x n)", "0", "already smaller").when(&["(<= 0 x)", "(< x n)"]).normalise(div_below),
    UNKNOWN
        .rule("C3-mod", "(% x n)", "x", "already smaller")
        .when(&["(<= 0 x)", "(< x n)"])
        .normalise(mod_below),
    UNKNOWN
        .rule("C4", "(+ (* (/ x c) (* c s)) y)", "(+ (* x s) y)", "exact")
        .when(&["(divides c x)"])
        .normalise(exact),
    UNKNOWN
        .rule("C5", "(% (/ x a) (/ n a))", "(/ (% x n) a)", "a common divisor")
        .when(&["(divides a n)"])
        .explore(mod_of_quotients),
    UNKNOWN.rule("C6", "(/ (/ x n) m)", "(/ x (* n m))", "nested floors").normalise(div_of_div),
    UNKNOWN.rule("C7", "(% (% x (*! n m)) n)", "(% x n)", "n divides nm").normalise(mod_of_multiple),
    UNKNOWN.rule("C8", "(/ (% x (*! n m)) n)", "(% (/ x n) m)", "digits of a digit").normalise(div_of_mod),
    UNKNOWN
        .rule("C9", "(+ (+ (* (* (/ x n) n) s) (* (% x n) s)) y)", "(+ (* x s) y)", "digit merge")
        .subsumes()
        .normalise(merge),
    UNKNOWN
        .rule("C10", "(ceildiv x c)", "(/ x c)", "exact: B23 on x + c - 1")
        .when(&["(divides c x)"])
        .derived(),
];

/// A node as a division or remainder by an unknown.
fn by_unknown(graph: &Graph, node: &Node, remainder: bool) -> Option<[Id; 2]> {
    match node {
        Node::Div(c) if !remainder && graph.as_const(c[1]).is_none() => Some(*c),
        Node::Mod(c) if remainder && graph.as_const(c[1]).is_none() => Some(*c),
        _ => None,
    }
}

/// The other factor of a product by `n`; 1 for `n` itself.
fn cofactor(graph: &mut Graph, term: Id, n: Id) -> Option<Id> {
    if graph.same(term, n) {
        return Some(graph.num(1));
    }
    nodes(graph, term).into_iter().find_map(|node| match node {
        Node::Mul([f, g]) if graph.same(f, n) => Some(g),
        Node::Mul([f, g]) if graph.same(g, n) => Some(f),
        _ => None,
    })
}

/// Splits a sum into `x · n + y`; `None` if no term has the factor.
fn split(graph: &mut Graph, sum: &Linear, n: Id) -> Option<(Id, Id)> {
    let (mut whole, mut rest) = (Vec::new(), Vec::new());
    for (c, t) in sum.iter() {
        match cofactor(graph, t, n) {
            Some(x) => whole.push((c, x)),
            None => rest.push((c, t)),
        }
    }
    if whole.is_empty() {
        return None;
    }
    Some((graph.sum(0, whole)?, graph.sum(sum.constant, rest)?))
}

/// Affine forms of a class, a product or leaf as a sum of one.
fn forms(graph: &Graph, id: Id) -> Vec<Linear> {
    let mut out = sums(graph, id);
    if out.is_empty() {
        out.push(Linear { constant: 0, coefficients: [1].into(), terms: [graph.egraph.find(id)].into() });
    }
    out
}

fn whole_part(graph: &mut Graph, node: &Node, remainder: bool, out: &mut Vec<Subst>) {
    let Some([z, n]) = by_unknown(graph, node, remainder) else { return };
    for sum in forms(graph, z) {
        if let Some((x, y)) = split(graph, &sum, n) {
            out.push(Subst::new([("x", x), ("y", y), ("n", n)]));
        }
    }
}

fn div_of_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    whole_part(graph, node, false, out);
}

fn mod_of_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    whole_part(graph, node, true, out);
}

fn already_below(graph: &Graph, node: &Node, remainder: bool, out: &mut Vec<Subst>) {
    if let Some([x, n]) = by_unknown(graph, node, remainder)
        && graph.facts(x).non_negative()
        && graph.less(x, n)
    {
        out.push(Subst::new([("x", x), ("n", n)]));
    }
}

fn div_below(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    already_below(graph, node, false, out);
}

fn mod_below(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    already_below(graph, node, true, out);
}

fn exact(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Sum(sum) = node else { return };
    for (i, (k, t)) in sum.iter().enumerate() {
        for (x, c) in digits(graph, t, false) {
            if k % c == 0
                && graph.facts(x).divisible_by(c)
                && let Some(y) = graph.sum(sum.constant, without(sum, i))
            {
                let (c, s) = (graph.num(c), graph.num(k / c));
                out.push(Subst::new([("x", x), ("y", y), ("c", c), ("s", s)]));
            }
        }
    }
}

fn mod_of_quotients(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some([q, d]) = by_unknown(graph, node, true) else { return };
    for f in nodes(graph, q) {
        let Some((x, a)) = divided(graph, &f, false) else { continue };
        for g in nodes(graph, d) {
            if let Some((n, b)) = divided(graph, &g, false)
                && a == b
                && graph.facts(n).divisible_by(a)
                && graph.facts(n).lo >= 1
            {
                let a = graph.num(a);
                out.push(Subst::new([("x", x), ("n", n), ("a", a)]));
            }
        }
    }
}

fn div_of_div(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Div([q, m]) = node else { return };
    for inner in nodes(graph, *q) {
        if let Node::Div([x, n]) = inner
            && (graph.as_const(n).is_none() || graph.as_const(*m).is_none())
            && graph.facts(*m).lo >= 1
        {
            out.push(Subst::new([("x", x), ("n", n), ("m", *m)]));
        }
    }
}

/// A remainder by a product of unknowns inside a division or remainder by one of them.
fn of_multiple(graph: &Graph, node: &Node, remainder: bool, out: &mut Vec<Subst>) {
    let Some([r, n]) = by_unknown(graph, node, remainder) else { return };
    for inner in nodes(graph, r) {
        let Some([x, nm]) = by_unknown(graph, &inner, true) else { continue };
        for product in nodes(graph, nm) {
            let Node::Mul([f, g]) = product else { continue };
            let m = match () {
                () if graph.same(f, n) => g,
                () if graph.same(g, n) => f,
                () => continue,
            };
            if graph.facts(m).lo >= 1 {
                out.push(Subst::new([("x", x), ("n", n), ("m", m)]));
            }
        }
    }
}

fn mod_of_multiple(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_multiple(graph, node, true, out);
}

fn div_of_mod(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_multiple(graph, node, false, out);
}

fn merge(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Sum(sum) = node else { return };
    let terms: Vec<(i64, Id)> = sum.iter().collect();
    for (j, (s, low)) in terms.iter().enumerate() {
        let remainders: Vec<[Id; 2]> = seen(graph, *low).filter_map(|n| by_unknown(graph, n, true)).collect();
        for [x, n] in remainders {
            for (i, (_, high)) in terms.iter().enumerate().filter(|(i, (k, _))| *i != j && k == s) {
                let Some(q) = cofactor(graph, *high, n) else { continue };
                let divides = seen(graph, q).any(|d| {
                    by_unknown(graph, d, false).is_some_and(|[y, m]| graph.same(x, y) && graph.same(n, m))
                });
                let rest = terms.iter().enumerate().filter(|(m, _)| *m != i && *m != j).map(|(_, t)| *t);
                if divides && let Some(y) = graph.sum(sum.constant, rest.collect::<Vec<_>>()) {
                    let s = graph.num(*s);
                    out.push(Subst::new([("x", x), ("n", n), ("s", s), ("y", y)]));
                }
            }
        }
    }
}
