//! D1–D12: the machine's shifts and masks, applied once after saturation.

use super::{Rule, positive};
use crate::graph::Graph;
use crate::lang::Node;
use crate::pattern::{Subst, Value, Values};
use crate::rng::Rng;
use egg::Id;

/// `p = 2^k` and `n = 2^j`, and masks made of them.
fn powers(rng: &mut Rng) -> Values {
    let (k, j) = (rng.range(0, 12), rng.range(0, 12));
    let (p, n) = (1i64 << k, 1i64 << j);
    let x = rng.int();
    [("x", x), ("k", k), ("p", p), ("n", n), ("mask", p - 1), ("high", -p), ("field", (n - 1) << k)]
        .map(|(name, v)| (name, Value::Int(v)))
        .into()
}

pub const RULES: &[Rule] = &[
    rule!("D1", "(* x p)" => "(<< x k)", "p = 2^k", "shift", Select, shift_left, powers),
    rule!("D2", "(/ x p)" => "(>> x k)", "p = 2^k", "arithmetic shift is floor division", Select, shift_right, powers),
    rule!("D3", "(% x p)" => "(& x mask)", "p = 2^k, mask = p - 1", "low bits, for negative x too", Select, mask, powers),
    rule!("D6", "(* (/ x p) p)" => "(& x high)", "p = 2^k, high = -p", "clears low bits", Select, clear_low, powers),
    rule!("D12", "(* (% (/ x p) n) p)" => "(& x field)", "p = 2^k, n a power of 2, field = (n-1)p", "a digit in place", Select, digit_in_place, powers),
];

fn log2(c: i64) -> Option<u32> {
    (c > 0 && c.count_ones() == 1).then(|| c.trailing_zeros())
}

/// `2^k · x` alone.
fn scaled(node: &Node) -> Option<(Id, i64)> {
    match node {
        Node::Sum(l) if l.constant == 0 => match (&*l.terms, &*l.coefficients) {
            ([x], [c]) => log2(*c).filter(|k| *k > 0).map(|_| (*x, *c)),
            _ => None,
        },
        _ => None,
    }
}

fn divisor(graph: &Graph, node: &Node, remainder: bool) -> Option<(Id, i64)> {
    match node {
        Node::Div([x, d]) if !remainder => Some((*x, positive(graph, *d)?)),
        Node::Mod([x, d]) if remainder => Some((*x, positive(graph, *d)?)),
        _ => None,
    }
    .filter(|(_, d)| log2(*d).is_some())
}

fn push(graph: &mut Graph, out: &mut Vec<Subst>, x: Id, p: i64, more: &[(&'static str, i64)]) {
    let mut all = vec![("x", x), ("p", graph.num(p)), ("k", graph.num(i64::from(p.trailing_zeros())))];
    for (name, value) in more {
        all.push((name, graph.num(*value)));
    }
    out.push(Subst::new(all));
}

fn shift_left(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some((x, p)) = scaled(node) {
        push(graph, out, x, p, &[]);
    }
}

fn shift_right(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some((x, p)) = divisor(graph, node, false) {
        push(graph, out, x, p, &[]);
    }
}

fn mask(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some((x, p)) = divisor(graph, node, true) {
        push(graph, out, x, p, &[("mask", p - 1)]);
    }
}

fn clear_low(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((q, p)) = scaled(node) else { return };
    for n in graph.egraph[q].nodes.clone() {
        if let Some((x, d)) = divisor(graph, &n, false)
            && d == p
        {
            push(graph, out, x, p, &[("high", -p)]);
        }
    }
}

fn digit_in_place(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((digit, p)) = scaled(node) else { return };
    for n in graph.egraph[digit].nodes.clone() {
        let Some((q, size)) = divisor(graph, &n, true) else { continue };
        for m in graph.egraph[q].nodes.clone() {
            if let Some((x, d)) = divisor(graph, &m, false)
                && d == p
                && size.checked_mul(p).is_some()
            {
                push(graph, out, x, p, &[("n", size), ("field", (size - 1) * p)]);
            }
        }
    }
}
