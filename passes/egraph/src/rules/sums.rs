//! Finders of divisions and remainders of sums: a sum `x·g + y` is split by what a divisor
//! divides, and only here.

use egg::Id;

use super::digits::digits;
use super::pattern::Subst;
use super::{divided, nodes, sums, without};
use crate::graph::Graph;
use crate::language::{Linear, Node};
use layout_integer::{Facts, common_divisor};

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

pub fn mod_coefficient(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

pub fn div_of_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    whole_part(graph, node, false, out);
}

pub fn mod_of_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    whole_part(graph, node, true, out);
}

pub fn div_of_constant(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

/// Matches `(x · a + y) op (a · b)` with `0 <= y < a`, for every `a` that is a
/// common divisor of the divisor and a coefficient.
fn low_digit(graph: &mut Graph, node: &Node, remainder: bool, whole: bool, out: &mut Vec<Subst>) {
    let Some((z, d)) = divided(graph, node, remainder) else { return };
    for sum in sums(graph, z) {
        let mut candidates: Vec<i64> = sum.iter().map(|(c, _)| common_divisor(d, c)).collect();
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

pub fn div_drops_low(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    low_digit(graph, node, false, false, out);
}

pub fn mod_keeps_low(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    low_digit(graph, node, true, false, out);
}

pub fn div_is_high(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    low_digit(graph, node, false, true, out);
}

/// A sum as a part that facts show to be a multiple of `a`, and the rest; `None`
/// if either is empty.
fn aligned(graph: &mut Graph, sum: &Linear, a: i64) -> Option<(Id, Id)> {
    let multiple = |(c, t): &(i64, Id)| {
        let facts = Facts::sum(0, [(*c, graph.facts(*t))]);
        facts.divisible_by(a)
    };
    let (whole, rest): (Vec<(i64, Id)>, Vec<(i64, Id)>) = sum.iter().partition(multiple);
    let constant = sum.constant.rem_euclid(a);
    if whole.is_empty() || (rest.is_empty() && constant == 0) {
        return None;
    }
    Some((graph.sum(sum.constant - constant, whole)?, graph.sum(constant, rest)?))
}

pub fn mod_of_aligned(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, d)) = divided(graph, node, true) else { return };
    for sum in sums(graph, z) {
        if let Some((x, y)) = aligned(graph, &sum, d) {
            let c = graph.num(d);
            out.push(Subst::new([("x", x), ("y", y), ("c", c)]));
        }
    }
}

pub fn div_of_aligned(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, d)) = divided(graph, node, false) else { return };
    for sum in sums(graph, z) {
        let mut candidates: Vec<i64> = sum
            .iter()
            .map(|(c, t)| Facts::sum(0, [(c, graph.facts(t))]))
            .filter(|f| f.residue == 0)
            .map(|f| common_divisor(d, f.modulus))
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        for a in candidates.into_iter().filter(|a| *a > 1) {
            if let Some((x, y)) = aligned(graph, &sum, a)
                && graph.facts(y).within(0, a - 1)
            {
                let (a, b) = (graph.num(a), graph.num(d / a));
                out.push(Subst::new([("x", x), ("y", y), ("a", a), ("b", b)]));
            }
        }
    }
}

/// Whether nothing of a sum is a whole multiple of `d`.
fn is_reduced(sum: &Linear, d: i64) -> bool {
    (0..d).contains(&sum.constant) && sum.coefficients.iter().all(|c| c % d != 0)
}

pub fn mod_of_inner_mod(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, a)) = divided(graph, node, true) else { return };
    for sum in sums(graph, z) {
        // Whole parts first: where `t = (t + 8) % 8` is known, they would grow for ever.
        if !is_reduced(&sum, a) {
            continue;
        }
        for (i, (s, t)) in sum.iter().enumerate() {
            let Some((x, c)) = digits(graph, t, true).into_iter().min_by_key(|(x, c)| (*c, *x)) else {
                continue;
            };
            if c.checked_mul(s).is_some_and(|cs| cs % a == 0)
                && let Some(y) = graph.sum(sum.constant, without(&sum, i))
            {
                let (a, c, s) = (graph.num(a), graph.num(c), graph.num(s));
                out.push(Subst::new([("x", x), ("y", y), ("a", a), ("c", c), ("s", s)]));
            }
        }
    }
}

pub fn mod_of_mod_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, a)) = divided(graph, node, true) else { return };
    for n in nodes(graph, z) {
        let Node::Mul([l, r]) = n else { continue };
        for (inner, y) in [(l, r), (r, l)] {
            for (x, c) in digits(graph, inner, true) {
                if c % a == 0 {
                    let (a, c) = (graph.num(a), graph.num(c));
                    out.push(Subst::new([("x", x), ("y", y), ("a", a), ("c", c)]));
                }
            }
        }
    }
}

pub fn div_of_div_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, c)) = divided(graph, node, false) else { return };
    for sum in sums(graph, z) {
        if !is_reduced(&sum, c) {
            continue;
        }
        for (i, (_, t)) in sum.iter().enumerate().filter(|(_, (s, _))| *s == 1) {
            for (x, a) in digits(graph, t, false) {
                if a.checked_mul(c).is_some()
                    && let Some(y) = graph.sum(sum.constant, without(&sum, i))
                {
                    let (a, c) = (graph.num(a), graph.num(c));
                    out.push(Subst::new([("x", x), ("y", y), ("a", a), ("c", c)]));
                }
            }
        }
    }
}

pub fn div_of_negative(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, c)) = divided(graph, node, false) else { return };
    for sum in sums(graph, z) {
        if sum.constant <= 0
            && sum.coefficients.iter().all(|k| *k < 0)
            && let Some(x) = graph.sum(-sum.constant, sum.iter().map(|(k, t)| (-k, t)).collect::<Vec<_>>())
        {
            let c = graph.num(c);
            out.push(Subst::new([("x", x), ("c", c)]));
        }
    }
}

pub fn div_of_residue(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, c)) = divided(graph, node, false) else { return };
    for sum in sums(graph, z) {
        if sum.constant == 0 {
            continue;
        }
        let Some(x) = graph.sum(0, sum.iter().collect::<Vec<_>>()) else { continue };
        let facts = graph.facts(x);
        if facts.modulus % c == 0 {
            let (r, k, c) = (graph.num(facts.residue % c), graph.num(sum.constant), graph.num(c));
            out.push(Subst::new([("x", x), ("r", r), ("k", k), ("c", c)]));
        }
    }
}
