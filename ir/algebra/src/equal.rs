//! Equality of layouts as functions: proved, or refuted by a coordinate.

use crate::composed::AnyLayout;
use crate::f2::BitMatrix;
use crate::integer::expr::Expr;
use crate::integer::symbol::Symbol;
use crate::layout::Layout;
use crate::ops::coalesce::coalesce_modes;
use crate::ops::composition::ENUMERATION_LIMIT;

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
/// Swizzled ones are compared over F₂ or, up to 2²⁰ coordinates, by their
/// values. With unknown integers the answer may be [`Equivalence::Unknown`].
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
    if let (true, true) = (a.is_static(), b.is_static()) {
        // The first point at which a mode of either ends, or moves.
        let mut points: Vec<i64> = Vec::new();
        for modes in [&x, &y] {
            let mut end = 1i64;
            for (size, _) in modes {
                points.push(end);
                end = end.saturating_mul(size.as_const().unwrap_or(1));
            }
        }
        points.sort_unstable();
        let size = a.size().ok().and_then(|s| s.as_const()).unwrap_or(0);
        for i in points.into_iter().filter(|i| *i < size) {
            if let (Some(p), Some(q)) = (a.eval(i), b.eval(i))
                && p != q
            {
                return Equivalence::Differ { coordinate: i, a: p, b: q, symbols: Vec::new() };
            }
        }
        return Equivalence::Unknown("a value leaves 64 bits".into());
    }
    let (a, b) = (AnyLayout::Plain(a.clone()), AnyLayout::Plain(b.clone()));
    sampled(&a, &b).unwrap_or_else(|| {
        Equivalence::Unknown(format!("{a} and {b} agree for the values tried, which proves nothing"))
    })
}

fn composed(a: &AnyLayout, b: &AnyLayout, size: Option<i64>) -> Equivalence {
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
        Some(size) if size <= ENUMERATION_LIMIT && a.symbols().is_empty() && b.symbols().is_empty() => {
            enumerate(a, b, size, &[]).unwrap_or(Equivalence::Equal)
        }
        Some(size) if a.symbols().is_empty() && b.symbols().is_empty() => {
            enumerate(a, b, ENUMERATION_LIMIT, &[]).unwrap_or_else(|| {
                Equivalence::Unknown(format!(
                    "the first 2^20 of {size} values agree; the rest was not compared"
                ))
            })
        }
        _ => sampled(a, b).unwrap_or_else(|| {
            Equivalence::Unknown("unknown integers under a swizzle agree for the values tried".into())
        }),
    }
}

/// The first difference among the first `size` coordinates.
fn enumerate(a: &AnyLayout, b: &AnyLayout, size: i64, symbols: &[(Symbol, i64)]) -> Option<Equivalence> {
    for i in 0..size {
        let (p, q) = (a.eval(i)?, b.eval(i)?);
        if p != q {
            return Some(Equivalence::Differ { coordinate: i, a: p, b: q, symbols: symbols.to_vec() });
        }
    }
    None
}

/// A difference for some values of the unknowns that keep their facts.
fn sampled(a: &AnyLayout, b: &AnyLayout) -> Option<Equivalence> {
    let mut symbols = a.symbols();
    symbols.extend(b.symbols());
    symbols.sort();
    symbols.dedup();
    for round in 0..4 {
        let chosen: Vec<(Symbol, i64)> =
            symbols.iter().enumerate().map(|(i, s)| (*s, choose(*s, round + i as i64))).collect();
        let value = |s: Symbol| {
            let found = chosen.iter().find(|(t, _)| t.id == s.id);
            Expr::Const(found.map_or(1, |(_, v)| *v))
        };
        let (Ok(x), Ok(y)) = (a.substitute(&value), b.substitute(&value)) else { continue };
        let (Some(p), Some(q)) = (x.size().ok()?.as_const(), y.size().ok()?.as_const()) else { continue };
        if p != q {
            return Some(Equivalence::Sizes { a: a.size().ok()?, b: b.size().ok()? });
        }
        if let Some(found) = enumerate(&x, &y, p.min(1 << 16), &chosen) {
            return Some(found);
        }
    }
    None
}

/// A small value that keeps the symbol's facts.
fn choose(symbol: Symbol, round: i64) -> i64 {
    let facts = symbol.facts;
    let least = facts.min.max(2);
    let first = least.saturating_add(facts.div - 1) / facts.div * facts.div;
    let value = first.saturating_add(round.saturating_mul(facts.div));
    if facts.admit(value) { value } else { facts.min.max(facts.div) }
}
