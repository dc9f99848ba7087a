//! B1–B29: floor division and remainder by constants.
//!
//! The rules on sums split a sum `x·g + y` by what a divisor divides; the split
//! is the only place that looks into sums ([`Split`]).

use super::{Rule, never, nodes, positive};
use crate::graph::Graph;
use crate::lang::{Linear, Node};
use crate::pattern::{Subst, Value, Values};
use crate::rng::Rng;
use egg::Id;

fn values(pairs: &[(&'static str, i64)]) -> Values {
    pairs.iter().map(|(n, v)| (*n, Value::Int(*v))).collect()
}

fn any(rng: &mut Rng) -> Values {
    let (a, b) = (rng.positive(), rng.positive());
    values(&[
        ("x", rng.int()),
        ("y", rng.int()),
        ("r", rng.int()),
        ("a", a),
        ("b", b),
        ("c", a),
        ("s", rng.int() >> 30),
    ])
}

/// `0 <= y < a`.
fn small_y(rng: &mut Rng) -> Values {
    let mut v = any(rng);
    let a = if let Some(Value::Int(a)) = v.get("a") { *a } else { 1 };
    v.insert("y", Value::Int(rng.range(0, a - 1)));
    v
}

/// `0 <= x < c`.
fn small_x(rng: &mut Rng) -> Values {
    let c = rng.positive();
    values(&[("x", rng.range(0, c - 1)), ("c", c)])
}

/// `k·c <= x < (k + 1)·c`.
fn known_quotient(rng: &mut Rng) -> Values {
    let (c, k) = (rng.positive(), rng.range(-50, 50));
    values(&[("x", k * c + rng.range(0, c - 1)), ("c", c), ("k", k)])
}

fn a_at_most_b(rng: &mut Rng) -> Values {
    let (a, b) = (rng.positive(), rng.positive());
    values(&[("x", rng.int()), ("a", a.min(b)), ("b", a.max(b))])
}

/// `a | x`, `0 <= c < a`.
fn aligned(rng: &mut Rng) -> Values {
    let (a, b) = (rng.positive(), rng.positive());
    values(&[("x", (rng.int() >> 10) * a), ("a", a), ("b", b), ("c", rng.range(0, a - 1))])
}

pub const RULES: &[Rule] = &[
    rule!("B1", "(/ x 1)" => "x", "", "division by one", Form, never, any),
    rule!("B2", "(% x 1)" => "0", "", "division by one", Form, never, any),
    rule!("B5", "(/ x c)" => "0", "0 <= x < c", "the analysis: the class's interval is one value", Derived, never, small_x),
    rule!("B6", "(% x c)" => "x", "0 <= x < c", "interval", Normalise, below, small_x),
    rule!("B7", "(/ x c)" => "k", "kc <= x < (k+1)c", "the analysis: the class's interval is one value", Derived, never, known_quotient),
    rule!("B8", "(/ (/ x a) b)" => "(/ x (* a b))", "", "nested floors", Normalise, div_of_div, any),
    rule!("B9", "(% (% x (* a b)) b)" => "(% x b)", "", "b divides ab", Normalise, mod_of_multiple, any),
    rule!("B10", "(% (% x a) b)" => "(% x a)", "a <= b", "already smaller", Normalise, mod_of_smaller, a_at_most_b),
    rule!("B11", "(/ (% x (* a b)) b)" => "(% (/ x b) a)", "", "digits of a digit", Normalise, div_of_mod, any),
    rule!("B12", "(/ (* x (* a b)) b)" => "(* x a)", "", "exact", Normalise, div_of_product, any),
    rule!("B13", "(/ (* x a) (* a b))" => "(/ x b)", "", "common factor", Normalise, div_by_product, any),
    rule!("B14", "(% (* x (* a b)) b)" => "0", "", "the analysis: congruence", Derived, never, any),
    rule!("B15", "(% (* x a) (* a b))" => "(* (% x b) a)", "", "common factor", Normalise, mod_by_product, any),
    rule!("B16", "(% (+ (* x a) y) b)" => "(% (+ (* x (% a b)) y) b)", "", "coefficients modulo b", Normalise, mod_coefficient, any),
    rule!("B17", "(/ (+ (* x b) y) b)" => "(+ x (/ y b))", "y any integer", "whole part", Normalise, div_of_sum, any),
    rule!("B18", "(% (+ (* x b) y) b)" => "(% y b)", "y any integer", "whole part", Normalise, mod_of_sum, any),
    rule!("B19", "(/ (+ (* x a) y) (* a b))" => "(/ x b)", "0 <= y < a", "low digit", Normalise, div_drops_low, small_y),
    rule!("B20", "(% (+ (* x a) y) (* a b))" => "(+ (* (% x b) a) y)", "0 <= y < a", "low digit", Normalise, mod_keeps_low, small_y),
    rule!("B21", "(/ (+ (* x a) y) a)" => "x", "0 <= y < a", "low digit", Normalise, div_is_high, small_y),
    rule!("B22", "(/ (+ x (* a b)) b)" => "(+ (/ x b) a)", "", "whole constant", Normalise, div_of_constant, any),
    rule!("B23", "(/ (+ x c) (* a b))" => "(/ x (* a b))", "a divides x, 0 <= c < a", "alignment", Normalise, div_of_aligned, aligned),
    rule!("B3", "(+ (* (/ x c) c) (% x c))" => "x", "", "B28 with s = 1", Derived, never, any),
    rule!("B4", "(+ (+ (* x s) (* (/ x c) (* c (- 0 s)))) r)" => "(+ (* (% x c) s) r)", "", "remainder", Normalise, remainder, any),
    rule!("B27", "(+ (+ (* (% x a) s) (* (% (/ x a) b) (* a s))) r)" => "(+ (* (% x (* a b)) s) r)", "", "digit merge", Normalise, merge_digits, any),
    rule!("B28", "(+ (+ (* (% x a) s) (* (/ x a) (* a s))) r)" => "(+ (* x s) r)", "", "digit merge", Normalise, merge_top_digit, any),
];

/// `node` as a division or remainder by a positive constant.
fn divided(graph: &Graph, node: &Node, remainder: bool) -> Option<(Id, i64)> {
    let ([x, d], true) = (match node {
        Node::Div(c) => (c, !remainder),
        Node::Mod(c) => (c, remainder),
        _ => return None,
    }) else {
        return None;
    };
    Some((*x, positive(graph, *d)?))
}

/// What a sum splits into: `x · g + y`.
struct Split {
    x: Id,
    y: Id,
    /// Whether `x` has terms, or only a constant.
    x_terms: bool,
    y_zero: bool,
}

/// Splits by divisibility by `g`; `None` if nothing is divisible.
fn split(graph: &mut Graph, sum: &Linear, g: i64) -> Option<Split> {
    let (mut whole, mut rest) = (Vec::new(), Vec::new());
    for (c, t) in sum.iter() {
        if c % g == 0 { whole.push((c / g, t)) } else { rest.push((c, t)) }
    }
    let quotient = sum.constant.div_euclid(g);
    if whole.is_empty() && quotient == 0 {
        return None;
    }
    let (x_terms, y_zero) = (!whole.is_empty(), rest.is_empty() && sum.constant.rem_euclid(g) == 0);
    let x = graph.sum(quotient, whole)?;
    let y = graph.sum(sum.constant.rem_euclid(g), rest)?;
    Some(Split { x, y, x_terms, y_zero })
}

/// Affine forms of a class that is not a leaf.
fn sums(graph: &Graph, id: Id) -> Vec<Linear> {
    nodes(graph, id).into_iter().filter_map(|n| if let Node::Sum(l) = n { Some(l) } else { None }).collect()
}

fn below(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some((x, c)) = divided(graph, node, true)
        && graph.facts(x).within(0, c - 1)
    {
        let c = graph.num(c);
        out.push(Subst::new([("x", x), ("c", c)]));
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

fn div_of_div(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    inner(graph, node, false, false, out, |d, b| d.checked_mul(b).map(|_| d));
}

fn mod_of_multiple(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    inner(graph, node, true, true, out, |d, b| (d % b == 0).then_some(d / b));
}

fn mod_of_smaller(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    inner(graph, node, true, true, out, |d, b| (d <= b).then_some(d));
}

fn div_of_mod(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

fn div_of_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    single(graph, node, false, out, multiple);
}

fn div_by_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    single(graph, node, false, out, factor);
}

fn mod_by_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    single(graph, node, true, out, factor);
}

fn mod_coefficient(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, b)) = divided(graph, node, true) else { return };
    for sum in sums(graph, z) {
        let terms: Vec<(i64, Id)> = sum.iter().collect();
        let Some(i) = terms.iter().position(|(c, _)| !(0..b).contains(c)) else { continue };
        let rest: Vec<_> = terms.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, t)| *t).collect();
        let Some(y) = graph.sum(sum.constant, rest) else { continue };
        let (a, b) = (graph.num(terms[i].0), graph.num(b));
        out.push(Subst::new([("x", terms[i].1), ("y", y), ("a", a), ("b", b)]));
    }
}

fn whole_part(graph: &mut Graph, node: &Node, remainder: bool, out: &mut Vec<Subst>) {
    let Some((z, b)) = divided(graph, node, remainder) else { return };
    for sum in sums(graph, z) {
        let Some(s) = split(graph, &sum, b) else { continue };
        if s.x_terms && !s.y_zero || remainder {
            let b = graph.num(b);
            out.push(Subst::new([("x", s.x), ("y", s.y), ("b", b)]));
        }
    }
}

fn div_of_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    whole_part(graph, node, false, out);
}

fn mod_of_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    whole_part(graph, node, true, out);
}

fn div_of_constant(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, b)) = divided(graph, node, false) else { return };
    for sum in sums(graph, z) {
        let a = sum.constant.div_euclid(b);
        if a != 0
            && let Some(x) = graph.sum(sum.constant - a * b, sum.iter().collect::<Vec<_>>())
        {
            let (a, b) = (graph.num(a), graph.num(b));
            out.push(Subst::new([("x", x), ("a", a), ("b", b)]));
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Matches `(x · a + y) op (a · b)` with `0 <= y < a`, for every `a` that is a
/// common divisor of the divisor and a coefficient.
fn low_digit(graph: &mut Graph, node: &Node, remainder: bool, whole: bool, out: &mut Vec<Subst>) {
    let Some((z, d)) = divided(graph, node, remainder) else { return };
    for sum in sums(graph, z) {
        let mut candidates: Vec<i64> = sum.iter().map(|(c, _)| gcd(d, c)).collect();
        candidates.sort_unstable();
        candidates.dedup();
        for a in candidates.into_iter().filter(|a| *a > 1 && (*a == d) == whole) {
            let Some(s) = split(graph, &sum, a) else { continue };
            if s.x_terms && graph.facts(s.y).within(0, a - 1) {
                let (a, b) = (graph.num(a), graph.num(d / a));
                out.push(Subst::new([("x", s.x), ("y", s.y), ("a", a), ("b", b)]));
            }
        }
    }
}

fn div_drops_low(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    low_digit(graph, node, false, false, out);
}

fn mod_keeps_low(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    low_digit(graph, node, true, false, out);
}

fn div_is_high(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    low_digit(graph, node, false, true, out);
}

fn div_of_aligned(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, d)) = divided(graph, node, false) else { return };
    for sum in sums(graph, z) {
        let c = sum.constant.rem_euclid(d);
        if c == 0 {
            continue;
        }
        let Some(x) = graph.sum(sum.constant - c, sum.iter().collect::<Vec<_>>()) else { continue };
        let f = graph.facts(x);
        let a = if f.residue == 0 { gcd(f.modulus, d) } else { 1 };
        if c < a {
            let (a, b, c) = (graph.num(a), graph.num(d / a), graph.num(c));
            out.push(Subst::new([("x", x), ("a", a), ("b", b), ("c", c)]));
        }
    }
}

/// Pairs of terms of a sum, one of which is a division or remainder that
/// `accept` recognizes; binds what is left of the sum to `r`.
fn pairs(
    graph: &mut Graph,
    node: &Node,
    out: &mut Vec<Subst>,
    accept: fn(&Graph, (i64, Id), (i64, Id)) -> Option<Vec<(&'static str, Bound)>>,
) {
    let Node::Sum(sum) = node else { return };
    let terms: Vec<(i64, Id)> = sum.iter().collect();
    for i in 0..terms.len() {
        for j in (0..terms.len()).filter(|j| *j != i) {
            let Some(bound) = accept(graph, terms[i], terms[j]) else { continue };
            let rest = terms.iter().enumerate().filter(|(k, _)| *k != i && *k != j).map(|(_, t)| *t);
            let Some(r) = graph.sum(sum.constant, rest.collect::<Vec<_>>()) else { continue };
            let mut bindings = vec![("r", r)];
            for (name, b) in bound {
                bindings.push((
                    name,
                    match b {
                        Bound::Class(id) => id,
                        Bound::Num(n) => graph.num(n),
                    },
                ));
            }
            out.push(Subst::new(bindings));
        }
    }
}

enum Bound {
    Class(Id),
    Num(i64),
}

/// Digits of a class: `(x, divisor)` for each division or remainder in it.
fn digits(graph: &Graph, id: Id, remainder: bool) -> Vec<(Id, i64)> {
    graph.egraph[id].nodes.iter().filter_map(|n| divided(graph, n, remainder)).collect()
}

fn same(graph: &Graph, x: Id, y: Id) -> bool {
    graph.egraph.find(x) == graph.egraph.find(y)
}

fn remainder(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, x), (k, q)| {
        let c = digits(graph, q, false)
            .into_iter()
            .find(|(y, c)| same(graph, x, *y) && c.checked_mul(-s) == Some(k))?;
        Some(vec![("x", Bound::Class(x)), ("c", Bound::Num(c.1)), ("s", Bound::Num(s))])
    });
}

fn merge_digits(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, low), (k, high)| {
        for (x, a) in digits(graph, low, true) {
            for (q, b) in digits(graph, high, true) {
                let divides = digits(graph, q, false).into_iter().any(|(y, c)| same(graph, x, y) && c == a);
                if divides && a.checked_mul(s) == Some(k) && a.checked_mul(b).is_some() {
                    return Some(vec![
                        ("x", Bound::Class(x)),
                        ("a", Bound::Num(a)),
                        ("b", Bound::Num(b)),
                        ("s", Bound::Num(s)),
                    ]);
                }
            }
        }
        None
    });
}

fn merge_top_digit(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, low), (k, high)| {
        for (x, a) in digits(graph, low, true) {
            let top = digits(graph, high, false).into_iter().any(|(y, c)| same(graph, x, y) && c == a);
            if top && a.checked_mul(s) == Some(k) {
                return Some(vec![("x", Bound::Class(x)), ("a", Bound::Num(a)), ("s", Bound::Num(s))]);
            }
        }
        None
    });
}
