//! Bounds of expressions, and the comparisons they decide.
//!
//! Two methods, of which the better bound counts. Interval arithmetic takes each
//! term for itself, and loses `4·q·r - r`. Written from the ends of the atoms,
//! `q = 1 + q'` with `q' >= 0`, that is `3 + 4q' + 3r' + 4q'r'`, which has no
//! negative coefficient: its constant is the least value.

use smallvec::SmallVec;

use crate::expr::{Atom, Expr, Monomial, shared_and_rest};
use crate::symbol::Tri;

/// Most terms of a polynomial that is written from the ends of its atoms.
const MAX_SHIFTED_TERMS: usize = 1 << 10;
/// Most different atoms in it.
const MAX_SHIFTED_ATOMS: usize = 32;

/// Inclusive bounds; an end that left `i128`'s useful range stays unbounded.
type Bounds = (Option<i128>, Option<i128>);

impl Expr {
    /// Whether `self <= other`.
    pub fn le(&self, other: &Self) -> Tri {
        if let (Self::Const(a), Self::Const(b)) = (self, other) {
            return (a <= b).into();
        }
        let Ok(difference) = other.sub(self) else { return Tri::Unknown };
        let sign = |bounds: Bounds| match bounds {
            (Some(lo), _) if lo >= 0 => Tri::Yes,
            (_, Some(hi)) if hi < 0 => Tri::No,
            _ => Tri::Unknown,
        };
        // The cheap method decides nearly always.
        match sign(difference.interval(&Atom::interval)) {
            Tri::Unknown => sign(difference.bounds()),
            decided => decided,
        }
    }

    /// Whether `self < other`.
    pub fn lt(&self, other: &Self) -> Tri {
        match other.le(self) {
            Tri::Yes => Tri::No,
            Tri::No => Tri::Yes,
            Tri::Unknown => Tri::Unknown,
        }
    }

    /// Inclusive bounds over all values the facts admit; `None` is unbounded.
    pub fn bounds(&self) -> (Option<i128>, Option<i128>) {
        self.bounds_by(&Atom::ends)
    }

    /// The better of both methods, from these bounds of the atoms.
    fn bounds_by(&self, ends: &dyn Fn(&Atom) -> Bounds) -> Bounds {
        let whole = self.interval(ends);
        if whole.0.is_some() && whole.0 == whole.1 {
            return whole;
        }
        let (common, rest) = self.factored();
        let factor = common.iter().fold((Some(1), Some(1)), |p, atom| mul_bounds(p, ends(atom)));
        let rest = tighter(interval(rest.iter().map(|(m, c)| (m, *c)), ends), shifted_bounds(&rest, ends));
        let constant = Some(i128::from(self.terms().1));
        tighter(whole, add_bounds(mul_bounds(factor, rest), (constant, constant)))
    }

    /// The atoms that all terms share, and the terms without them; the constant left out.
    fn factored(&self) -> (Monomial, Vec<(Monomial, i128)>) {
        let terms = self.terms().0;
        let mut rest: Vec<(Monomial, i128)> =
            terms.iter().map(|(m, c)| (m.clone(), i128::from(*c))).collect();
        let Some((first, others)) = terms.split_first() else { return (Monomial::new(), rest) };
        let common = others.iter().fold(first.0.clone(), |common, (m, _)| shared_and_rest(&common, m).0);
        rest.iter_mut().for_each(|(m, _)| *m = shared_and_rest(m, &common).1);
        (common, rest)
    }

    /// [`Expr::bounds`] by interval arithmetic alone.
    fn interval(&self, ends: &dyn Fn(&Atom) -> Bounds) -> Bounds {
        let (terms, constant) = self.terms();
        let constant = Some(i128::from(constant));
        let terms = terms.iter().map(|(m, c)| (m, i128::from(*c)));
        add_bounds(interval(terms, ends), (constant, constant))
    }
}

/// The sum of terms by interval arithmetic.
fn interval<'a>(terms: impl Iterator<Item = (&'a Monomial, i128)>, ends: &dyn Fn(&Atom) -> Bounds) -> Bounds {
    terms.fold((Some(0), Some(0)), |sum, (m, c)| {
        let product = m.iter().fold((Some(1), Some(1)), |p, atom| mul_bounds(p, ends(atom)));
        add_bounds(sum, mul_bounds(product, (Some(c), Some(c))))
    })
}

/// The better of two bounds at each end.
fn tighter(a: Bounds, b: Bounds) -> Bounds {
    (either(a.0, b.0, i128::max), either(a.1, b.1, i128::min))
}

impl Atom {
    /// Bounds by interval arithmetic.
    fn interval(&self) -> Bounds {
        self.of_parts(&Self::interval)
    }

    /// Bounds from those of the atoms of its parts.
    fn of_parts(&self, ends: &dyn Fn(&Self) -> Bounds) -> Bounds {
        match self {
            Self::Sym(s) => {
                let div = i128::from(s.facts.div);
                let lo = (s.facts.min != i64::MIN).then(|| -(-i128::from(s.facts.min)).div_euclid(div));
                let hi = (s.facts.max != i64::MAX).then(|| i128::from(s.facts.max).div_euclid(div));
                (lo, hi)
            }
            Self::FloorDiv(a, b) => {
                let (lo, hi) = a.interval(ends);
                let (least, most) = b.interval(ends);
                let least = least.unwrap_or(1).max(1);
                // Towards zero the largest divisor counts, away from it the smallest.
                let ends =
                    |x: i128| (x.div_euclid(least), most.map_or(x.signum().min(0), |m| x.div_euclid(m)));
                (lo.map(|x| ends(x).0.min(ends(x).1)), hi.map(|x| ends(x).0.max(ends(x).1)))
            }
            Self::Mod(_, b) => (Some(0), b.interval(ends).1.map(|x| x - 1)),
            Self::Min(a, b) => {
                let (x, y) = (a.interval(ends), b.interval(ends));
                (both(x.0, y.0, i128::min), either(x.1, y.1, i128::min))
            }
            Self::Max(a, b) => {
                let (x, y) = (a.interval(ends), b.interval(ends));
                let least = either(x.0, y.0, i128::max);
                // A magnitude.
                let opposite = a.add(b).is_ok_and(|sum| sum.is(0));
                (if opposite { either(least, Some(0), i128::max) } else { least }, both(x.1, y.1, i128::max))
            }
        }
    }

    /// Bounds that know of a quotient whether its divisor is the smaller. They look
    /// at each part once, so that nested atoms cost no more than they are long.
    fn ends(&self) -> Bounds {
        let (lo, hi) = self.of_parts(&Self::ends);
        if let Self::FloorDiv(a, b) = self
            && lo.is_none_or(|lo| lo < 1)
            && let Ok(difference) = a.sub(b)
            && difference.bounds_by(&Self::interval).0.is_some_and(|least| least >= 0)
        {
            return (Some(1), hi);
        }
        (lo, hi)
    }
}

/// Bounds of a sum of terms, each atom written from an end of its range.
fn shifted_bounds(terms: &[(Monomial, i128)], ends: &dyn Fn(&Atom) -> Bounds) -> Bounds {
    // From where, by atom: `x = end + x'` or, where only the greatest is known, `x = end - x'`.
    let mut from: Vec<(&Atom, i128, i128)> = Vec::new();
    for atom in terms.iter().flat_map(|(m, _)| m) {
        if from.iter().any(|(a, ..)| *a == atom) {
            continue;
        }
        match ends(atom) {
            (Some(lo), _) => from.push((atom, lo, 1)),
            (None, Some(hi)) => from.push((atom, hi, -1)),
            (None, None) => return (None, None),
        }
        if from.len() > MAX_SHIFTED_ATOMS {
            return (None, None);
        }
    }
    let Some(shifted) = shift(terms, &from) else { return (None, None) };
    let constant = shifted.first().filter(|(m, _)| m.is_empty()).map_or(0, |(_, c)| *c);
    let mut others = shifted.iter().filter(|(m, _)| !m.is_empty());
    let rising = others.clone().all(|(_, c)| *c >= 0);
    let falling = others.all(|(_, c)| *c <= 0);
    (rising.then_some(constant), falling.then_some(constant))
}

/// The sum over the numbers of the atoms, sorted, equal terms joined.
fn shift(
    terms: &[(Monomial, i128)],
    from: &[(&Atom, i128, i128)],
) -> Option<Vec<(SmallVec<[u16; 8]>, i128)>> {
    let mut out: Vec<(SmallVec<[u16; 8]>, i128)> = Vec::new();
    for (monomial, c) in terms {
        let mut product: Vec<(SmallVec<[u16; 8]>, i128)> = vec![(SmallVec::new(), *c)];
        for atom in monomial {
            let number = from.iter().position(|(a, ..)| *a == atom)?;
            let (_, end, direction) = from[number];
            let mut next = Vec::with_capacity(2 * product.len());
            for (m, c) in product {
                let mut with = m.clone();
                with.push(u16::try_from(number).ok()?);
                next.push((with, c.checked_mul(direction)?));
                if end != 0 {
                    next.push((m, c.checked_mul(end)?));
                }
            }
            if next.len() + out.len() > MAX_SHIFTED_TERMS {
                return None;
            }
            product = next;
        }
        out.extend(product);
    }
    out.iter_mut().for_each(|(m, _)| m.sort_unstable());
    out.sort_unstable();
    let mut joined: Vec<(SmallVec<[u16; 8]>, i128)> = Vec::with_capacity(out.len());
    for (m, c) in out {
        match joined.last_mut() {
            Some((last, sum)) if *last == m => *sum = sum.checked_add(c)?,
            _ => joined.push((m, c)),
        }
    }
    Some(joined)
}

fn both(a: Option<i128>, b: Option<i128>, f: fn(i128, i128) -> i128) -> Option<i128> {
    Some(f(a?, b?))
}

fn either(a: Option<i128>, b: Option<i128>, f: fn(i128, i128) -> i128) -> Option<i128> {
    match (a, b) {
        (Some(a), Some(b)) => Some(f(a, b)),
        (x, y) => x.or(y),
    }
}

fn add_bounds(a: Bounds, b: Bounds) -> Bounds {
    let add = |x: Option<i128>, y: Option<i128>| x?.checked_add(y?);
    (add(a.0, b.0), add(a.1, b.1))
}

fn mul_bounds(a: Bounds, b: Bounds) -> Bounds {
    // Products of the four corners; an unbounded corner is ±∞, and 0 · ∞ = 0.
    #[derive(Clone, Copy, PartialEq)]
    enum End {
        Neg,
        Val(i128),
        Pos,
    }
    let sign = |e: End| match e {
        End::Neg => -1,
        End::Val(v) => v.signum(),
        End::Pos => 1,
    };
    let times = |x: End, y: End| match (x, y) {
        (End::Val(p), End::Val(q)) => {
            p.checked_mul(q).map_or(if p.signum() * q.signum() < 0 { End::Neg } else { End::Pos }, End::Val)
        }
        _ => match sign(x) * sign(y) {
            0 => End::Val(0),
            s if s < 0 => End::Neg,
            _ => End::Pos,
        },
    };
    let lo = |x: Option<i128>| x.map_or(End::Neg, End::Val);
    let hi = |x: Option<i128>| x.map_or(End::Pos, End::Val);
    let corners =
        [times(lo(a.0), lo(b.0)), times(lo(a.0), hi(b.1)), times(hi(a.1), lo(b.0)), times(hi(a.1), hi(b.1))];
    let value = |e: &End| if let End::Val(v) = e { Some(*v) } else { None };
    let least = if corners.contains(&End::Neg) { None } else { corners.iter().filter_map(value).min() };
    let most = if corners.contains(&End::Pos) { None } else { corners.iter().filter_map(value).max() };
    // All corners infinite of one sign: the finite end is unknown too.
    (least, most)
}
