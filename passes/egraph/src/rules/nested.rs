//! Finders of divisions and remainders of one term: a division, a remainder, a product, the
//! smaller or larger of two.

use egg::Id;

use super::pattern::Subst;
use super::{divided, nodes, sums};
use crate::graph::Graph;
use crate::language::Node;

pub fn below(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some((x, c)) = divided(graph, node, true)
        && graph.facts(x).within(0, c - 1)
    {
        let c = graph.num(c);
        out.push(Subst::new([("x", x), ("c", c)]));
    }
}

pub fn known_quotient(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((x, c)) = divided(graph, node, true) else { return };
    let facts = graph.facts(x);
    let k = facts.lo.div_euclid(c.into());
    if k != 0
        && k == facts.hi.div_euclid(c.into())
        && let Ok(k) = i64::try_from(k)
    {
        let (c, k) = (graph.num(c), graph.num(k));
        out.push(Subst::new([("x", x), ("c", c), ("k", k)]));
    }
}

/// Matches a division (or remainder) by `b` of an inner division or remainder.
fn inner(
    graph: &mut Graph,
    node: &Node,
    outer_remainder: bool,
    inner_remainder: bool,
    out: &mut Vec<Subst>,
    accept: fn(i64, i64) -> Option<i64>,
) {
    let Some((y, b)) = divided(graph, node, outer_remainder) else { return };
    for n in nodes(graph, y) {
        if let Some((x, d)) = divided(graph, &n, inner_remainder)
            && let Some(a) = accept(d, b)
        {
            let (a, b) = (graph.num(a), graph.num(b));
            out.push(Subst::new([("x", x), ("a", a), ("b", b)]));
        }
    }
}

pub fn div_of_div(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    inner(graph, node, false, false, out, |d, b| d.checked_mul(b).map(|_| d));
}

pub fn mod_of_multiple(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    inner(graph, node, true, true, out, |d, b| (d % b == 0).then_some(d / b));
}

pub fn mod_of_smaller(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    inner(graph, node, true, true, out, |d, b| (d <= b).then_some(d));
}

pub fn div_of_mod(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    inner(graph, node, false, true, out, |d, b| (d % b == 0).then_some(d / b));
}

/// Matches a division or remainder of `x · k` alone; `accept` gives `(a, b)`
/// from the coefficient and the divisor.
fn single(
    graph: &mut Graph,
    node: &Node,
    remainder: bool,
    out: &mut Vec<Subst>,
    accept: fn(i64, i64) -> Option<(i64, i64)>,
) {
    let Some((y, d)) = divided(graph, node, remainder) else { return };
    for sum in sums(graph, y) {
        if sum.constant == 0
            && let ([k], [x]) = (&*sum.coefficients, &*sum.terms)
            && let Some((a, b)) = accept(*k, d)
        {
            let (x, a, b) = (*x, graph.num(a), graph.num(b));
            out.push(Subst::new([("x", x), ("a", a), ("b", b)]));
        }
    }
}

fn multiple(k: i64, d: i64) -> Option<(i64, i64)> {
    (k % d == 0).then_some((k / d, d))
}

fn factor(k: i64, d: i64) -> Option<(i64, i64)> {
    (k > 1 && d % k == 0).then(|| (k, d / k))
}

pub fn div_of_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    single(graph, node, false, out, multiple);
}

pub fn div_by_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    single(graph, node, false, out, factor);
}

pub fn mod_by_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    single(graph, node, true, out, factor);
}

/// Divisions of a smaller or larger of two, one of them a constant.
fn of_extremum(graph: &mut Graph, node: &Node, out: &mut Vec<Subst>, of: fn(&Node) -> Option<[Id; 2]>) {
    let Some((z, b)) = divided(graph, node, false) else { return };
    for n in nodes(graph, z) {
        let Some([f, g]) = of(&n) else { continue };
        if let Some(k) = graph.as_const(g) {
            let (k, b) = (graph.num(k), graph.num(b));
            out.push(Subst::new([("x", f), ("k", k), ("b", b)]));
        }
    }
}

pub fn div_of_min(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_extremum(graph, node, out, |n| if let Node::Min(c) = n { Some(*c) } else { None });
}

pub fn div_of_max(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_extremum(graph, node, out, |n| if let Node::Max(c) = n { Some(*c) } else { None });
}
