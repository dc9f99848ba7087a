//! Finders of B on pairs of terms of a sum: digits that merge, remainders from quotients
//! and back.

use super::{divided, seen};
use crate::graph::{Graph, Term};
use crate::language::Node;
use crate::rules::pattern::Subst;
use egg::Id;
use smallvec::SmallVec;

/// Terms of the longest sum in which pairs of digits are looked for.
const LONG: usize = 24;

/// `(x, divisor)` for divisions or remainders.
type Digits = SmallVec<[(Id, i64); 4]>;

/// What the first of a pair is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// A remainder.
    Remainder,
    /// Anything that is added where the second is taken away, or taken away where that is added.
    Opposite,
}

/// Pairs of terms of a sum, the second of which is a division or remainder, that
/// `accept` recognizes; binds what is left of the sum to `r`.
fn pairs(
    graph: &mut Graph,
    node: &Node,
    out: &mut Vec<Subst>,
    first: First,
    accept: fn(&Graph, &Term<'_>, &Term<'_>) -> Option<Vec<(&'static str, Bound)>>,
) {
    let Node::Sum(sum) = node else { return };
    // Of sums this long no program's index is made; pairs of pairs of digits are many.
    if sum.terms.len() > LONG {
        return;
    }
    let opposite = first == First::Opposite;
    // (Mostly all are added: what the terms are need not be known then.)
    if opposite && (sum.iter().all(|(scale, _)| scale > 0) || sum.iter().all(|(scale, _)| scale < 0)) {
        return;
    }
    let terms = graph.digits(sum);
    if terms.numbers.is_empty() {
        return;
    }
    let may_be_first: SmallVec<[usize; LONG]> = match first {
        First::Remainder => terms.numbers.iter().copied().collect(),
        First::Opposite => (0..sum.terms.len()).collect(),
    };
    for i in may_be_first {
        let x = terms.term(i);
        if first == First::Remainder && x.remainders.is_empty() {
            continue;
        }
        for j in terms.numbers.iter().copied().filter(|j| *j != i) {
            // One coefficient is a multiple of the other.
            if opposite && terms.scale(j).signum() == x.scale.signum()
                || !is_multiple(terms.scale(j), x.scale)
            {
                continue;
            }
            let Some(bound) = accept(graph, &x, &terms.term(j)) else { continue };
            let rest = sum.iter().enumerate().filter(|(k, _)| *k != i && *k != j);
            let rest = rest.map(|(_, t)| t).collect::<Vec<_>>();
            let Some(r) = graph.sum(sum.constant, rest) else { continue };
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

/// Whether `a` is a multiple of `b`, which is mostly a power of two: divisions take long.
fn is_multiple(a: i64, b: i64) -> bool {
    if b.unsigned_abs().is_power_of_two() { a & (b.wrapping_abs().wrapping_sub(1)) == 0 } else { a % b == 0 }
}

enum Bound {
    Class(Id),
    Num(i64),
}

/// Digits of a class: `(x, divisor)` for each division or remainder in it.
pub fn digits(graph: &Graph, id: Id, remainder: bool) -> Digits {
    if !graph.egraph[id].data.digit {
        return Digits::new();
    }
    seen(graph, id).filter_map(|n| divided(graph, n, remainder)).collect()
}

pub fn remainder(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, First::Opposite, |graph, x, q| {
        let is = |(y, c): &&(Id, i64)| c.checked_mul(-x.scale) == Some(q.scale) && graph.same(x.id, *y);
        let (_, c) = q.quotients.iter().find(is)?;
        Some(vec![("x", Bound::Class(x.id)), ("c", Bound::Num(*c)), ("s", Bound::Num(x.scale))])
    });
}

/// `x`, `c` and `a` of a digit `(x / c) % a` whose next digits begin at one of `high`: a
/// quotient of `x` by `c · a`.
fn next_digit(graph: &Graph, low: &Term<'_>, high: &[(Id, i64)]) -> Option<(Id, i64, i64)> {
    for (q, a) in low.remainders {
        for (x, c) in digits(graph, *q, false) {
            let next = c.checked_mul(*a)?;
            if high.iter().any(|(y, d)| *d == next && graph.same(x, *y)) {
                return Some((x, c, *a));
            }
        }
    }
    None
}

pub fn merge_inner_digits(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, First::Remainder, |graph, low, high| {
        for (q, b) in high.remainders {
            if let Some((x, c, a)) = next_digit(graph, low, &digits(graph, *q, false))
                && a.checked_mul(low.scale) == Some(high.scale)
                && a.checked_mul(*b).is_some()
            {
                return Some(vec![
                    ("x", Bound::Class(x)),
                    ("a", Bound::Num(a)),
                    ("b", Bound::Num(*b)),
                    ("c", Bound::Num(c)),
                    ("s", Bound::Num(low.scale)),
                ]);
            }
        }
        None
    });
}

pub fn merge_inner_top_digit(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, First::Remainder, |graph, low, high| {
        let (x, c, a) = next_digit(graph, low, high.quotients)?;
        (a.checked_mul(low.scale) == Some(high.scale)).then(|| {
            vec![
                ("x", Bound::Class(x)),
                ("a", Bound::Num(a)),
                ("c", Bound::Num(c)),
                ("s", Bound::Num(low.scale)),
            ]
        })
    });
}

pub fn without_remainder(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, First::Opposite, |graph, x, r| {
        if r.scale != -x.scale {
            return None;
        }
        let (_, c) = r.remainders.iter().find(|(y, _)| graph.same(x.id, *y))?;
        c.checked_mul(x.scale)?;
        Some(vec![("x", Bound::Class(x.id)), ("c", Bound::Num(*c)), ("s", Bound::Num(x.scale))])
    });
}

pub fn merge_digits(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, First::Remainder, |graph, low, high| {
        for (x, a) in low.remainders.iter().filter(|(_, a)| a.checked_mul(low.scale) == Some(high.scale)) {
            for (q, b) in high.remainders.iter().filter(|(_, b)| a.checked_mul(*b).is_some()) {
                if digits(graph, *q, false).into_iter().any(|(y, c)| c == *a && graph.same(*x, y)) {
                    return Some(vec![
                        ("x", Bound::Class(*x)),
                        ("a", Bound::Num(*a)),
                        ("b", Bound::Num(*b)),
                        ("s", Bound::Num(low.scale)),
                    ]);
                }
            }
        }
        None
    });
}

pub fn merge_top_digit(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, First::Remainder, |graph, low, high| {
        for (x, a) in low.remainders.iter().filter(|(_, a)| a.checked_mul(low.scale) == Some(high.scale)) {
            if high.quotients.iter().any(|(y, c)| c == a && graph.same(*x, *y)) {
                return Some(vec![
                    ("x", Bound::Class(*x)),
                    ("a", Bound::Num(*a)),
                    ("s", Bound::Num(low.scale)),
                ]);
            }
        }
        None
    });
}

pub fn quotient_by_remainder(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, First::Remainder, |graph, low, high| {
        let is_whole = |(x, _): &&(Id, i64)| !is_shifted(graph, *x);
        let (x, a) = low.remainders.iter().filter(is_whole).find(is_quotient(graph, high))?;
        // As in layouts: of a quotient that is taken away LLVM knows more than of what would be left.
        let k = (high.scale % a == 0).then_some(high.scale / a).filter(|k| *k > 0 && *k != low.scale)?;
        low.scale.checked_sub(k)?;
        // What the sum is a multiple of is seen of each term, and accesses of its elements may be one by that.
        if k.trailing_zeros() < low.scale.trailing_zeros().min(high.scale.trailing_zeros()) {
            return None;
        }
        Some(vec![
            ("x", Bound::Class(*x)),
            ("a", Bound::Num(*a)),
            ("s", Bound::Num(low.scale)),
            ("k", Bound::Num(k)),
        ])
    });
}

/// Whether a term is the quotient of the number that is divided, by what it is divided by.
fn is_quotient<'g>(graph: &'g Graph, high: &'g Term<'_>) -> impl Fn(&&(Id, i64)) -> bool + 'g {
    |(x, a)| high.quotients.iter().any(|(y, c)| c == a && graph.same(*x, *y))
}

/// Whether a number is shifted itself: its digits are bits of what is shifted, which are there sooner.
fn is_shifted(graph: &Graph, x: Id) -> bool {
    digits(graph, x, false).iter().any(|(_, c)| c.count_ones() == 1)
}

pub fn remainder_by_quotient(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    pairs(graph, node, out, First::Remainder, |graph, low, high| {
        let (x, a) = *low.remainders.iter().find(is_quotient(graph, high))?;
        let below = a.checked_mul(low.scale).filter(|below| *below > 0)?;
        let left = high.scale.checked_sub(below)?;
        // Of what is taken away LLVM would have to know that it is not more; of 64 bits a remainder is smaller than its
        // quotient, whose product is dearer.
        let is_cheap = left > 0 && graph.facts(x).fits(32);
        // Only in rows with a padding the bits of what is shifted are no digits.
        let is_digit = is_shifted(graph, x) && high.scale % below == 0;
        (is_cheap && !is_digit).then(|| {
            vec![
                ("x", Bound::Class(x)),
                ("a", Bound::Num(a)),
                ("s", Bound::Num(low.scale)),
                ("h", Bound::Num(high.scale)),
            ]
        })
    });
}
