//! D: bitwise operations, beside arithmetic. Masks and shifts by constants
//! are digits in the normal form, so most of these hold by B8–B28.

use super::Domain;
use super::{Family, Rule, divided, nodes, sums};
use crate::graph::Graph;
use crate::language::Node;
use crate::rules::pattern::Subst;
use egg::Id;
use layout_integer::log2;

/// Masks and integers of any sign.
fn signed_masks(name: &str) -> Domain {
    if matches!(name, "p" | "q") { Domain::Bits } else { Domain::Int }
}

fn domains(name: &str) -> Domain {
    match name {
        "a" | "b" | "k" => Domain::Exponent(0, 5),
        "c" | "d" | "h" | "p" | "q" => Domain::Mask,
        _ => Domain::Natural,
    }
}

const BITS: Family = Family { source: "two's complement; Warren, Hacker's Delight, ch. 2", domains };

pub const RULES: &[Rule] = &[
    BITS.rule("D4", "(>> (>> x a) b)", "(>> x (+ a b))", "B8").derived(),
    BITS.rule("D5", "(<< (<< x a) b)", "(<< x (+ a b))", "A3").derived(),
    BITS.rule("D7", "(>> (<< x a) a)", "x", "B12").derived(),
    BITS.rule("D8", "(&! (&! x p) q)", "(&! x (& p q))", "masks meet")
        .domains(signed_masks)
        .normalise(mask_of_mask),
    BITS.rule("D9", "(>> (& x p) k)", "(& (>> x k) (>> p k))", "a shift of bits"),
    BITS.rule("D10", "(<< (& x p) k)", "(& (<< x k) (<< p k))", "a shift of bits"),
    BITS.rule("D11", "(& (>> x a) p)", "(>> (& x (<< p a)) a)", "a shift of bits"),
    BITS.rule("D13", "(&! x p)", "x", "no other bit")
        .domains(signed_masks)
        .when(&["(inside x p)"])
        .normalise(mask_of_all),
    BITS.rule("D14", "(& x p)", "0", "no such bit").when(&["(disjoint x p)"]).derived(),
    BITS.rule("D16", "(^ (^ x c) d)", "(^ x (^ c d))", "associativity on constants").normalise(xor_constants),
    BITS.rule("D16-self", "(^ x x)", "0", "by construction").form(),
    BITS.rule("D16-zero", "(^ x 0)", "x", "by construction").form(),
    BITS.rule("D16-twice", "(^ (^ x y) y)", "x", "cancels").normalise(xor_twice),
    BITS.rule("D17", "(/ (^ x c) p)", "(^ (/ x p) (/ c p))", "bit by bit")
        .lets(&[("p", "(<< 1 k)")])
        .explore(div_of_xor),
    BITS.rule("D17-left", "(<< (^ x y) k)", "(^ (<< x k) (<< y k))", "bit by bit"),
    BITS.rule("D18", "(% (^ x c) p)", "(^ (% x p) (% c p))", "bit by bit")
        .lets(&[("p", "(<< 1 k)")])
        .explore(mod_of_xor),
    BITS.rule("D18-mask", "(& (^ x y) p)", "(^ (& x p) (& y p))", "bit by bit"),
    BITS.rule("D19", "(% (+ x y) p)", "(% (+ (% x p) y) p)", "B24").lets(&[("p", "(<< 1 k)")]).derived(),
    BITS.rule("D20", "(/ (+ x y) p)", "(+ (/ x p) (/ y p))", "no carry")
        .when(&["(disjoint x y)"])
        .lets(&[("p", "(<< 1 k)")])
        .explore(div_of_disjoint),
    BITS.rule("D21", "(& (+ x y) p)", "(+ (& x p) (& y p))", "no carry").when(&["(disjoint x y)"]),
    BITS.rule("D22", "(^ (+ x h) y)", "(+ (^ x y) h)", "peel")
        .when(&["(disjoint h x)", "(disjoint h y)"])
        .normalise(peel_sum),
    BITS.rule("D22-constant", "(^ x (+ y h))", "(+ (^ x y) h)", "peel")
        .when(&["(disjoint h x)", "(disjoint h y)"])
        .normalise(peel_constant),
    BITS.rule("D23", "(^ x c)", "(- x c)", "clears bits").when(&["(inside c x)"]).normalise(clears),
    BITS.rule("D24", "(+ (& x p) (- x (& x p)))", "x", "A5").derived(),
    BITS.rule("D25", "(or x y)", "(+ (^ x y) (& x y))", "bit by bit"),
    BITS.rule("D25-sum", "(+ x y)", "(+ (^ x y) (* (& x y) 2))", "the carries"),
    BITS.rule("D26", "(- x (& x p))", "(& x (- -1 p))", "the other bits"),
    BITS.rule("D26-low", "(- x (% x p))", "(& x (- 0 p))", "the other bits: B29")
        .lets(&[("p", "(<< 1 k)")])
        .derived(),
];

fn mask_of_mask(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::And(q, [y]) = node else { return };
    for n in nodes(graph, *y) {
        if let Node::And(p, [x]) = n {
            let (p, q) = (graph.num(p), graph.num(*q));
            out.push(Subst::new([("x", x), ("p", p), ("q", q)]));
        }
    }
}

fn mask_of_all(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::And(p, [x]) = node else { return };
    if graph.facts(*x).possible_bits().is_some_and(|bits| bits & !*p as u64 == 0) {
        let p = graph.num(*p);
        out.push(Subst::new([("x", *x), ("p", p)]));
    }
}

fn xor_twice(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Xor(operands) = node else { return };
    for (z, y) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        for n in nodes(graph, z) {
            let Node::Xor([f, g]) = n else { continue };
            for (x, other) in [(f, g), (g, f)] {
                if graph.same(other, y) {
                    out.push(Subst::new([("x", x), ("y", y)]));
                }
            }
        }
    }
}

/// A division or remainder by a power of two of an exclusive-or with a constant.
fn of_xor(graph: &mut Graph, node: &Node, remainder: bool, out: &mut Vec<Subst>) {
    let Some((z, p)) = divided(graph, node, remainder) else { return };
    let Some(k) = log2(p) else { return };
    for n in nodes(graph, z) {
        if let Some((x, c)) = xor_constant(graph, &n) {
            let (c, p, k) = (graph.num(c), graph.num(p), graph.num(k.into()));
            out.push(Subst::new([("x", x), ("c", c), ("p", p), ("k", k)]));
        }
    }
}

fn div_of_xor(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_xor(graph, node, false, out);
}

fn mod_of_xor(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_xor(graph, node, true, out);
}

/// A sum of disjoint parts of which one lies below the divisor or above it.
fn div_of_disjoint(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, p)) = divided(graph, node, false) else { return };
    let Some(k) = log2(p) else { return };
    for sum in sums(graph, z) {
        for i in 0..sum.terms.len() {
            let rest: Vec<(i64, Id)> = super::without(&sum, i);
            let term = (sum.coefficients[i], sum.terms[i]);
            let (Some(x), Some(y)) = (graph.sum(sum.constant, rest), graph.sum(0, [term])) else { continue };
            let (fx, fy) = (graph.facts(x), graph.facts(y));
            if fx.disjoint(&fy) && (fx.hi < p.into() || fy.hi < p.into()) {
                let (p, k) = (graph.num(p), graph.num(k.into()));
                out.push(Subst::new([("x", x), ("y", y), ("p", p), ("k", k)]));
            }
        }
    }
}

/// The operands of an exclusive-or with a constant, constant last.
fn xor_constant(graph: &Graph, node: &Node) -> Option<(Id, i64)> {
    let Node::Xor([a, b]) = node else { return None };
    graph.as_const(*b).map(|c| (*a, c)).or_else(|| graph.as_const(*a).map(|c| (*b, c)))
}

fn xor_constants(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((y, d)) = xor_constant(graph, node) else { return };
    for n in nodes(graph, y) {
        if let Some((x, c)) = xor_constant(graph, &n) {
            let (c, d) = (graph.num(c), graph.num(d));
            out.push(Subst::new([("x", x), ("c", c), ("d", d)]));
        }
    }
}

fn peel_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Xor(operands) = node else { return };
    for (z, y) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        for sum in sums(graph, z) {
            if sum.constant <= 0 {
                continue;
            }
            let (Some(x), h) = (graph.sum(0, sum.iter().collect::<Vec<_>>()), graph.num(sum.constant)) else {
                continue;
            };
            let facts = graph.facts(h);
            if facts.disjoint(&graph.facts(x)) && facts.disjoint(&graph.facts(y)) {
                out.push(Subst::new([("x", x), ("y", y), ("h", h)]));
            }
        }
    }
}

fn peel_constant(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((x, c)) = xor_constant(graph, node) else { return };
    let h = graph.facts(x).possible_bits().map_or(0, |bits| c & !bits as i64);
    if h != 0 {
        let (y, h) = (graph.num(c & !h), graph.num(h));
        out.push(Subst::new([("x", x), ("y", y), ("h", h)]));
    }
}

fn clears(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((x, c)) = xor_constant(graph, node) else { return };
    if c as u64 & !graph.facts(x).ones == 0 {
        let c = graph.num(c);
        out.push(Subst::new([("x", x), ("c", c)]));
    }
}
