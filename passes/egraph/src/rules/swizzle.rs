//! S: swizzles.
//!
//! A swizzle stays opaque; these rules peel off what it leaves alone, so that
//! addresses a constant apart share one swizzle.

use super::Domain;
use super::{Family, Rule, divided, nodes, sums};
use crate::graph::Graph;
use crate::language::{Linear, Node};
use crate::rules::pattern::Subst;
use egg::Id;
use layout_algebra::Swizzle;
use layout_integer::Facts;
use layout_integer::log2;

fn domains(name: &str) -> Domain {
    match name {
        "b" | "m" => Domain::Exponent(0, 3),
        "s" => Domain::Exponent(-4, 4),
        "k" => Domain::Exponent(0, 4),
        "b1" | "b2" => Domain::Exponent(0, 2),
        "m1" | "m2" => Domain::Exponent(0, 3),
        "c" | "d" | "h" | "l" => Domain::Mask,
        _ => Domain::Natural,
    }
}

const SWIZZLE: Family = Family { source: "cute/swizzle.hpp; a swizzle is linear over F2", domains };

pub const RULES: &[Rule] = &[
    SWIZZLE
        .rule("S1", "(swz b m s (swz b m s x))", "x", "involution: |s| >= b of every swizzle")
        .normalise(twice),
    SWIZZLE
        .rule("S5", "(swz b m s x)", "x", "nothing to move")
        .when(&["(disjoint x (ymask b m s))"])
        .normalise(untouched),
    SWIZZLE
        .rule("S3", "(swz b m s (+ x h))", "(+ (swz b m s x) h)", "period")
        .when(&["(divides (period b m s) h)"])
        .domains(|name| if name == "h" { Domain::Int } else { domains(name) })
        .normalise(period),
    SWIZZLE
        .rule("S4", "(swz b m s (+ x l))", "(+ (swz b m s x) l)", "base")
        .when(&["(divides (<< 1 m) x)", "(< l (<< 1 m))"])
        .domains(|name| if name == "l" { Domain::Natural } else { domains(name) })
        .normalise(base),
    SWIZZLE
        .rule("S8", "(swz b m s (* x p))", "(* (swz b (- m k) s x) p)", "recast to larger elements")
        .lets(&[("p", "(<< 1 k)")])
        .normalise(recast),
    SWIZZLE
        .rule("S10", "(swz b1 m s (swz b2 m2 s x))", "(swz b m s x)", "adjacent fields")
        .domains(|name| if name == "s" { Domain::Exponent(0, 6) } else { domains(name) })
        .lets(&[("m2", "(+ m b1)"), ("b", "(+ b1 b2)")])
        .normalise(merge),
    SWIZZLE
        .rule("S11", "(% (swz b m s x) p)", "(% x p)", "no changed bit is left")
        .when(&["(disjoint (zmask b m s) (- p 1))"])
        .lets(&[("p", "(<< 1 k)")])
        .normalise(low_bits),
    SWIZZLE
        .rule("S11-high", "(/ (swz b m s x) p)", "(/ x p)", "no changed bit is left")
        .when(&["(< (zmask b m s) p)"])
        .domains(|name| if name == "k" { Domain::Exponent(0, 9) } else { domains(name) })
        .lets(&[("p", "(<< 1 k)")])
        .normalise(high_bits),
    SWIZZLE
        .rule("S2", "(swz b m s (^ x y))", "(^ (swz b m s x) (swz b m s y))", "linear over F2")
        .explore(linear),
    SWIZZLE
        .rule("S6", "(swz b m s (* y p))", "(+ (* y p) (* (% y q) r))", "only source bits and above")
        .when(&["(<= 0 s)"])
        .lets(&[("p", "(<< 1 (+ m s))"), ("q", "(<< 1 b)"), ("r", "(<< 1 m)")])
        .explore(only_source),
    SWIZZLE
        .rule("S7", "(swz b m s (+ (* y p) z))", "(+ (* y p) (^ z (* (% y q) r)))", "source and target apart")
        .when(&["(<= 0 s)", "(< z p)"])
        .lets(&[("p", "(<< 1 (+ m s))"), ("q", "(<< 1 b)"), ("r", "(<< 1 m)")])
        .explore(source_and_target),
    SWIZZLE
        .rule("S12", "(swz b m s (+ x d))", "(^ (swz b m s x) d)", "k-step")
        .when(&["(disjoint d (ymask b m s))", "(disjoint d x)"])
        .domains(|name| if name == "d" { Domain::Natural } else { domains(name) })
        .explore(k_step),
    SWIZZLE
        .rule(
            "S13",
            "(swz b m s (+ x y))",
            "(^ (swz b m s x) (swz b m s y))",
            "disjoint sums are exclusive-or",
        )
        .when(&["(disjoint x y)"])
        .explore(split),
    SWIZZLE.rule("S14", "(swz b m s 0)", "0", "linear over F2").form(),
    SWIZZLE.rule("S14-none", "(swz 0 m s x)", "x", "no bits").form(),
    SWIZZLE
        .rule("S15", "(swz b m s (swz b m s x))", "x", "S1, also of negative shifts")
        .domains(|name| if name == "s" { Domain::Exponent(-4, -1) } else { domains(name) })
        .derived(),
    SWIZZLE
        .rule(
            "S9",
            "(swz b1 m1 s (swz b2 m2 s x))",
            "(swz b2 m2 s (swz b1 m1 s x))",
            "neither reads what the other changes",
        )
        .when(&["(disjoint (ymask b1 m1 s) (zmask b2 m2 s))", "(disjoint (ymask b2 m2 s) (zmask b1 m1 s))"]),
];

fn swizzled(node: &Node) -> Option<(Swizzle, Id)> {
    match node {
        Node::Swz(s, [x]) => Some((*s, *x)),
        _ => None,
    }
}

/// Binds a swizzle's parameters and more.
fn bind(graph: &mut Graph, s: Swizzle, more: &[(&'static str, Id)]) -> Subst {
    let mut all = vec![
        ("b", graph.num(s.bits().into())),
        ("m", graph.num(s.base().into())),
        ("s", graph.num(s.shift().into())),
    ];
    all.extend_from_slice(more);
    Subst::new(all)
}

fn twice(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, inner)) = swizzled(node) else { return };
    for n in nodes(graph, inner) {
        if let Some((t, x)) = swizzled(&n)
            && s == t
        {
            out.push(bind(graph, s, &[("x", x)]));
        }
    }
}

fn untouched(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, x)) = swizzled(node) else { return };
    if graph.facts(x).clears(s.source_mask()) {
        out.push(bind(graph, s, &[("x", x)]));
    }
}

/// The part of a sum made of multiples of `unit`, and the rest; `None` if either
/// part is empty.
fn partition(graph: &mut Graph, sum: &Linear, unit: i64) -> Option<(Id, Id)> {
    let multiple = |c: i64, t: Id| c % unit == 0 || Facts::sum(0, [(c, graph.facts(t))]).divisible_by(unit);
    let (taken, rest): (Vec<(i64, Id)>, Vec<(i64, Id)>) = sum.iter().partition(|(c, t)| multiple(*c, *t));
    let whole = sum.constant.div_euclid(unit) * unit;
    if (taken.is_empty() && whole == 0) || (rest.is_empty() && sum.constant == whole) {
        return None;
    }
    Some((graph.sum(whole, taken)?, graph.sum(sum.constant - whole, rest)?))
}

fn period(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, z)) = swizzled(node) else { return };
    for sum in sums(graph, z) {
        if let Some((h, x)) = partition(graph, &sum, s.period())
            && graph.facts(x).non_negative()
        {
            out.push(bind(graph, s, &[("x", x), ("h", h)]));
        }
    }
}

fn base(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, z)) = swizzled(node) else { return };
    let unit = 1i64 << s.base();
    for sum in sums(graph, z) {
        if let Some((x, l)) = partition(graph, &sum, unit)
            && graph.facts(x).non_negative()
            && graph.facts(l).within(0, unit - 1)
        {
            out.push(bind(graph, s, &[("x", x), ("l", l)]));
        }
    }
}

fn linear(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, z)) = swizzled(node) else { return };
    for n in nodes(graph, z) {
        if let Node::Xor([a, b]) = n {
            // Only where one side collapses: a swizzle more is no gain.
            for (x, y) in [(a, b), (b, a)] {
                if graph.as_const(y).is_some() {
                    out.push(bind(graph, s, &[("x", x), ("y", y)]));
                }
            }
        }
    }
}

fn only_source(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, z)) = swizzled(node) else { return };
    if s.shift() < 0 {
        return;
    }
    let p = 1i64 << (s.base() as i32 + s.shift());
    for sum in sums(graph, z) {
        if sum.iter().all(|(c, _)| c % p == 0)
            && sum.constant % p == 0
            && let Some(y) =
                graph.sum(sum.constant / p, sum.iter().map(|(c, t)| (c / p, t)).collect::<Vec<_>>())
        {
            let (p, q, r) = (graph.num(p), graph.num(1 << s.bits()), graph.num(1 << s.base()));
            out.push(bind(graph, s, &[("y", y), ("p", p), ("q", q), ("r", r)]));
        }
    }
}

/// The ways to split a sum into two disjoint parts, one of them its constant or
/// a single term.
fn disjoint_parts(graph: &mut Graph, sum: &Linear) -> Vec<(Id, Id)> {
    let terms: Vec<(i64, Id)> = sum.iter().collect();
    let mut out = Vec::new();
    let mut push = |graph: &mut Graph, x: Option<Id>, y: Option<Id>| {
        if let (Some(x), Some(y)) = (x, y)
            && graph.facts(x).disjoint(&graph.facts(y))
        {
            out.push((x, y));
        }
    };
    if sum.constant > 0 && !terms.is_empty() {
        let (x, y) = (graph.sum(0, terms.clone()), graph.sum(sum.constant, []));
        push(graph, x, y);
    } else if sum.constant == 0 && (2..=6).contains(&terms.len()) {
        for i in 0..terms.len() {
            let rest: Vec<_> = terms.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, t)| *t).collect();
            let (x, y) = (graph.sum(0, rest), graph.sum(0, [terms[i]]));
            push(graph, x, y);
        }
    }
    out
}

fn k_step(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, z)) = swizzled(node) else { return };
    for sum in sums(graph, z) {
        for (x, d) in disjoint_parts(graph, &sum) {
            if graph.facts(d).clears(s.source_mask()) {
                out.push(bind(graph, s, &[("x", x), ("d", d)]));
            }
        }
    }
}

fn split(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, z)) = swizzled(node) else { return };
    for sum in sums(graph, z) {
        for (x, y) in disjoint_parts(graph, &sum) {
            // A constant collapses; so does a part that varies less than the other.
            if graph.as_const(y).is_some() || graph.egraph[x].data.depth != graph.egraph[y].data.depth {
                out.push(bind(graph, s, &[("x", x), ("y", y)]));
            }
        }
    }
}

fn recast(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, z)) = swizzled(node) else { return };
    for sum in sums(graph, z) {
        let common = sum.coefficients.iter().fold(sum.constant, |all, c| all | c).trailing_zeros();
        let k = common.min(s.base());
        let part = |c: i64| c >> k;
        // Of one term: elsewhere every address would get a second sum.
        if k > 0
            && sum.constant == 0
            && sum.terms.len() == 1
            && let Some(x) =
                graph.sum(part(sum.constant), sum.iter().map(|(c, t)| (part(c), t)).collect::<Vec<_>>())
            && graph.facts(x).non_negative()
        {
            let (k, p) = (graph.num(k.into()), graph.num(1 << k));
            out.push(bind(graph, s, &[("x", x), ("k", k), ("p", p)]));
        }
    }
}

fn merge(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((outer, z)) = swizzled(node) else { return };
    for n in nodes(graph, z) {
        if let Some((inner, x)) = swizzled(&n)
            && inner.shift() == outer.shift()
            && inner.base() == outer.base() + outer.bits()
            && i64::from(outer.bits() + inner.bits()) <= i64::from(outer.shift())
        {
            let number = |graph: &mut Graph, v: u32| graph.num(v.into());
            let (b1, b2) = (number(graph, outer.bits()), number(graph, inner.bits()));
            let (m, m2) = (number(graph, outer.base()), number(graph, inner.base()));
            let b = number(graph, outer.bits() + inner.bits());
            let s = graph.num(outer.shift().into());
            out.push(Subst::new([
                ("b1", b1),
                ("b2", b2),
                ("m", m),
                ("m2", m2),
                ("b", b),
                ("s", s),
                ("x", x),
            ]));
        }
    }
}

/// Divisions and remainders of a swizzle by a power of two that `accept`s its target bits.
fn of_swizzle(
    graph: &mut Graph,
    node: &Node,
    remainder: bool,
    out: &mut Vec<Subst>,
    accept: fn(i64, i64) -> bool,
) {
    let Some((z, p)) = divided(graph, node, remainder) else { return };
    let Some(k) = log2(p) else { return };
    for n in nodes(graph, z) {
        if let Some((s, x)) = swizzled(&n)
            && accept(s.target_mask(), p)
        {
            let (k, p) = (graph.num(k.into()), graph.num(p));
            out.push(bind(graph, s, &[("x", x), ("k", k), ("p", p)]));
        }
    }
}

fn low_bits(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_swizzle(graph, node, true, out, |target, p| target & (p - 1) == 0);
}

fn high_bits(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_swizzle(graph, node, false, out, |target, p| target < p);
}

fn source_and_target(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((s, x)) = swizzled(node) else { return };
    if s.shift() < 0 {
        return;
    }
    let p = 1i64 << (s.base() as i32 + s.shift());
    for sum in sums(graph, x) {
        let (high, low): (Vec<(i64, Id)>, Vec<(i64, Id)>) = sum.iter().partition(|(c, _)| c % p == 0);
        if high.is_empty() || low.is_empty() {
            continue;
        }
        let whole = sum.constant.div_euclid(p);
        let y = graph.sum(whole, high.iter().map(|(c, t)| (c / p, *t)).collect::<Vec<_>>());
        let z = graph.sum(sum.constant - whole * p, low);
        if let (Some(y), Some(z)) = (y, z)
            && graph.facts(z).within(0, p - 1)
            // Elsewhere it only spells the swizzle out, once for each address.
            && graph.facts(y).within(0, (1 << s.bits()) - 1)
        {
            let (p, q, r) = (graph.num(p), graph.num(1 << s.bits()), graph.num(1 << s.base()));
            out.push(bind(graph, s, &[("y", y), ("z", z), ("p", p), ("q", q), ("r", r)]));
        }
    }
}
