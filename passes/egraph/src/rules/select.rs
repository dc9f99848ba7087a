//! Of B and D the machine's operations, applied once after saturation.

use super::Domain;
use super::{Family, Rule, divided, positive};
use crate::graph::Graph;
use crate::language::Node;
use crate::rules::pattern::Subst;
use egg::Id;
use layout_integer::log2;

fn domains(name: &str) -> Domain {
    match name {
        "k" | "j" | "i" => Domain::Exponent(0, 6),
        "d" => Domain::Positive,
        _ => Domain::Int,
    }
}

const MACHINE: Family =
    Family { source: "two's complement; Warren, Hacker's Delight, ch. 2 and 10", domains };

pub const RULES: &[Rule] = &[
    MACHINE.rule("D1", "(* x p)", "(<<! x k)", "shift").lets(&[("p", "(<< 1 k)")]).select(shift_left),
    MACHINE
        .rule("D2", "(/ x p)", "(>>! x k)", "an arithmetic shift is floor division")
        .lets(&[("p", "(<< 1 k)")])
        .select(shift_right),
    MACHINE
        .rule("D3", "(% x p)", "(&! x mask)", "low bits, of negative x too")
        .lets(&[("p", "(<< 1 k)"), ("mask", "(- p 1)")])
        .select(mask),
    MACHINE
        .rule("D6", "(* (/ x p) p)", "(&! x high)", "clears low bits")
        .lets(&[("p", "(<< 1 k)"), ("high", "(- 0 p)")])
        .select(clear_low),
    MACHINE
        .rule("D12", "(* (% (/ x p) n) p)", "(&! x field)", "a digit in place")
        .lets(&[("p", "(<< 1 k)"), ("n", "(<< 1 j)"), ("field", "(* (- n 1) p)")])
        .select(digit_in_place),
    MACHINE
        .rule("D12-left", "(* (% (/ x p) n) q)", "(&! (<<! x i) field)", "a digit moved up")
        .lets(&[("p", "(<< 1 k)"), ("n", "(<< 1 j)"), ("q", "(<< p i)"), ("field", "(* (- n 1) q)")])
        .select(digit_moved_up),
    MACHINE
        .rule("D12-right", "(* (% (/ x p) n) q)", "(&! (>>! x i) field)", "a digit moved down")
        .lets(&[("q", "(<< 1 k)"), ("n", "(<< 1 j)"), ("p", "(<< q i)"), ("field", "(* (- n 1) q)")])
        .select(digit_moved_down),
    MACHINE.rule("D15", "(+ x y)", "(^ x y)", "no carry").when(&["(disjoint x y)"]).select(no_carry),
    MACHINE
        .rule("B34", "(/ x d)", "(mulhi x e)", "a product instead of a division: e·d exceeds 2^32 by little")
        .when(&["(<= 0 x)", "(< (* x (- (* e d) 4294967296)) 4294967296)"])
        .lets(&[("e", "(ceildiv 4294967296 d)")])
        .select(by_product),
    MACHINE
        .rule("B34-mod", "(% x d)", "(- x (* (mulhi x e) d))", "the remainder of that quotient")
        .when(&["(<= 0 x)", "(< (* x (- (* e d) 4294967296)) 4294967296)"])
        .lets(&[("e", "(ceildiv 4294967296 d)")])
        .select(remainder_by_product),
    MACHINE
        .rule("B34-narrow", "(/ x d)", "(>>! (*! x e) k)", "a product that 32 bits hold")
        .when(&["(<= 0 x)", "(< (* x (- (* e d) (<< 1 k))) (<< 1 k))"])
        .lets(&[("e", "(ceildiv (<< 1 k) d)")])
        .select(by_narrow_product),
    MACHINE
        .rule("B34-narrow-mod", "(% x d)", "(- x (* (>>! (*! x e) k) d))", "the remainder of that quotient")
        .when(&["(<= 0 x)", "(< (* x (- (* e d) (<< 1 k))) (<< 1 k))"])
        .lets(&[("e", "(ceildiv (<< 1 k) d)")])
        .select(remainder_by_narrow_product),
];

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

/// A node as a division or remainder by a power of two.
fn divisor(graph: &Graph, node: &Node, remainder: bool) -> Option<(Id, i64)> {
    divided(graph, node, remainder).filter(|(_, d)| log2(*d).is_some())
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
                let j = i64::from(size.trailing_zeros());
                push(graph, out, x, p, &[("n", size), ("j", j), ("field", (size - 1) * p)]);
            }
        }
    }
}

/// A digit `(x / p) % n` times another power of two `q`.
fn digit_moved(graph: &mut Graph, node: &Node, up: bool, out: &mut Vec<Subst>) {
    let Some((digit, q)) = scaled(node) else { return };
    for n in graph.egraph[digit].nodes.clone() {
        let Some((quotient, size)) = divisor(graph, &n, true) else { continue };
        for m in graph.egraph[quotient].nodes.clone() {
            let Some((x, p)) = divisor(graph, &m, false) else { continue };
            let (k, i) = if up { (p, q / p) } else { (q, p / q) };
            if i < 2 || size.checked_mul(q).is_none() {
                continue;
            }
            let log = |graph: &mut Graph, c: i64| graph.num(i64::from(c.trailing_zeros()));
            let (k, i, j) = (log(graph, k), log(graph, i), log(graph, size));
            let field = graph.num((size - 1) * q);
            let (p, n, q) = (graph.num(p), graph.num(size), graph.num(q));
            out.push(Subst::new([
                ("x", x),
                ("k", k),
                ("i", i),
                ("j", j),
                ("p", p),
                ("n", n),
                ("q", q),
                ("field", field),
            ]));
        }
    }
}

fn digit_moved_up(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    digit_moved(graph, node, true, out);
}

fn digit_moved_down(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    digit_moved(graph, node, false, out);
}

/// A division or remainder by a constant that one product of 32 bits computes.
fn narrow_division(graph: &mut Graph, [x, d]: [Id; 2], out: &mut Vec<Subst>) {
    let Some(c) = positive(graph, d).filter(|c| log2(*c).is_none() && *c < 1 << 31) else { return };
    let e = (1i64 << 32) / c + 1;
    let facts = graph.facts(x);
    let excess = e * c - (1 << 32);
    if facts.within(0, i32::MAX) && facts.hi * i128::from(excess) < 1 << 32 {
        let e = graph.num(e);
        out.push(Subst::new([("x", x), ("d", d), ("e", e)]));
    }
}

/// A division or remainder by a constant as a product and a shift, if the
/// product stays below 2^31.
fn narrow_product(graph: &mut Graph, [x, d]: [Id; 2], out: &mut Vec<Subst>) {
    let Some(c) = positive(graph, d).filter(|c| log2(*c).is_none() && *c < 1 << 15) else { return };
    let facts = graph.facts(x);
    if !facts.within(0, 1 << 20) {
        return;
    }
    let fits = |k: &u32| {
        let (p, e) = (1i128 << k, (1i128 << k) / i128::from(c) + 1);
        facts.hi * (e * i128::from(c) - p) < p && facts.hi * e <= i32::MAX.into()
    };
    if let Some(k) = (0..31).find(fits) {
        let (k, e) = (graph.num(k.into()), graph.num((1i64 << k) / c + 1));
        out.push(Subst::new([("x", x), ("d", d), ("e", e), ("k", k)]));
    }
}

fn by_narrow_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Div(operands) = node {
        narrow_product(graph, *operands, out);
    }
}

fn remainder_by_narrow_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Mod(operands) = node {
        narrow_product(graph, *operands, out);
    }
}

fn by_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Div(operands) = node {
        narrow_division(graph, *operands, out);
    }
}

fn remainder_by_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Mod(operands) = node {
        narrow_division(graph, *operands, out);
    }
}

fn no_carry(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Sum(sum) = node else { return };
    if sum.constant == 0
        && let [a, b] = &*sum.terms
        && *sum.coefficients == [1, 1]
        && graph.facts(*a).disjoint(&graph.facts(*b))
    {
        out.push(Subst::new([("x", *a), ("y", *b)]));
    }
}
