//! Finders of B on pairs of terms of a sum: digits that merge, remainders from quotients
//! and back.

use super::{divided, seen};
use crate::graph::Graph;
use crate::language::Node;
use crate::rules::pattern::Subst;
use egg::Id;
use smallvec::SmallVec;

/// Terms of the longest sum in which pairs of digits are looked for.
const LONG: usize = 24;

/// Pairs of terms of a sum, one of which is a division or remainder that
/// `accept` recognizes; binds what is left of the sum to `r`.
fn pairs(
    graph: &mut Graph,
    node: &Node,
    out: &mut Vec<Subst>,
    accept: fn(&Graph, (i64, Id), (i64, Id)) -> Option<Vec<(&'static str, Bound)>>,
) {
    let Node::Sum(sum) = node else { return };
    // Of sums this long no program's index is made; pairs of pairs of digits are many.
    if sum.terms.len() > LONG {
        return;
    }
    let terms: SmallVec<[(i64, Id); LONG]> = sum.iter().collect();
    let digit =
        |(_, t): &(i64, Id)| graph.egraph[*t].nodes.iter().any(|n| matches!(n, Node::Div(_) | Node::Mod(_)));
    let digits: SmallVec<[bool; LONG]> = terms.iter().map(digit).collect();
    if !digits.contains(&true) {
        return;
    }
    for i in 0..terms.len() {
        for j in (0..terms.len()).filter(|j| *j != i && (digits[i] || digits[*j])) {
            // One coefficient is a multiple of the other, or minus one.
            if terms[j].0 % terms[i].0 != 0 {
                continue;
            }
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
pub fn digits(graph: &Graph, id: Id, remainder: bool) -> SmallVec<[(Id, i64); 4]> {
    seen(graph, id).filter_map(|n| divided(graph, n, remainder)).collect()
}

pub fn remainder(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, x), (k, q)| {
        let c = digits(graph, q, false)
            .into_iter()
            .find(|(y, c)| graph.same(x, *y) && c.checked_mul(-s) == Some(k))?;
        Some(vec![("x", Bound::Class(x)), ("c", Bound::Num(c.1)), ("s", Bound::Num(s))])
    });
}

/// `x`, `c` and `a` of a digit `(x / c) % a` whose next digits begin at `high`: a
/// class that divides `x` by `c · a`.
fn next_digit(graph: &Graph, low: Id, high: Id) -> Option<(Id, i64, i64)> {
    for (q, a) in digits(graph, low, true) {
        for (x, c) in digits(graph, q, false) {
            let next = c.checked_mul(a)?;
            if digits(graph, high, false).into_iter().any(|(y, d)| graph.same(x, y) && d == next) {
                return Some((x, c, a));
            }
        }
    }
    None
}

pub fn merge_inner_digits(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, low), (k, high)| {
        for (q, b) in digits(graph, high, true) {
            if let Some((x, c, a)) = next_digit(graph, low, q)
                && a.checked_mul(s) == Some(k)
                && a.checked_mul(b).is_some()
            {
                return Some(vec![
                    ("x", Bound::Class(x)),
                    ("a", Bound::Num(a)),
                    ("b", Bound::Num(b)),
                    ("c", Bound::Num(c)),
                    ("s", Bound::Num(s)),
                ]);
            }
        }
        None
    });
}

pub fn merge_inner_top_digit(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, low), (k, high)| {
        let (x, c, a) = next_digit(graph, low, high)?;
        (a.checked_mul(s) == Some(k)).then(|| {
            vec![("x", Bound::Class(x)), ("a", Bound::Num(a)), ("c", Bound::Num(c)), ("s", Bound::Num(s))]
        })
    });
}

pub fn without_remainder(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, x), (k, r)| {
        let c = digits(graph, r, true).into_iter().find(|(y, _)| graph.same(x, *y) && k == -s)?;
        c.1.checked_mul(s)?;
        Some(vec![("x", Bound::Class(x)), ("c", Bound::Num(c.1)), ("s", Bound::Num(s))])
    });
}

pub fn merge_digits(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, low), (k, high)| {
        for (x, a) in digits(graph, low, true) {
            for (q, b) in digits(graph, high, true) {
                let divides = digits(graph, q, false).into_iter().any(|(y, c)| graph.same(x, y) && c == a);
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

pub fn merge_top_digit(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, |graph, (s, low), (k, high)| {
        for (x, a) in digits(graph, low, true) {
            let top = digits(graph, high, false).into_iter().any(|(y, c)| graph.same(x, y) && c == a);
            if top && a.checked_mul(s) == Some(k) {
                return Some(vec![("x", Bound::Class(x)), ("a", Bound::Num(a)), ("s", Bound::Num(s))]);
            }
        }
        None
    });
}
