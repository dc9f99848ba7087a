//! Equality of layouts as functions: proved, or refuted by a coordinate.

use std::collections::HashMap;

use crate::composed::{AnyLayout, Outer};
use crate::f2::BitMatrix;
use crate::layout::Layout;
use crate::ops::coalesce::coalesce_modes;
use crate::ops::composition::ENUMERATION_LIMIT;
use layout_integer::Expr;
use layout_integer::Symbol;

/// How many choices of values for the unknowns are tried.
const SAMPLES: i64 = 512;
/// How often symbols are given a value, over all choices.
const SAMPLED_SYMBOLS: i64 = 1 << 21;
/// How many coordinates are compared for each.
const SAMPLED_COORDINATES: i64 = 1 << 7;
/// Most known integers of which values near them are tried.
const MAX_MARKS: usize = 64;

/// Whether two layouts are the same function of an integer.
///
/// ```
/// use layout_algebra::{AnyLayout, Equivalence, prove_equal};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// assert_eq!(prove_equal(&l("(4,2):(1,4)"), &l("8:1")), Equivalence::Equal);
/// assert!(matches!(prove_equal(&l("(4,2):(1,4)"), &l("(4,2):(2,1)")), Equivalence::Differ { coordinate: 1, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// They have the same size and the same values.
    Equal,
    /// They have different numbers of coordinates.
    Sizes {
        /// Of the first.
        a: Expr,
        /// Of the second.
        b: Expr,
    },
    /// At this coordinate the values differ.
    Differ {
        /// A counterexample.
        coordinate: i64,
        /// The first's value there.
        a: i64,
        /// The second's.
        b: i64,
        /// Values of the unknowns for which it is one, by number of symbol.
        symbols: Vec<(Symbol, i64)>,
    },
    /// Unknown sizes or strides decide, or there are too many coordinates.
    Unknown(String),
}

/// Decides whether `a(i) = b(i)` for every integer below their common size.
///
/// Static layouts are always decided, however large: coalesced forms are
/// unique, and two different ones differ at the end of one of their modes.
/// Swizzled ones are compared behind the swizzle where that is the same, else over
/// F₂ or, up to 2²⁰ coordinates, by their values. With unknown integers a few hundred
/// choices of values are tried for a difference, and the answer may be
/// [`Equivalence::Unknown`].
///
/// ```
/// use layout_algebra::{prove_equal, Equivalence, AnyLayout};
/// let layout = |t: &str| t.parse::<AnyLayout>().unwrap();
/// assert_eq!(prove_equal(&layout("(2,(1,6)):(1,(6,2))"), &layout("12:1")), Equivalence::Equal);
/// assert!(matches!(
///     prove_equal(&layout("(4,8):(1,4)"), &layout("(4,8):(1,5)")),
///     Equivalence::Differ { coordinate: 4, a: 4, b: 5, .. }
/// ));
/// ```
pub fn prove_equal(a: &AnyLayout, b: &AnyLayout) -> Equivalence {
    let (Ok(size_a), Ok(size_b)) = (a.size(), b.size()) else {
        return Equivalence::Unknown("a size leaves 64 bits".into());
    };
    let difference = size_a.sub(&size_b).ok();
    match difference.as_ref().and_then(Expr::known) {
        Some(0) => {}
        Some(_) => return Equivalence::Sizes { a: size_a, b: size_b },
        None => return sampled(a, b).unwrap_or_else(|| unknown("the sizes", &size_a, &size_b)),
    }
    match (a, b) {
        (AnyLayout::Plain(x), AnyLayout::Plain(y)) => plain(x, y),
        _ if a == b => Equivalence::Equal,
        _ => composed(a, b, size_a.known()),
    }
}

fn unknown(what: &str, a: &Expr, b: &Expr) -> Equivalence {
    Equivalence::Unknown(format!("whether {what} {} and {} are equal is not known", a.named(), b.named()))
}

fn plain(a: &Layout, b: &Layout) -> Equivalence {
    let (Ok(x), Ok(y)) = (coalesce_modes(a, false), coalesce_modes(b, false)) else {
        return Equivalence::Unknown("a product leaves 64 bits".into());
    };
    if x == y {
        return Equivalence::Equal;
    }
    let (a, b) = (AnyLayout::Plain(a.clone()), AnyLayout::Plain(b.clone()));
    if x.iter().chain(&y).all(|(size, stride)| size.as_const().and(stride.as_const()).is_some()) {
        let found = first_difference(&a, &b, &[], 0);
        return found.unwrap_or_else(|| Equivalence::Unknown("a value leaves 64 bits".into()));
    }
    sampled(&a, &b).unwrap_or_else(|| {
        let (a, b) = (a.named(), b.named());
        Equivalence::Unknown(format!("{a} and {b} agree for the values tried, which proves nothing"))
    })
}

fn composed(a: &AnyLayout, b: &AnyLayout, size: Option<i64>) -> Equivalence {
    if let Some(decided) = behind_one_function(a, b) {
        return decided;
    }
    if let (Ok(x), Ok(y)) = (BitMatrix::of_layout(a), BitMatrix::of_layout(b)) {
        let bits = std::iter::once(0).chain((0..x.columns().len()).map(|b| 1i64 << b));
        for i in bits {
            if x.apply(i) != y.apply(i) {
                return Equivalence::Differ {
                    coordinate: i,
                    a: x.apply(i),
                    b: y.apply(i),
                    symbols: Vec::new(),
                };
            }
        }
        return Equivalence::Equal;
    }
    match size {
        Some(size) if a.symbols().is_empty() && b.symbols().is_empty() => {
            first_difference(a, b, &[], ENUMERATION_LIMIT).unwrap_or_else(|| match size {
                ..=ENUMERATION_LIMIT => Equivalence::Equal,
                _ => Equivalence::Unknown(format!(
                    "the first 2^20 of {size} values agree; the rest was not compared"
                )),
            })
        }
        _ => sampled(a, b).unwrap_or_else(|| {
            Equivalence::Unknown("unknown integers under a swizzle agree for the values tried".into())
        }),
    }
}

/// Layouts behind the same function at the same offset are equal if the inner ones
/// are, and, behind a swizzle, which maps no two integers to one, only then.
fn behind_one_function(a: &AnyLayout, b: &AnyLayout) -> Option<Equivalence> {
    let (AnyLayout::Composed(x), AnyLayout::Composed(y)) = (a, b) else { return None };
    if (&x.outer, &x.offset) != (&y.outer, &y.offset) {
        return None;
    }
    match (plain(&x.inner, &y.inner), &x.outer) {
        (Equivalence::Equal, _) => Some(Equivalence::Equal),
        (Equivalence::Differ { coordinate, symbols, .. }, Outer::Swizzle(_)) => {
            let (x, y) = (with_values(a, &symbols)?, with_values(b, &symbols)?);
            Some(Equivalence::Differ { coordinate, a: x.eval(coordinate)?, b: y.eval(coordinate)?, symbols })
        }
        _ => None,
    }
}

/// The first difference between static layouts of one size: where a mode of either
/// begins, which decides plain ones, and at the first `limit` coordinates.
fn first_difference(
    a: &AnyLayout,
    b: &AnyLayout,
    symbols: &[(Symbol, i64)],
    limit: i64,
) -> Option<Equivalence> {
    let size = a.size().ok()?.as_const()?;
    let mut points: Vec<i64> = Vec::new();
    for layout in [a, b] {
        let mut end = 1i64;
        for (size, _) in coalesce_modes(layout.domain(), false).ok()? {
            points.push(end);
            end = end.saturating_mul(size.as_const()?);
        }
    }
    points.sort_unstable();
    points.dedup();
    for i in points.into_iter().filter(|i| *i < size).chain(0..size.min(limit)) {
        let (p, q) = (a.eval(i)?, b.eval(i)?);
        if p != q {
            return Some(Equivalence::Differ { coordinate: i, a: p, b: q, symbols: symbols.to_vec() });
        }
    }
    None
}

fn with_values(layout: &AnyLayout, values: &[(Symbol, i64)]) -> Option<AnyLayout> {
    let values: HashMap<u32, i64> = values.iter().map(|(s, v)| (s.id, *v)).collect();
    layout.substitute(&|s| Expr::Const(values.get(&s.id).copied().unwrap_or(1))).ok()
}

/// A difference for some values of the unknowns that keep their facts.
fn sampled(a: &AnyLayout, b: &AnyLayout) -> Option<Equivalence> {
    let mut symbols = a.symbols();
    symbols.extend(b.symbols());
    symbols.sort();
    symbols.dedup();
    let marks = marks(a, b);
    let mut random = 0u64;
    let mut occurrences = 1;
    a.for_each_symbol(&mut |_| occurrences += 1);
    b.for_each_symbol(&mut |_| occurrences += 1);
    for round in 0..SAMPLES.min(SAMPLED_SYMBOLS / occurrences + 4) {
        let values: Vec<(Symbol, i64)> = symbols
            .iter()
            .enumerate()
            .map(|(i, s)| {
                let value = match round {
                    // Small and different.
                    0..4 => from(*s, s.facts.min.max(2), round + i as i64),
                    _ => chosen(*s, &marks, &mut random),
                };
                (*s, value)
            })
            .collect();
        let (Some(x), Some(y)) = (with_values(a, &values), with_values(b, &values)) else { continue };
        let (Some(p), Some(q)) = (x.size().ok()?.as_const(), y.size().ok()?.as_const()) else { continue };
        if p != q {
            return Some(Equivalence::Sizes { a: a.size().ok()?, b: b.size().ok()? });
        }
        if let Some(found) = first_difference(&x, &y, &values, SAMPLED_COORDINATES) {
            return Some(found);
        }
    }
    None
}

/// The known integers in the sizes and strides, at which divisions and minima change.
fn marks(a: &AnyLayout, b: &AnyLayout) -> Vec<i64> {
    let mut out = Vec::new();
    for layout in [a, b] {
        let domain = layout.domain();
        for e in domain.shape_leaves().iter().chain(domain.stride_leaves()) {
            e.for_each_integer(&mut |c| {
                if c > 1 && out.len() < MAX_MARKS && !out.contains(&c) {
                    out.push(c);
                }
            });
        }
    }
    out
}

/// A value near a mark, or small, or any of a few thousand.
fn chosen(symbol: Symbol, marks: &[i64], random: &mut u64) -> i64 {
    // Knuth's linear congruential generator, of which the high bits are used.
    let mut next = |n: u64| -> u64 {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*random >> 33) % n.max(1)
    };
    let near = |next: &mut dyn FnMut(u64) -> u64| {
        let mark = marks.get(next(marks.len() as u64) as usize).copied().unwrap_or(1);
        mark.saturating_mul(1 + next(3) as i64).saturating_add(next(3) as i64 - 1)
    };
    let value = match next(4) {
        0 => near(&mut next),
        1 => next(4096) as i64,
        _ => next(9) as i64 - 1,
    };
    let value = if symbol.facts.min < 0 && next(4) == 0 { -value } else { value };
    from(symbol, value.max(symbol.facts.min), 0)
}

/// A value that keeps the symbol's facts: the `nth` from `least` on, if there is one.
fn from(symbol: Symbol, least: i64, nth: i64) -> i64 {
    let facts = symbol.facts;
    let first = least.saturating_add(facts.div - 1).div_euclid(facts.div).saturating_mul(facts.div);
    let value = first.saturating_add(nth.saturating_mul(facts.div));
    if facts.admit(value) {
        return value;
    }
    let lowest = facts.min.max(0).saturating_add(facts.div - 1).div_euclid(facts.div) * facts.div;
    if facts.admit(lowest) { lowest } else { facts.max.div_euclid(facts.div) * facts.div }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::ours::parser::Parser;

    /// The answer in a word; the same name is the same unknown in both.
    fn answer(a: &str, b: &str) -> &'static str {
        let mut parser = Parser::new(a);
        let a = parser.all(Parser::any_layout).unwrap();
        parser.resume(b);
        let b = parser.all(Parser::any_layout).unwrap();
        let found = prove_equal(&a, &b);
        if let Equivalence::Differ { coordinate, a: p, b: q, symbols } = &found {
            let value = |l: &AnyLayout| with_values(l, symbols).unwrap().eval(*coordinate).unwrap();
            assert_eq!((value(&a), value(&b)), (*p, *q));
            assert!(p != q && symbols.iter().all(|(s, v)| s.facts.admit(*v)), "{found:?}");
        }
        match found {
            Equivalence::Equal => "equal",
            Equivalence::Unknown(_) => "unknown",
            _ => "different",
        }
    }

    #[test]
    fn inner_layouts_behind_one_function() {
        let check = |a: &str, b: &str, expect: &str| assert_eq!(answer(a, b), expect, "{a} and {b}");
        check("S<3,3,3> o 0 o (M,64):(64,1)", "S<3,3,3> o 0 o (M,(8,8)):(64,(1,8))", "equal");
        check("S<1,1,1> o 0 o 2097152:3", "S<1,1,1> o 0 o (1048576,2):(3,3145728)", "equal");
        check("S<1,1,1> o 0 o 2097152:3", "S<1,1,1> o 0 o (1048576,2):(3,3145729)", "different");
        check("S<3,3,3> o 0 o (M,64):(64,1)", "S<3,3,3> o 0 o (M,64):(64,2)", "different");
        check("(4,4):(1,0) o 0 o 16:1", "(4,4):(1,0) o 0 o (4,4):(1,8)", "equal");
    }

    #[test]
    fn quotients_and_remainders() {
        let check = |a: &str, b: &str, expect: &str| assert_eq!(answer(a, b), expect, "{a} and {b}");
        check("2:floordiv(K{min=0},1000)", "2:0", "different");
        check("M:floordiv(K+J,2)", "M:floordiv(K,2)+floordiv(J,2)", "different");
        check("M:mod(K,24)", "M:mod(mod(K,48),24)", "equal");
        check("M:mod(K,24)", "M:mod(mod(K,36),24)", "different");
        check("M:max(K,700)", "M:K", "different");
        check("M:min(K,J)", "M:J", "different");
        check("M:K", "M:max(K,-K)", "different");
        check("(M,N):(1,M)", "(N,M):(1,N)", "equal");
        check("M:floordiv(N,3)", "M:floordiv(N+1,3)", "different");
    }
}
