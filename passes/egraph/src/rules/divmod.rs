//! B1–B34: floor division and remainder by constants.
//!
//! The rules on sums split a sum `x·g + y` by what a divisor divides; the split
//! is the only place that looks into sums ([`Split`]).

use super::digits::{
    digits, merge_digits, merge_inner_digits, merge_inner_top_digit, merge_top_digit, remainder,
    without_remainder,
};
use super::{Family, Rule, divided, nodes, sums, without};
use crate::checks::trial::Kind;
use crate::facts::Facts;
use crate::graph::Graph;
use crate::language::{Linear, Node};
use crate::rules::pattern::Subst;
use egg::Id;

fn kinds(name: &str) -> Kind {
    match name {
        "a" | "b" | "c" => Kind::Positive,
        "s" | "k" => Kind::Constant,
        _ => Kind::Int,
    }
}

const FLOOR: Family =
    Family { source: "floor division: Graham, Knuth, Patashnik, Concrete Mathematics, ch. 3", kinds };

pub const RULES: &[Rule] = &[
    FLOOR.rule("B1", "(/ x 1)", "x", "division by one").form(),
    FLOOR.rule("B2", "(% x 1)", "0", "division by one").form(),
    FLOOR
        .rule("B5", "(/ x c)", "0", "the class's interval is one value")
        .when(&["(<= 0 x)", "(< x c)"])
        .derived(),
    FLOOR.rule("B6", "(% x c)", "x", "interval").when(&["(<= 0 x)", "(< x c)"]).normalise(below),
    FLOOR
        .rule("B7", "(/ x c)", "k", "the class's interval is one value")
        .when(&["(<= (* k c) x)", "(< x (* (+ k 1) c))"])
        .derived(),
    FLOOR
        .rule("B7-mod", "(% x c)", "(- x (* k c))", "interval")
        .when(&["(<= (* k c) x)", "(< x (* (+ k 1) c))"])
        .normalise(known_quotient),
    FLOOR.rule("B8", "(/ (/ x a) b)", "(/ x (* a b))", "nested floors").normalise(div_of_div),
    FLOOR.rule("B9", "(% (% x (* a b)) b)", "(% x b)", "b divides ab").normalise(mod_of_multiple),
    FLOOR
        .rule("B10", "(% (% x a) b)", "(% x a)", "already smaller")
        .when(&["(<= a b)"])
        .normalise(mod_of_smaller),
    FLOOR.rule("B11", "(/ (% x (* a b)) b)", "(% (/ x b) a)", "digits of a digit").normalise(div_of_mod),
    FLOOR.rule("B12", "(/ (* x (* a b)) b)", "(* x a)", "exact").normalise(div_of_product),
    FLOOR.rule("B13", "(/ (* x a) (* a b))", "(/ x b)", "common factor").normalise(div_by_product),
    FLOOR.rule("B14", "(% (* x (* a b)) b)", "0", "congruence").derived(),
    FLOOR.rule("B15", "(% (* x a) (* a b))", "(* (% x b) a)", "common factor").normalise(mod_by_product),
    FLOOR
        .rule("B16", "(% (+ (* x a) y) b)", "(% (+ (* x (% a b)) y) b)", "coefficients modulo b")
        .kinds(|name| if name == "a" { Kind::Constant } else { kinds(name) })
        .normalise(mod_coefficient),
    FLOOR
        .rule("B17", "(/ (+ (* x b) y) b)", "(+ x (/ y b))", "whole part, y any integer")
        .normalise(div_of_sum),
    FLOOR.rule("B18", "(% (+ (* x b) y) b)", "(% y b)", "whole part, y any integer").normalise(mod_of_sum),
    FLOOR
        .rule("B19", "(/ (+ (* x a) y) (* a b))", "(/ x b)", "low digit")
        .when(&["(<= 0 y)", "(< y a)"])
        .normalise(div_drops_low),
    FLOOR
        .rule("B20", "(% (+ (* x a) y) (* a b))", "(+ (* (% x b) a) y)", "low digit")
        .when(&["(<= 0 y)", "(< y a)"])
        .normalise(mod_keeps_low),
    FLOOR
        .rule("B21", "(/ (+ (* x a) y) a)", "x", "low digit")
        .when(&["(<= 0 y)", "(< y a)"])
        .normalise(div_is_high),
    FLOOR
        .rule("B22", "(/ (+ x (* a b)) b)", "(+ (/ x b) a)", "whole constant")
        .kinds(|name| if name == "a" { Kind::Constant } else { kinds(name) })
        .normalise(div_of_constant),
    FLOOR
        .rule("B18-aligned", "(% (+ x y) c)", "(% y c)", "whole part, by alignment")
        .when(&["(divides c x)"])
        .normalise(mod_of_aligned),
    FLOOR
        .rule("B23", "(/ (+ x y) (* a b))", "(/ x (* a b))", "alignment")
        .when(&["(divides a x)", "(<= 0 y)", "(< y a)"])
        .normalise(div_of_aligned),
    FLOOR
        .rule("B24", "(% (+ (* (% x c) s) y) a)", "(% (+ (* x s) y) a)", "an inner remainder is none")
        .when(&["(divides a (* c s))"])
        .normalise(mod_of_inner_mod),
    FLOOR
        .rule("B25", "(% (*! (% x c) y) a)", "(% (* x y) a)", "an inner remainder is none")
        .when(&["(divides a c)"])
        .normalise(mod_of_mod_product),
    FLOOR
        .rule("B26", "(/ (+ (/ x a) y) c)", "(/ (+ x (* y a)) (* a c))", "nested floors, y any integer")
        .normalise(div_of_div_sum),
    FLOOR.rule("B3", "(+ (* (/ x c) c) (% x c))", "x", "B28 with s = 1").derived(),
    FLOOR
        .rule("B4", "(+ (+ (* x s) (* (/ x c) (* c (- 0 s)))) r)", "(+ (* (% x c) s) r)", "remainder")
        .normalise(remainder),
    FLOOR
        .rule(
            "B27",
            "(+ (+ (* (% x a) s) (* (% (/ x a) b) (* a s))) r)",
            "(+ (* (% x (* a b)) s) r)",
            "digit merge",
        )
        .subsumes()
        .normalise(merge_digits),
    FLOOR
        .rule("B28", "(+ (+ (* (% x a) s) (* (/ x a) (* a s))) r)", "(+ (* x s) r)", "digit merge")
        .subsumes()
        .normalise(merge_top_digit),
    FLOOR
        .rule(
            "B27-inner",
            "(+ (+ (* (% (/ x c) a) s) (* (% (/ x (* c a)) b) (* a s))) r)",
            "(+ (* (% (/ x c) (* a b)) s) r)",
            "digit merge, of inner digits",
        )
        .subsumes()
        .normalise(merge_inner_digits),
    FLOOR
        .rule(
            "B28-inner",
            "(+ (+ (* (% (/ x c) a) s) (* (/ x (* c a)) (* a s))) r)",
            "(+ (* (/ x c) s) r)",
            "digit merge, of inner digits",
        )
        .subsumes()
        .normalise(merge_inner_top_digit),
    FLOOR
        .rule("B29", "(+ (- (* x s) (* (% x c) s)) r)", "(+ (* (/ x c) (* c s)) r)", "without its remainder")
        .normalise(without_remainder),
    FLOOR
        .rule("B30", "(/ (- 0 x) c)", "(- 0 (/ (+ x (- c 1)) c))", "ceildiv without a negative dividend")
        .normalise(div_of_negative),
    FLOOR.rule("B30-ceildiv", "(ceildiv x c)", "(- 0 (/ (- 0 x) c))", "ceildiv").derived(),
    FLOOR
        .rule("B31", "(/ (+ x k) c)", "(+ (/ x c) (/ (+ r k) c))", "a known residue takes the constant")
        .kinds(|name| if name == "r" { Kind::Mask } else { kinds(name) })
        .when(&["(= (% x c) r)"])
        .normalise(div_of_residue),
    FLOOR.rule("B32", "(/ (min x k) b)", "(min (/ x b) (/ k b))", "division is monotone").explore(div_of_min),
    FLOOR
        .rule("B32-max", "(/ (max x k) b)", "(max (/ x b) (/ k b))", "division is monotone")
        .explore(div_of_max),
];

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

fn below(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Some((x, c)) = divided(graph, node, true)
        && graph.facts(x).within(0, c - 1)
    {
        let c = graph.num(c);
        out.push(Subst::new([("x", x), ("c", c)]));
    }
}

fn known_quotient(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

fn mod_of_aligned(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, d)) = divided(graph, node, true) else { return };
    for sum in sums(graph, z) {
        if let Some((x, y)) = aligned(graph, &sum, d) {
            let c = graph.num(d);
            out.push(Subst::new([("x", x), ("y", y), ("c", c)]));
        }
    }
}

fn div_of_aligned(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Some((z, d)) = divided(graph, node, false) else { return };
    for sum in sums(graph, z) {
        let mut candidates: Vec<i64> = sum
            .iter()
            .map(|(c, t)| Facts::sum(0, [(c, graph.facts(t))]))
            .filter(|f| f.residue == 0)
            .map(|f| gcd(d, f.modulus))
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

fn mod_of_inner_mod(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

fn mod_of_mod_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

fn div_of_div_sum(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

fn div_of_negative(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

fn div_of_residue(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
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

fn div_of_min(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_extremum(graph, node, out, |n| if let Node::Min(c) = n { Some(*c) } else { None });
}

fn div_of_max(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    of_extremum(graph, node, out, |n| if let Node::Max(c) = n { Some(*c) } else { None });
}
