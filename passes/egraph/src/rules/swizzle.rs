//! S1–S13 and D15–D23: swizzles and exclusive-or.
//!
//! A swizzle stays opaque; these rules peel off what it leaves alone, so that
//! addresses a constant apart share one swizzle.

use super::{Rule, nodes};
use crate::facts::Facts;
use crate::graph::Graph;
use crate::lang::{Linear, Node};
use crate::pattern::{Subst, Value, Values};
use crate::rng::Rng;
use egg::Id;
use layout_algebra::Swizzle;

struct Instance {
    s: Swizzle,
    values: Values,
}

/// A random swizzle with its parameters bound, and `x >= 0`.
fn swizzle(rng: &mut Rng) -> Instance {
    loop {
        let (b, m, s) = (rng.range(0, 4), rng.range(0, 5), rng.range(-5, 5));
        if let Ok(swizzle) = Swizzle::new(b, m, s) {
            let x = rng.natural();
            let values = [("b", b), ("m", m), ("s", s), ("x", x)];
            return Instance { s: swizzle, values: values.map(|(n, v)| (n, Value::Int(v))).into() };
        }
    }
}

impl Instance {
    fn with(mut self, name: &'static str, value: i64) -> Self {
        self.values.insert(name, Value::Int(value));
        self
    }
}

fn any(rng: &mut Rng) -> Values {
    let i = swizzle(rng);
    let y = rng.natural();
    i.with("y", y).values
}

/// `h` a multiple of the period.
fn periodic(rng: &mut Rng) -> Values {
    let i = swizzle(rng);
    let h = (rng.natural() >> 20) * i.s.period();
    i.with("h", h).values
}

/// `2^m` divides `x`, `0 <= l < 2^m`.
fn low(rng: &mut Rng) -> Values {
    let i = swizzle(rng);
    let (x, unit) = (rng.natural() >> 10, 1i64 << i.s.base());
    let l = rng.range(0, unit - 1);
    i.with("x", x * unit).with("l", l).values
}

/// `x` without source bits.
fn no_source(rng: &mut Rng) -> Values {
    let i = swizzle(rng);
    let x = rng.natural() & !i.s.source_mask();
    i.with("x", x).values
}

/// `y · p` with `p = 2^(m+s)`, `q = 2^b`, `r = 2^m`, for a positive shift.
fn scaled(rng: &mut Rng) -> Values {
    loop {
        let i = swizzle(rng);
        if i.s.shift() >= 0 {
            let p = 1i64 << (i.s.base() as i32 + i.s.shift());
            let (q, r, y) = (1i64 << i.s.bits(), 1i64 << i.s.base(), rng.natural() >> 8);
            return i.with("p", p).with("q", q).with("r", r).with("y", y).values;
        }
    }
}

/// `d` without source bits and disjoint from `x`.
fn disjoint_target(rng: &mut Rng) -> Values {
    let i = swizzle(rng);
    let d = rng.natural() & !i.s.source_mask();
    let x = rng.natural() & !d;
    i.with("x", x).with("d", d).values
}

/// `x` and `y` disjoint.
fn disjoint(rng: &mut Rng) -> Values {
    let i = swizzle(rng);
    let y = rng.natural();
    let x = rng.natural() & !y;
    i.with("x", x).with("y", y).values
}

/// `h` disjoint from `x` and `y`.
fn peeled(rng: &mut Rng) -> Values {
    let h = rng.natural();
    let (x, y) = (rng.natural() & !h, rng.natural() & !h);
    [("x", x), ("y", y), ("h", h)].map(|(n, v)| (n, Value::Int(v))).into()
}

/// `x ∧ c = c`.
fn contained(rng: &mut Rng) -> Values {
    let c = rng.natural();
    let x = rng.natural() | c;
    [("x", x), ("c", c)].map(|(n, v)| (n, Value::Int(v))).into()
}

fn naturals(rng: &mut Rng) -> Values {
    ["x", "c", "d"].map(|n| (n, Value::Int(rng.natural()))).into()
}

pub const RULES: &[Rule] = &[
    rule!("S1", "(swz b m s (swz b m s x))" => "x", "|s| >= b", "involution", Normalise, twice, any),
    rule!("S5", "(swz b m s x)" => "x", "x has no source bits", "nothing to move", Normalise, untouched, no_source),
    rule!("S3", "(swz b m s (+ x h))" => "(+ (swz b m s x) h)", "2^(b+m+|s|) divides h, x >= 0", "period", Normalise, period, periodic),
    rule!("S4", "(swz b m s (+ x l))" => "(+ (swz b m s x) l)", "2^m divides x >= 0, 0 <= l < 2^m", "base", Normalise, base, low),
    rule!("S2", "(swz b m s (^ x y))" => "(^ (swz b m s x) (swz b m s y))", "", "linear over F2", Explore, linear, any),
    rule!("S6", "(swz b m s (* y p))" => "(+ (* y p) (* (% y q) r))", "p = 2^(m+s), q = 2^b, r = 2^m, s >= 0", "only source bits and above", Explore, only_source, scaled),
    rule!("S12", "(swz b m s (+ x d))" => "(^ (swz b m s x) d)", "d without source bits and disjoint from x", "k-step", Explore, k_step, disjoint_target),
    rule!("S13", "(swz b m s (+ x y))" => "(^ (swz b m s x) (swz b m s y))", "x and y disjoint", "disjoint sums are exclusive-or", Explore, split, disjoint),
    rule!("D16", "(^ (^ x c) d)" => "(^ x (^ c d))", "", "associativity on constants", Normalise, xor_constants, naturals),
    rule!("D22", "(^ (+ x h) y)" => "(+ (^ x y) h)", "h disjoint from x and y", "peel", Normalise, peel_sum, peeled),
    rule!("D22-constant", "(^ x (+ y h))" => "(+ (^ x y) h)", "h disjoint from x and y", "peel", Normalise, peel_constant, peeled),
    rule!("D23", "(^ x c)" => "(- x c)", "c contained in x", "clears bits", Normalise, clears, contained),
    rule!("D15", "(+ x y)" => "(^ x y)", "x and y disjoint", "no carry", Select, no_carry, disjoint),
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

fn sums(graph: &Graph, id: Id) -> Vec<Linear> {
    nodes(graph, id).into_iter().filter_map(|n| if let Node::Sum(l) = n { Some(l) } else { None }).collect()
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
    if graph.facts(x).possible_bits() & s.source_mask() as u64 == 0 {
        out.push(bind(graph, s, &[("x", x)]));
    }
}

/// The part of a sum made of multiples of `unit`, and the rest; `None` if either
/// part is empty.
fn partition(graph: &mut Graph, sum: &Linear, unit: i64) -> Option<(Id, Id)> {
    let multiple = |c: i64, t: Id| {
        let facts = Facts::sum(0, [(c, graph.facts(t))]);
        c % unit == 0 || (facts.residue == 0 && facts.modulus % unit == 0)
    };
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
            if graph.facts(d).possible_bits() & s.source_mask() as u64 == 0 {
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
    let h = c & graph.facts(x).zeros as i64;
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
